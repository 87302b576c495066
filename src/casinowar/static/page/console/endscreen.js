/** A console that is nobody's: why, what was not taken, and where to go. */

import { announce } from "../lib/announcements.js";
import { h } from "../lib/dom.js";

/**
 * @param {string} table
 * @param {string} title
 * @param {string[]} more
 */
export function over(table, title, more = []) {
  announce([title, ...more].join(" "));
  return h(
    "section",
    { class: "note" },
    h("h1", {}, title),
    more.map((says) => h("p", {}, says)),
    h("a", { class: "button main", href: `/tables/${table}` }, "To the table"),
    " ",
    h("a", { class: "button", href: "/account" }, "Sign in"),
  );
}
