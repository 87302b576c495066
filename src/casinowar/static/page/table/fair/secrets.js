/**
 * A player's part in the shuffle: a seed and a cut, drawn here, committed to before anyone shows
 * theirs, and shown when it is asked for. They are kept in the browser, because a page that is
 * loaded anew must still know them, and until the shoe is verified, because its file must have them.
 */

import { playerCommitment } from "../../../verify/fair.js";
import { fromHex, toHex } from "../../../verify/sha256.js";

/**
 * @import { ComingShoe, Secret } from "../../lib/api.d.ts"
 *
 * @typedef {Secret & {shoe: string, seat: number}} Kept seat 0: whichever the house took
 */

const KEY = "casinowar.secrets";
/** So many are kept: those of shoes that someone left are never verified. */
const MOST = 100;

/**
 * A seed, and a cut: the one that was chosen, or one by chance.
 *
 * @param {number} decks
 * @param {number | null} cut
 * @returns {Secret}
 */
function newSecret(decks, cut) {
  const seed = toHex(crypto.getRandomValues(new Uint8Array(32)));
  return { seed, cut: cut ?? 1 + below(decks * 52 - 1) };
}

/**
 * A seed and a cut for the coming shoe, which are kept.
 *
 * @param {ComingShoe} coming
 * @param {number} seat
 * @param {number | null} cut
 */
function draw(coming, seat, cut) {
  const secret = newSecret(coming.decks, cut);
  store([...all(), { shoe: coming.id, seat, ...secret }].slice(-MOST));
  return secret;
}

/**
 * Give a seed and a cut with the command that brings the shoe.
 *
 * @param {ComingShoe} coming
 * @param {number | null} cut
 * @param {(secret: Secret) => Promise<boolean>} send whether it may have been done
 */
export async function give(coming, cut, send) {
  const secret = draw(coming, 0, cut);
  if (!await send(secret)) store(all().filter(({ seed }) => seed !== secret.seed));
}

/**
 * What is to be sent as a commitment to the coming shoe.
 *
 * @param {ComingShoe} coming
 * @param {number} seat
 * @param {number | null} cut
 */
export function commit(coming, seat, cut) {
  const secret = draw(coming, seat, cut);
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
 * What was drawn for a shoe.
 *
 * @param {string} shoe
 */
export function kept(shoe) {
  return all().filter((one) => one.shoe === shoe);
}

/** @param {string} shoe */
export function forget(shoe) {
  store(all().filter((one) => one.shoe !== shoe));
}

/** @returns {Kept[]} */
function all() {
  return JSON.parse(localStorage.getItem(KEY) ?? "[]");
}

/** @param {Kept[]} secrets */
function store(secrets) {
  localStorage.setItem(KEY, JSON.stringify(secrets));
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
