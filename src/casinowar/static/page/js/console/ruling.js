/** The last word on a round at the console, for whoever may say it there. */

import { openDialog } from "../dialogs.js";
import { h } from "../dom.js";

const RULINGS = /** @type {Record<string, string>} */ ({
  void: "Void: all wagers go back",
  stands: "It stands",
});

/**
 * @param {import("./work.js").Bench} bench
 */
export function askRuling({ desk, say }) {
  const why = /** @type {HTMLInputElement} */ (h("input", {
    maxLength: 200,
    required: true,
    autocomplete: "off",
  }));
  openDialog(`Rule on round ${desk.round}`, (close) => {
    const rule = (/** @type {string} */ ruling) => {
      if (!why.reportValidity()) return;
      close();
      say(`rule ${ruling} ${why.value.trim()}`);
    };
    return [
      h(
        "form",
        // Enter says no ruling: each has its key
        { class: "console-sit", onsubmit: (/** @type {Event} */ event) => event.preventDefault() },
        h("label", {}, "Reason", why),
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
}
