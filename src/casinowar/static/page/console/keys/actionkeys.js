/** What the dealer does now, as large keys: one kind of work for each thing a table waits for. */

import { h } from "../../lib/dom.js";
import { money } from "../../lib/money.js";
import { chipsFor } from "../../table/bets/draft.js";
import { askBehind } from "../backline.js";
import { pad } from "./chippad.js";
import { betWords, FEW, handWords, nameOf, speaksFor, spoken } from "../phrases.js";

/**
 * @import { DealerView, TableSign, TieHand } from "../../lib/api.d.ts"
 * @import { Child } from "../../lib/dom.js"
 *
 * @typedef {object} Making what is made on the screen before it is said
 * @property {number} seat that is chosen; 0 for none
 * @property {number} primary of the bet at that seat
 * @property {number} tie
 * @property {boolean} keyed whether chips of it were touched
 * @property {number | null} stake of a banker
 * @property {number | null} behind the cut card
 * @property {{words: string, asks: string, card: boolean, turn: string} | null} asked what is asked
 *   before it is said, for a card or once more, and at which turn of the table
 *
 * @typedef {object} Bench
 * @property {DealerView} desk
 * @property {TableSign} sign
 * @property {Making} making
 * @property {TieHand[]} tied hands in their rows, those that answered too
 * @property {(changes: Partial<Making>) => void} make
 * @property {(words: string, turn?: string) => void} say
 */

/** @type {Making} */
export const NOTHING = {
  seat: 0,
  primary: 0,
  tie: 0,
  keyed: false,
  stake: null,
  behind: null,
  asked: null,
};

/**
 * A key that says something.
 *
 * @param {Bench} bench
 * @param {string} words
 * @param {string} title
 * @param {string} [look]
 */
export function sayKey({ say }, words, title, look = "") {
  return h(
    "button",
    { class: look, data: { key: words, words }, onclick: () => say(words) },
    title,
  );
}

/**
 * @param {Bench} bench
 * @returns {Child[]}
 */
export function work(bench) {
  const { desk } = bench;
  if (desk.closed) return [elsewhere(desk)];
  const orders = desk.orders.length > 0 &&
    h(
      "ol",
      { class: "pay-list orders", "aria-label": "To be done first" },
      desk.orders.map((order) => h("li", {}, order)),
    );
  // rows of ties stay where they are
  return desk.need.type === "choice_needed" ? [...keys(bench), orders] : [orders, ...keys(bench)];
}

/** @param {DealerView} desk */
function elsewhere({ replaced_by }) {
  return replaced_by &&
    h("a", { class: "button main huge", href: `/deal/${replaced_by}` }, "Deal at the new table");
}

/**
 * @param {Bench} bench
 * @returns {Child[]}
 */
function keys(bench) {
  const { desk, making, tied } = bench;
  if (!desk.deals) return [takeOver(bench)];
  if (making.asked) return [question(bench, making.asked)];
  switch (desk.need.type) {
    case "payment_needed":
      return [
        h("ol", { class: "pay-list" }, desk.pay.map((order) => h("li", {}, order))),
        sayKey(bench, "p", "Paid", "main huge"),
      ];
    case "burn_needed":
      return [sayKey(bench, "b", `Burned ${desk.need.count}`, "main huge")];
    case "choice_needed":
      return [h(
        "div",
        { class: "choices", data: { many: String(tied.length > FEW) } },
        tied.map((choice) => choiceOf(bench, choice)),
      )];
    case "bets_needed":
      return desk.paused ? pausing(bench) : betting(bench);
    case "banker_needed":
      return desk.need.players.map((player) => banker(bench, player));
    case "stake_needed":
      return [stake(bench, desk.need.player)];
    case "players_needed":
      return [h("p", { class: "ask" }, "Touch a free seat.")];
    default:
      return preparing(bench);
  }
}

/** @param {Bench} bench */
function takeOver(bench) {
  const { desk } = bench, who = desk.dealer && nameOf(desk, desk.dealer);
  if (!desk.words.includes("dealer")) {
    return h("p", { class: "ask" }, `${who} deals; dealers change between rounds.`);
  }
  return sayKey(bench, "dealer", who ? `Take over from ${who}` : "Deal at this table", "main huge");
}

/**
 * What is asked; or that it was asked of a table that has moved on, where no answer is taken.
 *
 * @param {NonNullable<Making["asked"]>} asked
 * @param {DealerView} desk
 */
export function asks({ asks, turn }, desk) {
  return turn === desk.turn ? asks : "The table has moved on: go back";
}

/**
 * @param {Bench} bench
 * @param {NonNullable<Making["asked"]>} asked
 */
function question({ desk, say, make }, asked) {
  const { words, card, turn } = asked;
  const yes = () => {
    make({ asked: null });
    say(words, turn);
  };
  return h(
    "div",
    { class: "question", role: "group", "aria-label": asks(asked, desk) },
    !card && h("button", { class: "main huge", data: { key: "yes" }, onclick: yes }, "Yes"),
    h("button", {
      class: "huge",
      data: { key: "back" },
      onclick: () => make({ asked: null }),
    }, "Back"),
  );
}

/**
 * @param {Bench} bench
 * @param {TieHand} choice
 */
function choiceOf(bench, choice) {
  const { desk } = bench, { player, seat, war, surrender, ties } = choice;
  const name = nameOf(desk, player), who = handWords(desk, choice);
  const amounts = ties.flatMap((limit) => chipsFor(limit).slice(0, 3));
  return h(
    "div",
    { class: "choice-row", role: "group", "aria-label": `${name}, seat ${seat}` },
    h("p", { class: "ask" }, `${name}, seat ${seat}`),
    !isAsked(desk, choice)
      ? h("p", { class: "answered" }, answerOf(desk, choice))
      : speaksFor(desk, player)
      ? h(
        "div",
        { class: "row" },
        war && sayKey(bench, `${who} w`, "War", "main huge"),
        surrender && sayKey(bench, `${who} s`, "Surrender", "huge"),
        amounts.map((tie) =>
          sayKey(bench, `${who} w ${spoken(tie)}`, `War + tie ${spoken(tie)}`, "huge with-tie")
        ),
      )
      : h("p", {}, "answers on their own device."),
  );
}

/**
 * @param {DealerView} desk
 * @param {TieHand} hand
 */
function isAsked({ choices }, hand) {
  return choices.some(({ player, seat }) => player === hand.player && seat === hand.seat);
}

/**
 * @param {DealerView} desk
 * @param {TieHand} hand
 */
function answerOf({ seats }, { player, seat }) {
  const bet = seats[seat - 1].bets.find((bet) => bet.player === player);
  return bet?.answer === "war" ? "War." : "Surrendered.";
}

/**
 * The words for a bet whose chips were keyed, and which was not placed yet; "" if there is none.
 *
 * @param {Pick<Bench, "desk" | "making">} bench
 */
export function keyedWords({ desk, making }) {
  const { seat, primary, tie, keyed } = making, here = desk.seats[seat - 1];
  const open = desk.need.type === "bets_needed" && !desk.paused;
  if (!keyed || !here?.player || here.leaving || !open) return "";
  const placed = here.bets.find((bet) => bet.player === here.player);
  const same = primary === (placed?.primary ?? 0) && tie === (placed?.tie ?? 0);
  return same ? "" : betWords(seat, { primary, tie }, placed);
}

/**
 * Whether whoever holds a seat has bet there: then others may do so behind it.
 *
 * @param {DealerView} desk
 * @param {number} seat
 */
function isBet({ seats }, seat) {
  const { player, bets } = seats[seat - 1];
  return bets.some((bet) => bet.player === player && bet.primary > 0);
}

/**
 * While no round begins, bets are taken back at most.
 *
 * @param {Bench} bench
 * @returns {Child[]}
 */
function pausing(bench) {
  const { desk, making: { seat } } = bench, here = desk.seats[seat - 1];
  if (!here || !speaksFor(desk, here.player)) return [];
  const placed = here.bets.some(({ player }) => player === here.player);
  return [
    h("p", { class: "ask" }, `Seat ${seat}, ${nameOf(desk, here.player)}`),
    h(
      "div",
      { class: "row" },
      placed && sayKey(bench, `withdraw ${seat}`, "Take it back", "huge"),
      sayKey(bench, `leave ${seat}`, "Leaves", "huge"),
    ),
  ];
}

/** @param {Bench} bench */
function betting(bench) {
  const { desk, sign, making, make } = bench, { seat, primary, tie } = making;
  const again = desk.words.includes("again") && sayKey(bench, "again", "All bet again", "huge");
  const player = seat ? desk.seats[seat - 1].player : "";
  if (!player) return [h("p", { class: "ask" }, "Touch a seat to bet."), again];
  const behind = sign.backline && isBet(desk, seat) &&
    h(
      "button",
      { class: "huge", data: { key: "behind" }, onclick: () => askBehind(bench, seat) },
      "Bet behind",
    );
  const name = nameOf(desk, player);
  if (!speaksFor(desk, player) || player === desk.bank.player) {
    const does = player === desk.bank.player ? "banks" : "bets on their own device";
    return [
      h("p", { class: "ask" }, `${name} ${does}.`),
      h("div", { class: "row" }, again, behind),
    ];
  }
  const words = keyedWords(bench);
  return [
    h("p", { class: "ask" }, `Seat ${seat}, ${name}`),
    pad("Bet", primary, sign.limits.primary, (amount) => make({ primary: amount, keyed: true })),
    sign.limits.tie &&
    pad("Tie", tie, sign.limits.tie, (amount) => make({ tie: amount, keyed: true })),
    h(
      "div",
      { class: "row" },
      words && sayKey(
        bench,
        words,
        primary || tie ? `Bet ${money(primary)}${tie ? ` + ${money(tie)}` : ""}` : "Take it back",
        "main huge",
      ),
      again,
      behind,
      sayKey(bench, `leave ${seat}`, "Leaves", "huge"),
    ),
  ];
}

/**
 * @param {Bench} bench
 * @param {string} player
 */
function banker(bench, player) {
  const { desk } = bench, name = nameOf(desk, player);
  if (!speaksFor(desk, player)) {
    return h("p", { class: "ask" }, `${name} answers on their own device.`);
  }
  const amount = bench.making.stake ?? usualStake(bench);
  return h(
    "div",
    { class: "choice-row", role: "group", "aria-label": `The bank for ${name}` },
    !desk.paused && stakePad(bench, amount),
    h(
      "div",
      { class: "row" },
      !desk.paused &&
        sayKey(bench, `bank ${name} ${spoken(amount)}`, `${name} banks`, "main huge"),
      sayKey(bench, `decline ${name}`, `${name} declines`, "huge"),
    ),
  );
}

/**
 * @param {Bench} bench
 * @param {string} player
 */
function stake(bench, player) {
  const { desk } = bench;
  if (!speaksFor(desk, player)) {
    return h("p", { class: "ask" }, `${nameOf(desk, player)} posts it on their own device.`);
  }
  const amount = bench.making.stake ?? usualStake(bench);
  return h(
    "div",
    { class: "choice-row" },
    !desk.paused && stakePad(bench, amount),
    h(
      "div",
      { class: "row" },
      !desk.paused &&
        sayKey(bench, `stake ${spoken(amount)}`, `Post ${money(amount)}`, "main huge"),
      !desk.paused && sayKey(bench, "stake", "As before", "huge"),
      sayKey(bench, "giveup", "Gives the bank up", "huge"),
    ),
  );
}

/** @param {Bench} bench */
function usualStake({ sign }) {
  return 20 * sign.limits.primary.least;
}

/**
 * @param {Bench} bench
 * @param {number} amount
 */
function stakePad({ sign, make }, amount) {
  const { least, most } = sign.limits.primary;
  return pad("Stake", amount, { least, most: 100 * most }, (stake) => make({ stake }));
}

/**
 * @param {Bench} bench
 * @returns {Child[]}
 */
function preparing(bench) {
  const { desk, making, make } = bench, { need } = desk;
  switch (need.type) {
    case "shoe_needed":
      return [
        sayKey(bench, `shoe ${need.backs}`, `The ${need.backs} backs lie there`, "main huge"),
      ];
    case "cut_needed":
      if (!need.player) return [sayKey(bench, "cut", "Cut", "main huge")];
      return [
        sayKey(bench, "cut", `${nameOf(desk, need.player)} has cut`, "main huge"),
        sayKey(bench, "pass", "Lets it pass", "huge"),
      ];
    case "cut_card_needed": {
      const behind = making.behind ?? need.most;
      const by = (/** @type {number} */ step) =>
        make({ behind: Math.max(need.least, Math.min(need.most, behind + step)) });
      return [
        h(
          "div",
          { class: "row" },
          h("button", { class: "huge", data: { key: "fewer" }, onclick: () => by(-1) }, "−"),
          h("p", { class: "ask" }, `${behind} cards behind it`),
          h("button", { class: "huge", data: { key: "more" }, onclick: () => by(1) }, "+"),
        ),
        sayKey(bench, `cutcard ${behind}`, "It is in", "main huge"),
      ];
    }
    default:
      return [];
  }
}
