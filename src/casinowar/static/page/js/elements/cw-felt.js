/** The felt: dealer, shoe and discards, what is awaited and how long, and the places around it. */

import { backElement } from "../cards.js";
import { fill, h } from "../dom.js";
import { money } from "../money.js";
import { beat, goesTo, pace, pause } from "../motion.js";
import { awaited } from "../says.js";
import { nameOf } from "../scene.js";
import { play } from "../sound.js";
import { stakeNow } from "../wagers.js";
import { Place, showCards } from "./cw-place.js";
import { ShoeBox } from "./cw-shoe.js";

/** @typedef {import("../scene.js").Scene} Scene */

const DAY = 86_400_000;

/** @type {Record<string, number>} milliseconds that an event is looked at */
const LOOKED_AT = {
  card_dealt: 430,
  cards_burned: 380,
  war_declared: 800,
  wager_settled: 160,
  shoe_brought: 300,
};

export class Felt extends HTMLElement {
  #cards = h("div", { class: "dealer-cards" });
  #bank = h("p", { class: "bank" });
  #discards = h("div", { class: "discards", "aria-hidden": "true" });
  #status = h("p", { class: "status" });
  #timer = h("span", { class: "timer", hidden: true });
  #places = h("div", { class: "places" });
  #print = h("p", { class: "print", "aria-hidden": "true" });
  #shoe = new ShoeBox();
  /** @type {Scene | undefined} */
  #scene;

  connectedCallback() {
    this.classList.add("felt");
    fill(
      this,
      h(
        "div",
        { class: "dealer-row" },
        h(
          "div",
          { class: "discard-side" },
          this.#discards,
          h("p", { class: "shoe-says" }, "discards"),
        ),
        h("div", { class: "dealer" }, h("p", { class: "who" }, "Dealer"), this.#cards, this.#bank),
        this.#shoe,
      ),
      this.#print,
      h("div", { class: "status-row" }, this.#status, this.#timer),
      this.#places,
    );
  }

  /** Where cards come from. */
  get mouth() {
    return this.#shoe.mouth;
  }

  /**
   * @param {Scene} scene
   * @param {boolean} dealing cards are still on their way
   */
  update(scene, dealing) {
    this.#scene = scene;
    const { view, sign } = scene, { round, shoe } = view;
    this.#showPlaces(scene);
    const dealt = round?.cards.filter((card) => card.to === "dealer" && card.seat === 0) ?? [];
    showCards(this.#cards, dealt, scene, round?.number ?? 0);
    this.#shoe.update(view, sign.decks);
    const whole = sign.decks * 52, out = round?.playing ? round.cards.length : 0;
    const gone = shoe ? whole - shoe.left - out : 0;
    this.#discards.style.setProperty("--gone", String(gone / whole));
    const tie = sign.pays.find((/** @type {any} */ row) => row.outcome === "equal")?.pays.tie;
    this.#print.textContent = tie ? `Tie wager pays ${tie}` : "";
    this.#showStatus(dealing ? "" : awaited(scene));
    this.#showBank(scene);
  }

  /** @param {string} text */
  #showStatus(text) {
    if (this.#status.textContent !== text) this.#status.textContent = text;
  }

  /** @param {Scene} scene */
  #showPlaces(scene) {
    const { seats } = scene.view;
    while (this.#places.children.length < seats.length) this.#places.append(new Place());
    const middle = (seats.length - 1) / 2;
    this.#places.dataset.seats = String(seats.length);
    [...this.#places.children].forEach((child, index) => {
      const place = /** @type {Place} */ (child), away = (index - middle) / (middle || 1);
      place.style.setProperty("--lift", (1 - away * away).toFixed(3));
      place.update(index + 1, scene);
    });
  }

  /** @param {Scene} scene */
  #showBank(scene) {
    const { bank } = scene.view;
    this.#bank.hidden = !bank;
    if (!bank) return;
    const covers = bank.stake ? `, covers up to ${money(stakeNow(scene.view))}` : "";
    this.#bank.textContent = bank.player
      ? `Bank: ${nameOf(scene, bank.player)}${covers}`
      : "The bank is free";
  }

  /** @param {number} left milliseconds; 0 where nothing is waited for */
  showTime(left) {
    const shown = left > 0 && left < DAY;
    this.#timer.hidden = !shown;
    if (!shown || !this.#scene) return;
    const { since, due } = this.#scene.view;
    this.#timer.textContent = `${Math.ceil(left / 1000)} s`;
    this.#timer.style.setProperty("--part", String(left / Math.max(1, (due ?? 0) - since)));
  }

  /**
   * Have what an entry tells seen and heard, for as long as that takes.
   *
   * @param {any} entry
   */
  async show(entry) {
    let wait = 0;
    for (const event of entry.events ?? []) {
      wait = Math.max(wait, LOOKED_AT[event.type] ?? 0);
      if (event.type === "card_dealt") play("card");
      if (event.type === "cards_burned") this.#burn(event.count);
      if (event.type === "war_declared") this.#war();
    }
    if (wait) await pause(wait);
  }

  /** A war is declared: one sees, hears and feels it. */
  #war() {
    play("war");
    this.#showStatus("War!");
    beat(this.#status);
    if (!pace()) return;
    this.classList.add("at-war");
    setTimeout(() => this.classList.remove("at-war"), 1200 * pace());
    navigator.vibrate?.(80);
  }

  /**
   * Cards go to the discards unseen.
   *
   * @param {number} count
   */
  #burn(count) {
    play("burn");
    for (let turn = 0; turn < count && pace(); turn++) {
      const card = backElement(this.#scene?.view.shoe?.backs ?? "red");
      this.#shoe.append(card);
      goesTo(card, this.#discards, turn * 90);
    }
  }
}

customElements.define("cw-felt", Felt);
