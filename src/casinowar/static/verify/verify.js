/**
 * Checks a shoe's file (`casinowar/shoe/1`) in the page, with nothing but SHA-256.
 *
 * The page knows no rules. It checks the commitments, the order of the cards, the cut and the cut
 * card, the chain of entries, that each place of the shoe is used once and in order, the burns and
 * every card. What a round pays is checked by `casinowar verify`, which plays it again.
 *
 * @module
 */

import { Ceremony, STEPS } from "./ceremony.js";
import { factsOf } from "./claims.js";
import { DECK_SIZE, FairError } from "./fair.js";
import { canonical, isObject } from "./json.js";
import { fromHex } from "./sha256.js";
import {
  areObjects,
  askedToCut,
  CHANGED,
  checkFrame,
  checkHeader,
  checkParts,
  checkSteps,
  hashOf,
  lastCutter,
  NOT_NEXT,
  NotReadable,
  ownFields,
  readFile,
  seatsOf,
  serialOf,
  WrongEntry,
  wrongIf,
} from "./shoefile.js";
import { ShoeWalk } from "./dealtcards.js";

/** @typedef {import("./json.js").JsonObject} JsonObject */

/**
 * What a check found.
 *
 * @typedef {object} Verdict
 * @property {"cards verified" | "open" | "by hand" | "wrong" | "not readable"} verdict
 *   `open`: nothing is wrong so far, but the order can only be checked when the shoe is over;
 *   `by hand`: real cards, of which nothing but the chain can be checked
 * @property {string} shoe its id; empty where that cannot be read
 * @property {string[]} checked what was found right, in sentences without a full stop
 * @property {string[]} unchecked what this check cannot tell
 * @property {number | null} entry the first wrong entry
 * @property {string} why what is wrong with it, or with the file
 * @property {import("./claims.js").Facts | null} facts to compare; none of a file that is wrong
 */

/** @typedef {import("./shoefile.js").ShoeFile} ShoeFile */

/**
 * Check a shoe's file.
 *
 * @param {string} text
 * @returns {Verdict}
 */
export function verifyShoe(text) {
  /** @type {Verdict} */
  const verdict = {
    verdict: "not readable",
    shoe: "",
    checked: [],
    unchecked: [],
    entry: null,
    why: "",
    facts: null,
  };
  try {
    const file = readFile(text);
    verdict.shoe = file.shoe;
    new Check(file, verdict).run();
  } catch (error) {
    if (error instanceof WrongEntry) {
      verdict.verdict = "wrong";
      verdict.entry = error.entry;
    } else if (!(error instanceof NotReadable)) {
      throw error;
    }
    verdict.checked = [];
    verdict.unchecked = [];
    verdict.why = error.message;
  }
  return verdict;
}

/** One file, checked entry by entry in the order of the chain. */
class Check {
  /**
   * @param {ShoeFile} file
   * @param {Verdict} verdict to be filled
   */
  constructor(file, verdict) {
    this.file = file;
    this.verdict = verdict;
    /** The table's id, and how many cards its shoes have. */
    this.id = String(file.table.table);
    this.options = isObject(file.table.options) ? file.table.options : {};
    this.byHand = file.table.fair === "";
    /** @type {Map<string, Ceremony>} those begun in this file, by shoe */
    this.ceremonies = new Map();
    /** The number of the last shoe that was committed to. */
    this.serial = 0;
    /** @type {ShoeWalk | null} the shoe on the table, once it is there */
    this.walk = null;
    /** The seat that cut last; 0 while none has. */
    this.cutter = 0;
    /** Whether the shoe's first entry was the last one. */
    this.announced = false;
  }

  run() {
    checkHeader(this.file);
    checkParts(this.file);
    const [first] = this.file.entries;
    if (first.kind === "shoe") {
      wrongIf(first.hash !== hashOf(first), Number(first.seq), CHANGED);
      const early = "no shoe can begin before anyone has a seat";
      wrongIf(Number(first.seq) < 2, Number(first.seq), early);
      this.serial = serialOf(this.file);
      checkSteps(this.file);
      this.cutter = lastCutter(this.file, first);
    }
    for (const step of this.file.steps) {
      told(Number(step.seq), () => this.step(step));
    }
    this.entries();
    this.conclude();
  }

  /** Every entry follows the one before it, and tells what can be. */
  entries() {
    const { entries } = this.file;
    let seq = Number(entries[0].seq), { prev } = entries[0];
    for (const entry of entries) {
      const own = String(entry.seq).slice(0, 20);
      wrongIf(entry.seq !== seq, seq, `it says it is entry ${own}`);
      wrongIf(entry.hash !== hashOf(entry), seq, CHANGED);
      wrongIf(entry.prev !== prev, seq, NOT_NEXT);
      checkFrame(entry, seq);
      told(seq, () => this.entry(entry));
      seq++;
      prev = entry.hash;
    }
    wrongIf(this.announced, seq, "the file ends before its shoe is brought");
  }

  /** @param {JsonObject} entry */
  entry(entry) {
    check(!this.announced || entry.kind === "action", "the shoe is announced: it is brought next");
    switch (entry.kind) {
      case "table":
        return check(entry.seq === 0, "a record has one header, its first entry");
      case "shoe":
        return this.shoe(entry);
      case "action":
        return this.action(entry);
      default:
        return this.step(entry);
    }
  }

  /**
   * A step of the fair shuffle, of this shoe or of the next.
   *
   * @param {JsonObject} entry
   */
  step(entry) {
    const fields = STEPS.get(String(entry.kind));
    check(fields, "there is no entry of this kind");
    checkFields(entry, fields ?? []);
    const shoe = String(entry.shoe);
    const place = { seq: Number(entry.seq), hash: String(entry.hash) };
    const ceremony = this.ceremonies.get(shoe);
    if (entry.kind === "list_closed") {
      this.checkClosing(entry);
    }
    if (ceremony) {
      check(
        entry.kind !== "server_reveal" || this.mayEnd(ceremony, entry),
        `shoe ${shoe} is not ${entry.end === "dealt" ? "dealt to its end" : "abandoned"}`,
      );
      ceremony.take(entry, place);
    } else {
      check(entry.kind === "server_commitment", `shoe '${shoe}' is not in preparation`);
      this.commit(entry, place);
    }
  }

  /**
   * A list is closed when it is known who cuts first: after the shoe on the table is cut.
   *
   * @param {JsonObject} entry
   */
  checkClosing(entry) {
    check(this.walk?.cut !== null, "the list is closed when the shoe on the table has been cut");
    check(
      entry.first_cutter === this.cutter % Number(this.options.seats) + 1,
      `seat ${entry.first_cutter} is not the one to be asked first to cut`,
    );
  }

  /**
   * The server commits to a shoe, one after the other, on the terms of the table.
   *
   * @param {JsonObject} entry
   * @param {import("./ceremony.js").Place} place
   */
  commit(entry, place) {
    const early = this.file.steps.includes(entry), coming = this.coming();
    const due = early ? this.file.shoe : `${this.id}/${this.serial + 1}`;
    check(
      coming === null,
      `shoe ${coming?.terms.shoe} is in preparation: only one can be at a time`,
    );
    check(entry.shoe === due, `a commitment to shoe ${due} is due`);
    const { decks, behind_least: least, behind_most: most } = this.options;
    check(
      entry.decks === decks &&
        (most === 0 || entry.behind_min === least && entry.behind_max === most),
      "it is not on the terms of this table",
    );
    this.ceremonies.set(due, new Ceremony(entry, place));
    this.serial += early ? 0 : 1;
  }

  /**
   * The shoe in preparation, if there is one.
   *
   * @returns {Ceremony | null}
   */
  coming() {
    const last = this.ceremonies.get(`${this.id}/${this.serial}`) ?? null;
    return last === null || last === this.walk?.ceremony || last.end !== "" ? null : last;
  }

  /**
   * A shoe that was never brought is abandoned; one on the table is dealt if it is used up.
   *
   * @param {Ceremony} ceremony
   * @param {JsonObject} entry
   * @returns {boolean}
   */
  mayEnd(ceremony, entry) {
    const isDealt = this.walk !== null && ceremony === this.walk.ceremony && this.walk.isSpent;
    return (entry.end === "dealt") === isDealt;
  }

  /**
   * The first entry of the shoe: everything about its shuffle but the server's seed is known.
   *
   * @param {JsonObject} entry
   */
  shoe(entry) {
    checkFields(entry, ["shoe", "state", "steps", "table"]);
    check(entry.table === this.file.table.hash, "it is of another table");
    const ceremony = this.ceremonies.get(this.file.shoe) ?? null;
    check(this.byHand === (ceremony === null), "its shuffle is not the table's");
    if (ceremony) {
      check(ceremony.isComplete, "not every commitment is revealed or withheld yet");
      check(ceremony.end === "", "its seed is revealed already");
    }
    check(
      canonical(entry.steps) === canonical(ceremony?.places ?? []),
      "its steps are not those that are in force",
    );
    const other = "its state tells of another last cut than the entries before it";
    check(lastCutter(this.file, entry) === this.cutter, other);
    const terms = {
      cards: DECK_SIZE * Number(this.options.decks),
      behindLeast: Number(this.options.behind_least),
      behindMost: Number(this.options.behind_most),
      seats: seatsOf(entry),
      asked: askedToCut(seatsOf(entry), this.cutter),
    };
    this.walk = new ShoeWalk(terms, ceremony, this.shownSeed(ceremony));
    this.announced = true;
  }

  /**
   * The server's seed, if this file shows the right one: then every card is checked as it comes.
   *
   * @param {Ceremony | null} ceremony
   * @returns {Uint8Array | null}
   */
  shownSeed(ceremony) {
    const shown = this.file.entries.find((entry) =>
      entry.kind === "server_reveal" && entry.shoe === this.file.shoe &&
      /^[0-9a-f]{64}$/.test(String(entry.seed))
    );
    const seed = shown && fromHex(String(shown.seed));
    return ceremony && seed && ceremony.isSeed(seed) ? seed : null;
  }

  /**
   * Something was done: what left the shoe by it?
   *
   * @param {JsonObject} entry
   */
  action(entry) {
    const { action, events } = entry;
    checkFields(entry, ["action", "events"]);
    if (!isObject(action) || !areObjects(events)) {
      throw new FairError("an action and its events are objects");
    }
    check(this.announced === (action.type === "new_shoe"), "a shoe is brought after its entry");
    this.announced = false;
    const draws = events.some(({ type }) => type === "card_dealt" || type === "cards_burned");
    check(
      !draws || this.byHand || this.coming() !== null,
      "the server commits to the next shoe before the first card of this one",
    );
    check(!draws || this.walk !== null, "no card can leave a shoe that is not there");
    this.walk?.hear(action, events);
    for (const { type, seat } of events) {
      this.cutter = type === "deck_cut" && Number(seat) || this.cutter;
    }
  }

  /** Nothing is wrong: say what that means. */
  conclude() {
    const { verdict } = this, { entries } = this.file;
    const walk = /** @type {ShoeWalk} */ (this.walk), { ceremony } = walk;
    const open = ceremony !== null && ceremony.end === "";
    verdict.verdict = ceremony === null ? "by hand" : open ? "open" : "cards verified";
    verdict.facts = factsOf(this.file, ceremony);
    verdict.checked = [
      `the chain: ${entries.length} entries, each with its hash and that of the one before`,
      ...walk.told(),
    ];
    if (Number(entries[0].seq) > 0) {
      verdict.unchecked.push(`what came before entry ${entries[0].seq}`);
    }
    if (ceremony === null) {
      verdict.unchecked.push("the cards: they were shuffled and dealt by hand");
    } else if (open) {
      verdict.unchecked.push(
        "the order of the cards: the shoe is open, and the server's seed is not shown yet",
      );
    }
    verdict.unchecked.push("the rules and what was paid: casinowar verify checks them");
  }
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

/**
 * Refuse an entry that has other fields than its kind.
 *
 * @param {JsonObject} entry
 * @param {string[]} due
 */
function checkFields(entry, due) {
  const right = canonical(due.toSorted());
  check(canonical(ownFields(entry)) === right, "its fields are not its kind's");
}

/**
 * Look at an entry; what is wrong with it is told with its number.
 *
 * @param {number} seq
 * @param {() => void} look
 */
function told(seq, look) {
  try {
    look();
  } catch (error) {
    throw error instanceof FairError ? new WrongEntry(seq, error.message) : error;
  }
}
