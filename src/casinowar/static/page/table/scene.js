/**
 * Everything the parts of a table screen are drawn from, and what they ask of it. The parts know
 * no rules: what may be done is in `offers`, what may not and why in `withheld`.
 */

import { EMPTY, keyOf } from "./bets/draft.js";

/**
 * @import { OfferedCommand, PlayerName, TableSign, Wager, WithheldCommand } from "../lib/api.d.ts"
 * @import { CommandBody } from "../lib/api.js"
 * @import { Draft } from "./bets/draft.js"
 * @import { View } from "./reducer.js"
 *
 * @typedef {OfferedCommand & Partial<WithheldCommand>} Offer offered, or withheld with the reason
 *
 * @typedef {object} Scene
 * @property {View} view as it is shown, which may be a few cards behind
 * @property {string} me
 * @property {Record<string, PlayerName>} names
 * @property {TableSign} sign
 * @property {OfferedCommand[]} offers none while cards still move
 * @property {WithheldCommand[]} withheld
 * @property {Draft} draft
 * @property {Record<string, number>} placed my open bets by key
 * @property {Wager[]} last what I wagered in my last round
 * @property {string} active the key of the wager that chips go to
 * @property {string} late what the house did for me when time ran out, until I act again
 * @property {boolean} busy a command is under way, or cards move
 * @property {<Name extends string>(name: Name, body?: CommandBody<Name>) => Promise<boolean>} send
 *   whether it may be done
 * @property {(draft: Draft) => void} lay
 * @property {(key: string) => void} choose
 * @property {() => void} deal place the chips, and be ready
 * @property {() => void} place
 * @property {() => void} pass be ready without a bet
 * @property {() => void} cut
 * @property {() => void} practise leave for a practice table with bots
 */

/**
 * @param {Scene} scene
 * @param {string} player
 */
export function nameOf(scene, player) {
  if (player === scene.me) return "You";
  return scene.names[player]?.name ?? player;
}

/**
 * The comparison that gives a hand its choice, such as "tie"; "hand" until the sign is here.
 *
 * @param {TableSign | undefined} sign
 */
export function occasion(sign) {
  const rows = sign?.pays.filter(({ choice }) => choice) ?? [];
  return rows.map(({ says }) => says).join(" or ") || "hand";
}

/**
 * @param {Scene} scene
 * @param {string} command
 */
export function offered(scene, command) {
  return scene.offers.filter((offer) => offer.command === command);
}

/**
 * Whether a bet is not open yet only because something before it waits for me: chips may be laid
 * already, and what is before is done with the bet.
 *
 * @param {Scene} scene
 */
export function isEarly(scene) {
  return !offered(scene, "bet").length &&
    !scene.withheld.some(({ command }) => command === "bet") &&
    offered(scene, "cut").length + offered(scene, "decline").length > 0;
}

/**
 * The bounds of a wager that chips may be laid for; null where none may. A tie wager that needs a
 * primary one beside it is offered by the house only when that is there: the sign has its limits.
 *
 * @param {Scene} scene
 * @param {number} seat
 * @param {string} wager
 */
export function boundsOf(scene, seat, wager) {
  const { primary: first, tie } = scene.sign.limits;
  if (isEarly(scene) && scene.view.seats[seat - 1] === scene.me) {
    return wager === "tie" ? tie : first;
  }
  const bets = offered(scene, "bet").filter((offer) => offer.seat === seat);
  const own = bets.find((offer) => offer.wager === wager);
  if (own) {
    const { least = 0, most = 0, amounts = [], most_by } = own;
    return { least, most, amounts, most_by };
  }
  const primary = bets.find((offer) => offer.wager === "primary");
  return wager === "tie" && primary ? tie : null;
}

/**
 * What a wager of mine is to be, chips that are laid out and not sent included.
 *
 * @param {Scene} scene
 * @param {number} seat
 * @param {string} wager
 */
export function amountOf(scene, seat, wager) {
  const key = keyOf(seat, wager);
  return scene.draft.amounts[key] ?? scene.placed[key] ?? 0;
}

/**
 * The seats I may bet at.
 *
 * @param {Scene} scene
 */
export function bettable(scene) {
  if (isEarly(scene)) {
    return scene.view.seats.flatMap((player, index) => player === scene.me ? [index + 1] : []);
  }
  return [...new Set(offered(scene, "bet").map((offer) => offer.seat ?? 0))];
}

/**
 * The wagers of my last round that may be made again.
 *
 * @param {Scene} scene
 */
export function again(scene) {
  if (!repeats(scene)) return [];
  return scene.last.filter(({ seat }) => boundsOf(scene, seat, "primary"));
}

/**
 * Whether this house lets wagers be repeated by a key.
 *
 * @param {Scene} scene
 */
export function repeats({ sign }) {
  return sign.pace.rebet;
}

/**
 * Whether nobody else is waited for.
 *
 * @param {Scene} scene
 */
export function alone(scene) {
  const { view, names, me, sign } = scene;
  if (sign?.hand_dealt) return false; // there is always the dealer
  const here = view.seats.filter((player) => !view.away.includes(player));
  const others = [...here, ...view.bets.map((bet) => bet.player)];
  return others.every((player) => !player || player === me || names[player]?.bot);
}

/**
 * A table on which new chips are laid out: the cards of the last round are gone from it.
 *
 * @param {View} view
 * @param {Draft} draft
 */
export function swept(view, draft) {
  return draft !== EMPTY && view.round && !view.round.playing ? { ...view, round: null } : view;
}

/**
 * The free seat that is nearest to the middle of the table.
 *
 * @param {Offer[]} free
 * @param {string[]} seats
 */
export function middle(free, seats) {
  const away = (/** @type {Offer} */ { seat = 0 }) => Math.abs(seat - (seats.length + 1) / 2);
  return free.toSorted((one, other) => away(one) - away(other))[0];
}

/**
 * Chips for a beginning: the least bet of who has never bet here; null for others.
 *
 * @param {Scene} scene
 */
export function opening(scene) {
  const [seat] = bettable(scene).filter((seat) => scene.view.seats[seat - 1] === scene.me);
  const bounds = seat && boundsOf(scene, seat, "primary");
  const fresh = scene.draft === EMPTY && !Object.keys(scene.placed).length && !scene.last.length;
  if (!bounds || !fresh) return null;
  const least = bounds.amounts?.[0] ?? Math.max(bounds.least, scene.sign.limits.primary.least);
  return { amounts: { [keyOf(seat, "primary")]: least }, before: null };
}
