/** Other limits and options for a table: asked for, and another table opened in its place. */

import { post } from "../api.js";
import { h } from "../dom.js";
import { money } from "../money.js";
import { cents } from "../typed.js";
import { navigate } from "../app.js";
import { askWhy } from "./asking.js";

/**
 * @param {string} table
 * @param {any} sign as it is now
 */
export function askLimits(table, sign) {
  const input = (
    /** @type {object} */ given,
  ) => /** @type {HTMLInputElement} */ (h("input", { autocomplete: "off", ...given }));
  const number = (/** @type {number} */ value) =>
    input({ type: "number", min: "1", max: "100", required: true, value: String(value) });
  const decks = number(sign.decks), seats = number(sign.seats);
  const primary = new Bounds("Bets", sign.limits.primary);
  const tie = sign.limits.tie ? new Bounds("Tie bets", sign.limits.tie) : null;
  const { authorised } = sign.limits;
  const most = authorised === null ? null : input({ required: true, value: money(authorised) });
  const yes = input({ type: "checkbox" });
  const agree = h("label", { class: "wide", hidden: true }, yes, " The players may have the edge");
  askWhy({
    title: "Other limits or options",
    says: "The table is closed, and one with these opens in its place, under the same name and " +
      "rules. Everyone has to sit down anew.",
    act: "Replace the table",
    fields: [
      h("label", {}, "Decks", decks),
      h("label", {}, "Seats", seats),
      primary.fields,
      tie?.fields,
      most && h("label", {}, "No wager above", most),
      agree,
    ],
    send: async (why) => {
      /** @type {Record<string, unknown>} */
      const body = { why, players_may_have_edge: yes.checked };
      if (Number(decks.value) !== sign.decks) body.decks = Number(decks.value);
      if (Number(seats.value) !== sign.seats) body.seats = Number(seats.value);
      if (primary.changed) body.primary = primary.value;
      if (tie?.changed) body.tie = tie.value;
      const stated = most && cents(most.value, "No wager above");
      if (stated !== authorised) body.authorised = stated;
      const { replaced_by } = await post(`/api/tables/${table}/replace`, body);
      await navigate(`/pit/${replaced_by}`);
    },
    refused: ({ kind }) => {
      if (kind === "players-have-edge") agree.hidden = false;
    },
  });
}

/** What a wager may amount to: a range, or fixed amounts. */
class Bounds {
  #was;
  #title;
  #inputs;

  /**
   * @param {string} title
   * @param {{least: number, most: number, amounts: number[]}} limit
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
