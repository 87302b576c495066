/** The shoe: how many cards are left in it, and where its cut card is; and the discards. */

import { fill, h } from "../../lib/dom.js";

/** @import { View } from "../reducer.js" */

export class ShoeBox extends HTMLElement {
  #pack = h("div", { class: "pack" }, h("div", { class: "cut-card" }));
  #mouth = h("div", { class: "mouth back" });
  #says = h("p", { class: "shoe-says" });

  connectedCallback() {
    if (this.firstChild) return;
    this.append(
      h("div", { class: "shoe-box", "aria-hidden": "true" }, this.#pack, this.#mouth),
      this.#says,
    );
  }

  /** Where cards come from. */
  get mouth() {
    return this.#mouth;
  }

  /**
   * @param {View} view
   * @param {number} decks
   */
  update({ shoe }, decks) {
    const whole = decks * 52, left = shoe && !shoe.end ? shoe.left : 0;
    this.#pack.style.setProperty("--left", String(left / whole));
    this.#pack.style.setProperty(
      "--behind",
      String(left ? Math.min(1, (shoe?.behind ?? 0) / left) : 0),
    );
    this.#pack.classList.toggle("with-cut", Boolean(shoe?.behind));
    this.#mouth.dataset.backs = shoe?.backs ?? "red";
    this.classList.toggle("spent", !left);
    fill(this.#says, left ? `${left} cards` : "no shoe");
  }
}

customElements.define("cw-shoe", ShoeBox);
