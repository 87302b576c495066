/**
 * What someone has at the table they are at: balance and wagers in play; and how the last 24 hours
 * were, at all tables. All of it is what the house has said: between two times that it is asked, the
 * result changes by what happens at this table.
 */

/**
 * @typedef {{balance: number, inPlay: number, net: number | null}} Shown
 * @typedef {{ms: number, net: number}} Played
 */

class Purse extends EventTarget {
  /** @type {Shown | null} */
  shown = null;
  /** @type {(Played & {total: number}) | null} */
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
    const net = this.#day && this.#day.net + balance + inPlay - this.#day.total;
    const { shown } = this;
    if (shown?.balance === balance && shown.inPlay === inPlay && shown.net === net) return;
    this.shown = { balance, inPlay, net };
    this.dispatchEvent(new Event("change"));
  }

  /**
   * The house has said how the last 24 hours were.
   *
   * @param {Played} played
   * @param {number} total balance and wagers at the time
   */
  told({ ms, net }, total) {
    this.#day = { ms, net, total };
    if (this.shown) this.shown = { ...this.shown, net };
    this.dispatchEvent(new Event("change"));
  }

  /**
   * Chips were given, which is no result.
   *
   * @param {number} amount
   */
  granted(amount) {
    if (this.#day) this.#day.total += amount;
  }

  /** Someone else is here. */
  forget() {
    this.#day = null;
  }

  /** Nobody is at a table. */
  hide() {
    this.shown = null;
    this.#day = null;
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

export const purse = new Purse();
