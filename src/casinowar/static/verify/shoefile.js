/**
 * The form of a shoe's file, `casinowar/shoe/1`: its header, its parts, and the hashes in it.
 *
 * @module
 */

import { PROTOCOL } from "./fair.js";
import { canonical, isNumber, isObject, NotJson, readJson } from "./json.js";
import { sha256, toHex } from "./sha256.js";

/** @typedef {import("./json.js").Json} Json */
/** @typedef {import("./json.js").JsonObject} JsonObject */

/**
 * What a shoe's file holds.
 *
 * @typedef {object} ShoeFile
 * @property {string} shoe its id
 * @property {JsonObject} table the header of the table's record
 * @property {string} rules the text of the rule file
 * @property {JsonObject[]} steps the shuffle's steps from before the entries
 * @property {JsonObject[]} entries
 */

const FORMAT = "casinowar/shoe/1";
const RECORD = "casinowar/record/1";
const NO_HASH = "0".repeat(64);
const TABLE_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;
const HEADER = ["fair", "format", "options", "reading", "rules", "sha256", "table"];
/** The same for a practice table. */
const PRACTICE = [...HEADER, "practice"].sort();
/** Of a table's options, those numbers that the cards depend on, and the least of each. */
const COUNTS = new Map([["decks", 1], ["seats", 1], ["behind_least", 0], ["behind_most", 0]]);
const FRAME = ["seq", "prev", "kind", "hash", "who", "at"];
const MOST_WHO = 200;

const HASH = /^[0-9a-f]{64}$/;

export const NOT_NEXT = "it does not follow the entry before it: prev is another hash";
export const CHANGED = "it was changed: its contents do not match its hash";

/** A file that is not in the form of a shoe's file. */
export class NotReadable extends Error {}

/** An entry that is not what it must be. */
export class WrongEntry extends Error {
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
 * The contents of a shoe's file, read but not checked.
 *
 * @param {string} text
 * @returns {ShoeFile}
 */
export function readFile(text) {
  const file = read(text);
  if (!isObject(file) || file.format !== FORMAT) {
    throw new NotReadable(`this is not a shoe's file: its format is not '${FORMAT}'`);
  }
  const { format: _, shoe, table, rules, steps, entries, ...more } = file;
  if (Object.keys(more).length) {
    throw new NotReadable("a shoe's file has format, shoe, table, rules, steps, entries only");
  }
  if (typeof shoe !== "string" || typeof rules !== "string") {
    throw new NotReadable("the shoe's id and the rules are texts");
  }
  if (!isObject(table) || table.kind !== "table") {
    throw new NotReadable("the table is not the header of a record");
  }
  if (!areObjects(steps) || !areObjects(entries)) {
    throw new NotReadable("steps and entries are lists of objects");
  }
  if (!entries.length) {
    throw new NotReadable("entries is empty");
  }
  if (![entries[0], ...steps].every(({ seq }) => isNumber(seq, 0))) {
    throw new NotReadable("the first entry, or a step, does not have its number in the record");
  }
  return { shoe, table, rules, steps, entries };
}

/**
 * @param {string} text
 * @returns {Json}
 */
function read(text) {
  try {
    return readJson(text);
  } catch (error) {
    throw error instanceof NotJson ? new NotReadable(error.message) : error;
  }
}

/**
 * Whether a value is a list of objects.
 *
 * @param {Json | undefined} value
 * @returns {value is JsonObject[]}
 */
export function areObjects(value) {
  return Array.isArray(value) && value.every(isObject);
}

/**
 * Whether a value is a hash: 64 small hexadecimal digits.
 *
 * @param {Json | undefined} value
 * @returns {boolean}
 */
function isHash(value) {
  return typeof value === "string" && HASH.test(value);
}

/**
 * The hash that an entry must have.
 *
 * @param {JsonObject} entry
 * @returns {string}
 */
export function hashOf(entry) {
  const { hash: _, ...rest } = entry;
  return toHex(sha256(new TextEncoder().encode(canonical(rest))));
}

/**
 * Refuse a header that is not itself, or is not of the rules in the file.
 *
 * @param {ShoeFile} file
 */
export function checkHeader({ table, rules }) {
  wrongIf(table.seq !== 0 || table.prev !== NO_HASH, 0, "it is not the first of a chain");
  wrongIf(table.hash !== hashOf(table), 0, CHANGED);
  wrongIf(table.format !== RECORD, 0, `its format is not '${RECORD}'`);
  const due = table.practice === 1 ? PRACTICE : HEADER;
  wrongIf(canonical(ownFields(table)) !== canonical(due), 0, "its fields are not a header's");
  checkFrame(table, 0);
  const { table: id, rules: name, reading, fair, options } = table;
  wrongIf(typeof id !== "string" || !TABLE_ID.test(id), 0, "its table has no id");
  const named = typeof name === "string" && typeof reading === "string";
  wrongIf(!named, 0, "its rules and their reading have no names");
  wrongIf(fair !== "" && fair !== PROTOCOL, 0, `its shuffle is not '${PROTOCOL}'`);
  wrongIf(!areOptions(options, fair === ""), 0, "its options are not a table's");
  const digest = toHex(sha256(new TextEncoder().encode(rules)));
  wrongIf(table.sha256 !== digest, 0, "the rules in this file are not those of its sha256");
}

/**
 * Whether a value can be the options of a table, as far as a page needs them.
 *
 * @param {Json} options
 * @param {boolean} byHand
 * @returns {boolean}
 */
function areOptions(options, byHand) {
  return isObject(options) && options.hand_dealt === (byHand ? 1 : 0) &&
    Array.from(COUNTS).every(([name, least]) => isNumber(options[name], least));
}

/**
 * Refuse a file whose parts are not those of one shoe: its entries, and the steps before them.
 *
 * @param {ShoeFile} file
 */
export function checkParts({ shoe, table, steps, entries }) {
  const begins = Number(entries[0].seq), { kind } = entries[0];
  const shoes = entries.filter((entry) => entry.kind === "shoe");
  const named = `the entries are not those of shoe '${shoe.slice(0, 80)}' alone`;
  wrongIf(shoes.length !== 1 || shoes[0].shoe !== shoe, begins, named);
  const other = "the entries begin neither with a header nor with a shoe's first entry";
  wrongIf(kind !== "shoe" && kind !== "table", begins, other);
  const own = kind !== "table" || canonical(entries[0]) === canonical(table);
  wrongIf(!own, 0, "it is not the header that the file has for its table");
  steps.forEach((step) => wrongIf(step.hash !== hashOf(step), Number(step.seq), CHANGED));
  const [first] = shoes;
  const places = areObjects(first.steps) ? first.steps : [];
  const earlier = places.filter((place) => numberOf(place) < begins);
  wrongIf(
    canonical(steps.map(({ seq, hash }) => ({ seq, hash }))) !== canonical(earlier),
    numberOf(first),
    "the steps beside the entries are not those it names",
  );
}

/**
 * Refuse steps before the shoe's first entry that are not in the order of a chain with gaps.
 *
 * @param {ShoeFile} file
 */
export function checkSteps({ table, steps, entries }) {
  let before = table;
  for (const entry of [...steps, entries[0]]) {
    const seq = numberOf(entry), apart = seq - numberOf(before);
    wrongIf(!isHash(entry.prev), seq, "prev is not the hash of an entry");
    checkFrame(entry, seq);
    wrongIf(apart < 1, seq, `it cannot come after entry ${before.seq}`);
    wrongIf(apart === 1 && entry.prev !== before.hash, seq, NOT_NEXT);
    before = entry;
  }
}

/**
 * The number in the id of the file's shoe.
 *
 * @param {ShoeFile} file
 * @returns {number}
 */
export function serialOf({ shoe, table, entries }) {
  const [, id, number] = /^(.*)\/([1-9][0-9]{0,14})$/s.exec(shoe) ?? [];
  const other = `'${shoe}' is not the id of a shoe of table ${table.table}`;
  wrongIf(id !== table.table, numberOf(entries[0]), other);
  return Number(number);
}

/**
 * The seat that cut last, as the state of the table in a shoe's first entry tells it; refused if
 * that has other seats than the table.
 *
 * @param {ShoeFile} file
 * @param {JsonObject} first
 * @returns {number}
 */
export function lastCutter({ table }, { seq, state }) {
  const { shoe = {}, seats: held = [] } = isObject(state) ? state : {};
  const cutter = isObject(shoe) ? shoe.cutter : undefined;
  const seats = isObject(table.options) ? Number(table.options.seats) : 0;
  const isSeat = isNumber(cutter, 0) && cutter <= seats;
  wrongIf(!isSeat, Number(seq), "its state does not tell which seat cut last");
  const areHeld = Array.isArray(held) && held.every((player) => typeof player === "string");
  const own = areHeld && held.length === seats;
  wrongIf(!own, Number(seq), `its state does not tell who has each of the table's ${seats} seats`);
  return Number(cutter);
}

/**
 * Who has each seat as a shoe comes, of which `lastCutter` has seen that it is told.
 *
 * @param {JsonObject} first the shoe's first entry
 * @returns {string[]}
 */
export function seatsOf({ state }) {
  return /** @type {{seats: string[]}} */ (/** @type {unknown} */ (state)).seats;
}

/**
 * The seat at which each player is asked to cut a shoe: their first after the one that cut last.
 *
 * @param {readonly string[]} seats who has each seat
 * @param {number} cutter the seat that cut last
 * @returns {Map<Json, number>}
 */
export function askedToCut(seats, cutter) {
  /** @type {Map<Json, number>} */
  const asked = new Map();
  for (let turn = 0; turn < seats.length; turn++) {
    const index = (cutter + turn) % seats.length;
    asked.set(seats[index], asked.get(seats[index]) ?? index + 1);
  }
  return asked;
}

/**
 * Refuse an entry that does not say who acted, or when, as it must if it does.
 *
 * @param {JsonObject} entry
 * @param {number} seq
 */
export function checkFrame({ who = "house", at = 0 }, seq) {
  const length = typeof who === "string" ? Array.from(who).length : 0;
  wrongIf(!length || length > MOST_WHO, seq, `who acted is a text of 1 to ${MOST_WHO} characters`);
  wrongIf(!isNumber(at, 0), seq, "its time is a whole number from 0 up");
}

/**
 * The number that an entry gives itself, or 0.
 *
 * @param {JsonObject} entry
 * @returns {number}
 */
function numberOf({ seq }) {
  return typeof seq === "number" ? seq : 0;
}

/**
 * The fields of an entry beside those that every entry may have, sorted.
 *
 * @param {JsonObject} entry
 * @returns {string[]}
 */
export function ownFields(entry) {
  return Object.keys(entry).filter((name) => !FRAME.includes(name)).sort();
}

/**
 * @param {boolean} is
 * @param {number} entry
 * @param {string} why
 */
export function wrongIf(is, entry, why) {
  if (is) {
    throw new WrongEntry(entry, why);
  }
}
