/** What a screen reader hears: each sentence once, and alerts for what went wrong. */

import { h } from "./dom.js";

const KEPT = 20;
const SECONDS = 8;

/** @param {string} sentence */
export function announce(sentence) {
  const heard = /** @type {HTMLElement} */ (document.getElementById("heard"));
  heard.append(h("p", {}, sentence));
  while (heard.children.length > KEPT) heard.firstElementChild?.remove();
}

/**
 * Show for a while what went wrong.
 *
 * @param {...import("./dom.js").Child} sentence
 */
export function alertOf(...sentence) {
  const alerts = /** @type {HTMLElement} */ (document.getElementById("alerts"));
  const note = h("p", { class: "alert" }, ...sentence);
  alerts.replaceChildren(note);
  setTimeout(() => note.remove(), SECONDS * 1000);
}
