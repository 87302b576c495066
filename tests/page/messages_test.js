/** What a table says it waits for. */

import assert from "node:assert/strict";
import { awaited, late, turn } from "../../src/casinowar/static/page/table/messages.js";

/** @type {any} */
const TIES = { pays: [{ outcome: "equal", says: "tie", choice: "surrender or war" }] };
/** @type {any} */
const WINNERS = { pays: [{ outcome: "higher", says: "higher card", choice: "surrender or war" }] };

/**
 * @param {string[]} players who have a tie, hand by hand
 * @returns {any}
 */
function tied(...players) {
  const hands = players.map((player, index) => ({ player, seat: index + 1 }));
  return {
    me: "eve",
    view: { need: { type: "choice_needed", hands }, away: ["away"] },
    names: { a: { name: "ann" }, b: { name: "bob" } },
    offers: [],
    withheld: [],
    sign: TIES,
  };
}

Deno.test("one thinks about war, two think, and who has two hands is named once", () => {
  assert.equal(awaited(tied("a")), "ann thinks about war.");
  assert.equal(awaited(tied("a", "b")), "ann and bob think about war.");
  assert.equal(awaited(tied("a", "a")), "ann thinks about war.");
});

Deno.test("who is away is not thinking", () => {
  assert.equal(awaited(tied("away")), "The tie waits for away, who is away.");
  assert.equal(awaited(tied("a", "away")), "ann and away think about war.");
});

Deno.test("what the house decided because time ran out is said to whom it is about", () => {
  /** @type {any[]} */
  const events = [
    { type: "surrendered", player: "eve", seat: 1, by: "player" },
    { type: "surrendered", player: "ann", seat: 2, by: "house" },
  ];
  assert.equal(late({ me: "eve", sign: TIES }, events), "");
  assert.equal(
    late({ me: "ann", sign: TIES }, events),
    "Time ran out: the house surrendered your tie.",
  );
  /** @type {any[]} */
  const lost = [{ type: "forfeited", player: "eve", seat: 1 }];
  assert.equal(
    late({ me: "eve", sign: TIES }, lost),
    "Time ran out: your tie is lost, with the whole bet.",
  );
  /** @type {any[]} */
  const bank = [{ type: "bank_declined", player: "eve", by: "house" }];
  assert.equal(
    late({ me: "eve", sign: TIES }, bank),
    "Time ran out: the bank went on without you.",
  );
  /** @type {any[]} */
  const stake = [{ type: "bank_given_up", player: "eve", rounds: 0, why: "time" }];
  assert.equal(
    late({ me: "eve", sign: TIES }, stake),
    "Time ran out: you no longer have the bank.",
  );
});

Deno.test("a winner who must choose is not told of a tie", () => {
  const choices = [
    { command: "choose", choice: "war", seat: 1, costs: 0 },
    { command: "choose", choice: "surrender", seat: 1 },
  ];
  const scene = { ...tied("eve"), sign: WINNERS, offers: choices };
  assert.equal(awaited(scene), "A higher card! War?");
  assert.equal(
    turn(scene),
    "A higher card at seat 1. War costs nothing more: W. To surrender: S.",
  );
  assert.equal(awaited({ ...tied("eve"), sign: TIES }), "A tie! War?");
});
