/**
 * The dealer's console: a screen beside a real table. Large keys say the words that a dealer would
 * type; whoever has a keyboard types them, into the line below.
 */

import { get, persist } from "../lib/api.js";
import { loading, reason } from "../lib/loading.js";
import { Desk } from "./desk.js";
import { more } from "./keys/extrakeys.js";
import { over } from "./endscreen.js";
import { Ranks } from "./keys/cardkeys.js";
import { Refusal } from "./refusal.js";
import { outdate } from "./ruling.js";
import { askName } from "./namedialog.js";
import { seats } from "./seats.js";
import { Titles } from "./keys/keytitles.js";
import { Touches } from "./keys/doubletap.js";
import { Waiting } from "./pending.js";
import { asks, keyedWords, NOTHING, work } from "./keys/actionkeys.js";
import { about, FEW, headline, inRows, reminder } from "./phrases.js";
import { openDialog } from "../lib/dialogs.js";
import { fill, h, setAttribute, styled } from "../lib/dom.js";
import { worded } from "../lib/terms.js";
import { session } from "../lib/session.js";
import { TableStream } from "../table/stream.js";

await styled("css/console.css");

/**
 * @import { DealerView, TableSign, TieHand } from "../lib/api.d.ts"
 * @import { Bench, Making } from "./keys/actionkeys.js"
 */

const TYPED = /^[\p{L}\p{N}?=]$/u;
/** What begins a line, wherever it is typed. */

const AGAIN = /^\s*(again|same)\b/i;
const BESIDE = /^\s*(\?|(help|status|rules|rule|cancel|leave|dealer)\b)/i;
/** What is said without going on with the bets. */

const MANY = 6;
/** So many lines of what came of the last words have room. */

const SAYING = "[data-words], .rank:not(.suit-switch), .suit";
/** The keys that say something. */

export class Console extends HTMLElement {
  table = "";
  /** @type {Desk} */
  #desk = new Desk("");
  /** @type {TableStream | undefined} */
  #stream;
  /** @type {TableSign | null} */
  #sign = null;
  #making = NOTHING;
  #over = new AbortController();
  #title = h("p", { class: "console-next", "aria-live": "polite", tabIndex: -1 });
  #reminder = h("p", { class: "console-reminder" });
  #about = h("p", { class: "console-about" });
  #titles = new Titles();
  #waiting = new Waiting(this.#titles);
  #refusal = new Refusal(this.#titles);
  #told = h("ul", { class: "console-told" });
  #work = h("section", { class: "console-work", "aria-label": "What to do" });
  #seats = h("div");
  #more = h("div", { class: "console-more", role: "group", "aria-label": "More" });
  #ranks = new Ranks((card) => this.#card(card));
  #line = /** @type {HTMLInputElement} */ (h("input", {
    class: "console-line",
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: false,
    maxLength: 500,
    "aria-label": "Words, as at the terminal",
  }));
  /** What the table waited for when it was drawn last. */
  #awaited = "";
  /** @type {TieHand[]} the tie hands that were asked, in their rows */
  #tied = [];
  #touches = new Touches();
  #form = h("form", {
    class: "console-form",
    onsubmit: (/** @type {Event} */ event) => this.#submit(event),
  });

  connectedCallback() {
    document.documentElement.dataset.screen = "console";
    fill(this, loading("Loading the table…"));
    persist(() => this.#begin()).catch((error) => fill(this, over(this.table, reason(error))));
  }

  disconnectedCallback() {
    delete document.documentElement.dataset.screen;
    this.#stop();
  }

  #stop() {
    this.#over.abort();
    this.#stream?.close();
  }

  async #begin() {
    await session.ensure();
    const told = await get(`/api/tables/${this.table}`);
    this.#desk = new Desk(this.table);
    await this.#desk.look();
    if (!this.isConnected) return;
    this.#sign = told.sign;
    document.title = `${told.name}, dealt by hand · casinowar`;
    this.#lay(told.name, told.sign);
    const { signal } = this.#over;
    this.#desk.addEventListener("change", () => this.#draw(), { signal });
    addEventListener("keydown", (event) => this.#key(event), { signal });
    // dialogs lie over the keys, and beside them in the page
    addEventListener("click", (event) => this.#guard(event), { signal, capture: true });
    this.#follow(new TableStream(this.table));
    this.#draw();
  }

  /** @param {TableStream} stream */
  #follow(stream) {
    let told = -1;
    const follow = () => this.#desk.moved(told = stream.view?.seq ?? 0);
    this.#stream = stream;
    stream.addEventListener("snapshot", follow);
    stream.addEventListener("entry", follow);
    stream.addEventListener("state", () => {
      // it comes after entries, and else only if something is otherwise that is none
      if (told < 0) this.#desk.changed();
      told = -1;
    });
    stream.open();
  }

  /**
   * @param {string} name
   * @param {TableSign} sign
   */
  #lay(name, sign) {
    const { rules_name, reading, remarks } = sign;
    const showSign = () =>
      import("../lib/signdialog.js").then(({ showSign }) => showSign(name, sign), () => {});
    const rules = rules_name === name ? reading.name : `${rules_name}, ${reading.name}`;
    fill(this.#form, this.#line, h("button", {}, "Say"));
    fill(
      this,
      h(
        "header",
        { class: "console-head" },
        h("h1", { class: "console-table" }, name, h("small", {}, ` ${rules}`)),
        remarks.length > 0 &&
          h("p", { class: "console-remarks" }, remarks.map(({ says }) => worded(says)).join(" ")),
        this.#title,
        this.#reminder,
        h(
          "div",
          { class: "console-links" },
          h("button", { class: "button", "aria-haspopup": "dialog", onclick: showSign }, "Sign"),
          h("a", { class: "button", href: `/tables/${this.table}` }, "The table"),
        ),
        this.#about,
        this.#waiting.element,
      ),
      h("div", { class: "console-said" }, this.#refusal.element, this.#told),
      this.#seats,
      this.#ranks.element,
      this.#work,
      this.#more,
      this.#form,
    );
  }

  /** @param {Event} event */
  #submit(event) {
    event.preventDefault();
    this.#type();
  }

  /**
   * No key is taken while another waits to be sent, nor one that was not meant.
   *
   * @param {MouseEvent} event
   */
  #guard(event) {
    const key = event.target instanceof Element ? event.target.closest("button") : null;
    if (this.#desk.held && key?.matches(`${SAYING}, .seat-key`)) {
      event.stopPropagation();
      this.#waiting.refuse(key.matches(".seat-key") ? "" : key.textContent ?? "");
    } else if (key) this.#touches.guard(event, key);
  }

  #draw() {
    const desk = this.#desk.standing;
    if (!desk || !this.isConnected) return;
    if (this.#desk.over) {
      this.#end(this.#desk.over);
      return;
    }
    this.toggleAttribute("data-rests", !this.#desk.busy);
    this.#reminder.textContent = reminder(desk);
    this.#about.textContent = about(desk);
    this.#line.placeholder = `${desk.hint || "9, k or 10h"}   ? for help`;
    this.#refusal.update(this.#desk);
    this.#waiting.update(this.#desk);
    this.#form.hidden = this.#ranks.element.hidden = desk.closed;
    fill(this.#told, this.#desk.news().slice(-MANY).map(({ text }) => h("li", {}, text)));
    const awaited = `${desk.need.type} ${desk.round}`;
    if (awaited !== this.#awaited) {
      this.#awaited = awaited;
      const { seat, asked } = this.#making; // what is asked says itself that it is late
      this.#making = { ...NOTHING, seat, asked };
      this.#making = { ...this.#making, ...this.#ahead(desk) };
      this.#tied = [];
    } else if (desk.need.type === "bets_needed" && !this.#making.keyed) {
      this.#making = { ...this.#making, ...this.#chosen(desk, this.#making.seat) };
    }
    if (!desk.deals) this.#making.asked = null;
    outdate(desk);
    this.#tied = inRows(this.#tied, desk.choices);
    this.#arrange(desk);
  }

  /**
   * The seat that bets next, when the one that was chosen has done so.
   *
   * @param {DealerView} desk
   * @returns {Partial<Making>}
   */
  #ahead(desk) {
    if (desk.need.type !== "bets_needed") return { seat: 0 };
    const open = desk.seats.filter(({ player, bets }) =>
      desk.names[player]?.walk_in && player !== desk.bank.player &&
      !bets.some((bet) => bet.player === player)
    );
    return this.#chosen(
      desk,
      (open.find(({ seat }) => seat >= this.#making.seat) ?? open[0])?.seat,
    );
  }

  /**
   * @param {DealerView} desk
   * @param {number} [seat]
   * @returns {Partial<Making>}
   */
  #chosen(desk, seat = 0) {
    const here = desk.seats[seat - 1];
    const placed = here?.bets.find((bet) => bet.player === here.player);
    return { seat, primary: placed?.primary ?? 0, tie: placed?.tie ?? 0, keyed: false };
  }

  /** @param {DealerView} desk */
  #arrange(desk) {
    const focus = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    const key = focus?.closest("cw-console") ? focus.dataset.key : undefined;
    const bench = this.#bench(desk), { asked, seat } = this.#making;
    const next = asked ? asks(asked, desk) : headline(desk);
    if (this.#title.textContent !== next) this.#title.textContent = next;
    this.toggleAttribute("data-pays", desk.need.type === "payment_needed" && !asked?.card);
    const ties = desk.need.type === "choice_needed" && this.#tied.length > FEW && !asked;
    this.toggleAttribute("data-many-ties", ties);
    fill(this.#work, work(bench));
    fill(this.#seats, seats(desk, seat, (chosen) => this.#choose(desk, chosen)));
    fill(this.#more, more(bench));
    this.#ranks.update(desk, asked?.card ?? false);
    this.#titles.read(this);
    const { busy, held } = this.#desk;
    for (const button of this.querySelectorAll(held ? SAYING : "[data-words]")) {
      setAttribute(button, "aria-disabled", busy && "true");
    }
    const same = key && this.querySelector(`[data-key="${key}"]`);
    if (same instanceof HTMLElement) same.focus();
    else if (key) this.#title.focus(); // not to the line, which would bring up a tablet's keyboard
  }

  /**
   * @param {DealerView} desk
   * @returns {Bench}
   */
  #bench(desk) {
    return {
      desk,
      sign: /** @type {TableSign} */ (this.#sign),
      making: this.#making,
      tied: this.#tied,
      make: (changes) => this.#make(changes),
      say: (words, turn) => this.#say(words, turn),
    };
  }

  /** @param {Partial<Making>} changes */
  #make(changes) {
    this.#making = { ...this.#making, ...changes };
    if (this.#desk.standing) this.#arrange(this.#desk.standing);
  }

  /**
   * Touch a seat: someone sits down at a free one, or it is chosen.
   *
   * @param {DealerView} desk
   * @param {number} seat
   */
  async #choose(desk, seat) {
    if (!desk.deals || desk.closed) return;
    const keyed = keyedWords(this.#bench(desk));
    if (keyed) await this.#desk.say(keyed);
    const { standing, refused } = this.#desk;
    if (!standing || (keyed && refused)) return;
    if (standing.seats[seat - 1].player) this.#make(this.#chosen(standing, seat));
    else askName(seat, (words) => this.#say(words));
  }

  /** @param {string} card */
  #card(card) {
    const { asked } = this.#making;
    if (asked?.card) this.#make({ asked: null });
    this.#placeKeyed();
    if (asked?.card) this.#desk.say(`${asked.words} ${card}`, asked.turn);
    else this.#desk.say(card);
  }

  /** Chips that were keyed are meant, also when the dealer goes on without the key for the bet. */
  async #placeKeyed() {
    const words = this.#keyed();
    if (!words) return;
    this.#make({ keyed: false });
    await this.#desk.say(words);
  }

  /** What says the bet whose chips were keyed, and which was not placed yet. */
  #keyed() {
    const { standing } = this.#desk;
    return standing ? keyedWords(this.#bench(standing)) : "";
  }

  /**
   * Chips that were keyed are placed before it; those who bet again do so first, so that the chips
   * count. Who only asks something, or looks after something else, finds them where they were.
   *
   * @param {string} words
   * @param {string} [turn] at which they were asked for
   */
  async #say(words, turn) {
    if (this.#desk.held) this.#waiting.refuse(words);
    if (this.#desk.busy) return;
    const isTheBet = words === this.#keyed(), repeats = AGAIN.test(words);
    if (isTheBet) this.#make({ keyed: false });
    else if (!repeats && !BESIDE.test(words)) this.#placeKeyed();
    await this.#desk.say(words, turn);
    if (repeats && !this.#desk.refused) await this.#placeKeyed();
    const { standing, refused } = this.#desk;
    if (standing && !refused && !this.#keyed()) this.#make(this.#ahead(standing));
  }

  /** What is typed is sent, and stays until it is taken. */
  async #type() {
    const words = this.#line.value, { busy } = this.#desk;
    await this.#say(words);
    if (busy) return;
    const { lines, refused, left } = this.#desk;
    if (this.#line.value === words) this.#line.value = refused ? left.join(" ") : "";
    if (!refused && lines.length > MANY) this.#read(lines);
  }

  /** @param {{text: string}[]} lines that have no room beside the keys, such as the help */
  #read(lines) {
    openDialog("The desk says", (close) => [
      h("pre", { class: "console-read" }, lines.map(({ text }) => text).join("\n")),
      h("button", { class: "main", onclick: close }, "Close"),
    ]);
  }

  /**
   * Whatever is typed goes into the line; Enter alone burns or pays.
   *
   * @param {KeyboardEvent} event
   */
  #key(event) {
    const at = event.target instanceof HTMLElement ? event.target : null;
    const typing = at?.closest("input, select, textarea, dialog");
    if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Enter" && !at?.closest("button, a")) {
      event.preventDefault();
      this.#type();
    } else if (TYPED.test(event.key)) {
      this.#line.focus();
    }
  }

  /** @param {string} why */
  #end(why) {
    this.#stop();
    const left = this.#refusal.left(this.#desk);
    fill(this, over(this.table, "You deal here no longer.", [why, left].filter(Boolean)));
  }
}

customElements.define("cw-console", Console);

/** @param {Record<string, string>} parameters */
export function screen({ table }) {
  const made = new Console();
  made.table = table;
  return made;
}
