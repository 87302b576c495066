/** The felt: dealer, shoe and discards, what is awaited and how long, and the places around it. */

import { backElement } from "../../lib/cards/cards.js";
import { fill, h } from "../../lib/dom.js";
import { amountsOf, money } from "../../lib/money.js";
import { beat, goesTo, leaveFor, pace, pause, strikes } from "./motion.js";
import { awaited } from "../messages.js";
import { nameOf } from "../scene.js";
import { play } from "./sound.js";
import { stakeNow } from "../bets/wagers.js";
import { Place, showCards } from "./cw-place.js";
import { ShoeBox } from "./cw-shoe.js";

/**
 * @import { Event, TableSign } from "../../lib/api.d.ts"
 * @import { Scene } from "../scene.js"
 *
 * @typedef {object} Ways where things on the felt come from and go to
 * @property {Element} shoe
 * @property {Element} discards
 * @property {Element} rack the chips that wagers are paid from: the dealer's, or a banker's
 */

const DAY = 86_400_000;

/** @type {Record<string, number>} milliseconds that an event is looked at */
const LOOKED_AT = {
  card_dealt: 430,
  cards_burned: 380,
  war_declared: 1100,
  wager_settled: 480,
  shoe_brought: 300,
};
/** A war's card is waited for. */
const TENSE = 750;
/** The cards of the last round are collected first. */
const SWEPT = 420;

/** @type {[string, string, string][]} the outcomes that a layout prints: wager, outcome, words */
const PRINTED = [
  ["higher", "primary", "Bet"],
  ["equal", "tie", "Tie wager"],
  ["war_higher", "war", "War won"],
  ["war_equal", "war", "War tied"],
];

/**
 * What is printed on the layout: the main pays, and the limits.
 *
 * @param {TableSign} sign
 */
function printed({ pays, limits }) {
  const odds = PRINTED.flatMap(([outcome, wager, says]) => {
    const pay = pays.find((row) => row.outcome === outcome)?.pays[wager];
    return pay ? [`${says} ${pay}`] : [];
  });
  const tie = limits.tie && amountsOf(limits.tie);
  const bet = amountsOf(limits.primary);
  const bounds = tie && tie !== bet ? `Bets ${bet} · tie wagers ${tie}` : `Bets ${bet}`;
  return [odds.join(" · "), bounds];
}

export class Felt extends HTMLElement {
  #cards = h("div", { class: "dealer-cards" });
  #dealer = h("p", { class: "who" }, "Dealer");
  #bank = h("p", { class: "bank" });
  #rack = h("div", { class: "rack", "aria-hidden": "true" });
  #layer = h("div", { class: "felt-layer", "aria-hidden": "true" });
  #discards = h("div", { class: "discards", "aria-hidden": "true" });
  #status = h("p", { class: "status" });
  #late = h("p", { class: "late", hidden: true });
  #timer = h("span", { class: "timer", hidden: true });
  #places = h("div", { class: "places" });
  #print = h("p", { class: "print" });
  #shoe = new ShoeBox();
  /** @type {Scene | undefined} */
  #scene;
  #sweeping = false;

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
        h("div", { class: "dealer" }, this.#rack, this.#dealer, this.#cards),
        this.#shoe,
      ),
      this.#bank,
      this.#print,
      this.#late,
      h("div", { class: "status-row" }, this.#status, this.#timer),
      this.#places,
      this.#layer,
    );
  }

  /**
   * @param {Scene} scene
   * @param {boolean} dealing cards are still on their way
   */
  update(scene, dealing) {
    this.#scene = scene;
    const { view, sign } = scene, { round, shoe } = view;
    const ways = this.#ways(scene);
    this.#sweeping = this.#sweep(round?.number ?? 0, ways);
    this.#showPlaces(scene, ways);
    const dealt = round?.cards.filter((card) => card.to === "dealer" && card.seat === 0) ?? [];
    showCards(this.#cards, dealt, scene, ways);
    this.#dealer.textContent = view.dealer ? `Dealer ${nameOf(scene, view.dealer)}` : "Dealer";
    this.#cards.classList.toggle("tied", this.#places.querySelector(".tied") !== null);
    this.#shoe.update(view, sign.decks);
    const whole = sign.decks * 52, out = round?.cards.length ?? 0;
    const gone = shoe ? whole - shoe.left - out : 0;
    this.#discards.style.setProperty("--gone", String(gone / whole));
    if (!this.#print.firstChild) {
      fill(
        this.#print,
        printed(sign).map((line) => h("span", {}, line)),
      );
    }
    this.#late.hidden = !scene.late;
    if (this.#late.textContent !== scene.late) this.#late.textContent = scene.late;
    this.#showStatus(dealing ? "" : awaited(scene));
    this.#showBank(scene);
  }

  /**
   * Collect the cards of other rounds than this one; whether there were any.
   *
   * @param {number} round
   * @param {Ways} ways
   */
  #sweep(round, { discards }) {
    const dealt = /** @type {HTMLElement[]} */ ([...this.querySelectorAll(".card[data-round]")]);
    const old = dealt.filter((card) => card.dataset.round !== String(round));
    for (const card of old) delete card.dataset.round;
    leaveFor(old, discards, { turn: true });
    return old.length > 0;
  }

  /** @param {string} text */
  #showStatus(text) {
    if (this.#status.textContent !== text) this.#status.textContent = text;
  }

  /**
   * @param {Scene} scene
   * @returns {Ways}
   */
  #ways({ view }) {
    const banker = view.bank?.stake ? this.#places.children[view.bank.seat - 1] : null;
    return {
      shoe: this.#shoe.mouth,
      discards: this.#discards,
      rack: banker?.querySelector(".who") ?? this.#rack,
    };
  }

  /**
   * @param {Scene} scene
   * @param {Ways} ways
   */
  #showPlaces(scene, ways) {
    const { seats } = scene.view;
    while (this.#places.children.length < seats.length) this.#places.append(new Place());
    const middle = (seats.length - 1) / 2;
    [...this.#places.children].forEach((child, index) => {
      const place = /** @type {Place} */ (child), away = (index - middle) / (middle || 1);
      place.style.setProperty("--lift", (1 - away * away).toFixed(3));
      place.update(index + 1, scene, ways);
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
   * Have events seen and heard, for as long as that takes.
   *
   * @param {Event[]} events
   */
  async show(events) {
    let wait = this.#sweeping ? SWEPT : 0;
    this.#sweeping = false;
    for (const event of events) {
      wait = Math.max(
        wait,
        "deal" in event && event.deal === "war" ? TENSE : LOOKED_AT[event.type] ?? 0,
      );
      if (event.type === "card_dealt") play("card");
      if (event.type === "wager_settled" && event.net) play("chip");
      if (event.type === "cards_burned") this.#burn(event.count);
      if (event.type === "war_declared") this.#war();
      if (event.type === "bank_matched") {
        this.#showStatus(`War! The bank posts ${money(event.amount)} beside it.`);
      }
    }
    if (wait) await pause(wait);
  }

  /** A war is declared: one sees, hears and feels it. */
  #war() {
    play("war");
    this.#showStatus("War!");
    beat(this.#status);
    if (!pace()) return;
    const cry = h("p", { class: "war-cry" }, "War!");
    this.#layer.append(cry);
    strikes(cry, this);
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
      goesTo(card, this.#discards, { delay: turn * 90 });
    }
  }
}

customElements.define("cw-felt", Felt);
