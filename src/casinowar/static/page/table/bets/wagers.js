/** What someone has on a table, and what an event moves: read off what the house has saved. */

/**
 * @import { BetView, Event, RoundView, Wager } from "../../lib/api.d.ts"
 * @import { View } from "../reducer.js"
 *
 * @typedef {RoundView["results"][number]} Result
 */

/**
 * What an event moves into someone's purse; out of it where it is negative.
 *
 * @param {Event} event
 * @param {string} player
 * @returns {number}
 */
export function moved(event, player) {
  if (!("player" in event)) return 0;
  if (event.player !== player) return "banker" in event && event.banker === player ? event.net : 0;
  switch (event.type) {
    case "bet_placed":
    case "stake_posted":
      return -event.amount;
    case "bet_withdrawn":
    case "stake_returned":
    case "wager_returned":
      return event.amount;
    case "war_declared":
      return -event.war - event.war_tie;
    case "wager_settled":
      return event.stake + event.net;
    case "wager_reversed":
      return -event.net;
    case "wager_ruled":
      return event.felt + event.net;
    default:
      return 0;
  }
}

/**
 * What someone has on the table: open bets, wagers that are not decided, a banker's stake.
 *
 * @param {View} view
 * @param {string} player
 */
export function inPlay(view, player) {
  const bets = view.bets.filter((bet) => bet.player === player);
  const open = view.round?.playing ? wagersOf(view.round, player) : [];
  const stake = view.bank?.player === player ? stakeNow(view) : 0;
  return stake + bets.reduce((sum, { primary, tie }) => sum + primary + tie, 0) +
    open.reduce((sum, wager) => sum + (wager.result ? 0 : wager.amount), 0);
}

/**
 * The wagers of an open bet.
 *
 * @param {BetView} bet
 * @returns {Wager[]}
 */
export function wagersIn({ seat, primary, tie }) {
  /** @type {Wager[]} */
  const both = [{ seat, wager: "primary", amount: primary }, { seat, wager: "tie", amount: tie }];
  return both.filter(({ amount }) => amount);
}

/**
 * The banker's stake with the round's result so far.
 *
 * @param {View} view
 */
export function stakeNow(view) {
  const round = view.round?.playing && view.bank?.stake ? view.round : null;
  return (view.bank?.stake ?? 0) + (round ? bankNet(round) : 0);
}

const NO_WAR = { war: 0, war_tie: 0 };

/**
 * Every wager of a player in a round, with its result if it has one.
 *
 * @param {RoundView} round
 * @param {string} player
 * @param {number} [at] only at this seat
 * @returns {{seat: number, wager: string, amount: number, result: Result | undefined}[]}
 */
export function wagersOf(round, player, at) {
  return round.bets.filter((bet) => bet.player === player && (!at || bet.seat === at))
    .flatMap(({ seat, primary, tie }) => {
      const answer = round.answers.find((one) => one.player === player && one.seat === seat);
      const { war, war_tie } = answer?.type === "war_declared" ? answer : NO_WAR;
      const amounts = { primary, tie, war, war_tie };
      return Object.entries(amounts).filter(([, amount]) => amount).map(([wager, amount]) => ({
        seat,
        wager,
        amount,
        result: round.results.find((result) =>
          result.player === player && result.seat === seat && result.wager === wager
        ),
      }));
    });
}

/**
 * What a result is to its player.
 *
 * @param {Result} result
 */
export function netOf(result) {
  return result.type === "wager_returned" ? 0 : result.net;
}

/**
 * What a round was to its banker: what the others lost, less what they won.
 *
 * @param {RoundView} round
 */
export function bankNet(round) {
  return 0 - round.results.reduce((sum, result) => sum + netOf(result), 0);
}

/** @type {Record<string, string[]>} the wagers that lie on a spot: a war's beside the first one */
const LIES_ON = { primary: ["primary", "war"], tie: ["tie", "war_tie"] };

/**
 * The chips on a spot of a round: what was wagered there, what of it still lies there, and what
 * has been paid beside it.
 *
 * @param {RoundView} round
 * @param {string} player
 * @param {number} seat
 * @param {"primary" | "tie"} spot
 */
export function chipsOn(round, player, seat, spot) {
  const here = wagersOf(round, player, seat).filter(({ wager }) => LIES_ON[spot].includes(wager));
  const chips = { wagered: 0, lies: 0, paid: 0 };
  for (const { amount, result } of here) {
    const net = result ? netOf(result) : 0;
    chips.wagered += amount;
    chips.lies += amount + Math.min(0, net);
    chips.paid += Math.max(0, net);
  }
  return chips;
}
