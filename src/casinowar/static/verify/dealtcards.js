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

/**
 * What is known of a shoe as it is brought.
 *
 * @typedef {object} Terms
 * @property {number} cards how many it has
 * @property {number} behindLeast how many lie behind the cut card, at least
 * @property {number} behindMost and at most; 0 where no cut card is used
 * @property {readonly Json[]} seats who has each seat
 * @property {Map<Json, number>} asked the seat at which each player is asked to cut
 */

const DEALT = "card_dealt", BURNED = "cards_burned";
const CUT = "deck_cut", PLACED = "cut_card_placed";
/** The actions on the shoe itself: the event that each causes, and what both tell. */
const CAUSED = new Map([
  ["deal", { due: DEALT, fields: ["card"] }],
  ["burn", { due: BURNED, fields: ["count"] }],
  ["cut_deck", { due: CUT, fields: ["player", "at"] }],
  ["place_cut_card", { due: PLACED, fields: ["behind"] }],
]);
const ENDED = "nothing can be done with a shoe whose seed is revealed";

/** A shoe on the table, and what has left it. */
export class ShoeWalk {
  /**
   * @param {Terms} terms
   * @param {Ceremony | null} ceremony none where it was shuffled by hand
   * @param {Uint8Array | null} seed the server's, where it is known
   */
  constructor(terms, ceremony, seed) {
    this.terms = terms;
    this.cards = terms.cards;
    this.seats = [...terms.seats];
    this.asked = new Map(terms.asked);
    this.ceremony = ceremony;
    this.fair = ceremony && seed ? ceremony.shoe(seed) : null;
    this.dealt = 0;
    this.burned = 0;
    /** @type {number | null} after how many cards it was cut */
    this.cut = null;
    /** The seat that cut it; 0 for the dealer. */
    this.cutter = 0;
    /** @type {number | null} the cards behind the cut card; null while there is none */
    this.behind = null;
    /** Whether a round is under way. */
    this.playing = false;
    /** The number of that round. */
    this.round = 0;
  }

  /** How many cards have left it. */
  get gone() {
    return this.dealt + this.burned;
  }

  /** Whether a cut card belongs into it that is not there yet. */
  get awaitsCutCard() {
    return this.terms.behindMost > 0 && this.behind === null;
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
      checkCaused(action, events);
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
      case CUT:
        return this.seeCut(event);
      case PLACED:
        return this.place(whole(event, "behind", 0));
      case "seated":
        this.seats[Number(event.seat) - 1] = event.player;
        break;
      case "seat_left":
        return this.leave(event.player, Number(event.seat));
      case "bets_closed":
        this.playing = true;
        this.round = Number(event.round);
        break;
      case "round_ended":
      case "round_cancelled":
        this.playing = false;
        break;
      case "round_ruled":
        // an earlier round can be voided during a later one
        this.playing &&= event.ruling !== "void" || event.round !== this.round;
    }
  }

  /**
   * Who has another seat is asked to cut there.
   *
   * @param {Json} player
   * @param {number} seat
   */
  leave(player, seat) {
    this.seats[seat - 1] = "";
    if (this.asked.get(player) === seat) {
      const other = this.seats.indexOf(player) + 1;
      other ? this.asked.set(player, other) : this.asked.delete(player);
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
    check(!this.awaitsCutCard, "a card leaves the shoe before the cut card is in it");
    this.checkNotEnded();
    check(this.gone + count <= this.cards, `more than ${this.cards} cards leave the shoe`);
  }

  checkNotEnded() {
    check(this.ceremony === null || this.ceremony.end === "", ENDED);
  }

  /** @param {JsonObject} event */
  seeCut(event) {
    this.checkNotEnded();
    check(this.cut === null, "the shoe is cut twice");
    this.cut = whole(event, "at", this.ceremony ? 1 : 0);
    check(
      this.cut < this.cards,
      `the shoe has ${this.cards} cards, and is cut before the last one`,
    );
    const seat = event.player === "" ? 0 : this.asked.get(event.player);
    check(
      event.seat === seat,
      seat === undefined
        ? `${event.player} has no seat to cut from`
        : `the cut by ${event.player || "the dealer"} is from seat ${seat}, not ${event.seat}`,
    );
    this.cutter = Number(seat);
    if (this.ceremony === null) {
      return;
    }
    const { commitments, firstCutter, parts } = this.ceremony;
    const cutter = cutterOf(firstCutter, parts);
    const player = cutter && commitments.get(cutter.seat)?.player;
    check(
      event.player === "" || event.player === player,
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
    const { behindLeast, behindMost } = this.terms;
    this.checkNotEnded();
    check(this.cut !== null && this.awaitsCutCard, "no cut card is due");
    check(
      behindLeast <= behind && behind <= behindMost,
      `${behindLeast} to ${behindMost} cards lie behind the cut card, not ${behind}`,
    );
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
    return [
      `the commitments: of the server ${commitments.size ? "and " : ""}${players}`,
      this.toldOfCut(),
      `the cards: ${gone}, each from its place in the order that follows from the seeds`,
      `the end: the shoe is ${this.ceremony.end === "dealt" ? "dealt to its end" : "abandoned"}`,
    ];
  }

  /** Who cut it, and by whose number, which may be another seat's. */
  toldOfCut() {
    if (this.cut === null) {
      return "the cut: it was never cut";
    }
    const chosen = this.fair?.cutter ?? 0;
    const cutter = this.cutter ? `seat ${this.cutter}` : "the dealer";
    const whose = chosen === this.cutter ? "" : `, the number of seat ${chosen}`;
    const behind = this.behind === null ? "" : `, and the cut card with ${this.behind} behind it`;
    return `the cut at ${this.cut} by ${cutter}${whose}${behind}`;
  }
}

/**
 * Only a deal and a burn take cards from the shoe, and only a cut cuts it: as they say.
 *
 * @param {JsonObject} action
 * @param {JsonObject[]} events
 */
function checkCaused(action, events) {
  const { due, fields } = CAUSED.get(String(action.type)) ?? { due: "", fields: [] };
  const told = events.filter(({ type }) => [DEALT, BURNED, CUT, PLACED].includes(String(type)));
  check(
    told.length === (due ? 1 : 0) && told.every(({ type }) => type === due),
    "what was done to the shoe is not what the action says",
  );
  for (const name of fields) {
    check(
      told[0][name] === action[name],
      `${name} is one in the action, and another as it is told`,
    );
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
