/** One table in the pit: its result as a plot, who sits there, what lies on it, what may be done. */

import { command, get } from "../lib/api.js";
import { alertOf } from "../lib/announcements.js";
import { navigate } from "../app.js";
import { attempt, loading, noRefusal, reason } from "../lib/loading.js";
import { fill, h, styled } from "../lib/dom.js";
import { amountsOf, decksOf, edgeOf, money, signed } from "../lib/money.js";
import { askWhy, once } from "./reasondialog.js";
import { coursePlot } from "./resultplot.js";
import { isOut, mayEnter, showOut } from "./access.js";
import { Incidents } from "./incidents.js";
import { askRuling, askVoid } from "./rulings.js";
import { askLimits } from "./tablelimits.js";
import { optionList } from "./tableoptions.js";
import { PitWatch } from "./pitupdates.js";
import { againstWords, ago, alarmWords, exactWords, share } from "./labels.js";

await Promise.all([styled("css/tools.css"), styled("css/pit.css")]);

/** @import { PitOverview, PitTable as PitRow, TableAnswer } from "../lib/api.d.ts" */

const POINTS = 200;
/** The most that a plot has. */

export class PitTable extends HTMLElement {
  table = "";
  /** @type {PitWatch | null} */
  #watch = null;
  /** @type {PitRow | null} */
  #row = null;
  /** @type {PitOverview["names"]} */
  #names = {};
  /** @type {Pick<TableAnswer, "may" | "sign"> | null} */
  #known = null;
  /** The rounds that the plot shows. */
  #plotted = -1;
  #title = h("h1", {}, "…");
  #facts = h("p", { class: "table-facts" });
  #warning = h("p", { class: "warning", hidden: true });
  /** @type {Incidents | null} */
  #incidents = null;
  /** The table's next entry when its incidents were asked for. */
  #seq = -1;
  #says = h("p", { class: "paused", role: "status", hidden: true });
  #alarm = h("p", { class: "alarm-says", role: "alert", hidden: true });
  #acts = h("div", { class: "row" });
  #plot = h("section", { class: "panel" }, loading());
  #figures = h("dl", { class: "facts pit-facts" });
  #seats = h("ul", { class: "managed-seats" });
  #wagers = h("section", { class: "panel" });
  #options = h("div");
  #refused = noRefusal();
  #limits = once(async () => this.#known && await askLimits(this.table, this.#known.sign));
  #drawn = "";

  connectedCallback() {
    document.title = "The pit · casinowar";
    this.#begin().catch((error) => alertOf(reason(error)));
  }

  async #begin() {
    if (!await mayEnter(this, "pit") || !this.isConnected) return;
    const incidents = this.#incidents = new Incidents(this.table);
    incidents.refresh();
    fill(
      this,
      h("p", {}, h("a", { href: "/pit" }, "All tables")),
      h("div", { class: "pit-head" }, h("div", {}, this.#title, this.#facts), this.#acts),
      this.#warning,
      this.#says,
      this.#alarm,
      this.#refused,
      this.#figures,
      h(
        "div",
        { class: "pit-table" },
        this.#plot,
        h(
          "div",
          { class: "pit-side" },
          h("section", { class: "panel" }, h("h2", {}, "Seats"), this.#seats),
          this.#wagers,
          this.#options,
        ),
        incidents.element,
      ),
    );
    await this.#know();
  }

  disconnectedCallback() {
    this.#watch?.close();
  }

  async #know() {
    try {
      const { name, may, sign, view } = await get(`/api/tables/${encodeURIComponent(this.table)}`);
      this.#known = { may, sign };
      this.#title.textContent = name;
      document.title = `${name} · the pit · casinowar`;
      this.#warning.textContent = sign.warning;
      this.#warning.hidden = !sign.warning;
      const [first] = sign.edges;
      fill(this.#options, optionList(sign));
      fill(
        this.#facts,
        `${sign.rules_name}, ${decksOf(sign.decks)}, bets ${
          amountsOf(sign.limits.primary)
        } · edge ${edgeOf(first)} · `,
        h("a", { href: `/tables/${this.table}` }, "The table"),
        " · ",
        h("a", { href: `/rounds/${this.table}` }, "Its rounds"),
      );
      if (view.closed) return this.#over(view.replaced_by);
    } catch (error) {
      this.#title.textContent = "No table";
      fill(this.#plot, reason(error));
      return;
    }
    this.#watch = new PitWatch((told) => this.#take(told), (error) => this.#fail(error));
  }

  /** @param {unknown} error */
  #fail(error) {
    if (isOut(error)) return showOut(this, error);
    this.#says.hidden = false;
    this.#says.textContent = `What you see is old: ${reason(error)}`;
  }

  /** @param {string | null} [successor] */
  #over(successor) {
    this.#watch?.close();
    this.#says.hidden = false;
    fill(
      this.#says,
      "This table is closed. ",
      successor && h("a", { href: `/pit/${successor}` }, "It goes on with other limits."),
    );
    fill(this.#acts);
    this.#showPlot();
  }

  /** @param {PitOverview} told */
  #take({ tables, names, house }) {
    const row = tables.find(({ id }) => id === this.table);
    if (!row) {
      if (this.#row && this.#row.kind !== "game") this.#over();
      else this.#showPlot();
      return;
    }
    this.#row = row;
    this.#names = names;
    const paused = house.paused || row.paused;
    this.#says.hidden = !paused;
    this.#says.textContent = `Paused: ${paused}`;
    const alarm = row.against ? alarmWords(row.against) : "";
    if (this.#alarm.textContent !== alarm) this.#alarm.textContent = alarm;
    this.#alarm.hidden = !alarm;
    this.#drawFigures(row);
    const { seats, leaving, open, paused: why, round, rulings, rule_wagers } = row;
    const drawn = JSON.stringify([seats, leaving, open, why, round, rulings, rule_wagers, names]);
    if (drawn !== this.#drawn) {
      this.#drawn = drawn;
      this.#drawActs(row);
      this.#drawSeats(row);
      this.#drawWagers(row);
    }
    this.#showPlot();
    if (this.#seq >= 0 && this.#seq !== row.seq) this.#incidents?.refresh();
    this.#seq = row.seq;
  }

  /** @param {PitRow} row */
  #drawFigures(row) {
    const fact = (/** @type {string} */ title, /** @type {string} */ says) =>
      h("div", {}, h("dt", {}, title), h("dd", {}, says));
    const { against } = row;
    fill(
      this.#figures,
      fact("Waits for", `${row.need.says}, ${ago(row.since)}`),
      fact("Rounds", row.rounds.toLocaleString("en")),
      fact("Handle", money(row.handle)),
      fact("Hold", row.hold === null ? "none: players bank" : signed(row.hold)),
      against?.return && fact("Return, of decided rounds", share(against.return)),
      against?.return && fact("Exact return, and its band", exactWords(against)),
    );
  }

  /** @param {PitRow} row */
  #drawActs(row) {
    const may = this.#known?.may ?? [];
    const focused = this.#acts.contains(document.activeElement);
    fill(
      this.#acts,
      may.includes("pause") &&
        (row.paused
          ? h("button", { class: "main", onclick: () => this.#do("resume") }, "Go on")
          : h("button", { onclick: () => this.#do("pause") }, "Pause")),
      may.includes("rule") && row.rulings.length > 0 &&
        h("button", { onclick: () => this.#rule() }, "Rule on a round"),
      may.includes("rule") && row.voids_any && row.round > 0 &&
        h("button", { onclick: () => this.#void() }, "Void an earlier game"),
      may.includes("limits") && row.kind === "public" &&
        h("button", { onclick: () => this.#limits() }, "Other limits"),
      may.includes("close") && row.kind !== "game" &&
        h("button", { onclick: () => this.#close() }, "Close"),
    );
    if (focused) this.#acts.querySelector("button")?.focus();
  }

  /** @param {"pause" | "resume"} what */
  #do(what) {
    const pauses = what === "pause";
    askWhy({
      title: pauses ? "Pause this table" : "Let this table go on",
      says: pauses
        ? "Wagers that lie there are played. Nobody sits down, bets, or takes the bank until it goes on."
        : "Rounds begin again.",
      act: pauses ? "Pause" : "Go on",
      send: (why) => command(this.table, what, { why }).then(() => this.#watch?.ask()),
    });
  }

  #rule() {
    if (this.#row) askRuling(this.#row, this.#names, () => this.#watch?.ask());
  }

  #void() {
    if (this.#row) askVoid(this.#row, () => this.#watch?.ask());
  }

  #close() {
    askWhy({
      title: "Close this table for good",
      says: "Everyone leaves, and it cannot be opened again. Its rounds stay.",
      act: "Close it for good",
      send: async (why) => {
        await command(this.table, "close", { why });
        await navigate("/pit");
      },
    });
  }

  /** @param {PitRow} row */
  #drawSeats(row) {
    const kicks = this.#known?.may.includes("kick");
    fill(
      this.#seats,
      row.seats.map((player, index) => {
        const seat = index + 1, who = this.#names[player];
        return h(
          "li",
          {},
          h(
            "span",
            {},
            h("span", { class: "dim" }, `Seat ${seat} `),
            player ? who?.name ?? player : "free",
          ),
          who?.bot && h("span", { class: "tag" }, "bot"),
          row.leaving.includes(seat) && h("span", { class: "tag" }, "leaving"),
          // the dealer seats walk-ins, and has them leave
          kicks && player && !who?.bot && !who?.walk_in && h(
            "button",
            {
              "aria-label": `Ask ${who?.name ?? player} to leave`,
              onclick: () => this.#kick(seat, player, who?.name ?? player),
            },
            "Ask to leave",
          ),
        );
      }),
    );
  }

  /**
   * @param {number} seat
   * @param {string} player
   * @param {string} name
   */
  #kick(seat, player, name) {
    askWhy({
      title: `Ask ${name} to leave`,
      says: "What they wagered is played first.",
      act: "Ask to leave",
      send: (why) =>
        command(this.table, "kick", { seat, player, why }).then(() => this.#watch?.ask()),
    });
  }

  /** @param {PitRow} row */
  #drawWagers(row) {
    fill(
      this.#wagers,
      h("h2", {}, row.playing ? `Round ${row.round}, open wagers` : "Open wagers"),
      row.open.length
        ? h(
          "ul",
          { class: "log" },
          row.open.map(({ player, seat, wager, amount }) =>
            h(
              "li",
              {},
              h("span", { class: "dim" }, `Seat ${seat}`),
              h("span", {}, this.#names[player]?.name ?? player),
              h("span", {}, wager.replace("_", " ")),
              h("strong", {}, money(amount)),
            )
          ),
          h("li", {}, h("span", {}, "Together"), h("strong", {}, money(row.wagered))),
        )
        : h("p", { class: "dim" }, "None."),
    );
  }

  async #showPlot() {
    const against = this.#row?.against;
    const rounds = against?.rounds ?? 0;
    // a long course is drawn anew when it is longer by a point, or a round was voided
    const since = rounds - this.#plotted;
    const few = since >= 0 && since < Math.max(1, this.#plotted / POINTS);
    if (this.#plotted >= 0 && few) return;
    this.#plotted = rounds;
    await attempt(async () => {
      const { banked_by, points } = await get(
        `/api/pit/tables/${encodeURIComponent(this.table)}/course`,
      );
      const title = h("h2", {}, "The house's result");
      if (banked_by === "player") {
        fill(this.#plot, title, h("p", {}, "Players bank here: the house wins and loses nothing."));
      } else if (!points.length) {
        fill(this.#plot, title, h("p", { class: "dim" }, "No round is decided yet."));
      } else {
        const words = against ? againstWords(against) : "The house's result, round by round.";
        fill(this.#plot, title, coursePlot(points, words, Boolean(against?.alarm)));
      }
    }, this.#refused);
  }
}

customElements.define("cw-pit-table", PitTable);

/** @param {Record<string, string>} parameters */
export function screen({ table }) {
  return Object.assign(/** @type {PitTable} */ (document.createElement("cw-pit-table")), { table });
}
