/** What a screen shows while it waits for the house, and when the house says no. */

import { Offline, Problem } from "./api.js";
import { connection } from "./connection.js";
import { fill, h } from "./dom.js";

/**
 * Why something did not come, in a sentence.
 *
 * @param {unknown} error
 */
export function reason(error) {
  if (error instanceof Problem) {
    const why = `${error.why[0].toUpperCase()}${error.why.slice(1)}.`.replace(/\.\.$/, ".");
    if (!error.seconds) return why;
    return `${why} Try again in ${error.seconds} second${error.seconds > 1 ? "s" : ""}.`;
  }
  if (error instanceof Offline) return "The house does not answer.";
  throw error;
}

/**
 * What stands where something will come.
 *
 * @param {string} [text]
 */
export function loading(text = "Loading…") {
  return h("p", { class: "loading", "aria-busy": "true" }, text);
}

/** Where a refusal will stand, beside what was asked for. */
export function noRefusal() {
  return h("p", { class: "refused", role: "alert", hidden: true });
}

/**
 * Do something; what the house says against it stands in `refused`.
 *
 * @param {() => Promise<unknown>} what
 * @param {HTMLElement} refused
 * @returns {Promise<Problem | null>} the refusal
 */
export async function attempt(what, refused) {
  refused.hidden = true;
  try {
    await what();
  } catch (error) {
    refused.textContent = reason(error);
    refused.hidden = false;
    return error instanceof Problem ? error : null;
  }
  return null;
}

/**
 * Fill an element with what is asked for; what goes wrong stands there with a way to try again. When
 * the house does not answer, it is tried again as soon as it does.
 *
 * @param {HTMLElement} element
 * @param {() => Promise<(Node | string | null | false)[]>} ask
 */
export async function fillWhenAsked(element, ask) {
  element.setAttribute("aria-busy", "true");
  if (!element.childElementCount) fill(element, loading());
  try {
    fill(element, await ask());
  } catch (error) {
    const again = () => fillWhenAsked(element, ask);
    const missing = error instanceof Problem && error.status === 404;
    const sorry = h(
      "div",
      { class: "panel sorry", role: "alert" },
      h("p", {}, reason(error)),
      missing && error.kind === "unknown-table" &&
        h(
          "p",
          {},
          "A game of one's own is shown to its player alone, a private table to its guests.",
        ),
      missing
        ? h("a", { class: "button", href: "/" }, "To the tables")
        : h("button", { onclick: again }, "Try again"),
    );
    fill(element, sorry);
    if (error instanceof Offline) {
      connection.back().then(() => sorry.isConnected ? again() : undefined);
    }
  }
  element.removeAttribute("aria-busy");
}
