/** A table of one's own: opened in a dialog, with the link that lets friends in. */

import { get, post, Problem } from "./api.js";
import { alertOf } from "./announce.js";
import { navigate } from "./app.js";
import { fill, h } from "./dom.js";
import { session } from "./session.js";

/** Ask what kind of table it shall be. */
export async function openDialog() {
  const { rules } = await get("/api/rules");
  const dialog =
    /** @type {HTMLDialogElement} */ (h("dialog", { "aria-labelledby": "open-title" }));
  const chosen = /** @type {HTMLSelectElement} */ (h(
    "select",
    {},
    rules.map((/** @type {{id: string, name: string}} */ { id, name }) =>
      h("option", { value: id }, name)
    ),
  ));
  const name =
    /** @type {HTMLInputElement} */ (h("input", { maxLength: 80, placeholder: "Friday night" }));
  const bots = /** @type {HTMLInputElement} */ (h("input", {
    type: "number",
    min: "0",
    max: "7",
    value: "0",
  }));
  const edge = /** @type {HTMLInputElement} */ (h("input", { type: "checkbox" }));
  const send = async (/** @type {Event} */ event) => {
    event.preventDefault();
    try {
      await session.ensure();
      const opened = await post("/api/tables", {
        rules: chosen.value,
        name: name.value,
        bots: Number(bots.value),
        players_may_have_edge: edge.checked,
      });
      showLink(dialog, opened);
    } catch (error) {
      alertOf(error instanceof Problem ? error.why : "The house does not answer.");
    }
  };
  fill(
    dialog,
    h("h2", { id: "open-title" }, "A private table"),
    h("p", {}, "Nobody learns of it but those who get its link."),
    h(
      "form",
      { onsubmit: send },
      h(
        "div",
        { class: "fields" },
        h("label", {}, "Rules", chosen),
        h("label", {}, "Name", name),
        h("label", {}, "Bots", bots),
      ),
      h("p", {}, h("label", {}, edge, " The players may have the edge")),
      h(
        "div",
        { class: "row" },
        h("button", { class: "main" }, "Open"),
        h("button", { type: "button", onclick: () => dialog.close() }, "Cancel"),
      ),
    ),
  );
  shown(dialog);
}

/**
 * @param {HTMLDialogElement} dialog
 * @param {{table: string, link: string}} opened
 */
function showLink(dialog, { table, link }) {
  const address = new URL(link, location.href).href;
  const field = /** @type {HTMLInputElement} */ (h("input", {
    readOnly: true,
    value: address,
    class: "link",
    size: 48,
  }));
  sessionStorage.setItem(`casinowar.link.${table}`, address);
  const copy = async () => {
    field.select();
    // only a secure page has a clipboard; elsewhere the text stands selected
    await navigator.clipboard?.writeText(address);
  };
  fill(
    dialog,
    h("h2", { id: "open-title" }, "Your table is open"),
    h("p", {}, "Whoever opens this link may come:"),
    h("p", {}, h("label", {}, h("span", { class: "unseen" }, "Link to the table"), field)),
    h(
      "div",
      { class: "row" },
      h("button", { onclick: copy }, "Copy the link"),
      h(
        "button",
        {
          class: "main",
          onclick: () => {
            dialog.close();
            navigate(`/tables/${table}?sit`);
          },
        },
        "To the table",
      ),
    ),
  );
}

/** @param {HTMLDialogElement} dialog */
function shown(dialog) {
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
