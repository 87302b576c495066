/** Cards in a line of text: a small face each, and its name for those who hear it. */

import { cardName } from "./cards.js";
import { h } from "../dom.js";

/** @type {Record<string, string>} */
const SIGNS = { s: "♠", h: "♥", d: "♦", c: "♣" };

/** @param {string} card as "9h" */
export function miniCard(card) {
  const rank = card[0] === "T" ? "10" : card[0];
  return h(
    "span",
    {
      class: "mini-card",
      role: "img",
      "aria-label": cardName(card),
      data: { suit: card[1] ?? "" },
    },
    h("span", { "aria-hidden": "true" }, rank + (SIGNS[card[1]] ?? "")),
  );
}
