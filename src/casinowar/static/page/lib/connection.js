/**
 * Whether the house answers. Requests and streams tell what they see, the browser tells when it has
 * no network; while nothing comes, the house is asked now and then whether it is there again.
 */

const AGAIN = 2000;
/** Milliseconds before it is asked again. */

const BETWEEN = [502, 503, 504];
/** What something between us and the house says when the house does not answer it. */

/**
 * Whether an answer is the house's own, which says in its own form what is wrong.
 *
 * @param {Response} answer
 */
export function isHouses(answer) {
  return !BETWEEN.includes(answer.status) ||
    (answer.headers.get("content-type") ?? "").startsWith("application/problem+json");
}

class Connection extends EventTarget {
  offline = false;
  /** When the last word of it came, as `performance.now()` counts. */
  #lostAt = -1;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  constructor() {
    super();
    addEventListener("offline", () => this.lost());
    addEventListener("online", () => this.check());
    if (navigator.onLine === false) this.lost();
  }

  /** Something did not reach the house. */
  lost() {
    this.#timer ??= setTimeout(() => this.check(), AGAIN);
    this.#lostAt = performance.now();
    if (this.offline) return;
    this.offline = true;
    this.dispatchEvent(new Event("lost"));
  }

  /**
   * Something came from the house; what was asked for before the loss may only come late.
   *
   * @param {number} [asked] when it was asked for, as `performance.now()` counts
   */
  found(asked = performance.now()) {
    if (asked < this.#lostAt) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (!this.offline) return;
    this.offline = false;
    this.dispatchEvent(new Event("back"));
  }

  /** @returns {Promise<boolean>} whether the house answers now */
  async check() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const asked = performance.now();
    const answer = await fetch("/healthz", { cache: "no-store" }).catch(() => null);
    if (answer && isHouses(answer)) this.found(asked);
    else this.lost();
    return !this.offline;
  }

  /** @returns {Promise<void>} when the house answers */
  back() {
    if (!this.offline) return Promise.resolve();
    return new Promise((resolve) => this.addEventListener("back", () => resolve(), { once: true }));
  }
}

export const connection = new Connection();
