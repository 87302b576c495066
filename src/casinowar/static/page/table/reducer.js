/**
 * A table as the page has it, entry by entry: a view and the next entry of the record give the
 * next view. Pure, and without a rule in it: what cannot be read off an entry (what is awaited,
 * until when, who is ready or away) comes beside the entries, as a state.
 */

/**
 * @import { BankView, ComingShoe, Entry, Event, ShoeView, StateView } from "../lib/api.d.ts"
 * @import { TableSnapshot, TableView } from "../lib/api.d.ts"
 *
 * @typedef {Pick<BankView, "player" | "seat" | "stake">} Bank
 * @typedef {Omit<ShoeView, "stage">} Shoe
 * @typedef {Omit<TableView, "bank" | "shoe"> & {bank: Bank | null, shoe: Shoe | null}} View
 */

/**
 * @template Told
 * @typedef {(view: View, told: Told) => void} Change what an entry or an event does to a view
 */

/**
 * What the page draws of the house's view: without the turns of the bank and the stage of a shoe,
 * which entries do not tell and `need` says in words.
 *
 * @param {TableView & Partial<TableSnapshot>} told
 * @returns {View}
 */
export function viewOf({ names: _, ...told }) {
  /** @type {View} */
  const view = { ...told };
  if (told.bank) {
    const { player, seat, stake } = told.bank;
    view.bank = { player, seat, stake };
  }
  if (told.shoe) {
    const { stage: _, ...shoe } = told.shoe;
    view.shoe = shoe;
  }
  return view;
}

/**
 * @param {View} view
 * @param {StateView} state
 * @returns {View}
 */
export function withState(view, { need, since, due, ready, away, paused, replaced_by }) {
  return { ...view, need, since, due, ready, away, paused, replaced_by };
}

/**
 * The view after an entry.
 *
 * @param {View} before
 * @param {Entry} entry
 * @returns {View}
 */
export function reduce(before, entry) {
  if (entry.seq !== before.seq) throw new Error(`entry ${entry.seq} is not number ${before.seq}`);
  const view = structuredClone(before);
  view.seq += 1;
  if (entry.kind === "action") {
    // an earlier round that is voided leaves the table as it is
    if (entry.action.type !== "void_round") {
      for (const event of entry.events) happened(view, event);
    }
    view.bets = view.bets.filter(({ primary, tie }) => primary || tie);
  } else {
    const change = /** @type {Change<Entry> | undefined} */ (PREPARED[entry.kind]);
    change?.(view, entry);
  }
  return view;
}

/**
 * @param {View} view
 * @param {Event} event
 */
function happened(view, event) {
  const change = /** @type {Change<Event> | undefined} */ (HAPPENED[event.type]);
  change?.(view, event);
}

/** @type {{[Kind in Entry["kind"]]?: Change<Extract<Entry, {kind: Kind}>>}} */
const PREPARED = {
  server_commitment(view, { shoe, commitment, decks, behind_min, behind_max }) {
    view.coming = {
      id: shoe,
      commitment,
      decks,
      behind_least: behind_min,
      behind_most: behind_max,
      committed: [],
      closed: false,
      awaited: [],
    };
  },
  player_commitment(view, { seat, player }) {
    const coming = prepared(view);
    const others = coming.committed.filter((one) => one.seat !== seat);
    coming.committed = [...others, { seat, player }];
  },
  list_closed(view, { seats }) {
    const coming = prepared(view);
    coming.closed = true;
    coming.committed = coming.committed.filter((one) => seats.includes(one.seat));
    coming.awaited = seatsOf(coming);
  },
  player_reveal: (view, { seat }) => answered(view, seat),
  withheld: (view, { seat }) => answered(view, seat),
  server_reveal(view, { shoe, end }) {
    if (view.shoe && view.shoe.id === shoe) view.shoe.end = end;
    else view.coming = null;
  },
};

/** @type {{[Type in Event["type"]]?: Change<Extract<Event, {type: Type}>>}} */
const HAPPENED = {
  seated(view, { player, seat }) {
    view.seats[seat - 1] = player;
  },
  seat_left(view, { seat }) {
    view.seats[seat - 1] = "";
    view.leaving = view.leaving.filter((leaving) => leaving !== seat);
  },
  leave_planned(view, { seat }) {
    view.leaving.push(seat);
  },
  bet_placed(view, { player, seat, wager, amount }) {
    view.round = null; // the first bet of a round puts the last one to rest
    const known = view.bets.find((bet) => bet.player === player && bet.seat === seat);
    const bet = known ?? { player, seat, primary: 0, tie: 0 };
    if (!known) view.bets.push(bet);
    bet[/** @type {"primary" | "tie"} */ (wager)] = amount;
  },
  bet_withdrawn(view, { player, seat, wager }) {
    const bet = view.bets.find((bet) => bet.player === player && bet.seat === seat);
    if (bet) bet[/** @type {"primary" | "tie"} */ (wager)] = 0;
  },
  bank_taken(view, { player, seat }) {
    view.bank = { stake: 0, ...view.bank, player, seat };
  },
  bank_given_up(view) {
    if (view.bank) view.bank.player = "";
  },
  stake_posted(view, { amount }) {
    if (view.bank) view.bank.stake = amount;
  },
  stake_returned(view) {
    if (view.bank) view.bank.stake = 0;
  },
  shoe_brought(view, { shoe, batch, backs, decks }) {
    const coming = view.coming;
    view.shoe = {
      id: coming?.id ?? `${view.id}/${shoe}`,
      number: shoe,
      batch,
      backs,
      left: decks * 52,
      behind: 0,
      excess: 0,
      seen: [],
      end: null,
      commitment: coming?.commitment ?? null,
      parts: coming ? seatsOf(coming) : [],
    };
    view.coming = null;
  },
  cut_card_placed(view, { behind }) {
    if (view.shoe) view.shoe.behind = behind;
  },
  bets_closed(view, { round, at }) {
    const bets = view.seats.flatMap((holder, index) => {
      const here = view.bets.filter(({ seat }) => seat === index + 1);
      const own = here.filter(({ player }) => player === holder);
      return [...own, ...here.filter(({ player }) => player !== holder)];
    });
    view.round = {
      number: round,
      began_at: at,
      playing: true,
      banker: view.bank?.player ?? "",
      bets,
      cards: [],
      answers: [],
      results: [],
    };
    view.bets = [];
  },
  cards_burned: (view, { count }) => draw(view, count),
  card_dealt(view, dealt) {
    draw(view, 1, dealt.card);
    view.round?.cards.push(dealt);
  },
  card_corrected(view, { deal, was, card }) {
    seeInstead(view, was, card);
    if (!view.round) return;
    const [last] = view.round.cards.splice(-1);
    view.round.cards.push({ ...last, card });
    if (deal === "original") view.round.answers = []; // they were given to the wrong card
  },
  excess_drawn(view, { kept }) {
    if (!view.shoe) return;
    view.shoe.left -= 1;
    if (kept === "next card") view.shoe.excess += 1;
  },
  card_disclosed: (view, { card }) => draw(view, 1, card),
  disclosure_corrected: (view, { was, card }) => seeInstead(view, was, card),
  dealer_changed(view, { dealer }) {
    view.dealer = dealer;
  },
  surrendered: (view, answer) => view.round?.answers.push(answer),
  forfeited: (view, answer) => view.round?.answers.push(answer),
  war_declared: (view, answer) => view.round?.answers.push(answer),
  wager_settled: (view, result) => view.round?.results.push(result),
  wager_returned(view, result) {
    if (result.why !== "corrected") view.round?.results.push(result);
  },
  round_ended(view) {
    if (view.round) view.round.playing = false;
  },
  round_cancelled(view) {
    if (view.round) view.round.playing = false;
  },
  wager_ruled(view, result) {
    const { round } = view, { player, seat, wager } = result;
    const same = (/** @type {{ player: string, seat: number }} */ other) =>
      other.player === player && other.seat === seat;
    if (round) {
      round.results = round.results.filter((each) => !same(each) || each.wager !== wager);
      round.results.push(result);
    } else {
      view.bets = view.bets.map((bet) => same(bet) ? { ...bet, [wager]: 0 } : bet)
        .filter(({ primary, tie }) => primary || tie);
    }
  },
  round_ruled(view, { ruling }) {
    if (ruling !== "void") return;
    view.round = null;
    view.bets = [];
  },
};

/**
 * Cards leave the shoe, those set aside first.
 *
 * @param {View} view
 * @param {number} count
 * @param {string} [shown]
 */
function draw({ shoe }, count, shown) {
  if (!shoe) return;
  const aside = Math.min(count, shoe.excess);
  shoe.excess -= aside;
  shoe.left -= count - aside;
  if (shown) shoe.seen.push(shown);
}

/**
 * @param {View} view
 * @param {string} was the card as it was entered
 * @param {string} card as it is
 */
function seeInstead({ shoe }, was, card) {
  if (shoe) shoe.seen[shoe.seen.lastIndexOf(was)] = card;
}

/** @param {View} view */
function prepared(view) {
  if (!view.coming) throw new Error("no shoe is in preparation");
  return view.coming;
}

/** @param {ComingShoe} coming */
function seatsOf(coming) {
  return coming.committed.map(({ seat }) => seat).sort((one, other) => one - other);
}

/**
 * @param {View} view
 * @param {number} seat
 */
function answered(view, seat) {
  const coming = prepared(view);
  coming.awaited = coming.awaited.filter((awaited) => awaited !== seat);
}
