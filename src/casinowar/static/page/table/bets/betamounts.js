/** An amount that someone types or lays: whether it can be, and if not, a sentence that says why. */

import { money, parseMoney } from "../../lib/money.js";

/**
 * @typedef {{least: number, most: number, amounts?: number[], most_by?: string}} Bounds what a wager
 *   may be; and by what, where the table would take more
 */

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
function refused(amount, bounds, unit) {
  const { least, most, amounts } = bounds;
  if (amounts?.length) {
    return amounts.includes(amount) ? "" : isOne(amounts);
  }
  if (amount > most) return isMost(most, bounds);
  if (amount < least) return `${money(least)} is the least.`;
  return amount % unit ? `It goes in steps of ${money(unit)}.` : "";
}

/**
 * That only some amounts are possible, and which.
 *
 * @param {number[]} amounts
 */
export function isOne(amounts) {
  return `It can be ${amounts.map(money).join(", ")}.`;
}

/**
 * That an amount is the most there can be, and why the table does not get more.
 *
 * @param {number} amount
 * @param {Bounds | null} [bounds]
 */
export function isMost(amount, bounds) {
  const why = amount === bounds?.most ? WHY[bounds.most_by ?? ""] ?? "" : "";
  return `${money(amount)} is the most${why}.`;
}

/** @type {Record<string, string>} */
const WHY = {
  "own-limit": ": your own limit leaves no more",
  "no-chips": ": there are no more chips",
};

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
