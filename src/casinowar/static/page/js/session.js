/**
 * Who is here, and what they have: only what the house has said. Whoever has no session becomes a
 * guest when they come to a table.
 */

import { get, post, Problem } from "./api.js";
import { purse } from "./purse.js";

/**
 * @typedef {object} Me
 * @property {string} player
 * @property {string} name
 * @property {"guest" | "member"} kind
 * @property {"player" | "dealer" | "pit-boss" | "operator"} role
 * @property {string[]} may what, in the whole house
 * @property {number} balance
 * @property {Record<string, number>} at_tables
 * @property {string[]} seats
 * @property {{amount: number, below: number, at: number | null}} refill
 */

const CAME = "casinowar.came";

class Session extends EventTarget {
  /** @type {Me | null} */
  me = null;
  /** @type {Promise<Me> | null} */
  #coming = null;
  #follows = false;

  constructor() {
    super();
    // a link of the house's made someone known, on a page without a script
    if (new URLSearchParams(location.search).has("known")) {
      localStorage.setItem(CAME, "known");
      history.replaceState(null, "", location.pathname);
    }
    addEventListener("storage", ({ key, newValue }) => {
      if (key === CAME) this.#heard(newValue);
    });
  }

  /**
   * Another tab has come in, or signed in or out: what is shown here is another's then.
   *
   * @param {string | null} player
   */
  #heard(player) {
    if (this.me?.player === player) return;
    if (!player) location.assign("/");
    else if (this.me) location.reload();
    else this.remember().catch(() => {}); // the next request says that the house does not answer
  }

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

  /**
   * Someone has left a table, where they were last told what they have; more may have come since.
   *
   * @param {number} [balance]
   */
  async left(balance = this.me?.balance) {
    if (!this.me || balance === undefined) return;
    this.#became({ ...this.me, balance });
    await this.refresh().catch(() => {}); // what was told stands until the house answers
  }

  /**
   * A guest keeps everything, under a name.
   *
   * @param {string} name
   * @param {string} password
   */
  async register(name, password) {
    await this.ensure();
    return this.#became(await post("/api/register", { name, password }));
  }

  /**
   * @param {string} name
   * @param {string} password
   */
  async signIn(name, password) {
    return this.#became(await post("/api/sign-in", { name, password }));
  }

  async signOut() {
    try {
      await post("/api/sign-out");
    } catch (error) {
      // the session may have been ended from elsewhere, which is as good
      if (!(error instanceof Problem) || error.kind !== "not-signed-in") throw error;
    }
    localStorage.removeItem(CAME);
    this.#forget();
  }

  /** @returns {Promise<number>} how many sessions elsewhere were ended */
  async endOthers() {
    return (await post("/api/sessions/end-others")).ended;
  }

  /** Get chips, when broke. */
  async refill() {
    const had = this.me?.balance ?? 0;
    const { balance } = await post("/api/chips");
    purse.granted(balance - had);
    return this.refresh();
  }

  #forget() {
    this.#coming = null;
    this.me = null;
    purse.forget();
    this.dispatchEvent(new Event("change"));
  }

  /** Wagers that were left on a table are followed until they are decided. */
  async #follow() {
    const tables = this.me && !purse.shown ? Object.keys(this.me.at_tables) : [];
    if (!tables.length && !this.#follows) return;
    this.#follows = tables.length > 0;
    const { follow } = await import("./following.js");
    follow(tables, () => this.refresh().catch(() => {})); // the bar says that nothing answers
  }

  /** @param {Me} me */
  #became(me) {
    if (this.me && this.me.player !== me.player) purse.forget();
    this.me = me;
    this.#follow().catch(() => {}); // what did not come is asked for with the next answer
    this.#coming = Promise.resolve(me);
    localStorage.setItem(CAME, me.player);
    this.dispatchEvent(new Event("change"));
    return me;
  }
}

export const session = new Session();
