/**
 * The odds beside a table: what each wager costs and what each choice is worth, exactly, from a
 * fresh shoe or with the cards that were seen; and how a session can end.
 *
 *     <cw-odds table="washington"></cw-odds>
 *
 * `seen` may be set as often as the cards change: the house is asked when they have come to rest.
 */

import { get, Problem } from "../api.js";
import { reason } from "../asking.js";
import { fill, h, styled } from "../dom.js";
import { fixed } from "../fractions.js";
import { sessionPlot } from "../plot.js";
import { choicesOf, edgeWords, goneOf, pricesOf } from "../prices.js";

await styled("css/tools.css");

const ROUNDS = 100;
const REST = 1200;

/** @type {Record<string, string>} */
const RANKS = { T: "10" };

export class Odds extends HTMLElement {
  static observedAttributes = ["table"];
  /** @type {string[]} */
  #seen = [];
  #asked = "";
  #timer = 0;
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
    this.#plan(REST);
  }

  /** @param {number} wait */
  #plan(wait) {
    clearTimeout(this.#timer);
    if (this.isConnected) this.#timer = setTimeout(() => this.#ask(), wait);
  }

  async #ask() {
    const table = this.getAttribute("table"), gone = goneOf(this.#seen);
    const path = `/api/tables/${encodeURIComponent(table ?? "")}/odds?` +
      new URLSearchParams({ gone, rounds: String(ROUNDS) });
    if (!table || path === this.#asked) return;
    this.#asked = path;
    try {
      const odds = await get(path);
      if (path === this.#asked) fill(this.#body, panelOf(odds, this.#seen.length));
    } catch (error) {
      this.#asked = "";
      const busy = error instanceof Problem && error.status === 429;
      if (busy) this.#plan(3 * REST);
      else fill(this.#body, h("p", { class: "dim" }, reason(error)));
    }
  }
}

/**
 * @param {any} odds
 * @param {number} seen
 */
function panelOf(odds, seen) {
  const shoe = seen
    ? `With the ${seen} cards seen so far gone from ${odds.decks} decks.`
    : `From a fresh shoe of ${odds.decks} decks.`;
  return [
    h("p", { class: "dim" }, shoe),
    pricesTable(odds),
    choicesTable(odds),
    odds.session && sessionPlot(odds.session),
  ];
}

/** @param {any} odds */
export function pricesTable(odds) {
  return h(
    "table",
    { class: "figures-table" },
    h("caption", {}, "What each wager costs"),
    h(
      "thead",
      {},
      h("tr", {}, ["Wager", "Edge", "Of what"].map((title) => h("th", { scope: "col" }, title))),
    ),
    h(
      "tbody",
      {},
      pricesOf(odds).map(({ wager, edge, basis }) =>
        h(
          "tr",
          {},
          h("th", { scope: "row" }, wager),
          h("td", { class: "figure", title: edge }, edgeWords(edge)),
          h("td", {}, basis),
        )
      ),
    ),
  );
}

/** @param {any} odds */
export function choicesTable(odds) {
  const rows = choicesOf(odds);
  if (!rows.length) return null;
  const choices = Object.keys(rows[0].expectation);
  return h(
    "table",
    { class: "figures-table" },
    h("caption", {}, "What a choice on a tie is worth, in primary wagers"),
    h(
      "thead",
      {},
      h("tr", {}, ["Tie of", ...choices].map((title) => h("th", { scope: "col" }, title))),
    ),
    h(
      "tbody",
      {},
      rows.map((row) =>
        h(
          "tr",
          {},
          h("th", { scope: "row" }, row.rank ? RANKS[row.rank] ?? row.rank : "any rank"),
          choices.map((choice) =>
            h(
              "td",
              { class: row.best === choice ? "figure best" : "figure" },
              fixed(row.expectation[choice], 4),
              row.best === choice && " (best)",
            )
          ),
        )
      ),
    ),
  );
}

customElements.define("cw-odds", Odds);
