/**
 * How the last 24 hours were: asked of the house while a table is at rest, shown in the purse, and
 * brought to mind after every hour of play.
 */

import { get } from "../lib/api.js";
import { announce } from "../lib/announcements.js";
import { h } from "../lib/dom.js";
import { signed } from "../lib/money.js";
import { duration, purse } from "../lib/bar/purse.js";

const EVERY = 60_000;
/** Milliseconds between two questions. */

const HOUR = 3_600_000;
const REMINDED = "casinowar.reminded";
/** Under this is kept how long someone had played when they were reminded last. */

export class Day {
  #asked = -EVERY;
  #asking = false;
  #total;

  /** @param {() => number | null} total balance and wagers here; null while cards move */
  constructor(total) {
    this.#total = total;
  }

  /** Ask, if it was not just asked; what came while something happened is not counted. */
  async ask() {
    const total = this.#total();
    if (this.#asking || total === null || performance.now() - this.#asked < EVERY) return;
    this.#asking = true;
    let changed = false;
    try {
      const { played } = await get("/api/me/limits");
      changed = this.#total() !== total;
      if (!changed) {
        this.#asked = performance.now();
        purse.told(played, total);
        remind(played);
      }
    } catch {
      // who has no session, or no network, is told so elsewhere
    }
    this.#asking = false;
    if (changed) await this.ask();
  }
}

/**
 * Say how long someone has played, once for every hour; it stands there until they go on.
 *
 * @param {import("../lib/api.d.ts").RecentPlay} played
 */
function remind({ ms, net }) {
  const last = Math.min(ms, Number(localStorage.getItem(REMINDED) ?? 0));
  localStorage.setItem(REMINDED, String(last));
  document.querySelector(".reminder")?.remove();
  if (ms - last < HOUR) return;
  const says = `You have played for ${duration(ms)} of the last 24 hours. ` +
    `The result is ${signed(net)}.`;
  const go = () => {
    localStorage.setItem(REMINDED, String(ms));
    note.remove();
    document.getElementById("screen")?.focus({ preventScroll: true });
  };
  const note = h(
    "aside",
    { class: "reminder", "aria-label": "Time of play" },
    h("p", {}, says),
    h("button", { class: "main", onclick: go }, "Go on"),
    h("a", { href: "/account" }, "Your limits"),
  );
  document.getElementById("screen")?.before(note);
  announce(says);
}
