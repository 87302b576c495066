/** The fair shuffle in the page: what it refuses, and the words it drops. */

import assert from "node:assert/strict";
import {
  build,
  cardOf,
  checkTerms,
  FairError,
  playerCommitment,
  serverCommitment,
  Stream,
} from "../../src/casinowar/static/verify/fair.js";

const TERMS = { shoe: "t1/1", decks: 6, behindLeast: 19, behindMost: 30 };
const SEED = Uint8Array.from({ length: 32 }, (_, index) => index);
const SERVER = serverCommitment(TERMS, SEED);

/**
 * @param {number} seat
 * @param {number} cut
 * @param {boolean} revealed
 */
function part(seat, cut = 100, revealed = true) {
  const reveal = { seed: new Uint8Array(32).fill(seat), cut };
  const commitment = playerCommitment(TERMS, SERVER, seat, reveal);
  return { seat, commitment, reveal: revealed ? reveal : null };
}

/**
 * @param {() => unknown} wrong
 * @param {RegExp} words
 */
function refused(wrong, words) {
  assert.throws(wrong, (error) => error instanceof FairError && words.test(error.message));
}

Deno.test("words that would favour a number are dropped", () => {
  const stream = new Stream([0xffffff00, 0xffffffff, 0xfffffeff, 1][Symbol.iterator]());
  assert.equal(stream.uniform(312), 311);
  assert.equal(stream.rejects, 2);
  assert.equal(stream.uniform(312), 1);
  assert.equal(stream.rejects, 2);
  refused(() => stream.uniform(312), /the stream of chance has ended/);
});

Deno.test("cards are numbered by rank, then suit, then deck", () => {
  const cards = [0, 8, 12, 13, 51, 52, 86].map(cardOf);
  assert.deepEqual(cards, ["2c", "Tc", "Ac", "2d", "As", "2c", "Th"]);
});

Deno.test("a shoe holds every card once", () => {
  const { order } = build(TERMS, SEED, 1, []);
  const sorted = [...order].sort((first, second) => first - second);
  assert.deepEqual(sorted, Array.from({ length: 312 }, (_, number) => number));
});

Deno.test("the first seat that revealed cuts", () => {
  const parts = [part(1, 100), part(3, 211, false), part(5, 17)];
  for (const [first, cutter] of [[1, 1], [2, 5], [5, 5], [6, 1]]) {
    assert.equal(build(TERMS, SEED, first, parts).cutter, cutter);
  }
  assert.equal(build(TERMS, SEED, 1, [part(3, 211, false)]).cutter, 0);
});

Deno.test("terms that no shoe can have are refused", () => {
  for (
    const [change, words] of /** @type {[object, RegExp][]} */ ([
      [{ shoe: "" }, /no id of a shoe/],
      [{ shoe: 7 }, /no id of a shoe/],
      [{ shoe: "\ud800" }, /cannot be written in UTF-8/],
      [{ decks: 0 }, /a shoe has 1 to 12 decks/],
      [{ decks: 13 }, /a shoe has 1 to 12 decks/],
      [{ decks: 1.5 }, /a shoe has 1 to 12 decks/],
      [{ behindLeast: -1 }, /-1 to 30 cards behind the cut card will not do in a shoe of 312/],
      [{ behindLeast: 31 }, /31 to 30 cards behind/],
      [{ behindMost: 313 }, /19 to 313 cards behind/],
      [{ behindMost: "30" }, /19 to 30 cards behind/],
    ])
  ) {
    refused(() => checkTerms({ ...TERMS, ...change }), words);
    refused(() => serverCommitment({ ...TERMS, ...change }, SEED), words);
  }
});

Deno.test("parts that cannot be are refused", () => {
  const [first, second] = [part(1), part(3)];
  const other = { seed: new Uint8Array(32), cut: 5 };
  for (
    const [parts, words] of /** @type {[any[], RegExp][]} */ ([
      [[second, first], /in ascending order, each once/],
      [[first, first], /in ascending order, each once/],
      [[{ ...first, reveal: other }], /seat 1 reveals something else than it committed to/],
      [[{ ...first, commitment: SEED }], /seat 1 reveals something else/],
      [[{ ...first, commitment: SEED.slice(1) }], /the commitment of seat 1: not 32 bytes/],
      [[{ ...first, commitment: "c" }], /the commitment of seat 1: not 32 bytes/],
      [[{ ...first, seat: 0 }], /0 is not a seat/],
      [[{ ...first, seat: 1.5 }], /1.5 is not a seat/],
    ])
  ) {
    refused(() => build(TERMS, SEED, 1, parts), words);
  }
  refused(() => build(TERMS, SEED, 0, []), /0 is not a seat/);
  refused(() => build(TERMS, SEED.slice(1), 1, []), /the server's seed: not 32 bytes/);
  for (const cut of [0, 312, 1.5]) {
    refused(() => playerCommitment(TERMS, SERVER, 1, { seed: SEED, cut }), /a cut is at 1 to 311/);
  }
  refused(
    () => playerCommitment(TERMS, SERVER, 2, { seed: SEED.slice(1), cut: 1 }),
    /the seed of seat 2: not 32 bytes/,
  );
});
