/** The cut: the player drags the cut card through the pack, and the shuffle takes it from there. */

import { openDialog } from "../../lib/dialogs.js";
import { h } from "../../lib/dom.js";

export class CutPack extends HTMLElement {
  #cards = 0;
  #range = /** @type {HTMLInputElement} */ (h("input", {
    type: "range",
    class: "cut-range",
    "aria-label": "Cards in front of the cut card",
    oninput: () => this.#show(),
  }));
  #says = h("p", { class: "cut-says" });

  /** @param {number} cards in the pack */
  constructor(cards = 312) {
    super();
    this.#cards = cards;
    this.#range.min = "1";
    this.#range.max = String(cards - 1);
    // anywhere will do; the middle third is where people cut
    this.#range.value = String(Math.floor(cards / 3 + Math.random() * cards / 3));
  }

  connectedCallback() {
    if (this.firstChild) return;
    this.append(
      h(
        "div",
        { class: "cut-pack" },
        h("div", { class: "cut-line", "aria-hidden": "true" }),
        this.#range,
      ),
      this.#says,
    );
    this.#show();
  }

  /** How many cards are in front of the cut card. */
  get at() {
    return Number(this.#range.value);
  }

  #show() {
    this.style.setProperty("--at", String(this.at / this.#cards));
    this.#says.textContent = `after ${this.at} of ${this.#cards} cards`;
  }
}

customElements.define("cw-cut", CutPack);

/**
 * Ask where to cut.
 *
 * @param {number} cards
 * @param {(at: number) => void} cut
 */
export function cutDialog(cards, cut) {
  const pack = new CutPack(cards);
  openDialog("Cut the deck", (close) => [
    h(
      "p",
      {},
      "Drag the yellow card through the pack. Your cut and a seed of your own go into the order of the cards: the house cannot choose it, and neither can you.",
    ),
    pack,
    h(
      "div",
      { class: "row" },
      h("button", {
        class: "main",
        onclick: () => {
          close();
          cut(pack.at);
        },
      }, "Cut here"),
      h("button", { onclick: close }, "Not now"),
    ),
  ]);
}
