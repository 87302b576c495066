/** An amount that someone types or lays: whether it can be, and if not, a sentence that says why. */

import { money, parseMoney } from "./money.js";

/** @typedef {{least: number, most: number, amounts?: number[]}} Bounds */

/**
 * What was typed, in cents; or what is wrong with it.
 *
 * @param {string} text
 * @param {Bounds} bounds
 * @param {number} unit
 * @returns {{amount: number, why: string}}
 */
export function typed(text, bounds, unit) {
  const amount = parseMoney(text);
  if (amount !== null) return { amount, why: amount ? refused(amount, bounds, unit) : "" };
  const why = /^\s*\d+,\d{1,2}\s*$/.test(text)
    ? "Cents stand after a point: write 1.50."
    : "This is no amount: write it as 25 or 1.50.";
  return { amount: 0, why };
}

/**
 * Why an amount cannot be wagered here; "" where it can.
 *
 * @param {number} amount
 * @param {Bounds} bounds
 * @param {number} unit
 */
function refused(amount, { least, most, amounts }, unit) {
  if (amounts?.length) {
    return amounts.includes(amount) ? "" : `It can be ${amounts.map(money).join(", ")}.`;
  }
  if (amount > most) return `${money(most)} is the most.`;
  if (amount < least) return `${money(least)} is the least.`;
  return amount % unit ? `It goes in steps of ${money(unit)}.` : "";
}

/**
 * What to know of an amount that may be wagered and is not what the sign says; "" of others.
 *
 * @param {number} amount
 * @param {Bounds} sign
 */
export function unusual(amount, sign) {
  if (!amount || (amount >= sign.least && amount <= sign.most)) return "";
  return `The sign says ${money(sign.least)} to ${money(sign.most)}.`;
}

/**
 * The bounds as a hint: those of the sign, as far as they can be paid.
 *
 * @param {Bounds} bounds
 * @param {Bounds} sign
 */
export function hint({ least, most, amounts }, sign) {
  if (amounts?.length) return `One of ${amounts.map(money).join(", ")}`;
  return `${money(Math.max(least, sign.least))} to ${money(Math.min(most, sign.most))}`;
}
