/** Other limits and options for a table: asked for, and another table opened in its place. */

import { get, persist, post } from "../lib/api.js";
import { fill, h } from "../lib/dom.js";
import { money } from "../lib/money.js";
import { cents } from "../lib/formamounts.js";
import { navigate } from "../app.js";
import { askWhy } from "./reasondialog.js";

/** @import { LimitView, ReplaceTable, RuleSetDetails, TableSign } from "../lib/api.d.ts" */

/**
 * @param {string} table
 * @param {TableSign} sign as it is now
 */
export async function askLimits(table, sign) {
  const file = await persist(() => get(`/api/rules/${sign.sha256}`));
  const options = new Options(sign, file);
  const yes = input({ type: "checkbox" });
  const agree = h("label", { class: "wide", hidden: true }, yes, " The players may have the edge");
  askWhy({
    title: "Other limits or options",
    says: "The table is closed, and one with these opens in its place, under the same name and " +
      "rules. Everyone has to sit down anew.",
    act: "Replace the table",
    fields: [...options.fields, agree],
    send: async (why) => {
      const body = { why, players_may_have_edge: yes.checked, ...options.changed };
      const { replaced_by } = await post(`/api/tables/${table}/replace`, body);
      await navigate(`/pit/${replaced_by}`);
    },
    refused: ({ kind }) => {
      if (kind === "players-have-edge") agree.hidden = false;
    },
  });
}

/** What a table may have otherwise, each as it has it now; what the rules do not leave open is not asked. */
class Options {
  #sign;
  #leaves;
  #reading;
  #decks;
  #seats;
  #primary;
  #tie;
  #authorised;
  #returned;
  #burn;
  #collect;
  #burnField;
  #collectField;

  /**
   * @param {TableSign} sign
   * @param {RuleSetDetails} file
   */
  constructor(sign, { readings, left_open }) {
    const { limits, reading, collect } = sign;
    this.#sign = sign;
    this.#leaves = left_open;
    this.#reading = select(readings.map(({ name }) => name), reading.name);
    this.#decks = number(sign.decks);
    this.#seats = number(sign.seats);
    this.#primary = new Bounds("Bets", limits.primary);
    this.#tie = limits.tie ? new Bounds("Tie bets", limits.tie) : null;
    // at a practice table nobody has stated it yet; stating it makes the table a real one
    this.#authorised = limits.authorised_by === "nobody"
      ? input({ placeholder: "not stated: a practice table" })
      : amount(limits.authorised);
    this.#returned = amount(limits.most_returned);
    this.#burn = input({ type: "checkbox", checked: sign.first_burn });
    this.#collect = select(left_open[reading.name].collect, collect);
    this.#burnField = h("label", { class: "wide" }, this.#burn, " Burn the first card of a shoe");
    this.#collectField = h("label", {}, "Cards are collected", this.#collect);
    const says = h("small", {});
    const show = () => {
      says.textContent = readings.find(({ name }) => name === this.#reading.value)?.says ?? "";
      this.#show();
    };
    this.#reading.addEventListener("change", show);
    this.fields = [
      readings.length > 1 &&
      h("label", { class: "wide" }, "Rules are read", this.#reading, says),
      h("label", {}, "Decks", this.#decks),
      h("label", {}, "Seats", this.#seats),
      this.#primary.fields,
      this.#tie?.fields,
      this.#authorised && h("label", {}, "Authorised limit", this.#authorised),
      this.#returned && h("label", {}, "A round returns at most", this.#returned),
      this.#collectField,
      this.#burnField,
    ];
    show();
  }

  /** Only what the reading that is chosen leaves open. */
  #show() {
    const leaves = this.#leaves[this.#reading.value];
    for (const each of this.#tie?.fields ?? []) each.hidden = !leaves.tie;
    this.#burnField.hidden = !leaves.first_burn;
    this.#collectField.hidden = leaves.collect.length < 2;
    const same = leaves.collect.find((each) => each === this.#collect.value);
    const chosen = same ?? leaves.collect[0];
    fill(this.#collect, choices(leaves.collect, chosen));
  }

  /** What is to be otherwise than it is, as the house is asked for it. */
  get changed() {
    const sign = this.#sign, { authorised, most_returned } = sign.limits;
    const leaves = this.#leaves[this.#reading.value];
    /** @type {Partial<ReplaceTable>} */
    const found = {};
    /**
     * @template {keyof ReplaceTable} Name
     * @param {Name} name
     * @param {ReplaceTable[Name]} is
     * @param {ReplaceTable[Name]} was
     */
    const change = (name, is, was) => {
      if (is !== was) found[name] = is;
    };
    change("reading", this.#reading.value, sign.reading.name);
    change("decks", Number(this.#decks.value), sign.decks);
    change("seats", Number(this.#seats.value), sign.seats);
    if (this.#primary.changed) found.primary = this.#primary.value;
    if (leaves.tie && this.#tie?.changed) found.tie = this.#tie.value;
    if (this.#authorised?.value.trim()) {
      const was = sign.limits.authorised_by === "nobody" ? null : authorised;
      change("authorised", cents(this.#authorised.value, "Authorised limit"), was);
    }
    if (this.#returned) {
      change(
        "most_returned",
        cents(this.#returned.value, "A round returns at most"),
        most_returned,
      );
    }
    if (leaves.first_burn) change("first_burn", this.#burn.checked, sign.first_burn);
    if (leaves.collect.length > 1) {
      change("collect", /** @type {typeof sign.collect} */ (this.#collect.value), sign.collect);
    }
    return found;
  }
}

/** @param {object} given */
function input(given) {
  return /** @type {HTMLInputElement} */ (h("input", { autocomplete: "off", ...given }));
}

/** @param {number} value */
function number(value) {
  return input({ type: "number", min: "1", max: "100", required: true, value: String(value) });
}

/** @param {number | null} value where there is none, it is not asked for */
function amount(value) {
  return value === null ? null : input({ required: true, value: money(value) });
}

/**
 * @param {string[]} names
 * @param {string} chosen
 */
function choices(names, chosen) {
  return names.map((name) => h("option", { value: name, selected: name === chosen }, name));
}

/**
 * @param {string[]} names
 * @param {string} chosen
 */
function select(names, chosen) {
  return /** @type {HTMLSelectElement} */ (h("select", {}, choices(names, chosen)));
}

/** What a wager may amount to: a range, or fixed amounts. */
class Bounds {
  #was;
  #title;
  #inputs;

  /**
   * @param {string} title
   * @param {LimitView} limit
   */
  constructor(title, limit) {
    this.#was = limit;
    this.#title = title;
    const input = (/** @type {number[]} */ amounts) => /** @type {HTMLInputElement} */ (h("input", {
      required: true,
      autocomplete: "off",
      value: amounts.map(money).join(" "),
    }));
    this.#inputs = limit.amounts.length
      ? [input(limit.amounts)]
      : [input([limit.least]), input([limit.most])];
    this.fields = limit.amounts.length
      ? [h("label", { class: "wide" }, `${title}: amounts, with blanks between`, this.#inputs[0])]
      : [
        h("label", {}, `${title}: from`, this.#inputs[0]),
        h("label", {}, `${title}: to`, this.#inputs[1]),
      ];
  }

  get #amounts() {
    const texts = this.#inputs.flatMap(({ value }) => value.trim().split(/\s+/));
    return texts.map((text) => cents(text, this.#title));
  }

  get changed() {
    const { least, most, amounts } = this.#was;
    const was = amounts.length ? amounts : [least, most];
    return JSON.stringify(was) !== JSON.stringify(this.#amounts);
  }

  get value() {
    const amounts = this.#amounts;
    if (!this.#was.amounts.length) return { least: amounts[0], most: amounts[1] };
    return { least: Math.min(...amounts), most: Math.max(...amounts), amounts };
  }
}
