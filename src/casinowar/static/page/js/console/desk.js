/**
 * The dealer's words on their way to the house: one after the other, each done once. A refusal ends
 * the row: what was said after it was meant for another moment, and is not sent.
 */

import { get, newKey, persist, post, Problem } from "../api.js";
import { reason } from "../asking.js";
import { connection } from "../connection.js";

/** @typedef {import("./words.js").Standing} Standing */

const PATIENCE = 3000;
/** Milliseconds without an answer after which words are said to wait. */

export class Desk extends EventTarget {
  /** @type {Standing | null} */
  standing = null;
  /** @type {{kind: string, text: string}[]} what came of the last words */
  lines = [];
  /** Why the last words were not taken, or not to their end. */
  refused = "";
  /** What of them was not taken. */
  left = "";
  /** Whether words wait because the house does not answer: so long as they do, no others are taken. */
  held = false;
  #at;
  /** @type {string[]} */
  #row = [];
  /** @type {string[]} the words that are on their way */
  #out = [];
  #sending = false;
  #said = Promise.resolve();
  #asking = false;
  /** How far the table has come. */
  #reached = 0;
  /** Whether it is paused or closed, which moves no entry, otherwise than was known. */
  #otherwise = false;

  /** @param {string} table */
  constructor(table) {
    super();
    this.#at = `/api/tables/${table}`;
  }

  /** Whether words are on their way. */
  get busy() {
    return this.#sending;
  }

  /** What was said and is not answered yet, in its order. */
  get waiting() {
    return [...this.#out, ...this.#row];
  }

  /** How the table stands, asked of the house; it may refuse. */
  async look() {
    this.#found(await get(`${this.#at}/desk`));
  }

  /** What came of the last words, without the orders that are shown in large letters. */
  news() {
    const { orders = [], pay = [] } = this.standing ?? {};
    return this.lines.filter(({ text }) =>
      ![...orders, ...pay].includes(text.replace(/^\d+\. /, ""))
    );
  }

  /**
   * The table has moved: see how it stands, unless that is known.
   *
   * @param {{seq: number, paused?: string | null, closed?: boolean}} view
   */
  async moved({ seq, paused, closed }) {
    this.#reached = Math.max(this.#reached, seq);
    const { standing } = this;
    this.#otherwise ||= standing !== null && paused !== undefined &&
      ((paused ?? "") !== standing.paused || Boolean(closed) !== standing.closed);
    if (this.#asking) return; // more may come while it is asked: then it is asked again
    this.#asking = true;
    try {
      while (!this.#sending && (this.#otherwise || this.#isBehind())) {
        this.#otherwise = false;
        await this.look();
      }
    } catch (error) {
      this.#reached = 0;
      this.#refuse(reason(error), "");
    }
    this.#asking = false;
  }

  #isBehind() {
    return (this.standing?.seq ?? 0) < this.#reached;
  }

  /**
   * Say something; it is done when all that was said is.
   *
   * @param {string} words
   */
  say(words) {
    this.#row.push(words);
    if (!this.#sending) this.#said = this.#sendAll();
    return this.#said;
  }

  async #sendAll() {
    this.#sending = true;
    this.refused = this.left = "";
    this.#tell();
    while (this.#row.length) {
      const next = /** @type {string} */ (this.#row.shift());
      await this.#send(next);
    }
    this.#sending = this.held = false;
    this.#tell();
    this.moved({ seq: 0 });
  }

  /** What was refused has been read. */
  forgive() {
    this.refused = this.left = "";
    this.#tell();
  }

  /** @param {string} words */
  async #send(words) {
    const key = newKey();
    try {
      const ask = () => post(`${this.#at}/dealer`, { words }, key);
      const { lines, left, desk } = await this.#answered(words, ask);
      this.lines = lines.filter((/** @type {any} */ line) => line.kind !== "next");
      this.#found(desk);
      const why = lines.filter((/** @type {any} */ line) => line.kind === "refused");
      if (why.length) {
        this.#refuse(why.map((/** @type {any} */ line) => line.text).join(". "), left);
      }
    } catch (error) {
      const awaited = error instanceof Problem && error.awaited ? ` Next: ${error.awaited}.` : "";
      this.#refuse(reason(error) + awaited, words);
    }
  }

  /**
   * What comes of words; that nothing comes is known soon.
   *
   * @param {string} words
   * @param {() => Promise<any>} ask
   */
  async #answered(words, ask) {
    const over = new AbortController();
    const hold = () => {
      this.held = true;
      this.#tell();
    };
    this.#out = [words];
    connection.addEventListener("lost", hold, { signal: over.signal });
    const late = setTimeout(hold, PATIENCE);
    if (connection.offline) hold();
    try {
      return await persist(ask);
    } finally {
      clearTimeout(late);
      over.abort();
      this.#out = [];
    }
  }

  /**
   * @param {string} why
   * @param {string} words
   */
  #refuse(why, words) {
    this.left = [words, ...this.#row].filter(Boolean).join(" ");
    this.#row = [];
    this.refused = why;
    this.#tell();
  }

  /** @param {Standing} standing */
  #found(standing) {
    if (this.standing && standing.seq < this.standing.seq) return;
    this.standing = standing;
    this.#tell();
  }

  #tell() {
    this.dispatchEvent(new Event("change"));
  }
}
