/** Sentences: what a table waits for, and how a round went. */

import { cardName } from "./cards.js";
import { money } from "./money.js";
import { nameOf } from "./scene.js";
import { netOf, wagersOf } from "./wagers.js";

/**
 * @typedef {import("./scene.js").Scene} Scene
 * @typedef {import("./reducer.js").Round} Round
 */

/** @type {Record<string, string>} */
const WAGERS = { primary: "bet", tie: "tie wager", war: "war wager", war_tie: "war tie wager" };

/**
 * What the table waits for.
 *
 * @param {Scene} scene
 */
export function awaited(scene) {
  const { view, me } = scene, { need } = view;
  if (view.closed) return "This table is closed.";
  switch (need.type) {
    case "bets_needed":
      if (view.bank?.player === me) return "The others bet against your bank.";
      return view.seats.includes(me) ? "Place your bet." : "Bets are open.";
    case "choice_needed": {
      const hands = /** @type {{player: string, seat: number}[]} */ (need.hands);
      if (hands.some(({ player }) => player === me)) return "A tie! War?";
      return `${listed(hands.map(({ player }) => nameOf(scene, player)))} thinks about war.`;
    }
    case "shoe_needed":
      if (!view.seats.some(Boolean)) return "Sit down, and the shoe comes.";
      if (scene.offers.some(({ command }) => command === "cut")) {
        return "A new shoe waits for your cut, or your bet.";
      }
      return view.seats.includes(me) ? "The next shoe is shuffled." : "A new shoe is on its way.";
    case "players_needed":
      return need.count === 1 ? "A player is missing." : `${need.count} players are needed.`;
    case "banker_needed": {
      const players = /** @type {string[]} */ (need.players);
      if (players.includes(me)) return "The bank is offered to you.";
      return players.length
        ? `The bank is offered to ${listed(players.map((one) => nameOf(scene, one)))}.`
        : "Someone must take the bank.";
    }
    case "stake_needed":
      return need.player === me
        ? "Post your stake."
        : `${nameOf(scene, need.player)} posts the stake.`;
    default:
      return "Dealing …";
  }
}

/**
 * How a round went for someone: one sentence for each of their hands.
 *
 * @param {Scene} scene
 * @param {Round} round
 */
export function outcome(scene, round) {
  const { me } = scene;
  const seats = [...new Set(round.bets.filter((bet) => bet.player === me).map(({ seat }) => seat))];
  const several = seats.length > 1;
  return seats.map((seat) => {
    const decided = wagersOf(round, me, seat).flatMap(({ result }) => result ? [result] : []);
    const net = decided.reduce((sum, result) => sum + netOf(result), 0);
    const won = net > 0
      ? `You won ${money(net)}`
      : net < 0
      ? `You lost ${money(-net)}`
      : "You got your wager back";
    return `${won}${several ? ` at seat ${seat}` : ""}: ${cards(round, seat)}.`;
  }).join(" ");
}

/**
 * How a round went, for those who watch.
 *
 * @param {Round} round
 */
export function watched(round) {
  const dealer = round.cards.find((card) => card.to === "dealer");
  return `Round ${round.number} is over. The dealer had the ${
    dealer ? cardName(dealer.card) : "no card"
  }.`;
}

/**
 * @param {Round} round
 * @param {number} seat
 */
function cards(round, seat) {
  const of = (/** @type {string} */ deal, /** @type {string} */ to) =>
    round.cards.find((card) =>
      card.deal === deal && card.to === to && (card.seat === seat || card.seat === 0)
    );
  const told = [];
  for (const deal of ["original", "war"]) {
    const own = of(deal, "player"), dealer = of(deal, "dealer");
    if (!own || !dealer || own.seat !== seat) continue;
    told.push(
      `${deal === "war" ? "in the war " : ""}your ${cardName(own.card)} against the ${
        cardName(dealer.card)
      }`,
    );
  }
  const gaveUp = round.answers.find((one) => one.seat === seat && one.type !== "war_declared");
  return told.join(", ") + (gaveUp ? ", surrendered" : "");
}

/**
 * The results of a player, wager by wager, as the sign of the table words them.
 *
 * @param {Scene} scene
 * @param {Round} round
 * @returns {{key: string, wager: string, why: string, by: string[], net: number}[]}
 */
export function results(scene, round) {
  return wagersOf(round, scene.me).flatMap(({ seat, wager, amount, result }) => {
    if (!result) return [];
    const pays = scene.sign.pays.find((/** @type {any} */ row) => row.outcome === result.outcome);
    const why = pays ? `${pays.says}, ${pays.pays[wager] ?? "back"}` : `returned, ${result.why}`;
    return [{
      key: `${round.number} ${seat} ${wager}`,
      wager: `${money(amount)} ${WAGERS[wager]}${seatOf(scene, seat)}`,
      why,
      by: pays?.by?.[wager] ?? [],
      net: netOf(result),
    }];
  });
}

/**
 * @param {Scene} scene
 * @param {number} seat
 */
function seatOf(scene, seat) {
  return scene.view.seats.filter((player) => player === scene.me).length > 1
    ? `, seat ${seat}`
    : "";
}

/** @param {string[]} names */
function listed(names) {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}
