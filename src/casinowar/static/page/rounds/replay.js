/** A round step by step: what lies on the table after so many of the things that happened. */

/**
 * @import { Event, OpenWager, RoundLine, SettledWager } from "../lib/api.d.ts"
 *
 * @typedef {{deal: string, card: string}} Lying
 * @typedef {OpenWager & {net: number | null}} Wager
 */

/**
 * The table after so many things.
 *
 * @typedef {object} Scene
 * @property {Map<number, Lying[]>} hands the cards by seat
 * @property {Map<number, Lying[]>} dealer the dealer's, by the seat of the war they are for, or 0
 * @property {number} burned
 * @property {Wager[]} wagers
 */

/**
 * What the round was played for: every wager, before anything became of it.
 *
 * @param {(SettledWager | OpenWager)[]} settlements
 * @returns {Wager[]}
 */
function wagersOf(settlements) {
  const first = settlements.filter(({ wager }) => wager === "primary" || wager === "tie");
  const made = first.map(({ seat, player, wager, stake }) => ({
    seat,
    player,
    wager,
    stake,
    net: null,
  }));
  return made.sort((a, b) => a.wager.localeCompare(b.wager));
}

/**
 * @param {RoundLine[]} told
 * @param {number} count how many of them have happened
 * @param {(SettledWager | OpenWager)[]} settlements
 * @returns {Scene}
 */
export function sceneAfter(told, count, settlements) {
  /** @type {Scene} */
  const scene = { hands: new Map(), dealer: new Map(), burned: 0, wagers: wagersOf(settlements) };
  for (const { event } of told.slice(0, count)) hear(scene, event);
  return scene;
}

/**
 * @param {Scene} scene
 * @param {Event} event
 */
function hear(scene, event) {
  switch (event.type) {
    case "card_dealt": {
      const side = event.to === "player" ? scene.hands : scene.dealer;
      const lying = side.get(event.seat) ?? [];
      side.set(event.seat, [...lying, { deal: event.deal, card: event.card }]);
      break;
    }
    case "card_corrected": {
      const lying = (event.to === "player" ? scene.hands : scene.dealer).get(event.seat);
      const last = lying?.at(-1);
      if (last) last.card = event.card;
      break;
    }
    case "cards_burned":
      scene.burned += event.count;
      break;
    case "war_declared":
      for (const wager of /** @type {const} */ (["war", "war_tie"])) {
        const { seat, player, [wager]: stake } = event;
        if (stake) scene.wagers.push({ seat, player, wager, stake, net: null });
      }
      break;
    case "wager_settled":
    case "wager_ruled":
      settle(scene, event, event.net);
      break;
    case "wager_returned":
    case "wager_reversed":
      settle(scene, event, 0);
      break;
  }
}

/**
 * @param {Scene} scene
 * @param {Pick<OpenWager, "seat" | "player" | "wager">} event
 * @param {number} net
 */
function settle(scene, event, net) {
  const wager = scene.wagers.find((each) =>
    each.seat === event.seat && each.player === event.player && each.wager === event.wager
  );
  if (wager) wager.net = net;
}
