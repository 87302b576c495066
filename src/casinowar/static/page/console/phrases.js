/**
 * What a dealer says and is told, in words. What is said is the language of `casinowar deal`, which
 * the house reads; nothing here knows a rule.
 */

/** @import { DealerView, TieHand } from "../lib/api.d.ts" */

export const FEW = 3;
/** So many tie hands are named, and have room beside the keys for cards. */

/**
 * An amount as it is said.
 *
 * @param {number} cents
 * @returns {string} as "20" or "12.50"
 */
export function spoken(cents) {
  return cents % 100 ? (cents / 100).toFixed(2) : String(cents / 100);
}

/**
 * What makes the bet at a seat another one.
 *
 * @param {number} seat
 * @param {{primary: number, tie: number}} bet as it is to be
 * @param {{primary: number, tie: number}} [placed] as it is
 * @returns {string} as "1=20/5"
 */
export function betWords(seat, { primary, tie }, placed = { primary: 0, tie: 0 }) {
  if (!primary && !tie) return `withdraw ${seat}`;
  const bet = `${seat}=${primary ? spoken(primary) : ""}${tie ? `/${spoken(tie)}` : ""}`;
  if (placed.tie && !tie) return `withdraw ${seat} tie; ${bet}`;
  return placed.primary && !primary ? `${bet}; withdraw ${seat} primary` : bet;
}

/**
 * What makes a bet behind a seat, or takes all of it back where there is no amount.
 *
 * @param {number} seat
 * @param {string} name
 * @param {{primary: number, tie: number}} bet
 * @returns {string} as "bet 1 dan 20/5"
 */
export function behindWords(seat, name, { primary, tie }) {
  const who = name.trim().replaceAll(/\s+/g, "-");
  if (!primary && !tie) return `withdraw ${seat} ${who}`;
  return `bet ${seat} ${who} ${primary ? spoken(primary) : ""}${tie ? `/${spoken(tie)}` : ""}`;
}

/**
 * Those without a seat whom the dealer knows: who bet behind one.
 *
 * @param {DealerView} desk
 */
export function unseated({ seats, names }) {
  const sits = (/** @type {string} */ who) => seats.some(({ player }) => player === who);
  return Object.entries(names).filter(([who, { walk_in }]) => walk_in && !sits(who))
    .map(([, { name }]) => name).sort();
}

/**
 * A name for someone who comes to bet behind a seat, until another is typed.
 *
 * @param {DealerView} desk
 */
export function newName({ names }) {
  const taken = new Set(Object.values(names).map(({ name }) => name));
  let number = 1;
  while (taken.has(`behind${number}`)) number += 1;
  return `behind${number}`;
}

/**
 * Whose answer it is: by the seat, and behind it by the name too.
 *
 * @param {DealerView} desk
 * @param {{player: string, seat: number}} hand
 */
export function handWords(desk, { player, seat }) {
  return desk.seats[seat - 1].player === player ? String(seat) : `${seat} ${nameOf(desk, player)}`;
}

/**
 * @param {DealerView} desk
 * @param {string} player
 */
export function nameOf(desk, player) {
  return desk.names[player]?.name ?? player;
}

/**
 * Whether the dealer speaks for someone: those with an account speak for themselves.
 *
 * @param {DealerView} desk
 * @param {string} player
 */
export function speaksFor(desk, player) {
  return desk.names[player]?.walk_in ?? false;
}

/**
 * What comes next, in the few words that are read across a table.
 *
 * @param {DealerView} desk
 */
export function headline(desk) {
  const { need } = desk, holder = (/** @type {number} */ seat) => desk.seats[seat - 1]?.player;
  if (desk.closed) return desk.replaced_by ? "Closed: another table is in its place" : "Closed";
  switch (need.type) {
    case "card_needed": {
      const war = need.deal === "war" ? "War card" : "Card";
      if (need.to === "player") {
        return `${war}: seat ${need.seat}, ${nameOf(desk, holder(need.seat))}`;
      }
      return need.seat ? `${war}: dealer, for seat ${need.seat}` : `${war}: dealer`;
    }
    case "burn_needed":
      return `Burn ${need.count}`;
    case "payment_needed":
      return "Pay as told";
    case "choice_needed": {
      const names = need.hands.map((hand) => nameOf(desk, hand.player));
      return `War? ${names.length > FEW ? `${names.length} hands` : listed(names)}`;
    }
    case "bets_needed":
      return desk.paused ? "Paused" : "Bets, then the first card";
    case "shoe_needed":
      return `Shoe with ${need.backs} backs`;
    case "cut_needed":
      return need.player ? `${nameOf(desk, need.player)} cuts` : "The dealer cuts";
    case "cut_card_needed":
      return "The cut card goes in";
    case "players_needed":
      return "Seat the players";
    case "banker_needed":
      return need.players.length === 1 ? `Bank? ${nameOf(desk, need.players[0])}` : "Who banks?";
    case "stake_needed":
      return `Stake of ${nameOf(desk, need.player)}`;
    default:
      return desk.says;
  }
}

/**
 * What is to be kept in mind beside it.
 *
 * @param {DealerView} desk
 */
export function reminder(desk) {
  const aside = desk.aside === 1
    ? "Take the card set aside."
    : desk.aside
    ? `Take the ${desk.aside} cards set aside first.`
    : "";
  const gone = desk.stands_in
    ? `${nameOf(desk, desk.dealer)} may deal no longer: this round is yours to end.`
    : "";
  const paused = desk.paused ? `No new round begins: ${desk.paused}.` : "";
  const fits = ["burn_needed", "cut_card_needed", "stake_needed"].includes(desk.need.type);
  const says = fits ? `${desk.says[0].toUpperCase()}${desk.says.slice(1)}.` : "";
  return [gone, aside, paused, says].filter(Boolean).join(" ");
}

/**
 * Which card is asked for where one was shown by mistake: the next one, as any card that comes.
 *
 * @param {DealerView} desk
 */
export function shownAsks({ aside }) {
  if (!aside) return "Which card was shown?";
  return `Was the ${aside > 1 ? "first " : ""}card set aside shown? Which is it?`;
}

/**
 * Whether a card may come now.
 *
 * @param {DealerView} desk
 */
export function takesCard({ need, seats }) {
  return need.type === "card_needed" ||
    (need.type === "bets_needed" && seats.some(({ bets }) => bets.length));
}

/**
 * The hands that are asked, each in the row where it was, with those that have answered. Where
 * seats are asked in turn, each has the rows to itself.
 *
 * @param {TieHand[]} rows
 * @param {TieHand[]} choices
 */
export function inRows(rows, choices) {
  const isThere = (/** @type {TieHand} */ one) =>
    rows.some(({ player, seat }) => player === one.player && seat === one.seat);
  const fresh = choices.filter((choice) => !isThere(choice));
  return choices.length && fresh.length === choices.length ? fresh : [...rows, ...fresh];
}

/**
 * Who deals, from which shoe.
 *
 * @param {DealerView} desk
 */
export function about(desk) {
  const { shoe } = desk;
  const dealer = desk.stands_in
    ? "you end the round"
    : desk.dealer
    ? `${nameOf(desk, desk.dealer)} deals`
    : "nobody deals";
  const round = desk.round
    ? `round ${desk.round}${desk.playing ? "" : " is over"}`
    : "no round yet";
  const cards = shoe
    ? `shoe ${shoe.number}, ${shoe.backs} backs: ${shoe.left} cards left`
    : "no shoe yet";
  return `${dealer} · ${round} · ${cards}`;
}

/**
 * Why something was not done, said once where it is the same at several seats.
 *
 * @param {string[]} texts as "seat 1, ann: this table is paused"
 */
export function whyNot(texts) {
  const reasonIn = (/** @type {string} */ text) => text.replace(/^seat \d+, \S+: /, "");
  return [...new Set(texts.map(reasonIn))].map((why) => {
    const same = texts.filter((text) => reasonIn(text) === why);
    const seats = same.map((text) => /^seat (\d+), /.exec(text)?.[1] ?? "");
    return same.length > 1 && seats.every(Boolean) ? `seats ${listed(seats)}: ${why}` : same[0];
  }).join(". ");
}

/** @param {string[]} names */
function listed(names) {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}
