/** The rule sets of a house to choose from: the built-in ones, and those that only it has. */

import { h } from "../lib/dom.js";

/**
 * @typedef {object} LeftOpen what a reading leaves to whoever opens a table
 * @property {number[]} decks
 * @property {{least: number, most: number}} seats
 * @property {boolean} amounts whether bets have fixed ones, and no range
 * @property {boolean} tie
 * @property {boolean} authorised
 * @property {boolean} most_returned
 * @property {boolean} first_burn
 * @property {string[]} collect
 *
 * @typedef {object} RuleSet
 * @property {string} id
 * @property {boolean} own
 * @property {string} name
 * @property {string} sha256
 * @property {string[]} readings
 * @property {string} default_reading
 * @property {Record<string, LeftOpen>} left_open by reading
 */

/**
 * By which name the house is asked for a rule set.
 *
 * @param {RuleSet} set
 */
export function nameOf({ id, own, sha256 }) {
  return own ? sha256 : id;
}

/**
 * The options of a field to choose one in.
 *
 * @param {RuleSet[]} sets
 * @param {string} [chosen] by its name
 */
export function ruleOptions(sets, chosen = "") {
  const option = (/** @type {RuleSet} */ set) =>
    h("option", { value: nameOf(set), selected: nameOf(set) === chosen }, set.name);
  const own = sets.filter((set) => set.own);
  const builtIn = sets.filter((set) => !set.own).map(option);
  if (!own.length) return builtIn;
  return [
    h("optgroup", { label: "Built in" }, builtIn),
    h("optgroup", { label: "Of this house" }, own.map(option)),
  ];
}
