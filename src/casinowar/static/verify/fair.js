/**
 * The fair shuffle `casinowar/fair/1`: commitments, transcript, shuffle, cut and cut card.
 *
 * The same formulas as the package's Python has in `casinowar.fair`, byte for byte: a page can
 * commit for its player, and check a shoe when it is over.
 *
 * @module
 */

import { hmac, joined, sha256 } from "./sha256.js";

export const PROTOCOL = "casinowar/fair/1";
export const DECK_SIZE = 52;
export const MOST_DECKS = 12;

const SEED_SIZE = 32;
const WORDS = 2 ** 32;
const RANKS = "23456789TJQKA";
const SUITS = "cdhs";

/**
 * What is fixed about a shoe before any chance comes in.
 *
 * @typedef {object} Terms
 * @property {string} shoe its id
 * @property {number} decks
 * @property {number} behindLeast the fewest cards behind the cut card
 * @property {number} behindMost the most
 */

/**
 * What a player committed to: a seed, and after how many cards to cut.
 *
 * @typedef {{seed: Uint8Array, cut: number}} Reveal
 */

/**
 * A seat's part in a shoe: its commitment, and its reveal unless that was withheld.
 *
 * @typedef {{seat: number, commitment: Uint8Array, reveal: Reveal | null}} Part
 */

/**
 * The cards in the order they are dealt, by their numbers, and how they came to it.
 *
 * @typedef {object} FairShoe
 * @property {number[]} order
 * @property {number} cutter the seat that cut; 0: the dealer did, no player had a part
 * @property {number} cut
 * @property {number} behind cards behind the cut card
 * @property {number} rejects words of chance that were dropped
 */

/** A step of the fair shuffle that cannot be. */
export class FairError extends Error {}

/**
 * The digest of a purpose and of fields, each preceded by its length.
 *
 * @param {string} tag
 * @param {...(string | number | Uint8Array)} fields
 * @returns {Uint8Array}
 */
export function digest(tag, ...fields) {
  return sha256(joined(...[`${PROTOCOL}/${tag}`, ...fields].map(framed)));
}

/**
 * @param {string | number | Uint8Array} field
 * @returns {Uint8Array}
 */
function framed(field) {
  const content = typeof field === "number"
    ? u64(field)
    : typeof field === "string"
    ? new TextEncoder().encode(field)
    : field;
  const length = new DataView(new ArrayBuffer(4));
  length.setUint32(0, content.length);
  return joined(new Uint8Array(length.buffer), content);
}

/**
 * A whole number in eight bytes, the highest first.
 *
 * @param {number} number
 * @returns {Uint8Array}
 */
function u64(number) {
  const written = new DataView(new ArrayBuffer(8));
  written.setBigUint64(0, BigInt(number));
  return new Uint8Array(written.buffer);
}

/**
 * What the server publishes before any player commits.
 *
 * @param {Terms} terms
 * @param {Uint8Array} seed
 * @returns {Uint8Array}
 */
export function serverCommitment(terms, seed) {
  checkTerms(terms);
  checkSeed(seed, "the server's seed");
  return digest("server", terms.shoe, terms.decks, terms.behindLeast, terms.behindMost, seed);
}

/**
 * What a seated player publishes before anyone reveals.
 *
 * @param {Terms} terms
 * @param {Uint8Array} server its commitment
 * @param {number} seat
 * @param {Reveal} reveal
 * @returns {Uint8Array}
 */
export function playerCommitment(terms, server, seat, reveal) {
  checkSeat(seat);
  checkSeed(reveal.seed, `the seed of seat ${seat}`);
  check(isWithin(reveal.cut, 1, cardsOf(terms) - 1), `a cut is at 1 to ${cardsOf(terms) - 1}`);
  return digest("player", terms.shoe, server, seat, reveal.seed, reveal.cut);
}

/**
 * Everything that was said about a shoe in public.
 *
 * @param {Uint8Array} server its commitment
 * @param {number} firstCutter
 * @param {Part[]} parts
 * @returns {Uint8Array}
 */
export function transcript(server, firstCutter, parts) {
  const said = parts.flatMap(({ seat, commitment, reveal }) =>
    reveal === null
      ? [seat, commitment, 0, new Uint8Array(), 0]
      : [seat, commitment, 1, reveal.seed, reveal.cut]
  );
  return digest("transcript", server, firstCutter, parts.length, ...said);
}

/**
 * The root of a shoe's chance, and the keys that follow from it.
 *
 * @param {Uint8Array} said the transcript
 * @param {Uint8Array} serverSeed
 * @returns {{root: Uint8Array, shuffle: Uint8Array, cut: Uint8Array}}
 */
export function keys(said, serverSeed) {
  const root = hmac(said, serverSeed);
  return { root, shuffle: key(root, "shuffle"), cut: key(root, "cut") };
}

/**
 * @param {Uint8Array} root
 * @param {string} purpose
 * @returns {Uint8Array}
 */
function key(root, purpose) {
  return hmac(root, joined(new TextEncoder().encode(`${PROTOCOL}/${purpose}`), Uint8Array.of(1)));
}

/**
 * The words of a key's stream, without end.
 *
 * @param {Uint8Array} streamKey
 * @returns {Generator<number, never>}
 */
export function* words(streamKey) {
  for (let block = 0;; block++) {
    const bytes = new DataView(hmac(streamKey, u64(block)).buffer);
    for (let at = 0; at < bytes.byteLength; at += 4) {
      yield bytes.getUint32(at);
    }
  }
}

/** Numbers of chance from words, each of which is one of 2 ** 32 with equal chance. */
export class Stream {
  /** @param {Iterator<number>} from */
  constructor(from) {
    this.from = from;
    /** The words dropped so far. */
    this.rejects = 0;
  }

  /**
   * A number from 0 up to, not including, n, each with exactly the same chance.
   *
   * @param {number} n
   * @returns {number}
   */
  uniform(n) {
    const usable = WORDS - WORDS % n;
    for (;;) {
      const { value, done } = this.from.next();
      check(!done, "the stream of chance has ended");
      if (value < usable) {
        return value % n;
      }
      this.rejects++;
    }
  }
}

/**
 * The shoe that follows from the server's seed and every seat's part, seats ascending.
 *
 * @param {Terms} terms
 * @param {Uint8Array} serverSeed
 * @param {number} firstCutter
 * @param {Part[]} parts
 * @returns {FairShoe}
 */
export function build(terms, serverSeed, firstCutter, parts) {
  const server = serverCommitment(terms, serverSeed);
  checkParts(terms, server, firstCutter, parts);
  const derived = keys(transcript(server, firstCutter, parts), serverSeed);
  const shuffling = new Stream(words(derived.shuffle)), cutting = new Stream(words(derived.cut));
  const cards = cardsOf(terms);
  const order = shuffled(cards, shuffling);
  const behind = terms.behindLeast + cutting.uniform(terms.behindMost - terms.behindLeast + 1);
  const cutter = cutterOf(firstCutter, parts);
  const cut = cutter?.reveal?.cut ?? 1 + cutting.uniform(cards - 1);
  return {
    order: [...order.slice(cut), ...order.slice(0, cut)],
    cutter: cutter?.seat ?? 0,
    cut,
    behind,
    rejects: shuffling.rejects + cutting.rejects,
  };
}

/**
 * The numbers of so many cards in an order of chance, each order as likely as any other.
 *
 * @param {number} cards
 * @param {Stream} stream
 * @returns {number[]}
 */
function shuffled(cards, stream) {
  const order = Array.from({ length: cards }, (_, number) => number);
  for (let last = cards - 1; last > 0; last--) {
    const chosen = stream.uniform(last + 1);
    [order[last], order[chosen]] = [order[chosen], order[last]];
  }
  return order;
}

/**
 * Who cuts: the first that revealed, counting up from a seat and round; maybe nobody.
 *
 * @param {number} firstCutter
 * @param {Part[]} parts
 * @returns {Part | undefined}
 */
export function cutterOf(firstCutter, parts) {
  const revealed = parts.filter((part) => part.reveal !== null);
  return revealed.find((part) => part.seat >= firstCutter) ?? revealed[0];
}

/**
 * The card of a number, such as 9h: ranks from 2 to A, suit by suit, deck by deck.
 *
 * @param {number} number
 * @returns {string}
 */
export function cardOf(number) {
  return RANKS[number % RANKS.length] + SUITS[Math.floor(number / RANKS.length) % SUITS.length];
}

/**
 * The size of a shoe.
 *
 * @param {Terms} terms
 * @returns {number}
 */
export function cardsOf(terms) {
  return terms.decks * DECK_SIZE;
}

/**
 * Refuse terms that no shoe can have.
 *
 * @param {Terms} terms
 */
export function checkTerms(terms) {
  check(typeof terms.shoe === "string" && terms.shoe !== "", "no id of a shoe");
  check(terms.shoe.isWellFormed(), "the shoe's id cannot be written in UTF-8");
  check(isWithin(terms.decks, 1, MOST_DECKS), `a shoe has 1 to ${MOST_DECKS} decks`);
  const { behindLeast, behindMost } = terms;
  check(
    isWithin(behindLeast, 0, cardsOf(terms)) && isWithin(behindMost, behindLeast, cardsOf(terms)),
    `${behindLeast} to ${behindMost} cards behind the cut card will not do ` +
      `in a shoe of ${cardsOf(terms)}`,
  );
}

/**
 * Refuse parts out of order, and a reveal that is not what its seat committed to.
 *
 * @param {Terms} terms
 * @param {Uint8Array} server
 * @param {number} firstCutter
 * @param {Part[]} parts
 */
function checkParts(terms, server, firstCutter, parts) {
  checkSeat(firstCutter);
  parts.forEach((part, index) => {
    checkSeat(part.seat);
    check(
      index === 0 || parts[index - 1].seat < part.seat,
      "seats have a part in ascending order, each once",
    );
    checkSeed(part.commitment, `the commitment of seat ${part.seat}`);
    if (part.reveal !== null) {
      checkReveal(terms, server, part.seat, part.commitment, part.reveal);
    }
  });
}

/**
 * Refuse a reveal that is not what its seat committed to.
 *
 * @param {Terms} terms
 * @param {Uint8Array} server
 * @param {number} seat
 * @param {Uint8Array} commitment
 * @param {Reveal} reveal
 */
export function checkReveal(terms, server, seat, commitment, reveal) {
  check(
    sameBytes(playerCommitment(terms, server, seat, reveal), commitment),
    `seat ${seat} reveals something else than it committed to`,
  );
}

/**
 * Whether some bytes are the same.
 *
 * @param {Uint8Array} first
 * @param {Uint8Array} second
 * @returns {boolean}
 */
export function sameBytes(first, second) {
  return first.length === second.length && first.every((byte, index) => byte === second[index]);
}

/**
 * Refuse what is no seat.
 *
 * @param {number} seat
 */
export function checkSeat(seat) {
  check(isWithin(seat, 1, Number.MAX_SAFE_INTEGER), `${seat} is not a seat: seats are 1 and up`);
}

/**
 * @param {Uint8Array} seed
 * @param {string} what
 */
function checkSeed(seed, what) {
  check(
    seed instanceof Uint8Array && seed.length === SEED_SIZE,
    `${what}: not ${SEED_SIZE} bytes`,
  );
}

/**
 * @param {number} value
 * @param {number} least
 * @param {number} most
 * @returns {boolean}
 */
function isWithin(value, least, most) {
  return Number.isSafeInteger(value) && least <= value && value <= most;
}

/**
 * @param {boolean | undefined} holds
 * @param {string} message
 */
function check(holds, message) {
  if (!holds) {
    throw new FairError(message);
  }
}
