/**
 * A new table: one's own, with the link that lets friends in; or, by the operator, one for everyone.
 * Where the rules give the players the edge, the house asks for an explicit yes.
 */

import { get, post } from "../lib/api.js";
import { attempt, noRefusal } from "../lib/loading.js";
import { navigate } from "../app.js";
import { linkField, openDialog } from "../lib/dialogs.js";
import { fill, h } from "../lib/dom.js";
import { nameOf, ruleOptions } from "../rules/rulesets.js";
import { session } from "../lib/session.js";
import { cents } from "../lib/formamounts.js";

/** @import { OpenTable, RuleSetSummary } from "../lib/api.d.ts" */

const AUTHORISED = "Authorised limit";

/**
 * Ask what kind of table it shall be.
 *
 * @param {boolean} [forEveryone] unless something else is chosen
 */
export async function openTable(forEveryone = false) {
  const { rules } = await get("/api/rules");
  const isOperator = session.me?.role === "operator";
  const input = (
    /** @type {object} */ given,
  ) => /** @type {HTMLInputElement} */ (h("input", given));
  const chosen = /** @type {HTMLSelectElement} */ (h("select", {}, ruleOptions(rules)));
  const name = input({ maxLength: 80, placeholder: "as the rules are called" });
  const bots = input({ type: "number", min: "0", max: "7", value: "0" });
  const everyone = input({ type: "checkbox", checked: forEveryone && isOperator });
  const practice = input({ type: "checkbox" });
  const options = new Options(rules, isOperator, practice);
  options.show(chosen.value);
  const byHand = input({ type: "checkbox" });
  byHand.addEventListener("change", () => {
    everyone.checked ||= byHand.checked;
    bots.disabled = byHand.checked;
  });
  everyone.addEventListener("change", () => {
    byHand.checked &&= everyone.checked;
    bots.disabled = byHand.checked;
  });
  const yes = input({ type: "checkbox" });
  const agree = h(
    "p",
    { hidden: true },
    h("label", {}, yes, " Open it all the same: the players may have the edge"),
  );
  chosen.addEventListener("change", () => {
    agree.hidden = true;
    yes.checked = false;
    options.show(chosen.value);
  });
  const refused = noRefusal();
  const opens = /** @type {HTMLButtonElement} */ (h("button", { class: "main" }, "Open"));
  openDialog(isOperator ? "A new table" : "A private table", (close) => {
    const send = async (/** @type {Event} */ event) => {
      event.preventDefault();
      if (opens.disabled) return;
      opens.disabled = true;
      const error = await attempt(async () => {
        await session.ensure();
        const { table, link } = await post("/api/tables", {
          rules: chosen.value,
          name: name.value,
          bots: byHand.checked ? 0 : Number(bots.value),
          hand_dealt: byHand.checked,
          practice: practice.checked,
          public: everyone.checked,
          players_may_have_edge: yes.checked,
          ...options.chosen,
        });
        close();
        if (link) showLink(table, new URL(link, location.href).href);
        else navigate(`/${byHand.checked ? "deal" : "tables"}/${table}`);
      }, refused);
      opens.disabled = false;
      if (error?.kind === "players-have-edge") {
        agree.hidden = false;
        yes.focus();
      }
    };
    return [
      h("p", {}, "Only people with the link can find this table."),
      h(
        "form",
        { onsubmit: send },
        h(
          "div",
          { class: "fields" },
          h("label", {}, "Rules", chosen),
          h("label", {}, "Name", name),
          h("label", {}, "Bots at the table", bots),
          options.authorisedField,
        ),
        isOperator && h("p", {}, h("label", {}, everyone, " For everyone, without a link")),
        isOperator &&
          h(
            "p",
            {},
            h("label", {}, byHand, " Dealt by hand: real cards, and a dealer beside them"),
          ),
        h(
          "p",
          {},
          h(
            "label",
            {},
            practice,
            isOperator
              ? " Practice table: no authorised limit has to be stated, and bots may bank"
              : " Practice table: bots may bank",
          ),
        ),
        options.element,
        refused,
        agree,
        h(
          "div",
          { class: "row" },
          opens,
          h("button", { type: "button", onclick: close }, "Cancel"),
        ),
      ),
    ];
  });
}

/**
 * However it is closed, it leads to the table: who opened one wants to sit there.
 *
 * @param {string} table
 * @param {string} address
 */
function showLink(table, address) {
  const dialog = openDialog("Your table is open", (close) => [
    h("p", {}, "Anyone with this link can join:"),
    linkField(address),
    h("button", { class: "main", onclick: close }, "To the table"),
  ]);
  dialog.addEventListener("close", () => navigate(`/tables/${table}?sit`));
}

/** What a table may have otherwise than its rules have it; a field that is empty leaves it so. */
class Options {
  #rules;
  #isOperator;
  #practice;
  /** @type {RuleSetSummary | undefined} */
  #set;
  #reading = select();
  #decks = field("number");
  #seats = field("number");
  #bets = new Range("Bets");
  #amounts = field("text");
  #ties = new Range("Tie bets");
  #authorised = field("text");
  #returned = field("text");
  #burn = /** @type {HTMLInputElement} */ (h("input", { type: "checkbox" }));
  #collect = select();
  #amountsField = h("label", {}, "Bets: amounts, with blanks between", this.#amounts);
  /** Not among the others: where it is asked for, an operator has to fill it in. */
  authorisedField = h("label", {}, AUTHORISED, this.#authorised);
  #returnedField = h("label", {}, "A round returns at most", this.#returned);
  #burnField = h("label", {}, this.#burn, " Burn the first card of a shoe");
  #collectField = h("label", {}, "Cards are collected", this.#collect);
  element = h(
    "details",
    {},
    h("summary", {}, "Options"),
    h(
      "div",
      { class: "fields" },
      h("label", {}, "Reading", this.#reading),
      h("label", {}, "Decks", this.#decks),
      h("label", {}, "Seats", this.#seats),
      this.#bets.fields,
      this.#amountsField,
      this.#ties.fields,
      this.#returnedField,
      this.#collectField,
    ),
    h("p", {}, this.#burnField),
  );

  /**
   * @param {RuleSetSummary[]} rules
   * @param {boolean} isOperator who alone states an authorised limit
   * @param {HTMLInputElement} practice whether it is a practice table, where nobody has to
   */
  constructor(rules, isOperator, practice) {
    this.#rules = rules;
    this.#isOperator = isOperator;
    this.#practice = practice;
    practice.addEventListener("change", () => this.#askForLimit());
    this.#reading.addEventListener("change", () => this.#leave());
  }

  /** @param {string} name of a rule set, whose readings are offered */
  show(name) {
    this.#set = this.#rules.find((set) => nameOf(set) === name);
    choose(this.#reading, "the usual one", this.#set?.readings ?? []);
    this.#leave();
  }

  get #leaves() {
    const set = this.#set;
    return set?.left_open[this.#reading.value || set.default_reading];
  }

  #askForLimit() {
    const leaves = this.#leaves, must = Boolean(leaves?.must_authorise);
    const asks = this.#isOperator && leaves?.authorised && !(must && this.#practice.checked);
    this.authorisedField.hidden = !asks;
    this.#authorised.placeholder = must ? "" : "usual";
  }

  /** Offer what the reading that is chosen leaves open. */
  #leave() {
    const leaves = this.#leaves;
    const ways = leaves?.collect ?? [];
    this.#decks.placeholder = String(leaves?.decks[0] ?? "usual");
    this.#bets.hidden = Boolean(leaves?.amounts);
    this.#amountsField.hidden = !leaves?.amounts;
    this.#ties.hidden = !leaves?.tie;
    this.#askForLimit();
    this.#returnedField.hidden = !leaves?.most_returned;
    this.#burnField.hidden = !leaves?.first_burn;
    this.#collectField.hidden = ways.length < 2;
    this.#burn.checked = false;
    choose(this.#collect, "the usual way", ways);
  }

  /** What was chosen, as the house is asked for it. */
  get chosen() {
    /** @type {Partial<OpenTable>} */
    const found = { reading: this.#reading.value };
    if (this.#decks.value) found.decks = Number(this.#decks.value);
    if (this.#seats.value) found.seats = Number(this.#seats.value);
    if (this.#bets.isGiven) found.primary = this.#bets.value;
    if (isGiven(this.#amounts)) found.primary = this.#fixed;
    if (this.#ties.isGiven) found.tie = this.#ties.value;
    if (isGiven(this.#authorised)) {
      found.authorised = cents(this.#authorised.value, AUTHORISED);
    }
    if (isGiven(this.#returned)) {
      found.most_returned = cents(this.#returned.value, "A round returns at most");
    }
    if (this.#burn.checked) found.first_burn = true;
    if (this.#collect.value) {
      found.collect = /** @type {OpenTable["collect"]} */ (this.#collect.value);
    }
    return found;
  }

  get #fixed() {
    const amounts = this.#amounts.value.trim().split(/\s+/).map((text) => cents(text, "Bets"));
    return { least: Math.min(...amounts), most: Math.max(...amounts), amounts };
  }
}

/** From how much to how much a wager may be. */
class Range {
  #title;
  #least = field("text");
  #most = field("text");

  /** @param {string} title */
  constructor(title) {
    this.#title = title;
    this.fields = [
      h("label", {}, `${title}: from`, this.#least),
      h("label", {}, `${title}: to`, this.#most),
    ];
  }

  /** @param {boolean} hidden */
  set hidden(hidden) {
    for (const each of this.fields) each.hidden = hidden;
  }

  get isGiven() {
    return !this.fields[0].hidden && Boolean(this.#least.value || this.#most.value);
  }

  get value() {
    return {
      least: cents(this.#least.value, `${this.#title}: from`),
      most: cents(this.#most.value, `${this.#title}: to`),
    };
  }
}

/**
 * Whether something is typed into a field that is asked for.
 *
 * @param {HTMLInputElement} typed
 */
function isGiven(typed) {
  return Boolean(typed.value.trim()) && !typed.closest("[hidden]");
}

function select() {
  return /** @type {HTMLSelectElement} */ (h("select"));
}

/**
 * @param {HTMLSelectElement} among
 * @param {string} usual what it says where nothing is chosen
 * @param {string[]} names
 */
function choose(among, usual, names) {
  const options = names.map((name) => h("option", { value: name }, name));
  fill(among, h("option", { value: "" }, usual), options);
}

/** @param {"number" | "text"} type a text is a sum */
function field(type) {
  const more = type === "number" ? { min: "1", max: "100" } : { inputMode: "decimal" };
  const given = { type, autocomplete: "off", placeholder: "usual", ...more };
  return /** @type {HTMLInputElement} */ (h("input", given));
}
