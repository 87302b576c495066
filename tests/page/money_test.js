/** Money in words, and back. */

import assert from "node:assert/strict";
import { money, parseMoney, short, signed } from "../../src/casinowar/static/page/js/money.js";

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
