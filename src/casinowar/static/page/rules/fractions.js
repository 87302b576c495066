/** Exact figures as the house tells them ("23138/993023"), and the texts they are shown as. */

/**
 * @param {string} text a fraction, a whole number or a decimal
 * @returns {[bigint, bigint]} its parts, the lower one above 0
 */
function parts(text) {
  const [upper, lower = "1"] = text.split("/");
  const [whole, digits = ""] = upper.split(".");
  return [BigInt(whole + digits), BigInt(lower) * 10n ** BigInt(digits.length)];
}

/**
 * Rounded half away from zero; what rounds to zero has no sign.
 *
 * @param {string} text
 * @param {number} digits
 * @param {bigint} [times]
 */
export function fixed(text, digits, times = 1n) {
  const [upper, lower] = parts(text);
  const scaled = (upper < 0n ? -upper : upper) * times * 10n ** BigInt(digits);
  const whole = (2n * scaled + lower) / (2n * lower);
  const shown = String(whole).padStart(digits + 1, "0");
  const cut = shown.length - digits;
  const sign = upper < 0n && whole ? "−" : "";
  return sign + (digits ? `${shown.slice(0, cut)}.${shown.slice(cut)}` : shown);
}

/**
 * @param {string} text
 * @returns {string} as "2.330 %", which is never broken
 */
export function percent(text, digits = 3) {
  return `${fixed(text, digits, 100n)}\u00a0%`;
}

/**
 * The first less the second.
 *
 * @param {string} first
 * @param {string} second
 * @returns {string} a fraction
 */
export function less(first, second) {
  const [a, b] = parts(first), [c, d] = parts(second);
  return `${a * d - c * b}/${b * d}`;
}

/**
 * @param {string} text
 * @returns {number} -1, 0 or 1
 */
export function sign(text) {
  const [upper] = parts(text);
  return upper > 0n ? 1 : upper < 0n ? -1 : 0;
}

/**
 * For what is drawn, where a pixel is enough.
 *
 * @param {string} text
 */
export function near(text) {
  return Number(fixed(text, 15).replace("−", "-"));
}
