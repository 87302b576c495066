/** The rule sets side by side; what most of them have not is marked, and not by colour alone. */

import { h } from "../lib/dom.js";

/** @param {import("../lib/api.d.ts").RuleComparison} compared */
export function comparisonTable({ columns, rows }) {
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
            ["Rule set", ...columns].map((title) => h("th", { scope: "col" }, title)),
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
              row.facts.map((fact, index) =>
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
      "* differs from most. Edges and standard deviations are per bet, from a fresh shoe, ",
      "war on every tie; best is the edge against the best choices.",
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
