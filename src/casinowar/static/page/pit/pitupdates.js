/**
 * The pit as it changes: asked again when a table has, and every few seconds, until whoever asks may
 * not any more.
 */

import { get } from "../lib/api.js";
import { connection } from "../lib/connection.js";
import { isOut } from "./access.js";

/** @import { PitOverview } from "../lib/api.d.ts" */

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
   * @param {(told: PitOverview) => void} give
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
