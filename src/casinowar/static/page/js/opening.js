/**
 * A new table: one's own, with the link that lets friends in; or, by the operator, one for everyone.
 * Where the rules give the players the edge, the house asks for an explicit yes.
 */

import { get, post } from "./api.js";
import { attempt, noRefusal } from "./asking.js";
import { navigate } from "./app.js";
import { linkField, openDialog } from "./dialogs.js";
import { h } from "./dom.js";
import { ruleOptions } from "./rulesets.js";
import { session } from "./session.js";

/** Ask what kind of table it shall be. */
export async function openTable() {
  const { rules } = await get("/api/rules");
  const isOperator = session.me?.role === "operator";
  const input = (
    /** @type {object} */ given,
  ) => /** @type {HTMLInputElement} */ (h("input", given));
  const chosen = /** @type {HTMLSelectElement} */ (h("select", {}, ruleOptions(rules)));
  const name = input({ maxLength: 80, placeholder: "as the rules are called" });
  const bots = input({ type: "number", min: "0", max: "7", value: "0" });
  const everyone = input({ type: "checkbox" });
  const byHand = input({ type: "checkbox" });
  byHand.addEventListener("change", () => {
    everyone.checked ||= byHand.checked;
    bots.disabled = byHand.checked;
  });
  everyone.addEventListener("change", () => {
    byHand.checked &&= everyone.checked;
    bots.disabled = byHand.checked;
  });
  const yes = input({ type: "checkbox" });
  const agree = h(
    "p",
    { hidden: true },
    h("label", {}, yes, " Open it all the same: the players may have the edge"),
  );
  chosen.addEventListener("change", () => {
    agree.hidden = true;
    yes.checked = false;
  });
  const refused = noRefusal();
  const opens = /** @type {HTMLButtonElement} */ (h("button", { class: "main" }, "Open"));
  openDialog(isOperator ? "A new table" : "A private table", (close) => {
    const send = async (/** @type {Event} */ event) => {
      event.preventDefault();
      if (opens.disabled) return;
      opens.disabled = true;
      const error = await attempt(async () => {
        await session.ensure();
        const { table, link } = await post("/api/tables", {
          rules: chosen.value,
          name: name.value,
          bots: byHand.checked ? 0 : Number(bots.value),
          hand_dealt: byHand.checked,
          public: everyone.checked,
          players_may_have_edge: yes.checked,
        });
        close();
        if (link) showLink(table, new URL(link, location.href).href);
        else navigate(`/${byHand.checked ? "deal" : "tables"}/${table}`);
      }, refused);
      opens.disabled = false;
      if (error?.kind === "players-have-edge") {
        agree.hidden = false;
        yes.focus();
      }
    };
    return [
      h("p", {}, "Nobody learns of a private table but those who get its link."),
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
        isOperator && h("p", {}, h("label", {}, everyone, " For everyone, without a link")),
        isOperator &&
          h(
            "p",
            {},
            h("label", {}, byHand, " Dealt by hand: real cards, and a dealer beside them"),
          ),
        refused,
        agree,
        h(
          "div",
          { class: "row" },
          opens,
          h("button", { type: "button", onclick: close }, "Cancel"),
        ),
      ),
    ];
  });
}

/**
 * @param {string} table
 * @param {string} address
 */
function showLink(table, address) {
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
