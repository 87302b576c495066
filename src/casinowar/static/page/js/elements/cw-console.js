/**
 * The dealer's console: a screen beside a real table. Large keys say the words that a dealer would
 * type; whoever has a keyboard types them, into the line below.
 */

import { get, persist } from "../api.js";
import { announce } from "../announce.js";
import { loading, reason } from "../asking.js";
import { Desk } from "../console/desk.js";
import { Ranks } from "../console/ranks.js";
import { seats } from "../console/seats.js";
import { sayKey, work } from "../console/work.js";
import { headline, nameOf, reminder, speaksFor } from "../console/words.js";
import { openDialog } from "../dialogs.js";
import { fill, h, setAttribute, styled } from "../dom.js";
import { session } from "../session.js";
import { TableStream } from "../stream.js";

await styled("css/console.css");

/**
 * @typedef {import("../console/words.js").Standing} Standing
 * @typedef {import("../console/work.js").Making} Making
 * @typedef {import("../console/work.js").Bench} Bench
 */

const TYPED = /^[\p{L}\p{N}?=]$/u;
/** What begins a line, wherever it is typed. */

const MANY = 6;
/** So many lines of what came of the last words have room. */

/** @type {Making} */
const NOTHING = { seat: 0, primary: 0, tie: 0, stake: null, behind: null, asked: null };

export class Console extends HTMLElement {
  table = "";
  /** @type {Desk} */
  #desk = new Desk("");
  /** @type {TableStream | undefined} */
  #stream;
  /** @type {any} */
  #sign = null;
  #making = NOTHING;
  #over = new AbortController();
  #title = h("p", { class: "console-next", "aria-live": "polite", tabIndex: -1 });
  #reminder = h("p", { class: "console-reminder" });
  #about = h("p", { class: "console-about" });
  #refused = h("div", { class: "console-refused", role: "alert", hidden: true });
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

  connectedCallback() {
    document.documentElement.dataset.screen = "console";
    fill(this, loading("Loading the table…"));
    persist(() => this.#begin()).catch((error) => this.#fail(error));
  }

  disconnectedCallback() {
    delete document.documentElement.dataset.screen;
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
    this.#lay(told.name);
    this.#desk.addEventListener("change", () => this.#draw());
    const { signal } = this.#over;
    addEventListener("keydown", (event) => this.#key(event), { signal });
    const stream = new TableStream(this.table);
    this.#stream = stream;
    for (const what of ["snapshot", "entry", "state"]) {
      stream.addEventListener(what, () => this.#desk.moved(stream.view?.seq ?? 0));
    }
    stream.open();
    this.#draw();
  }

  /** @param {string} name */
  #lay(name) {
    const send = (/** @type {Event} */ event) => {
      event.preventDefault();
      this.#type();
    };
    fill(
      this,
      h("h1", { class: "unseen" }, `${name}, dealt by hand`),
      h(
        "header",
        { class: "console-head" },
        this.#title,
        this.#reminder,
        h("a", { class: "button", href: `/tables/${this.table}` }, "The table"),
        this.#about,
      ),
      h("div", { class: "console-said" }, this.#refused, this.#told),
      this.#seats,
      this.#ranks.element,
      this.#work,
      this.#more,
      h("form", { class: "console-form", onsubmit: send }, this.#line, h("button", {}, "Say")),
    );
  }

  #draw() {
    const desk = this.#desk.standing;
    if (!desk || !this.isConnected) return;
    this.toggleAttribute("data-rests", !this.#desk.busy);
    this.#reminder.textContent = reminder(desk);
    this.#about.textContent = about(desk);
    this.#line.placeholder = `${desk.hint || "9, k or 10h"}   ? for help`;
    this.#showRefused();
    fill(this.#told, this.#desk.lines.slice(-MANY).map(({ text }) => h("li", {}, text)));
    const awaited = `${desk.need.type} ${desk.round}`;
    if (awaited !== this.#awaited) {
      this.#awaited = awaited;
      this.#making = { ...NOTHING, seat: this.#making.seat };
      this.#making = { ...this.#making, ...this.#ahead(desk) };
    }
    this.#arrange(desk);
  }

  /**
   * The seat that bets next, when the one that was chosen has done so.
   *
   * @param {Standing} desk
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
   * @param {Standing} desk
   * @param {number} [seat]
   * @returns {Partial<Making>}
   */
  #chosen(desk, seat = 0) {
    const here = desk.seats[seat - 1];
    const placed = here?.bets.find((bet) => bet.player === here.player);
    return { seat, primary: placed?.primary ?? 0, tie: placed?.tie ?? 0 };
  }

  /** @param {Standing} desk */
  #arrange(desk) {
    const focus = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    const key = focus?.closest("cw-console") ? focus.dataset.key : undefined;
    const bench = this.#bench(desk), { asked, seat } = this.#making;
    const next = asked?.asks ?? headline(desk);
    if (this.#title.textContent !== next) this.#title.textContent = next;
    this.toggleAttribute("data-pays", desk.need.type === "payment_needed" && !asked?.card);
    fill(this.#work, work(bench));
    fill(this.#seats, seats(desk, seat, (chosen) => this.#choose(desk, chosen)));
    fill(this.#more, more(bench));
    this.#ranks.update(desk, asked?.card ?? false);
    for (const button of this.querySelectorAll("[data-words]")) {
      setAttribute(button, "aria-disabled", this.#desk.busy && "true");
    }
    const same = key && this.querySelector(`[data-key="${key}"]`);
    if (same instanceof HTMLElement) same.focus();
    else if (key) this.#title.focus(); // not to the line, which would bring up a tablet's keyboard
  }

  /**
   * @param {Standing} desk
   * @returns {Bench}
   */
  #bench(desk) {
    return {
      desk,
      sign: this.#sign,
      making: this.#making,
      make: (changes) => this.#make(changes),
      say: (words) => this.#say(words),
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
   * @param {Standing} desk
   * @param {number} seat
   */
  #choose(desk, seat) {
    if (!desk.deals || desk.closed) return;
    if (desk.seats[seat - 1].player) this.#make(this.#chosen(desk, seat));
    else this.#seat(seat);
  }

  /** @param {number} seat */
  #seat(seat) {
    const name = /** @type {HTMLInputElement} */ (h("input", {
      value: `seat${seat}`,
      maxLength: 32,
      required: true,
      autocomplete: "off",
    }));
    openDialog(`Who sits down at seat ${seat}?`, (close) => {
      const send = (/** @type {Event} */ event) => {
        event.preventDefault();
        close();
        this.#say(`sit ${seat} ${name.value.trim().replaceAll(/\s+/g, "-")}`);
      };
      return [
        h(
          "form",
          { class: "console-sit", onsubmit: send },
          h("label", {}, "Name", name),
          h("button", { class: "main huge" }, "Sits down"),
          h("button", { class: "huge", type: "button", onclick: close }, "Nobody"),
        ),
      ];
    });
    name.select();
  }

  /** @param {string} card */
  #card(card) {
    const { asked } = this.#making;
    if (asked?.card) this.#make({ asked: null });
    this.#desk.say(asked?.card ? `${asked.words} ${card}` : card);
  }

  /** @param {string} words */
  async #say(words) {
    if (this.#desk.busy) return;
    await this.#desk.say(words);
    const { standing, refused } = this.#desk;
    if (standing && !refused) this.#make(this.#ahead(standing));
  }

  /** What is typed is sent, and stays until it is taken. */
  async #type() {
    const words = this.#line.value;
    await this.#say(words);
    const { lines, refused, left } = this.#desk;
    if (this.#line.value === words) this.#line.value = refused ? left : "";
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

  #showRefused() {
    const { refused, left } = this.#desk;
    if (this.#refused.hidden === !refused && this.#refused.dataset.said === refused + left) return;
    this.#refused.hidden = !refused;
    this.#refused.dataset.said = refused + left;
    fill(
      this.#refused,
      h("p", {}, refused),
      left && h("p", { class: "console-left" }, `Not taken: ${left}`),
      refused && h("button", { onclick: () => this.#desk.forgive() }, "Seen"),
    );
  }

  /** @param {unknown} error */
  #fail(error) {
    const why = reason(error);
    announce(why);
    fill(
      this,
      h(
        "section",
        { class: "note" },
        h("h1", {}, why),
        h("a", { class: "button main", href: `/tables/${this.table}` }, "To the table"),
        " ",
        h("a", { class: "button", href: "/account" }, "Sign in"),
      ),
    );
  }
}

/**
 * Who deals, from which shoe.
 *
 * @param {Standing} desk
 */
function about(desk) {
  const { shoe } = desk;
  const dealer = desk.dealer ? `${nameOf(desk, desk.dealer)} deals` : "nobody deals";
  const round = desk.round
    ? `round ${desk.round}${desk.playing ? "" : " is over"}`
    : "no round yet";
  const cards = shoe
    ? `shoe ${shoe.number}, ${shoe.backs} backs: ${shoe.left} cards left`
    : "no shoe yet";
  return `${dealer} · ${round} · ${cards}`;
}

/**
 * What can be done besides: mistakes are asked about first, as nothing here is undone.
 *
 * @param {Bench} bench
 */
function more(bench) {
  const { desk, make } = bench;
  if (!desk.deals || bench.making.asked) return [];
  /**
   * @param {string} title
   * @param {NonNullable<Making["asked"]>} asked
   */
  const ask = (title, asked) =>
    h("button", { data: { key: `ask ${asked.words}` }, onclick: () => make({ asked }) }, title);
  const may = (/** @type {string} */ word) => desk.words.includes(word);
  const { seat } = bench.making, player = seat ? desk.seats[seat - 1].player : "";
  const leaves = speaksFor(desk, player) && desk.need.type !== "bets_needed";
  const corrects = desk.corrects?.replace("T", "10");
  return [
    corrects &&
    ask(`Fix the ${corrects}`, {
      words: "fix",
      asks: `Not ${corrects}: which is it?`,
      card: true,
    }),
    may("excess") &&
    ask("Card too many", {
      words: "x",
      asks: "A card too many, unseen?",
      card: false,
    }),
    may("shown") &&
    ask("Card shown", {
      words: "shown",
      asks: "Which card was shown?",
      card: true,
    }),
    may("timeout") &&
    ask("Time is up", {
      words: "timeout",
      asks: "No answer: does the house decide?",
      card: false,
    }),
    may("close") && sayKey(bench, "close", "No more bets"),
    leaves && sayKey(bench, `leave ${seat}`, `${nameOf(desk, player)} leaves`),
  ];
}

customElements.define("cw-console", Console);

/** @param {Record<string, string>} parameters */
export function screen({ table }) {
  const made = new Console();
  made.table = table;
  return made;
}
