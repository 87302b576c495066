/** What each wager costs and each choice is worth, out of the figures of the house. */

import { fixed, percent, sign } from "./fractions.js";

/** @import { TableOdds } from "../lib/api.d.ts" */

/**
 * @typedef {object} Price
 * @property {string} wager as the house names it
 * @property {string} edge a fraction, the bank's; below 0 it is the player's
 * @property {string} basis
 */

/**
 * @typedef {object} Choice
 * @property {string[]} ranks those of which it is true
 * @property {string} best
 * @property {[string, string][]} worth each choice and what it is worth, in primaries
 */

/**
 * @param {TableOdds} odds
 * @returns {Price[]}
 */
export function pricesOf(odds) {
  const { primary } = odds;
  /** @type {Price[]} */
  const found = [
    { wager: "primary", edge: primary.house_edge, basis: `${primary.basis}, ${primary.assumes}` },
    { wager: "primary", edge: primary.element_of_risk, basis: primary.total_basis },
  ];
  if (primary.surrender_house_edge !== null) {
    found.push({
      wager: "primary",
      edge: primary.surrender_house_edge,
      basis: `${primary.basis}, surrender on every ${occasionOf(odds)}`,
    });
  }
  for (const wager of /** @type {const} */ (["tie", "war_tie"])) {
    const { house_edge: edge, basis } = odds[wager];
    if (edge !== null) found.push({ wager, edge, basis });
  }
  return found;
}

/**
 * The hands that have a choice, from the play that the figures assume.
 *
 * @param {{ primary: Pick<TableOdds["primary"], "assumes"> }} odds
 */
export function occasionOf({ primary }) {
  return primary.assumes.split(" on every ")[1] ?? "tie";
}

/**
 * What each choice is worth; ranks that look alike share a row.
 *
 * @param {Pick<TableOdds, "decisions">} odds
 * @returns {Choice[]}
 */
export function choicesOf(odds) {
  /** @type {Map<string, Choice>} */
  const rows = new Map();
  for (const { rank, best, expectation } of odds.decisions) {
    const worth = Object.keys(expectation).map((
      choice,
    ) => /** @type {[string, string]} */ ([choice, fixed(expectation[choice], 4)]));
    const key = JSON.stringify([best, worth]);
    /** @type {Choice} */
    const row = rows.get(key) ?? { ranks: [], best, worth };
    row.ranks.push(rank);
    rows.set(key, row);
  }
  return [...rows.values()];
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
