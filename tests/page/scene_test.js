/** What chips may be laid for, by what the house offers; and what is done before a bet is open. */

import assert from "node:assert/strict";
import {
  bettable,
  boundsOf,
  isEarly,
  opening,
} from "../../src/casinowar/static/page/table/scene.js";
import { EMPTY } from "../../src/casinowar/static/page/table/bets/draft.js";

const PRIMARY = { least: 500, most: 50_000, amounts: [] };
const TIE = { least: 100, most: 10_000, amounts: [] };

/**
 * @param {any[]} offers
 * @param {any[]} [withheld]
 * @returns {any}
 */
function scene(offers, withheld = []) {
  return {
    me: "ann",
    view: { seats: ["", "ann", "bob"], bets: [] },
    sign: { limits: { primary: PRIMARY, tie: TIE } },
    offers,
    withheld,
    draft: EMPTY,
    placed: {},
    last: [],
  };
}

for (const command of ["cut", "decline"]) {
  Deno.test(`chips are laid before a ${command}, within what the sign says`, () => {
    const early = scene([{ command }]);
    assert.ok(isEarly(early));
    assert.deepEqual(bettable(early), [2]);
    assert.equal(boundsOf(early, 2, "primary"), PRIMARY);
    assert.equal(boundsOf(early, 2, "tie"), TIE);
    assert.equal(boundsOf(early, 3, "primary"), null);
    assert.deepEqual(opening(early)?.amounts, { "2 primary": 500 });
  });
}

Deno.test("what the house offers goes before the sign", () => {
  const bet = { command: "bet", seat: 2, wager: "primary", least: 500, most: 700 };
  const open = scene([{ command: "cut" }, bet]);
  assert.ok(!isEarly(open));
  assert.equal(boundsOf(open, 2, "primary")?.most, 700);
  assert.equal(boundsOf(open, 2, "tie"), TIE);
});

Deno.test("nothing is laid by who has no chips, or is asked for nothing", () => {
  const broke = scene([{ command: "cut" }], [{ command: "bet", why: "no chips" }]);
  for (const none of [broke, scene([]), scene([{ command: "leave" }])]) {
    assert.ok(!isEarly(none));
    assert.deepEqual(bettable(none), []);
    assert.equal(boundsOf(none, 2, "primary"), null);
    assert.equal(opening(none), null);
  }
});
