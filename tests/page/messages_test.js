/** What a table says it waits for. */

import assert from "node:assert/strict";
import { awaited } from "../../src/casinowar/static/page/table/messages.js";

/**
 * @param {string[]} players who have a tie, hand by hand
 * @returns {any}
 */
function tied(...players) {
  const hands = players.map((player, index) => ({ player, seat: index + 1 }));
  return {
    me: "eve",
    view: { need: { type: "choice_needed", hands } },
    names: { a: { name: "ann" }, b: { name: "bob" } },
    offers: [],
    withheld: [],
  };
}

Deno.test("one thinks about war, two think, and who has two hands is named once", () => {
  assert.equal(awaited(tied("a")), "ann thinks about war.");
  assert.equal(awaited(tied("a", "b")), "ann and bob think about war.");
  assert.equal(awaited(tied("a", "a")), "ann thinks about war.");
});
