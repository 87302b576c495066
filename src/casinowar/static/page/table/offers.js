/**
 * What may be done at a table. The answer to a command says it; after what others do, or when time
 * has passed, the house is asked.
 */

import { get, now } from "../lib/api.js";

/**
 * @import { OfferedCommand, StateView, WithheldCommand } from "../lib/api.d.ts"
 *
 * @typedef {{offers: OfferedCommand[], withheld: WithheldCommand[], need?: unknown}} Offers
 * @typedef {Pick<StateView, "since" | "due" | "ready" | "away" | "paused">} State
 */

export class Offering {
  #asking = false;
  #again = false;
  #table;
  #view;
  #give;
  #fail;
  /** @type {(Offers & {mark: string}) | null} what the last command's answer said */
  #known = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #later;

  /**
   * @param {string} table
   * @param {() => (State & {seq: number, need: unknown}) | null | undefined} view the table now
   * @param {(offers: OfferedCommand[], withheld: WithheldCommand[]) => Promise<void>} give
   * @param {(error: unknown) => void} fail
   */
  constructor(table, view, give, fail) {
    this.#table = table;
    this.#view = view;
    this.#give = give;
    this.#fail = fail;
  }

  /**
   * Take the offers from the answer to a command; they hold until the table moves on.
   *
   * @param {Offers & {seq: number, state: State}} answer
   */
  know({ seq, state, offers, withheld }) {
    // an answer that was kept by an earlier version has no offers
    this.#known = offers ? { mark: markOf(seq, state), offers, withheld } : null;
  }

  /**
   * Ask: one question at a time, and once more if things changed meanwhile.
   *
   * @param {boolean} [fresh] whether more than the table may have changed
   */
  async ask(fresh = false) {
    if (fresh) this.#known = null;
    this.#again = true;
    if (this.#asking) return;
    this.#asking = true;
    try {
      while (this.#again) {
        this.#again = false;
        const mark = this.#mark(), known = this.#known?.mark === mark ? this.#known : null;
        /** @type {Offers} */
        const { offers, withheld, need } = known ?? await get(`/api/tables/${this.#table}/offers`);
        if (mark === this.#mark() && (known || this.#isAwaited(need))) {
          await this.#give(offers, withheld);
        }
        this.#askWhen(withheld);
      }
    } catch (error) {
      this.#fail(error);
    }
    this.#asking = false;
  }

  /**
   * Whether the table that the page has waits for this, too. If not, the answer is newer than what
   * the stream has told so far; it is asked for again when the stream has told that.
   *
   * @param {unknown} need
   */
  #isAwaited(need) {
    return JSON.stringify(need) === JSON.stringify(this.#view()?.need);
  }

  #mark() {
    const view = this.#view();
    return view ? markOf(view.seq, view) : "";
  }

  /**
   * What is possible soon is asked for then.
   *
   * @param {WithheldCommand[]} withheld
   */
  #askWhen(withheld) {
    clearTimeout(this.#later);
    const soon = Math.min(...withheld.map(({ at }) => at ?? Infinity));
    if (soon === Infinity) return;
    this.#later = setTimeout(() => this.ask(true), Math.max(soon - now(), 100));
  }
}

/**
 * What changes whenever the offers of a table may.
 *
 * @param {number} seq
 * @param {State} state
 */
function markOf(seq, { since, due, ready, away, paused }) {
  return JSON.stringify([seq, since, due, ready, away, paused]);
}
