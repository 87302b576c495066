/**
 * The ceremony of one shoe, as a record tells it step by step.
 *
 * The server commits, seats commit while the list is open, the list is closed, each seat on it
 * reveals or withholds, and when the shoe is over the server reveals. What is out of order, or
 * not what was committed to, is refused.
 *
 * @module
 */

import {
  build,
  checkReveal,
  checkSeat,
  checkTerms,
  FairError,
  sameBytes,
  serverCommitment,
} from "./fair.js";
import { fromHex } from "./sha256.js";

/** @typedef {import("./json.js").JsonObject} JsonObject */
/** @typedef {import("./fair.js").FairShoe} FairShoe */
/** @typedef {import("./fair.js").Part} Part */
/** @typedef {import("./fair.js").Reveal} Reveal */
/** @typedef {import("./fair.js").Terms} Terms */

/** @typedef {{seq: number, hash: string}} Place where an entry stands in its chain */
/** @typedef {{player: string, commitment: Uint8Array, place: Place}} Commitment */

/** The fields of each kind of step, beside those that every entry has. */
export const STEPS = new Map([
  ["server_commitment", ["shoe", "decks", "behind_min", "behind_max", "commitment"]],
  ["player_commitment", ["shoe", "seat", "player", "commitment"]],
  ["list_closed", ["shoe", "first_cutter", "seats"]],
  ["player_reveal", ["shoe", "seat", "seed", "cut"]],
  ["withheld", ["shoe", "seat"]],
  ["server_reveal", ["shoe", "seed", "end"]],
]);

/** How far a shoe's ceremony is. */
export class Ceremony {
  /**
   * It begins with the server's commitment.
   *
   * @param {JsonObject} step
   * @param {Place} place
   */
  constructor(step, place) {
    /** @type {Terms} */
    this.terms = {
      shoe: text(step, "shoe"),
      decks: number(step, "decks"),
      behindLeast: number(step, "behind_min"),
      behindMost: number(step, "behind_max"),
    };
    checkTerms(this.terms);
    this.server = bytes(step, "commitment");
    this.place = place;
    /** @type {Map<number, Commitment>} those in force, by seat */
    this.commitments = new Map();
    /** The seat asked first to cut; 0 while the list is open. */
    this.firstCutter = 0;
    /** @type {Map<number, Reveal | null>} what seats on the closed list answered */
    this.answers = new Map();
    /** @type {Place[]} the entries since the list was closed, that one first */
    this.since = [];
    /** @type {Uint8Array | null} */
    this.seed = null;
    /** How it ended: dealt, abandoned or, until the server reveals, not at all. */
    this.end = "";
  }

  /**
   * One more step of this shoe.
   *
   * @param {JsonObject} step
   * @param {Place} place
   */
  take(step, place) {
    check(this.end === "", `the seed of shoe ${this.terms.shoe} is revealed already`);
    switch (step.kind) {
      case "player_commitment":
        return this.commit(step, place);
      case "list_closed":
        return this.close(step, place);
      case "player_reveal":
      case "withheld":
        return this.answer(step, place);
      case "server_reveal":
        return this.reveal(step);
      default:
        throw new FairError(`shoe ${this.terms.shoe} is in preparation already`);
    }
  }

  /**
   * @param {JsonObject} step
   * @param {Place} place
   */
  commit(step, place) {
    check(this.firstCutter === 0, "the list of commitments is closed");
    const seat = number(step, "seat"), player = text(step, "player");
    checkSeat(seat);
    this.commitments.set(seat, { player, commitment: bytes(step, "commitment"), place });
  }

  /**
   * @param {JsonObject} step
   * @param {Place} place
   */
  close(step, place) {
    check(this.firstCutter === 0, "the list of commitments is closed");
    const first = number(step, "first_cutter"), { seats } = step;
    checkSeat(first);
    check(Array.isArray(seats), "seats is not a list");
    const listed = /** @type {number[]} */ (seats);
    check(
      listed.every((seat, index) => index === 0 || listed[index - 1] < seat),
      "the seats on the list are not in ascending order",
    );
    check(
      listed.every((seat) => this.commitments.has(seat)),
      "the list has a seat that has not committed",
    );
    this.commitments = new Map(
      listed.map((seat) => [seat, /** @type {Commitment} */ (this.commitments.get(seat))]),
    );
    this.firstCutter = first;
    this.since.push(place);
  }

  /**
   * @param {JsonObject} step
   * @param {Place} place
   */
  answer(step, place) {
    const seat = number(step, "seat"), committed = this.commitments.get(seat);
    check(
      this.firstCutter > 0,
      "nothing is revealed before the list of commitments is closed",
    );
    check(committed, `seat ${seat} has not committed to this shoe`);
    check(!this.answers.has(seat), `seat ${seat} has revealed or withheld already`);
    if (step.kind === "withheld") {
      this.answers.set(seat, null);
    } else {
      const reveal = { seed: bytes(step, "seed"), cut: number(step, "cut") };
      const { commitment } = /** @type {Commitment} */ (committed);
      checkReveal(this.terms, this.server, seat, commitment, reveal);
      this.answers.set(seat, reveal);
    }
    this.since.push(place);
  }

  /** @param {JsonObject} step */
  reveal(step) {
    check(
      step.end === "dealt" || step.end === "abandoned",
      "a shoe is dealt or abandoned",
    );
    const seed = bytes(step, "seed");
    check(this.isSeed(seed), "the server's seed is not the one it committed to");
    this.seed = seed;
    this.end = String(step.end);
  }

  /**
   * Whether these bytes are what the server committed to.
   *
   * @param {Uint8Array} seed
   * @returns {boolean}
   */
  isSeed(seed) {
    return sameBytes(serverCommitment(this.terms, seed), this.server);
  }

  /** Whether the list is closed and every seat on it has answered. */
  get isComplete() {
    return this.firstCutter > 0 && this.answers.size === this.commitments.size;
  }

  /** The entries that are in force, in the order of the chain. */
  get places() {
    const committed = Array.from(this.commitments.values(), ({ place }) => place);
    return [this.place, ...committed, ...this.since].sort((one, other) => one.seq - other.seq);
  }

  /**
   * Each seat's part, seats ascending.
   *
   * @returns {Part[]}
   */
  get parts() {
    return Array.from(this.commitments, ([seat, { commitment }]) => ({
      seat,
      commitment,
      reveal: this.answers.get(seat) ?? null,
    }));
  }

  /**
   * The shoe that follows from a seed.
   *
   * @param {Uint8Array} seed
   * @returns {FairShoe}
   */
  shoe(seed) {
    return build(this.terms, seed, this.firstCutter, this.parts);
  }
}

/**
 * A field that is a text.
 *
 * @param {JsonObject} step
 * @param {string} name
 * @returns {string}
 */
function text(step, name) {
  check(typeof step[name] === "string", `${name} is not a text`);
  return /** @type {string} */ (step[name]);
}

/**
 * A field that is a whole number.
 *
 * @param {JsonObject} step
 * @param {string} name
 * @returns {number}
 */
function number(step, name) {
  check(typeof step[name] === "number", `${name} is not a whole number`);
  return /** @type {number} */ (step[name]);
}

/**
 * A field that is 32 bytes, as digits.
 *
 * @param {JsonObject} step
 * @param {string} name
 * @returns {Uint8Array}
 */
function bytes(step, name) {
  const digits = text(step, name);
  check(/^[0-9a-f]{64}$/.test(digits), `${name} is not 64 digits of 0 to 9 and a to f`);
  return fromHex(digits);
}

/**
 * @param {unknown} holds
 * @param {string} message
 */
function check(holds, message) {
  if (!holds) {
    throw new FairError(message);
  }
}
