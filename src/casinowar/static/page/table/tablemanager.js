/** What the owner of a table, or the operator, does to it: bots come and go, and it is closed. */

import { command } from "../lib/api.js";
import { attempt, noRefusal } from "../lib/loading.js";
import { navigate } from "../app.js";
import { openDialog } from "../lib/dialogs.js";
import { fill, h } from "../lib/dom.js";

/**
 * @import { PlayerName } from "../lib/api.d.ts"
 * @import { Scene } from "./scene.js"
 */

export class Manager {
  #table;
  #seats = h("ul", { class: "managed-seats" });
  #end = h("div");
  #refused = noRefusal();
  #drawn = "";
  #close = () => {};

  /** @param {string} table */
  constructor(table) {
    this.#table = table;
  }

  /** @param {Scene} scene */
  open(scene) {
    this.#drawn = "";
    this.#refused.hidden = true;
    this.update(scene);
    this.#askNothing();
    openDialog("Manage this table", (close) => {
      this.#close = close;
      return [
        h("div", { class: "managed" }, this.#seats, this.#refused, this.#end),
      ];
    });
  }

  /**
   * The seats as they are now; whoever has the focus keeps it.
   *
   * @param {Scene} scene
   */
  update({ view, names, sign }) {
    if (sign.solo) return;
    const drawn = JSON.stringify(view.seats.map((player) => [player, names[player]]));
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    const index = [...this.#seats.children].findIndex((each) =>
      each.contains(document.activeElement)
    );
    fill(
      this.#seats,
      view.seats.map((player, at) =>
        this.#seat(at + 1, names[player], Boolean(player), sign.hand_dealt)
      ),
    );
    this.#seats.children[index]?.querySelector("button")?.focus();
  }

  /**
   * @param {number} seat
   * @param {PlayerName | undefined} who
   * @param {boolean} taken
   * @param {boolean} byHand
   */
  #seat(seat, who, taken, byHand) {
    const act = (/** @type {"add-bot" | "remove-bot"} */ name) => () =>
      attempt(() => command(this.#table, name, { seat }), this.#refused);
    const button = (/** @type {"add-bot" | "remove-bot"} */ name, /** @type {string} */ says) =>
      h("button", { "aria-label": `${says}, seat ${seat}`, onclick: act(name) }, says);
    return h(
      "li",
      {},
      h(
        "span",
        {},
        h("span", { class: "dim" }, `Seat ${seat} `),
        taken ? who?.name ?? "…" : "free",
      ),
      who?.bot && h("span", { class: "tag" }, "bot"),
      !taken && !byHand && button("add-bot", "Add a bot"),
      taken && who?.bot && button("remove-bot", "Remove"),
    );
  }

  #askNothing() {
    const ask = () => {
      this.#askTwice();
      this.#end.querySelector("button")?.focus();
    };
    fill(
      this.#end,
      h(
        "p",
        { class: "row managed-end" },
        h("button", { class: "main", onclick: () => this.#close() }, "Done"),
        h("button", { onclick: ask }, "Close the table"),
      ),
    );
  }

  /** A table is closed for good: that is asked twice. */
  #askTwice() {
    const end = () =>
      attempt(async () => {
        await command(this.#table, "close");
        this.#close();
        navigate("/");
      }, this.#refused);
    fill(
      this.#end,
      h("p", {}, "Everyone leaves, and it cannot be opened again. Its rounds stay."),
      h(
        "p",
        { class: "row managed-end" },
        h("button", { class: "main", onclick: () => this.#askNothing() }, "Keep it open"),
        h("button", { onclick: end }, "Close it for good"),
      ),
    );
  }
}
