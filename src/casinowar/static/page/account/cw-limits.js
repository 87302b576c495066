/**
 * What someone allows themselves: the stakes of a round, the loss and the time of a day, and a break
 * that nobody ends early. The house keeps them; what it says against one stands beside it.
 */

import { announce } from "../lib/announcements.js";
import { get, post } from "../lib/api.js";
import { attempt, fillWhenAsked, noRefusal } from "../lib/loading.js";
import { openDialog } from "../lib/dialogs.js";
import { h } from "../lib/dom.js";
import { money, parseMoney, signed } from "../lib/money.js";
import { duration, moment, purse } from "../lib/bar/purse.js";
import { session } from "../lib/session.js";

/**
 * @import { PlayerLimit, PlayerLimits, SetLimit } from "../lib/api.d.ts"
 *
 * @typedef {SetLimit["what"]} What
 */

/** @type {[What, string, string][]} */
const LIMITS = [
  ["stake", "Stakes of a round", "All your wagers at a table together, war included."],
  ["loss", "Loss within 24 hours", "At all tables; what is undecided may be lost."],
  ["time", "Minutes of play within 24 hours", "Pauses of more than five minutes do not count."],
];

/** @type {[number, string][]} */
const BREAKS = [
  [1, "24 hours"],
  [7, "7 days"],
  [30, "30 days"],
  [182, "half a year"],
  [365, "a year"],
];

export class Limits extends HTMLElement {
  /** Whose limits are shown. */
  #player = "";

  connectedCallback() {
    const player = session.me?.player ?? "";
    if (player === this.#player) return;
    this.#player = player;
    this.#ask();
  }

  #ask() {
    return fillWhenAsked(this, async () => this.#content(await get("/api/me/limits")));
  }

  /** @param {PlayerLimits} told */
  #content(told) {
    const { played } = told;
    purse.toldAway(told);
    return [
      h(
        "section",
        { class: "panel" },
        h("h2", {}, "Your limits"),
        h(
          "p",
          {},
          "They hold at every table. A tighter limit holds at once, a looser one after 24 hours.",
        ),
        h(
          "dl",
          { class: "facts" },
          h("dt", {}, "Last 24 hours"),
          h("dd", { class: "played" }, `${duration(played.ms)} of play, ${signed(played.net)}`),
        ),
        LIMITS.map(([what, title, says]) => this.#limit(what, title, says, told[what])),
      ),
      this.#break(told.excluded_until),
    ];
  }

  /**
   * @param {What} what
   * @param {string} title
   * @param {string} says
   * @param {PlayerLimit} limit
   */
  #limit(what, title, says, limit) {
    const failed = noRefusal();
    const hint = `limit-${what}-says`;
    const field = /** @type {HTMLInputElement} */ (h("input", {
      inputMode: what === "time" ? "numeric" : "decimal",
      size: 8,
      placeholder: "none",
      value: limit.most === null ? "" : shown(what, limit.most),
      "aria-describedby": hint,
    }));
    const set = (/** @type {number | null} */ most) =>
      attempt(async () => {
        const now = await post("/api/me/limits", { what, most });
        await this.#ask();
        const said = now.coming ? `${title}: as before until ${moment(now.coming.at)}.` : "Set.";
        announce(said);
        /** @type {HTMLElement | null} */ (this.querySelector(`[data-limit=${what}] input`))
          ?.focus();
      }, failed);
    const submit = (/** @type {Event} */ event) => {
      event.preventDefault();
      const most = read(what, field.value);
      if (most) return void set(most);
      failed.textContent = what === "time"
        ? "Write how many minutes, as 60."
        : "Write an amount above 0, as 25 or 1.50.";
      failed.hidden = false;
      field.focus();
    };
    const none = () => set(null);
    return h(
      "form",
      { class: "own-limit", data: { limit: what }, noValidate: true, onsubmit: submit },
      h("label", {}, title, field),
      h("button", {}, "Set"),
      limit.most !== null &&
        h("button", { type: "button", class: "quiet", onclick: none }, "Remove"),
      h("p", { class: "hint", id: hint }, says),
      limit.coming && coming(what, limit, () => set(limit.most)),
      failed,
    );
  }

  /** @param {number | null} until */
  #break(until) {
    const days = /** @type {HTMLSelectElement} */ (h(
      "select",
      {},
      BREAKS.map(([count, title]) => h("option", { value: String(count) }, title)),
    ));
    const ask = () => this.#confirm(Number(days.value), days.selectedOptions[0].text);
    return h(
      "section",
      { class: "panel" },
      h("h2", {}, "A break"),
      until !== null &&
        h("p", { class: "excluded" }, `You have excluded yourself until ${moment(until)}.`),
      h(
        "p",
        {},
        until === null
          ? "Exclude yourself from play: at once, and nobody can end it early."
          : "It can be made longer, and not shorter.",
      ),
      h(
        "div",
        { class: "row" },
        h("label", {}, "For ", days),
        h("button", { onclick: ask }, "Exclude me"),
      ),
    );
  }

  /**
   * What cannot be taken back is asked twice.
   *
   * @param {number} days
   * @param {string} title
   */
  #confirm(days, title) {
    const failed = noRefusal();
    const member = session.me?.kind === "member" && session.me.role === "player";
    const exclude = (/** @type {() => void} */ close) => () =>
      attempt(async () => {
        const until = member
          ? await session.exclude(days)
          : (await post("/api/me/exclude", { days })).excluded_until;
        close();
        announce(`You do not play until ${moment(until)}.`);
        const title = /** @type {HTMLElement | null} */ (document.querySelector("cw-account h1"));
        if (session.me) await Promise.all([session.refresh(), this.#ask()]);
        else title?.focus();
      }, failed);
    openDialog(`No play for ${title}?`, (close) => [
      h(
        "p",
        {},
        "You leave every table, and wagers that lie there are played; a tie is surrendered. ",
        member ? "You are signed out, and cannot sign in before it is over. " : "",
        "Nobody can end it early, the operator neither.",
      ),
      failed,
      h(
        "div",
        { class: "row" },
        h("button", { class: "main", onclick: close }, "Go on playing"),
        h("button", { onclick: exclude(close) }, "Exclude me"),
      ),
    ]);
  }
}

/**
 * A looser limit that is coming, and the way back.
 *
 * @param {What} what
 * @param {PlayerLimit} limit
 * @param {() => void} keep
 */
function coming(what, { most, coming }, keep) {
  const then = coming?.most ? shown(what, coming.most) : "no limit";
  return h(
    "p",
    { class: "coming" },
    `From ${moment(coming?.at ?? 0)} on: ${then}. `,
    h("button", { type: "button", onclick: keep }, `Keep ${shown(what, most ?? 0)}`),
  );
}

/**
 * @param {What} what
 * @param {number} most
 */
function shown(what, most) {
  return what === "time" ? String(most) : money(most);
}

/**
 * @param {What} what
 * @param {string} text
 * @returns {number | null} what was written, null if it is no limit
 */
function read(what, text) {
  if (what !== "time") return parseMoney(text);
  return /^\s*\d{1,5}\s*$/.test(text) ? Number(text) : null;
}

customElements.define("cw-limits", Limits);
