/**
 * What may stand between someone and their bet and is theirs to do: a cut, an answer about the bank.
 * Who bets without a word about it has it done as most would: a cut anywhere, and no bank.
 */

import { get } from "../../lib/api.js";

/** @typedef {import("../scene.js").Offer} Offer */

/**
 * Do it, as far as it is offered.
 *
 * @param {string} table
 * @param {Offer[]} offers
 * @param {() => Promise<void>} cut the shoe that waits
 * @param {(command: string, body?: object) => Promise<unknown>} send
 */
export async function clearTheWay(table, offers, cut, send) {
  const does = (/** @type {Offer[]} */ some, /** @type {string} */ what) =>
    some.some(({ command }) => command === what);
  if (does(offers, "cut")) await cut();
  const next = await get(`/api/tables/${table}/offers`);
  if (does(next.offers, "decline")) await send("decline");
}
