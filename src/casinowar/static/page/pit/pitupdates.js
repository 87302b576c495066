/**
 * The pit as it changes: asked again when a table has, and every few seconds, until whoever asks may
 * not any more.
 */

import { get } from "../lib/api.js";
import { connection } from "../lib/connection.js";
import { isOut } from "./access.js";

/**
 * @typedef {object} Against
 * @property {number} result
 * @property {number} expected
 * @property {number} low
 * @property {number} high
 * @property {number} lowest
 * @property {number} highest
 * @property {number} rounds
 * @property {number} wagered
 * @property {"" | "low" | "high"} alarm
 * @property {string | null} return
 * @property {string | null} expected_return
 * @property {string | null} least_return
 * @property {string | null} most_return
 * @property {string} basis
 *
 * @typedef {object} PitRow
 * @property {string} id
 * @property {number} seq its next entry
 * @property {string} name
 * @property {string} rules
 * @property {string} reading
 * @property {"public" | "private" | "game"} kind
 * @property {boolean} hand_dealt
 * @property {string[]} seats
 * @property {number[]} leaving
 * @property {number} people
 * @property {number} bots
 * @property {{type: string, says: string}} need
 * @property {number} since
 * @property {number | null} due
 * @property {string} paused
 * @property {boolean} playing
 * @property {number} round
 * @property {string[]} rulings
 * @property {number | null} rules_on the round that a ruling now is about
 * @property {number} wagered
 * @property {{player: string, seat: number, wager: string, amount: number}[]} open
 * @property {number} rounds
 * @property {number} wagers
 * @property {number} handle
 * @property {number | null} hold
 * @property {Against | null} against
 *
 * @typedef {object} PitHouse
 * @property {string} paused
 * @property {number} tables
 * @property {number} left_out
 * @property {number} people
 * @property {number} bots
 * @property {number} sessions
 * @property {number} rounds
 * @property {number} handle
 * @property {number} hold
 * @property {number} balance
 * @property {number} alarms
 *
 * @typedef {object} PitTold
 * @property {number} now
 * @property {PitHouse} house
 * @property {PitRow[]} tables
 * @property {Record<string, {name: string, bot: boolean, walk_in: boolean}>} names
 */

const SOON = 1000;
/** Milliseconds in which all changes are one. */
const AGAIN = 5000;

export class PitWatch {
  /** @type {EventSource | null} */
  #source = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #asking = false;
  #open = true;
  #give;
  #fail;

  /**
   * @param {(told: PitTold) => void} give
   * @param {(error: unknown) => void} fail
   */
  constructor(give, fail) {
    this.#give = give;
    this.#fail = fail;
    this.#listen();
    connection.addEventListener("back", this.#back);
    this.ask();
  }

  close() {
    this.#open = false;
    clearTimeout(this.#timer);
    this.#source?.close();
    connection.removeEventListener("back", this.#back);
  }

  #listen() {
    this.#source = new EventSource("/api/lobby/events");
    this.#source.addEventListener("table", () => this.#plan(SOON));
    this.#source.addEventListener("error", () => connection.lost());
  }

  #back = () => {
    if (this.#source?.readyState === EventSource.CLOSED) this.#listen();
    this.ask();
  };

  /** @type {number} when it is asked again */
  #due = 0;

  /** @param {number} wait */
  #plan(wait) {
    const due = Date.now() + wait;
    if (!this.#open || (this.#due && this.#due <= due)) return;
    clearTimeout(this.#timer);
    this.#due = due;
    this.#timer = setTimeout(() => this.ask(), wait);
  }

  async ask() {
    if (this.#asking) return;
    clearTimeout(this.#timer);
    this.#due = 0;
    this.#asking = true;
    try {
      const told = await get("/api/pit");
      if (this.#open) this.#give(told);
    } catch (error) {
      const open = this.#open;
      if (isOut(error)) this.close();
      if (open) this.#fail(error);
    }
    this.#asking = false;
    this.#plan(AGAIN);
  }
}
