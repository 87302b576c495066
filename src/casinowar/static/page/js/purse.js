/**
 * What someone has at the table they are at: balance, wagers in play, result and time since they
 * came. All of it is what the house has said; where someone stood when they came is remembered for
 * as long as the tab is open.
 */

/**
 * @typedef {{balance: number, inPlay: number, net: number}} Shown
 */

const CAME = "casinowar.came.";
/** What is remembered of each table is kept under this and its id. */

class Purse extends EventTarget {
  /** @type {Shown | null} */
  shown = null;
  #since = 0;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #clock;

  /** The time at the table, as "12 min". */
  get time() {
    const minutes = Math.floor((Date.now() - this.#since) / 60_000);
    return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
  }

  /**
   * @param {string} table
   * @param {number} balance
   * @param {number} inPlay
   */
  show(table, balance, inPlay) {
    const key = CAME + table;
    const kept = sessionStorage.getItem(key) ?? `${balance + inPlay} ${Date.now()}`;
    sessionStorage.setItem(key, kept);
    const [start, since] = kept.split(" ").map(Number);
    this.#since = since;
    this.shown = { balance, inPlay, net: balance + inPlay - start };
    this.#clock ??= setInterval(() => this.dispatchEvent(new Event("change")), 30_000);
    this.dispatchEvent(new Event("change"));
  }

  /**
   * Chips were given, which is no result.
   *
   * @param {string} table
   * @param {number} amount
   */
  granted(table, amount) {
    const key = CAME + table;
    const [start, since] = (sessionStorage.getItem(key) ?? `0 ${Date.now()}`).split(" ").map(
      Number,
    );
    sessionStorage.setItem(key, `${start + amount} ${since}`);
  }

  /**
   * The same, wherever someone has been.
   *
   * @param {number} amount
   */
  grantedAnywhere(amount) {
    for (const table of this.#tables()) this.granted(table, amount);
  }

  /** Someone else is here, who has just come. */
  forget() {
    for (const table of this.#tables()) sessionStorage.removeItem(CAME + table);
  }

  /** The tables where someone has been. */
  #tables() {
    return Object.keys(sessionStorage).filter((key) => key.startsWith(CAME)).map((key) =>
      key.slice(CAME.length)
    );
  }

  /** Nobody is at a table. */
  hide() {
    clearInterval(this.#clock);
    this.#clock = undefined;
    this.shown = null;
    this.dispatchEvent(new Event("change"));
  }
}

export const purse = new Purse();
