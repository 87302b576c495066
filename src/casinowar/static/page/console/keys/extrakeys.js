/** What a dealer can do beside what comes next: mistakes above all. */

import { h } from "../../lib/dom.js";
import { askRuling } from "../ruling.js";
import { sayKey } from "./actionkeys.js";
import { nameOf, shownAsks, speaksFor } from "../phrases.js";

/**
 * @import { Bench, Making } from "./actionkeys.js"
 */

/**
 * What can be done besides: mistakes are asked about first, as nothing here is undone.
 *
 * @param {Bench} bench
 */
export function more(bench) {
  const { desk, make } = bench;
  if (desk.closed || bench.making.asked) return [];
  const rules = desk.rulings.length > 0 &&
    h("button", { data: { key: "rule" }, onclick: () => askRuling(bench) }, "Rule on the round");
  if (!desk.deals) return [rules];
  /**
   * @param {string} title
   * @param {Omit<NonNullable<Making["asked"]>, "turn">} asked
   */
  const ask = (title, asked) => {
    const onclick = () => make({ asked: { ...asked, turn: desk.turn } });
    return h("button", { data: { key: `ask ${asked.words}` }, onclick }, title);
  };
  const may = (/** @type {string} */ word) => desk.words.includes(word);
  const { seat } = bench.making, player = seat ? desk.seats[seat - 1].player : "";
  const leaves = speaksFor(desk, player) && desk.need.type !== "bets_needed";
  const corrects = desk.corrects?.replace("T", "10");
  return [
    corrects &&
    ask(`Fix the ${corrects}`, {
      words: "fix",
      asks: `Not ${corrects}: which is it?`,
      card: true,
    }),
    may("excess") &&
    ask("Card too many", {
      words: "x",
      asks: "A card too many, unseen?",
      card: false,
    }),
    may("shown") &&
    ask("Card shown", {
      words: "shown",
      asks: shownAsks(desk),
      card: true,
    }),
    may("timeout") &&
    ask("Time is up", {
      words: "timeout",
      asks: "No answer: does the house decide?",
      card: false,
    }),
    may("close") && sayKey(bench, "close", "No more bets"),
    leaves && sayKey(bench, `leave ${seat}`, `${nameOf(desk, player)} leaves`),
    rules,
  ];
}
