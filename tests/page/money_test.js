/** Money in words, and back. */

import assert from "node:assert/strict";
import { isMost, typed } from "../../src/casinowar/static/page/table/bets/betamounts.js";
import {
  edgeOf,
  money,
  parseMoney,
  short,
  signed,
} from "../../src/casinowar/static/page/lib/money.js";

Deno.test("money is written with its cents", () => {
  assert.deepEqual([0, 5, 100, 123456, -250, 100000000].map(money), [
    "0.00",
    "0.05",
    "1.00",
    "1,234.56",
    "−2.50",
    "1,000,000.00",
  ]);
  assert.deepEqual([500, -500, 0].map(signed), ["+5.00", "−5.00", "0.00"]);
  assert.deepEqual([500, 250, 100000, 150000].map(short), ["5", "2.50", "1k", "1500"]);
});

Deno.test("what someone types is read, or is no amount", () => {
  assert.deepEqual(["12", "12.5", " 1,250.00 ", "0.05"].map(parseMoney), [1200, 1250, 125000, 5]);
  assert.deepEqual(
    ["", "x", "1.234", "-5", "1e3", "1,5", "12,50"].map(parseMoney),
    Array(7).fill(null),
  );
});

Deno.test("an edge says whose it is where it is not the bank's", () => {
  const basis = "of the first wager";
  assert.equal(edgeOf({ percent: "2.330 %", basis }), "2.330\u00a0% of the first wager");
  assert.equal(
    edgeOf({ percent: "-1.641 %", basis }),
    "1.641\u00a0% of the first wager, for the player",
  );
});

Deno.test("the most is said with what keeps it below the table's", () => {
  const bounds = { least: 500, most: 900, most_by: "own-limit" };
  const own = "9.00 is the most: your own limit leaves no more.";
  assert.equal(typed("10", bounds, 100).why, own);
  assert.equal(isMost(900, bounds), own);
  assert.equal(isMost(800, bounds), "8.00 is the most.");
  assert.match(isMost(900, { ...bounds, most_by: "no-chips" }), /no more chips/);
});
