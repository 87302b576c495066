/**
 * The cards that leave one shoe, against the order that follows from the seeds.
 *
 * Each place of the shoe is used once, in order: a card dealt takes the next one and names it, a
 * burn takes the next few and names none. Cut and cut card are compared too. Where the seed is not
 * known yet, only what can be known without it is checked.
 *
 * @module
 */

import { cardOf, cutterOf, FairError } from "./fair.js";
import { isNumber } from "./json.js";

/** @typedef {import("./json.js").Json} Json */
/** @typedef {import("./json.js").JsonObject} JsonObject */
/** @typedef {import("./ceremony.js").Ceremony} Ceremony */

const DEALT = "card_dealt", BURNED = "cards_burned";
const ENDED = "no card can leave a shoe whose seed is revealed";

/** A shoe on the table, and what has left it. */
export class ShoeWalk {
  /**
   * @param {number} cards how many it has
   * @param {Ceremony | null} ceremony none where it was shuffled by hand
   * @param {Uint8Array | null} seed the server's, where it is known
   */
  constructor(cards, ceremony, seed) {
    this.cards = cards;
    this.ceremony = ceremony;
    this.fair = ceremony && seed ? ceremony.shoe(seed) : null;
    this.dealt = 0;
    this.burned = 0;
    /** @type {number | null} after how many cards it was cut */
    this.cut = null;
    /** @type {number | null} the cards behind the cut card; null where there is none */
    this.behind = null;
    /** Whether a round is under way. */
    this.playing = false;
  }

  /** How many cards have left it. */
  get gone() {
    return this.dealt + this.burned;
  }

  /** Whether it is dealt to its end: the cut card is out, or none is used, and so is the round. */
  get isSpent() {
    const used = this.behind === null ? this.dealt > 0 : this.cards - this.gone <= this.behind;
    return used && !this.playing;
  }

  /**
   * An action at the table, and all that it caused.
   *
   * @param {JsonObject} action
   * @param {JsonObject[]} events
   */
  hear(action, events) {
    const before = this.cards - this.gone;
    if (this.ceremony !== null) {
      checkDraw(action, events.filter(({ type }) => type === DEALT || type === BURNED));
    }
    events.forEach((event) => this.see(event));
    this.checkCutCard(before, events);
  }

  /** @param {JsonObject} event */
  see(event) {
    switch (event.type) {
      case DEALT:
        return this.deal(event.card);
      case BURNED:
        return this.burn(whole(event, "count", 1));
      case "deck_cut":
        return this.seeCut(event);
      case "cut_card_placed":
        return this.place(whole(event, "behind", 0));
      case "bets_closed":
        this.playing = true;
        break;
      case "round_ended":
      case "round_cancelled":
        this.playing = false;
        break;
      case "round_ruled":
        this.playing &&= event.ruling !== "void";
    }
  }

  /** @param {Json} card */
  deal(card) {
    this.draw(1);
    const due = this.fair && cardOf(this.fair.order[this.gone]);
    check(
      due === null ? typeof card === "string" : card === due,
      `card ${this.gone + 1} of the shoe is ${card}, but in the fair order it is ${due}`,
    );
    this.dealt++;
  }

  /** @param {number} count */
  burn(count) {
    this.draw(count);
    this.burned += count;
  }

  /** @param {number} count */
  draw(count) {
    check(this.cut !== null, "a card leaves the shoe before it is cut");
    check(this.ceremony?.end !== "dealt" && this.ceremony?.end !== "abandoned", ENDED);
    check(this.gone + count <= this.cards, `more than ${this.cards} cards leave the shoe`);
  }

  /** @param {JsonObject} event */
  seeCut(event) {
    check(this.cut === null, "the shoe is cut twice");
    this.cut = whole(event, "at", 1);
    if (this.ceremony === null) {
      return;
    }
    const { commitments, firstCutter, parts } = this.ceremony;
    const cutter = cutterOf(firstCutter, parts);
    const player = cutter && commitments.get(cutter.seat)?.player;
    check(
      ["", player].includes(String(event.player)),
      `the cut is ${player ? `${player}'s` : "the dealer's"}, not ${event.player}'s`,
    );
    check(
      !cutter || this.cut === cutter.reveal?.cut,
      `the cut is at ${this.cut}, but seat ${cutter?.seat} revealed ${cutter?.reveal?.cut}`,
    );
    check(
      this.fair === null || this.cut === this.fair.cut,
      `the cut is at ${this.cut}, but from the seeds ${this.fair?.cut} follows`,
    );
  }

  /** @param {number} behind */
  place(behind) {
    check(this.cut !== null && this.behind === null, "no cut card is due");
    check(
      this.fair === null || behind === this.fair.behind,
      `${behind} cards are behind the cut card, but from the seeds ${this.fair?.behind} follows`,
    );
    this.behind = behind;
  }

  /**
   * The cut card comes out with the last card in front of it.
   *
   * @param {number} before how many cards were in the shoe
   * @param {JsonObject[]} events
   */
  checkCutCard(before, events) {
    if (this.behind === null || this.ceremony === null) {
      return;
    }
    const left = this.cards - this.gone;
    const due = before > this.behind && this.behind >= left;
    const told = events.filter(({ type }) => type === "cut_card_reached");
    check(told.length === (due ? 1 : 0), `the cut card comes out with ${this.behind} cards left`);
    check(!due || told[0].left === left, `${left} cards are left when the cut card comes out`);
  }

  /**
   * What was found right, in sentences without a full stop.
   *
   * @returns {string[]}
   */
  told() {
    const gone = `${this.dealt} dealt and ${this.burned} burned`;
    if (this.ceremony === null) {
      return [`the places: ${gone}, no more than the shoe holds`];
    }
    const { commitments, answers } = this.ceremony;
    const withheld = Array.from(answers.values()).filter((answer) => answer === null).length;
    const seats = `${commitments.size} seat${commitments.size === 1 ? "" : "s"}`;
    const players = commitments.size
      ? `of ${seats}${withheld ? `, ${withheld} of them withheld` : ""}`
      : "and of no player: the house alone had a part in this shoe";
    if (this.fair === null) {
      return [
        `the commitments: of the server, not shown yet, ${
          commitments.size ? "and " : ""
        }${players}`,
        `the places: ${gone}, each in its turn`,
      ];
    }
    const cutter = this.fair.cutter ? `seat ${this.fair.cutter}` : "the dealer";
    const behind = this.behind === null ? "" : `, and the cut card with ${this.behind} behind it`;
    return [
      `the commitments: of the server ${commitments.size ? "and " : ""}${players}`,
      `the cut at ${this.cut} by ${cutter}${behind}`,
      `the cards: ${gone}, each from its place in the order that follows from the seeds`,
      `the end: the shoe is ${this.ceremony.end === "dealt" ? "dealt to its end" : "abandoned"}`,
    ];
  }
}

/**
 * Only a deal and a burn take cards from the shoe: those that they say.
 *
 * @param {JsonObject} action
 * @param {JsonObject[]} drawn the events that took cards
 */
function checkDraw(action, drawn) {
  const due = new Map([["deal", DEALT], ["burn", BURNED]]).get(String(action.type));
  check(
    drawn.length === (due ? 1 : 0) && drawn.every(({ type }) => type === due),
    "what left the shoe is not what the action says",
  );
  for (const { card, count } of drawn) {
    check(card === action.card, `${action.card} was dealt, but ${card} is told`);
    check(count === action.count, `${action.count} cards were burned, but ${count} are told`);
  }
}

/**
 * A field of an event that is a whole number, and not below the least one.
 *
 * @param {JsonObject} event
 * @param {string} name
 * @param {number} least
 * @returns {number}
 */
function whole(event, name, least) {
  const value = event[name];
  if (!isNumber(value, least)) {
    throw new FairError(`${name} is not a whole number from ${least} up`);
  }
  return value;
}

/**
 * @param {unknown} holds
 * @param {string} message
 */
function check(holds, message) {
  if (!holds) {
    throw new FairError(message);
  }
}
