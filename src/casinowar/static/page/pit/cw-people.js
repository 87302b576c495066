/** People and roles: who has an account, what is done for or to them, and what was done. */

import { get, now } from "../lib/api.js";
import { alertOf } from "../lib/announcements.js";
import { attempt, noRefusal, reason } from "../lib/loading.js";
import { fill, h, styled } from "../lib/dom.js";
import { money } from "../lib/money.js";
import { Changes } from "./changes.js";
import { mayEnter } from "./access.js";
import { lookAfter } from "./persondialog.js";
import { ROLES, when } from "./labels.js";

await Promise.all([styled("css/tools.css"), styled("css/pit.css")]);

/** @import { PersonRow } from "../lib/api.d.ts" */

const PAGE = 50;
const PATIENCE = 250;
/** Milliseconds after the last letter before it is looked for. */

export class PeopleScreen extends HTMLElement {
  #rows = h("tbody");
  #refused = noRefusal();
  #none = h("p", { class: "dim", role: "status" });
  #more = h("button", { onclick: () => this.#older(), hidden: true }, "More people");
  /** @type {string | null} */
  #next = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #asked = 0;
  #changes = new Changes();
  #name = /** @type {HTMLInputElement} */ (h("input", {
    type: "search",
    maxLength: 64,
    autocomplete: "off",
    placeholder: "a part of the name",
  }));
  #role = /** @type {HTMLSelectElement} */ (h(
    "select",
    {},
    h("option", { value: "" }, "Any role"),
    Object.entries(ROLES).map(([value, says]) => h("option", { value }, says)),
  ));

  connectedCallback() {
    document.title = "People · casinowar";
    this.#begin().catch((error) => alertOf(reason(error)));
  }

  async #begin() {
    if (!await mayEnter(this, "people") || !this.isConnected) return;
    this.#name.addEventListener("input", () => {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.refresh(), PATIENCE);
    });
    this.#role.addEventListener("input", () => this.refresh());
    const heads = ["Name", "Role", "Balance", "Since", "Banned until"];
    fill(
      this,
      h("h1", {}, "People"),
      h(
        "div",
        { class: "pit-filter" },
        h("label", {}, "Find", this.#name),
        h("label", {}, "Role", this.#role),
      ),
      this.#refused,
      h(
        "table",
        { class: "pit-tables people" },
        h("caption", { class: "unseen" }, "People"),
        h("thead", {}, h("tr", {}, heads.map((head) => h("th", { scope: "col" }, head)))),
        this.#rows,
      ),
      this.#none,
      this.#more,
      this.#changes.element,
    );
    await this.refresh();
  }

  disconnectedCallback() {
    clearTimeout(this.#timer);
  }

  /** Those looked for, from the first on. */
  async refresh() {
    const turn = ++this.#asked;
    await attempt(async () => {
      const rows = await this.#page("");
      if (turn !== this.#asked) return;
      fill(this.#rows, rows);
      this.#none.textContent = rows.length ? "" : "Nobody is called so.";
    }, this.#refused);
    this.#changes.refresh();
  }

  async #older() {
    await attempt(
      async () => this.#rows.append(...await this.#page(this.#next ?? "")),
      this.#refused,
    );
  }

  /** @param {string} after */
  async #page(after) {
    const query = new URLSearchParams({ limit: String(PAGE), name: this.#name.value });
    if (this.#role.value) query.set("role", this.#role.value);
    if (after) query.set("after", after);
    const found = await get(`/api/people?${query}`);
    this.#next = found.next;
    this.#more.hidden = found.next === null;
    return found.people.map((person) => this.#row(person));
  }

  /** @param {PersonRow} person */
  #row(person) {
    const banned = person.banned_until !== null && person.banned_until > now();
    const cell = (/** @type {string} */ head, /** @type {string} */ says) =>
      h("td", { data: { head } }, h("span", {}, says));
    return h(
      "tr",
      { data: { player: person.player } },
      h(
        "th",
        { scope: "row" },
        h(
          "button",
          { class: "link", onclick: () => lookAfter(person, () => this.refresh()) },
          person.name,
        ),
        person.kind === "guest" && h("span", { class: "tag" }, "guest"),
      ),
      cell("Role", ROLES[person.role] ?? person.role),
      cell("Balance", money(person.balance)),
      cell("Since", when(person.since)),
      cell("Banned until", banned ? bannedUntil(person.banned_until ?? 0) : "–"),
    );
  }
}

/** @param {number} until */
function bannedUntil(until) {
  return until - now() > 20 * 365 * 86_400_000 ? "for good" : when(until);
}

customElements.define("cw-people", PeopleScreen);

export const screen = () => document.createElement("cw-people");
