/**
 * The pit: every table in a line, those with an alarm first, then where something goes on; the
 * house as a whole, and what is done to all of it.
 */

import { post } from "../lib/api.js";
import { alertOf } from "../lib/announcements.js";
import { loading, reason } from "../lib/loading.js";
import { fill, h, styled } from "../lib/dom.js";
import { money, signed } from "../lib/money.js";
import { askWhy, once } from "./reasondialog.js";
import { isOut, mayEnter, showOut } from "./access.js";
import { Incidents } from "./incidents.js";
import { sorted } from "./tableorder.js";
import { PitWatch } from "./pitupdates.js";
import { ago, alarmWords, counted, share } from "./labels.js";
import { session } from "../lib/session.js";

await Promise.all([styled("css/tools.css"), styled("css/pit.css")]);

/**
 * @import { PitOverview, PitTable } from "../lib/api.d.ts"
 * @import { Child } from "../lib/dom.js"
 */

const HEADS = [
  "Table",
  "Players",
  "Waits for",
  "Open wagers",
  "Rounds",
  "Handle",
  "Hold",
  "Return",
];

const upload = once(async () => (await import("./ruleupload.js")).askRuleFile());
const open = once(async () => (await import("../lobby/newtable.js")).openTable(true));

export class PitScreen extends HTMLElement {
  /** @type {PitWatch | null} */
  #watch = null;
  /** @type {PitOverview | null} */
  #told = null;
  #facts = h("dl", { class: "facts pit-facts" });
  #paused = h("p", { class: "paused", role: "status", hidden: true });
  #acts = h("div", { class: "row" });
  #rows = h("tbody");
  #left = h("p", { class: "dim" });
  #loading = loading("Looking at the tables…");
  #list = h("div", { class: "pit-list", hidden: true });
  #incidents = new Incidents();
  /** What is drawn of each table. */
  #drawn = new Map();
  #words = /** @type {HTMLInputElement} */ (h("input", {
    type: "search",
    placeholder: "name, rules or player",
    autocomplete: "off",
  }));
  #kind = /** @type {HTMLSelectElement} */ (h(
    "select",
    {},
    [["", "All tables"], ["public", "For everyone"], ["private", "Private"], ["game", "Own games"]]
      .map(([value, says]) => h("option", { value }, says)),
  ));
  #alarmed = /** @type {HTMLInputElement} */ (h("input", { type: "checkbox" }));

  connectedCallback() {
    document.title = "The pit · casinowar";
    this.#begin().catch((error) => alertOf(reason(error)));
  }

  async #begin() {
    if (!await mayEnter(this, "pit") || !this.isConnected) return;
    this.#incidents.refresh();
    for (const field of [this.#words, this.#kind, this.#alarmed]) {
      field.addEventListener("input", () => this.#draw());
    }
    fill(
      this.#list,
      h(
        "div",
        { class: "pit-filter" },
        h("label", {}, "Find", this.#words),
        h("label", {}, "Kind", this.#kind),
        h("label", { class: "check" }, this.#alarmed, " Alarms only"),
      ),
      h(
        "table",
        { class: "pit-tables" },
        h("caption", { class: "unseen" }, "Tables"),
        h("thead", {}, h("tr", {}, HEADS.map((head) => h("th", { scope: "col" }, head)))),
        this.#rows,
      ),
      this.#left,
    );
    fill(
      this,
      h("div", { class: "pit-head" }, h("h1", {}, "The pit"), this.#acts),
      this.#paused,
      this.#facts,
      this.#loading,
      this.#list,
      this.#incidents.element,
    );
    this.#watch = new PitWatch((told) => this.#take(told), (error) => this.#fail(error));
  }

  disconnectedCallback() {
    this.#watch?.close();
  }

  /** @param {unknown} error */
  #fail(error) {
    if (isOut(error)) return showOut(this, error);
    fill(this.#loading, this.#told ? "What you see is old: " : "", reason(error));
    if (!this.#loading.isConnected) this.#list.before(this.#loading);
  }

  /** @param {PitOverview} told */
  #take(told) {
    const before = this.#told;
    this.#told = told;
    this.#loading.remove();
    this.#list.hidden = false;
    if (before?.house.paused !== told.house.paused || !before) this.#drawActs(told.house.paused);
    this.#drawHouse();
    this.#draw();
    if (before) this.#incidents.refresh();
  }

  /** @param {string} paused */
  #drawActs(paused) {
    const may = session.me?.may ?? [];
    this.#paused.hidden = !paused;
    this.#paused.textContent = paused ? `The house is paused: ${paused}` : "";
    fill(
      this.#acts,
      may.includes("rules") &&
        h("button", { onclick: () => this.#lazily(upload) }, "Upload rules"),
      may.includes("open") &&
        h("button", { onclick: () => this.#lazily(open) }, "Open a table"),
      may.includes("pause-house") &&
        (paused
          ? h("button", { class: "main", onclick: () => this.#resume() }, "Let the house go on")
          : h("button", { onclick: () => this.#pause() }, "Pause the house")),
    );
  }

  /** @param {() => Promise<unknown>} what */
  async #lazily(what) {
    try {
      await what();
    } catch (error) {
      alertOf(reason(error));
    }
  }

  #pause() {
    askWhy({
      title: "Pause the house",
      says: "Rounds that have begun end; no other begins at any table, until the house goes on.",
      act: "Pause the house",
      send: (why) => post("/api/house/pause", { why }).then(() => this.#watch?.ask()),
    });
  }

  #resume() {
    askWhy({
      title: "Let the house go on",
      says: "Rounds begin again, but at tables that are paused by themselves.",
      act: "Go on",
      send: (why) => post("/api/house/resume", { why }).then(() => this.#watch?.ask()),
    });
  }

  #drawHouse() {
    if (!this.#told) return;
    const { house } = this.#told;
    const fact = (/** @type {string} */ title, /** @type {string} */ says, name = "") =>
      h("div", { class: name }, h("dt", {}, title), h("dd", {}, says));
    fill(
      this.#facts,
      fact("Tables", String(house.tables)),
      fact("Players", `${house.people}${house.bots ? ` and ${counted(house.bots, "bot")}` : ""}`),
      fact("Sessions", house.sessions.toLocaleString("en")),
      fact("Rounds", house.rounds.toLocaleString("en")),
      fact("Handle", money(house.handle)),
      fact("Hold", signed(house.hold)),
      fact("Alarms", String(house.alarms), house.alarms ? "alarm" : ""),
    );
  }

  #draw() {
    if (!this.#told) return;
    const { tables, house } = this.#told;
    const rows = sorted(tables.filter((row) => this.#isWanted(row)));
    const focused = document.activeElement?.closest("tr")?.dataset.table;
    const made = rows.map((row) => {
      const key = JSON.stringify([row, this.#told?.names, ago(row.since)]);
      const known = this.#drawn.get(row.id);
      if (known?.key === key) return known.element;
      const element = this.#row(row);
      this.#drawn.set(row.id, { key, element });
      return element;
    });
    if (
      made.some((element, index) => this.#rows.children[index] !== element) ||
      this.#rows.childElementCount !== made.length
    ) {
      fill(this.#rows, made);
      if (focused) {
        const again = this.#rows.querySelector(`[data-table="${CSS.escape(focused)}"] a`);
        if (again instanceof HTMLElement) again.focus({ preventScroll: true });
      }
    }
    const hidden = tables.length - rows.length;
    this.#left.textContent = [
      hidden && `${counted(hidden, "table")} not shown here.`,
      house.left_out && `${counted(house.left_out, "more table")} not told of.`,
    ].filter(Boolean).join(" ");
  }

  /** @param {PitTable} row */
  #isWanted(row) {
    if (this.#kind.value && row.kind !== this.#kind.value) return false;
    if (this.#alarmed.checked && !row.against?.alarm) return false;
    const players = row.seats.map((player) => this.#told?.names[player]?.name ?? "");
    const said = [row.name, row.id, row.rules, row.reading, ...players].join(" ").toLowerCase();
    return said.includes(this.#words.value.trim().toLowerCase());
  }

  /** @param {PitTable} row */
  #row(row) {
    const alarm = row.against?.alarm ?? "";
    const cell = (/** @type {string} */ head, /** @type {Child[]} */ ...says) =>
      h("td", { data: { head } }, h("span", {}, says));
    return h(
      "tr",
      { data: { table: row.id }, class: alarm ? "alarm" : "" },
      h(
        "th",
        { scope: "row" },
        h("a", { href: `/pit/${row.id}` }, row.name),
        h(
          "span",
          { class: "dim" },
          [row.rules, row.kind !== "public" && row.kind, row.hand_dealt && "by hand"].filter(
            Boolean,
          )
            .join(", "),
        ),
        row.paused && h("span", { class: "tag" }, "paused"),
        alarm && row.against && h("span", { class: "tag bad" }, alarmWords(row.against)),
      ),
      cell("Players", `${row.people}${row.bots ? ` + ${joined(counted(row.bots, "bot"))}` : ""}`),
      cell("Waits for", row.need.says, h("span", { class: "dim" }, ` ${joined(ago(row.since))}`)),
      cell("Open wagers", row.wagered ? money(row.wagered) : "–"),
      cell("Rounds", row.rounds.toLocaleString("en")),
      cell("Handle", money(row.handle)),
      cell("Hold", row.hold === null ? "players bank" : signed(row.hold)),
      cell(
        "Return",
        share(row.against?.return ?? "–"),
        row.against?.return &&
          h("span", { class: "dim" }, ` (exact ${share(row.against.expected_return ?? "")})`),
      ),
    );
  }
}

/**
 * A number and its unit, in one line.
 *
 * @param {string} text
 */
function joined(text) {
  return text.replaceAll(" ", "\u00a0");
}

customElements.define("cw-pit", PitScreen);

export const screen = () => document.createElement("cw-pit");
