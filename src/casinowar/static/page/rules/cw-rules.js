/**
 * Rules and what they cost: a rule set's fields, changed at will, and the edge that moves with them.
 * The house works it out exactly; what could not be played, it refuses in its own words. The address
 * has every change in it, so that it can be shared.
 */

import { get, Problem } from "../lib/api.js";
import { fillWhenAsked, reason } from "../lib/loading.js";
import { fill, h, styled } from "../lib/dom.js";
import { less, percent, sign } from "./fractions.js";
import { decksOf } from "../lib/money.js";
import { sessionPlot } from "./sessionplot.js";
import { edgeWords, pricesOf } from "./prices.js";
import { comparisonTable } from "./comparison.js";
import { fieldInput, isLively } from "./rulefields.js";
import { nameOf, ruleOptions } from "./rulesets.js";
import { WAGERS, worded } from "../lib/terms.js";
import { choicesTable } from "./cw-odds.js";

await styled("css/tools.css");

const ROUNDS = "100";
const REST = 400;
const DECKS = ["1", "2", "4", "5", "6", "7", "8", "10", "12", "infinite"];

/** @import { ExploredField, ExploredOdds, RuleSetSummary, TableOdds } from "../lib/api.d.ts" */

export class Rules extends HTMLElement {
  name = "";
  #reading = "";
  #decks = "";
  /** @type {Map<string, string>} what is changed, as the house reads it */
  #changes = new Map();
  /** @type {RuleSetSummary[]} */
  #sets = [];
  /** @type {ExploredOdds | null} the rule set as it is */
  #base = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #asked = 0;
  #pick = h("div", { class: "fields" });
  #fields = h("div", { class: "rule-fields" });
  #found = h("div", { class: "found" });
  #refused = h("div", { role: "alert" });
  #summary = h("p", { class: "explore-summary", "aria-hidden": "true" });

  connectedCallback() {
    document.title = "Rules · casinowar";
    const query = new URLSearchParams(location.search);
    this.#reading = query.get("reading") ?? "";
    this.#decks = query.get("decks") ?? "";
    for (const change of query.getAll("set")) {
      const colon = change.indexOf(":");
      if (colon > 0) this.#changes.set(change.slice(0, colon), change.slice(colon + 1));
    }
    fillWhenAsked(this, () => this.#load());
  }

  disconnectedCallback() {
    clearTimeout(this.#timer);
  }

  async #load() {
    const [{ rules }, compared] = await Promise.all([get("/api/rules"), get("/api/comparison")]);
    this.#sets = rules;
    const named = this.#sets.find(({ id, sha256 }) => id === this.name || sha256 === this.name);
    this.name = named ? nameOf(named) : "washington";
    await this.#begin();
    return [
      h(
        "div",
        { class: "tool-head" },
        h("h1", {}, "Rules, and what they cost"),
        h(
          "p",
          {},
          "Take a rule set, change its decks, pays or burns, and see the edge move. Every figure is ",
          "exact: the house works it out from the code that deals.",
        ),
      ),
      h(
        "div",
        { class: "explore" },
        h(
          "section",
          { class: "panel", "aria-label": "The rules" },
          this.#pick,
          this.#fields,
          h("p", {}, h("button", { onclick: () => this.#reset() }, "As the rule set has it")),
        ),
        h(
          "section",
          { class: "panel found-panel", "aria-label": "What they cost" },
          this.#refused,
          this.#found,
        ),
        this.#summary,
      ),
      comparisonTable(compared),
    ];
  }

  /** Ask for the rule set as it is, then for what is changed. */
  async #begin() {
    const set = this.#sets.find((each) => nameOf(each) === this.name);
    if (!set) throw new Error(`there is no rule set ${this.name}`);
    if (!set.readings.includes(this.#reading)) this.#reading = "";
    const base = await this.#price(new Map(), "");
    this.#base = base;
    this.#reading = base.reading;
    this.#decks ||= String(base.decks);
    this.#showPick(set);
    this.#showFields(base.fields);
    this.#showFound(base, base);
    await this.#change();
  }

  /**
   * @param {Map<string, string>} changes
   * @param {string} decks
   */
  #price(changes, decks) {
    return get(`/api/odds?${this.#query(changes, decks)}&rules=${this.name}&rounds=${ROUNDS}`);
  }

  /**
   * @param {Map<string, string>} changes
   * @param {string} decks
   */
  #query(changes, decks) {
    const query = new URLSearchParams();
    if (this.#reading) query.set("reading", this.#reading);
    if (decks) query.set("decks", decks);
    for (const [field, value] of changes) query.append("set", `${field}:${value}`);
    return query;
  }

  /** @param {RuleSetSummary} set */
  #showPick(set) {
    const pick = (
      /** @type {string} */ title,
      /** @type {HTMLElement[]} */ options,
      /** @type {(value: string) => void} */ take,
    ) => {
      const select = /** @type {HTMLSelectElement} */ (h(
        "select",
        { onchange: () => take(select.value) },
        options,
      ));
      return h("label", {}, title, select);
    };
    const optionsOf = (/** @type {string[]} */ values, /** @type {string} */ chosen) =>
      values.map((value) => h("option", { value, selected: value === chosen }, value));
    const decks = DECKS.includes(this.#decks) ? DECKS : [...DECKS, this.#decks];
    fill(
      this.#pick,
      pick("Rule set", ruleOptions(this.#sets, this.name), (name) => {
        this.name = name;
        this.#reading = "";
        this.#reset();
      }),
      pick("Reading", optionsOf(set.readings, this.#reading), (reading) => {
        this.#reading = reading;
        this.#reset();
      }),
      pick("Decks", optionsOf(decks, this.#decks), (chosen) => {
        this.#decks = chosen;
        this.#plan();
      }),
    );
  }

  /** @param {ExploredField[]} fields */
  #showFields(fields) {
    const take = (/** @type {ExploredField} */ field, /** @type {string} */ value) => {
      if (value === written(field.was)) this.#changes.delete(field.field);
      else this.#changes.set(field.field, value);
      this.#plan();
    };
    const known = new Set(fields.map(({ field }) => field));
    for (const field of this.#changes.keys()) if (!known.has(field)) this.#changes.delete(field);
    const input = (/** @type {ExploredField} */ field) =>
      fieldInput(
        field,
        this.#changes.get(field.field) ?? written(field.was),
        this.name,
        (value) => take(field, value),
      );
    const further = fields.filter((field) => !isLively(field));
    const open = further.some(({ field }) => this.#changes.has(field));
    fill(
      this.#fields,
      fields.filter(isLively).map(input),
      h(
        "details",
        { open },
        h("summary", {}, `${further.length} further fields`),
        h("div", { class: "rule-fields" }, further.map(input)),
      ),
    );
  }

  async #reset() {
    this.#changes.clear();
    this.#decks = "";
    try {
      await this.#begin();
    } catch (error) {
      this.#refuse(error);
    }
  }

  #plan() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#change(), REST);
  }

  /** Ask what the changes come to, and keep them in the address. */
  async #change() {
    const turn = ++this.#asked, base = this.#base;
    if (!base) return;
    const own = String(base.decks);
    const decks = this.#decks === own ? "" : this.#decks;
    const query = String(this.#query(this.#changes, decks));
    if (this.isConnected) {
      history.replaceState(null, "", `/rules/${this.name}${query && `?${query}`}`);
    }
    try {
      const same = !decks && !this.#changes.size;
      const found = same ? base : await this.#price(this.#changes, decks);
      if (turn !== this.#asked) return;
      fill(this.#refused);
      this.#showFound(base, found);
    } catch (error) {
      if (turn !== this.#asked) return;
      if (error instanceof Problem && error.status === 429) return this.#plan();
      this.#refuse(error);
    }
  }

  /** @param {unknown} error */
  #refuse(error) {
    const why = error instanceof Problem && error.kind === "not-possible"
      ? [h("strong", {}, "This cannot be. "), error.why.replace(/^[\w-]+: /, "")]
      : [reason(error)];
    fill(this.#refused, h("p", { class: "refused" }, why));
    fill(this.#summary, why.map((each) => typeof each === "string" ? each : each.textContent));
    this.#found.classList.add("old");
  }

  /**
   * @param {ExploredOdds} base
   * @param {ExploredOdds} odds
   */
  #showFound(base, odds) {
    this.#found.classList.remove("old");
    const changed = odds !== base;
    const [first, ...others] = pricesOf(odds);
    const tie = others.find(({ wager }) => wager === "tie");
    const shown = [first, tie].flatMap((each) =>
      each ? [`${WAGERS[each.wager]} ${edgeWords(each.edge)}`] : []
    );
    fill(this.#summary, `Edge: ${shown.join(" · ")}`);
    fill(
      this.#found,
      movedTable(base, odds),
      choicesTable(odds),
      odds.session
        ? sessionPlot(odds.session, changed ? base.session : null)
        : h("p", { class: "dim" }, "A session of these pays has too many results to draw."),
      changed && base.session && odds.session &&
        h("p", { class: "dim" }, "The line is the rule set as it is."),
    );
  }
}

/**
 * What each wager cost, what it costs now, and the difference.
 *
 * @param {TableOdds} base
 * @param {TableOdds} odds
 */
function movedTable(base, odds) {
  const before = pricesOf(base);
  return h(
    "table",
    { class: "figures-table moved", "aria-live": "polite" },
    h("caption", {}, `The bank's edge, ${decksOf(odds.decks)}`),
    h(
      "thead",
      {},
      h("tr", {}, ["Wager", "Edge", "Moved"].map((title) => h("th", { scope: "col" }, title))),
    ),
    h(
      "tbody",
      {},
      pricesOf(odds).map(({ wager, edge, basis }) => {
        const own = before.find((each) => each.wager === wager && each.basis === basis);
        const moved = own ? less(edge, own.edge) : "0";
        return h(
          "tr",
          { data: { wager } },
          h("th", { scope: "row" }, WAGERS[wager], h("small", {}, worded(basis))),
          h("td", { class: "figure", title: edge }, edgeWords(edge)),
          h("td", { class: "figure" }, own ? movedWords(moved) : "new"),
        );
      }),
    ),
  );
}

/** @param {string} moved */
function movedWords(moved) {
  const arrow = { 1: "▲ ", 0: "", [-1]: "▼ " }[sign(moved)];
  return sign(moved) === 0 ? "–" : arrow + percent(moved.replace("-", ""));
}

/**
 * A field's value as it is asked for.
 *
 * @param {ExploredField["was"]} value
 */
function written(value) {
  return Array.isArray(value) ? JSON.stringify(value) : String(value);
}

customElements.define("cw-rules", Rules);

/** @param {Record<string, string>} parameters */
export function screen({ name = "" }) {
  return Object.assign(/** @type {Rules} */ (document.createElement("cw-rules")), { name });
}
