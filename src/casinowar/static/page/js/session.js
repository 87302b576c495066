/**
 * Who is here, and what they have: only what the house has said. Whoever has no session becomes a
 * guest when they come to a table.
 */

import { get, post } from "./api.js";

/**
 * @typedef {object} Me
 * @property {string} player
 * @property {string} name
 * @property {string} kind
 * @property {string} role
 * @property {number} balance
 * @property {Record<string, number>} at_tables
 * @property {string[]} seats
 */

const CAME = "casinowar.came";

class Session extends EventTarget {
  /** @type {Me | null} */
  me = null;
  /** @type {Promise<Me> | null} */
  #coming = null;

  /** Come in, if not done yet. */
  ensure() {
    this.#coming ??= post("/api/guest").then((me) => this.#became(me), (error) => {
      this.#coming = null;
      throw error;
    });
    return this.#coming;
  }

  /** Who was here before is known again; nobody becomes a guest by looking. */
  async remember() {
    if (localStorage.getItem(CAME)) await this.ensure();
  }

  /** Ask again what there is. */
  async refresh() {
    await this.ensure();
    return this.#became(await get("/api/me"));
  }

  /** Someone else signed in. */
  forget() {
    this.#coming = null;
    this.me = null;
    this.dispatchEvent(new Event("change"));
  }

  /** @param {Me} me */
  #became(me) {
    this.me = me;
    localStorage.setItem(CAME, "1");
    this.dispatchEvent(new Event("change"));
    return me;
  }
}

export const session = new Session();
