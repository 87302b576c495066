/**
 * The dealer's words on their way to the house: one after the other, each done once. A refusal ends
 * the row: what was said after it was meant for another moment, and is not sent.
 */

import { get, newKey, persist, post, Problem } from "../lib/api.js";
import { reason } from "../lib/loading.js";
import { connection } from "../lib/connection.js";
import { whyNot } from "./phrases.js";

/**
 * @import { DealerAnswer, DealerView, OutputLine } from "../lib/api.d.ts"
 *
 * @typedef {{words: string, turn: string}} Said a line, and the table's turn that it is meant for
 */

const PATIENCE = 3000;
/** Milliseconds without an answer after which words are said to wait. */

const GONE = [401, 403, 404];
/** How the house answers who may not see the desk. */

export class Desk extends EventTarget {
  /** @type {DealerView | null} */
  standing = null;
  /** @type {OutputLine[]} what came of the last words */
  lines = [];
  /** Why the last words were not taken, or not to their end. */
  refused = "";
  /** What the table awaited instead. */
  awaited = "";
  /** @type {string[]} what of them was not taken */
  left = [];
  /** Why whoever is here deals no longer, if that is so. */
  over = "";
  /** Whether words wait because the house does not answer: so long as they do, no others are taken. */
  held = false;
  #at;
  /** @type {Said[]} */
  #row = [];
  /** @type {string[]} the words that are on their way */
  #out = [];
  #sending = false;
  #said = Promise.resolve();
  #asking = false;
  /** How far the table has come. */
  #reached = 0;
  /** Whether something is otherwise than was known that is no entry: a pause, or who may deal. */
  #otherwise = false;

  /** @param {string} table */
  constructor(table) {
    super();
    this.#at = /** @type {const} */ (`/api/tables/${table}`);
  }

  /** Whether words are on their way. */
  get busy() {
    return this.#sending;
  }

  /** What was said and is not answered yet, in its order. */
  get waiting() {
    return [...this.#out, ...this.#row.map(({ words }) => words)];
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
   * The table has come so far: see how it stands, unless that is known.
   *
   * @param {number} seq
   */
  moved(seq) {
    this.#reached = Math.max(this.#reached, seq);
    return this.#catchUp();
  }

  /** Something of the table is otherwise, and its record did not move: see what. */
  changed() {
    this.#otherwise = true;
    return this.#catchUp();
  }

  async #catchUp() {
    if (this.#asking) return; // more may come while it is asked: then it is asked again
    this.#asking = true;
    try {
      while (!this.#sending && (this.#otherwise || this.#isBehind())) {
        this.#otherwise = false;
        await this.look();
      }
    } catch (error) {
      this.#reached = 0;
      this.#miss(error);
    }
    this.#asking = false;
  }

  /**
   * How the table stands is not told.
   *
   * @param {unknown} error
   */
  #miss(error) {
    const why = reason(error);
    if (error instanceof Problem && GONE.includes(error.status)) {
      this.over = why;
      this.#tell();
    } else if (!this.refused) this.#refuse(why);
  }

  #isBehind() {
    return (this.standing?.seq ?? 0) < this.#reached;
  }

  /**
   * Say something; it is done when all that was said is.
   *
   * @param {string} words
   * @param {string} [turn] at which they were thought of; as the table is seen now, else
   */
  say(words, turn = this.standing?.turn ?? "") {
    this.#row.push({ words, turn });
    if (!this.#sending) this.#said = this.#sendAll();
    return this.#said;
  }

  async #sendAll() {
    this.#sending = true;
    this.refused = this.awaited = "";
    this.left = [];
    this.#tell();
    for (let next = this.#row.shift(); next; next = this.#row.shift()) await this.#send(next);
    this.#sending = this.held = false;
    this.#tell();
    this.#catchUp();
  }

  /** What was refused has been read. */
  forgive() {
    this.refused = "";
    this.left = [];
    this.#tell();
  }

  /**
   * What was said after it at the same turn is meant for the one that it leads to; unless it is a bet
   * that the house took at another turn, which nobody here has seen.
   *
   * @param {Said} said
   */
  async #send({ words, turn }) {
    const key = newKey();
    try {
      const ask = () => post(`${this.#at}/dealer`, { words, turn }, key);
      const { lines, left, was, desk } = await this.#answered(words, ask);
      for (const later of this.#row) {
        if (later.turn === turn && turn === was) later.turn = desk.turn;
      }
      this.lines = lines.filter(({ kind }) => kind !== "next");
      this.#found(desk);
      const why = lines.filter(({ kind, text }) =>
        kind === "refused" && !text.startsWith("not taken: ")
      );
      if (why.length) this.#refuse(whyNot(why.map(({ text }) => text)), ...(left ? [left] : []));
    } catch (error) {
      this.#otherwise = true; // what was refused may not have been for the table as it is
      this.awaited = error instanceof Problem && error.awaited || "";
      this.#refuse(reason(error), words);
    }
  }

  /**
   * What comes of words; that nothing comes is known soon.
   *
   * @param {string} words
   * @param {() => Promise<DealerAnswer>} ask
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
   * @param {string[]} words
   */
  #refuse(why, ...words) {
    this.left = [...words, ...this.#row.map(({ words }) => words)];
    this.#row = [];
    this.refused = why;
    this.#tell();
  }

  /** @param {DealerView} standing */
  #found(standing) {
    if (this.standing && standing.seq < this.standing.seq) return;
    this.standing = standing;
    this.#tell();
  }

  #tell() {
    this.dispatchEvent(new Event("change"));
  }
}
