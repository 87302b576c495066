/**
 * The seal of a shoe: committed, cut, revealed, verified. When a shoe is over, this page checks it,
 * also against what it was shown of it; what that means, and what was found, opens with a click.
 */

import { alertOf, announce } from "../../lib/announcements.js";
import { h } from "../../lib/dom.js";
import { forget, kept } from "./secrets.js";
import { keep, note, numberOf, unsee, witnessed, witnessOf } from "./witness.js";

/**
 * @import { Entry } from "../../lib/api.d.ts"
 * @import { View } from "../reducer.js"
 * @import { Checked } from "./shoecheck.js"
 */

export class Seal extends HTMLElement {
  #button = h("button", { class: "seal", onclick: () => this.#open() });
  /** @type {View | null} */
  #view = null;
  /** @type {Checked[]} what was found, the last one last; what is wrong is not forgotten */
  #found = [];
  /** Shoes whose check has begun. */
  #begun = new Set();
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
    const state = this.#state(), id = (view.shoe ?? view.coming)?.id ?? "";
    this.#button.toggleAttribute("disabled", state === "by hand");
    const wrong = this.#found.findLast(({ found }) => found === "wrong");
    const other = [wrong, this.#found.at(-1)].find((one) => one && one.seen.shoe !== id);
    const before = other ? ` (${numberOf(other.seen.shoe)} ${other.found})` : "";
    const says = state === "by hand" ? "shuffled by hand" : state;
    const number = view.shoe && !view.shoe.commitment ? view.shoe.number : numberOf(id);
    const text = state === "none" ? "No shoe yet" : `Shoe ${number}: ${says}${before}`;
    if (this.#button.textContent !== text) this.#button.textContent = text;
    this.#button.dataset.state = wrong ? "wrong" : state;
  }

  #state() {
    const shoe = this.#view?.shoe;
    if (!shoe) return this.#view?.coming ? "committed" : "none";
    if (!shoe.commitment) return "by hand"; // nobody committed to it, so nothing can be shown
    const checked = this.#found.find(({ seen }) => seen.shoe === shoe.id);
    if (checked && checked.found !== "not checked") return checked.found;
    if (shoe.end) return "revealed";
    return shoe.parts.length ? "cut" : "committed";
  }

  /**
   * Note what the house tells, as soon as it does.
   *
   * @param {View} view
   * @param {Entry | null} entry that led to it; null where the house told everything at once
   */
  note(view, entry) {
    note(view, entry);
    if (!entry) this.#checkAll(view);
  }

  /**
   * An entry is on the table for all to see.
   *
   * @param {View} view
   * @param {Entry} entry
   */
  shown(view, entry) {
    const brought = entry.kind === "action" &&
      entry.events.some(({ type }) => type === "shoe_brought");
    if (brought || entry.kind === "server_reveal") this.#checkAll(view);
  }

  /**
   * Check every shoe that is over, also one that the house had taken away without a word.
   *
   * @param {View} view
   */
  #checkAll({ id, shoe, coming }) {
    for (const seen of witnessed(id)) {
      const here = seen.shoe === shoe?.id, over = !here || shoe.end !== null;
      if (seen.shoe === coming?.id || !over) continue;
      if (!here && (seen.verified || !seen.cards.length)) {
        unsee(seen.shoe);
        forget(seen.shoe);
      } else if (!this.#begun.has(seen.shoe)) this.#check(id, seen.shoe);
    }
  }

  /**
   * @param {string} table
   * @param {string} shoe
   */
  async #check(table, shoe) {
    this.#begun.add(shoe);
    const checking = await import("./shoecheck.js").catch(() => null);
    const seen = witnessOf(shoe);
    if (!checking || !seen) return void this.#begun.delete(shoe); // offline: later
    const checked = await checking.checkShoe(table, seen, kept(shoe), this.#me);
    const { found, why } = checked, number = numberOf(shoe);
    const stays = this.#found.filter((one) =>
      one.found === "wrong" || one.seen.shoe === this.#view?.shoe?.id
    );
    this.#found = [...stays.filter((one) => one.seen.shoe !== shoe), checked];
    if (found === "verified") {
      keep({ ...seen, verified: true });
      announce(`Shoe ${number} is over, and verified.`);
    } else if (found === "wrong") alertOf(`Shoe ${number} does not verify: ${why}.`);
    else this.#begun.delete(shoe);
    if (this.#view) this.update(this.#view, this.#me);
  }

  async #open() {
    const sealing = await import("./sealdialog.js").catch(() => null); // the bar says: offline
    const title = this.#button.textContent ?? "";
    if (this.#view) sealing?.sealDialog(title, this.#state(), this.#view, this.#found);
  }
}

customElements.define("cw-seal", Seal);
