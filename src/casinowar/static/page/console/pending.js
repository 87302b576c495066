/**
 * What was pressed and has not reached the house, in large letters where the next order stands: a
 * dealer who saw nothing come of a key would press it again, and two cards would count.
 */

import { alertOf, announce } from "../lib/announcements.js";
import { fill, h } from "../lib/dom.js";

/** @import { Desk } from "./desk.js" */

export class Waiting {
  element = h("div", { class: "console-waiting", hidden: true });
  /** What is said to wait. */
  #says = "";

  #titles;

  /** @param {import("./keys/keytitles.js").Titles} titles */
  constructor(titles) {
    this.#titles = titles;
  }

  /** @param {Desk} desk */
  update(desk) {
    const waits = desk.held ? desk.waiting.map((words) => this.#titles.of(words)) : [];
    const count = waits.length > 1 ? ` (${waits.length})` : "";
    const says = waits.length ? `Not sent yet: ${waits.join(", ")}${count}` : "";
    if (says === this.#says) return;
    if (says) announce(`${says}. No key is taken until it is sent.`);
    else if (!desk.refused) announce("All is sent.");
    this.#says = says;
    this.element.hidden = !says;
    fill(
      this.element,
      says && [
        h("p", { class: "console-unsent" }, says),
        h("p", {}, "It is sent when the house answers. No key is taken until then."),
      ],
    );
  }

  /**
   * Say that a key is not taken.
   *
   * @param {string} key
   */
  refuse(key) {
    alertOf(`${key ? `Not taken: ${key}. ` : ""}${this.#says}.`);
  }
}
