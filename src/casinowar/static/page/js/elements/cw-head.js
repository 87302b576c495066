/** The head of a table: its name and sign, the seal of its shoe, and what is done beside the game. */

import { helpDialog, linkDialog } from "../dialogs.js";
import { fill, h } from "../dom.js";
import { offered } from "../scene.js";
import { Seal } from "./cw-seal.js";

/** @typedef {import("../scene.js").Scene} Scene */

export class TableHead extends HTMLElement {
  seal = new Seal();
  #title = h("h1", { tabIndex: -1 }, "…");
  #facts = h("p", { class: "table-facts" });
  #acts = h("div", { class: "table-acts" });
  #link = "";
  #drawn = "";
  /** @type {Scene | undefined} */
  #scene;

  connectedCallback() {
    if (this.firstChild) return;
    this.append(
      h("div", {}, this.#title, this.#facts),
      h("div", { class: "table-acts-row" }, this.seal, this.#acts),
    );
  }

  /** @param {string} text */
  say(text) {
    this.#title.textContent = text;
  }

  /**
   * @param {string} table
   * @param {{name: string, sign: any}} told
   */
  begin(table, { name, sign }) {
    const [first] = sign.edges;
    this.say(name);
    fill(
      this.#facts,
      `${sign.rules_name}, ${sign.decks} decks · edge ${first.percent} ${first.basis}`,
      first.assumes && ` (${first.assumes})`,
      sign.warning && h("strong", { class: "warning" }, ` ${sign.warning}`),
    );
    this.#link = sessionStorage.getItem(`casinowar.link.${table}`) ?? "";
  }

  /** @param {Scene} scene */
  update(scene) {
    this.#scene = scene;
    const { view, me, sign } = scene;
    this.seal.update(view, me);
    const held = offered(scene, "leave").map((offer) => offer.seat);
    const seats = sign.solo ? held.slice(0, 1) : held;
    const cuts = view.seats.includes(me) && view.coming !== null && !view.coming.closed;
    const drawn = `${seats} ${cuts}`;
    if (this.#drawn === drawn) return;
    this.#drawn = drawn;
    fill(
      this.#acts,
      cuts && h("button", { onclick: () => this.#scene?.cut() }, "Cut"),
      this.#link && h("button", { onclick: () => linkDialog(this.#link) }, "Invite"),
      seats.map((seat) =>
        h(
          "button",
          { onclick: () => this.#scene?.send("leave", { seat }) },
          seats.length > 1 ? `Leave seat ${seat}` : "Leave",
        )
      ),
      h("button", { "aria-label": "Keys", "aria-keyshortcuts": "?", onclick: helpDialog }, "?"),
    );
  }
}

customElements.define("cw-head", TableHead);
