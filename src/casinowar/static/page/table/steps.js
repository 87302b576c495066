/**
 * An entry in the steps in which it is seen. The house deals the last card and settles in one
 * entry; at a table the card is turned first, and only then are chips paid and taken.
 */

/**
 * @import { Entry, Event } from "../lib/api.d.ts"
 * @import { View } from "./reducer.js"
 */

const DECIDES = ["wager_settled", "wager_returned", "round_ended", "cards_collected"];

/**
 * The steps of an entry, each with the view it leads to and the events that are seen in it.
 *
 * @param {View | null} before
 * @param {View} after
 * @param {Entry} entry
 * @returns {{view: View, events: Event[]}[]}
 */
export function stepsOf(before, after, entry) {
  const events = entry.kind === "action" ? entry.events : [];
  const decided = events.findIndex(({ type }) => DECIDES.includes(type));
  const cards = events.slice(0, decided);
  if (!after.round || decided < 1 || !cards.some(({ type }) => type === "card_dealt")) {
    return [{ view: after, events }];
  }
  const known = before?.round?.number === after.round.number ? before.round.results : [];
  const round = { ...after.round, results: known, playing: true };
  return [
    { view: { ...after, round }, events: cards },
    { view: after, events: events.slice(decided) },
  ];
}
