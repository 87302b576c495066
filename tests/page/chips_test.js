/** Chips that are laid out, and what the house is asked for; what someone has in play. */

import assert from "node:assert/strict";
import {
  asked,
  chipsFor,
  EMPTY,
  keyOf,
  put,
  putAll,
  total,
  undo,
} from "../../src/casinowar/static/page/table/bets/draft.js";
import { reduce, viewOf } from "../../src/casinowar/static/page/table/reducer.js";
import { inPlay, moved, wagersOf } from "../../src/casinowar/static/page/table/bets/wagers.js";

Deno.test("what is laid out is asked for, the primary before its tie", () => {
  let draft = put(EMPTY, keyOf(2, "tie"), 500);
  draft = put(draft, keyOf(2, "primary"), 1000);
  draft = put(draft, keyOf(1, "primary"), 500);
  assert.deepEqual(asked(draft, { "1 primary": 500 }), {
    bets: [
      { seat: 2, wager: "primary", amount: 1000 },
      { seat: 2, wager: "tie", amount: 500 },
    ],
    withdrawn: [],
  });
  assert.equal(total(draft, { "1 primary": 500, "3 primary": 700 }), 2700);
});

Deno.test("what was placed and is to be nothing is taken back, the tie first", () => {
  const placed = { "1 primary": 500, "1 tie": 500 };
  const draft = put(put(EMPTY, "1 primary", 0), "1 tie", 0);
  assert.deepEqual(asked(draft, placed).withdrawn.map(({ wager }) => wager), ["tie", "primary"]);
});

Deno.test("every change can be undone", () => {
  const one = put(EMPTY, "1 primary", 500);
  const two = putAll(one, [{ seat: 2, wager: "primary", amount: 700 }]);
  assert.deepEqual(two.amounts, { "1 primary": 0, "2 primary": 700 });
  assert.equal(undo(two), one);
  assert.equal(undo(undo(two)), EMPTY);
  assert.equal(undo(EMPTY), EMPTY);
});

Deno.test("chips fit their limit", () => {
  assert.deepEqual(chipsFor({ least: 500, most: 50000 }), [500, 1000, 2500, 10000, 50000]);
  assert.deepEqual(chipsFor({ least: 100, most: 10000, amounts: [] }), [
    100,
    500,
    1000,
    2500,
    10000,
  ]);
  assert.deepEqual(chipsFor({ least: 500, most: 900, amounts: [500, 900] }), [500, 900]);
  assert.deepEqual(chipsFor({ least: 700, most: 800 }), [700]);
});

/** @param {string} name */
const golden = (name) =>
  JSON.parse(Deno.readTextFileSync(new URL(`../golden/views/${name}.json`, import.meta.url)));

Deno.test("where players bank, what one wins another loses, after every entry", () => {
  const log = golden("california");
  let view = viewOf(log.first);
  /** @type {Map<string, number>} */
  const purses = new Map();
  for (const { entry } of log.steps) {
    view = reduce(view, entry);
    for (const event of entry.events ?? []) {
      if (event.player && !purses.has(event.player)) purses.set(event.player, 0);
      for (const [player, has] of purses) purses.set(player, has + moved(event, player));
    }
    const all = [...purses].reduce((sum, [player, has]) => sum + has + inPlay(view, player), 0);
    assert.equal(all, 0, `after entry ${entry.seq}`);
  }
  assert.ok([...purses.values()].some((has) => has !== 0), "something was won");
});

Deno.test("a round's wagers have their results", () => {
  const log = golden("washington");
  let view = viewOf(log.first);
  let over = 0;
  for (const { entry } of log.steps) {
    view = reduce(view, entry);
    if (!view.round) continue;
    const { round } = view;
    const [{ player }] = round.bets;
    const wagers = wagersOf(round, player);
    assert.ok(wagers.length);
    assert.ok(wagers.every(({ amount, result }) => amount > 0 && (round.playing || result)));
    over += Number(!round.playing);
  }
  assert.ok(over, "the log has a round that is over");
});
