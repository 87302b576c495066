/**
 * The seal of a shoe: committed, cut, revealed, verified. It opens what that means, and shows what
 * this page itself has checked when a shoe was over.
 */

import { getText } from "../api.js";
import { announce } from "../announce.js";
import { fill, h } from "../dom.js";

/**
 * @typedef {import("../reducer.js").View} View
 * @typedef {{verdict: string, why: string, checked: string[], unchecked: string[]}} Verdict
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
    "This page has dealt the shoe again from the seeds: every card was where it had to be.",
  ],
];

export class Seal extends HTMLElement {
  #button = h("button", { class: "seal", onclick: () => this.#open() });
  /** @type {View | null} */
  #view = null;
  /** @type {{shoe: string, number: number, text: string, verdict: Verdict} | null} */
  #last = null;
  #me = "";

  connectedCallback() {
    if (!this.firstChild) this.append(this.#button);
  }

  /**
   * @param {View} view
   * @param {string} me
   */
  update(view, me) {
    this.#view = view;
    this.#me = me;
    const state = this.#state();
    this.#button.toggleAttribute("disabled", state === "by hand");
    const number = view.shoe?.number ?? view.coming?.id.split("/").pop();
    const before = this.#last && this.#last.shoe !== view.shoe?.id
      ? ` (${this.#last.number} ${this.#verdict()})`
      : "";
    const says = state === "by hand" ? "shuffled by hand" : state;
    const text = state === "none" ? "No shoe yet" : `Shoe ${number}: ${says}${before}`;
    if (this.#button.textContent !== text) this.#button.textContent = text;
    this.#button.dataset.state = this.#last && this.#verdict() === "wrong" ? "wrong" : state;
  }

  /** What the check of the last shoe said. */
  #verdict() {
    return this.#last?.verdict.verdict === "cards verified" ? "verified" : "wrong";
  }

  #state() {
    const shoe = this.#view?.shoe;
    if (!shoe) return this.#view?.coming ? "committed" : "none";
    if (!shoe.commitment) return "by hand"; // nobody committed to it, so nothing can be shown
    if (this.#last?.shoe === shoe.id) return this.#verdict();
    if (shoe.end) return "revealed";
    return shoe.parts.length ? "cut" : "committed";
  }

  /**
   * A shoe is over: check it.
   *
   * @param {string} table
   * @param {View} view
   * @param {string} shoe
   */
  async verify(table, view, shoe) {
    if (view.shoe?.id !== shoe) return;
    const { number } = view.shoe;
    const [{ verifyShoe }, text] = await Promise.all([
      import("../../../verify.js"),
      getText(`/api/tables/${table}/shoes/${number}`),
    ]);
    const verdict = verifyShoe(text);
    this.#last = { shoe, number, text, verdict };
    if (this.#view) this.update(this.#view, this.#me);
    announce(
      verdict.verdict === "cards verified"
        ? `Shoe ${number} is over, and verified.`
        : `Shoe ${number} is over, and does not verify: ${verdict.why}`,
    );
  }

  #open() {
    const state = this.#state(), reached = STEPS.findIndex(([name]) => name === state);
    const shoe = this.#view?.shoe, commitment = (shoe ?? this.#view?.coming)?.commitment;
    const dialog =
      /** @type {HTMLDialogElement} */ (h("dialog", { "aria-labelledby": "seal-title" }));
    const here = shoe && `?${new URLSearchParams({
      table: this.#view?.id ?? "",
      shoe: String(shoe.number),
    })}`;
    fill(
      dialog,
      h("h2", { id: "seal-title" }, this.#button.textContent),
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
      commitment &&
        h("p", { class: "hash" }, "The house's commitment: ", h("code", {}, commitment)),
      shoe &&
        h(
          "p",
          {},
          shoe.parts.length
            ? `Seats with a part in it: ${shoe.parts.join(", ")}.`
            : "No player has a part in this shoe.",
        ),
      this.#checked(),
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
    );
    dialog.addEventListener("close", () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
  }

  #checked() {
    if (!this.#last) return null;
    const { number, verdict, text, shoe } = this.#last;
    const file = URL.createObjectURL(new Blob([text], { type: "application/json" }));
    return h(
      "section",
      { class: "panel" },
      h("h3", {}, `Shoe ${number}: ${verdict.verdict}`),
      verdict.why && h("p", {}, verdict.why),
      h("ul", {}, verdict.checked.map((line) => h("li", {}, line))),
      verdict.unchecked.length > 0 &&
        h("p", {}, `Not checked here: ${verdict.unchecked.join("; ")}.`),
      h(
        "a",
        { href: file, download: `${shoe.replace("/", "-")}.json` },
        "Download the shoe's file",
      ),
    );
  }
}

customElements.define("cw-seal", Seal);
