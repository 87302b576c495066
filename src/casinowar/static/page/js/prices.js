/** What each wager costs and each choice is worth, out of the figures of the house. */

import { percent, sign } from "./fractions.js";

/**
 * @typedef {object} Price
 * @property {string} wager
 * @property {string} edge a fraction, the bank's; below 0 it is the player's
 * @property {string} basis
 */

/**
 * @typedef {object} Choice
 * @property {string} rank "" where it is the same for every rank
 * @property {string} best
 * @property {Record<string, string>} expectation
 */

/**
 * @param {any} odds
 * @returns {Price[]}
 */
export function pricesOf(odds) {
  const { primary } = odds;
  const found = [
    { wager: "primary", edge: primary.house_edge, basis: `${primary.basis}, ${primary.assumes}` },
    { wager: "primary", edge: primary.element_of_risk, basis: primary.total_basis },
  ];
  if (primary.surrender_house_edge !== null) {
    found.push({
      wager: "primary",
      edge: primary.surrender_house_edge,
      basis: `${primary.basis}, surrender on every tie`,
    });
  }
  for (const [key, wager] of [["tie", "tie"], ["war_tie", "war tie"]]) {
    const { house_edge: edge, basis } = odds[key];
    if (edge !== null) found.push({ wager, edge, basis });
  }
  return found;
}

/**
 * What each choice on a tie is worth, in primaries; one row where every rank is alike.
 *
 * @param {any} odds
 * @returns {Choice[]}
 */
export function choicesOf(odds) {
  /** @type {Choice[]} */
  const rows = odds.decisions;
  const [first] = rows;
  const same = rows.every((row) =>
    JSON.stringify(row.expectation) === JSON.stringify(first.expectation)
  );
  return first && same ? [{ ...first, rank: "" }] : rows;
}

/**
 * An edge in words that need no sign: whose it is.
 *
 * @param {string} edge
 */
export function edgeWords(edge) {
  return sign(edge) < 0 ? `${percent(edge.replace("-", ""))} for the player` : percent(edge);
}

/**
 * The cards that are gone, rank by rank, as the house reads them.
 *
 * @param {string[]} seen
 */
export function goneOf(seen) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const [rank] of seen) counts.set(rank, (counts.get(rank) ?? 0) + 1);
  return [...counts].sort().map(([rank, count]) => `${rank}x${count}`).join(" ");
}
