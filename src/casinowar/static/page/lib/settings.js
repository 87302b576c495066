/** What someone has chosen for this browser: looks, sound and speed. */

/**
 * @typedef {object} Settings
 * @property {"auto" | "light" | "dark"} looks
 * @property {boolean} sound
 * @property {"none" | "fast" | "normal" | "slow"} speed
 */

const KEY = "casinowar.settings";

/** @type {Settings} */
const DEFAULTS = { looks: "auto", sound: false, speed: "normal" };

class Kept extends EventTarget {
  /** @type {Settings} */
  #now = { ...DEFAULTS, ...read() };

  get all() {
    return this.#now;
  }

  /** @param {Partial<Settings>} changes */
  set(changes) {
    this.#now = { ...this.#now, ...changes };
    localStorage.setItem(KEY, JSON.stringify(this.#now));
    this.dispatchEvent(new Event("change"));
  }
}

function read() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}");
  } catch {
    return {};
  }
}

export const settings = new Kept();
