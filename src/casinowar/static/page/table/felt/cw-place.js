/** A place at the table: who has it, the cards, the wagers, and what became of them. */

import { cardElement } from "../../lib/cards/cards.js";
import { stackElement } from "../../lib/cards/chips.js";
import { fill, h } from "../../lib/dom.js";
import { keyOf } from "../bets/draft.js";
import { money, signed } from "../../lib/money.js";
import { beat, comesFrom, leaveFor, pace } from "./motion.js";
import { amountOf, boundsOf, nameOf, offered } from "../scene.js";
import { chipsOn, netOf, wagersOf } from "../bets/wagers.js";

/**
 * @import { CardDealt } from "../../lib/api.d.ts"
 * @import { View } from "../reducer.js"
 * @import { Scene } from "../scene.js"
 * @import { Ways } from "./cw-felt.js"
 */

const TITLES = { primary: "Bet", tie: "Tie" };

export class Place extends HTMLElement {
  /** @type {Scene | undefined} */
  #scene;
  #seat = 0;
  #cards = h("div", { class: "place-cards" });
  #against = h("div", { class: "place-against" });
  #result = h("p", { class: "place-result" });
  #who = h("p", { class: "who" });
  #behind = h("p", { class: "behind" });
  #sit = h("button", {
    class: "sit",
    onclick: () => this.#scene?.send("sit", { seat: this.#seat }),
  }, "Sit here");
  /** @type {Record<string, HTMLButtonElement>} */
  #spots = { primary: this.#spot("primary"), tie: this.#spot("tie") };
  #drawn = "";

  connectedCallback() {
    if (this.firstChild) return;
    this.classList.add("place");
    this.setAttribute("role", "group");
    this.append(
      this.#against,
      this.#cards,
      this.#result,
      h("div", { class: "spots" }, this.#spots.primary, this.#spots.tie),
      this.#behind,
      this.#who,
      this.#sit,
    );
  }

  /**
   * @param {number} seat
   * @param {Scene} scene
   * @param {Ways} ways
   */
  update(seat, scene, ways) {
    this.#seat = seat;
    this.#scene = scene;
    const { view, me } = scene;
    const holder = view.seats[seat - 1], round = view.round, hand = handOf(view, seat);
    const left = !holder && hand !== "";
    const banker = view.bank !== null && holder !== "" && view.bank.player === holder;
    this.dataset.seat = String(seat);
    this.classList.toggle("mine", holder === me);
    this.classList.toggle("empty", !holder);
    this.classList.toggle("banker", banker);
    const warring = round?.playing &&
      round.answers.some((one) => one.type === "war_declared" && one.seat === seat);
    this.classList.toggle("warring", Boolean(warring));
    this.classList.toggle("tied", isTied(view, seat));
    const away = Boolean(holder) && view.away.includes(holder);
    this.classList.toggle("away", away);
    const state = left ? ", who has left" : away ? ", who is away" : "";
    const who = hand ? `${nameOf(scene, hand)}${state}` : "empty";
    this.setAttribute("aria-label", `Seat ${seat}, ${who}`);

    const dealt = round?.cards.filter((card) => card.seat === seat) ?? [];
    showCards(this.#cards, dealt.filter((card) => card.to === "player"), scene, ways);
    showCards(this.#against, dealt.filter((card) => card.to === "dealer"), scene, ways);
    for (const wager of /** @type {const} */ (["primary", "tie"])) {
      this.#showSpot(wager, scene, ways);
    }
    this.#showBehind(scene, hand);
    this.#showResult(scene, hand);
    // it keeps its room, so that nothing jumps when cards come
    this.#sit.hidden = holder !== "" || (scene.sign.solo && view.seats.some(Boolean));
    this.#sit.classList.toggle("gone", !offered(scene, "sit").some((one) => one.seat === seat));
    this.#sit.setAttribute("aria-label", `Sit at seat ${seat}`);
    fill(
      this.#who,
      hand ? named(scene, hand, seat) : `Seat ${seat}`,
      scene.names[hand]?.bot && h("span", { class: "tag" }, "bot"),
      scene.names[hand]?.walk_in && h("span", { class: "tag" }, "walk-in"),
      left && h("span", { class: "tag" }, "left"),
      away && h("span", { class: "tag" }, "away"),
      banker && h("span", { class: "tag gold" }, "bank"),
      view.leaving.includes(seat) && h("span", { class: "tag" }, "leaving"),
      view.ready.includes(holder) && view.need.type === "bets_needed" &&
        h("span", { class: "tag" }, "ready"),
    );
  }

  /** @param {"primary" | "tie"} wager */
  #spot(wager) {
    const pressed = () => this.#scene?.choose(keyOf(this.#seat, wager));
    return /** @type {HTMLButtonElement} */ (h("button", {
      class: `spot ${wager}`,
      onclick: pressed,
      data: { wager },
    }));
  }

  /**
   * @param {"primary" | "tie"} wager
   * @param {Scene} scene
   * @param {Ways} ways
   */
  #showSpot(wager, scene, ways) {
    const spot = this.#spots[wager], seat = this.#seat, key = keyOf(seat, wager);
    const { view, me } = scene, bounds = boundsOf(scene, seat, wager);
    const bets = view.round ? view.round.bets : view.bets;
    const owner = bounds || bets.some((bet) => bet.player === me && bet.seat === seat)
      ? me
      : handOf(view, seat);
    const placed = bets.find((bet) => bet.player === owner && bet.seat === seat)?.[wager] ?? 0;
    // chips that are laid out stay in sight until it is known that they cannot be wagered here
    const open = bounds || scene.busy || !scene.offers.length;
    const laid = view.round || owner !== me || !open ? placed : amountOf(scene, seat, wager);
    const { wagered, lies, paid } = view.round
      ? chipsOn(view.round, owner, seat, wager)
      : { wagered: laid, lies: laid, paid: 0 };
    const fresh = !view.round && laid !== placed;
    spot.dataset.key = key;
    spot.disabled = !bounds;
    // one's own are printed on the felt: chips do not move aside when cards come
    const printed = view.seats[seat - 1] === me && view.bank?.player !== me;
    spot.hidden = !(bounds || wagered || printed) || (wager === "tie" && !scene.sign.limits.tie);
    spot.classList.toggle("fresh", fresh);
    spot.setAttribute("aria-pressed", String(Boolean(bounds) && scene.active === key));
    const says = `${TITLES[wager]} at seat ${seat}: ${wagered ? money(wagered) : "nothing"}`;
    spot.setAttribute("aria-label", fresh ? `${says}, not placed yet` : says);
    this.#showChips(spot, { round: view.round?.number ?? 0, wager, lies, paid }, ways);
  }

  /**
   * Chips that are lost go to the rack, and those that are paid come from there.
   *
   * @param {HTMLElement} spot
   * @param {{round: number, wager: "primary" | "tie", lies: number, paid: number}} chips
   * @param {Ways} ways
   */
  #showChips(spot, { round, wager, lies, paid }, { rack }) {
    const drawn = `${round} ${lies} ${paid}`, before = spot.dataset.drawn ?? "";
    if (before === drawn) return;
    spot.dataset.drawn = drawn;
    const [last, lay, won] = before.split(" ").map(Number), same = round && round === last;
    const beside = paid ? stackElement(paid) : null;
    beside?.classList.add("paid");
    const title = h("span", { class: "title" }, TITLES[wager]);
    fill(spot, lies ? stackElement(lies) : title, beside);
    if (beside && same && paid > won) comesFrom(beside, rack, { milliseconds: 480 });
    if (!same || lies >= lay || !pace()) return;
    const lost = stackElement(lay - lies);
    spot.append(lost);
    leaveFor([lost], rack);
  }

  /**
   * What others have behind this seat.
   *
   * @param {Scene} scene
   * @param {string} hand whose it is
   */
  #showBehind(scene, hand) {
    const { view, me } = scene;
    const bets = (view.round?.bets ?? view.bets).filter((bet) =>
      bet.seat === this.#seat && bet.player !== hand && bet.player !== me
    );
    const amount = bets.reduce((sum, { primary, tie }) => sum + primary + tie, 0);
    this.#behind.hidden = !bets.length;
    this.#behind.textContent = bets.length ? `${bets.length} behind: ${money(amount)}` : "";
  }

  /**
   * @param {Scene} scene
   * @param {string} hand whose it is
   */
  #showResult(scene, hand) {
    const { view, me } = scene;
    const round = view.round;
    const whose = round?.bets.some((bet) => bet.player === me && bet.seat === this.#seat)
      ? me
      : hand;
    const wagers = round ? wagersOf(round, whose, this.#seat) : [];
    const decided = wagers.filter((wager) => wager.result);
    const answer = round?.answers.find((one) => one.seat === this.#seat && one.player === whose);
    const all = decided.length > 0 && decided.length === wagers.length;
    const net = decided.reduce((sum, { result }) => sum + (result ? netOf(result) : 0), 0);
    const word = net > 0 ? "Won" : net < 0 ? "Lost" : "Even";
    const text = all ? `${word} ${signed(net)}` : answer?.type === "war_declared" ? "War!" : "";
    if (text === this.#drawn) return;
    this.#drawn = text;
    fill(this.#result, ...(all ? [h("span", { class: "word" }, word), ` ${signed(net)}`] : [text]));
    this.#result.className = `place-result ${
      !all ? "at-war" : net > 0 ? "won" : net < 0 ? "lost" : "even"
    }`;
    if (text) beat(this.#result);
  }
}

/**
 * Whose hand a seat has: that of a round whose cards lie there stays when its player has left. Who
 * has the seat bets before those behind it.
 *
 * @param {View} view
 * @param {number} seat
 */
function handOf({ round, seats }, seat) {
  return round?.bets.find((bet) => bet.seat === seat)?.player ?? seats[seat - 1];
}

/**
 * Who has a hand; of several hands of mine each has its number.
 *
 * @param {Scene} scene
 * @param {string} player
 * @param {number} seat
 */
function named(scene, player, seat) {
  const { seats } = scene.view;
  const mine = player === scene.me && seats.filter((one) => one === player).length > 1;
  return mine ? `You · ${seat}` : nameOf(scene, player);
}

/**
 * Whether a seat's tie waits for its answer.
 *
 * @param {View} view
 * @param {number} seat
 */
function isTied({ need, round }, seat) {
  if (need.type !== "choice_needed" || !round?.playing) return false;
  return need.hands.some((hand) => hand.seat === seat) &&
    !round.answers.some((answer) => answer.seat === seat);
}

/**
 * Have a row show these cards of a round: those that are new come from the shoe.
 *
 * @param {HTMLElement} row
 * @param {CardDealt[]} cards
 * @param {Scene} scene
 * @param {Ways} ways
 */
export function showCards(row, cards, { view }, { shoe }) {
  const lie = /** @type {HTMLElement[]} */ ([...row.children]).filter((card) =>
    !card.classList.contains("leaving")
  );
  // a dealer may have corrected the last one
  const changed = cards.findIndex(({ card }, index) => lie[index]?.dataset.card !== card);
  const stay = changed < 0 ? cards.length : changed;
  for (const old of lie.slice(stay)) old.remove();
  for (const { card, deal } of cards.slice(stay)) {
    const made = cardElement(card, view.shoe?.backs ?? "red");
    made.dataset.round = String(view.round?.number);
    made.classList.toggle("war", deal === "war");
    row.append(made);
    comesFrom(made, shoe, { turn: true });
  }
}

customElements.define("cw-place", Place);
