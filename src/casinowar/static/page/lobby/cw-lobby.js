/**
 * The lobby: the tables there are, each with its sign and who sits there, as they change; and a
 * table of one's own, with a link to share.
 */

import { Offline, persist, post } from "../lib/api.js";
import { alertOf } from "../lib/announcements.js";
import { loading, reason } from "../lib/loading.js";
import { navigate } from "../app.js";
import { connection } from "../lib/connection.js";
import { fill, h } from "../lib/dom.js";
import { miniCard } from "../lib/cards/minicards.js";
import { amountsOf, edgeOf } from "../lib/money.js";
import { moment, purse } from "../lib/bar/purse.js";
import { needsCompany, openPractice, PRACTISE } from "../lib/practice.js";
import { session } from "../lib/session.js";
import { worded } from "../lib/terms.js";

/** @import { LobbyChange, LobbyRow, SeatTaken } from "../lib/api.d.ts" */

const WELCOME = "Sit down as you are: a guest has chips to play with, and they are not money.";

export class Lobby extends HTMLElement {
  /** @type {Map<string, LobbyRow>} */
  #rows = new Map();
  /** @type {EventSource | null} */
  #source = null;
  #list = h("ul", { class: "tables" });
  #loading = loading("Loading the tables…");
  /** Whether someone is on the way to a table. */
  #going = false;
  #welcome = h("span");
  #rests = h("p", { class: "refused", role: "status", hidden: true });
  #opens = h("button", { onclick: () => this.#open() }, "Open a private table");
  #named = () => {
    const isOperator = session.me?.role === "operator";
    this.#opens.textContent = isOperator ? "Open a table" : "Open a private table";
    this.#rests.hidden = !purse.excludedUntil;
    const day = moment(purse.excludedUntil ?? 0);
    const says = `You have excluded yourself from play until ${day}. You may watch.`;
    if (this.#rests.textContent !== says) this.#rests.textContent = says;
    this.#welcome.textContent = session.rests || WELCOME;
    for (const row of this.#rows.values()) this.#show(row);
  };

  connectedCallback() {
    document.title = "Tables · casinowar";
    fill(
      this,
      h(
        "div",
        { class: "lobby-head" },
        h(
          "div",
          {},
          h("h1", {}, "Casino War"),
          h(
            "p",
            {},
            "Your card against the dealer's, the higher one wins, and a tie is war. ",
            this.#welcome,
          ),
        ),
        this.#opens,
      ),
      this.#rests,
      this.#loading,
      this.#list,
    );
    purse.addEventListener("change", this.#named);
    session.addEventListener("change", this.#named);
    this.#named();
    connection.addEventListener("back", this.#back);
    this.#listen();
  }

  disconnectedCallback() {
    this.#source?.close();
    session.removeEventListener("change", this.#named);
    purse.removeEventListener("change", this.#named);
    connection.removeEventListener("back", this.#back);
  }

  /** A stream goes on by itself unless it was refused. */
  #back = () => {
    if (this.#source?.readyState === EventSource.CLOSED) this.#listen();
  };

  #listen() {
    const source = new EventSource("/api/lobby/events");
    this.#source = source;
    source.addEventListener("open", () => connection.found());
    source.addEventListener("error", () => connection.lost());
    source.addEventListener("snapshot", ({ data }) => this.#set(JSON.parse(data).tables));
    source.addEventListener("table", ({ data }) => this.#change(JSON.parse(data)));
  }

  /** @param {LobbyRow[]} rows */
  #set(rows) {
    this.#loading.remove();
    this.#rows = new Map(rows.map((row) => [row.id, row]));
    fill(this.#list, rows.map((row) => this.#item(row)));
    // the table is fetched ahead; if it does not come now, it is when someone goes to one
    import("../table/cw-table.js").catch(() => {});
  }

  /** @param {LobbyChange} row */
  #change(row) {
    const known = this.#list.querySelector(`[data-table="${row.id}"]`);
    if (row.closed) {
      this.#rows.delete(row.id);
      known?.remove();
      return;
    }
    this.#rows.set(row.id, row);
    if (known) {
      this.#show(row);
    } else {
      this.#list.append(this.#item(row));
    }
  }

  /**
   * What changes at a table; the rest stays, as its button may have the focus.
   *
   * @param {LobbyRow} row
   * @param {Element | null} [item]
   */
  #show(row, item = this.#list.querySelector(`[data-table="${row.id}"]`)) {
    item?.querySelector(".thumb")?.replaceWith(thumbnail(row));
    const taken = item?.querySelector(".taken-seats"), play = item?.querySelector(".acts .main");
    if (taken) taken.textContent = seating(row);
    const paused = /** @type {HTMLElement | null | undefined} */ (
      item?.querySelector(".paused-says")
    );
    if (paused) {
      paused.hidden = !row.paused;
      paused.textContent = row.paused && `Paused: ${row.paused}`;
    }
    const deals = /** @type {HTMLElement | null | undefined} */ (item?.querySelector(".deals"));
    if (deals) deals.hidden = !mayDeal();
    if (!play || play.hasAttribute("aria-busy")) return;
    const sits = isMine(row);
    play.textContent = sits ? "Back" : "Play";
    play.toggleAttribute("disabled", Boolean(purse.excludedUntil || session.rests) && !sits);
    play.setAttribute("aria-label", `${sits ? "Back to" : "Play at"} ${row.name}`);
  }

  /** @param {LobbyRow} row */
  #item(row) {
    const item = h(
      "li",
      { data: { table: row.id } },
      h(
        "article",
        { class: "sign panel" },
        h("div", { class: "thumb" }),
        h(
          "h2",
          {},
          row.name || row.rules,
          row.private && " (private)",
          row.hand_dealt && " (by hand)",
          row.practice && " (practice)",
        ),
        h(
          "dl",
          { class: "facts" },
          h("dt", {}, "Bets"),
          h("dd", {}, amountsOf(row.primary)),
          h("dt", {}, "Reading"),
          h("dd", { class: "reading" }, row.reading),
          h("dt", {}, "Edge"),
          h("dd", { class: "edge", title: row.edge.assumes }, edgeOf(row.edge)),
          h("dt", {}, "Seats"),
          h("dd", { class: "taken-seats" }),
        ),
        h("p", { class: "paused-says", hidden: true }),
        h(
          "p",
          { class: "remarks", hidden: !row.remarks.length },
          row.remarks.map(worded).join(" "),
        ),
        h(
          "p",
          { class: "warning", hidden: !row.warning },
          worded(row.warning).replaceAll(" %", "\u00a0%"),
        ),
        h(
          "div",
          { class: "acts" },
          h("button", {
            class: "main",
            onclick: (/** @type {{currentTarget: HTMLButtonElement}} */ { currentTarget }) =>
              this.#play(row, currentTarget),
          }),
          !row.solo &&
            h("a", {
              class: "button",
              href: `/tables/${row.id}`,
              "aria-label": `Watch ${row.name}`,
            }, "Watch"),
          needsCompany(row) && !row.private &&
            h("button", {
              onclick: (/** @type {{currentTarget: HTMLButtonElement}} */ { currentTarget }) =>
                this.#play(row, currentTarget, () => this.#practise(row)),
              "aria-label": `Practise ${row.name} with bots`,
            }, PRACTISE),
          row.hand_dealt &&
            h("a", {
              class: "button deals",
              href: `/deal/${row.id}`,
              "aria-label": `Deal at ${row.name}`,
              hidden: !mayDeal(),
            }, "Deal"),
        ),
      ),
    );
    this.#show(row, item);
    return item;
  }

  /**
   * Sit down: at the first free seat, or at a game of one's own.
   *
   * @param {LobbyRow} row
   * @param {HTMLButtonElement} button
   * @param {() => Promise<string>} find finds the table to sit down at
   */
  async #play(row, button, find = () => this.#tableOf(row)) {
    if (this.#going) return;
    this.#going = true;
    const says = button.textContent;
    button.setAttribute("aria-busy", "true");
    button.textContent = "Opening…";
    try {
      const table = await persist(find);
      if (this.isConnected) await navigate(`/tables/${table}?sit`);
    } catch (error) {
      alertOf(reason(error));
    }
    this.#going = false;
    button.removeAttribute("aria-busy");
    button.textContent = says;
    this.#show(row);
  }

  /** @param {LobbyRow} row */
  async #practise(row) {
    await session.ensure();
    return openPractice(row.id);
  }

  /**
   * @param {LobbyRow} row
   * @returns {Promise<string>} the table where someone plays who chooses this one
   */
  async #tableOf(row) {
    if (!this.isConnected) return "";
    await session.ensure();
    return row.solo && !row.private ? (await post(`/api/tables/${row.id}/game`)).table : row.id;
  }

  async #open() {
    try {
      const { openTable } = await import("./newtable.js").catch(() => {
        throw new Offline();
      });
      await openTable();
    } catch (error) {
      alertOf(reason(error));
    }
  }
}

/** Whether whoever is here deals at tables; the house checks it again. */
function mayDeal() {
  return ["dealer", "pit-boss", "operator"].includes(session.me?.role ?? "");
}

/** @param {number} rounds */
function counted(rounds) {
  return rounds === 1 ? "one round" : `${rounds} rounds`;
}

/** @param {LobbyRow} row */
function seating(row) {
  if (row.solo) return `your own, up to ${row.seats} hands`;
  const bots = row.bots ? `, ${row.bots} by bots` : "";
  return `${row.people + row.bots} of ${row.seats} taken${bots}`;
}

/**
 * Whether someone sits there: at the table, or at their own game of it.
 *
 * @param {LobbyRow} row
 */
function isMine(row) {
  const { me } = session;
  if (!me) return false;
  if (row.solo && !row.private) return me.seats.some((id) => id.startsWith(`${row.id}-`));
  return row.places.some((place) => place?.player === me.player);
}

/**
 * The table in small: who sits there, and the cards that lie there.
 *
 * @param {LobbyRow} row
 */
function thumbnail(row) {
  const state = row.playing ? "cards are out" : row.rounds ? counted(row.rounds) : "fresh felt";
  const dealers = row.cards.filter(({ to, seat }) => to === "dealer" && !seat);
  return h(
    "div",
    { class: "thumb", "aria-hidden": "true" },
    h("span", { class: "state" }, state),
    h("span", { class: "dealt" }, dealers.map(({ card }) => miniCard(card))),
    h("div", { class: "seats" }, row.places.map((place, index) => seatOf(row, place, index + 1))),
  );
}

/**
 * @param {LobbyRow} row
 * @param {SeatTaken | null} place
 * @param {number} seat
 */
function seatOf(row, place, seat) {
  const mine = place !== null && place.player === session.me?.player;
  const who = !place ? "" : mine ? "mine" : place.bot ? "bot" : "taken";
  const cards = row.cards.filter((card) => card.to === "player" && card.seat === seat);
  const made = h(
    "span",
    { class: "place-in-small" },
    h("span", { class: "dealt" }, cards.map(({ card }) => miniCard(card))),
    h("span", { class: `seat ${who}` }, { "": "", mine: "★", bot: "b", taken: "●" }[who]),
  );
  const away = (seat - (row.seats + 1) / 2) / 4;
  made.style.setProperty("--lift", (1 - away * away).toFixed(3)); // around the table
  return made;
}

customElements.define("cw-lobby", Lobby);

export const screen = () => document.createElement("cw-lobby");
