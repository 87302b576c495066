/** Something that is done for a reason: a dialog that asks for it, and says what the house refused. */

import { attempt, noRefusal } from "../lib/loading.js";
import { openDialog } from "../lib/dialogs.js";
import { h } from "../lib/dom.js";

/** @import { Child } from "../lib/dom.js" */

/**
 * @param {object} asked
 * @param {string} asked.title
 * @param {string} asked.says what will come of it
 * @param {string} asked.act what the button says
 * @param {(Child | Child[])[]} [asked.fields] beside the reason
 * @param {(why: string) => Promise<unknown>} asked.send
 * @param {(error: import("../lib/api.js").Problem) => void} [asked.refused]
 */
export function askWhy({ title, says, act, fields = [], send, refused: tell }) {
  const why = /** @type {HTMLInputElement} */ (h("input", {
    required: true,
    maxLength: 200,
    autocomplete: "off",
    name: "why",
  }));
  const refused = noRefusal();
  const button = /** @type {HTMLButtonElement} */ (h("button", { class: "main" }, act));
  openDialog(title, (close) => {
    const submit = async (/** @type {Event} */ event) => {
      event.preventDefault();
      if (button.disabled) return;
      button.disabled = true;
      const error = await attempt(async () => {
        await send(why.value);
        close();
      }, refused);
      button.disabled = false;
      if (error && tell) tell(error);
    };
    return [
      h("p", {}, says),
      h(
        "form",
        { onsubmit: submit, class: "pit-form" },
        h("div", { class: "fields" }, ...fields, h("label", { class: "wide" }, "Reason", why)),
        refused,
        h(
          "div",
          { class: "row" },
          button,
          h("button", { type: "button", onclick: close }, "Cancel"),
        ),
      ),
    ];
  });
  if (!fields.length) why.focus();
}

/**
 * What is asked once at a time: a dialog that has to be fetched first is not opened twice.
 *
 * @param {() => Promise<unknown>} what
 */
export function once(what) {
  let asked = false;
  return async () => {
    if (asked) return;
    asked = true;
    await what().finally(() => asked = false);
  };
}
