/** What a screen shows while it waits for the house, and when the house says no. */

import { Offline, Problem } from "./api.js";
import { fill, h } from "./dom.js";

/**
 * Why something did not come, in a sentence.
 *
 * @param {unknown} error
 */
export function reason(error) {
  if (error instanceof Problem) return `${error.why[0].toUpperCase()}${error.why.slice(1)}.`;
  if (error instanceof Offline) return "The house does not answer.";
  throw error;
}

/**
 * Fill an element with what is asked for; what goes wrong stands there with a way to try again.
 *
 * @param {HTMLElement} element
 * @param {() => Promise<(Node | string | null | false)[]>} ask
 */
export async function fillWhenAsked(element, ask) {
  element.setAttribute("aria-busy", "true");
  try {
    fill(element, await ask());
  } catch (error) {
    const again = () => fillWhenAsked(element, ask);
    fill(
      element,
      h(
        "div",
        { class: "panel sorry", role: "alert" },
        h("p", {}, reason(error)),
        h("button", { onclick: again }, "Try again"),
      ),
    );
  }
  element.removeAttribute("aria-busy");
}
