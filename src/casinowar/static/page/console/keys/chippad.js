/** A pad of chips with which an amount is made: a bet, a tie wager, a banker's stake. */

import { chipElement } from "../../lib/cards/chips.js";
import { h } from "../../lib/dom.js";
import { chipsFor } from "../../table/bets/draft.js";
import { money } from "../../lib/money.js";

/** @typedef {{least: number, most: number, amounts?: number[]}} Limit */

/**
 * Keys that add a chip each, or are the amounts there are.
 *
 * @param {string} name what the amount is
 * @param {number} amount as it is now
 * @param {Limit} limit
 * @param {(amount: number) => void} change
 */
export function pad(name, amount, limit, change) {
  const fixed = Boolean(limit.amounts?.length);
  const lay = (/** @type {number} */ chip) =>
    change(fixed ? chip : Math.min(amount + chip, Math.max(limit.most, amount)));
  return h(
    "div",
    { class: "pad", role: "group", "aria-label": name },
    h("p", { class: "pad-amount" }, h("span", {}, name), h("b", {}, money(amount))),
    h(
      "div",
      { class: "pad-keys" },
      chipsFor(limit).map((chip) =>
        h("button", {
          type: "button",
          class: "pad-chip",
          data: { key: `${name} ${chip}` },
          "aria-label": `${name}: ${fixed ? "" : "add "}${money(chip)}`,
          onclick: () => lay(chip),
        }, chipElement(chip))
      ),
      h("button", {
        type: "button",
        data: { key: `${name} none` },
        "aria-label": `${name}: none`,
        onclick: () => change(0),
      }, "None"),
    ),
  );
}
