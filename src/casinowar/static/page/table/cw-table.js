/**
 * The table screen. Entries come as fast as the house makes them, whole rounds at once; they are
 * shown one after the other, so that cards can move. What may be done is offered when all of them
 * have been shown. Nothing is shown that the house has not saved.
 */

import { command, get, now, Offline, persist, post } from "../lib/api.js";
import { alertOf, announce } from "../lib/announcements.js";
import { linked } from "../lib/clauses.js";
import { navigate } from "../app.js";
import { loading, reason } from "../lib/loading.js";
import { connection } from "../lib/connection.js";
import { Day } from "./playtime.js";
import { fill, h } from "../lib/dom.js";
import { asked, EMPTY, keyOf } from "./bets/draft.js";
import { give } from "./fair/secrets.js";
import { listen, press } from "./shortcuts.js";
import { Offering } from "./offers.js";
import { openPractice } from "../lib/practice.js";
import { purse } from "../lib/bar/purse.js";
import { ended, late, limited, ruled, turn, within } from "./messages.js";
import {
  again,
  alone,
  bettable,
  boundsOf,
  isEarly,
  middle,
  offered,
  opening,
  swept,
} from "./scene.js";
import { session } from "../lib/session.js";
import { cutAt, takePart } from "./fair/shuffle.js";
import { play } from "./felt/sound.js";
import { stepsOf } from "./steps.js";
import { TableStream } from "./stream.js";
import { inPlay, moved, wagersIn } from "./bets/wagers.js";
import { worded } from "../lib/terms.js";
import { Beside } from "./cw-beside.js";
import { Tray } from "./bets/cw-chips.js";
import { Controls } from "./bets/cw-controls.js";
import { Felt } from "./felt/cw-felt.js";
import { TableHead } from "./cw-head.js";
import { Results } from "./bets/cw-results.js";

/**
 * @import { CommandAnswer, Entry, Event, OfferedCommand, Secret, WithheldCommand } from "../lib/api.d.ts"
 * @import { CommandBody } from "../lib/api.js"
 * @import { View } from "./reducer.js"
 * @import { Scene } from "./scene.js"
 *
 * @typedef {{view: View, entry: Entry}} Shown
 */

const LONG = 80;
/** So many entries behind, and the page catches up without showing each. */
const LAST = 2500;
/** Milliseconds before betting ends: chips that lie there are placed, from a slow machine too. */

const BY_ITSELF = ["commit", "reveal"];
/** What the page sends without anyone's doing. */

export class TableScreen extends HTMLElement {
  table = "";
  /** Whether to sit down at once. */
  sits = false;
  /** @type {TableStream | undefined} */
  #stream;
  /** @type {Offering | undefined} */
  #offering;
  /** @type {Day | undefined} */
  #day;
  /** @type {Shown[]} */
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
  #asked = "";
  #head = new TableHead();
  #results = new Results();
  #tray = new Tray();
  #controls = new Controls();
  #about = new Beside();
  #felt = new Felt();
  #loading = loading("Loading the table…");

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
      late: "",
      busy: true,
      send: (name, body) => this.send(name, body),
      lay: (draft) => this.#change({ draft, late: "" }),
      choose: (active) => this.#change({ active }),
      deal: () => this.#tray.isSound() && this.#place(true),
      pass: () => this.send("ready"),
      place: () => this.#tray.isSound() && this.#place(false),
      cut: () => this.#askCut(),
      practise: () => this.#practise(),
    };
  }

  connectedCallback() {
    fill(
      this,
      this.#loading,
      this.#head,
      this.#felt,
      h("div", { class: "below" }, this.#controls, this.#tray),
      this.#results,
      h("aside", { class: "beside", "aria-label": "Beside the table" }, this.#about),
    );
    const keys = { tray: this.#tray, controls: this.#controls, other: () => this.#otherWager() };
    listen((key) => press(key, keys), this.#over.signal);
    persist(() => this.#begin()).catch((error) => this.#fail(error));
  }

  disconnectedCallback() {
    this.#over.abort();
    this.#stream?.close();
    const { view, me } = this.#scene;
    purse.hide();
    if (view) session.left(this.table, this.#balance, inPlay(view, me));
  }

  async #begin() {
    if (!this.isConnected) return;
    const me = await session.ensure();
    const told = await get(`/api/tables/${this.table}`);
    if (!this.isConnected) return;
    this.#scene = { ...this.#scene, me: me.player, sign: told.sign, names: told.names };
    this.#balance = me.balance;
    document.title = `${told.name} · casinowar`;
    this.#head.begin(this.table, told);
    this.#about.begin(this.table, told.sign);
    this.#offering = new Offering(
      this.table,
      () => this.#stream?.view,
      (offers, withheld) => this.#offered(offers, withheld),
      (error) => this.#fail(error),
    );
    const stream = new TableStream(this.table);
    this.#stream = stream;
    stream.names = this.#scene.names;
    stream.addEventListener("snapshot", () => this.#restart());
    stream.addEventListener("entry", (event) => {
      const { detail } = /** @type {CustomEvent<Shown>} */ (event);
      this.#head.seal.note(detail.view, detail.entry);
      this.#queue.push(detail);
      this.#show();
    });
    stream.addEventListener("state", () => {
      this.#offering?.ask();
      this.#show();
    });
    const { signal } = this.#over;
    connection.addEventListener("back", () => this.#offering?.ask(true), { signal });
    stream.open();
    const clock = setInterval(() => this.#showTime(), 250);
    signal.addEventListener("abort", () => clearInterval(clock));
  }

  /** A snapshot: everything before it is forgotten. */
  #restart() {
    if (!this.#stream?.view) return;
    this.#queue = [];
    this.#loading.remove();
    this.#scene.late ||= late(this.#scene, this.#stream.view.round?.answers ?? []);
    this.#draw(this.#stream.view);
    this.#head.seal.note(this.#stream.view, null);
    this.#day = undefined;
    this.#askPurse();
  }

  /** Ask what someone has; where cards move meanwhile, it is asked again when they lie. */
  #askPurse() {
    session.refresh().then(() => this.#settle(), (error) => this.#fail(error));
  }

  /** Show what has happened, entry by entry. */
  async #show() {
    if (this.#showing) return;
    this.#showing = true;
    while (this.#queue.length && this.isConnected) {
      const behind = this.#queue.length > LONG;
      const { view, entry } = /** @type {Shown} */ (this.#queue.shift());
      for (const step of stepsOf(this.#scene.view, view, entry)) {
        this.#draw(step.view, behind ? [] : step.events);
        for (const event of step.events) this.#balance += moved(event, this.#scene.me);
        this.#showPurse();
        if (!behind) await this.#felt.show(step.events);
      }
      this.#head.seal.shown(view, entry);
    }
    this.#showing = false;
    if (this.#stream?.view && this.isConnected) {
      this.#draw(this.#stream.view);
      this.#offering?.ask();
      if (!this.#day) this.#askPurse();
    }
  }

  /**
   * @param {View} view
   * @param {Event[]} [events] that led to it
   */
  #draw(view, events = []) {
    const scene = this.#scene, { me } = scene;
    const open = view.bets.filter((bet) => bet.player === me).flatMap(wagersIn);
    const placed = Object.fromEntries(
      open.map(({ seat, wager, amount }) => [keyOf(seat, wager), amount]),
    );
    const last = (view.round?.bets ?? []).filter((bet) => bet.player === me).flatMap(wagersIn);
    const closed = events.some(({ type }) => type === "bets_closed");
    const told = limited(scene, events);
    const ruling = ruled(events);
    if (told) {
      const { limits, sha256 } = scene.sign;
      alertOf(...linked(told, [...limits.above_by, ...limits.below_by], sha256));
    } else if (ruling) alertOf(ruling);
    const lapsed = late(scene, events);
    if (lapsed && !events.some(({ type }) => type === "round_ended")) announce(lapsed);
    this.#change({
      view,
      ...(lapsed ? { late: lapsed } : {}),
      placed,
      ...(last.length ? { last } : {}),
      ...(closed || told ? { draft: EMPTY } : {}),
      ...(this.#queue.length || this.#showing ? { offers: [], withheld: [] } : {}),
    });
    this.#about.show(view);
    if (events.some(({ type }) => type === "round_ended")) this.#roundOver(view.round);
  }

  /** @param {View["round"]} round */
  #roundOver(round) {
    if (!round || this.#said === round.number) return;
    this.#said = round.number;
    const { says, net } = ended(this.#scene, round);
    announce(says);
    if (net) play(net > 0 ? "won" : "lost");
  }

  /** @param {Partial<Scene>} changes */
  #change(changes) {
    this.#scene = { ...this.#scene, ...changes };
    if (!this.#scene.view || !this.#scene.sign) return;
    const scene = { ...this.#scene, view: swept(this.#scene.view, this.#scene.draft) };
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
    this.#head.update(scene);
    this.#showPurse();
    this.#showTime();
  }

  #showPurse() {
    const { view, me } = this.#scene;
    if (view && me) purse.show(this.#balance, inPlay(view, me));
  }

  #showTime() {
    const { view } = this.#scene;
    const left = view?.due && !this.#showing ? Math.max(0, view.due - now()) : 0;
    this.#felt.showTime(left);
    const ends = left && left < LAST && view.need.type === "bets_needed";
    if (ends && !this.#sending && !this.#tray.wrong) this.#place(false);
  }

  /**
   * @param {OfferedCommand[]} offers
   * @param {WithheldCommand[]} withheld
   */
  async #offered(offers, withheld) {
    if (!this.isConnected) return;
    const seq = this.#stream?.view?.seq;
    await this.#takePart(offers);
    // what came of that is asked for next: these offers are old
    if (this.#showing || this.#queue.length || this.#stream?.view?.seq !== seq) return;
    const sit = middle(offers.filter((offer) => offer.command === "sit"), this.#scene.view.seats);
    const first = !this.#scene.offers.length;
    this.#change({ offers, withheld });
    this.toggleAttribute("data-rests", !this.#sending);
    if (this.sits) {
      this.sits = false;
      if (sit?.seat && !this.#scene.view.seats.includes(this.#scene.me)) {
        await this.send("sit", { seat: sit.seat });
      }
    }
    const draft = first && opening(this.#scene);
    if (draft) this.#change({ draft });
    this.#prompt();
    this.#day?.ask();
  }

  /** A word to those who cannot see that it is their turn. */
  #prompt() {
    const asks = turn(this.#scene), { due } = this.#scene.view;
    if (asks && asks !== this.#asked) announce(asks + within(due ? due - now() : 0));
    this.#asked = asks;
  }

  #takePart(/** @type {OfferedCommand[]} */ offers) {
    const view = this.#stream?.view ?? this.#scene.view;
    const lone = offers.some(({ command }) => command === "cut") || alone({ ...this.#scene, view });
    return takePart(offers, view.coming, lone, this.#cut, (name, body) => this.send(name, body));
  }

  /** Leave for a practice table of one's own, with bots. */
  async #practise() {
    this.#sending += 1;
    this.#change({});
    try {
      const table = await persist(() => openPractice(this.table));
      for (const { seat = 0 } of offered(this.#scene, "leave")) await this.send("leave", { seat });
      if (this.isConnected) await navigate(`/tables/${table}?sit`);
    } catch (error) {
      this.#fail(error);
    }
    this.#sending -= 1;
    if (this.isConnected) this.#change({});
  }

  /** Ask where to cut the next shoe, and say it now or with the next commitment. */
  async #askCut() {
    const { coming } = this.#scene.view;
    if (!coming) return;
    const cutting = await import("./fair/cw-cut.js").catch(() => null); // the bar says: offline
    cutting?.cutDialog(coming.decks * 52, async (at) => {
      this.#cut = at;
      this.#cut = await cutAt(this.#scene, coming, at);
    });
  }

  /**
   * Have the house take the chips that are laid out. It may take several commands, and is one thing:
   * nothing else can be pressed between them.
   *
   * @param {boolean} ready
   */
  async #place(ready) {
    this.#sending += 1;
    this.#change({});
    await this.#placeAll(ready).catch((error) => this.#fail(error));
    this.#sending -= 1;
    if (!this.isConnected) return;
    this.#change({});
    this.#offering?.ask();
  }

  /** @param {boolean} ready */
  async #placeAll(ready) {
    const { draft, placed, offers, view } = this.#scene;
    const { bets: laid, withdrawn } = asked(draft, placed);
    const same = ready && draft === EMPTY && !Object.keys(placed).length;
    const open = laid.filter(({ seat, wager }) => boundsOf(this.#scene, seat, wager));
    const bets = same ? again(this.#scene) : open;
    const { coming } = view, early = isEarly(this.#scene);
    if (early) {
      const cut = (/** @type {Secret} */ secret) => this.send("cut", secret);
      const way = async () => void (coming && await give(coming, this.#cut, cut));
      const cleared = await import("./bets/prerequisites.js").catch(() => null); // the bar says: offline
      await cleared?.clearTheWay(this.table, offers, way, (name, body) => this.send(name, body));
      if (this.#stream?.view?.need.type !== "bets_needed") return;
    }
    for (const { seat, wager } of withdrawn) {
      if (placed[keyOf(seat, wager)]) await this.send("withdraw", { seat, wager });
    }
    if (bets.length) {
      const brings = !early && offers.some(({ command }) => command === "cut");
      const bet = (/** @type {{fair?: Secret}} */ fair) =>
        this.send("bet", { bets, ready, ...fair });
      if (brings && coming) await give(coming, this.#cut, (fair) => bet({ fair }));
      else await bet({});
      this.#cut = null;
    } else if (ready) {
      await this.send("ready");
    }
  }

  /**
   * Give a command, and show what came of it.
   *
   * @template {string} Name
   * @param {Name} name
   * @param {CommandBody<Name>} [body]
   * @returns {Promise<boolean>} whether it may have been done
   */
  async send(name, body) {
    let refused = false;
    this.#sending += 1;
    this.#change(BY_ITSELF.includes(name) ? {} : { late: "" });
    try {
      if (name === "chips") {
        const { balance } = await post("/api/chips");
        purse.granted(balance - this.#balance);
        this.#balance = balance;
      } else {
        /** @type {unknown} */
        const done = await command(this.table, name, body);
        const answer = /** @type {CommandAnswer} */ (done);
        if (name === "game") navigate(`/tables/${answer.table}?sit`);
        else {
          this.#offering?.know(answer);
          this.#stream?.answered(answer);
        }
      }
    } catch (error) {
      refused = !(error instanceof Offline);
      if (!refused) {
        alertOf("No answer came. See whether it was done before you try again.");
      } else this.#fail(error);
    }
    this.#sending -= 1;
    if (this.isConnected) {
      this.#change({});
      this.#offering?.ask(refused || name === "chips");
    } else session.refresh().catch(() => {});
    return !refused;
  }

  #settle() {
    if (session.me && !this.#showing && !this.#queue.length) {
      this.#balance = session.me.balance;
      const total = () => this.#balance + inPlay(this.#scene.view, this.#scene.me);
      this.#day = new Day(() => this.#showing || this.#queue.length ? null : total());
      this.#day.ask();
      this.#showPurse();
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
    if (error instanceof Offline) return; // the bar says so
    const why = worded(reason(error));
    if (this.#scene.view) return alertOf(why);
    const back = h("a", { class: "button main", href: "/" }, "To the tables");
    fill(this, h("section", { class: "note" }, h("h1", {}, why), back));
  }
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
