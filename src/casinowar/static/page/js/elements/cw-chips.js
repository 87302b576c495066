/** The tray: chips to click, drag or choose by key, an amount to type, and ways back. */

import { chipElement } from "../chips.js";
import { fill, h } from "../dom.js";
import { chipsFor, EMPTY, put, putAll, total, undo } from "../draft.js";
import { money, parseMoney } from "../money.js";
import { play } from "../sound.js";
import { again, amountOf, bettable, boundsOf, nameOf } from "../scene.js";

/** @typedef {import("../scene.js").Scene} Scene */

export class Tray extends HTMLElement {
  /** @type {Scene | undefined} */
  #scene;
  #target = h("span", { class: "target" });
  #field = /** @type {HTMLInputElement} */ (h("input", {
    inputMode: "decimal",
    size: 7,
    "aria-label": "Amount of this wager",
    onchange: () => this.#typed(),
  }));
  #chips = h("div", { class: "tray-chips", role: "group", "aria-label": "Chips" });
  #undo = this.#button("Undo", "U", () => this.#scene?.lay(undo(this.#scene.draft)));
  #clear = this.#button("Clear", "", () => this.clear());
  #double = this.#button("Double", "", () => this.double());
  #again = this.#button("Rebet", "R", () => this.rebet());
  #limit = h("p", { class: "hint" });
  #drawn = "";
  #dragged = false;

  connectedCallback() {
    if (this.firstChild) return;
    this.append(
      h("div", { class: "tray-target" }, this.#target, this.#field),
      this.#chips,
      h("div", { class: "tray-acts" }, this.#undo, this.#clear, this.#double, this.#again),
      this.#limit,
    );
  }

  /** @param {Scene} scene */
  update(scene) {
    this.#scene = scene;
    const none = !bettable(scene).length;
    this.hidden = none && !(scene.busy && !this.hidden); // its room stays while cards come
    this.classList.toggle("gone", none);
    if (none) return;
    const [seat, wager] = this.#active(), bounds = boundsOf(scene, seat, wager);
    if (!bounds) return;
    const others = bettable(scene).length > 1 || scene.view.seats[seat - 1] !== scene.me;
    const holder = scene.view.seats[seat - 1];
    const where = holder === scene.me ? `seat ${seat}` : `behind ${nameOf(scene, holder)}`;
    this.#target.textContent = `${wager === "tie" ? "Tie wager" : "Bet"}${
      others ? `, ${where}` : ""
    }`;
    if (document.activeElement !== this.#field) {
      this.#field.value = money(amountOf(scene, seat, wager));
    }
    this.#limit.textContent = bounds.amounts?.length
      ? `One of ${bounds.amounts.map(money).join(", ")}`
      : `${money(bounds.least)} to ${money(bounds.most)}`;
    this.#undo.disabled = !scene.draft.before;
    this.#clear.disabled = this.#double.disabled = !total(scene.draft, scene.placed);
    this.#again.disabled = !again(scene).length;
    const { limits } = scene.sign;
    const usual = (wager === "tie" ? limits.tie : limits.primary) ?? bounds;
    this.#showChips(chipsFor({ ...bounds, least: Math.max(bounds.least, usual.least) }));
  }

  #isAway() {
    return this.hidden || this.classList.contains("gone");
  }

  /** @returns {[number, string]} */
  #active() {
    const [seat, wager] = (this.#scene?.active ?? "").split(" ");
    return [Number(seat), wager];
  }

  /** @param {number[]} values */
  #showChips(values) {
    const drawn = values.join();
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    const buttons = values.map((value, index) => {
      const chip = h(
        "button",
        {
          class: "chip-button",
          "aria-label": `Lay a chip of ${money(value)}`,
          "aria-keyshortcuts": String(index + 1),
          onclick: () => this.#dragged || this.add(value),
        },
        chipElement(value),
      );
      chip.addEventListener("pointerdown", (event) => this.#drag(event, chip, value));
      return chip;
    });
    fill(this.#chips, buttons);
  }

  /**
   * Lay the chip that a key stands for.
   *
   * @param {number} index
   */
  press(index) {
    const value = this.#drawn.split(",")[index];
    if (this.#isAway() || !value) return false;
    this.add(Number(value));
    return true;
  }

  /**
   * @param {number} value
   * @param {string} [key] another wager than the active one
   */
  add(value, key = this.#scene?.active ?? "") {
    const scene = this.#scene;
    const [seat, wager] = key.split(" ");
    const bounds = scene && boundsOf(scene, Number(seat), wager);
    if (!scene || !bounds) return;
    const has = amountOf(scene, Number(seat), wager);
    // where only some amounts are allowed, a chip is one of them
    const sum = bounds.amounts?.length ? value : Math.min(has + value, bounds.most);
    play("chip");
    scene.lay(put(scene.draft, key, sum));
    if (key !== scene.active) scene.choose(key);
  }

  #typed() {
    const scene = this.#scene, amount = parseMoney(this.#field.value);
    if (!scene || amount === null) {
      this.#field.setAttribute("aria-invalid", "true");
      return;
    }
    this.#field.removeAttribute("aria-invalid");
    scene.lay(put(scene.draft, scene.active, amount));
  }

  clear() {
    const scene = this.#scene;
    if (!scene) return;
    const placed = Object.fromEntries(Object.keys(scene.placed).map((key) => [key, 0]));
    const none = putAll(scene.draft, []);
    scene.lay({ ...none, amounts: { ...none.amounts, ...placed } });
  }

  double() {
    const scene = this.#scene;
    if (!scene) return;
    const whole = { ...scene.placed, ...scene.draft.amounts };
    const wagers = Object.entries(whole).filter(([, amount]) => amount).map(([key, amount]) => {
      const [seat, wager] = key.split(" ");
      const most = boundsOf(scene, Number(seat), wager)?.most ?? amount;
      return {
        seat: Number(seat),
        wager: /** @type {"primary"} */ (wager),
        amount: Math.min(2 * amount, most),
      };
    });
    scene.lay(putAll(scene.draft, wagers));
  }

  rebet() {
    const scene = this.#scene, last = scene ? again(scene) : [];
    if (!scene || !last.length || this.#isAway()) return false;
    play("chip");
    scene.lay(putAll(scene.draft, last));
    return true;
  }

  undo() {
    const scene = this.#scene;
    if (!scene || scene.draft === EMPTY || this.#isAway()) return false;
    scene.lay(undo(scene.draft));
    return true;
  }

  /** Go to the amount. */
  enter() {
    if (this.#isAway()) return false;
    this.#field.focus();
    this.#field.select();
    return true;
  }

  /**
   * @param {PointerEvent} event
   * @param {HTMLElement} chip
   * @param {number} value
   */
  #drag(event, chip, value) {
    if (event.button !== 0) return;
    const begins = { x: event.clientX, y: event.clientY };
    /** @type {HTMLElement | null} */
    let flying = null;
    const over = new AbortController();
    const move = (/** @type {PointerEvent} */ moved) => {
      const x = moved.clientX - begins.x, y = moved.clientY - begins.y;
      if (!flying && Math.hypot(x, y) < 12) return;
      flying ??= this.#lifted(value);
      flying.style.left = `${moved.clientX}px`;
      flying.style.top = `${moved.clientY}px`;
    };
    const drop = (/** @type {PointerEvent} */ dropped) => {
      over.abort();
      if (!flying) return;
      flying.remove();
      this.#dragged = true; // the click that may follow is none
      setTimeout(() => this.#dragged = false, 50);
      const under = document.elementFromPoint(dropped.clientX, dropped.clientY);
      const key = /** @type {HTMLElement | null} */ (under?.closest(".spot"))?.dataset.key;
      if (key) this.add(value, key);
    };
    chip.setPointerCapture(event.pointerId);
    chip.addEventListener("pointermove", move, { signal: over.signal });
    chip.addEventListener("pointerup", drop, { signal: over.signal });
    chip.addEventListener("pointercancel", () => (over.abort(), flying?.remove()), {
      signal: over.signal,
    });
  }

  /** @param {number} value */
  #lifted(value) {
    const chip = chipElement(value);
    chip.classList.add("flying");
    document.body.append(chip);
    return chip;
  }

  /**
   * @param {string} title
   * @param {string} key
   * @param {() => void} act
   */
  #button(title, key, act) {
    const made = h(
      "button",
      { onclick: act, "aria-keyshortcuts": key || null },
      title,
      key && h("kbd", {}, key),
    );
    return /** @type {HTMLButtonElement} */ (made);
  }
}

customElements.define("cw-chips", Tray);
