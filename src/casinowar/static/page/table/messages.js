/** Sentences: what a table waits for, and how a round went. */

import { cardName } from "../lib/cards/cards.js";
import { money } from "../lib/money.js";
import { nameOf, occasion, offered } from "./scene.js";
import { bankNet, netOf, wagersOf } from "./bets/wagers.js";
import { WAGERS } from "../lib/terms.js";

/**
 * @import { Event, RoundView } from "../lib/api.d.ts"
 * @import { Result } from "./bets/wagers.js"
 * @import { Offer, Scene } from "./scene.js"
 */

/**
 * What the table waits for.
 *
 * @param {Scene} scene
 */
export function awaited(scene) {
  const { view, me } = scene, { need } = view;
  if (view.closed) return "This table is closed.";
  if (view.paused && !view.round?.playing && !view.bets.length) return `Paused: ${view.paused}`;
  switch (need.type) {
    case "bets_needed":
      if (view.bank?.player === me) return "The others bet against your bank.";
      if (scene.withheld.some(({ command, at }) => command === "bet" && at)) {
        return "The next round may begin soon.";
      }
      return view.seats.includes(me) ? "Place your bet." : "Bets are open.";
    case "choice_needed": {
      const { hands } = need;
      if (hands.some(({ player }) => player === me)) return `A ${occasion(scene.sign)}! War?`;
      const who = [...new Set(hands.map(({ player }) => nameOf(scene, player)))];
      if (hands.every(({ player }) => view.away.includes(player))) {
        const what = occasion(scene.sign), are = who.length > 1 ? "are" : "is";
        return `The ${what} waits for ${listed(who)}, who ${are} away.`;
      }
      return `${listed(who)} ${who.length > 1 ? "think" : "thinks"} about war.`;
    }
    case "shoe_needed":
      if (scene.sign.hand_dealt) return "The dealer brings a new shoe.";
      if (!view.seats.some(Boolean)) return "Sit down, and the shoe comes.";
      if (scene.offers.some(({ command }) => command === "cut")) {
        return "A new shoe: cut it, or bet.";
      }
      return view.seats.includes(me) ? "The next shoe is shuffled." : "A new shoe is on its way.";
    case "players_needed":
      return need.count === 1 ? "A player is missing." : `${need.count} players are needed.`;
    case "banker_needed": {
      const { players } = need;
      if (offered(scene, "decline").length) return "Take the bank, or bet against it.";
      if (players.includes(me)) return "The bank is offered to you.";
      return players.length
        ? `The bank is offered to ${listed(players.map((one) => nameOf(scene, one)))}.`
        : "Someone must take the bank.";
    }
    case "stake_needed":
      return need.player === me
        ? "Post your stake."
        : `${nameOf(scene, need.player)} posts the stake.`;
    case "payment_needed":
      return "The dealer pays.";
    case "cut_needed":
      return need.player ? `${nameOf(scene, need.player)} may cut.` : "The dealer cuts.";
    default:
      return scene.sign.hand_dealt && !view.dealer ? "A dealer is missing." : "Dealing …";
  }
}

/**
 * How a round went for someone: one sentence for each of their hands.
 *
 * @param {Scene} scene
 * @param {RoundView} round
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
 * How a round went for who looks at it: in a sentence, and what came of it.
 *
 * @param {Scene} scene
 * @param {RoundView} round
 */
export function ended(scene, round) {
  if (round.banker === scene.me) return { says: banked(round), net: bankNet(round) };
  const mine = round.results.filter((result) => result.player === scene.me);
  const net = mine.reduce((sum, result) => sum + netOf(result), 0);
  return { says: mine.length ? outcome(scene, round) : watched(round), net };
}

/**
 * How a round went for its banker.
 *
 * @param {RoundView} round
 */
function banked(round) {
  const net = bankNet(round), players = new Set(round.results.map(({ player }) => player)).size;
  const went = net > 0
    ? `Your bank won ${money(net)}`
    : net < 0
    ? `Your bank lost ${money(-net)}`
    : "Your bank came out even";
  return `${went} against ${players === 1 ? "one player" : `${players} players`}.`;
}

/**
 * What someone is asked for, who may not see that it is their turn; "" if for nothing.
 *
 * @param {Scene} scene
 */
export function turn(scene) {
  const choices = offered(scene, "choose");
  if (choices.length) return choiceAt(scene, choices);
  if (offered(scene, "take-bank").length) {
    return "The bank is offered to you: take it, or let it pass.";
  }
  const [stake] = offered(scene, "post-stake");
  return stake ? `Post your stake as banker, at least ${money(stake.least ?? 0)}.` : "";
}

/**
 * A hand with a choice, and what may be chosen; and why there is no war, where there is none.
 *
 * @param {Scene} scene
 * @param {Offer[]} choices
 */
function choiceAt({ view: { round }, withheld, sign }, choices) {
  const [{ seat = 0 }] = choices, here = choices.filter((offer) => offer.seat === seat);
  const war = here.find(({ choice }) => choice === "war");
  const not = withheld.find((offer) =>
    offer.seat === seat && offer.choice === "war" && offer.field !== "tie"
  );
  return [
    `A ${occasion(sign)} at seat ${seat}${round ? `: ${cards(round, seat)}` : ""}.`,
    war
      ? `War costs ${war.costs ? money(war.costs) : "nothing more"}: W.`
      : not?.why
      ? `No war: ${not.why}.`
      : "",
    here.some(({ choice }) => choice === "surrender") ? "To surrender: S." : "",
  ].filter(Boolean).join(" ");
}

/**
 * What the limits did to wagers of mine: a sentence with the clause; "" if nothing.
 *
 * @param {Scene} scene
 * @param {Event[]} events
 */
export function limited({ me, sign: { limits } }, events) {
  return events.flatMap((event) => {
    if (
      event.type !== "excess_returned" && event.type !== "minimum_reminded" &&
      event.type !== "limits_reminded"
    ) return [];
    if (event.player !== me) return [];
    const wager = WAGERS[event.wager];
    if (event.type === "minimum_reminded") {
      const by = limits.below_by.join(", ");
      return `The minimum is ${money(event.minimum)}: your ${wager} counts this once (${by}).`;
    }
    if (event.type === "limits_reminded") {
      const by = limits.below_by.join(", ");
      const range = `from ${money(event.minimum)} to ${money(event.maximum)}`;
      return `Wagers are ${range}: your ${wager} counts this once (${by}).`;
    }
    const { most } = (event.wager === "tie" && limits.tie) || limits.primary;
    const by = limits.above_by.join(", "), back = money(event.amount);
    return `The maximum is ${money(most)}: ${back} of your ${wager} went back (${by}).`;
  }).join(" ");
}

/**
 * What was ruled on a round or a wager, and why a round was cancelled: sentences; "" if nothing.
 *
 * @param {Event[]} events
 */
export function ruled(events) {
  return events.map((event) => {
    switch (event.type) {
      case "round_ruled":
        return event.ruling === "void"
          ? `Round ${event.round} is void, all wagers go back: ${event.reason}.`
          : `Round ${event.round} stands as it was dealt: ${event.reason}.`;
      case "wager_ruled":
        return `Ruling on seat ${event.seat}, ${WAGERS[event.wager]} ${money(event.stake)}: ${
          RULED[event.ruling](event)
        }. Reason: ${event.reason}.`;
      case "round_cancelled":
        return `Round ${event.round} was open for too long and is cancelled: ` +
          "decided wagers stand, the others go back.";
      default:
        return "";
    }
  }).filter(Boolean).join(" ");
}

const RETURNED = /** @type {const} */ ({
  uncovered: "returned: the bank did not cover it",
  cancelled: "returned: the round was open for too long and is cancelled",
  void: "returned: the round is void",
  corrected: "returned: the card was corrected",
});

const RULED = /** @type {const} */ ({
  "pay as": (/** @type {{ net: number }} */ { net }) => `${money(net)} is paid`,
  "return": () => "it is returned",
  "take": () => "it is taken",
});

/**
 * Whether the house gave an answer because time ran out.
 *
 * @param {RoundView["answers"][number]} answer
 */
function isLate(answer) {
  return answer.type === "forfeited" || (answer.type === "surrendered" && answer.by === "house");
}

/**
 * What the house decided for me because time ran out: a sentence; "" if nothing.
 *
 * @param {Pick<Scene, "me" | "sign">} scene
 * @param {Event[]} events
 */
export function late({ me, sign }, events) {
  const says = events.flatMap((event) => {
    if (!("player" in event) || event.player !== me) return [];
    switch (event.type) {
      case "surrendered":
        return event.by === "house" ? [`the house surrendered your ${occasion(sign)}`] : [];
      case "forfeited":
        return [`your ${occasion(sign)} is lost, with the whole bet`];
      case "bank_declined":
        return event.by === "house" ? ["the bank went on without you"] : [];
      case "bank_given_up":
        return event.why === "time" ? ["you no longer have the bank"] : [];
      default:
        return [];
    }
  });
  return says.length ? `Time ran out: ${listed([...new Set(says)])}.` : "";
}

/**
 * How long there is, to follow a sentence; "" where no clock runs.
 *
 * @param {number} left milliseconds
 */
export function within(left) {
  const seconds = Math.round(left / 1000);
  return seconds > 0 && seconds < 24 * 3600 ? ` You have ${seconds} seconds.` : "";
}

/**
 * How a round went, for those who watch.
 *
 * @param {RoundView} round
 */
function watched(round) {
  const dealer = round.cards.find((card) => card.to === "dealer");
  return `Round ${round.number} is over. The dealer had the ${
    dealer ? cardName(dealer.card) : "no card"
  }.`;
}

/**
 * @param {RoundView} round
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
  if (!gaveUp) return told.join(", ");
  return `${told.join(", ")}, ${gaveUp.type === "forfeited" ? "forfeited" : "surrendered"}${
    isLate(gaveUp) ? " because time ran out" : ""
  }`;
}

/**
 * The results of a player, wager by wager, as the sign of the table words them.
 *
 * @param {Scene} scene
 * @param {RoundView} round
 * @returns {{key: string, wager: string, why: string, by: string[], net: number}[]}
 */
export function results(scene, round) {
  if (round.banker === scene.me) return bankResults(scene, round);
  return wagersOf(round, scene.me).flatMap(({ seat, wager, amount, result }) => {
    if (!result) return [];
    return [{
      key: `${round.number} ${seat} ${wager}`,
      wager: `${money(amount)} ${WAGERS[wager]}${seatOf(scene, seat)}`,
      ...grounds(scene, wager, result, answerOf(round, scene.me, seat)),
      net: netOf(result),
    }];
  });
}

/**
 * The same for the banker: the wagers of the others, and at the end what they come to.
 *
 * @param {Scene} scene
 * @param {RoundView} round
 */
function bankResults(scene, round) {
  const players = [...new Set(round.bets.map(({ player }) => player))];
  const rows = players.flatMap((player) =>
    wagersOf(round, player).flatMap(({ seat, wager, amount, result }) => {
      if (!result) return [];
      return [{
        key: `${round.number} ${seat} ${player} ${wager}`,
        wager: `${nameOf(scene, player)}, ${money(amount)} ${WAGERS[wager]}`,
        ...grounds(scene, wager, result, answerOf(round, player, seat)),
        net: 0 - netOf(result),
      }];
    })
  );
  if (round.playing || !rows.length) return rows;
  const by = [...new Set(rows.flatMap((row) => row.by))], net = bankNet(round);
  return [...rows, { key: `${round.number} bank`, wager: "Your bank", why: "in all", by, net }];
}

/**
 * Why a wager went as it did, and by which clauses.
 *
 * @param {Scene} scene
 * @param {string} wager
 * @param {Result} result
 * @param {RoundView["answers"][number] | undefined} answer to a tie of this hand
 * @returns {{why: string, by: string[]}}
 */
function grounds(scene, wager, result, answer) {
  if (result.type === "wager_returned") return { why: RETURNED[result.why], by: [] };
  if (result.type === "wager_ruled") {
    return { why: `by ruling ${RULED[result.ruling](result)}: ${result.reason}`, by: [] };
  }
  const pays = scene.sign.pays.find((row) => row.outcome === result.outcome);
  const late = wager === "primary" && answer && isLate(answer) ? "time ran out, " : "";
  const why = `${late}${pays?.says}, ${pays?.pays[wager] ?? "back"}`;
  return { why, by: pays?.by[wager] ?? [] };
}

/**
 * @param {RoundView} round
 * @param {string} player
 * @param {number} seat
 */
function answerOf(round, player, seat) {
  return round.answers.find((one) => one.player === player && one.seat === seat);
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
