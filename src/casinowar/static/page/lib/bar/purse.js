/**
 * What someone has at the table they are at: balance and wagers in play; and how the last 24 hours
 * were, at all tables. All of it is what the house has said: between two times that it is asked, the
 * result changes by what happens at this table.
 */

/**
 * @import { Me, PlayerLimits, RecentPlay } from "../api.d.ts"
 *
 * @typedef {{balance: number, inPlay: number, net: number | null}} Shown
 */

class Purse extends EventTarget {
  /** @type {Shown | null} */
  shown = null;
  /** @type {number | null} until when someone has excluded themselves */
  excludedUntil = null;
  /** @type {{ms: number, net: number, total: number | null} | null} */
  #day = null;

  /** The time of play within 24 hours, as "12 min". */
  get time() {
    return this.#day ? duration(this.#day.ms) : "…";
  }

  /**
   * @param {number} balance
   * @param {number} inPlay
   */
  show(balance, inPlay) {
    const total = this.#day?.total ?? null;
    const net = this.#day && total !== null ? this.#day.net + balance + inPlay - total : null;
    const { shown } = this;
    if (shown?.balance === balance && shown.inPlay === inPlay && shown.net === net) return;
    this.shown = { balance, inPlay, net };
    this.dispatchEvent(new Event("change"));
  }

  /**
   * The house has said how the last 24 hours were.
   *
   * @param {RecentPlay} played
   * @param {number} total balance and wagers at the time
   */
  told({ ms, net }, total) {
    this.#day = { ms, net, total };
    if (this.shown) this.shown = { ...this.shown, net };
    this.dispatchEvent(new Event("change"));
  }

  /**
   * The same for who is at no table.
   *
   * @param {PlayerLimits} told
   */
  toldAway({ played: { ms, net }, excluded_until }) {
    this.excludedUntil = excluded_until;
    if (!this.shown) this.#day = { ms, net, total: null };
    this.dispatchEvent(new Event("change"));
  }

  /**
   * What someone has who is at no table; null if they have not played.
   *
   * @param {Me} me
   * @returns {Shown | null}
   */
  away({ balance, at_tables }) {
    const inPlay = Object.values(at_tables).reduce((sum, amount) => sum + amount, 0);
    const day = this.#day;
    return inPlay || day?.ms || day?.net ? { balance, inPlay, net: day?.net ?? null } : null;
  }

  /**
   * Chips were given, which is no result.
   *
   * @param {number} amount
   */
  granted(amount) {
    if (this.#day && this.#day.total !== null) this.#day.total += amount;
  }

  /** Someone else is here. */
  forget() {
    this.#day = null;
    this.excludedUntil = null;
  }

  /** Nobody is at a table: what was last told stands until it is told anew. */
  hide() {
    const net = this.shown?.net ?? null;
    this.shown = null;
    this.#day = this.#day && net !== null ? { ...this.#day, net, total: null } : null;
    this.dispatchEvent(new Event("change"));
  }
}

/**
 * A time as "12 min" or "1 h 5 min".
 *
 * @param {number} ms
 */
export function duration(ms) {
  const minutes = Math.floor(ms / 60_000);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/**
 * A day and its hour, as this browser's people write them.
 *
 * @param {number} at
 */
export function moment(at) {
  return new Date(at).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
}

export const purse = new Purse();
