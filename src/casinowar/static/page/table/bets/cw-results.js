/** The results of one's wagers in a round: what each of them was, why, by which clause, and how much. */

import { cites } from "../../lib/clauses.js";
import { connection } from "../../lib/connection.js";
import { fill, h } from "../../lib/dom.js";
import { signed } from "../../lib/money.js";
import { results } from "../messages.js";

export class Results extends HTMLElement {
  #list = h("ul", { class: "results", "aria-label": "Results of your wagers" });
  #drawn = "";

  connectedCallback() {
    if (!this.firstChild) this.append(this.#list);
  }

  /** @param {import("../scene.js").Scene} scene */
  update(scene) {
    const { round } = scene.view;
    const rows = round ? results(scene, round) : [];
    const drawn = rows.map(({ key }) => key).join();
    this.hidden = !rows.length;
    if (this.#drawn === drawn) return;
    this.#drawn = drawn;
    fill(this.#list, rows.map((each) => row(each, scene.sign.sha256)));
    if (rows.length) fetchVerifier();
  }
}

let fetched = false;

/** Who has played may want to check the cards, and then there may be no network. */
function fetchVerifier() {
  if (fetched || connection.offline) return;
  fetched = true;
  import("../../rounds/cw-verify.js").catch(() => fetched = false);
}

/**
 * @param {ReturnType<typeof results>[0]} row
 * @param {string} rules
 */
function row({ wager, why, by, net }, rules) {
  return h(
    "li",
    {},
    h(
      "span",
      {},
      `${wager}: ${why}`,
      by.length > 0 && [" ", cites(by, rules)],
    ),
    h("b", { class: net > 0 ? "won" : net < 0 ? "lost" : "" }, signed(net)),
  );
}

customElements.define("cw-results", Results);
