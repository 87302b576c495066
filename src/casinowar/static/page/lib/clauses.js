/** The clauses behind something: each id is a button that opens the clause's sentence. */

import { get } from "./api.js";
import { reason } from "./loading.js";
import { h } from "./dom.js";

/**
 * @typedef {string | Record<string, string>} Rules a rule set by its id or the SHA-256 of its file,
 *   or the sentences of its clauses
 */

/** @type {Map<string, Promise<Record<string, string>>>} the sentences of each rule set */
const known = new Map();

/**
 * The sentences of a rule set's clauses, and of the decisions it cites.
 *
 * @param {string} rules its id or the SHA-256 of its file
 */
function sentencesOf(rules) {
  const asked = known.get(rules) ??
    get(`/api/rules/${rules}`).then(({ clauses, decisions }) => ({ ...clauses, ...decisions }));
  known.set(rules, asked);
  asked.catch(() => known.delete(rules)); // ask again next time
  return asked;
}

/**
 * The ids of clauses, each a button that opens its sentence.
 *
 * @param {readonly string[]} ids
 * @param {Rules} rules
 */
export function cites(ids, rules) {
  if (!ids.length) return null;
  return h(
    "span",
    { class: "cites" },
    ids.flatMap((id, index) => [index > 0 && " ", clauseButton(id, rules)]),
  );
}

/**
 * A sentence in which the ids of clauses open their sentences.
 *
 * @param {string} sentence
 * @param {string[]} ids the clauses that it may name
 * @param {Rules} rules
 */
export function linked(sentence, ids, rules) {
  if (!ids.length) return [sentence];
  const parts = sentence.split(new RegExp(`\\b(${ids.join("|")})\\b`));
  return parts.map((part) => ids.includes(part) ? clauseButton(part, rules) : part);
}

/**
 * @param {string} id
 * @param {Rules} rules
 */
function clauseButton(id, rules) {
  const onclick = () => openClause(id, rules);
  return h("button", { type: "button", class: "clause", "aria-haspopup": "dialog", onclick }, id);
}

/**
 * @param {string} id
 * @param {Rules} rules
 */
async function openClause(id, rules) {
  const says = h("p", { class: "clauses" }, "…");
  const { openDialog } = await import("./dialogs.js");
  openDialog(`Clause ${id}`, (close) => [
    says,
    h("button", { class: "main", onclick: close }, "Close"),
  ]).classList.add("clause-dialog");
  try {
    const sentences = typeof rules === "string" ? await sentencesOf(rules) : rules;
    says.textContent = sentences[id] ?? "This clause has no sentence.";
  } catch (error) {
    says.textContent = reason(error);
  }
}
