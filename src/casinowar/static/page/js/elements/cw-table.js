/**
 * The table screen. Entries come as fast as the house makes them, whole rounds at once; they are
 * shown one after the other, so that cards can move. What may be done is offered when all of them
 * have been shown. Nothing is shown that the house has not saved.
 */

import { command, get, now, Offline, post, Problem } from "../api.js";
import { alertOf, announce } from "../announce.js";
import { navigate, showOffline } from "../app.js";
import { fill, h } from "../dom.js";
import { asked, EMPTY, keyOf, put } from "../draft.js";
import { helpDialog, linkDialog } from "../dialogs.js";
import { commit, newSecret } from "../fairness.js";
import { listen } from "../keys.js";
import { money } from "../money.js";
import { pause } from "../motion.js";
import { purse } from "../purse.js";
import { outcome, watched } from "../says.js";
import { again, alone, bettable, boundsOf, offered } from "../scene.js";
import { session } from "../session.js";
import { takePart } from "../shuffle.js";
import { play } from "../sound.js";
import { TableStream } from "../stream.js";
import { inPlay, moved, netOf, wagersIn } from "../wagers.js";
import { Beside } from "./cw-beside.js";
import { Tray } from "./cw-chips.js";
import { Controls } from "./cw-controls.js";
import { cutDialog } from "./cw-cut.js";
import { Felt } from "./cw-felt.js";
import { Results } from "./cw-results.js";
import { Seal } from "./cw-seal.js";

/**
 * @typedef {import("../reducer.js").View} View
 * @typedef {import("../scene.js").Scene} Scene
 * @typedef {import("../scene.js").Offer} Offer
 */

const LONG = 80;
/** So many entries behind, and the page catches up without showing each. */

/** @type {Record<string, number>} milliseconds that an event is looked at */
const LOOKED_AT = {
  card_dealt: 430,
  cards_burned: 380,
  war_declared: 800,
  wager_settled: 160,
  shoe_brought: 300,
};

export class TableScreen extends HTMLElement {
  table = "";
  /** Whether to sit down at once. */
  sits = false;
  /** @type {TableStream | undefined} */
  #stream;
  /** @type {{view: View, entry: any}[]} */
  #queue = [];
  #showing = false;
  #sending = 0;
  #over = new AbortController();
  /** @type {number | null} where to cut the next shoe */
  #cut = null;
  /** @type {Scene} */
  #scene;
  #balance = 0;
  #said = 0;
  #asking = false;
  #askAgain = false;

  #title = h("h1", { tabIndex: -1 }, "…");
  #facts = h("p", { class: "table-facts" });
  #results = new Results();
  #tray = new Tray();
  #controls = new Controls();
  #seal = new Seal();
  #acts = h("div", { class: "table-acts" });
  #about = new Beside();
  #felt = new Felt();

  constructor() {
    super();
    /** @type {any} */
    const nothing = null;
    this.#scene = {
      view: nothing,
      me: "",
      names: {},
      sign: nothing,
      offers: [],
      withheld: [],
      draft: EMPTY,
      placed: {},
      last: [],
      active: "",
      busy: true,
      shoe: null,
      send: (name, body) => this.send(name, body),
      lay: (draft) => this.#change({ draft }),
      choose: (active) => this.#change({ active }),
      deal: () => this.#place(true),
      pass: () => this.send("ready"),
      place: () => this.#place(false),
      cut: () => this.#askCut(),
    };
  }

  connectedCallback() {
    fill(
      this,
      h(
        "header",
        { class: "table-head" },
        h("div", {}, this.#title, this.#facts),
        h("div", { class: "table-acts-row" }, this.#seal, this.#acts),
      ),
      this.#felt,
      h("div", { class: "below" }, this.#controls, this.#tray),
      this.#results,
      h("aside", { class: "beside", "aria-label": "Beside the table" }, this.#about),
    );
    listen((key) => this.#press(key), this.#over.signal);
    this.#begin().catch((error) => this.#fail(error));
  }

  disconnectedCallback() {
    this.#over.abort();
    this.#stream?.close();
    purse.hide();
    showOffline(false);
  }

  async #begin() {
    const me = await session.ensure();
    const told = await get(`/api/tables/${this.table}`);
    if (!this.isConnected) return;
    this.#scene = { ...this.#scene, me: me.player, sign: told.sign, names: told.names };
    this.#balance = me.balance;
    document.title = `${told.name} · casinowar`;
    this.#title.textContent = told.name;
    this.#showSign(told);
    this.#about.begin(this.table, told.sign);
    const stream = new TableStream(this.table);
    this.#stream = stream;
    stream.names = this.#scene.names;
    stream.addEventListener("snapshot", () => this.#restart());
    stream.addEventListener("entry", (event) => {
      this.#queue.push(/** @type {CustomEvent} */ (event).detail);
      this.#show();
    });
    stream.addEventListener("state", () => {
      this.#ask();
      this.#show();
    });
    stream.addEventListener("online", () => showOffline(false));
    stream.addEventListener("offline", () => showOffline(true));
    stream.open();
    const clock = setInterval(() => this.#showTime(), 250);
    this.#over.signal.addEventListener("abort", () => clearInterval(clock));
  }

  /** @param {any} told */
  #showSign({ sign, private: hidden }) {
    const [first] = sign.edges;
    fill(
      this.#facts,
      `${sign.rules_name}, ${sign.decks} decks · edge ${first.percent} ${first.basis}`,
      first.assumes && ` (${first.assumes})`,
      sign.warning && h("strong", { class: "warning" }, ` ${sign.warning}`),
    );
    const link = hidden && sessionStorage.getItem(`casinowar.link.${this.table}`);
    this.#share = link || "";
  }
  #share = "";

  /** A snapshot: everything before it is forgotten. */
  #restart() {
    if (!this.#stream?.view) return;
    this.#queue = [];
    this.#draw(this.#stream.view);
    session.refresh().then(() => this.#settle(), (error) => this.#fail(error));
  }

  /** Show what has happened, entry by entry. */
  async #show() {
    if (this.#showing) return;
    this.#showing = true;
    while (this.#queue.length && this.isConnected) {
      const behind = this.#queue.length > LONG;
      const { view, entry } = /** @type {{view: View, entry: any}} */ (this.#queue.shift());
      this.#draw(view, behind ? null : entry);
      for (const event of entry.events ?? []) this.#balance += moved(event, this.#scene.me);
      this.#showPurse();
      if (!behind) await this.#look(entry);
      if (entry.kind === "server_reveal") this.#seal.verify(this.table, view, entry.shoe);
    }
    this.#showing = false;
    if (this.#stream?.view && this.isConnected) {
      this.#draw(this.#stream.view);
      this.#ask();
    }
  }

  /** @param {any} entry */
  async #look(entry) {
    let wait = 0;
    for (const event of entry.events ?? []) {
      wait = Math.max(wait, LOOKED_AT[event.type] ?? 0);
      if (event.type === "card_dealt") play("card");
      if (event.type === "cards_burned") this.#felt.burn(event.count);
      if (event.type === "war_declared") this.#felt.war();
    }
    if (wait) await pause(wait);
  }

  /**
   * @param {View} view
   * @param {any} [entry]
   */
  #draw(view, entry) {
    const scene = this.#scene, { me } = scene;
    const mine = (view.round?.bets ?? []).filter((bet) => bet.player === me);
    const open = view.bets.filter((bet) => bet.player === me).flatMap(wagersIn);
    const placed = Object.fromEntries(
      open.map(({ seat, wager, amount }) => [keyOf(seat, wager), amount]),
    );
    const last = mine.flatMap(wagersIn);
    const closed = entry?.events?.some((/** @type {any} */ event) => event.type === "bets_closed");
    this.#change({
      view,
      placed,
      shoe: this.#felt.mouth,
      ...(last.length ? { last } : {}),
      ...(closed ? { draft: EMPTY } : {}),
      ...(this.#queue.length || this.#showing ? { offers: [], withheld: [] } : {}),
    });
    this.#about.show(view);
    const ended = entry?.events?.some((/** @type {any} */ event) => event.type === "round_ended");
    if (ended && view.round) this.#roundOver(view.round);
  }

  /** @param {import("../reducer.js").Round} round */
  #roundOver(round) {
    if (this.#said === round.number) return;
    this.#said = round.number;
    const mine = round.results.filter((result) => result.player === this.#scene.me);
    announce(mine.length ? outcome(this.#scene, round) : watched(round));
    const net = mine.reduce((sum, result) => sum + netOf(result), 0);
    if (mine.length && net) play(net > 0 ? "won" : "lost");
  }

  /** @param {Partial<Scene>} changes */
  #change(changes) {
    this.#scene = { ...this.#scene, ...changes };
    if (!this.#scene.view || !this.#scene.sign) return;
    const scene = { ...this.#scene, view: swept(this.#scene.view, this.#scene.draft) };
    const { view } = scene;
    scene.busy = this.#sending > 0 || this.#showing;
    if (scene.busy) this.removeAttribute("data-rests");
    const seats = bettable(scene);
    const [seat, wager] = scene.active.split(" ");
    if (seats.length && !boundsOf(scene, Number(seat), wager)) {
      scene.active = this.#scene.active = keyOf(seats[0], "primary");
    }
    this.#felt.update(scene, this.#showing);
    this.#results.update(scene);
    this.#tray.update(scene);
    this.#controls.update(scene);
    this.#seal.update(view, scene.me);
    this.#showActs();
    this.#showPurse();
    this.#showTime();
  }

  #showActs() {
    const leaves = offered(this.#scene, "leave").map((offer) => offer.seat);
    const { view, me, sign } = this.#scene;
    const cuts = view.seats.includes(me) && view.coming !== null && !view.coming.closed;
    const drawn = `${leaves} ${this.#share} ${cuts}`;
    if (this.#acts.dataset.drawn === drawn) return;
    this.#acts.dataset.drawn = drawn;
    const seats = sign.solo ? leaves.slice(0, 1) : leaves;
    fill(
      this.#acts,
      cuts && h("button", { onclick: () => this.#askCut() }, "Cut"),
      this.#share && h("button", { onclick: () => linkDialog(this.#share) }, "Invite"),
      seats.map((seat) =>
        h(
          "button",
          { onclick: () => this.send("leave", { seat }) },
          seats.length > 1 ? `Leave seat ${seat}` : "Leave",
        )
      ),
      h(
        "button",
        { "aria-label": "Keys", "aria-keyshortcuts": "?", onclick: helpDialog },
        "?",
      ),
    );
  }

  #showPurse() {
    const { view, me } = this.#scene;
    if (view && me) purse.show(this.table, this.#balance, inPlay(view, me));
  }

  #showTime() {
    const { view } = this.#scene;
    const left = view?.due && !this.#showing ? Math.max(0, view.due - now()) : 0;
    this.#felt.showTime(left);
    // chips that lie there when betting ends are meant
    if (left && left < 1500 && view.need.type === "bets_needed" && !this.#sending) {
      this.#place(false);
    }
  }

  /** Ask what may be done: one question at a time, and once more if things changed meanwhile. */
  async #ask() {
    if (this.#asking) {
      this.#askAgain = true;
      return;
    }
    this.#asking = true;
    try {
      do {
        this.#askAgain = false;
        const seq = this.#stream?.view?.seq;
        const { offers, withheld } = await get(`/api/tables/${this.table}/offers`);
        if (seq === this.#stream?.view?.seq && this.isConnected) {
          await this.#offered(offers, withheld);
        }
      } while (this.#askAgain && this.isConnected);
    } catch (error) {
      this.#fail(error);
    }
    this.#asking = false;
  }

  /**
   * @param {Offer[]} offers
   * @param {Offer[]} withheld
   */
  async #offered(offers, withheld) {
    await this.#takePart(offers);
    if (this.#showing || this.#queue.length) return;
    const sit = middle(offers.filter((offer) => offer.command === "sit"), this.#scene.view.seats);
    const first = !this.#scene.offers.length;
    this.#change({ offers, withheld });
    this.toggleAttribute("data-rests", !this.#sending);
    if (this.sits) {
      this.sits = false;
      if (sit && !this.#scene.view.seats.includes(this.#scene.me)) {
        await this.send("sit", { seat: sit.seat });
      }
    }
    if (first) this.#prompt();
  }

  /** Chips for a beginning, and a word to those who cannot see that it is their turn. */
  #prompt() {
    const scene = this.#scene;
    const [seat] = bettable(scene).filter((seat) => scene.view.seats[seat - 1] === scene.me);
    const bounds = seat && boundsOf(scene, seat, "primary");
    if (
      bounds && scene.draft === EMPTY && !Object.keys(scene.placed).length && !scene.last.length
    ) {
      const least = bounds.amounts?.[0] ?? Math.max(bounds.least, scene.sign.limits.primary.least);
      this.#change({ draft: { ...put(EMPTY, keyOf(seat, "primary"), least), before: null } });
    }
    const war = offered(scene, "choose").find(({ choice }) => choice === "war");
    if (war) {
      announce(
        `A tie at seat ${war.seat}. War costs ${money(war.costs ?? 0)}: W. To surrender: S.`,
      );
    }
  }

  #takePart(/** @type {Offer[]} */ offers) {
    const view = this.#stream?.view ?? this.#scene.view;
    const lone = offers.some((offer) => offer.command === "cut") ||
      alone({ ...this.#scene, view });
    return takePart(offers, view.coming, lone, this.#cut, (name, body) => this.send(name, body));
  }

  /** Ask where to cut the next shoe, and say it now or with the next commitment. */
  #askCut() {
    const { coming } = this.#scene.view;
    if (!coming) return;
    cutDialog(coming.decks * 52, async (at) => {
      this.#cut = at;
      if (offered(this.#scene, "cut").length) {
        await this.send("cut", newSecret(coming.decks, at));
        this.#cut = null;
      } else if (!coming.closed && !alone(this.#scene)) {
        for (const { seat } of coming.committed.filter(({ player }) => player === this.#scene.me)) {
          await this.send("commit", { seat, commitment: commit(coming, seat, at) });
        }
      }
    });
  }

  /**
   * Have the house take the chips that are laid out.
   *
   * @param {boolean} ready
   */
  async #place(ready) {
    const { draft, placed, offers, view } = this.#scene;
    const { bets: laid, withdrawn } = asked(draft, placed);
    const same = ready && draft === EMPTY && !Object.keys(placed).length;
    const bets = same ? again(this.#scene) : laid;
    for (const { seat, wager } of withdrawn) {
      if (placed[keyOf(seat, wager)]) await this.send("withdraw", { seat, wager });
    }
    if (bets.length) {
      const lone = offers.some(({ command }) => command === "cut");
      const fair = lone && view.coming ? { fair: newSecret(view.coming.decks, this.#cut) } : {};
      await this.send("bet", { bets, ready, ...fair });
      this.#cut = null;
    } else if (ready) {
      await this.send("ready");
    }
  }

  /**
   * Give a command, and show what came of it.
   *
   * @param {string} name
   * @param {object} [body]
   */
  async send(name, body = {}) {
    this.#sending += 1;
    this.#change({});
    try {
      if (name === "chips") {
        const { balance } = await post("/api/chips");
        purse.granted(this.table, balance - this.#balance);
        this.#balance = balance;
      } else {
        const answer = await command(this.table, name, body);
        if (name === "game") navigate(`/tables/${answer.table}?sit`);
        else this.#stream?.answered(answer);
      }
    } catch (error) {
      this.#fail(error);
    }
    this.#sending -= 1;
    if (!this.isConnected) return;
    this.#change({});
    this.#ask();
  }

  #settle() {
    if (session.me && !this.#showing && !this.#queue.length) {
      this.#balance = session.me.balance;
      this.#showPurse();
    }
  }

  /** @param {string} key */
  #press(key) {
    const chip = "12345".indexOf(key);
    if (chip >= 0) return this.#tray.press(chip);
    switch (key) {
      case "b":
        return this.#tray.enter();
      case "t":
        return this.#otherWager();
      case "d":
        return this.#controls.press("deal");
      case "w":
        return this.#controls.press("war");
      case "s":
        return this.#controls.press("surrender");
      case "r":
        return this.#tray.rebet();
      case "u":
        return this.#tray.undo();
      case "?":
        helpDialog();
        return true;
      default:
        return false;
    }
  }

  #otherWager() {
    const [seat, wager] = this.#scene.active.split(" ");
    const other = wager === "tie" ? "primary" : "tie";
    if (!boundsOf(this.#scene, Number(seat), other)) return false;
    this.#change({ active: keyOf(Number(seat), other) });
    return true;
  }

  /** @param {unknown} error */
  #fail(error) {
    if (error instanceof Offline) showOffline(true);
    else if (error instanceof Problem) alertOf(`${capital(error.why)}.`);
    else throw error;
    if (error instanceof Problem && !this.#scene.view) this.#title.textContent = capital(error.why);
  }
}

/**
 * A table on which new chips are laid out: the cards of the last round are gone from it.
 *
 * @param {View} view
 * @param {import("../draft.js").Draft} draft
 */
function swept(view, draft) {
  return draft !== EMPTY && view.round && !view.round.playing ? { ...view, round: null } : view;
}

/**
 * The free seat that is nearest to the middle of the table.
 *
 * @param {Offer[]} free
 * @param {string[]} seats
 */
function middle(free, seats) {
  const away = (/** @type {Offer} */ { seat = 0 }) => Math.abs(seat - (seats.length + 1) / 2);
  return free.toSorted((one, other) => away(one) - away(other))[0];
}

/** @param {string} text */
function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

customElements.define("cw-table", TableScreen);

/** @param {Record<string, string>} parameters */
export function screen({ table }) {
  const made = new TableScreen();
  made.table = table;
  made.sits = new URLSearchParams(location.search).has("sit");
  if (made.sits) history.replaceState(null, "", location.pathname);
  return made;
}
