/** Screens that are for some: who may not come in, or stay, is told whom they are for. */

import { announce } from "../lib/announcements.js";
import { persist, Problem } from "../lib/api.js";
import { reason } from "../lib/loading.js";
import { fill, h } from "../lib/dom.js";
import { session } from "../lib/session.js";

/**
 * Whether someone may do something in the whole house; if not, an element says so.
 *
 * @param {HTMLElement} element
 * @param {import("../lib/api.d.ts").Me["may"][number]} right
 */
export async function mayEnter(element, right) {
  await persist(() => session.remember());
  if (session.me?.may.includes(right)) return true;
  fill(
    element,
    h(
      "section",
      { class: "note" },
      h("h1", {}, "This is for pit bosses and operators."),
      h("a", { href: "/account" }, "Sign in as one of them"),
    ),
  );
  return false;
}

const GONE = [401, 403];
/** What the house answers whoever has lost the session, or the office. */

/**
 * Whether the house said that someone may not look here.
 *
 * @param {unknown} error
 */
export function isOut(error) {
  return error instanceof Problem && GONE.includes(error.status);
}

/**
 * Take a screen away from whoever may not look at it any more.
 *
 * @param {HTMLElement} element
 * @param {unknown} error
 */
export function showOut(element, error) {
  const title = "The pit is no longer yours.", why = reason(error);
  announce(`${title} ${why}`);
  fill(
    element,
    h(
      "section",
      { class: "note" },
      h("h1", {}, title),
      h("p", {}, why),
      h("a", { class: "button main", href: "/" }, "To the tables"),
      " ",
      h("a", { class: "button", href: "/account" }, "Sign in"),
    ),
  );
  session.recall().catch(() => {}); // the bar has the ways that are left, as soon as it is told
}
