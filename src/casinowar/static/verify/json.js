/**
 * JSON of a narrow kind, read strictly and written in one way only.
 *
 * Records hold texts, whole numbers within 2 ** 53, lists and objects. `JSON.parse` would take a
 * key that is given twice, or a number that it cannot hold, without a word; two readers of one
 * file could then see two different shoes.
 *
 * @module
 */

/** @typedef {{[key: string]: Json}} JsonObject */
/** @typedef {string | number | JsonList | JsonObject} Json */
/** @typedef {Json[]} JsonList */

/** The most lists and objects that are in one another. */
const MOST_DEPTH = 100;

const BLANKS = /[ \t\n\r]*/y;
// There is one way only to match a text, so that one which is none is not tried in millions of ways.
// deno-lint-ignore no-control-regex
const TEXT = /"[^"\\\u0000-\u001f]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\u0000-\u001f]*)*"/y;
const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const WORD = /true|false|null|NaN|-?Infinity/y;

/** A text that is no JSON of this kind. */
export class NotJson extends Error {}

/**
 * The value of a JSON text.
 *
 * @param {string} text
 * @returns {Json}
 */
export function readJson(text) {
  if (text.startsWith("\ufeff")) {
    throw new NotJson("this file begins with a byte order mark");
  }
  const reader = new Reader(text);
  const value = reader.value(0);
  reader.end();
  return value;
}

/**
 * The one text of a value: keys sorted, no blanks.
 *
 * @param {Json} value
 * @returns {string}
 */
export function canonical(value) {
  if (Array.isArray(value)) {
    return `[${value.map(canonical).join(",")}]`;
  }
  if (isObject(value)) {
    const inside = Object.keys(value).sort().map((key) =>
      `${JSON.stringify(key)}:${canonical(value[key])}`
    );
    return `{${inside.join(",")}}`;
  }
  return JSON.stringify(value);
}

/**
 * Whether a value is an object with keys.
 *
 * @param {Json | undefined} value
 * @returns {value is JsonObject}
 */
export function isObject(value) {
  return typeof value === "object" && !Array.isArray(value);
}

/**
 * Whether a value is a whole number, and not below the least one.
 *
 * @param {Json | undefined} value
 * @param {number} least
 * @returns {value is number}
 */
export function isNumber(value, least) {
  return typeof value === "number" && value >= least;
}

class Reader {
  /** @param {string} text */
  constructor(text) {
    this.text = text;
    this.at = 0;
  }

  /**
   * @param {number} depth how many lists and objects are open
   * @returns {Json}
   */
  value(depth) {
    this.match(BLANKS);
    if (this.match(WORD)) {
      throw new NotJson("true, false and null have no place here: whole numbers and texts do");
    }
    const sign = this.text[this.at];
    if (depth === MOST_DEPTH && (sign === "{" || sign === "[")) {
      throw new NotJson("it is nested too deeply");
    }
    switch (sign) {
      case "{":
        return this.object(depth);
      case "[":
        return this.list(depth);
      case '"':
        return this.string();
      default:
        return this.number();
    }
  }

  /**
   * @param {number} depth
   * @returns {JsonObject}
   */
  object(depth) {
    /** @type {Map<string, Json>} */
    const made = new Map();
    this.at++;
    if (!this.takes("}")) {
      do {
        this.match(BLANKS);
        const key = this.string();
        this.needs(":");
        if (made.has(key)) {
          throw new NotJson("an object has a key twice");
        }
        made.set(key, this.value(depth + 1));
      } while (this.takes(","));
      this.needs("}");
    }
    return Object.fromEntries(made);
  }

  /**
   * @param {number} depth
   * @returns {Json[]}
   */
  list(depth) {
    /** @type {Json[]} */
    const made = [];
    this.at++;
    if (!this.takes("]")) {
      do {
        made.push(this.value(depth + 1));
      } while (this.takes(","));
      this.needs("]");
    }
    return made;
  }

  /** @returns {string} */
  string() {
    const found = this.match(TEXT);
    if (!found) {
      throw this.unexpected();
    }
    const text = JSON.parse(found);
    if (!text.isWellFormed()) {
      throw new NotJson("half of a surrogate pair cannot be written in UTF-8");
    }
    return text;
  }

  /** @returns {number} */
  number() {
    const found = this.match(NUMBER);
    if (!found) {
      throw this.unexpected();
    }
    if (/[.eE]/.test(found)) {
      throw new NotJson(`${found.slice(0, 40)} is not a whole number`);
    }
    const number = Number(found);
    if (!Number.isSafeInteger(number)) {
      throw new NotJson("a whole number is not within 2**53");
    }
    return number === 0 ? 0 : number;
  }

  end() {
    this.match(BLANKS);
    if (this.at < this.text.length) {
      throw this.unexpected();
    }
  }

  /**
   * Whether this sign comes next, and if so, go past it.
   *
   * @param {string} sign
   * @returns {boolean}
   */
  takes(sign) {
    this.match(BLANKS);
    const found = this.text[this.at] === sign;
    this.at += found ? 1 : 0;
    return found;
  }

  /** @param {string} sign */
  needs(sign) {
    if (!this.takes(sign)) {
      throw this.unexpected();
    }
  }

  /**
   * What a pattern matches here, and go past it.
   *
   * @param {RegExp} pattern
   * @returns {string}
   */
  match(pattern) {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0] ?? "";
    this.at += found.length;
    return found;
  }

  /** @returns {NotJson} */
  unexpected() {
    return new NotJson(
      this.at < this.text.length
        ? `it is not JSON from character ${this.at + 1} on`
        : "it is not JSON: it ends too early",
    );
  }
}
