/**
 * The shell: which screen an address shows, and the bar above it.
 *
 * A screen is a module with `screen(parameters)`, which gives the element that is shown. It is
 * loaded when its address is first opened. An element that has something to end is told by
 * `disconnectedCallback`, as every custom element is.
 */

import { announce } from "./lib/announcements.js";
import { loading } from "./lib/loading.js";
import { askDay, keepInSight } from "./lib/bar/bar.js";
import { connection } from "./lib/connection.js";
import { fill, h } from "./lib/dom.js";
import { money, signed } from "./lib/money.js";
import { session } from "./lib/session.js";
import { settings } from "./lib/settings.js";
import { purse } from "./lib/bar/purse.js";
import { showSwitches } from "./lib/bar/switches.js";

/**
 * @typedef {{screen: (parameters: Record<string, string>) => HTMLElement}} Screen
 * @typedef {() => Promise<Screen>} Loader
 */

/** @type {[RegExp, Loader][]} */
const ROUTES = [];

/**
 * Have a screen shown at addresses of this pattern: "/tables/:table".
 *
 * @param {string} pattern
 * @param {Loader} loader
 */
function route(pattern, loader) {
  const expression = pattern.replace(/:(\w+)/g, "(?<$1>[^/]+)");
  ROUTES.push([new RegExp(`^${expression}/?$`), loader]);
}

route("/", () => import("./lobby/cw-lobby.js"));
route("/tables/:table", () => import("./table/cw-table.js"));
route("/rounds", () => import("./rounds/cw-history.js"));
route("/rounds/:table", () => import("./rounds/cw-history.js"));
route("/rounds/:table/:number", () => import("./rounds/cw-replay.js"));
route("/rules", () => import("./rules/cw-rules.js"));
route("/rules/:name", () => import("./rules/cw-rules.js"));
route("/verify", () => import("./rounds/cw-verify.js"));
route("/account", () => import("./account/cw-account.js"));
route("/pit", () => import("./pit/cw-pit.js"));
route("/pit/:table", () => import("./pit/cw-pit-table.js"));
route("/people", () => import("./pit/cw-people.js"));
route("/deal/:table", () => import("./console/cw-console.js"));

/**
 * Go to another screen without a reload.
 *
 * @param {string} path
 */
export function navigate(path) {
  history.pushState(null, "", path);
  return show();
}

const PATIENCE = 200;
/** Milliseconds before a screen that has not come is said to be loading. */

let shown = 0;

async function show() {
  const turn = ++shown;
  const main = /** @type {HTMLElement} */ (document.getElementById("screen"));
  const found = find(location.pathname);
  markPage();
  const late = setTimeout(() => turn === shown && fill(main, loading()), PATIENCE);
  /** @type {HTMLElement} */
  let made;
  try {
    made = found
      ? (await found.loader()).screen(found.parameters)
      : note("There is nothing at this address.");
  } catch {
    made = note(
      await connection.check()
        ? "This screen did not come. Perhaps there is a new version: reload the page."
        : "Offline. This screen comes when the house answers again.",
    );
    // what did not come once is not asked for again by a page that is loaded
    if (connection.offline) connection.back().then(() => turn === shown && location.reload());
  }
  clearTimeout(late);
  if (turn !== shown) return;
  fill(main, made);
  askDay(turn);
  scrollTo(0, 0);
  if (turn > 1) main.focus({ preventScroll: true });
}

/** @param {string} text */
function note(text) {
  return h("section", { class: "note" }, h("h1", {}, text), h("a", { href: "/" }, "To the tables"));
}

/** @param {string} path */
function find(path) {
  for (const [expression, loader] of ROUTES) {
    const match = expression.exec(path);
    if (match) {
      const parts = Object.entries(match.groups ?? {});
      return {
        loader,
        parameters: Object.fromEntries(
          parts.map(([name, text]) => [name, decodeURIComponent(text)]),
        ),
      };
    }
  }
  return null;
}

function markPage() {
  for (const link of document.querySelectorAll(".pages a")) {
    const here =
      new URL(/** @type {HTMLAnchorElement} */ (link).href).pathname === location.pathname;
    link.toggleAttribute("aria-current", here);
    if (here) link.setAttribute("aria-current", "page");
  }
}

/** Links to our own screens need no reload. */
document.addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  const plain = !event.defaultPrevented && event.button === 0 && !event.metaKey &&
    !event.ctrlKey && !event.shiftKey;
  if (!link || !plain || link.target || link.hasAttribute("download")) return;
  const url = new URL(link.href, location.href);
  if (url.origin !== location.origin || url.hash || !find(url.pathname)) return;
  event.preventDefault();
  navigate(url.pathname + url.search);
});
addEventListener("popstate", show);

/** The screens that are for some are in the bar for those alone. */
function showOffices() {
  for (const link of document.querySelectorAll(".pages [data-right]")) {
    const { dataset } = /** @type {HTMLElement} */ (link);
    const may = /** @type {string[]} */ (session.me?.may ?? []);
    /** @type {HTMLElement} */ (link).hidden = !may.includes(dataset.right ?? "");
  }
}

const account = h("a", { href: "/account", class: "account-link" });

/** What someone has is always in sight; the link stays in its place, as it may have the focus. */
function showPurse() {
  const { me } = session;
  const element = /** @type {HTMLElement} */ (document.getElementById("purse"));
  if (!account.isConnected) element.append(purseRow("Account", account, "who"));
  account.textContent = me ? me.name : "Sign in";
  while (element.children.length > 1) element.lastElementChild?.remove();
  if (!me) return;
  const shown = purse.shown ?? purse.away(me);
  element.append(purseRow("Balance", money(shown?.balance ?? me.balance), "balance"));
  if (!shown) return;
  const net = shown.net !== null && shown.net < 0 ? "net down" : "net";
  element.append(
    purseRow("In play", money(shown.inPlay), "in-play"),
    purseRow(["Result", ofDay()], shown.net === null ? "…" : signed(shown.net), net),
    purseRow(["Time", ofDay()], purse.time, "time"),
  );
}

/**
 * @param {string | (string | HTMLElement)[]} title
 * @param {string | HTMLElement} shown
 * @param {string} name
 */
function purseRow(title, shown, name) {
  return h("div", { class: `purse-${name}` }, h("dt", {}, title), h("dd", {}, shown));
}

/** Which hours are meant: where there is room, it is seen too. */
function ofDay() {
  return h("span", { class: "of-day" }, " 24\u00a0h");
}

function showLooks() {
  document.documentElement.dataset.looks = settings.all.looks;
}

/** Say that the house does not answer, or that it does again. */
function showOffline() {
  const { offline } = connection;
  const element = /** @type {HTMLElement} */ (document.getElementById("offline"));
  if (element.hidden === !offline) return;
  element.hidden = !offline;
  element.textContent = offline ? "Offline. What you see may be old; it goes on by itself." : "";
  if (!offline) announce("Online again.");
}

/** Who was here and is not known any more is told, and chooses who to be, unless they rest. */
function showEnded() {
  const element = /** @type {HTMLElement} */ (document.getElementById("ended"));
  const { ended, rests } = session, state = `${ended} ${rests}`;
  if (element.dataset.state === state) return;
  element.dataset.state = state;
  element.hidden = !ended && !rests;
  const anew = () => {
    session.startAnew();
    location.reload();
  };
  fill(
    element,
    rests ? `${rests} You can sign in again then.` : ended && [
      "Your session has ended: ",
      h("a", { href: "/account" }, "sign in again"),
      " or ",
      h("button", { class: "quiet", onclick: anew }, "go on as a guest"),
    ],
  );
}

/** Ask who is here and what they have; a house that does not answer is asked when it is back. */
function recall() {
  (session.me ? session.refresh() : session.remember()).catch(() => {});
}

session.addEventListener("change", showPurse);
session.addEventListener("change", showOffices);
session.addEventListener("change", () => askDay(shown));
session.addEventListener("change", showEnded);
purse.addEventListener("change", showPurse);
settings.addEventListener("change", showLooks);
showLooks();
showPurse();
showEnded();
keepInSight(
  /** @type {HTMLElement} */ (document.querySelector(".bar")),
  /** @type {HTMLElement} */ (document.getElementById("purse")),
);
showSwitches(/** @type {HTMLElement} */ (document.getElementById("switches")));
showOffline();
connection.addEventListener("lost", showOffline);
connection.addEventListener("back", showOffline);
connection.addEventListener("back", recall);
recall();
show();
