/** The rule sets of a house to choose from: the built-in ones, and those that only it has. */

import { h } from "../lib/dom.js";

/** @import { RuleSetSummary } from "../lib/api.d.ts" */

/**
 * By which name the house is asked for a rule set.
 *
 * @param {RuleSetSummary} set
 */
export function nameOf({ id, own, sha256 }) {
  return own ? sha256 : id;
}

/**
 * The options of a field to choose one in.
 *
 * @param {RuleSetSummary[]} sets
 * @param {string} [chosen] by its name
 */
export function ruleOptions(sets, chosen = "") {
  const option = (/** @type {RuleSetSummary} */ set) =>
    h("option", { value: nameOf(set), selected: nameOf(set) === chosen }, set.name);
  const own = sets.filter((set) => set.own);
  const builtIn = sets.filter((set) => !set.own).map(option);
  if (!own.length) return builtIn;
  return [
    h("optgroup", { label: "Built in" }, builtIn),
    h("optgroup", { label: "Of this house" }, own.map(option)),
  ];
}
