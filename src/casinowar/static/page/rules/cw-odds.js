/**
 * The odds beside a table: what each wager costs and what each choice is worth, exactly, from a
 * fresh shoe or with the cards that were seen; and how a session can end.
 *
 *     <cw-odds table="washington"></cw-odds>
 *
 * `seen` may be set as often as the cards change: the house is asked when they have come to rest.
 */

import { get, Problem } from "../lib/api.js";
import { reason } from "../lib/loading.js";
import { fill, h, styled } from "../lib/dom.js";
import { decksOf } from "../lib/money.js";
import { sessionPlot } from "./sessionplot.js";
import { choicesOf, edgeWords, goneOf, occasionOf, pricesOf } from "./prices.js";
import { WAGERS, worded } from "../lib/terms.js";

await styled("css/tools.css");

/** @import { TableOdds } from "../lib/api.d.ts" */

const ROUNDS = 100;
const REST = 1200;

export class Odds extends HTMLElement {
  static observedAttributes = ["table"];
  /** @type {string[]} */
  #seen = [];
  /** The rank of the tie that waits for a choice. */
  #tied = "";
  #asked = "";
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #body = h("div", { class: "odds-body" });

  connectedCallback() {
    if (!this.firstChild) fill(this, h("h2", {}, "The odds here"), this.#body);
    this.#plan(0);
  }

  disconnectedCallback() {
    clearTimeout(this.#timer);
  }

  attributeChangedCallback() {
    this.#plan(0);
  }

  /** The cards that were seen since the shoe came. */
  get seen() {
    return this.#seen;
  }

  /** @param {string[]} cards */
  set seen(cards) {
    this.#seen = cards;
    this.#tied = "";
    this.#plan(REST);
  }

  /**
   * A tie waits for a choice: what each is worth, without the two cards that tied.
   *
   * @param {string[]} cards all that were seen, those two among them
   * @param {string} rank
   */
  tie(cards, rank) {
    const left = [...cards];
    for (let taken = 0; taken < 2; taken++) {
      left.splice(left.findIndex((card) => card[0] === rank), 1);
    }
    this.#seen = left;
    this.#tied = rank;
    this.#plan(0);
  }

  /** @param {TableOdds} odds */
  #panel(odds) {
    const count = this.#seen.length, before = this.#tied ? "before this tie" : "so far";
    const shoe = count
      ? `With the ${count} cards seen ${before} gone from ${decksOf(odds.decks)}.`
      : `From a fresh shoe of ${decksOf(odds.decks)}.`;
    return [
      h("p", { class: "dim" }, shoe),
      pricesTable(odds),
      choicesTable(odds, this.#tied),
      odds.session && sessionPlot(odds.session),
    ];
  }

  /** @param {number} wait */
  #plan(wait) {
    clearTimeout(this.#timer);
    if (this.isConnected) this.#timer = setTimeout(() => this.#ask(), wait);
  }

  async #ask() {
    const table = this.getAttribute("table"), gone = goneOf(this.#seen);
    const query = new URLSearchParams({ gone, rounds: String(ROUNDS) });
    const path = /** @type {const} */ (
      `/api/tables/${encodeURIComponent(table ?? "")}/odds?${query}`
    );
    const asked = path + this.#tied;
    if (!table || asked === this.#asked) return;
    this.#asked = asked;
    try {
      const odds = await get(path);
      if (asked === this.#asked) fill(this.#body, this.#panel(odds));
    } catch (error) {
      this.#asked = "";
      const busy = error instanceof Problem && error.status === 429;
      if (busy) this.#plan(3 * REST);
      else fill(this.#body, h("p", { class: "dim" }, reason(error)));
    }
  }
}

/** @param {TableOdds} odds */
function pricesTable(odds) {
  return h(
    "table",
    { class: "figures-table" },
    h("caption", {}, "What each wager costs"),
    h("thead", {}, h("tr", {}, ["Wager", "Edge"].map((title) => h("th", { scope: "col" }, title)))),
    h(
      "tbody",
      {},
      pricesOf(odds).map(({ wager, edge, basis }) =>
        h(
          "tr",
          {},
          h("th", { scope: "row" }, WAGERS[wager], h("small", {}, worded(basis))),
          h("td", { class: "figure", title: edge }, edgeWords(edge)),
        )
      ),
    ),
  );
}

/**
 * @param {TableOdds} odds
 * @param {string} [tied] the rank of the tie that waits for a choice
 */
export function choicesTable(odds, tied = "") {
  const rows = choicesOf(odds);
  if (!rows.length) return null;
  const what = occasionOf(odds), title = what.replace(/^./, (letter) => letter.toUpperCase());
  const titles = [`${title} of`, ...rows[0].worth.map(([choice]) => choice)];
  return h(
    "table",
    { class: "figures-table" },
    h("caption", {}, `What a choice on a ${what} is worth, in bets`),
    h("thead", {}, h("tr", {}, titles.map((title) => h("th", { scope: "col" }, title)))),
    h(
      "tbody",
      {},
      rows.map(({ ranks, best, worth }) => {
        const now = tied && ranks.includes(tied);
        const named = ranks.length === odds.cards.length
          ? "any rank"
          : ranks.map(rankName).join(" ");
        return h(
          "tr",
          { class: now ? "now" : "" },
          h("th", { scope: "row" }, named, now && h("small", {}, `your tie of ${rankName(tied)}`)),
          worth.map(([choice, value]) =>
            h(
              "td",
              { class: best === choice ? "figure best" : "figure" },
              value,
              best === choice && " (best)",
            )
          ),
        );
      }),
    ),
  );
}

/** @param {string} rank */
function rankName(rank) {
  return rank === "T" ? "10" : rank;
}

customElements.define("cw-odds", Odds);
