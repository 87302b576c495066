// Written by python -m tests.support.page_types from the API's schemas: do not edit it.

/** Everything that can be done to a table. */
export type Action =
  | SitAction
  | LeaveAction
  | PlaceBetAction
  | WithdrawBetAction
  | TakeBankAction
  | DeclineBankAction
  | PostStakeAction
  | GiveUpBankAction
  | CutDeckAction
  | PassCutAction
  | NewShoeAction
  | PlaceCutCardAction
  | CloseBetsAction
  | PayAction
  | CorrectCardAction
  | DrawExcessAction
  | DiscloseCardAction
  | ChangeDealerAction
  | CancelRoundAction
  | RuleAction
  | DealAction
  | BurnAction
  | SurrenderAction
  | GoToWarAction
  | TimeOutAction;

/** An action and everything that it caused, in order. */
export type ActionEntry = {
  /** Its number in the record, without a gap. */
  seq: number;
  kind: "action";
  /** The hash of the entry before; zeros in the first. */
  prev: string;
  /** The SHA-256 of the entry's canonical JSON without it. */
  hash: string;
  /** When, in units of the house's choice. */
  at?: number;
  /** Who acted. */
  who?: string;
  action: Action;
  events: Event[];
};

/** The offer was declined, by the player or because time ran out. */
export type BankDeclined = {
  type: "bank_declined";
  /** A player. */
  player: string;
  by: "player" | "house";
};

/** The bank is free; this player held it for `rounds` consecutive rounds. */
export type BankGivenUp = {
  type: "bank_given_up";
  /** A player. */
  player: string;
  /** A number of rounds. */
  rounds: number;
  why: "given up" | "most rounds" | "left" | "time";
};

/** The bank is offered to a seat. */
export type BankOffered = {
  type: "bank_offered";
  /** A player. */
  player: string;
  /** A seat, counted from 1. */
  seat: number;
};

/** The player who holds the bank, or is offered it, if the rules let players bank. */
export type BankState = {
  /** The player who banks; empty if nobody does. */
  player: string;
  /** A seat, counted from 1; 0 if there was none yet. */
  seat: number;
  /** Whole cents. */
  stake: number;
  /** The players the bank is still offered to, the first of them now. */
  offers: string[];
  /** 1 is yes, 0 is no. */
  went_round: 0 | 1;
  /** The player who banks; empty if nobody does. */
  last: string;
  /** A number of rounds. */
  rounds: number;
};

/** A player is the banker from now on. */
export type BankTaken = {
  type: "bank_taken";
  /** A player. */
  player: string;
  /** A seat, counted from 1. */
  seat: number;
};

/** Who banked last, and for how many rounds in a row, before this round. */
export type BankedBefore = {
  /** The player who banks; empty if nobody does. */
  last: string;
  /** A number of rounds. */
  rounds: number;
};

/** A banker: the player who is offered the bank, or anyone allowed if all have declined. */
export type BankerNeeded = {
  type: "banker_needed";
  /** Players. */
  players: string[];
  /** In words. */
  says: string;
};

/** Money: the wager goes from the player to the felt. */
export type BetPlaced = {
  type: "bet_placed";
  /** A player. */
  player: string;
  /** A seat, counted from 1. */
  seat: number;
  wager: "primary" | "tie" | "war" | "war_tie";
  /** Whole cents. */
  amount: number;
};

/** Money: the wager goes back from the felt to the player. */
export type BetWithdrawn = {
  type: "bet_withdrawn";
  /** A player. */
  player: string;
  /** A seat, counted from 1. */
  seat: number;
  wager: "primary" | "tie" | "war" | "war_tie";
  /** Whole cents. */
  amount: number;
};

/** No more bets; the round has begun. */
export type BetsClosed = {
  type: "bets_closed";
  /** The round's number at its table. */
  round: number;
  /** Whole seconds since 1970; 0 if no time was given. */
  at: number;
};

/** Bets, until the dealer closes them. */
export type BetsNeeded = {
  type: "bets_needed";
  /** In words. */
  says: string;
};

/** The dealer burns the next cards, face down: a burn never names a card. */
export type BurnAction = {
  type: "burn";
  /** A number of cards. */
  count: number;
};

/** Cards to burn. */
export type BurnNeeded = {
  type: "burn_needed";
  /** A number of cards. */
  count: number;
  why: "first card" | "new dealer" | "original" | "war";
  /** In words. */
  says: string;
};

/** The house cancels, at this time, a round that has taken too long. */
export type CancelRoundAction = {
  type: "cancel_round";
  /** Whole seconds since 1970; 0 if no time was given. */
  at: number;
};

/** The last card was keyed wrong: `card` replaces `was`. */
export type CardCorrected = {
  type: "card_corrected";
  deal: "original" | "war";
  to: "player" | "dealer";
  /** A seat, counted from 1; 0 is the dealer's place. */
  seat: number;
  /** Each card is its rank and, if known, its suit. */
  was: string;
  /** Each card is its rank and, if known, its suit. */
  card: string;
};

/** A card was dealt face up; the dealer's has seat 0, or the seat of an individual war. */
export type CardDealt = {
  type: "card_dealt";
  deal: "original" | "war";
  to: "player" | "dealer";
  /** A seat, counted from 1; 0 is the dealer's place. */
  seat: number;
  /** Each card is its rank and, if known, its suit. */
  card: string;
};

/** The next card was shown by mistake, and discarded. */
export type CardDisclosed = {
  type: "card_disclosed";
  /** Each card is its rank and, if known, its suit. */
  card: string;
};

/** The next card, face up, for a seat or the dealer; `seat` is as in `CardDealt`. */
export type CardNeeded = {
  type: "card_needed";
  deal: "original" | "war";
  to: "player" | "dealer";
  /** A seat, counted from 1; 0 is the dealer's place. */
  seat: number;
  /** In words. */
  says: string;
};

/** Cards went face down into the discards. */
export type CardsBurned = {
  type: "cards_burned";
  /** A number of cards. */
  count: number;
  why: "first card" | "new dealer" | "original" | "war";
};

/** A hand's cards went to the discards together, in the order they were dealt. */
export type CardsCollected = {
  type: "cards_collected";
  /** A seat, counted from 1; 0 is the dealer's place. */
  seat: number;
  /** Each card is its rank and, if known, its suit. */
  cards: string[];
};

/** The number and the hash of an entry in a chain. */
export type ChainPlace = {
  /** The entry's number in its record. */
  seq: number;
  /** A SHA-256, in hexadecimal digits. */
  hash: string;
};

/** At a hand-dealt table: a new dealer takes over. */
export type ChangeDealerAction = {
  type: "change_dealer";
  /** The dealer's name; empty if nobody is named. */
  dealer: string;
};

/** A choice for each of these tie hands, from the choices on offer. */
export type ChoiceNeeded = {
  type: "choice_needed";
  hands: Hand[];
  offers: ("surrender" | "war")[];
  /** In words. */
  says: string;
};

/** The dealer closes the bets; `at` is the time, required only if a rule depends on it. */
export type CloseBetsAction = {
  type: "close_bets";
  /** Whole seconds since 1970; 0 if no time was given. */
  at: number;
};

/** At a hand-dealt table: the dealer keyed the last card wrong; this is the right one. */
export type CorrectCardAction = {
  type: "correct_card";
  /** Each card is its rank and, if known, its suit. */
  card: string;
};

/** The place of the cut card: how many cards go behind it. */
export type CutCardNeeded = {
  type: "cut_card_needed";
  /** A number of cards. */
  least: number;
  /** A number of cards. */
  most: number;
  /** In words. */
  says: string;
};

/** The cut card is in the shoe. */
export type CutCardPlaced = {
  type: "cut_card_placed";
  /** A number of cards. */
  behind: number;
};

/** The last card in front of the cut card has left the shoe. */
export type CutCardReached = {
  type: "cut_card_reached";
  /** A number of cards. */
  left: number;
};

/**
 * A player, or the dealer as `""`, cuts: the cards before this place go to the rear.
 *
 * At a hand-dealt table nobody counts the cards, so the place may be 0, for anywhere.
 */
export type CutDeckAction = {
  type: "cut_deck";
  /** The player who cuts; empty for the dealer. */
  player: string;
  /** The place of a cut: how many cards go to the rear; 0 if nobody counts them. */
  at: number;
};

/**
 * A cut by this player, or by the dealer (player `""`, seat 0), between these places.
 *
 * `least` is 0 if the cut needs no counted place.
 */
export type CutNeeded = {
  type: "cut_needed";
  /** The player who cuts; empty for the dealer. */
  player: string;
  /** A seat, counted from 1; 0 is the dealer's place. */
  seat: number;
  /** The place of a cut: how many cards go to the rear; 0 if nobody counts them. */
  least: number;
  /** The place of a cut: how many cards go to the rear; 0 if nobody counts them. */
  most: number;
  /** In words. */
  says: string;
};

/** The player who was asked to cut did not cut. */
export type CutPassed = {
  type: "cut_passed";
  /** A player. */
  player: string;
  by: "player" | "house";
};

/** The dealer deals the next card, face up. */
export type DealAction = {
  type: "deal";
  /** Each card is its rank and, if known, its suit. */
  card: string;
};

/** A new dealer took over. */
export type DealerChanged = {
  type: "dealer_changed";
  /** The dealer's name; empty if nobody is named. */
  dealer: string;
};

/** The pack was cut; player `""` and seat 0 mean the dealer. */
export type DeckCut = {
  type: "deck_cut";
  /** The player who cuts; empty for the dealer. */
  player: string;
  /** A seat, counted from 1; 0 is the dealer's place. */
  seat: number;
  /** The place of a cut: how many cards go to the rear; 0 if nobody counts them. */
  at: number;
};

/** A player declines the offered bank. */
export type DeclineBankAction = {
  type: "decline_bank";
  /** A player. */
  player: string;
};

/** At a hand-dealt table: the dealer showed the next card by mistake. */
export type DiscloseCardAction = {
  type: "disclose_card";
  /** Each card is its rank and, if known, its suit. */
  card: string;
};

/** The card shown by mistake was keyed wrong: `card` replaces `was`. */
export type DisclosureCorrected = {
  type: "disclosure_corrected";
  /** Each card is its rank and, if known, its suit. */
  was: string;
  /** Each card is its rank and, if known, its suit. */
  card: string;
};

/** At a hand-dealt table: the dealer drew one card too many, and nobody saw its face. */
export type DrawExcessAction = {
  type: "draw_excess";
};

/** An entry of a table's record, linked to the one before by its hash. */
export type Entry =
  | TableEntry
  | ShoeEntry
  | ActionEntry
  | ServerCommitmentEntry
  | PlayerCommitmentEntry
  | ListClosedEntry
  | PlayerRevealEntry
  | WithheldEntry
  | ServerRevealEntry;

/** Everything that can happen at a table. */
export type Event =
  | Seated
  | SeatLeft
  | LeavePlanned
  | BetPlaced
  | BetWithdrawn
  | ExcessReturned
  | MinimumReminded
  | BankOffered
  | BankDeclined
  | BankTaken
  | BankGivenUp
  | StakePosted
  | StakeReturned
  | ShoeBrought
  | CutPassed
  | DeckCut
  | CutCardPlaced
  | CutCardReached
  | BetsClosed
  | CardCorrected
  | ExcessDrawn
  | ExcessDiscarded
  | CardDisclosed
  | DisclosureCorrected
  | DealerChanged
  | WagerReversed
  | RoundRuled
  | RoundCancelled
  | CardDealt
  | CardsBurned
  | CardsCollected
  | Surrendered
  | Forfeited
  | WarDeclared
  | WagerSettled
  | WagerReturned
  | RoundEnded;

/** Cards set aside to be dealt next went to the discards when the shoe was changed. */
export type ExcessDiscarded = {
  type: "excess_discarded";
  /** A number of cards. */
  count: number;
};

/** One card too many left the shoe unseen; it is set aside as the next card, or discarded. */
export type ExcessDrawn = {
  type: "excess_drawn";
  kept: "next card" | "discard";
};

/** The part of a bet above the maximum was returned; the bet is the maximum. */
export type ExcessReturned = {
  type: "excess_returned";
  /** A player. */
  player: string;
  /** A seat, counted from 1. */
  seat: number;
  wager: "primary" | "tie" | "war" | "war_tie";
  /** Whole cents. */
  amount: number;
};

/** Time ran out on a tie hand, and the rules make it forfeit its wager. */
export type Forfeited = {
  type: "forfeited";
  /** A player. */
  player: string;
  /** A seat, counted from 1. */
  seat: number;
};

/** The banker gives up the bank while no wager depends on it. */
export type GiveUpBankAction = {
  type: "give_up_bank";
  /** A player. */
  player: string;
};

/** A player takes a tie hand to war, with a tie wager on the war deal if `tie` is not 0. */
export type GoToWarAction = {
  type: "go_to_war";
  /** A player. */
  player: string;
  /** A seat, counted from 1. */
  seat: number;
  /** Whole cents. */
  tie: number;
};

/** One person's wagers on one seat's card. */
export type Hand = {
  /** A player. */
  player: string;
  /** A seat, counted from 1. */
  seat: number;
};

/** One person's wagers on one seat's card, from the seat's own player or the backline. */
export type HandBet = {
  /** A player. */
  player: string;
  /** A seat, counted from 1. */
  seat: number;
  /** Whole cents. */
  primary: number;
  /** Whole cents. */
  tie: number;
};

/** A player leaves a seat: at once, or at the end of a round they take part in (ALL-16). */
export type LeaveAction = {
  type: "leave";
  /** A player. */
  player: string;
  /** A seat, counted from 1. */
  seat: number;
};

/** The player will leave the seat when the round is over (ALL-16). */
export type LeavePlanned = {
  type: "leave_planned";
  /** A player. */
  player: string;
  /** A seat, counted from 1. */
  seat: number;
};

/** These seats take part in the shoe, and `first_cutter` is asked first to cut. */
export type ListClosedEntry = {
  /** Its number in the record, without a gap. */
  seq: number;
  kind: "list_closed";
  /** The hash of the entry before; zeros in the first. */
  prev: string;
  /** The SHA-256 of the entry's canonical JSON without it. */
  hash: string;
  /** When, in units of the house's choice. */
  at?: number;
  /** Who acted. */
  who?: string;
  /** The shoe's id: the table's id, a slash, and the shoe's number. */
  shoe: string;
  /** The seat that is asked first to cut. */
  first_cutter: number;
  /** Seats, counted from 1. */
  seats: number[];
};

/** A wager below the minimum is honoured this once. */
export type MinimumReminded = {
  type: "minimum_reminded";
  /** A player. */
  player: string;
  /** A seat, counted from 1. */
  seat: number;
  wager: "primary" | "tie" | "war" | "war_tie";
  /** Whole cents. */
  minimum: number;
};

/** What a table waits for. */
export type Need =
  | CardNeeded
  | BurnNeeded
  | ChoiceNeeded
  | NothingNeeded
  | ShoeNeeded
  | CutNeeded
  | CutCardNeeded
  | PlayersNeeded
  | BankerNeeded
  | StakeNeeded
  | BetsNeeded
  | PaymentNeeded;

/** The dealer brings a freshly shuffled pack of this batch (1 or 2). */
export type NewShoeAction = {
  type: "new_shoe";
  /** The batch of cards; 0 before the first shoe. */
  batch: number;
};

/** The round is over. */
export type NothingNeeded = {
  type: "nothing";
  /** In words. */
  says: string;
};

/** A player who was asked to cut declines. */
export type PassCutAction = {
  type: "pass_cut";
  /** A player. */
  player: string;
};

/** At a hand-dealt table: the dealer has checked the card and makes the payments. */
export type PayAction = {
  type: "pay";
};

/** At a hand-dealt table: the dealer's confirmation of the last card, and the payments. */
export type PaymentNeeded = {
  type: "payment_needed";
  /** In words. */
  says: string;
};

/** A player sets a wager to this amount; any earlier amount is replaced. */
export type PlaceBetAction = {
  type: "place_bet";
  /** A player. */
  player: string;
  /** A seat, counted from 1. */
  seat: number;
  wager: "primary" | "tie";
  /** Whole cents. */
  amount: number;
};

/** The dealer puts in the cut card, with this many cards behind it. */
export type PlaceCutCardAction = {
  type: "place_cut_card";
  /** A number of cards. */
  behind: number;
};

/**
 * A seated player drew a seed and a cut, and commits to them.
 *
 * A later commitment of the same seat replaces an earlier one.
 */
export type PlayerCommitmentEntry = {
  /** Its number in the record, without a gap. */
  seq: number;
  kind: "player_commitment";
  /** The hash of the entry before; zeros in the first. */
  prev: string;
  /** The SHA-256 of the entry's canonical JSON without it. */
  hash: string;
  /** When, in units of the house's choice. */
  at?: number;
  /** Who acted. */
  who?: string;
  /** The shoe's id: the table's id, a slash, and the shoe's number. */
  shoe: string;
  /** A seat, counted from 1. */
  seat: number;
  /** A player. */
  player: string;
  /** 32 bytes, in hexadecimal digits. */
  commitment: string;
};

/** A seat reveals the seed and the cut it committed to. */
export type PlayerRevealEntry = {
  /** Its number in the record, without a gap. */
  seq: number;
  kind: "player_reveal";
  /** The hash of the entry before; zeros in the first. */
  prev: string;
  /** The SHA-256 of the entry's canonical JSON without it. */
  hash: string;
  /** When, in units of the house's choice. */
  at?: number;
  /** Who acted. */
  who?: string;
  /** The shoe's id: the table's id, a slash, and the shoe's number. */
  shoe: string;
  /** A seat, counted from 1. */
  seat: number;
  /** 32 bytes, in hexadecimal digits. */
  seed: string;
  /** The place of a cut: how many cards go to the rear. */
  cut: number;
};

/** At least this many players with seats. */
export type PlayersNeeded = {
  type: "players_needed";
  /** A number of players. */
  count: number;
  /** In words. */
  says: string;
};

/** The banker posts the wager that covers the coming round. */
export type PostStakeAction = {
  type: "post_stake";
  /** A player. */
  player: string;
  /** Whole cents. */
  amount: number;
};

/** What can be done in a round. */
export type RoundAction = DealAction | BurnAction | SurrenderAction | GoToWarAction | TimeOutAction;

/** The round was cancelled because it took too long. */
export type RoundCancelled = {
  type: "round_cancelled";
  /** The round's number at its table. */
  round: number;
  /** Whole seconds since 1970; 0 if no time was given. */
  at: number;
};

/** All wagers are settled and all cards are in the discards. */
export type RoundEnded = {
  type: "round_ended";
};

/** The round has its final ruling. */
export type RoundRuled = {
  type: "round_ruled";
  /** The round's number at its table. */
  round: number;
  ruling: "stands" | "void";
  /** The reason of the ruling. */
  reason: string;
};

/** A round under way, or the last one: its wagers, the banker's stake and its actions. */
export type RoundState = {
  bets: HandBet[];
  /** Whole cents. */
  stake?: number;
  history: RoundAction[];
  /** 1 is yes, 0 is no. */
  cancelled: 0 | 1;
};

/** The final ruling on a round: it stands, or it is void. */
export type RuleAction = {
  type: "rule";
  ruling: "stands" | "void";
  /** The reason of the ruling. */
  reason: string;
};

/** A seat is empty again. */
export type SeatLeft = {
  type: "seat_left";
  /** A player. */
  player: string;
  /** A seat, counted from 1. */
  seat: number;
};

/** A player sat down. */
export type Seated = {
  type: "seated";
  /** A player. */
  player: string;
  /** A seat, counted from 1. */
  seat: number;
};

/** The server drew its seed for a shoe, and commits to it. */
export type ServerCommitmentEntry = {
  /** Its number in the record, without a gap. */
  seq: number;
  kind: "server_commitment";
  /** The hash of the entry before; zeros in the first. */
  prev: string;
  /** The SHA-256 of the entry's canonical JSON without it. */
  hash: string;
  /** When, in units of the house's choice. */
  at?: number;
  /** Who acted. */
  who?: string;
  /** The shoe's id: the table's id, a slash, and the shoe's number. */
  shoe: string;
  /** A number of decks. */
  decks: number;
  /** A number of cards. */
  behind_min: number;
  /** A number of cards. */
  behind_max: number;
  /** 32 bytes, in hexadecimal digits. */
  commitment: string;
};

/** The server reveals its seed, because the shoe was dealt out or abandoned. */
export type ServerRevealEntry = {
  /** Its number in the record, without a gap. */
  seq: number;
  kind: "server_reveal";
  /** The hash of the entry before; zeros in the first. */
  prev: string;
  /** The SHA-256 of the entry's canonical JSON without it. */
  hash: string;
  /** When, in units of the house's choice. */
  at?: number;
  /** Who acted. */
  who?: string;
  /** The shoe's id: the table's id, a slash, and the shoe's number. */
  shoe: string;
  /** 32 bytes, in hexadecimal digits. */
  seed: string;
  end: "dealt" | "abandoned";
};

/** A new pack is on the table; the old one and its discards were taken away. */
export type ShoeBrought = {
  type: "shoe_brought";
  /** The shoe's number at its table, from 1; 0 before the first. */
  shoe: number;
  /** The batch of cards; 0 before the first shoe. */
  batch: number;
  /** The colour of the cards' backs. */
  backs: string;
  /** A number of decks. */
  decks: number;
};

/** The first entry of a shoe, from which it can be replayed. */
export type ShoeEntry = {
  /** Its number in the record, without a gap. */
  seq: number;
  kind: "shoe";
  /** The hash of the entry before; zeros in the first. */
  prev: string;
  /** The SHA-256 of the entry's canonical JSON without it. */
  hash: string;
  /** When, in units of the house's choice. */
  at?: number;
  /** Who acted. */
  who?: string;
  /** The shoe's id: the table's id, a slash, and the shoe's number. */
  shoe: string;
  /** The hash of the header. */
  table: string;
  steps: ChainPlace[];
  state: TableState;
};

/** A freshly shuffled pack of this batch. */
export type ShoeNeeded = {
  type: "shoe_needed";
  /** The batch of cards; 0 before the first shoe. */
  batch: number;
  /** The colour of the cards' backs. */
  backs: string;
  /** In words. */
  says: string;
};

/** The shoe on the table: the stage of its preparation, and the cards seen from it. */
export type ShoeState = {
  /** The shoe's number at its table, from 1; 0 before the first. */
  number: number;
  /** The batch of cards; 0 before the first shoe. */
  batch: number;
  stage: "spent" | "cut" | "cut card" | "first burn" | "ready";
  /** A number of cards. */
  left: number;
  /** A number of cards. */
  behind: number;
  /** A number of cards. */
  excess: number;
  /** The cards seen from this shoe, in order, each with a blank after it. */
  seen: string;
  /** Seats, counted from 1. */
  asked: number[];
  /** A seat, counted from 1; 0 if there was none yet. */
  cutter: number;
};

/** A player takes an empty seat. */
export type SitAction = {
  type: "sit";
  /** A player. */
  player: string;
  /** A seat, counted from 1. */
  seat: number;
};

/** The banker's wager for the coming round. */
export type StakeNeeded = {
  type: "stake_needed";
  /** A player. */
  player: string;
  /** Whole cents. */
  least: number;
  /** In words. */
  says: string;
};

/** Money: the banker's wager goes from the banker to the table. */
export type StakePosted = {
  type: "stake_posted";
  /** A player. */
  player: string;
  /** Whole cents. */
  amount: number;
};

/** Money: the stake, with the round's result if there is one, goes back to the banker. */
export type StakeReturned = {
  type: "stake_returned";
  /** A player. */
  player: string;
  /** Whole cents. */
  amount: number;
};

/** A player gives up a tie hand for part of its primary wager. */
export type SurrenderAction = {
  type: "surrender";
  /** A player. */
  player: string;
  /** A seat, counted from 1. */
  seat: number;
};

/** A tie hand was surrendered. */
export type Surrendered = {
  type: "surrendered";
  /** A player. */
  player: string;
  /** A seat, counted from 1. */
  seat: number;
  by: "player" | "house";
};

/** The header: a table, its rules and its options. */
export type TableEntry = {
  /** Its number in the record, without a gap. */
  seq: number;
  kind: "table";
  /** The hash of the entry before; zeros in the first. */
  prev: string;
  /** The SHA-256 of the entry's canonical JSON without it. */
  hash: string;
  /** When, in units of the house's choice. */
  at?: number;
  /** Who acted. */
  who?: string;
  format: "casinowar/record/1";
  /** The table's id. */
  table: string;
  /** The id of its rule set. */
  rules: string;
  /** How its rules are read. */
  reading: string;
  /** The SHA-256 of its rule file. */
  sha256: string;
  /** How its shoes are shuffled; empty if by hand. */
  fair: "casinowar/fair/1" | "";
  options: TableOptions;
};

/** The operator's choices, all of them within the rules. */
export type TableOptions = {
  /** A number of decks. */
  decks: number;
  /** A number of seats. */
  seats: number;
  primary: WagerLimit;
  tie: WagerLimit;
  /** Whole cents. */
  authorised?: number;
  /** Whole cents. */
  most_returned?: number;
  /** A number of cards. */
  behind_least: number;
  /** A number of cards. */
  behind_most: number;
  /** 1 is yes, 0 is no. */
  first_burn: 0 | 1;
  collect: "pick and pay" | "lay and pay" | "by deal";
  /** 1 is yes, 0 is no. */
  hand_dealt: 0 | 1;
};

/** The state of a table, from which its rules can go on. */
export type TableState = {
  /** The player at each seat, seat 1 first; empty if nobody sits there. */
  seats: string[];
  shoe: ShoeState;
  bank: BankState;
  bets: HandBet[];
  /** Seats, counted from 1. */
  leaving: number[];
  /** The players whose one wager below the minimum was honoured. */
  honoured: string[];
  /** The dealer's name; empty if nobody is named. */
  dealer: string;
  /** A number of cards. */
  burns_owed: number;
  round?: RoundState;
  /** A number of rounds. */
  rounds: number;
  /** Whole seconds since 1970; 0 if no time was given. */
  began_at: number;
  /** 1 is yes, 0 is no. */
  betting: 0 | 1;
  /** 1 is yes, 0 is no. */
  ruled: 0 | 1;
  banked_before: BankedBefore;
  /** How many of the round's actions came before the card entered last. */
  before_card?: number;
  /** Each card is its rank and, if known, its suit. */
  held?: string;
  /** Each card is its rank and, if known, its suit. */
  shown?: string;
};

/** A player accepts the offered bank. */
export type TakeBankAction = {
  type: "take_bank";
  /** A player. */
  player: string;
};

/** Time ran out for the players the table waits for: the house decides for them (ALL-8). */
export type TimeOutAction = {
  type: "time_out";
};

/** The amounts a wager may have: a range, or a few fixed amounts. */
export type WagerLimit = {
  /** Whole cents. */
  least: number;
  /** Whole cents. */
  most: number;
  /** The only amounts allowed, in whole cents; empty if any in the range is. */
  amounts: number[];
};

/** Money: the whole of an undecided wager goes back to the player. */
export type WagerReturned = {
  type: "wager_returned";
  /** A player. */
  player: string;
  /** A seat, counted from 1. */
  seat: number;
  wager: "primary" | "tie" | "war" | "war_tie";
  /** Whole cents. */
  amount: number;
  why: "uncovered" | "cancelled" | "void" | "corrected";
};

/**
 * Money: a settlement is reversed; the player gives `net` back to the bank.
 *
 * The bank is the house or the posted stake. If the stake was already returned, `banker` names
 * the player whose own money replaces it.
 */
export type WagerReversed = {
  type: "wager_reversed";
  /** A player. */
  player: string;
  /** A seat, counted from 1. */
  seat: number;
  wager: "primary" | "tie" | "war" | "war_tie";
  /** Whole cents; below 0 the player loses. */
  net: number;
  /** The player who banks; empty if nobody does. */
  banker: string;
};

/**
 * Money: `stake + net` goes back to the player; the bank gains `-net`.
 *
 * `due` is the result by the pay table; `net` differs from it only if the bank cannot cover it,
 * or if it exceeds the most that a round may return.
 */
export type WagerSettled = {
  type: "wager_settled";
  /** A player. */
  player: string;
  /** A seat, counted from 1. */
  seat: number;
  wager: "primary" | "tie" | "war" | "war_tie";
  outcome:
    | "higher"
    | "lower"
    | "equal"
    | "surrender"
    | "forfeit"
    | "war_declared"
    | "war_higher"
    | "war_lower"
    | "war_equal";
  /** Whole cents. */
  stake: number;
  /** Whole cents; below 0 the player loses. */
  due: number;
  /** Whole cents; below 0 the player loses. */
  net: number;
};

/** Money: the war wager, and the war tie wager if any, go from the player to the felt. */
export type WarDeclared = {
  type: "war_declared";
  /** A player. */
  player: string;
  /** A seat, counted from 1. */
  seat: number;
  /** Whole cents. */
  war: number;
  /** Whole cents. */
  war_tie: number;
};

/** A player takes a wager back while bets are open. */
export type WithdrawBetAction = {
  type: "withdraw_bet";
  /** A player. */
  player: string;
  /** A seat, counted from 1. */
  seat: number;
  wager: "primary" | "tie";
};

/** A seat did not reveal its seed and cut in time. */
export type WithheldEntry = {
  /** Its number in the record, without a gap. */
  seq: number;
  kind: "withheld";
  /** The hash of the entry before; zeros in the first. */
  prev: string;
  /** The SHA-256 of the entry's canonical JSON without it. */
  hash: string;
  /** When, in units of the house's choice. */
  at?: number;
  /** Who acted. */
  who?: string;
  /** The shoe's id: the table's id, a slash, and the shoe's number. */
  shoe: string;
  /** A seat, counted from 1. */
  seat: number;
};
