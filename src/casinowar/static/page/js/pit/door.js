/** Screens that are for some: who may not come in is told whom they are for. */

import { persist } from "../api.js";
import { fill, h } from "../dom.js";
import { session } from "../session.js";

/**
 * Whether someone may do something in the whole house; if not, an element says so.
 *
 * @param {HTMLElement} element
 * @param {string} right
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
