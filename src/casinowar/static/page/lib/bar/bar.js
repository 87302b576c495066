/**
 * The bar above every screen: it stays in sight when one scrolls, and away from a table it tells
 * what a table would tell itself.
 */

import { get } from "../api.js";
import { purse } from "./purse.js";
import { session } from "../session.js";

const REST = 250;
/** Milliseconds: what changes more than once on the way to a screen is asked for once. */

/** @type {ReturnType<typeof setTimeout> | undefined} */
let planned;
let asked = "";

/**
 * Have the house asked how the last 24 hours were: once for each screen, and again when what
 * someone has has changed. A table asks by itself.
 *
 * @param {number} screen which one it is
 */
export function askDay(screen) {
  clearTimeout(planned);
  planned = setTimeout(async () => {
    const { me } = session;
    if (!me || purse.shown || location.pathname.startsWith("/tables/")) return;
    const now = JSON.stringify([screen, me.player, me.balance, me.at_tables]);
    if (now === asked) return;
    asked = now;
    try {
      const told = await get("/api/me/limits");
      if (session.me?.player === me.player) purse.toldAway(told);
    } catch {
      asked = ""; // who has no session, or no network, is told so elsewhere
    }
  }, REST);
}

/**
 * Keep the bar at the top: all of it where it is one line, else the line with the purse. Where even
 * that would take much of the screen, nothing stays.
 *
 * @param {HTMLElement} bar
 * @param {HTMLElement} line
 */
export function keepInSight(bar, line) {
  const { style } = document.documentElement;
  const fit = () => {
    const first = /** @type {HTMLElement} */ (bar.firstElementChild);
    const apart = line.offsetTop >= first.offsetTop + first.offsetHeight;
    const above = apart ? line.offsetTop : 0, stays = bar.offsetHeight - above;
    const fits = stays < innerHeight / 4;
    style.setProperty("--bar-top", `${fits ? -above : -bar.offsetHeight}px`);
    style.setProperty("--bar", `${fits ? stays : 0}px`);
  };
  const observer = new ResizeObserver(fit);
  observer.observe(bar);
  observer.observe(line);
  addEventListener("resize", fit);
}
