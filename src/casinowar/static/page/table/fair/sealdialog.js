/** What the seal of a shoe means, and what this page has found of the shoes that are over. */

import { h } from "../../lib/dom.js";
import { kept } from "./secrets.js";
import { numberOf, witnessOf } from "./witness.js";

/**
 * @import { View } from "../reducer.js"
 * @import { Kept } from "./secrets.js"
 * @import { Checked } from "./shoecheck.js"
 * @import { Witness } from "./witness.js"
 */

const STEPS = [
  [
    "committed",
    "The house has drawn its seed and published what binds it to it, before anyone else drew theirs.",
  ],
  [
    "cut",
    "Players' seeds and a cut went into the order of the cards. Nobody could choose it, the house neither.",
  ],
  ["revealed", "The shoe is over, and the house has shown its seed."],
  [
    "verified",
    "This page has dealt the shoe again from the seeds: every card was where it had to be, and is " +
    "the one that was seen here.",
  ],
];

/**
 * @param {string} title
 * @param {string} state
 * @param {View} view
 * @param {Checked[]} found
 */
export function sealDialog(title, state, { id, shoe, coming }, found) {
  const reached = STEPS.findIndex(([name]) => name === state);
  const now = (shoe ?? coming)?.id ?? "", seen = witnessOf(now);
  const checked = found.some((one) => one.seen.shoe === now);
  const here = shoe && `?${new URLSearchParams({ table: id, shoe: numberOf(shoe.id) })}`;
  const dialog = /** @type {HTMLDialogElement} */ (h(
    "dialog",
    { "aria-labelledby": "seal-title" },
    h("h2", { id: "seal-title", tabIndex: -1, autofocus: true }, title),
    h(
      "ol",
      { class: "seal-steps" },
      STEPS.map(([name, says], index) =>
        h(
          "li",
          { class: index <= reached ? "done" : "" },
          h("b", {}, `${index <= reached ? "✓ " : ""}${name}`),
          h("p", {}, says),
        )
      ),
    ),
    !checked && seen && toCompare(seen, shoe ? kept(now) : []),
    shoe &&
      h(
        "p",
        {},
        shoe.parts.length
          ? `Seats with a part in it: ${shoe.parts.join(", ")}.`
          : "No player has a part in this shoe.",
      ),
    found.map(result),
    h(
      "div",
      { class: "row" },
      h("button", { class: "main", onclick: () => dialog.close() }, "Close"),
      h(
        "a",
        { href: `/verify${here ?? ""}`, onclick: () => dialog.close() },
        here ? "Check this shoe" : "Check any file",
      ),
    ),
  ));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

/**
 * What a visitor can compare with the shoe's file: their own seed and cut are told when the house
 * knows them.
 *
 * @param {Witness} seen
 * @param {Kept[]} own
 */
function toCompare(seen, own) {
  const mine = Object.entries(seen.reveals).flatMap(([seat, shown]) =>
    own.filter(({ seed, cut }) => `${seed} ${cut}` === shown).map((one) => ({ ...one, seat }))
  );
  return h(
    "div",
    { class: "hash" },
    seen.commitments.map((commitment) =>
      h("p", {}, "The house's commitment: ", h("code", {}, commitment))
    ),
    mine.map(({ seat, seed, cut }) =>
      h("p", {}, `Your seed, at seat ${seat}: `, h("code", {}, seed), ` and your cut: after ${cut}`)
    ),
  );
}

/** @param {Checked} checked */
function result({ found, why, checked, unchecked, file, seen, own }) {
  const blob = file && URL.createObjectURL(new Blob([file], { type: "application/json" }));
  return h(
    "section",
    { class: "panel" },
    h("h3", {}, `Shoe ${numberOf(seen.shoe)}: ${found === "verified" ? "cards verified" : found}`),
    why && h("p", {}, `${why[0].toUpperCase()}${why.slice(1)}.`.replace(/\.\.$/, ".")),
    toCompare(seen, own),
    h("ul", {}, checked.map((line) => h("li", {}, line))),
    unchecked.length > 0 && h("p", {}, `Not checked here: ${unchecked.join("; ")}.`),
    blob &&
      h(
        "a",
        { href: blob, download: `${seen.shoe.replace("/", "-")}.json` },
        "Download the shoe's file",
      ),
  );
}
