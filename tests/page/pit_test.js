/** The pit without a browser: which tables come first, and where a plot has its lines. */

import { scale, ticks } from "../../src/casinowar/static/page/pit/resultplot.js";
import { signed } from "../../src/casinowar/static/page/lib/money.js";
import { optionsOf } from "../../src/casinowar/static/page/pit/tableoptions.js";
import { exactWords, share } from "../../src/casinowar/static/page/pit/labels.js";
import { sorted } from "../../src/casinowar/static/page/pit/tableorder.js";

/**
 * @param {unknown} found
 * @param {unknown} right
 */
function same(found, right) {
  if (JSON.stringify(found) !== JSON.stringify(right)) {
    throw new Error(`${JSON.stringify(found)} is not ${JSON.stringify(right)}`);
  }
}

Deno.test("alarms come first, then where something goes on", () => {
  const row = { name: "", against: null, playing: false, wagered: 0, people: 0, rounds: 0 };
  const rows = /** @type {any[]} */ ([
    { ...row, name: "quiet" },
    { ...row, name: "busy", rounds: 9, people: 2 },
    { ...row, name: "bets", people: 1, wagered: 500 },
    { ...row, name: "old", rounds: 900 },
    { ...row, name: "alarm", against: { alarm: "low" } },
    { ...row, name: "cards", people: 1, playing: true, rounds: 3 },
  ]);
  same(sorted(rows).map(({ name }) => name), ["alarm", "cards", "bets", "busy", "old", "quiet"]);
});

Deno.test("a table's options are told as it has them", () => {
  const limits = {
    primary: { least: 500, most: 50000, amounts: [] },
    tie: { least: 100, most: 500, amounts: [100, 500] },
    authorised: null,
    most_returned: 2000000,
  };
  /** @type {any} */
  const sign = {
    reading: { name: "literal", says: "as it stands" },
    decks: 6,
    seats: 7,
    limits,
    first_burn: true,
    collect: "lay and pay",
    hand_dealt: true,
  };
  same(optionsOf(sign), [
    ["Rules are read", "literal"],
    ["Decks", "6"],
    ["Seats", "7"],
    ["Bets", "5.00 to 500.00"],
    ["Tie bets", "1.00, 5.00"],
    ["A round returns at most", "20,000.00"],
    ["First card of a shoe", "burned"],
    ["Cards are collected", "lay and pay"],
    ["Cards are dealt", "by hand"],
  ]);
  const fewer = optionsOf({ ...sign, limits: { ...limits, tie: null }, first_burn: false });
  same(fewer.map(([name]) => name).includes("Tie bets"), false);
  same(fewer.find(([name]) => name === "First card of a shoe"), [
    "First card of a shoe",
    "not burned",
  ]);
});

Deno.test("shares have the minus sign of sums", () => {
  same(share("-34.24 %"), "−34.24\u00a0%");
  same(signed(-11500), "−115.00");
  same(
    exactWords(against({ expected_return: "97.67 %" })),
    "97.67\u00a0% (−3.10\u00a0% to 198.44\u00a0%)",
  );
});

/**
 * @param {object} more
 * @returns {any}
 */
function against(more) {
  return { least_return: "-3.10 %", most_return: "198.44 %", ...more };
}

Deno.test("ticks are round numbers within", () => {
  same(ticks(-130, 420, 5), [0, 200, 400]);
  same(ticks(0, 30, 6), [0, 5, 10, 15, 20, 25, 30]);
  same(ticks(-5, 5, 5), [-4, -2, 0, 2, 4]);
});

Deno.test("an alarm that is passed is in sight", () => {
  const point = {
    round: 9,
    result: -900,
    expected: 50,
    low: -100,
    high: 200,
    lowest: -500,
    highest: 800,
  };
  const far = scale([{ ...point, result: 60 }]);
  if (far.low < -500 || far.high > 800) throw new Error("a far alarm takes the room");
  const near = scale([point]);
  if (near.low > -900) throw new Error("the result is out of sight");
  if (near.y(-500) >= near.y(-900)) throw new Error("less is not lower");
});
