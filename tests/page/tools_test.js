/** The page's figures, plots and replays, without a browser. */

import assert from "node:assert/strict";
import { isThisComputer } from "../../src/casinowar/static/page/lib/dialogs.js";
import {
  fixed,
  less,
  near,
  percent,
  sign,
} from "../../src/casinowar/static/page/rules/fractions.js";
import {
  choicesOf,
  edgeWords,
  goneOf,
  occasionOf,
} from "../../src/casinowar/static/page/rules/prices.js";
import { bars } from "../../src/casinowar/static/page/rules/sessionplot.js";
import { sceneAfter } from "../../src/casinowar/static/page/rounds/replay.js";

Deno.test("fractions are rounded exactly, half away from zero", () => {
  assert.deepEqual(percent("23138/993023"), "2.330\u00a0%");
  assert.deepEqual(percent("58/311"), "18.650\u00a0%");
  assert.deepEqual(fixed("1/2", 0), "1");
  assert.deepEqual(fixed("-1/2", 0), "−1");
  assert.deepEqual(fixed("-1/3", 4), "−0.3333");
  assert.deepEqual(fixed("-1/100000", 3), "0.000");
  assert.deepEqual(fixed("5", 2), "5.00");
  assert.deepEqual(fixed("-0.0625", 3), "−0.063");
  assert.deepEqual(
    percent("9007199254740993/9007199254740992", 17),
    "100.00000000000001110\u00a0%",
  );
});

Deno.test("fractions are subtracted and compared", () => {
  assert.deepEqual(percent(less("35/311", "58/311")), "−7.395\u00a0%");
  assert.deepEqual([sign("-1/3"), sign("0"), sign("0.5")], [-1, 0, 1]);
  assert.deepEqual(near("-1/8"), -0.125);
});

Deno.test("an edge says whose it is", () => {
  assert.deepEqual(edgeWords("1/40"), "2.500\u00a0%");
  assert.deepEqual(edgeWords("-1/40"), "2.500\u00a0% for the player");
});

Deno.test("cards that are gone are counted by rank", () => {
  assert.deepEqual(goneOf([]), "");
  assert.deepEqual(goneOf(["Ah", "Td", "As", "9c", "Tc", "Th"]), "9x1 Ax2 Tx3");
});

Deno.test("ranks whose choices look alike share a row", () => {
  const row = (/** @type {string} */ rank, /** @type {string} */ war) => ({
    rank,
    best: /** @type {const} */ ("war"),
    expectation: { surrender: "-1/2", war },
    cost_of_mistake: {},
  });
  const alike = choicesOf({ decisions: [row("A", "-1/3"), row("K", "-33333/100000")] });
  assert.deepEqual(alike, [
    { ranks: ["A", "K"], best: "war", worth: [["surrender", "−0.5000"], ["war", "−0.3333"]] },
  ]);
  const other = choicesOf({ decisions: [row("A", "-1/3"), row("K", "-1/4"), row("Q", "-1/3")] });
  assert.deepEqual(other.map(({ ranks }) => ranks), [["A", "Q"], ["K"]]);
  assert.deepEqual(choicesOf({ decisions: [] }), []);
});

Deno.test("bars have every usual result once", () => {
  const results = [[-2, "1/4"], [-1, "1/8"], [0, "1/8"], [1, "1/4"], [2, "1/4"]].map((
    [net, probability],
  ) => ({ net: String(net), probability: String(probability) }));
  const drawn = bars({
    basis: "",
    rounds: 2,
    expectation: "0",
    standard_deviation: "1.5",
    ahead: "1/2",
    even: "1/8",
    behind: "3/8",
    results,
  });
  assert.deepEqual(drawn.wide, 1);
  assert.deepEqual(drawn.bars.map(({ from, chance }) => [from, chance]), [
    [-2, 0.25],
    [-1, 0.125],
    [0, 0.125],
    [1, 0.25],
    [2, 0.25],
  ]);
});

Deno.test("a round is on the table as far as it has happened", () => {
  /** @type {any[]} */
  const events = [
    { type: "bets_closed", round: 1 },
    { type: "card_dealt", deal: "original", to: "player", seat: 1, card: "9h" },
    { type: "card_corrected", deal: "original", to: "player", seat: 1, was: "9h", card: "8h" },
    { type: "card_dealt", deal: "original", to: "dealer", seat: 0, card: "8s" },
    { type: "war_declared", player: "ann", seat: 1, war: 500, war_tie: 0 },
    { type: "cards_burned", count: 3, why: "war" },
    { type: "wager_settled", player: "ann", seat: 1, wager: "war", stake: 500, net: 500 },
    { type: "wager_returned", player: "ann", seat: 1, wager: "primary", amount: 500 },
  ];
  const told = events.map((event) => ({ entry: 1, event, says: "", grounds: [], clauses: [] }));
  const wagers = /** @type {const} */ (["war", "primary"]);
  const settlements = wagers.map((wager) => ({
    player: "ann",
    seat: 1,
    wager,
    stake: 500,
    net: 0,
  }));
  const begun = sceneAfter(told, 1, settlements);
  assert.deepEqual([...begun.hands], []);
  assert.deepEqual(begun.wagers.map(({ wager, net }) => [wager, net]), [["primary", null]]);
  const dealt = sceneAfter(told, 4, settlements);
  assert.deepEqual([...dealt.hands], [[1, [{ deal: "original", card: "8h" }]]]);
  assert.deepEqual([...dealt.dealer], [[0, [{ deal: "original", card: "8s" }]]]);
  const over = sceneAfter(told, told.length, settlements);
  assert.deepEqual(over.burned, 3);
  assert.deepEqual(over.wagers.map(({ wager, net }) => [wager, net]), [["primary", 0], [
    "war",
    500,
  ]]);
});

Deno.test("a host name that is this computer on every computer is known", () => {
  const hosts = [
    ...[
      "http://localhost:8000",
      "http://casino.localhost",
      "http://LOCALHOST.",
      "http://127.0.0.1",
    ],
    ...["http://127.1:80", "http://0.0.0.0:8000", "http://[::1]:8000", "http://[0:0::1]"],
  ];
  for (const host of hosts) assert.ok(isThisComputer(new URL(host).hostname), host);
  const others = [
    ...["http://192.168.1.5:8000", "http://10.127.0.0.example", "http://[fd00::2]:8000"],
    ...[
      "http://casino.example",
      "http://notlocalhost",
      "http://localhost.example",
      "http://128.0.0.1",
    ],
    ...["http://[::127.0.0.1]", "http://10.0.0.0"],
  ];
  for (const host of others) assert.ok(!isThisComputer(new URL(host).hostname), host);
});

Deno.test("figures name the hands that have a choice", () => {
  assert.equal(occasionOf({ primary: { assumes: "war on every higher card" } }), "higher card");
  assert.equal(occasionOf({ primary: { assumes: "war on every tie" } }), "tie");
});
