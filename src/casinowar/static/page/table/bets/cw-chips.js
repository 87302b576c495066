/** The tray: chips to click, drag or choose by key, an amount to type, and ways back. */

import { hint, isMost, isOne, typed, unusual } from "./betamounts.js";
import { alertOf } from "../../lib/announcements.js";
import { chipElement } from "../../lib/cards/chips.js";
import { fill, h, setAttribute } from "../../lib/dom.js";
import { chipsFor, EMPTY, put, putAll, total, undo } from "./draft.js";
import { money } from "../../lib/money.js";
import { play } from "../felt/sound.js";
import { again, amountOf, bettable, boundsOf, nameOf, repeats } from "../scene.js";

/**
 * @import { Wager } from "../../lib/api.d.ts"
 * @import { Scene } from "../scene.js"
 * @import { Bounds } from "./betamounts.js"
 * @import { Draft } from "./draft.js"
 */

/** Keys that stand for something while an amount is being typed, which has none. */
const COMMANDS = /^[drtu?]$/i;

export class Tray extends HTMLElement {
  /** @type {Scene | undefined} */
  #scene;
  #target = h("span", { class: "target" });
  #field = /** @type {HTMLInputElement} */ (h("input", {
    inputMode: "decimal",
    size: 7,
    "aria-label": "Amount of this wager",
    "aria-describedby": "amount-limit amount-says",
    onchange: () => this.#typed(),
    onkeydown: (/** @type {KeyboardEvent} */ event) => this.#key(event),
  }));
  #chips = h("div", { class: "tray-chips", role: "group", "aria-label": "Chips" });
  #undo = this.#button("Undo", "U", () => this.#scene?.lay(undo(this.#scene.draft)));
  #clear = this.#button("Clear", "", () => this.clear());
  #double = this.#button("Double", "", () => this.double());
  #again = this.#button("Rebet", "R", () => this.rebet());
  #limit = h("p", { class: "hint", id: "amount-limit" });
  #says = h("p", { class: "says", id: "amount-says", role: "status" });
  /** @type {{text: string, wrong: boolean, draft: Draft, active: string} | null} */
  #note = null;
  #drawn = "";
  #dragged = false;

  connectedCallback() {
    if (this.firstChild) return;
    this.append(
      h("div", { class: "tray-target" }, this.#target, this.#field, this.#says),
      this.#chips,
      h("div", { class: "tray-acts" }, this.#undo, this.#clear, this.#double, this.#again),
      this.#limit,
    );
  }

  /** @param {Scene} scene */
  update(scene) {
    this.#scene = scene;
    const none = !bettable(scene).length;
    const soon = scene.withheld.some(({ at }) => at);
    // its room stays while cards come, and until the next round may begin
    this.hidden = none && !((scene.busy || soon) && !this.hidden);
    this.classList.toggle("gone", none);
    if (none) return;
    const [seat, wager] = this.#active(), bounds = boundsOf(scene, seat, wager);
    if (!bounds) return;
    const others = bettable(scene).length > 1 || scene.view.seats[seat - 1] !== scene.me;
    const holder = scene.view.seats[seat - 1];
    const where = holder === scene.me ? `seat ${seat}` : `behind ${nameOf(scene, holder)}`;
    // as short as the other: what stands beside it is not pushed to another line
    this.#target.textContent = `${wager === "tie" ? "Tie" : "Bet"}${others ? `, ${where}` : ""}`;
    const note = this.#noted();
    setAttribute(this.#field, "aria-invalid", note?.wrong && "true");
    this.#says.classList.toggle("wrong", Boolean(note?.wrong));
    if (this.#says.textContent !== (note?.text ?? "")) this.#says.textContent = note?.text ?? "";
    if (document.activeElement !== this.#field && !note?.wrong) {
      this.#field.value = money(amountOf(scene, seat, wager));
    }
    const sign = signOf(scene, wager, bounds);
    this.#limit.textContent = hint(bounds, sign);
    this.#undo.disabled = !scene.draft.before;
    this.#clear.disabled = this.#double.disabled = !total(scene.draft, scene.placed);
    this.#again.disabled = !again(scene).length;
    this.#again.hidden = this.#double.hidden = !repeats(scene);
    this.#showChips(chipsFor({ ...bounds, least: Math.max(bounds.least, sign.least) }));
  }

  /** What is said of the chips as they lie now. */
  #noted() {
    const scene = this.#scene, note = this.#note;
    return note && note.draft === scene?.draft && note.active === scene.active ? note : null;
  }

  /** Whether what was typed can be wagered; if not, that is said and the amount asked for. */
  isSound() {
    const note = this.#isAway() ? null : this.#noted();
    if (!note?.wrong) return true;
    alertOf(note.text);
    this.enter();
    return false;
  }

  /** Whether a wrong amount waits to be mended. */
  get wrong() {
    return Boolean(this.#noted()?.wrong);
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
    const sum = bounds.amounts?.length ? value : has + value;
    const amount = Math.min(sum, mostOf(scene, wager, bounds, has));
    const draft = put(scene.draft, key, amount);
    const text = amount < sum ? isMost(amount, bounds) : "";
    this.#note = { text, wrong: false, draft, active: key };
    play("chip");
    scene.lay(draft);
    if (key !== scene.active) scene.choose(key);
  }

  /** Lay what was typed, or say what is wrong with it; whether it can be. */
  #typed() {
    const scene = this.#scene, [seat, wager] = this.#active();
    const bounds = scene && boundsOf(scene, seat, wager);
    if (!scene || !bounds) return false;
    const { amount, why } = typed(
      this.#field.value,
      bounds,
      scene.sign.limits.unit_binds === "all" ? scene.sign.limits.unit : 1,
    );
    const { active } = scene, same = why || amount === amountOf(scene, seat, wager);
    const draft = same ? scene.draft : put(scene.draft, active, amount);
    const text = why || unusual(amount, signOf(scene, wager, bounds));
    this.#note = { text, wrong: why !== "", draft, active };
    scene.lay(draft);
    return !why;
  }

  /**
   * Enter takes the amount and Escape does not: both leave it. So does a letter that stands for
   * something, when an amount has been typed.
   *
   * @param {KeyboardEvent} event
   */
  #key(event) {
    const { selectionStart, selectionEnd, value } = this.#field;
    const whole = selectionStart === 0 && selectionEnd === value.length;
    const letter = COMMANDS.test(event.key) && !whole && !event.ctrlKey && !event.metaKey;
    if (event.key === "Escape") this.#note = null;
    else if (event.key !== "Enter" && !letter) return;
    else if (!this.#typed()) return;
    event.preventDefault();
    this.#leave();
  }

  /** From the amount to what comes next. */
  #leave() {
    const scene = this.#scene, [seat, wager] = this.#active();
    if (scene) this.#field.value = money(amountOf(scene, seat, wager));
    const next = this.closest("cw-table")?.querySelector("[data-command=deal]");
    if (next instanceof HTMLElement) next.focus();
    else this.#field.blur();
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
      return {
        seat: Number(seat),
        wager: /** @type {"primary"} */ (wager),
        amount: 2 * amount,
      };
    });
    this.#layAll(scene, wagers);
  }

  /**
   * Lay these wagers, each as far as it can be.
   *
   * @param {Scene} scene
   * @param {Wager[]} wagers
   */
  #layAll(scene, wagers) {
    let text = "";
    const laid = wagers.map((one) => {
      const bounds = boundsOf(scene, one.seat, one.wager), { wager, seat } = one;
      const most = bounds ? mostOf(scene, wager, bounds, amountOf(scene, seat, wager)) : 0;
      /** @type {number[]} */
      const some = bounds?.amounts ?? [];
      const amount = some.length
        ? some.findLast((each) => each <= one.amount) ?? 0
        : Math.min(one.amount, most);
      if (amount < one.amount) text ||= some.length ? isOne(some) : isMost(amount, bounds);
      return { ...one, amount };
    });
    const draft = putAll(scene.draft, laid);
    this.#note = { text, wrong: false, draft, active: scene.active };
    scene.lay(draft);
  }

  rebet() {
    const scene = this.#scene, last = scene ? again(scene) : [];
    if (!scene || !last.length || this.#isAway()) return false;
    play("chip");
    this.#layAll(scene, last);
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

/**
 * What the sign says of a wager.
 *
 * @param {Scene} scene
 * @param {string} wager
 * @param {Bounds} bounds where it says nothing
 * @returns {Bounds}
 */
function signOf({ sign: { limits } }, wager, bounds) {
  return (wager === "tie" ? limits.tie : limits.primary) ?? bounds;
}

/**
 * The most that chips make: what the sign says, though more may have been typed.
 *
 * @param {Scene} scene
 * @param {string} wager
 * @param {Bounds} bounds
 * @param {number} has what lies there
 */
function mostOf(scene, wager, bounds, has) {
  return Math.min(bounds.most, Math.max(has, signOf(scene, wager, bounds).most));
}

customElements.define("cw-chips", Tray);
