/**
 * Rounds, the newest first, page by page: one's own at all tables, or everyone's at one table. Each
 * with its cards, its wagers and what they came to.
 */

import { get } from "../lib/api.js";
import { fillWhenAsked, reason } from "../lib/loading.js";
import { alertOf } from "../lib/announcements.js";
import { h, styled } from "../lib/dom.js";
import { miniCard } from "../lib/cards/minicards.js";
import { money, signed } from "../lib/money.js";
import { session } from "../lib/session.js";
import { sentence, WAGERS } from "../lib/terms.js";

await styled("css/tools.css");

const PAGE = 20;

/**
 * @import { OwnRound, OwnWager, SettledWager, TableRound, TableRounds } from "../lib/api.d.ts"
 * @import { Child } from "../lib/dom.js"
 */

export class History extends HTMLElement {
  /** Everyone's rounds at this one; one's own without it. */
  table = "";
  #list = h("ol", { class: "rounds" });
  #more = h("button", { onclick: () => this.#older() }, "Older rounds");
  /** @type {string | null} */
  #next = null;
  #name = "";

  connectedCallback() {
    document.title = `${this.table ? "Rounds" : "My rounds"} · casinowar`;
    fillWhenAsked(this, () => this.table ? this.#everyones() : this.#own());
  }

  async #own() {
    const title = h("h1", {}, "My rounds");
    await session.remember();
    if (!session.me) return [title, nothing(YOURS)];
    const rows = await this.#page("");
    if (!rows.length) return [title, nothing(YOURS)];
    this.#list.replaceChildren(...rows);
    return [title, this.#list, this.#more];
  }

  async #everyones() {
    await session.remember();
    const rows = await this.#page("");
    this.#list.replaceChildren(...rows);
    const head = h(
      "div",
      { class: "tool-head" },
      h("h1", {}, `Rounds at ${this.#name}`),
      h("p", {}, h("a", { href: `/tables/${this.table}` }, "To the table")),
    );
    return rows.length ? [head, this.#list, this.#more] : [head, nothing(THEIRS)];
  }

  /** @param {string} after */
  async #page(after) {
    const query = `limit=${PAGE}${after && `&after=${after}`}`;
    if (!this.table) {
      const { rounds, next } = await get(`/api/me/rounds?${query}`);
      this.#continue(next);
      return rounds.map(ownRow);
    }
    const table = encodeURIComponent(this.table);
    const { name, names, rounds, next } = await get(`/api/tables/${table}/rounds?${query}`);
    this.#continue(next);
    this.#name = name;
    return rounds.map((row) => rowAt(this.table, row, names));
  }

  /** @param {string | null} next where older rounds begin */
  #continue(next) {
    this.#next = next;
    this.#more.hidden = next === null;
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

const YOURS = "No round yet. What you play stands here, card by card, for as long as the house.";
const THEIRS = "No round yet. What is played stands here, card by card, for as long as the house.";

/** @param {string} says */
function nothing(says) {
  return h(
    "div",
    { class: "panel note" },
    h("p", {}, says),
    h("a", { class: "button main", href: "/" }, "To the tables"),
  );
}

/**
 * @param {string} href
 * @param {string} title
 * @param {number} at
 * @param {...(Node | string)} more
 */
function item(href, title, at, ...more) {
  return h(
    "li",
    { class: "panel round-row" },
    h("h2", {}, h("a", { href }, title)),
    h("time", { class: "dim", dateTime: new Date(at).toISOString() }, when(at)),
    ...more,
  );
}

/**
 * What was ruled on a round, or that it was cancelled.
 *
 * @param {Pick<OwnRound, "notes">} row
 */
function notesOf({ notes }) {
  return notes.map((note) => h("p", { class: "round-note" }, sentence(note)));
}

/** @param {OwnRound} row */
function ownRow(row) {
  const played = row.banked ? row.cards.filter(({ seat }) => seat) : row.wagers;
  const seats = [...new Set(played.map(({ seat }) => seat))].sort((a, b) => a - b);
  return item(
    `/rounds/${row.table}/${row.round}`,
    `Round ${row.round}, ${row.name || row.table}`,
    row.at,
    netOf(row.net),
    h(
      "ul",
      { class: "hands" },
      row.banked && bankOf(["You, as the bank"], row.staked),
      seats.map((seat) => {
        const wagers = row.wagers.filter((wager) => wager.seat === seat);
        return handOf(row.cards, seat, wagers, [`Seat ${seat}`], null, lateAt(row, seat));
      }),
    ),
    ...notesOf(row),
  );
}

/**
 * @param {string} table
 * @param {TableRound} row
 * @param {TableRounds["names"]} names
 */
function rowAt(table, row, names) {
  /** @type {Map<string, SettledWager[]>} whoever bets behind a seat has a hand there, too */
  const hands = new Map();
  for (const wager of row.wagers) {
    const key = `${wager.seat} ${wager.player}`;
    hands.set(key, [...(hands.get(key) ?? []), wager]);
  }
  const sorted = [...hands.values()].sort(([a], [b]) => a.seat - b.seat);
  return item(
    `/rounds/${table}/${row.round}`,
    `Round ${row.round}`,
    row.at,
    h(
      "ul",
      { class: "hands" },
      row.bank && bankOf(
        called("Bank", row.bank.player, names),
        row.bank.stake,
        row.wagers.length ? netOf(row.bank.net) : null,
      ),
      sorted.map((wagers) => {
        const [{ seat, player }] = wagers;
        const net = wagers.reduce((sum, wager) => sum + wager.net, 0);
        const who = called(`Seat ${seat}`, player, names);
        return handOf(row.cards, seat, wagers, who, netOf(net), lateAt(row, seat, player));
      }),
      !row.wagers.length && h("li", { class: "dim" }, "Under way."),
    ),
    ...notesOf(row),
  );
}

/**
 * @param {string} place
 * @param {string} player
 * @param {TableRounds["names"]} names
 */
function called(place, player, names) {
  return [
    `${place}, ${names[player]?.name ?? player}`,
    names[player]?.bot && h("span", { class: "tag" }, "bot"),
  ];
}

/** @param {number} net */
function netOf(net) {
  const side = net > 0 ? "won" : net < 0 ? "lost" : "even";
  return h("strong", { class: `net ${side}` }, signed(net));
}

/**
 * @param {Child[]} who
 * @param {number} stake
 * @param {HTMLElement | null} [net]
 */
function bankOf(who, stake, net) {
  return h(
    "li",
    { class: "banked" },
    h("span", { class: "dim who" }, who),
    h("span", { class: "wagers" }, `stake ${money(stake)}`),
    net,
  );
}

/**
 * @param {OwnRound["cards"]} cards
 * @param {number} seat
 * @param {OwnWager[]} wagers of one player there
 * @param {Child[]} who
 * @param {HTMLElement | null} net
 * @param {HTMLElement | null} late
 */
function handOf(cards, seat, wagers, who, net, late) {
  const deals = ["original", "war"].map((deal) => {
    const of = (/** @type {string} */ to) =>
      cards.find((card) =>
        card.deal === deal && card.to === to && (card.seat === seat || !card.seat)
      );
    return { own: of("player"), dealer: of("dealer"), deal };
  });
  return h(
    "li",
    {},
    h("span", { class: "dim who" }, who),
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
      wagers.map((wager) =>
        h(
          "span",
          {},
          `${WAGERS[wager.wager]} ${money(wager.stake)} (${signed(wager.net)})`,
        )
      ),
    ),
    late,
    net,
  );
}

/**
 * What the house answered for a hand because time ran out; null if nothing.
 *
 * @param {OwnRound | TableRound} row
 * @param {number} seat
 * @param {string} [player]
 */
function lateAt({ timed_out }, seat, player) {
  const hand = timed_out.find((one) => one.seat === seat && (!player || one.player === player));
  if (!hand) return null;
  const did = hand.forfeited ? "the bet was forfeited" : "the house surrendered the tie";
  return h("span", { class: "late" }, `Time ran out: ${did}`);
}

/** @param {number} at */
export function when(at) {
  return new Date(at).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
}

customElements.define("cw-history", History);

/** @param {Record<string, string>} parameters */
export function screen({ table = "" }) {
  return Object.assign(/** @type {History} */ (document.createElement("cw-history")), { table });
}
