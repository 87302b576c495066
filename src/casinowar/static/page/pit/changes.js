/** What those with an office did, the newest first, page by page. */

import { get } from "../lib/api.js";
import { attempt, noRefusal } from "../lib/loading.js";
import { fill, h } from "../lib/dom.js";
import { money } from "../lib/money.js";
import { amountsOf } from "../lib/money.js";
import { changeName, ROLES, when } from "./labels.js";

/** @import { ChangePage, ChangeRow } from "../lib/api.d.ts" */

const PAGE = 15;
const AMOUNTS = new Set(["authorised", "most_returned"]);

export class Changes {
  element = h("section", { class: "panel changes" });
  #list = h("ol", { class: "log" });
  #refused = noRefusal();
  #more = h("button", { type: "button", onclick: () => this.#older(), hidden: true }, "Older");
  /** @type {string | null} */
  #next = null;
  #player;

  /** @param {string} [player] only what was done to them */
  constructor(player = "") {
    this.#player = player;
    const title = h(player ? "h3" : "h2", {}, "Changes");
    fill(this.element, title, this.#list, this.#refused, this.#more);
  }

  async refresh() {
    await attempt(async () => {
      const rows = await this.#page("");
      fill(this.#list, rows, !rows.length && h("li", { class: "dim" }, "None."));
    }, this.#refused);
  }

  async #older() {
    await attempt(
      async () => this.#list.append(...await this.#page(this.#next ?? "")),
      this.#refused,
    );
  }

  /** @param {string} after */
  async #page(after) {
    const query = new URLSearchParams({ limit: String(PAGE) });
    if (this.#player) query.set("player", this.#player);
    if (after) query.set("after", after);
    const { changes, names, tables, next } = await get(`/api/changes?${query}`);
    this.#next = next;
    this.#more.hidden = next === null;
    return changes.map((change) => rowOf(change, names, tables));
  }
}

/**
 * @param {ChangeRow} change
 * @param {ChangePage["names"]} names
 * @param {ChangePage["tables"]} tables
 */
function rowOf({ at, what, by, about, table, why, before, after }, names, tables) {
  const called = (/** @type {string} */ player) => names[player]?.name ?? player;
  const changed = Object.keys({ ...before, ...after })
    .filter((name) =>
      name !== "table" && JSON.stringify(before[name]) !== JSON.stringify(after[name])
    )
    .map((name) => `${name.replaceAll("_", " ")}: ${shown(name, before)} → ${shown(name, after)}`);
  return h(
    "li",
    {},
    h("time", { class: "dim", dateTime: new Date(at).toISOString() }, when(at)),
    h("strong", {}, changeName(what)),
    h("span", {}, `${about ? `${called(about)}, ` : ""}by ${called(by)}`),
    table && h("a", { href: `/pit/${table}` }, tables[table] ?? table),
    after.table !== undefined &&
      h("a", { href: `/pit/${after.table}` }, "the table in its place"),
    why && h("span", { class: "log-says" }, `“${why}”`),
    changed.length > 0 && h("span", { class: "dim" }, changed.join("; ")),
  );
}

/**
 * @param {string} name
 * @param {Record<string, unknown>} values
 */
function shown(name, values) {
  const value = values[name];
  if (value === undefined || value === null || value === "") return "none";
  if (name.endsWith("until") && typeof value === "number") return when(value);
  if (name === "role") return ROLES[String(value)] ?? String(value);
  if (name === "sha256") return `${String(value).slice(0, 12)}…`;
  if (AMOUNTS.has(name) && typeof value === "number") return money(value);
  return typeof value === "object" ? limit(value) : String(value);
}

/** @param {any} value the limits of a wager, or some other things */
function limit(value) {
  if (value.least !== undefined) return amountsOf(value);
  return Array.isArray(value) ? value.join(", ") : JSON.stringify(value);
}
