/** The keys for cards: thirteen ranks, and the suits for those who want to say them too. */

import { fill, h, setAttribute } from "../../lib/dom.js";
import { takesCard } from "../phrases.js";

/** @import { DealerView } from "../../lib/api.d.ts" */

const RANKS = ["A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2"];

/** @type {[string, string, string][]} */
const SUITS = [["s", "♠", "spades"], ["h", "♥", "hearts"], ["d", "♦", "diamonds"], [
  "c",
  "♣",
  "clubs",
]];

export class Ranks {
  element = h("section", { class: "ranks", "aria-label": "Cards" });
  #rank = "";
  #suited = false;
  #keys;
  #suits;
  #switch;
  /** @type {DealerView | null} */
  #desk = null;
  #asked = false;

  /** @param {(card: string) => void} took */
  constructor(took) {
    this.#keys = new Map(RANKS.map((rank) => [
      rank,
      h("button", { class: "rank", data: { rank }, onclick: () => this.#press(rank, took) }, rank),
    ]));
    this.#suits = h(
      "div",
      { class: "suits", hidden: true, role: "group", "aria-label": "Suit" },
      SUITS.map(([suit, sign, name]) =>
        h("button", {
          class: "suit",
          data: { suit },
          "aria-label": name,
          onclick: () => this.#pressSuit(suit, took),
        }, sign)
      ),
    );
    this.#switch = h("button", {
      class: "rank suit-switch",
      "aria-pressed": "false",
      onclick: () => this.#toggle(),
    }, "Suits");
    fill(
      this.element,
      h("div", { class: "rank-keys" }, [...this.#keys.values()], this.#switch),
      this.#suits,
    );
  }

  /**
   * @param {DealerView} desk
   * @param {boolean} asked whether a card is asked for beside the one that comes next
   */
  update(desk, asked) {
    this.#desk = desk;
    this.#asked = asked;
    const open = this.#isOpen();
    if (!open) this.#rank = "";
    for (const [rank, key] of this.#keys) {
      const gone = desk.gone.includes(rank === "10" ? "T" : rank);
      setAttribute(key, "aria-disabled", (!open || gone) && "true");
      key.classList.toggle("gone", gone);
      setAttribute(key, "aria-label", gone && `${rank}, none left`);
      setAttribute(key, "aria-pressed", this.#suited && String(this.#rank === rank));
    }
    for (const key of this.#suits.querySelectorAll("button")) {
      const card = `${this.#rank === "10" ? "T" : this.#rank}${key.dataset.suit}`;
      const gone = desk.gone.includes(card);
      setAttribute(key, "aria-disabled", (!open || !this.#rank || gone) && "true");
    }
    this.element.classList.toggle("open", open);
  }

  #isOpen() {
    const desk = this.#desk;
    return Boolean(desk?.deals && !desk.closed && (this.#asked || takesCard(desk)));
  }

  #toggle() {
    this.#suited = !this.#suited;
    this.#rank = "";
    this.#suits.hidden = !this.#suited;
    this.#switch.setAttribute("aria-pressed", String(this.#suited));
    if (this.#desk) this.update(this.#desk, this.#asked);
  }

  /**
   * @param {string} rank
   * @param {(card: string) => void} took
   */
  #press(rank, took) {
    if (this.#keys.get(rank)?.getAttribute("aria-disabled")) return;
    if (!this.#suited) return took(rank);
    this.#rank = rank;
    if (this.#desk) this.update(this.#desk, this.#asked);
  }

  /**
   * @param {string} suit
   * @param {(card: string) => void} took
   */
  #pressSuit(suit, took) {
    const key = this.#suits.querySelector(`[data-suit="${suit}"]`);
    if (!this.#rank || key?.getAttribute("aria-disabled")) return;
    const card = `${this.#rank}${suit}`;
    this.#rank = "";
    took(card);
    if (this.#desk) this.update(this.#desk, this.#asked);
  }
}
