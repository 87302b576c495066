/** The last word on a round at the console, for whoever may say it there. */

import { openDialog } from "../lib/dialogs.js";
import { h } from "../lib/dom.js";
import { answers } from "./keys/suggestions.js";

const RULINGS = /** @type {Record<string, string>} */ ({
  void: "Void: all wagers go back",
  stands: "It stands",
});

const REASONS = ["a card dealt wrongly", "a card shown", "a wrong pay", "a dispute"];
/** Those that are given most. */

/**
 * @param {import("./keys/actionkeys.js").Bench} bench
 */
export function askRuling({ desk, say }) {
  const why = /** @type {HTMLInputElement} */ (h("input", {
    maxLength: 200,
    required: true,
    autocomplete: "off",
  }));
  const late = h("p", { class: "console-late", role: "alert" });
  const dialog = openDialog(`Rule on round ${desk.rules_on}`, (close) => {
    const rule = (/** @type {string} */ ruling) => {
      if (!why.reportValidity()) return;
      close();
      say(`rule ${ruling} ${why.value.trim()}`, desk.turn);
    };
    return [
      h(
        "form",
        // Enter says no ruling: each has its key
        { class: "console-sit", onsubmit: (/** @type {Event} */ event) => event.preventDefault() },
        late,
        h("label", {}, "Reason", why),
        answers(why, REASONS),
        desk.rulings.map((ruling) =>
          h(
            "button",
            { class: "huge", type: "button", onclick: () => rule(ruling) },
            RULINGS[ruling] ?? ruling,
          )
        ),
        h("button", { class: "huge", type: "button", onclick: close }, "Back"),
      ),
    ];
  });
  dialog.dataset.turn = desk.turn;
}

/**
 * Say in a ruling that waits for its reason that the table has moved on: it is not taken then.
 *
 * @param {import("../lib/api.d.ts").DealerView} desk
 */
export function outdate({ turn }) {
  const late = document.querySelector(`dialog[data-turn]:not([data-turn="${turn}"]) .console-late`);
  if (late) late.textContent = "The table has moved on: go back";
}
