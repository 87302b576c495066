/** The head of a table: its name and sign, the seal of its shoe, and what is done beside the game. */

import { get } from "../lib/api.js";
import { alertOf } from "../lib/announcements.js";
import { cites } from "../lib/clauses.js";
import { reason } from "../lib/loading.js";
import { fill, h } from "../lib/dom.js";
import { showHelp } from "./shortcuts.js";
import { decksOf, edgeOf } from "../lib/money.js";
import { alone, offered } from "./scene.js";
import { worded } from "../lib/terms.js";
import { Seal } from "./fair/cw-seal.js";

/**
 * @import { TableAnswer } from "../lib/api.d.ts"
 * @import { View } from "./reducer.js"
 * @import { Scene } from "./scene.js"
 */

export class TableHead extends HTMLElement {
  seal = new Seal();
  #title = h("h1", { tabIndex: -1 }, "…");
  #facts = h("p", { class: "table-facts" });
  #remarks = h("p", { class: "table-remarks", hidden: true });
  #acts = h("div", { class: "table-acts" });
  #showSign = () => {};
  #link = "";
  #deals = "";
  /** @type {import("./tablemanager.js").Manager | null} */
  #manager = null;
  #notice = h("p", { class: "paused-says", role: "status", hidden: true });
  #noticed = "";
  #drawn = "";
  #sits = false;
  /** Whether someone wishes to go. */
  #leaves = false;
  /** @type {Scene | undefined} */
  #scene;

  connectedCallback() {
    if (this.firstChild) return;
    this.append(
      h("div", {}, this.#title, this.#facts, this.#remarks, this.#notice),
      h("div", { class: "table-acts-row" }, this.seal, this.#acts),
    );
  }

  /** @param {string} text */
  say(text) {
    this.#title.textContent = text;
  }

  /**
   * @param {string} table
   * @param {TableAnswer} told
   */
  begin(table, told) {
    const { name, sign } = told;
    const [first] = sign.edges;
    this.say(name);
    fill(
      this.#facts,
      `${sign.rules_name}, ${decksOf(sign.decks)} · edge ${edgeOf(first)}`,
      first.assumes && ` (${first.assumes})`,
      sign.hand_dealt && " · dealt by hand",
      sign.practice && " · practice table",
      sign.pace.seconds > 0 && ` · ${sign.pace.seconds} s between rounds`,
      !sign.pace.rebet && " · wagers are laid anew each round",
      // by how much stands beside it, of which wagers on the sign in the lobby
      ` · reading ${sign.reading.name}`,
      sign.warning &&
        h(
          "strong",
          { class: "warning", title: worded(sign.warning) },
          sign.players_have_edge ? " The players have the edge." : " Nobody has the edge.",
        ),
    );
    fill(
      this.#remarks,
      sign.remarks.map(({ says, by }) => [worded(says), " ", cites(by, sign.sha256), " "]).flat(),
    );
    this.#remarks.hidden = !sign.remarks.length;
    this.#showSign = () =>
      import("../lib/signdialog.js").then(({ showSign }) => showSign(name, sign), () => {});
    this.#deals = told.may.includes("deal") ? `/deal/${table}` : "";
    if (told.manages) {
      this.#manage(table, told.private, sign.solo).catch((error) => alertOf(reason(error)));
    }
  }

  /**
   * For the owner and the operator: the link to a private table, and what can be done to it. Of
   * one's own game of a public table there is nothing to share or to close.
   *
   * @param {string} table
   * @param {boolean} isPrivate
   * @param {boolean} solo
   */
  async #manage(table, isPrivate, solo) {
    const { link } = isPrivate ? await get(`/api/tables/${table}/invitation`) : { link: null };
    if (!link && isPrivate && solo) return;
    const { Manager } = await import("./tablemanager.js");
    this.#link = link ? new URL(link, location.href).href : "";
    this.#manager = new Manager(table);
    if (this.#scene) this.update(this.#scene);
  }

  async #invite() {
    const { linkDialog } = await import("../lib/dialogs.js");
    linkDialog(this.#link);
  }

  /** @param {Scene} scene */
  update(scene) {
    this.#scene = scene;
    const { view, me, sign } = scene;
    this.seal.update(view, me);
    this.#notify(view);
    this.#manager?.update(scene);
    this.#showSeat(view.seats.includes(me));
    const open = offered(scene, "leave").map((offer) => offer.seat);
    const held = view.seats.flatMap((player, index) => player === me ? [index + 1] : []);
    const seats = sign.solo ? held.slice(0, 1) : held;
    // whose cut brings the shoe is asked for it among what may be done
    const asked = view.need.type === "shoe_needed" && alone(scene);
    const cuts = view.seats.includes(me) && view.coming !== null && !view.coming.closed && !asked;
    const managed = this.#manager !== null && !view.closed;
    const drawn = `${seats} ${open} ${cuts} ${managed} ${this.#link} ${this.#deals}`;
    if (this.#drawn === drawn) return;
    this.#drawn = drawn;
    fill(
      this.#acts,
      this.#deals && !view.closed && h("a", { class: "button", href: this.#deals }, "Deal here"),
      cuts && h("button", { onclick: () => this.#scene?.cut() }, "Cut"),
      managed && this.#link &&
        h("button", { onclick: () => this.#invite() }, "Invite"),
      managed &&
        h("button", { onclick: () => this.#scene && this.#manager?.open(this.#scene) }, "Manage"),
      seats.map((seat) =>
        h(
          "button",
          // it keeps its room, so that nothing jumps when cards come
          { disabled: !open.includes(seat), onclick: () => this.#leave(seat) },
          seats.length > 1 ? `Leave seat ${seat}` : "Leave",
        )
      ),
      h("button", { "aria-haspopup": "dialog", onclick: () => this.#showSign() }, "Sign"),
      h("button", { "aria-label": "Keys", "aria-keyshortcuts": "?", onclick: showHelp }, "?"),
    );
  }

  /** @param {number} seat */
  #leave(seat) {
    this.#leaves = true;
    this.#scene?.send("leave", { seat });
  }

  /**
   * Who was away for long, or was asked to go, has lost a seat without a word of their own.
   *
   * @param {boolean} sits
   */
  #showSeat(sits) {
    if (this.#sits && !sits && !this.#leaves) alertOf("Your seat here was given up.");
    if (!sits) this.#leaves = false;
    this.#sits = sits;
  }

  /**
   * Say that no round begins here now, or that none ever will, and where it goes on.
   *
   * @param {View} view
   */
  #notify({ closed, paused, replaced_by }) {
    const noticed = `${closed} ${paused} ${replaced_by}`;
    if (this.#noticed === noticed) return;
    this.#noticed = noticed;
    this.#notice.hidden = !closed && !paused;
    fill(
      this.#notice,
      closed ? "This table is closed." : paused && `Paused: ${paused}`,
      replaced_by && " ",
      replaced_by && h("a", { href: `/tables/${replaced_by}` }, "It goes on at another table."),
    );
  }
}

customElements.define("cw-head", TableHead);
