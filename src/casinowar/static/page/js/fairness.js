/**
 * A player's part in the shuffle: a seed and a cut, drawn here, committed to before anyone shows
 * theirs, and shown when it is asked for. They are kept in the tab until then, because a page that
 * is loaded anew must still know them.
 */

import { playerCommitment } from "../../fair.js";
import { fromHex, toHex } from "../../sha256.js";

/**
 * @typedef {import("./reducer.js").Coming} Coming
 * @typedef {{seed: string, cut: number}} Secret
 */

/**
 * @param {string} shoe
 * @param {number} seat
 */
const keyOf = (shoe, seat) => `casinowar.secret.${shoe}.${seat}`;

/**
 * A seed, and a cut: the one that was chosen, or one by chance.
 *
 * @param {number} decks
 * @param {number | null} [cut]
 * @returns {Secret}
 */
export function newSecret(decks, cut = null) {
  const seed = toHex(crypto.getRandomValues(new Uint8Array(32)));
  return { seed, cut: cut ?? 1 + below(decks * 52 - 1) };
}

/**
 * What is to be sent as a commitment to the coming shoe.
 *
 * @param {Coming} coming
 * @param {number} seat
 * @param {number | null} cut
 */
export function commit(coming, seat, cut) {
  const secret = newSecret(coming.decks, cut);
  sessionStorage.setItem(keyOf(coming.id, seat), JSON.stringify(secret));
  const terms = {
    shoe: coming.id,
    decks: coming.decks,
    behindLeast: coming.behind_least,
    behindMost: coming.behind_most,
  };
  const reveal = { seed: fromHex(secret.seed), cut: secret.cut };
  return toHex(playerCommitment(terms, fromHex(coming.commitment), seat, reveal));
}

/**
 * What was committed to; `null` if this tab does not know it.
 *
 * @param {string} shoe
 * @param {number} seat
 * @returns {Secret | null}
 */
export function kept(shoe, seat) {
  return JSON.parse(sessionStorage.getItem(keyOf(shoe, seat)) ?? "null");
}

/**
 * @param {string} shoe
 * @param {number} seat
 */
export function forget(shoe, seat) {
  sessionStorage.removeItem(keyOf(shoe, seat));
}

/**
 * A number by chance, each as likely as the others.
 *
 * @param {number} count
 */
function below(count) {
  const words = new Uint32Array(1);
  const whole = Math.floor(2 ** 32 / count) * count;
  do crypto.getRandomValues(words); while (words[0] >= whole);
  return words[0] % count;
}
