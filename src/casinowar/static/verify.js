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
import { FairError, PROTOCOL } from "./fair.js";
import { canonical, isObject } from "./json.js";
import { fromHex, sha256, toHex } from "./sha256.js";
import { areObjects, hashOf, NotReadable, readFile } from "./shoefile.js";
import { ShoeWalk } from "./walk.js";

/** @typedef {import("./json.js").Json} Json */
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
 */

/** @typedef {import("./shoefile.js").ShoeFile} ShoeFile */

const RECORD = "casinowar/record/1";
const NO_HASH = "0".repeat(64);
const CHANGED = "it was changed: its contents do not have its hash";
const FRAME = ["seq", "prev", "kind", "hash", "who", "at"];

/** An entry that is not what it must be. */
class WrongEntry extends Error {
  /**
   * @param {number} entry
   * @param {string} why
   */
  constructor(entry, why) {
    super(why);
    this.entry = entry;
  }
}

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
    this.serial = file.entries[0].seq === 0 ? 0 : this.serialOf();
    /** @type {ShoeWalk | null} the shoe on the table, once it is there */
    this.walk = null;
    /** Whether the shoe's first entry was the last one. */
    this.announced = false;
  }

  run() {
    this.header();
    this.steps();
    this.entries();
    this.conclude();
  }

  /** The header is itself, and is of these rules. */
  header() {
    const { table, rules } = this.file;
    wrongIf(table.seq !== 0 || table.prev !== NO_HASH, 0, "it is not the first of a chain");
    wrongIf(table.hash !== hashOf(table), 0, CHANGED);
    wrongIf(table.format !== RECORD, 0, `its format is not '${RECORD}'`);
    wrongIf(!this.byHand && table.fair !== PROTOCOL, 0, `its shuffle is not '${PROTOCOL}'`);
    const digest = toHex(sha256(new TextEncoder().encode(rules)));
    wrongIf(table.sha256 !== digest, 0, "the rules in this file are not those of its sha256");
  }

  /** The steps of the shuffle that were taken while the shoe before was dealt. */
  steps() {
    const { steps, entries } = this.file;
    steps.forEach((step, index) => {
      const seq = numberOf(step), next = numberOf(steps[index + 1] ?? entries[0]);
      wrongIf(step.hash !== hashOf(step), seq, CHANGED);
      wrongIf(seq >= next, seq, "it does not stand where it should");
      told(seq, () => this.step(step));
    });
  }

  /** Every entry follows the one before it, and tells what can be. */
  entries() {
    const { entries, table } = this.file;
    const first = entries[0];
    const begins = first.seq === 0;
    wrongIf(begins && first.hash !== table.hash, 0, "it is not the header of this file");
    let seq = numberOf(first), { prev } = first;
    for (const entry of entries) {
      const own = String(entry.seq).slice(0, 20);
      wrongIf(entry.seq !== seq, seq, `what stands here says it is entry ${own}`);
      wrongIf(entry.hash !== hashOf(entry), seq, CHANGED);
      wrongIf(entry.prev !== prev, seq, "it does not follow the entry before it: prev is another");
      told(seq, () => this.entry(entry));
      seq++;
      prev = entry.hash;
    }
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
    const own = Object.keys(entry).filter((name) => !FRAME.includes(name)).sort();
    check(canonical(own) === canonical([...fields ?? []].sort()), "its fields are not its kind's");
    const shoe = String(entry.shoe);
    const place = { seq: Number(entry.seq), hash: String(entry.hash) };
    const ceremony = this.ceremonies.get(shoe);
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
   * The server commits to a shoe, one after the other, on the terms of the table.
   *
   * @param {JsonObject} entry
   * @param {import("./ceremony.js").Place} place
   */
  commit(entry, place) {
    const early = this.file.steps.includes(entry), coming = this.coming();
    const due = early ? this.file.shoe : `${this.id}/${this.serial + 1}`;
    check(coming === null, `shoe ${coming?.terms.shoe} is in preparation, and one at a time is`);
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
    if (this.walk === null || ceremony !== this.walk.ceremony) {
      return entry.end === "abandoned";
    }
    return entry.end === "abandoned" || this.walk.isUsedUp;
  }

  /**
   * The first entry of the shoe: everything about its shuffle but the server's seed is known.
   *
   * @param {JsonObject} entry
   */
  shoe(entry) {
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
    const cards = 52 * Number(this.options.decks);
    this.walk = new ShoeWalk(cards, ceremony, this.shownSeed(ceremony));
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
  }

  /**
   * The number in the id of the file's shoe.
   *
   * @returns {number}
   */
  serialOf() {
    const [, table, number] = /^(.*)\/([1-9][0-9]{0,14})$/s.exec(this.file.shoe) ?? [];
    wrongIf(
      table !== this.id,
      numberOf(this.file.entries[0]),
      `'${this.file.shoe}' is not the id of a shoe of table ${this.id}`,
    );
    return Number(number);
  }

  /** Nothing is wrong: say what that means. */
  conclude() {
    const { verdict, walk } = this, { entries } = this.file;
    if (walk === null) {
      return;
    }
    const { ceremony } = walk;
    const open = ceremony !== null && ceremony.end === "";
    verdict.verdict = ceremony === null ? "by hand" : open ? "open" : "cards verified";
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
 * @param {boolean} is
 * @param {number} entry
 * @param {string} why
 */
function wrongIf(is, entry, why) {
  if (is) {
    throw new WrongEntry(entry, why);
  }
}

/**
 * The number of an entry.
 *
 * @param {JsonObject} entry
 * @returns {number}
 */
function numberOf(entry) {
  if (typeof entry.seq !== "number" || entry.seq < 0) {
    throw new NotReadable(`${String(entry.seq).slice(0, 20)} is not the number of an entry`);
  }
  return entry.seq;
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
