/**
 * Whether the house answers. Requests and streams tell what they see, the browser tells when it has
 * no network; while nothing comes, the house is asked now and then whether it is there again.
 */

const AGAIN = 2000;
/** Milliseconds before it is asked again. */

class Connection extends EventTarget {
  offline = false;
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
    if (this.offline) return;
    this.offline = true;
    this.dispatchEvent(new Event("lost"));
  }

  /** Something came from the house. */
  found() {
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
    try {
      await fetch("/healthz", { cache: "no-store" });
      this.found();
    } catch {
      this.lost();
    }
    return !this.offline;
  }

  /** @returns {Promise<void>} when the house answers */
  back() {
    if (!this.offline) return Promise.resolve();
    return new Promise((resolve) => this.addEventListener("back", () => resolve(), { once: true }));
  }
}

export const connection = new Connection();
