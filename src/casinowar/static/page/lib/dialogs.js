/** Dialogs: opened over the page, gone when they are closed. */

import { h } from "./dom.js";

/** @type {[string, string][]} */
const HELP = [
  ["B", "go to the bet"],
  ["1 – 5", "lay a chip"],
  ["T", "change between bet and tie wager"],
  ["D", "deal, or be ready"],
  ["W", "go to war"],
  ["S", "surrender"],
  ["R", "bet as before"],
  ["U", "undo"],
  ["?", "this help"],
];

let count = 0;

/**
 * Open a dialog with a title.
 *
 * @param {string} title
 * @param {(close: () => void) => (import("./dom.js").Child | import("./dom.js").Child[])[]} content
 * @returns {HTMLDialogElement}
 */
export function openDialog(title, content) {
  const id = `dialog-${++count}`;
  const dialog = /** @type {HTMLDialogElement} */ (h("dialog", { "aria-labelledby": id }));
  dialog.append(h("h2", { id }, title));
  for (const child of content(() => dialog.close()).flat()) {
    if (child instanceof Node) dialog.append(child);
    else if (child) dialog.append(String(child));
  }
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/** Which key does what. */
export function helpDialog() {
  openDialog("Keys", (close) => [
    h(
      "dl",
      { class: "keys" },
      HELP.flatMap(([key, says]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, says)]),
    ),
    h("button", { class: "main", onclick: close }, "Close"),
  ]);
}

/**
 * The link to a private table, to be sent to friends.
 *
 * @param {string} address
 */
export function linkDialog(address) {
  openDialog("Invite to this table", (close) => [
    h("p", {}, "Anyone with this link can join:"),
    linkField(address),
    h("button", { class: "main", onclick: close }, "Close"),
  ]);
}

/**
 * A link in a field, with a button that copies it, and whether others can use it at all.
 *
 * @param {string} address
 * @param {string} [title]
 */
export function linkField(address, title = "Link to the table") {
  const field = /** @type {HTMLInputElement} */ (h("input", {
    readOnly: true,
    value: address,
    "aria-label": title,
  }));
  const said = h("span", { role: "status" });
  const button = h("button", { autofocus: true }, "Copy");
  button.addEventListener("click", async () => {
    const done = await copy(field);
    if (done) button.focus();
    field.scrollLeft = 0; // whose table it is stands at the beginning
    said.textContent = done ? "Copied." : "Select and copy it.";
  });
  return h(
    "div",
    {},
    h("p", { class: "row link" }, field, button, said),
    isThisComputer(new URL(address).hostname) && h(
      "p",
      {},
      "This link works on this computer only: open the house by its network address to get one " +
        "for others.",
    ),
  );
}

/**
 * Copy what is in a field; where nothing is allowed to, it stands selected.
 *
 * @param {HTMLInputElement} field
 * @returns {Promise<boolean>} whether it was copied
 */
async function copy(field) {
  field.focus();
  field.select();
  // a page without https, as in a network at home, has no clipboard: there the old command works
  if (!navigator.clipboard) return document.execCommand("copy");
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    return document.execCommand("copy");
  }
}

/**
 * Whether a host name means, on every computer, that computer itself.
 *
 * @param {string} host as the location has it
 */
export function isThisComputer(host) {
  return /^(.+\.)?localhost\.?$|^127(\.\d+){3}$|^0\.0\.0\.0$|^\[::1?\]$/.test(host);
}
