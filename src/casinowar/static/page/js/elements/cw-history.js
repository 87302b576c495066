/** My rounds, the newest first, page by page: cards, wagers, what each came to. */

import { get } from "../api.js";
import { fillWhenAsked, reason } from "../asking.js";
import { alertOf } from "../announce.js";
import { h, styled } from "../dom.js";
import { miniCard } from "../minicards.js";
import { money, signed } from "../money.js";
import { session } from "../session.js";

await styled("css/tools.css");

const PAGE = 20;

/**
 * @typedef {{deal: string, to: string, seat: number, card: string}} Card
 * @typedef {{seat: number, wager: string, stake: number, net: number}} Wager
 * @typedef {object} Row
 * @property {string} table
 * @property {string} name
 * @property {number} round
 * @property {number} at
 * @property {number} net
 * @property {Wager[]} wagers
 * @property {Card[]} cards
 */

export class History extends HTMLElement {
  #list = h("ol", { class: "rounds" });
  #more = h("button", { onclick: () => this.#older() }, "Older rounds");
  /** @type {string | null} */
  #next = null;

  connectedCallback() {
    document.title = "My rounds · casinowar";
    fillWhenAsked(this, () => this.#first());
  }

  async #first() {
    const title = h("h1", {}, "My rounds");
    await session.remember();
    if (!session.me) return [title, nothing()];
    const rows = await this.#page("");
    if (!rows.length) return [title, nothing()];
    this.#list.replaceChildren(...rows);
    return [title, this.#list, this.#more];
  }

  /** @param {string} after */
  async #page(after) {
    const found = await get(`/api/me/rounds?limit=${PAGE}${after && `&after=${after}`}`);
    this.#next = found.next;
    this.#more.hidden = found.next === null;
    return /** @type {Row[]} */ (found.rounds).map(rowOf);
  }

  async #older() {
    try {
      const rows = await this.#page(this.#next ?? "");
      this.#list.append(...rows);
      rows[0]?.querySelector("a")?.focus();
    } catch (error) {
      alertOf(reason(error));
    }
  }
}

function nothing() {
  return h(
    "div",
    { class: "panel note" },
    h("p", {}, "No round yet. What you play stands here, card by card, for as long as the house."),
    h("a", { class: "button main", href: "/" }, "To the tables"),
  );
}

/** @param {Row} row */
function rowOf(row) {
  const seats = [...new Set(row.wagers.map(({ seat }) => seat))].sort((a, b) => a - b);
  const side = row.net > 0 ? "won" : row.net < 0 ? "lost" : "even";
  return h(
    "li",
    { class: "panel round-row" },
    h(
      "h2",
      {},
      h(
        "a",
        { href: `/rounds/${row.table}/${row.round}` },
        `Round ${row.round}, ${row.name || row.table}`,
      ),
    ),
    h("time", { class: "dim", dateTime: new Date(row.at).toISOString() }, when(row.at)),
    h("strong", { class: `net ${side}` }, signed(row.net)),
    h("ul", { class: "hands" }, seats.map((seat) => handOf(row, seat))),
  );
}

/**
 * @param {Row} row
 * @param {number} seat
 */
function handOf(row, seat) {
  const deals = ["original", "war"].map((deal) => {
    const of = (/** @type {string} */ to) =>
      row.cards.find((card) =>
        card.deal === deal && card.to === to && (card.seat === seat || !card.seat)
      );
    return { own: of("player"), dealer: of("dealer"), deal };
  });
  return h(
    "li",
    {},
    h("span", { class: "dim" }, `Seat ${seat}`),
    deals.map(({ own, dealer, deal }) =>
      own && h(
        "span",
        { class: "against" },
        deal === "war" && "war ",
        miniCard(own.card),
        dealer && " against ",
        dealer && miniCard(dealer.card),
      )
    ),
    h(
      "span",
      { class: "wagers" },
      row.wagers.filter((wager) => wager.seat === seat).map((wager) =>
        h(
          "span",
          {},
          `${wager.wager.replace("_", " ")} ${money(wager.stake)} (${signed(wager.net)})`,
        )
      ),
    ),
  );
}

/** @param {number} at */
export function when(at) {
  return new Date(at).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
}

customElements.define("cw-history", History);

export const screen = () => document.createElement("cw-history");
