/** Someone sits down at a hand-dealt table: who it is. */

import { openDialog } from "../lib/dialogs.js";
import { h } from "../lib/dom.js";

/**
 * @param {number} seat
 * @param {(words: string) => void} say
 */
export function askName(seat, say) {
  const name = /** @type {HTMLInputElement} */ (h("input", {
    value: `seat${seat}`,
    maxLength: 32,
    required: true,
    autocomplete: "off",
  }));
  openDialog(`Who sits down at seat ${seat}?`, (close) => {
    const send = (/** @type {Event} */ event) => {
      event.preventDefault();
      close();
      say(`sit ${seat} ${name.value.trim().replaceAll(/\s+/g, "-")}`);
    };
    return [
      h(
        "form",
        { class: "console-sit", onsubmit: send },
        h("label", {}, "Name", name),
        h("button", { class: "main huge" }, "Sits down"),
        h("button", { class: "huge", type: "button", onclick: close }, "Nobody"),
      ),
    ];
  });
  name.select();
}
