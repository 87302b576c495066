/** What was refused, and which keys were not taken with it, until it has been read. */

import { fill, h } from "../lib/dom.js";

/** @import { Desk } from "./desk.js" */

export class Refusal {
  element = h("div", { class: "console-refused", role: "alert", hidden: true });
  #titles;
  #says = "";

  /** @param {import("./keys/keytitles.js").Titles} titles */
  constructor(titles) {
    this.#titles = titles;
  }

  /** @param {Desk} desk */
  update(desk) {
    const { refused, awaited, standing } = desk, left = this.left(desk);
    const next = awaited && awaited === standing?.need.says ? ` Next: ${awaited}.` : "";
    if (this.#says === refused + next + left) return; // an alert is read aloud whenever it changes
    this.#says = refused + next + left;
    this.element.hidden = !refused;
    fill(
      this.element,
      h("p", {}, refused + next),
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
