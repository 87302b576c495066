/** A field of a rule file as something to change: words to choose from, a number, a pay, a script. */

import { cites } from "../lib/clauses.js";
import { h } from "../lib/dom.js";
import { worded } from "../lib/terms.js";

/** @import { ExploredField } from "../lib/api.d.ts" */

const ODDS = /^(\d{1,3}) to (\d{1,3})$/;

/**
 * Whether a field is one that people turn first: odds, numbers and scripts.
 *
 * @param {ExploredField} field
 */
export function isLively({ was }) {
  return typeof was !== "string" || ODDS.test(was);
}

/**
 * @param {ExploredField} field
 * @param {string} value as the house reads it
 * @param {string} rules the rule set
 * @param {(value: string) => void} take told of each change
 */
export function fieldInput(field, value, rules, take) {
  const means = worded(field.means), title = means[0].toUpperCase() + means.slice(1);
  const by = cites(field.by, rules);
  if (Array.isArray(field.was)) return listInput(field, title, by, value, take);
  const input = field.words.length
    ? choice(field.words, value, take)
    : typeof field.was === "number"
    ? typed({ type: "number", min: "0", max: "99" }, value, take)
    : typed({ type: "text", maxLength: 30, spellcheck: false }, value, take);
  const label = h("label", {}, h("span", {}, title), input);
  if (!ODDS.test(value) || !(input instanceof HTMLInputElement)) {
    return h("div", { class: "rule-field" }, label, by);
  }
  return h(
    "div",
    { class: "rule-field" },
    label,
    stepper(input, title, -1),
    stepper(input, title, 1),
    by,
  );
}

/**
 * One more or one less, where a pay is so much to so much.
 *
 * @param {HTMLInputElement} input
 * @param {string} title
 * @param {number} by
 */
function stepper(input, title, by) {
  const step = () => {
    const match = ODDS.exec(input.value);
    if (!match) return;
    input.value = `${Math.max(1, Number(match[1]) + by)} to ${match[2]}`;
    input.dispatchEvent(new Event("input"));
  };
  const name = `${by < 0 ? "Less" : "More"}: ${title}`;
  return h("button", { class: "stepper", "aria-label": name, onclick: step }, by < 0 ? "−" : "+");
}

/**
 * @param {Record<string, any>} given
 * @param {string} value
 * @param {(value: string) => void} take
 */
function typed(given, value, take) {
  const input = /** @type {HTMLInputElement} */ (h("input", {
    ...given,
    value,
    oninput: () => take(input.value.trim()),
  }));
  return input;
}

/**
 * @param {string[]} words
 * @param {string} value
 * @param {(value: string) => void} take
 */
function choice(words, value, take) {
  const select = /** @type {HTMLSelectElement} */ (h(
    "select",
    { onchange: () => take(select.value) },
    words.map((word) => h("option", { value: word, selected: word === value }, word)),
  ));
  return select;
}

/**
 * A list: boxes to tick where its parts are words, else a line for each part.
 *
 * @param {ExploredField} field
 * @param {string} title
 * @param {HTMLElement | null} by the clauses
 * @param {string} value
 * @param {(value: string) => void} take
 */
function listInput(field, title, by, value, take) {
  /** @type {string[]} */
  const now = JSON.parse(value);
  const legend = h("legend", {}, title);
  if (field.words.length) {
    const boxes = field.words.map((word) => /** @type {HTMLInputElement} */ (h("input", {
      type: "checkbox",
      value: word,
      checked: now.includes(word),
      onchange: () =>
        take(JSON.stringify(boxes.filter((box) => box.checked).map((box) => box.value))),
    })));
    const labels = boxes.map((box) => h("label", { class: "tick" }, box, ` ${box.value}`));
    return h("fieldset", { class: "rule-field" }, legend, labels, by);
  }
  const lines = now.map((part, index) =>
    typed({ type: "text", maxLength: 60, spellcheck: false }, part, (text) => {
      now[index] = text;
      take(JSON.stringify(now));
    })
  );
  for (const [index, line] of lines.entries()) line.setAttribute("aria-label", `Step ${index + 1}`);
  return h("fieldset", { class: "rule-field" }, legend, lines, by);
}
