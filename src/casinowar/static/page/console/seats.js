/** The seats of a hand-dealt table: who sits where, what they bet, and which cards lie there. */

import { h } from "../lib/dom.js";
import { miniCard } from "../lib/cards/minicards.js";
import { money } from "../lib/money.js";
import { nameOf } from "./phrases.js";

/**
 * @import { DealerView, DeskBet, DeskSeat, Need } from "../lib/api.d.ts"
 */

/**
 * The seats as keys; one may be chosen, and one is where the next card goes.
 *
 * @param {DealerView} desk
 * @param {number} chosen
 * @param {(seat: number) => void} choose
 */
export function seats(desk, chosen, choose) {
  const { need } = desk;
  const asked = new Set(
    need.type === "choice_needed"
      ? desk.choices.map(({ seat }) => seat)
      : need.type === "card_needed" && need.to === "player"
      ? [need.seat]
      : need.type === "cut_needed"
      ? [need.seat]
      : [],
  );
  const dealers = desk.dealt.filter(({ to }) => to === "dealer");
  return h(
    "section",
    { class: "console-seats", "aria-label": "Seats" },
    h(
      "div",
      { class: "console-dealer", data: { next: String(isDealers(need)) } },
      h("b", {}, "Dealer"),
      h("span", { class: "cards-here" }, dealers.map(({ card }) => miniCard(card))),
    ),
    h(
      "div",
      { class: "seat-keys" },
      desk.seats.map((seat) => key(desk, seat, seat.seat === chosen, asked.has(seat.seat), choose)),
    ),
  );
}

/** @param {Need} need */
function isDealers(need) {
  return need.type === "card_needed" && need.to === "dealer";
}

/**
 * @param {DealerView} desk
 * @param {DeskSeat} seat
 * @param {boolean} chosen
 * @param {boolean} asked
 * @param {(seat: number) => void} choose
 */
function key(desk, seat, chosen, asked, choose) {
  const { player, bets } = seat, holder = desk.names[player];
  const cards = desk.dealt.filter((card) => card.to === "player" && card.seat === seat.seat);
  const banks = player && desk.bank.player === player;
  return h(
    "button",
    {
      class: "seat-key",
      data: { key: `seat ${seat.seat}`, next: String(asked) },
      "aria-pressed": String(chosen),
      onclick: () => choose(seat.seat),
    },
    h("span", { class: "seat-number" }, `${seat.seat}`),
    h("b", { class: "seat-name" }, player ? nameOf(desk, player) : "free"),
    h(
      "span",
      { class: "seat-notes" },
      player && !holder?.walk_in && h("span", { class: "tag" }, "own device"),
      seat.leaving && h("span", { class: "tag" }, "leaves"),
      desk.ready.includes(player) && h("span", { class: "tag" }, "ready"),
      banks && h("span", { class: "tag" }, `bank ${money(desk.bank.stake)}`),
    ),
    h(
      "span",
      { class: "seat-bets" },
      bets.map((bet) =>
        h(
          "span",
          {},
          bet.player !== player && `${nameOf(desk, bet.player)} `,
          lies(bet),
          bet.answer === "surrendered" && [" surren", h("wbr"), "dered"],
        )
      ),
    ),
    h("span", { class: "cards-here" }, cards.map(({ card }) => miniCard(card))),
  );
}

/** @type {Record<string, string>} what stands before an amount */
const WAGERS = { primary: "", tie: "tie ", war: "war ", war_tie: "war tie " };

/**
 * What of a bet still lies there.
 *
 * @param {DeskBet} bet
 */
function lies({ open }) {
  return Object.entries(open).map(([wager, amount]) => WAGERS[wager] + money(amount)).join(" + ");
}
