/**
 * The form of a shoe's file, `casinowar/shoe/1`, and the hashes of the entries in it.
 *
 * @module
 */

import { canonical, isObject, NotJson, readJson } from "./json.js";
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

/** A file that is not in the form of a shoe's file. */
export class NotReadable extends Error {}

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
  const shoes = entries.filter(({ kind }) => kind === "shoe");
  if (shoes.length !== 1 || shoes[0].shoe !== shoe) {
    throw new NotReadable(`the entries are not those of shoe '${shoe.slice(0, 80)}' alone`);
  }
  if (!["shoe", "table"].includes(String(entries[0].kind))) {
    throw new NotReadable("the entries begin neither with a header nor with a shoe's first entry");
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
 * The hash that an entry must have.
 *
 * @param {JsonObject} entry
 * @returns {string}
 */
export function hashOf(entry) {
  const { hash: _, ...rest } = entry;
  return toHex(sha256(new TextEncoder().encode(canonical(rest))));
}
