/** Cards as elements: drawn here, with their names for those who hear them. */

import { h } from "../dom.js";

/** @type {Record<string, string>} */
const RANKS = {
  A: "ace",
  K: "king",
  Q: "queen",
  J: "jack",
  T: "ten",
  9: "nine",
  8: "eight",
  7: "seven",
  6: "six",
  5: "five",
  4: "four",
  3: "three",
  2: "two",
};

/** @type {Record<string, {name: string, path: string}>} */
const SUITS = {
  s: {
    name: "spades",
    path:
      "M16 2C12 9 3 13 3 20c0 4 3 6 6 6 2 0 4-1 5-3-0 3-1 5-3 7h10c-2-2-3-4-3-7 1 2 3 3 5 3 3 0 6-2 6-6 0-7-9-11-13-18z",
  },
  h: {
    name: "hearts",
    path: "M16 30C10 23 2 18 2 10c0-4 3-7 7-7 3 0 6 2 7 5 1-3 4-5 7-5 4 0 7 3 7 7 0 8-8 13-14 20z",
  },
  d: { name: "diamonds", path: "M16 2l11 14-11 14L5 16z" },
  c: {
    name: "clubs",
    path:
      "M16 2c-4 0-7 3-7 7 0 2 1 4 2 5-1-1-2-1-3-1-4 0-6 3-6 6.500s3 6.500 6.500 6.500c2.500 0 4.500-1 5.500-3 0 3-1 5-3 7h10c-2-2-3-4-3-7 1 2 3 3 5.500 3 3.500 0 6.500-3 6.500-6.500s-2-6.500-6-6.500c-1 0-2 0-3 1 1-1 2-3 2-5 0-4-3-7-7-7z",
  },
};

/**
 * @param {string} card as "9h"
 * @returns {string} as "nine of hearts"
 */
export function cardName(card) {
  const rank = RANKS[card[0]] ?? card;
  return card[1] ? `${rank} of ${SUITS[card[1]].name}` : rank;
}

/**
 * A card that lies face up, or on its way there.
 *
 * @param {string} card
 * @param {string} backs the colour of its back
 */
export function cardElement(card, backs) {
  const rank = card[0] === "T" ? "10" : card[0];
  const corner = (/** @type {string} */ place) =>
    h("span", { class: `corner ${place}` }, h("b", {}, rank), pip(card[1]));
  return h(
    "div",
    {
      class: "card",
      role: "img",
      "aria-label": cardName(card),
      data: { suit: card[1] ?? "", card },
    },
    h(
      "div",
      { class: "turns", "aria-hidden": "true" },
      h(
        "div",
        { class: "face" },
        corner("top"),
        h("span", { class: "pip" }, pip(card[1])),
        corner("bottom"),
      ),
      h("div", { class: "back", data: { backs } }),
    ),
  );
}

/**
 * A card of which nobody sees the face.
 *
 * @param {string} backs
 */
export function backElement(backs) {
  return h(
    "div",
    { class: "card ghost", "aria-hidden": "true" },
    h("div", { class: "back", data: { backs } }),
  );
}

/** @param {string | undefined} suit */
function pip(suit) {
  if (!suit) return null;
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 32 32");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", SUITS[suit].path);
  svg.append(path);
  return svg;
}
