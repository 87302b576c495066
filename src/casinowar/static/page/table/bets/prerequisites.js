/**
 * What may stand between someone and their bet and is theirs to do: a cut, an answer about the bank.
 * Who bets without a word about it has it done as most would: a cut anywhere, and no bank.
 */

import { get } from "../../lib/api.js";

/**
 * @import { OfferedCommand } from "../../lib/api.d.ts"
 * @import { Scene } from "../scene.js"
 */

/**
 * Do it, as far as it is offered.
 *
 * @param {string} table
 * @param {OfferedCommand[]} offers
 * @param {() => Promise<void>} cut the shoe that waits
 * @param {Scene["send"]} send
 */
export async function clearTheWay(table, offers, cut, send) {
  const does = (/** @type {OfferedCommand[]} */ some, /** @type {string} */ what) =>
    some.some(({ command }) => command === what);
  if (does(offers, "cut")) await cut();
  const next = await get(`/api/tables/${table}/offers`);
  if (does(next.offers, "decline")) await send("decline");
}
