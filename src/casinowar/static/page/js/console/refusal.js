/** What was refused, and which keys were not taken with it, until it has been read. */

import { fill, h } from "../dom.js";

/** @typedef {import("./desk.js").Desk} Desk */

export class Refusal {
  element = h("div", { class: "console-refused", role: "alert", hidden: true });
  #titles;
  #says = "";

  /** @param {import("./titles.js").Titles} titles */
  constructor(titles) {
    this.#titles = titles;
  }

  /** @param {Desk} desk */
  update(desk) {
    const { refused } = desk, left = this.left(desk);
    if (this.#says === refused + left) return; // an alert is read aloud whenever it changes
    this.#says = refused + left;
    this.element.hidden = !refused;
    fill(
      this.element,
      h("p", {}, refused),
      left && h("p", { class: "console-left" }, left),
      refused && h("button", { onclick: () => desk.forgive() }, "Seen"),
    );
  }

  /**
   * What was pressed or typed, and did nothing.
   *
   * @param {Desk} desk
   */
  left({ left }) {
    const keys = left.map((words) => this.#titles.of(words));
    return keys.length ? `Not taken: ${keys.join(", ")}` : "";
  }
}
