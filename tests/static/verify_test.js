/** What the check of a shoe's file says, in words. */

import assert from "node:assert/strict";
import { verifyShoe } from "../../src/casinowar/static/verify/verify.js";

/** @param {string} name */
const golden = (name) => Deno.readTextFileSync(new URL(`../golden/shoes/${name}`, import.meta.url));

Deno.test("a shoe dealt to its end", () => {
  const verdict = verifyShoe(golden("fun-casino-2.json"));
  assert.equal(verdict.verdict, "cards verified");
  assert.equal(verdict.shoe, "t1/2");
  assert.equal(verdict.entry, null);
  const topics = ["the chain", "the commitments", "the cut", "the cards", "the end"];
  verdict.checked.forEach((text, index) => assert.ok(text.startsWith(topics[index]), text));
  assert.equal(verdict.checked.length, topics.length);
  assert.ok(verdict.checked[4].endsWith("dealt to its end"));
  assert.match(verdict.unchecked[0], /^what came before entry \d+$/);
  assert.match(verdict.unchecked[1], /casinowar verify checks them$/);
});

Deno.test("an abandoned shoe is said to be one", () => {
  const { checked } = verifyShoe(golden("california-abandoned.json"));
  assert.equal(checked.at(-1), "the end: the shoe is abandoned");
});

Deno.test("who cut is said, and whose number it was", () => {
  const cut = (/** @type {string} */ name) => verifyShoe(golden(name)).checked[2];
  assert.match(cut("washington-1.json"), /^the cut at \d+ by seat \d, and the cut card with \d+/);
  assert.match(cut("online-2.json"), /^the cut at \d+ by the dealer, the number of seat \d$/);
});

Deno.test("a table dealt by hand has no order to check", () => {
  const verdict = verifyShoe(golden("fun-casino-by-hand.json"));
  assert.equal(verdict.verdict, "by hand");
  assert.match(verdict.unchecked.join(), /they were shuffled and dealt by hand/);
});

Deno.test("an open shoe is checked as far as it goes", () => {
  const file = JSON.parse(golden("washington-1.json"));
  file.entries.splice(200);
  const verdict = verifyShoe(JSON.stringify(file));
  assert.equal(verdict.verdict, "open");
  assert.match(verdict.checked[1], /of the server, not shown yet/);
  assert.match(verdict.unchecked[0], /the server's seed is not shown yet/);
});

Deno.test("nothing is said to be checked where something is wrong", () => {
  const file = JSON.parse(golden("washington-1.json"));
  file.entries[100].prev = "0".repeat(64);
  const verdict = verifyShoe(JSON.stringify(file));
  assert.deepEqual(
    [verdict.verdict, verdict.entry, verdict.checked, verdict.unchecked],
    ["wrong", 100, [], []],
  );
});

Deno.test("what cannot be read", () => {
  const verdict = verifyShoe("no file");
  assert.deepEqual([verdict.verdict, verdict.shoe, verdict.entry], ["not readable", "", null]);
  assert.match(verdict.why, /not JSON from character 1 on/);
});

Deno.test("what people can compare is told, of a file that is right only", () => {
  const text = golden("washington-1.json"), file = JSON.parse(text);
  const { facts } = verifyShoe(text);
  const entries = [...file.steps, ...file.entries];
  const kind = (/** @type {string} */ name) =>
    entries.filter((entry) => entry.kind === name && entry.shoe === file.shoe);
  assert.equal(facts?.commitment, kind("server_commitment")[0].commitment);
  assert.equal(facts?.rules, file.table.sha256);
  assert.equal(facts?.last, file.entries.at(-1).hash);
  assert.deepEqual(
    facts?.parts.map(({ seat, seed, cut }) => ({ seat, seed, cut })),
    kind("player_reveal").map(({ seat, seed, cut }) => ({ seat, seed, cut }))
      .sort((one, other) => one.seat - other.seat),
  );
  const deals = entries.filter((entry) => entry.action?.type === "deal");
  assert.deepEqual(facts?.cards, deals.map(({ action }) => action.card));
  file.entries[100].prev = "0".repeat(64);
  assert.equal(verifyShoe(JSON.stringify(file)).facts, null);
});
