/**
 * What belongs beside a table: its odds, loaded when they are looked at, and where its last round,
 * its shoe and its rules are found.
 */

import { fill, h, styled } from "../lib/dom.js";

/**
 * @import { TableSign } from "../lib/api.d.ts"
 * @import { Odds } from "../rules/cw-odds.js"
 * @import { View } from "./reducer.js"
 */

export class Beside extends HTMLElement {
  #table = "";
  /** @type {string[]} */
  #seen = [];
  #tied = "";
  /** @type {Odds | null} */
  #odds = null;
  #rules = "";
  #links = h("p", { class: "beside-links" });
  #panel = /** @type {HTMLDetailsElement} */ (h(
    "details",
    { class: "panel", ontoggle: () => this.#toggled() },
    h("summary", {}, "The odds here, and what each choice is worth now"),
  ));

  connectedCallback() {
    styled("css/tools.css");
    fill(this, this.#panel, this.#links);
  }

  /**
   * @param {string} table
   * @param {TableSign} sign
   */
  begin(table, sign) {
    this.#table = table;
    this.#rules = `/rules/${sign.sha256}?reading=${encodeURIComponent(sign.reading.name)}`;
  }

  /** @param {View} view the table as it is shown now */
  show(view) {
    const shoe = view.shoe?.id.split("/").pop();
    const over = view.round && !view.round.playing ? view.round.number : 0;
    const address = `${over} ${shoe} ${this.#rules}`;
    if (this.#links.dataset.address !== address) {
      this.#links.dataset.address = address;
      fill(
        this.#links,
        over > 0 && link(`/rounds/${this.#table}/${over}`, `Round ${over}, step by step`),
        over > 0 && link(`/rounds/${this.#table}`, "Rounds at this table"),
        shoe &&
          link(
            `/verify?table=${encodeURIComponent(this.#table)}&shoe=${shoe}`,
            view.shoe?.commitment ? "Check this shoe" : "This shoe's record",
          ),
        this.#rules && link(this.#rules, "Explore these rules"),
      );
    }
    const ended = view.shoe?.end || view.need.type === "shoe_needed";
    this.#seen = ended ? [] : view.shoe?.seen ?? [];
    this.#tied = tiedRank(view);
    this.#tell();
  }

  async #toggled() {
    if (!this.#panel.open || !this.#table) return;
    await import("../rules/cw-odds.js");
    if (!this.#odds) {
      this.#odds = /** @type {Odds} */ (document.createElement("cw-odds"));
      this.#odds.setAttribute("table", this.#table);
      this.#panel.append(this.#odds);
    }
    this.#tell();
  }

  #tell() {
    if (!this.#odds || !this.#panel.open) return;
    if (this.#tied) this.#odds.tie(this.#seen, this.#tied);
    else this.#odds.seen = this.#seen;
  }
}

/**
 * The rank of the tie that waits for a choice, which the dealer's card has too; "" if none does.
 *
 * @param {View} view
 */
function tiedRank(view) {
  if (view.need.type !== "choice_needed") return "";
  const [hand] = view.need.hands;
  const first = (view.round?.cards ?? []).filter(({ deal }) => deal === "original");
  const own = first.find(({ to, seat }) => to === "player" && seat === hand?.seat)?.card[0];
  const dealers = first.find(({ to }) => to === "dealer")?.card[0];
  return own && own === dealers ? own : "";
}

/**
 * @param {string} href
 * @param {string} text
 */
function link(href, text) {
  return h("a", { href }, text);
}

customElements.define("cw-beside", Beside);
