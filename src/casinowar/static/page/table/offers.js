/** What may be done at a table, asked for whenever that may have changed. */

import { get, now } from "../lib/api.js";

/** @typedef {import("./scene.js").Offer} Offer */

export class Offering {
  #asking = false;
  #again = false;
  #table;
  #seq;
  #give;
  #fail;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #later;

  /**
   * @param {string} table
   * @param {() => number | undefined} seq how far the table is now
   * @param {(offers: Offer[], withheld: Offer[]) => Promise<void>} give
   * @param {(error: unknown) => void} fail
   */
  constructor(table, seq, give, fail) {
    this.#table = table;
    this.#seq = seq;
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
        const seq = this.#seq();
        const { offers, withheld } = await get(`/api/tables/${this.#table}/offers`);
        if (seq === this.#seq()) await this.#give(offers, withheld);
        this.#askWhen(withheld);
      }
    } catch (error) {
      this.#fail(error);
    }
    this.#asking = false;
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
