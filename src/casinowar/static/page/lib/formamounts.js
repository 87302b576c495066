/** Amounts that were typed into a form: what is none is refused by the name of its field. */

import { Problem } from "./api.js";
import { parseMoney } from "./money.js";

/**
 * @param {string} text
 * @param {string} title of its field
 * @returns {number} whole cents
 */
export function cents(text, title) {
  const found = parseMoney(text);
  if (found) return found;
  const detail = `${title}: “${text}” is no amount; one is written like 5 or 12.50`;
  throw new Problem(422, { detail });
}
