/** The options that a table was opened with: what its rules leave to the house, as it is here. */

import { h } from "../lib/dom.js";
import { money } from "../lib/money.js";
import { amountsOf } from "../lib/money.js";

/** @import { TableSign } from "../lib/api.d.ts" */

const STATED_BY = {
  rules: "the rules",
  operator: "the operator",
  owner: "the table's owner",
  nobody: "nobody: the table's maximum",
};

/**
 * Each with its name; what the rules have nothing of is left out.
 *
 * @param {TableSign} sign
 * @returns {[string, string][]}
 */
export function optionsOf(
  { reading, decks, seats, limits, first_burn, collect, hand_dealt, practice },
) {
  const { primary, tie, authorised, authorised_by, most_returned } = limits;
  /** @type {[string, string | null][]} */
  const rows = [
    ["Rules are read", reading.name],
    ["Decks", String(decks)],
    ["Seats", String(seats)],
    ["Bets", amountsOf(primary)],
    ["Tie bets", tie && amountsOf(tie)],
    [
      "Authorised limit",
      authorised === null
        ? null
        : `${money(authorised)}, stated by ${STATED_BY[authorised_by ?? "nobody"]}`,
    ],
    ["Practice table", practice ? "yes" : null],
    ["A round returns at most", most_returned === null ? null : money(most_returned)],
    ["First card of a shoe", first_burn ? "burned" : "not burned"],
    ["Cards are collected", collect],
    ["Cards are dealt", hand_dealt ? "by hand" : "by the house"],
  ];
  return /** @type {[string, string][]} */ (rows.filter(([, says]) => says !== null));
}

/** @param {TableSign} sign */
export function optionList(sign) {
  return h(
    "section",
    { class: "panel pit-options" },
    h("h2", {}, "As it was opened"),
    h("dl", {}, optionsOf(sign).flatMap(([name, says]) => [h("dt", {}, name), h("dd", {}, says)])),
    sign.reading.says && h("p", { class: "dim" }, `${sign.reading.name}: ${sign.reading.says}`),
  );
}
