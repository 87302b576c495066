/** Money in words: whole cents in, a text out; and what else is counted on a sign. */

/**
 * @param {number} cents
 * @returns {string} as "1,250.00"
 */
export function money(cents) {
  const whole = Math.trunc(Math.abs(cents) / 100);
  const part = String(Math.abs(cents) % 100).padStart(2, "0");
  return `${cents < 0 ? "−" : ""}${String(whole).replace(/\B(?=(\d{3})+$)/g, ",")}.${part}`;
}

/**
 * @param {number} cents
 * @returns {string} with its sign: "+5.00", "−5.00", "0.00"
 */
export function signed(cents) {
  return cents > 0 ? `+${money(cents)}` : money(cents);
}

/**
 * @param {number | string} count which may be "infinite"
 * @returns {string} as "1 deck", "6 decks"
 */
export function decksOf(count) {
  return Number(count) === 1 ? "1 deck" : `${count} decks`;
}

/**
 * The edge on a sign, as "2.330 % of the first wager"; one below 0 needs no sign, but a word.
 *
 * @param {{percent: string, basis: string}} edge
 */
export function edgeOf({ percent, basis }) {
  const says = `${percent.replace("-", "").replace(" ", "\u00a0")} ${basis}`;
  return percent.startsWith("-") ? `${says}, for the player` : says;
}

/**
 * @param {number} cents
 * @returns {string} as short as a chip needs it: "5", "2.50", "1k"
 */
export function short(cents) {
  if (cents % 100) return money(cents);
  const whole = cents / 100;
  return whole >= 1000 && whole % 1000 === 0 ? `${whole / 1000}k` : String(whole);
}

/**
 * @param {string} text as "12", "12.5" or "1,250.00"
 * @returns {number | null} whole cents; null if it is no amount
 */
export function parseMoney(text) {
  const found = /^\s*(\d+|\d{1,3}(?:,\d{3})+)(?:\.(\d{1,2}))?\s*$/.exec(text);
  if (!found) return null;
  return Number(found[1].replaceAll(",", "")) * 100 + Number((found[2] ?? "").padEnd(2, "0"));
}

/**
 * The limits of a wager.
 *
 * @param {{least: number, most: number, amounts?: number[]}} limit
 */
export function amountsOf({ least, most, amounts }) {
  return amounts?.length ? amounts.map(money).join(", ") : `${money(least)} to ${money(most)}`;
}
