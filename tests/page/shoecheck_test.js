/** A shoe's file, which is right, against what a page was shown of the shoe. */

import assert from "node:assert/strict";
import { compared } from "../../src/casinowar/static/page/table/fair/shoecheck.js";
import { verifyShoe } from "../../src/casinowar/static/verify/verify.js";

/** @typedef {import("../../src/casinowar/static/page/table/fair/witness.js").Witness} Witness */

const SHOE = new URL("../golden/shoes/washington-1.json", import.meta.url);
const VERDICT = verifyShoe(Deno.readTextFileSync(SHOE));
const FACTS =
  /** @type {import("../../src/casinowar/static/verify/claims.js").Facts} */ (VERDICT.facts);
const [MINE] = FACTS.parts;
const OTHER = "0".repeat(64);

/**
 * Who saw all of it.
 *
 * @param {Partial<Witness>} [changes]
 * @returns {Witness}
 */
const seen = (changes = {}) => ({
  shoe: VERDICT.shoe,
  commitments: [FACTS.commitment],
  early: true,
  reveals: Object.fromEntries(FACTS.parts.map(({ seat, seed, cut }) => [seat, `${seed} ${cut}`])),
  cards: FACTS.cards,
  missed: 0,
  changed: "",
  over: true,
  verified: false,
  ...changes,
});

/**
 * @param {Partial<Witness>} changes
 * @param {object[]} [drawn]
 */
const found = (changes, drawn = [{}]) => {
  const own = drawn.map((one) => ({ ...MINE, shoe: VERDICT.shoe, ...one }));
  return compared(VERDICT, seen(changes), own, MINE.player);
};

Deno.test("a shoe that was seen from its commitment to its end is verified", () => {
  const { found: says, why, checked, unchecked } = found({});
  assert.deepEqual([says, why], ["verified", ""]);
  assert.ok(checked.includes(`the seed and the cut of your seat ${MINE.seat} are what you drew`));
  assert.deepEqual(unchecked, VERDICT.unchecked);
});

/** @type {[string, Partial<Witness>, object[], RegExp][]} */
const DIFFERENT = [
  ["another shoe", { shoe: "t1/2" }, [{}], /the house gave is of shoe t1\/1, not of t/],
  ["another table", { shoe: "t2/1" }, [{}], /the house gave is of shoe t1\/1, not of t/],
  ["another commitment", { commitments: [OTHER] }, [{}], /shown the house's commitment 0{64}, but/],
  [
    "a commitment that was exchanged",
    { commitments: [FACTS.commitment, OTHER] },
    [{}],
    /shown the house's commitment 0{64}, but/,
  ],
  ["another seed", {}, [{ seed: OTHER }], /your seat \d that this browser did not draw/],
  ["another cut", {}, [{ cut: MINE.cut + 1 }], /your seat \d that this browser did not draw/],
  [
    "a reveal that was told otherwise",
    { reveals: { [MINE.seat]: `${OTHER} 1` } },
    [{}],
    /another seed or cut of seat \d than this page saw/,
  ],
  [
    "a reveal of a seat that has no part",
    { reveals: { 9: `${OTHER} 1` } },
    [{}],
    /another seed or cut of seat 9 than this page saw/,
  ],
  ["a card that became another", { changed: "card 1 was 2c here" }, [{}], /^card 1 was 2c here$/],
  [
    "another card",
    { cards: FACTS.cards.with(4, "no") },
    [{}],
    RegExp(`^card 5 dealt was no here, but its file has ${FACTS.cards[4]}$`),
  ],
  [
    "a card too many",
    { cards: [...FACTS.cards, "2c"] },
    [{}],
    RegExp(`^card ${FACTS.cards.length + 1} dealt was 2c here, but its file has none$`),
  ],
  [
    "a card too few",
    { cards: FACTS.cards.slice(0, -1) },
    [{}],
    RegExp(`^card ${FACTS.cards.length} dealt was not seen here, but its file has`),
  ],
];
for (const [name, changes, drawn, why] of DIFFERENT) {
  Deno.test(`what differs is wrong, and named: ${name}`, () => {
    const told = found(changes, drawn);
    assert.equal(told.found, "wrong");
    assert.match(told.why, why);
    assert.deepEqual([told.checked, told.unchecked], [[], []]);
  });
}

Deno.test("a seed that was given with a bet and has no part is wrong", () => {
  const own = [{ ...MINE, shoe: VERDICT.shoe, seat: 0 }];
  const told = compared(VERDICT, seen(), own, "someone else");
  assert.deepEqual([told.found, told.why], ["wrong", "your seed has no part in its file"]);
});

Deno.test("a shoe that the page saw the end of is over in its file", () => {
  /** @type {["open" | "by hand", RegExp][]} */
  const others = [["open", /does not say so/], ["by hand", /shuffled by hand/]];
  for (const [verdict, why] of others) {
    const told = compared({ ...VERDICT, verdict }, seen(), [], "");
    assert.equal(told.found, "wrong");
    assert.match(told.why, why);
  }
});

Deno.test("what is wrong with the file itself is told with its entry", () => {
  const verdict = { ...VERDICT, verdict: /** @type {const} */ ("wrong"), facts: null };
  const told = compared({ ...verdict, entry: 7, why: "it was changed" }, seen(), [], "");
  assert.deepEqual([told.found, told.why], ["wrong", "entry 7: it was changed"]);
});

Deno.test("what a page cannot have seen is told, and is not wrong", () => {
  const late = { early: false, missed: 3, over: false, cards: FACTS.cards.slice(0, 10) };
  const { found: says, unchecked } = found({ ...late, reveals: {} }, []);
  assert.equal(says, "verified");
  assert.deepEqual(unchecked.slice(0, 4), [
    "what the house committed to before the first card: you came later",
    "3 cards as they were dealt: you were told of them later",
    `${FACTS.cards.length - 10} cards that were dealt when this page was gone`,
    `your seed at seat ${MINE.seat}: it was not drawn in this browser`,
  ]);
});

Deno.test("a part that is said to be withheld is told", () => {
  const parts = [{ ...MINE, seed: "", cut: 0 }];
  const verdict = { ...VERDICT, facts: { ...FACTS, parts } };
  const own = [{ ...MINE, shoe: VERDICT.shoe }];
  const { found: says, unchecked } = compared(verdict, seen({ reveals: {} }), own, MINE.player);
  assert.equal(says, "verified");
  assert.match(unchecked[0], /it is said to have come too late$/);
});
