/** Incidents, the newest first, page by page, each with a way to its round. */

import { get } from "../lib/api.js";
import { attempt, noRefusal } from "../lib/loading.js";
import { fill, h } from "../lib/dom.js";
import { incidentName, when } from "./labels.js";

/** @import { IncidentRow } from "../lib/api.d.ts" */

const PAGE = 8;

export class Incidents {
  element = h("section", { class: "panel incidents" });
  #list = h("ol", { class: "log" });
  #refused = noRefusal();
  #more = h("button", { onclick: () => this.#older(), hidden: true }, "Older incidents");
  /** @type {string | null} */
  #next = null;
  #table;

  /** @param {string} [table] of all tables without one */
  constructor(table = "") {
    this.#table = table;
    fill(this.element, h("h2", {}, "Incidents"), this.#list, this.#refused, this.#more);
  }

  /** Begin with the newest, unless older ones are looked at. */
  async refresh() {
    if (this.#list.childElementCount > PAGE) return;
    await attempt(async () => {
      const rows = await this.#page("");
      fill(
        this.#list,
        rows,
        !rows.length && h("li", { class: "dim" }, "Nothing that was not in order."),
      );
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
    const of = this.#table ? `&table=${encodeURIComponent(this.#table)}` : "";
    const found = await get(`/api/incidents?limit=${PAGE}${of}${after && `&after=${after}`}`);
    this.#next = found.next;
    this.#more.hidden = found.next === null;
    return found.incidents.map((each) => this.#row(each));
  }

  /** @param {IncidentRow} incident */
  #row({ at, kind, table, name, round, replay, says }) {
    return h(
      "li",
      {},
      h("time", { class: "dim", dateTime: new Date(at).toISOString() }, when(at)),
      h("strong", {}, incidentName(kind)),
      !this.#table && table && h("a", { href: `/pit/${table}` }, name ?? table),
      h("span", { class: "log-says" }, `${says[0].toUpperCase()}${says.slice(1)}.`),
      replay && h("a", { href: `/rounds/${table}/${round}` }, `Replay round ${round}`),
    );
  }
}
