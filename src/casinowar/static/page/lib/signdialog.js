/** The sign of a table: pays as the document prints them, limits, reading, shoe and notices. */

import { cites } from "./clauses.js";
import { openDialog } from "./dialogs.js";
import { h, styled } from "./dom.js";
import { WAGERS, worded } from "./terms.js";

/** @import { Notice, PayRow, PrintedLine, SignLine, TableSign } from "./api.d.ts" */

/**
 * @param {string} name of the table
 * @param {TableSign} sign
 */
export async function showSign(name, sign) {
  await styled("css/tools.css");
  openDialog(`Sign: ${name}`, (close) => [
    h("button", { class: "close", autofocus: true, onclick: close }, "Close"),
    h(
      "p",
      {},
      h("strong", {}, sign.rules_name),
      `. ${sign.document}. Reading `,
      h("strong", {}, sign.reading.name),
      `: ${worded(sign.reading.says)}`,
    ),
    sign.warning && h("p", { class: "warning" }, worded(sign.warning)),
    noticeList(sign.remarks, sign, "remarks"),
    sign.printed.length > 0 && titled(
      "Pays, as the document prints them",
      table(["", "Printed", "Here"], sign.printed.map((line) => printedRow(line, sign))),
    ),
    titled("What each wager pays here", payTable(sign)),
    titled(
      "Limits, shoe and play",
      h("dl", { class: "sign-lines" }, sign.lines.flatMap((line) => lineOf(line, sign))),
    ),
    sign.notices.length > 0 && titled("Notices", noticeList(sign.notices, sign, "notices")),
  ]).classList.add("sign-dialog");
}

/**
 * @param {string} title
 * @param {HTMLElement | null} body
 */
function titled(title, body) {
  return h("section", {}, h("h3", {}, title), body);
}

/**
 * @param {string[]} columns
 * @param {HTMLElement[]} rows
 */
function table(columns, rows) {
  return h(
    "table",
    { class: "figures-table" },
    h(
      "thead",
      {},
      h("tr", {}, columns.map((title) => title ? h("th", { scope: "col" }, title) : h("td"))),
    ),
    h("tbody", {}, rows),
  );
}

/**
 * @param {PrintedLine} line
 * @param {TableSign} sign
 */
function printedRow({ says, figure, instead, basis, holds, by }, { sha256 }) {
  const only = basis && holds.length > 0 && `Holds in the reading ${holds.join(", ")}.`;
  return h(
    "tr",
    { class: instead ? "replaced" : "" },
    h(
      "th",
      { scope: "row" },
      worded(says),
      h("small", {}, worded(basis), only && `. ${only}`),
      cites(by, sha256),
    ),
    h("td", { class: "figure" }, figure),
    h("td", { class: "figure" }, instead || figure),
  );
}

/** @param {TableSign} sign */
function payTable({ pays, sha256 }) {
  const wagers = Object.keys(WAGERS).filter((wager) => pays.some((row) => cellOf(row, wager)));
  return table(
    ["", ...wagers.map((wager) => WAGERS[wager])],
    pays.map((row) =>
      h(
        "tr",
        {},
        h(
          "th",
          { scope: "row" },
          row.says,
          cites([...new Set(Object.values(row.by).flat())], sha256),
        ),
        wagers.map((wager) => h("td", { class: "figure" }, cellOf(row, wager))),
      )
    ),
  );
}

/**
 * What a wager pays, or the choice on which its pay depends.
 *
 * @param {PayRow} row
 * @param {string} wager
 */
function cellOf({ pays, choice }, wager) {
  return pays[wager] ?? (wager === "primary" ? choice : "");
}

/**
 * @param {SignLine} line
 * @param {TableSign} sign
 */
function lineOf({ title, says, by }, { sha256 }) {
  return [
    h("dt", {}, worded(title.toLowerCase()).replace(/^./, (letter) => letter.toUpperCase())),
    h("dd", {}, worded(says), " ", cites(by, sha256)),
  ];
}

/**
 * @param {readonly Notice[]} notices
 * @param {TableSign} sign
 * @param {string} name of the list's class
 */
function noticeList(notices, { sha256 }, name) {
  if (!notices.length) return null;
  return h(
    "ul",
    { class: name },
    notices.map(({ says, by }) => h("li", {}, worded(says), " ", cites(by, sha256))),
  );
}
