/** The rule sets side by side; what most of them have not is marked, and not by colour alone. */

import { h } from "../lib/dom.js";

/** @param {import("../lib/api.d.ts").RuleComparison} compared */
export function comparisonTable({ columns, rows }) {
  // A column with a dot in its name is a field of the rule file.
  const facts = columns.filter((column) => !column.includes("."));
  return h(
    "section",
    { class: "panel" },
    h("h2", {}, "Side by side"),
    h("p", { class: "scroll-hint dim" }, "There is more to the right →"),
    h(
      "div",
      { class: "scrolled", role: "region", "aria-label": "Rule sets side by side", tabIndex: 0 },
      h(
        "table",
        { class: "figures-table compared" },
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            ["Rule set", ...facts].map((title) => h("th", { scope: "col" }, title)),
          ),
        ),
        h(
          "tbody",
          {},
          rows.map((row) =>
            h(
              "tr",
              {},
              h(
                "th",
                { scope: "row" },
                h(
                  "a",
                  { href: `/rules/${row.rules}?reading=${encodeURIComponent(row.reading)}` },
                  row.rules,
                ),
                h("small", {}, row.reading),
              ),
              row.facts.slice(0, facts.length).map((fact, index) =>
                h(
                  "td",
                  { class: row.differs[index] ? "differs" : "" },
                  printed(fact) || "none",
                  row.differs[index] && "*",
                )
              ),
            )
          ),
        ),
      ),
    ),
    h(
      "p",
      { class: "dim" },
      "* differs from most; L-R is from the dealer's left to the right. Edges and standard ",
      "deviations are per bet, from a fresh shoe, war at every choice; best is the edge against the ",
      "best choices.",
    ),
    h(
      "details",
      { class: "other-fields" },
      h("summary", {}, "Other fields that differ"),
      h(
        "dl",
        {},
        columns.slice(facts.length).flatMap((field, index) => [
          h("dt", {}, h("code", {}, field)),
          h("dd", {}, otherValues(rows, facts.length + index)),
        ]),
      ),
    ),
  );
}

/**
 * A fact with the signs of print: a true minus, a dash in a range.
 *
 * @param {string} fact
 */
function printed(fact) {
  return fact.replace(/^-/, "−").replace(/(?<=\d)-(?=\d)/g, "–");
}

/**
 * The usual value of a field, then each other value with the rules that have it.
 *
 * @param {import("../lib/api.d.ts").RuleComparison["rows"]} rows
 * @param {number} column
 */
function otherValues(rows, column) {
  const having = rows.filter((row) => row.facts[column]);
  const usual = having.find((row) => !row.differs[column])?.facts[column];
  const values = new Set([...(usual ? [usual] : []), ...having.map((row) => row.facts[column])]);
  return [...values].map((value) => {
    const own = having.filter((row) => row.facts[column] === value);
    const names = [...new Set(own.map((row) => row.rules))].map((name) => {
      const readings = own.filter((row) => row.rules === name).map((row) => row.reading);
      const isAll = readings.length === rows.filter((row) => row.rules === name).length;
      return isAll ? name : `${name} ${readings.join(" and ")}`;
    });
    return value === usual ? value : `${value} (${names.join(", ")})`;
  }).join("; ");
}
