/** Chips as elements. */

import { h } from "../dom.js";
import { money, short } from "../money.js";

const VALUES = [500000, 100000, 50000, 10000, 2500, 1000, 500, 100];

/** @param {number} value */
export function chipElement(value) {
  const colour = VALUES.find((known) => known <= value) ?? 100;
  return h(
    "span",
    { class: "chip", data: { colour: String(colour) }, "aria-hidden": "true" },
    h("b", {}, short(value)),
  );
}

/**
 * A small stack, and the amount beside it.
 *
 * @param {number} amount
 */
export function stackElement(amount) {
  const chips = [];
  let left = amount;
  for (const value of VALUES) {
    while (left >= value && chips.length < 4) {
      chips.push(value);
      left -= value;
    }
  }
  return h(
    "span",
    { class: "stack" },
    h("span", { class: "pile", "aria-hidden": "true" }, chips.map(chipElement)),
    h("span", { class: "amount" }, money(amount)),
  );
}
