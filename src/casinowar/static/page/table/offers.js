/** What may be done at a table, asked for whenever that may have changed. */

import { get, now } from "../lib/api.js";

/**
 * @typedef {import("./reducer.js").View} View
 * @typedef {import("./scene.js").Offer} Offer
 */

export class Offering {
  #asking = false;
  #again = false;
  #table;
  #view;
  #give;
  #fail;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #later;

  /**
   * @param {string} table
   * @param {() => View | null | undefined} view the table as the page has it now
   * @param {(offers: Offer[], withheld: Offer[]) => Promise<void>} give
   * @param {(error: unknown) => void} fail
   */
  constructor(table, view, give, fail) {
    this.#table = table;
    this.#view = view;
    this.#give = give;
    this.#fail = fail;
  }

  /** Ask: one question at a time, and once more if things changed meanwhile. */
  async ask() {
    this.#again = true;
    if (this.#asking) return;
    this.#asking = true;
    try {
      while (this.#again) {
        this.#again = false;
        const seq = this.#view()?.seq;
        const { offers, withheld, need } = await get(`/api/tables/${this.#table}/offers`);
        if (this.#isOf(seq, need)) await this.#give(offers, withheld);
        this.#askWhen(withheld);
      }
    } catch (error) {
      this.#fail(error);
    }
    this.#asking = false;
  }

  /**
   * Whether an answer is about the table as the page has it. It may be older, and it may be newer
   * than what the stream has told so far; then it is asked for again when the stream has told that.
   *
   * @param {number | undefined} seq how far the table was when it was asked for
   * @param {View["need"]} need
   */
  #isOf(seq, need) {
    const view = this.#view();
    return seq === view?.seq && JSON.stringify(need) === JSON.stringify(view?.need);
  }

  /**
   * What is possible soon is asked for then.
   *
   * @param {Offer[]} withheld
   */
  #askWhen(withheld) {
    clearTimeout(this.#later);
    const soon = Math.min(...withheld.map(({ at }) => at ?? Infinity));
    if (soon === Infinity) return;
    this.#later = setTimeout(() => this.ask(), Math.max(soon - now(), 100));
  }
}
