/** A table of one's own: opened in a dialog, with the link that lets friends in. */

import { get, post, Problem } from "./api.js";
import { alertOf } from "./announce.js";
import { navigate } from "./app.js";
import { linkField, openDialog } from "./dialogs.js";
import { h } from "./dom.js";
import { session } from "./session.js";

/** Ask what kind of table it shall be. */
export async function openTable() {
  const { rules } = await get("/api/rules");
  const chosen = /** @type {HTMLSelectElement} */ (h(
    "select",
    {},
    rules.map((/** @type {{id: string, name: string}} */ { id, name }) =>
      h("option", { value: id }, name)
    ),
  ));
  const name = /** @type {HTMLInputElement} */ (h("input", { maxLength: 80 }));
  const bots = /** @type {HTMLInputElement} */ (h("input", {
    type: "number",
    min: "0",
    max: "7",
    value: "0",
  }));
  const edge = /** @type {HTMLInputElement} */ (h("input", { type: "checkbox" }));
  openDialog("A private table", (close) => {
    const send = (/** @type {Event} */ event) => {
      event.preventDefault();
      open({
        rules: chosen.value,
        name: name.value,
        bots: Number(bots.value),
        players_may_have_edge: edge.checked,
      }, close);
    };
    return [
      h("p", {}, "Nobody learns of it but those who get its link."),
      h(
        "form",
        { onsubmit: send },
        h(
          "div",
          { class: "fields" },
          h("label", {}, "Rules", chosen),
          h("label", {}, "Name", name),
          h("label", {}, "Bots at the table", bots),
        ),
        h("p", {}, h("label", {}, edge, " The players may have the edge")),
        h(
          "div",
          { class: "row" },
          h("button", { class: "main" }, "Open"),
          h("button", { type: "button", onclick: close }, "Cancel"),
        ),
      ),
    ];
  });
}

/**
 * @param {object} wish
 * @param {() => void} close
 */
async function open(wish, close) {
  try {
    await session.ensure();
    const { table, link } = await post("/api/tables", wish);
    close();
    showLink(table, new URL(link, location.href).href);
  } catch (error) {
    alertOf(error instanceof Problem ? error.why : "The house does not answer.");
  }
}

/**
 * @param {string} table
 * @param {string} address
 */
function showLink(table, address) {
  sessionStorage.setItem(`casinowar.link.${table}`, address);
  openDialog("Your table is open", (close) => {
    const go = () => {
      close();
      navigate(`/tables/${table}?sit`);
    };
    return [
      h("p", {}, "Whoever opens this link may come:"),
      linkField(address),
      h("button", { class: "main", onclick: go }, "To the table"),
    ];
  });
}
