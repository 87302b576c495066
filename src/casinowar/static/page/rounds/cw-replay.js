/** One round at its permanent address: told step by step, with the clause behind each settlement. */

import { get } from "../lib/api.js";
import { cites } from "../lib/clauses.js";
import { fillWhenAsked } from "../lib/loading.js";
import { fill, h, styled } from "../lib/dom.js";
import { miniCard } from "../lib/cards/minicards.js";
import { money, signed } from "../lib/money.js";
import { sceneAfter } from "./replay.js";
import { sentence, WAGERS } from "../lib/terms.js";
import { when } from "./cw-history.js";

await styled("css/tools.css");

/**
 * @import { RoundDetails, RoundLine } from "../lib/api.d.ts"
 * @import { Lying } from "./replay.js"
 */

const MONEY = new Set(["wager_settled", "wager_returned", "wager_reversed", "wager_ruled"]);

export class Replay extends HTMLElement {
  table = "";
  number = "";
  /** @type {RoundDetails | null} */
  #round = null;
  #step = 0;
  #felt = h("div", { class: "replay-felt" });
  #says = h("p", { class: "replay-says", role: "status" });
  #because = h("div", { class: "because" });
  #slider = /** @type {HTMLInputElement} */ (h("input", {
    type: "range",
    min: "0",
    "aria-label": "Step",
    oninput: () => this.#go(Number(this.#slider.value)),
  }));
  #steps = h("ol", { class: "steps" });
  /** @type {Record<string, HTMLButtonElement>} */
  #buttons = {};
  #gone = new AbortController();

  connectedCallback() {
    document.title = `Round ${this.number}, ${this.table} · casinowar`;
    fillWhenAsked(this, () => this.#load());
    const heard = (/** @type {KeyboardEvent} */ event) => this.#press(event);
    document.addEventListener("keydown", heard, { signal: this.#gone.signal });
  }

  disconnectedCallback() {
    this.#gone.abort();
  }

  async #load() {
    const table = encodeURIComponent(this.table), number = encodeURIComponent(this.number);
    const round = await get(`/api/tables/${table}/rounds/${number}`);
    this.#round = round;
    this.#slider.max = String(round.told.length);
    fill(
      this.#steps,
      round.told.map((told, index) => this.#stepOf(told, index + 1, round.clauses)),
    );
    const shown = [
      this.#head(round),
      h(
        "div",
        { class: "replay" },
        h(
          "section",
          { class: "stage", "aria-label": "The table" },
          this.#felt,
          this.#says,
          this.#controls(),
          this.#because,
        ),
        h("section", { "aria-label": "Steps" }, h("h2", {}, "As it happened"), this.#steps),
      ),
      this.#settlements(round),
    ];
    this.#go(0);
    return shown;
  }

  /** @param {RoundDetails} round */
  #head(round) {
    return h(
      "div",
      { class: "tool-head" },
      h("h1", {}, `Round ${round.round}, ${round.name || round.table}`),
      h(
        "p",
        {},
        `${when(round.at)} · ${round.rules.name}, reading ${round.rules.reading} · `,
        h("a", { href: `/tables/${round.table}` }, "the table"),
        " · ",
        h("a", { href: `/rounds/${round.table}` }, "its rounds"),
        " · ",
        h(
          "a",
          { href: `/verify?table=${encodeURIComponent(round.table)}&shoe=${round.shoe}` },
          "check its shoe",
        ),
      ),
      h("p", { class: "replay-outcome" }, outcome(round)),
      h("p", { class: "late" }, lateIn(round)),
      h("p", { class: "dim" }, "The address of this page is the round's for good."),
    );
  }

  #controls() {
    const button = (
      /** @type {string} */ name,
      /** @type {string} */ sign,
      /** @type {string} */ key,
    ) =>
      this.#buttons[key] = /** @type {HTMLButtonElement} */ (h("button", {
        "aria-label": name,
        title: `${name} (${key})`,
        "aria-keyshortcuts": key,
        onclick: () => this.#move(key),
      }, sign));
    return h(
      "div",
      { class: "replay-controls", role: "group", "aria-label": "Replay" },
      button("First step", "«", "Home"),
      button("Step back", "‹", "ArrowLeft"),
      this.#slider,
      button("Step forward", "›", "ArrowRight"),
      button("Last step", "»", "End"),
    );
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    const taken = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey ||
      target.matches("input, select, textarea");
    if (taken || !this.#round || !(event.key in this.#buttons)) return;
    event.preventDefault();
    this.#move(event.key);
  }

  /** @param {string} key */
  #move(key) {
    const last = this.#round?.told.length ?? 0;
    const to = { Home: 0, ArrowLeft: this.#step - 1, ArrowRight: this.#step + 1, End: last }[key];
    this.#go(Math.max(0, Math.min(last, to ?? this.#step)));
  }

  /** @param {number} step how many things have happened */
  #go(step) {
    const round = /** @type {RoundDetails} */ (this.#round);
    this.#step = step;
    this.#slider.value = String(step);
    const told = step ? round.told[step - 1] : null;
    const says = told ? sentence(told.says) : "The bets are made.";
    this.#slider.setAttribute("aria-valuetext", `${step} of ${round.told.length}: ${says}`);
    this.#says.textContent = says;
    this.#says.dataset.step = `${step} / ${round.told.length}`;
    fill(this.#because, told && clausesOf(round, told));
    fill(this.#felt, this.#scene(round));
    for (const [index, item] of [...this.#steps.children].entries()) {
      const here = index + 1 === step;
      item.firstElementChild?.toggleAttribute("aria-current", here);
      if (here) item.firstElementChild?.setAttribute("aria-current", "step");
      item.classList.toggle("to-come", index + 1 > step);
    }
  }

  /** @param {RoundDetails} round */
  #scene(round) {
    const made = [...round.settlements, ...round.open];
    const scene = sceneAfter(round.told, this.#step, made);
    const seats = [...new Set([...made.map(({ seat }) => seat), ...scene.hands.keys()])]
      .sort((a, b) => a - b);
    const shared = scene.dealer.get(0) ?? [];
    return [
      h(
        "div",
        { class: "replay-dealer" },
        h("span", { class: "who" }, "Dealer"),
        round.bank && h(
          "span",
          { class: "replay-wager" },
          `${nameOf(round, round.bank.player)}: bank ${money(round.bank.stake)}`,
        ),
        lying(shared),
        h("span", { class: "burned" }, scene.burned ? `${scene.burned} burned` : ""),
      ),
      h(
        "ul",
        { class: "replay-seats" },
        seats.map((seat) => {
          const own = scene.dealer.get(seat) ?? [];
          return h(
            "li",
            {},
            h("span", { class: "who" }, `Seat ${seat}`),
            lying(scene.hands.get(seat) ?? []),
            own.length > 0 && h("span", { class: "versus" }, "dealer ", lying(own)),
            scene.wagers.filter((wager) => wager.seat === seat).map((wager) =>
              h(
                "span",
                { class: "replay-wager" },
                `${nameOf(round, wager.player)}: ${WAGERS[wager.wager]} ${money(wager.stake)}`,
                wager.net !== null && h("b", {}, ` ${signed(wager.net)}`),
              )
            ),
          );
        }),
      ),
    ];
  }

  /**
   * @param {RoundLine} told
   * @param {number} step
   * @param {Record<string, string>} sentences of the clauses
   */
  #stepOf(told, step, sentences) {
    return h(
      "li",
      {},
      h(
        "button",
        { class: "step", onclick: () => this.#go(step) },
        h("span", {}, sentence(told.says)),
      ),
      cites(told.clauses, sentences),
    );
  }

  /** @param {RoundDetails} round */
  #settlements(round) {
    const decided = round.told.filter(({ event }) => MONEY.has(event.type));
    return h(
      "section",
      { class: "panel" },
      h("h2", {}, "What became of each wager, and why"),
      h(
        "ul",
        { class: "settlements" },
        decided.map((told) => h("li", {}, h("p", {}, sentence(told.says)), clausesOf(round, told))),
      ),
    );
  }
}

/** @param {Lying[]} cards */
function lying(cards) {
  return h(
    "span",
    { class: "lying" },
    cards.map(({ card, deal }) => {
      const made = miniCard(card);
      made.dataset.deal = deal;
      return made;
    }),
  );
}

/**
 * @param {RoundDetails} round
 * @param {string} player
 */
function nameOf(round, player) {
  const known = round.names[player];
  return known ? known.name + (known.bot ? " (bot)" : "") : player;
}

/**
 * How the round ended for each who had a wager in it, and for a player who was the bank.
 *
 * @param {RoundDetails} round
 */
function outcome(round) {
  /** @type {Map<string, number>} */
  const nets = new Map();
  for (const { player, net } of round.settlements) nets.set(player, (nets.get(player) ?? 0) + net);
  if (!nets.size) return "Nothing is decided yet.";
  const went = [...nets].map(([player, net]) => `${nameOf(round, player)} ${how(net)}`);
  if (round.bank) {
    went.push(`${nameOf(round, round.bank.player)} as the bank ${how(round.bank.net)}`);
  }
  return `${went.join(", ")}.${round.open.length ? " The round is not over." : ""}`;
}

/**
 * For whom the house answered because time ran out: a sentence for each; "" for nobody.
 *
 * @param {RoundDetails} round
 */
function lateIn(round) {
  return round.told.flatMap(({ event }) => {
    if (event.type !== "forfeited" && (event.type !== "surrendered" || event.by !== "house")) {
      return [];
    }
    const did = event.type === "forfeited" ? "the bet was forfeited" : "the house surrendered";
    return [`Time ran out for ${nameOf(round, event.player)} at seat ${event.seat}: ${did}.`];
  }).join(" ");
}

/** @param {number} net */
function how(net) {
  return net > 0 ? `won ${money(net)}` : net < 0 ? `lost ${money(-net)}` : "came out even";
}

/**
 * @param {RoundDetails} round
 * @param {RoundLine} told
 */
function clausesOf(round, told) {
  if (!told.clauses.length) return null;
  return h(
    "dl",
    { class: "clauses" },
    told.clauses.flatMap((id) => [h("dt", {}, id), h("dd", {}, round.clauses[id])]),
  );
}

customElements.define("cw-replay", Replay);

/** @param {Record<string, string>} parameters */
export function screen({ table, number }) {
  const made = /** @type {Replay} */ (document.createElement("cw-replay"));
  return Object.assign(made, { table, number });
}
