/** A player's part in the shuffle, done as soon as the house asks for it. */

import { commit, give, kept } from "./secrets.js";
import { alone, offered } from "../scene.js";

/**
 * @import { ComingShoe, OfferedCommand } from "../../lib/api.d.ts"
 * @import { Scene } from "../scene.js"
 */

/** What was revealed: what the house refuses once it is not asked again. */
const revealed = new Set();

/**
 * Commit to the next shoe and reveal what was committed to. Who is alone does neither: their bet
 * or their cut brings the shoe, with their part in it.
 *
 * @param {OfferedCommand[]} offers
 * @param {ComingShoe | null | undefined} coming
 * @param {boolean} alone
 * @param {number | null} cut where the player wishes to cut
 * @param {Scene["send"]} send
 */
export async function takePart(offers, coming, alone, cut, send) {
  for (const { command, seat = 0, shoe = "" } of offers) {
    if (command === "reveal") {
      const secret = kept(shoe).findLast((one) => one.seat === seat);
      if (!secret || revealed.has(secret.seed)) continue;
      const { seed, cut } = secret;
      revealed.add(seed);
      await send("reveal", { seat, seed, cut });
    } else if (command === "commit" && coming?.id === shoe && !alone) {
      await send("commit", { seat, commitment: commit(coming, seat, cut) });
    }
  }
}

/**
 * Cut the next shoe: now, or by another commitment instead of the one that was made.
 *
 * @param {Scene} scene
 * @param {ComingShoe} coming
 * @param {number} at
 * @returns {Promise<number | null>} where to cut with the next commitment or bet
 */
export async function cutAt(scene, coming, at) {
  if (offered(scene, "cut").length) {
    await give(coming, at, (secret) => scene.send("cut", secret));
    return null;
  }
  if (coming.closed || alone(scene)) return at;
  for (const { seat } of coming.committed.filter(({ player }) => player === scene.me)) {
    await scene.send("commit", { seat, commitment: commit(coming, seat, at) });
  }
  return at;
}
