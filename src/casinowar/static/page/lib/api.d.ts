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
  | VoidRoundAction
  | DealAction
  | BurnAction
  | SurrenderAction
  | GoToWarAction
  | TimeOutAction
  | RuleWagerAction;

/** An action and everything that it caused, in order. */
export type ActionEntry = {
  /** Its number in the record, without a gap. */
  seq: number;
  /** What kind it is. */
  kind: "action";
  /** The hash of the entry before; zeros in the first. */
  prev: string;
  /** The SHA-256 of the entry's canonical JSON without it. */
  hash: string;
  /** When; a house writes milliseconds since 1970. */
  at?: number;
  /** Who acted. */
  who?: string;
  action: Action;
  events: Event[];
};

/** Ban a person until a time. */
export type BanPerson = {
  /** Milliseconds since 1970. */
  until: number;
  /** The reason, for the log. */
  why: string;
};

/** The offer was declined, by the player or because time ran out. */
export type BankDeclined = {
  type: "bank_declined";
  /** A player. */
  player: string;
  /** Who declined: the player, or the house when the time was up. */
  by: "player" | "house";
};

/** The bank's result in a round; standard deviations are by the number of seats. */
export type BankFigures = {
  /** What the figures are shares of, or what they assume. */
  basis: string;
  /** The expected result, in primaries: an exact fraction such as `23138/993023`. */
  expectation: string;
  /** The number of seats. */
  seats: number;
  /** By the number of seats that bet, rounded to twelve decimals. */
  standard_deviation: { [name: string]: string | null };
};

/** The bank is free; this player held it for `rounds` consecutive rounds. */
export type BankGivenUp = {
  type: "bank_given_up";
  /** A player. */
  player: string;
  /** A number of rounds. */
  rounds: number;
  /** Why the bank is free again. */
  why: "given up" | "most rounds" | "left" | "time";
};

/**
 * The bank put up as much as the primary of a hand at war, or what its stake still covers.
 *
 * No money moves: what the bank wins or loses is in the settlements.
 */
export type BankMatched = {
  type: "bank_matched";
  /** A player. */
  player: string;
  /** A seat, counted from 1. */
  seat: number;
  /** Whole cents. */
  amount: number;
};

/** The bank is offered to a seat. */
export type BankOffered = {
  type: "bank_offered";
  /** A player. */
  player: string;
  /** A seat, counted from 1. */
  seat: number;
};

/** The player who was the bank, their stake, and what the bank has won so far. */
export type BankResult = {
  /** The permanent name of a player, as records have it. */
  player: string;
  /** Whole cents. */
  stake: number;
  /** Whole cents. */
  net: number;
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

/** The bank, at a table where players hold it. */
export type BankView = {
  /** The player who is the bank; empty if nobody is. */
  player: string;
  /** The seat of the bank, or of the last one; 0 if there was none yet. */
  seat: number;
  /** Whole cents. */
  stake: number;
  /** The players who are still to be asked; the first is being asked now. */
  offers: string[];
  /** 1 if everyone declined, else 0. */
  went_round: number;
  /** The player who was the bank before; empty if nobody was. */
  last: string;
  /** How many rounds in a row `last` was the bank. */
  rounds: number;
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
  /** The same for people, in words. */
  says: string;
};

/** Place wagers, and be ready if you like. A lone player may cut the next shoe with it. */
export type Bet = {
  /** The wagers to place. */
  bets: Wager[];
  /** Whether nobody need wait for you. */
  ready?: boolean;
  /** Your part in the shuffle, if you are alone and the table waits for a shoe. */
  fair?: Secret | null;
};

/** Money: the wager goes from the player to the felt. */
export type BetPlaced = {
  type: "bet_placed";
  /** A player. */
  player: string;
  /** A seat, counted from 1. */
  seat: number;
  /** Which wager. */
  wager: "primary" | "tie" | "war" | "war_tie";
  /** Whole cents. */
  amount: number;
};

/** A player's wagers on a seat's hand. */
export type BetView = {
  /** The permanent name of a player, as records have it. */
  player: string;
  /** A seat, counted from 1. */
  seat: number;
  /** Whole cents. */
  primary: number;
  /** Whole cents. */
  tie: number;
};

/** Money: the wager goes back from the felt to the player. */
export type BetWithdrawn = {
  type: "bet_withdrawn";
  /** A player. */
  player: string;
  /** A seat, counted from 1. */
  seat: number;
  /** Which wager. */
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
  /** The same for people, in words. */
  says: string;
};

/** The seat of a bot. */
export type BotSeat = {
  /** A seat, counted from 1. */
  seat: number;
};

/** The amounts a wager may have: a range, or a few fixed amounts. */
export type Bounds = {
  /** Whole cents. */
  least: number;
  /** Whole cents. */
  most: number;
  /** Whole cents. */
  amounts?: number[];
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
  /** What the cards are burned for. */
  why: "first card" | "new dealer" | "original" | "war";
  /** The same for people, in words. */
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
  /** The original deal, or the war. */
  deal: "original" | "war";
  /** Whose card it is. */
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
  /** The original deal, or the war. */
  deal: "original" | "war";
  /** Whose card it is. */
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
  /** The original deal, or the war. */
  deal: "original" | "war";
  /** Whose card it is. */
  to: "player" | "dealer";
  /** A seat, counted from 1; 0 is the dealer's place. */
  seat: number;
  /** The same for people, in words. */
  says: string;
};

/** Cards went face down into the discards. */
export type CardsBurned = {
  type: "cards_burned";
  /** A number of cards. */
  count: number;
  /** What the cards were burned for. */
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

/** A page of changes, the newest first; `next` is the cursor of the page after it. */
export type ChangePage = {
  /** The names of players, by their permanent names. */
  names: { [name: string]: PlayerName };
  /** The names of tables, by their ids. */
  tables: { [name: string]: string };
  changes: ChangeRow[];
  /** The cursor of the next page; null on the last. */
  next: string | null;
};

/** A change: who did what, to whom or to which table, when and why; the state around it. */
export type ChangeRow = {
  /** Its number in the log. */
  number: number;
  /** Milliseconds since 1970. */
  at: number;
  /** What was done. */
  what:
    | "ban"
    | "close"
    | "finish"
    | "kick"
    | "open"
    | "password"
    | "pause"
    | "pause-house"
    | "replace"
    | "resume"
    | "resume-house"
    | "role"
    | "rule"
    | "rules"
    | "sessions"
    | "unban";
  /** The permanent name of the person who did it. */
  by: string;
  /** The person it was done to; null if it was none. */
  about: string | null;
  /** The id of the table it was done at; null if it was none. */
  table: string | null;
  /** The reason. */
  why: string;
  /** The state before the change; its fields depend on `what`. */
  before: { [name: string]: unknown };
  /** The state after the change; its fields depend on `what`. */
  after: { [name: string]: unknown };
};

/** The caller's chips after a refill. */
export type ChipBalance = {
  /** Whole cents. */
  balance: number;
};

/** A choice for each of these tie hands, from the choices on offer. */
export type ChoiceNeeded = {
  type: "choice_needed";
  hands: Hand[];
  /** What there is to choose from. */
  offers: ("surrender" | "war")[];
  /** The same for people, in words. */
  says: string;
};

/** Answer a tie with surrender or war. */
export type Choose = {
  /** A seat, counted from 1. */
  seat: number;
  /** The choice for a tie hand. */
  choice: "surrender" | "war";
  /** A tie wager on the war, in whole cents; 0 for none. */
  tie?: number;
};

/** A new password, and the secret of the link that the operator made for it. */
export type ChoosePassword = {
  /** The secret of the link. */
  secret: string;
  /** The password. */
  password: string;
};

/** The dealer closes the bets; `at` is the time, required only if a rule depends on it. */
export type CloseBetsAction = {
  type: "close_bets";
  /** Whole seconds since 1970; 0 if no time was given. */
  at: number;
};

/** Close a table. The reason is kept if the table is not the caller's own. */
export type CloseTable = {
  /** The reason, for the log. */
  why?: string;
};

/** The next shoe, while it is prepared. */
export type ComingShoe = {
  /** The id of the shoe. */
  id: string;
  /** A SHA-256 that commits somebody to a seed and a cut, in hexadecimal digits. */
  commitment: string;
  /** The number of decks. */
  decks: number;
  /** The fewest cards that the cut card may have behind it. */
  behind_least: number;
  /** The most cards that the cut card may have behind it. */
  behind_most: number;
  committed: CommittedSeat[];
  /** Whether it is too late to commit. */
  closed: boolean;
  /** The seats that still have to reveal their seeds. */
  awaited: number[];
};

/** What happened, the state of the table, and what the caller may do next. */
export type CommandAnswer = {
  /** The id of the table. */
  table: string;
  /** How many entries the table's record has. */
  seq: number;
  /** Whole cents. */
  balance: number;
  /** Everything that the command added to the table's record, in order. */
  entries: Entry[];
  /** What the table waits for now. */
  state: StateView;
  /** What you may do now. */
  offers: OfferedCommand[];
  /** What you could do with more chips, with other limits, or later. */
  withheld: WithheldCommand[];
};

/** Commit to the next shoe. */
export type Commit = {
  /** A seat, counted from 1. */
  seat: number;
  /** A SHA-256 that commits somebody to a seed and a cut, in hexadecimal digits. */
  commitment: string;
};

/** A player who committed to the next shoe. */
export type CommittedSeat = {
  /** A seat, counted from 1. */
  seat: number;
  /** The permanent name of a player, as records have it. */
  player: string;
};

/** A rule set under one reading. */
export type ComparedRow = {
  /** The id of the rule set. */
  rules: string;
  /** The name of the reading: how the rules are understood. */
  reading: string;
  /** The cells, in the order of `columns`. */
  facts: string[];
  /** Whether a cell differs from the most common value. */
  differs: boolean[];
};

/** At a hand-dealt table: the dealer keyed the last card wrong; this is the right one. */
export type CorrectCardAction = {
  type: "correct_card";
  /** Each card is its rank and, if known, its suit. */
  card: string;
};

/** Cut the next shoe as a lone player: commitment and reveal in one. */
export type Cut = {
  /** 32 bytes that nobody can guess, in hexadecimal digits. */
  seed: string;
  /** The place of the cut: how many cards go to the rear. */
  cut: number;
};

/** The place of the cut card: how many cards go behind it. */
export type CutCardNeeded = {
  type: "cut_card_needed";
  /** A number of cards. */
  least: number;
  /** A number of cards. */
  most: number;
  /** The same for people, in words. */
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
  /** The same for people, in words. */
  says: string;
};

/** The player who was asked to cut did not cut. */
export type CutPassed = {
  type: "cut_passed";
  /** A player. */
  player: string;
  /** Who passed the cut on: the player, or the house when the time was up. */
  by: "player" | "house";
};

/** The dealer deals the next card, face up. */
export type DealAction = {
  type: "deal";
  /** Each card is its rank and, if known, its suit. */
  card: string;
};

/** The answer to a dealer's line. */
export type DealerAnswer = {
  /** What to show the dealer. */
  lines: OutputLine[];
  /** The part of the line that was not taken. */
  left: string;
  /** The turn at which the line was taken. */
  was: string;
  /** The table after the line. */
  desk: DealerView;
};

/** A new dealer took over. */
export type DealerChanged = {
  type: "dealer_changed";
  /** The dealer's name; empty if nobody is named. */
  dealer: string;
};

/** A line that the dealer typed, in the words of `casinowar deal`; an empty one is Enter. */
export type DealerLine = {
  /** The line, such as `9 k 4`; an empty one is Enter. */
  words: string;
  /** The `turn` the dealer saw; the line is refused if it is over. */
  turn?: string | null;
};

/** A hand-dealt table as its dealer needs it. */
export type DealerView = {
  /** What comes next. */
  says: string;
  /** What to type for it. */
  hint: string;
  /** What to pay and take now, in order. */
  pay: string[];
  /** The card that may be corrected. */
  corrects: string | null;
  /** Cards set aside, which are dealt first. */
  aside: number;
  /** Cards that cannot come; whole ranks by rank. */
  gone: string[];
  /** Words to type besides what comes next. */
  words: string[];
  /** The tie hands that wait for a choice. */
  choices: TieHand[];
  /** The number of the round; 0 before the first. */
  round: number;
  /** Whether a round is under way. */
  playing: boolean;
  shoe: DeskShoe | null;
  bank: DeskBank;
  /** The cards of the round, as events. */
  dealt: CardDealt[];
  seats: DeskSeat[];
  /** The id of the table. */
  table: string;
  /** How many entries the table's record has. */
  seq: number;
  /** Send it with a line: it is refused at another turn. */
  turn: string;
  /** Whether the table is closed for good. */
  closed: boolean;
  /** The table that took its place. */
  replaced_by: string | null;
  /** Why no new round begins; empty if one may. */
  paused: string;
  /** The dealer; empty if nobody deals. */
  dealer: string;
  /** Whether the caller's lines count: as dealer, or as `stands_in`. */
  deals: boolean;
  /** Whether the caller may finish the round of a dealer who lost the role. */
  stands_in: boolean;
  /** The rulings the caller may make now. */
  rulings: ("stands" | "void")[];
  /** The wagers that the caller may rule on now. */
  rule_wagers: WagerRulings[];
  /** The round that a ruling would apply to. */
  rules_on: number;
  need: Need;
  /** What was settled or ruled since the dealer's last move, to carry out. */
  orders: string[];
  /** The names of players, by their permanent names. */
  names: { [name: string]: DeskName };
  /** The players who are ready for the bets to close. */
  ready: string[];
};

/** A wager of an earlier round, and its net result. */
export type DecidedWager = {
  /** A player. */
  player: string;
  /** A seat, counted from 1. */
  seat: number;
  /** Which wager. */
  wager: "primary" | "tie" | "war" | "war_tie";
  /** Whole cents. */
  stake: number;
  /** Whole cents; below 0 the player loses. */
  net: number;
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

/** Decline the offered bank. */
export type Decline = { [name: string]: never };

/** A player declines the offered bank. */
export type DeclineBankAction = {
  type: "decline_bank";
  /** A player. */
  player: string;
};

/** The bank, where players hold it, and its stake in cents. */
export type DeskBank = {
  /** The permanent name of a player, as records have it. */
  player: string;
  /** Whole cents. */
  stake: number;
};

/** A bet on a seat's card, the choice of its tie hand, and its undecided wagers in cents. */
export type DeskBet = {
  /** The permanent name of a player, as records have it. */
  player: string;
  /** The primary wager, in whole cents. */
  primary: number;
  /** The tie wager, in whole cents. */
  tie: number;
  /** The choice for its tie hand; empty if it has none yet. */
  answer: "" | "surrendered" | "war";
  /** The wagers that are not decided, in whole cents. */
  open: { [name: string]: number };
};

/** The name of somebody at the table. A walk-in has no account. */
export type DeskName = {
  /** The name that people see. */
  name: string;
  /** Whether the player has no account and sits at a hand-dealt table. */
  walk_in: boolean;
};

/** A seat, its player, and the bets on its card. */
export type DeskSeat = {
  /** A seat, counted from 1. */
  seat: number;
  /** The permanent name of a player, as records have it. */
  player: string;
  /** Whether the player leaves after the round. */
  leaving: boolean;
  bets: DeskBet[];
};

/** The shoe on the table: the cards left in it, and those behind its cut card. */
export type DeskShoe = {
  /** Its number, counted from 1. */
  number: number;
  /** The colour of the cards' backs. */
  backs: string;
  /** How many cards are left in the shoe. */
  left: number;
  /** How many cards are behind the cut card. */
  behind: number;
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

/** The bank's edge on a wager, exactly. A negative edge is the player's. */
export type Edge = {
  /** Which wager. */
  wager: "primary" | "tie" | "war" | "war_tie";
  /** An exact number: a whole number or a fraction, such as `23138/993023`. */
  edge: string;
  /** The same as a rounded percentage. */
  percent: string;
  /** What it is a share of. */
  basis: string;
  /** The assumed play on ties, if that matters. */
  assumes: string;
};

/** How many sessions were ended. */
export type EndedSessions = {
  /** How many sessions were ended. */
  ended: number;
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
  | LimitsReminded
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
  | RoundRuled
  | RoundCancelled
  | CardDealt
  | CardsBurned
  | CardsCollected
  | Surrendered
  | Forfeited
  | WarDeclared
  | BankMatched
  | WagerSettled
  | WagerReturned
  | WagerReversed
  | WagerRuled
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
  /** Whether the card is the next one, or is discarded. */
  kept: "next card" | "discard";
};

/** The part of a bet above the maximum was returned; the bet is the maximum. */
export type ExcessReturned = {
  type: "excess_returned";
  /** A player. */
  player: string;
  /** A seat, counted from 1. */
  seat: number;
  /** Which wager. */
  wager: "primary" | "tie" | "war" | "war_tie";
  /** Whole cents. */
  amount: number;
};

/** For how many days not to play. */
export type ExcludeSelf = {
  /** For how many days, from now on. */
  days: number;
};

/** A field of a rule file that you can change. */
export type ExploredField = {
  /** The dotted path of the field. */
  field: string;
  /** What the field decides, in a sentence. */
  means: string;
  /** Its value here. */
  is: string | number | (string | number)[];
  /** Its value in the rule file. */
  was: string | number | (string | number)[];
  /** The words to choose from, if it has some. */
  words: string[];
  /** The clauses behind it. */
  by: string[];
};

/** Every figure of a rule set with your changes, and the fields that you can change. */
export type ExploredOdds = {
  /** The version of casinowar that computed it. */
  version: string;
  /** The id of the rule set. */
  rules: string;
  /** The name of the reading: how the rules are understood. */
  reading: string;
  /** The SHA-256 of the rule file. */
  sha256: string;
  /** The number of decks, or `infinite`. */
  decks: number | string;
  /** How many cards are left of each rank, highest first. */
  cards: number[];
  primary: PrimaryFigures;
  tie: OptionalWagerFigures;
  war_tie: OptionalWagerFigures;
  war: WarFigures;
  /** Always null here. */
  policy: PolicyFigures | null;
  /** The worth of each decision on a tie, by rank. */
  decisions: TieHandFigures[];
  covariance: PairFigures;
  correlation: PairFigures;
  bank: BankFigures;
  /** The most a round can return at the limits, in whole cents. */
  largest_return: number | null;
  exposure: ExposureFigures;
  /** The cards that have left the shoe. */
  gone: string;
  /** How the session can end, if `rounds` is given; null if it has too many different results. */
  session?: SessionOdds | null;
  fields: ExploredField[];
};

/** The most a full table's round can return, and the bank can lose, in cents. */
export type ExposureFigures = {
  /** The most that the bank can lose in a round, in whole cents. */
  lost: number | null;
  /** The probability of that loss: an exact fraction such as `23138/993023`. */
  lost_probability: string | null;
  /** The probability: an exact fraction such as `23138/993023`. */
  probability: string | null;
  /** The most that a full table's round can return, in whole cents. */
  returned: number | null;
  /** The number of seats. */
  seats: number;
};

/** What is wrong with one field of a request. */
export type FieldError = {
  /** The path of the field, such as `bets[0].amount`. */
  field: string;
  /** What is wrong with it. */
  says: string;
};

/** One problem or fact that a check has found. */
export type Finding = {
  /** How bad it is. */
  severity: "error" | "note" | "warning";
  /** The check that found it. */
  code:
    | "cap-cuts"
    | "counting"
    | "cut-card"
    | "never-happens"
    | "never-right"
    | "no-edge"
    | "odd-half"
    | "player-edge"
    | "printed-figure"
    | "readings-differ"
    | "rule-file";
  /** The reading; null if it applies to all of them. */
  reading: string | null;
  /** The dotted path of the field; null for the whole file. */
  field: string | null;
  /** The ids of the clauses behind it. */
  clauses: string[];
  /** What was found, in a sentence. */
  says: string;
  /** How to mend it, in a sentence. */
  mend: string;
};

/** Time ran out on a tie hand, and the rules make it forfeit its wager. */
export type Forfeited = {
  type: "forfeited";
  /** A player. */
  player: string;
  /** A seat, counted from 1. */
  seat: number;
};

/** Give the bank up. */
export type GiveUpBank = { [name: string]: never };

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

/** The house answers, and so does its database. */
export type Health = {
  /** The status. */
  status: "ok";
};

/** The reason for the pause of the house; empty if it is not paused. */
export type HousePause = {
  /** Why no new round begins; empty if one may. */
  paused: string;
};

/**
 * The house's result in finished rounds beside its exact price.
 *
 * Returns are shares of everything that was wagered.
 */
export type HouseResult = {
  /** The house's wins less its losses, in cents. */
  result: number;
  /** The exact expectation of these wagers, in cents. */
  expected: number;
  /** Two standard deviations below the expectation. */
  low: number;
  /** Two standard deviations above the expectation. */
  high: number;
  /** How many rounds. */
  rounds: number;
  /** Whole cents. */
  wagered: number;
  /** A result below this raises an alarm. */
  lowest: number;
  /** A result above this raises an alarm. */
  highest: number;
  /** Empty if there is none. */
  alarm: "" | "high" | "low";
  /** What players got back of everything wagered, as a percentage; null without wagers. */
  return: string | null;
  /** What they get back on average. */
  expected_return: string | null;
  /** What they get back if the house is two deviations lucky. */
  least_return: string | null;
  /** What they get back if the players are two deviations lucky. */
  most_return: string | null;
  /** The play that the price assumes. */
  basis: string;
};

/** A page of incidents, the newest first; `next` is the cursor of the page after it. */
export type IncidentPage = {
  incidents: IncidentRow[];
  /** The cursor of the next page; null on the last. */
  next: string | null;
};

/** An incident in words, with its table and round if it has them. */
export type IncidentRow = {
  /** Milliseconds since 1970. */
  at: number;
  /** What kind it is. */
  kind: string;
  /** The id of the table; null if it was at none. */
  table: string | null;
  /** The number of the round; null if it was in none. */
  round: number | null;
  /** Whether the round can be replayed. */
  replay: boolean;
  /** The name of the table. */
  name: string | null;
  /** What happened, in words. */
  says: string;
};

/** The secret that lets others join a private table; null if there is none. */
export type Invitation = {
  /** The secret that lets others join; null if there is none. */
  invitation: string | null;
  /** The path of the page that joins the table; null if there is none. */
  link: string | null;
};

/** Join a private table with the secret of its link. */
export type JoinTable = {
  /** The secret that lets others join; null if there is none. */
  invitation: string;
};

/** Make the player at a seat leave the table. */
export type KickPlayer = {
  /** A seat, counted from 1. */
  seat: number;
  /** The reason, for the log. */
  why: string;
  /** The player you saw there; refused if it is somebody else by now. */
  player?: string | null;
};

/** Give a seat up. */
export type Leave = {
  /** A seat, counted from 1. */
  seat: number;
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

/** What a reading lets you choose when you open a table. Everything else is fixed. */
export type LeftOpen = {
  /** The numbers of decks to choose from. */
  decks: number[];
  seats: SeatRange;
  /** Whether bets have fixed amounts instead of a range. */
  amounts: boolean;
  /** Whether there is a tie wager, with limits of its own. */
  tie: boolean;
  /** Whether there is an authorised limit; only operators state it. */
  authorised: boolean;
  /** Whether the operator must state it, except at a practice table. */
  must_authorise: boolean;
  /** Whether what a round returns has a limit. */
  most_returned: boolean;
  /** Whether burning the first card of a shoe is optional. */
  first_burn: boolean;
  /** The ways to pay and collect to choose from. */
  collect: ("by deal" | "lay and pay" | "pick and pay")[];
};

/** The amounts a wager may have: a range or, if `amounts` is not empty, fixed amounts. */
export type LimitView = {
  /** Whole cents. */
  least: number;
  /** Whole cents. */
  most: number;
  /** Whole cents. */
  amounts: number[];
};

/** A wager below the minimum is honoured, once; the reminder names both limits. */
export type LimitsReminded = {
  type: "limits_reminded";
  /** A player. */
  player: string;
  /** A seat, counted from 1. */
  seat: number;
  /** Which wager. */
  wager: "primary" | "tie" | "war" | "war_tie";
  /** Whole cents. */
  minimum: number;
  /** Whole cents. */
  maximum: number;
};

/** These seats take part in the shoe, and `first_cutter` is asked first to cut. */
export type ListClosedEntry = {
  /** Its number in the record, without a gap. */
  seq: number;
  /** What kind it is. */
  kind: "list_closed";
  /** The hash of the entry before; zeros in the first. */
  prev: string;
  /** The SHA-256 of the entry's canonical JSON without it. */
  hash: string;
  /** When; a house writes milliseconds since 1970. */
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

/** A page of tables; `next` is the cursor of the page after it. */
export type Lobby = {
  tables: LobbyRow[];
  /** The cursor of the next page; null on the last. */
  next: string | null;
};

/** A table of the lobby that changed. */
export type LobbyChange = {
  /** The id of the table. */
  id: string;
  /** The name that people see. */
  name: string;
  /** The id of the rule set. */
  rules: string;
  /** The name of the reading: how the rules are understood. */
  reading: string;
  /** Whether only people with its link can find the table. */
  private: boolean;
  /** Whether the table is for one player. */
  solo: boolean;
  /** Whether a dealer deals real cards. */
  hand_dealt: boolean;
  /** Whether it is a practice table. */
  practice: boolean;
  /** Who is the bank. */
  banked_by: "house" | "player";
  /** The number of seats. */
  seats: number;
  /** How many people. */
  people: number;
  /** How many bots. */
  bots: number;
  /** Who sits at each seat, seat 1 first; null if nobody does. */
  places: (SeatTaken | null)[];
  cards: TableCard[];
  primary: LimitView;
  /** Whether some wager favours the players. */
  players_have_edge: boolean;
  /** The bank's edge on the primary wager. */
  edge: Edge;
  /** What a player would not expect, in words. */
  remarks: string[];
  /** Where the bank has no edge, in words; empty if it has one everywhere. */
  warning: string;
  /** Whether a round is under way. */
  playing: boolean;
  /** Why no new round begins; empty if one may. */
  paused: string;
  /** How many rounds. */
  rounds: number;
  /** Whether the table is closed for good. */
  closed: boolean;
};

/** A table of the lobby. */
export type LobbyRow = {
  /** The id of the table. */
  id: string;
  /** The name that people see. */
  name: string;
  /** The id of the rule set. */
  rules: string;
  /** The name of the reading: how the rules are understood. */
  reading: string;
  /** Whether only people with its link can find the table. */
  private: boolean;
  /** Whether the table is for one player. */
  solo: boolean;
  /** Whether a dealer deals real cards. */
  hand_dealt: boolean;
  /** Whether it is a practice table. */
  practice: boolean;
  /** Who is the bank. */
  banked_by: "house" | "player";
  /** The number of seats. */
  seats: number;
  /** How many people. */
  people: number;
  /** How many bots. */
  bots: number;
  /** Who sits at each seat, seat 1 first; null if nobody does. */
  places: (SeatTaken | null)[];
  cards: TableCard[];
  primary: LimitView;
  /** Whether some wager favours the players. */
  players_have_edge: boolean;
  /** The bank's edge on the primary wager. */
  edge: Edge;
  /** What a player would not expect, in words. */
  remarks: string[];
  /** Where the bank has no edge, in words; empty if it has one everywhere. */
  warning: string;
  /** Whether a round is under way. */
  playing: boolean;
  /** Why no new round begins; empty if one may. */
  paused: string;
  /** How many rounds were dealt. */
  rounds: number;
};

/** A looser limit that takes effect later. */
export type LooserLimit = {
  /** The limit; null means no limit. */
  most: number | null;
  /** Milliseconds since 1970. */
  at: number;
};

/** The caller: their account, their rights and their chips. */
export type Me = {
  /** The permanent name, used in records. */
  player: string;
  /** The name that others see. */
  name: string;
  /** What kind it is. */
  kind: "guest" | "member";
  /** The role in the house. */
  role: "dealer" | "operator" | "pit-boss" | "player";
  /** What the role allows in the whole house. */
  may: (
    | "ban"
    | "changes"
    | "open"
    | "password"
    | "pause-house"
    | "people"
    | "pit"
    | "role"
    | "rules"
    | "sessions"
  )[];
  /** Chips in the purse, in cents. */
  balance: number;
  /** Chips on tables, by the id of the table. */
  at_tables: { [name: string]: number };
  /** The ids of the tables where the caller sits. */
  seats: string[];
  refill: Refill;
};

/** A wager below the minimum is honoured this once. */
export type MinimumReminded = {
  type: "minimum_reminded";
  /** A player. */
  player: string;
  /** A seat, counted from 1. */
  seat: number;
  /** Which wager. */
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
  /** The same for people, in words. */
  says: string;
};

/** Something that the document wants the players to be told, in a sentence. */
export type Notice = {
  /** A sentence for the players. */
  says: string;
  /** The clauses behind it. */
  by: string[];
};

/**
 * A command that would be accepted, with the fields of its body.
 *
 * `field` is the field to choose: from `least` to `most`, or one of `amounts`. If the table
 * would accept more, `most_by` says what limits it.
 */
export type OfferedCommand = {
  /** The last part of the path of the request. */
  command: string;
  /** The choice for a tie hand. */
  choice?: "surrender" | "war";
  /** A seat, counted from 1. */
  seat?: number;
  /** Which wager. */
  wager?: "primary" | "tie";
  /** Whole cents. */
  costs?: number;
  /** The field of the body that is free. */
  field?: "amount" | "tie";
  /** The least that `field` may be, in whole cents; of `cut` in cards. */
  least?: number;
  /** The most that `field` may be, in whole cents; of `cut` in cards. */
  most?: number;
  /** Whole cents. */
  amounts?: number[];
  /** Why it cannot be more, if the table would take more. */
  most_by?: "excluded" | "no-chips" | "own-limit" | "too-soon";
  /** The id of the shoe. */
  shoe?: string;
};

/** The same, with what the table waits for. */
export type Offers = {
  /** What you may do now. */
  offers: OfferedCommand[];
  /** What you could do with more chips, with other limits, or later. */
  withheld: WithheldCommand[];
  /** What the table waits for. */
  need: Need;
};

/** Open a table. If you leave an option out, it has its usual value. */
export type OpenTable = {
  /** The name of the reading; empty for the default one. */
  reading?: string;
  /** The number of decks; null for the usual one. */
  decks?: number | null;
  /** The number of seats; null for the usual one. */
  seats?: number | null;
  primary?: Bounds | null;
  tie?: Bounds | null;
  /** The authorised limit, in whole cents; operators only. */
  authorised?: number | null;
  /** Whole cents. */
  most_returned?: number | null;
  /** Whether the first card of a shoe is burned; null for the usual. */
  first_burn?: boolean | null;
  /** How the dealer pays and collects. */
  collect?: "by deal" | "lay and pay" | "pick and pay" | null;
  /** An explicit yes to a table that favours its players. */
  players_may_have_edge?: boolean;
  /** A built-in rule set by its id, or a rule file of this house by SHA-256. */
  rules: string;
  /** The name that people see; empty for that of the rules. */
  name?: string;
  /** The reason, for the log. */
  why?: string;
  /** Whether it is open to everyone, without an invitation; operators only. */
  public?: boolean;
  /** How many bots to seat. */
  bots?: number;
  /** Whether a dealer deals real cards; such a table is public. */
  hand_dealt?: boolean;
  /**
   * Whether it is a practice table: no authorised limit has to be stated, and bots may bank. In a
   * house that states no limit, a player's table under rules that ask for one is a practice table
   * anyway.
   */
  practice?: boolean;
};

/** A wager of a running round that is not decided yet. */
export type OpenWager = {
  /** The permanent name of a player, as records have it. */
  player: string;
  /** A seat, counted from 1. */
  seat: number;
  /** Which wager. */
  wager: "primary" | "tie" | "war" | "war_tie";
  /** Whole cents. */
  stake: number;
};

/** A table that was opened. A private one has a secret that lets others join. */
export type OpenedTable = {
  /** The id of the table. */
  table: string;
  /** The secret that lets others join; null if there is none. */
  invitation: string | null;
  /** The path of the page that joins the table; null if it is public. */
  link: string | null;
};

/** The figures of a wager, per unit; all are null if the wager cannot be made. */
export type OptionalWagerFigures = {
  /** What the figures are shares of, or what they assume. */
  basis: string;
  /** The probability of a net win: an exact fraction such as `23138/993023`. */
  hit_frequency: string | null;
  /**
   * The bank's edge: an exact fraction such as `23138/993023`; negative if it is the player's.
   */
  house_edge: string | null;
  /**
   * The kurtosis of the result: an exact fraction such as `23138/993023`; null if the result
   * never varies.
   */
  kurtosis: string | null;
  outcomes: OutcomeFigures[];
  /**
   * What comes back of each unit wagered, on average: an exact fraction such as `23138/993023`.
   */
  return: string | null;
  /** The skewness of the result, rounded to twelve decimals; null if the result never varies. */
  skewness: string | null;
  /** The standard deviation of the result, rounded to twelve decimals. */
  standard_deviation: string | null;
  /** The variance of the result: an exact fraction such as `23138/993023`. */
  variance: string | null;
};

/** One possible result of a wager, per unit: its probability, net, and share of the mean. */
export type OutcomeFigures = {
  /** Its part of the mean result: an exact fraction such as `23138/993023`. */
  contribution: string;
  /** The result for each unit wagered: an exact fraction such as `23138/993023`. */
  net: string;
  /** How the hand ended for the wager. */
  outcome: string;
  /** The probability: an exact fraction such as `23138/993023`. */
  probability: string;
};

/** A line for the dealer, and its kind. */
export type OutputLine = {
  /** What the line is: an order, a fact, what comes next, or a refusal. */
  kind: "next" | "order" | "plain" | "refused" | "rules" | "sign" | "table-sign" | "told";
  /** The line. */
  text: string;
};

/** A round of yours, with your cards and the dealer's; with all cards if you were the bank. */
export type OwnRound = {
  /** The id of the table. */
  table: string;
  /** The number of the round at its table, counted from 1. */
  round: number;
  /** When bets closed, in milliseconds since 1970. */
  at: number;
  /** Whole cents. */
  staked: number;
  /** Whole cents. */
  net: number;
  /** Whether you were the bank. */
  banked: boolean;
  /** The name of the table. */
  name: string;
  wagers: OwnWager[];
  cards: TableCard[];
  timed_out: TimedOutHand[];
  /** Rulings on the round, or its cancellation, in words. */
  notes: string[];
};

/** A page of your rounds, newest first. */
export type OwnRounds = {
  rounds: OwnRound[];
  /** The cursor of the next page; null on the last. */
  next: string | null;
};

/** A wager of yours that was settled or returned. */
export type OwnWager = {
  /** A seat, counted from 1. */
  seat: number;
  /** Which wager. */
  wager: "primary" | "tie" | "war" | "war_tie";
  /** Whole cents. */
  stake: number;
  /** Whole cents. */
  net: number;
};

/** How fast this house lets players play. */
export type Pace = {
  /** The least seconds from one round of a player to the next. */
  seconds: number;
  /** Whether players may repeat their last wagers. */
  rebet: boolean;
};

/** The covariance or correlation of two seats, and of one seat's two wagers. */
export type PairFigures = {
  /** Of a seat's primary and tie wager; null if there is no tie wager. */
  primary_tie: string | null;
  /** Of the primaries of two seats; null if the shoe does not reach for two. */
  two_seats: string | null;
};

/** A player who was asked to cut declines. */
export type PassCutAction = {
  type: "pass_cut";
  /** A player. */
  player: string;
};

/** A secret that lets a person choose a new password, once and until that time. */
export type PasswordOffer = {
  /** The secret of the link. */
  secret: string;
  /** The path of the page that uses the secret. */
  link: string;
  /** Milliseconds since 1970. */
  until: number;
};

/** At a hand-dealt table: the dealer has checked the card and makes the payments. */
export type PayAction = {
  type: "pay";
};

/** A row of the pay table. A wager that the outcome does not decide is left out. */
export type PayRow = {
  /** The outcome that decides the wagers. */
  outcome:
    | "equal"
    | "forfeit"
    | "higher"
    | "lower"
    | "surrender"
    | "war_declared"
    | "war_equal"
    | "war_higher"
    | "war_lower";
  /** The outcome in words. */
  says: string;
  /** The pay by wager, such as `1 to 1` or `lose half`. */
  pays: { [name: string]: string };
  /** The clauses behind each pay, by wager; of a choice, under `primary`. */
  by: { [name: string]: string[] };
  /** What the hand may choose, such as `surrender or war`; empty if nothing. */
  choice: string;
};

/** At a hand-dealt table: the dealer's confirmation of the last card, and the payments. */
export type PaymentNeeded = {
  type: "payment_needed";
  /** The same for people, in words. */
  says: string;
};

/** A page of people in the order of their names; `next` is the cursor of the page after it. */
export type PeoplePage = {
  people: PersonRow[];
  /** The cursor of the next page; null on the last. */
  next: string | null;
};

/** A person of the list. */
export type PersonRow = {
  /** The permanent name of a player, as records have it. */
  player: string;
  /** The name that people see. */
  name: string;
  /** What kind it is. */
  kind: "bot" | "guest" | "member" | "walk-in";
  /** The role in the house. */
  role: "dealer" | "operator" | "pit-boss" | "player";
  /** Whole cents. */
  balance: number;
  /** Milliseconds since 1970. */
  since: number;
  /** Milliseconds since 1970. */
  banned_until: number | null;
};

/** A person, as they are now. */
export type PersonState = {
  /** The permanent name of a player, as records have it. */
  player: string;
  /** The name that people see. */
  name: string;
  /** What kind it is. */
  kind: "bot" | "guest" | "member" | "walk-in";
  /** The role in the house. */
  role: "dealer" | "operator" | "pit-boss" | "player";
  /** Milliseconds since 1970. */
  banned_until: number | null;
  /** Milliseconds since 1970. */
  excluded_until: number | null;
};

/** The whole house; `paused` is the reason for its pause, or empty. */
export type PitHouse = {
  /** Why no new round begins; empty if one may. */
  paused: string;
  /** How many tables are open. */
  tables: number;
  /** Tables that this answer does not list. */
  left_out: number;
  /** How many people. */
  people: number;
  /** How many bots. */
  bots: number;
  /** How many sessions are open. */
  sessions: number;
  /** How many rounds. */
  rounds: number;
  /** Whole cents. */
  handle: number;
  /** Whole cents. */
  hold: number;
  /** Whole cents. */
  balance: number;
  /** How many tables raise an alarm. */
  alarms: number;
};

/** The house, its open tables up to a limit, and the names of the players there. */
export type PitOverview = {
  /** Milliseconds since 1970. */
  now: number;
  house: PitHouse;
  tables: PitTable[];
  /** The names of players, by their permanent names. */
  names: { [name: string]: PlayerName };
};

/** A table. The totals of a table for one player are those of all its games. */
export type PitTable = {
  /** The id of the table. */
  id: string;
  /** How many entries the table's record has. */
  seq: number;
  /** The id of the rule set. */
  rules: string;
  /** The name of the reading: how the rules are understood. */
  reading: string;
  /** For everyone, for invited players, or one player's own game. */
  kind: "game" | "private" | "public";
  /** Whether a dealer deals real cards. */
  hand_dealt: boolean;
  /** The player at each seat, seat 1 first; empty if nobody sits there. */
  seats: string[];
  /** The seats whose players leave after the round. */
  leaving: number[];
  /** How many people. */
  people: number;
  /** How many bots. */
  bots: number;
  need: Need;
  /** Milliseconds since 1970. */
  since: number;
  /** Milliseconds since 1970. */
  due: number | null;
  /** Why no new round begins; empty if one may. */
  paused: string;
  /** Whether a round is under way. */
  playing: boolean;
  /** The number of the round; 0 before the first. */
  round: number;
  /** The rulings that are possible now. */
  rulings: ("stands" | "void")[];
  /** The wagers that can be ruled on now. */
  rule_wagers: WagerRulings[];
  /** Whether any earlier round can be ruled void. */
  voids_any: boolean;
  /** The round that a ruling would apply to. */
  rules_on: number | null;
  /** All open wagers, in cents. */
  wagered: number;
  open: PitWager[];
  /** The name that people see. */
  name: string;
  /** How many rounds. */
  rounds: number;
  /** How many wagers. */
  wagers: number;
  /** Whole cents. */
  handle: number;
  /** Whole cents. */
  hold: number | null;
  against: HouseResult | null;
};

/** A wager that is not decided yet. */
export type PitWager = {
  /** The permanent name of a player, as records have it. */
  player: string;
  /** A seat, counted from 1. */
  seat: number;
  /** Which wager. */
  wager: "primary" | "tie" | "war" | "war_tie";
  /** Whole cents. */
  amount: number;
};

/** A player sets a wager to this amount; any earlier amount is replaced. */
export type PlaceBetAction = {
  type: "place_bet";
  /** A player. */
  player: string;
  /** A seat, counted from 1. */
  seat: number;
  /** Which wager. */
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
  /** What kind it is. */
  kind: "player_commitment";
  /** The hash of the entry before; zeros in the first. */
  prev: string;
  /** The SHA-256 of the entry's canonical JSON without it. */
  hash: string;
  /** When; a house writes milliseconds since 1970. */
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

/** A limit that the caller has set: the one in force, and a looser one to come, if any. */
export type PlayerLimit = {
  /** The limit; null means no limit. */
  most: number | null;
  coming: LooserLimit | null;
};

/** The limits that the caller has set, and how they played in the last 24 hours. */
export type PlayerLimits = {
  /** On the stakes of a round, in cents. */
  stake: PlayerLimit;
  /** On the loss within 24 hours, in cents. */
  loss: PlayerLimit;
  /** On the play within 24 hours, in minutes. */
  time: PlayerLimit;
  /** When the caller's exclusion ends, in milliseconds since 1970. */
  excluded_until: number | null;
  played: RecentPlay;
};

/** The name of a player. A bot belongs to the house; a walk-in has no account. */
export type PlayerName = {
  /** The name that people see. */
  name: string;
  /** Whether it is a bot of the house. */
  bot: boolean;
  /** Whether the player has no account and sits at a hand-dealt table. */
  walk_in: boolean;
};

/** A seat reveals the seed and the cut it committed to. */
export type PlayerRevealEntry = {
  /** Its number in the record, without a gap. */
  seq: number;
  /** What kind it is. */
  kind: "player_reveal";
  /** The hash of the entry before; zeros in the first. */
  prev: string;
  /** The SHA-256 of the entry's canonical JSON without it. */
  hash: string;
  /** When; a house writes milliseconds since 1970. */
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
  /** The same for people, in words. */
  says: string;
};

/** The figures of a primary wager with one decision on every tie hand. */
export type PolicyFigures = {
  /** What the figures are shares of, or what they assume. */
  basis: string;
  /** What is done on every tie. */
  decision: "surrender" | "war" | "war and tie";
  /** The probability of a net win: an exact fraction such as `23138/993023`. */
  hit_frequency: string;
  /**
   * The bank's edge: an exact fraction such as `23138/993023`; negative if it is the player's.
   */
  house_edge: string;
  /**
   * The kurtosis of the result: an exact fraction such as `23138/993023`; null if the result
   * never varies.
   */
  kurtosis: string | null;
  outcomes: OutcomeFigures[];
  /**
   * What comes back of each unit wagered, on average: an exact fraction such as `23138/993023`.
   */
  return: string;
  /** The skewness of the result, rounded to twelve decimals; null if the result never varies. */
  skewness: string | null;
  /** The standard deviation of the result, rounded to twelve decimals. */
  standard_deviation: string;
  /** The variance of the result: an exact fraction such as `23138/993023`. */
  variance: string;
};

/** Post the banker's stake. */
export type PostStake = {
  /** Whole cents. */
  amount: number;
};

/** The banker posts the wager that covers the coming round. */
export type PostStakeAction = {
  type: "post_stake";
  /** A player. */
  player: string;
  /** Whole cents. */
  amount: number;
};

/** A reading of a rule file, and what its wagers cost. */
export type PricedReading = {
  /** The name that people see. */
  name: string;
  /** The same in words. */
  says: string;
  /** The number of decks that was priced. */
  decks: number;
  edges: Edge[];
  /** Where the players have the edge, in words; empty if nowhere. */
  warning: string;
};

/** The figures of a primary wager with the war or surrender that may follow it. */
export type PrimaryFigures = {
  /** The assumed play on ties. */
  assumes: string;
  /** What the figures are shares of, or what they assume. */
  basis: string;
  /** The edge against the best play: an exact fraction such as `23138/993023`. */
  best_house_edge: string;
  /** The edge as a share of everything wagered: an exact fraction such as `23138/993023`. */
  element_of_risk: string;
  /** The probability of a net win: an exact fraction such as `23138/993023`. */
  hit_frequency: string;
  /**
   * The bank's edge: an exact fraction such as `23138/993023`; negative if it is the player's.
   */
  house_edge: string;
  /**
   * The kurtosis of the result: an exact fraction such as `23138/993023`; null if the result
   * never varies.
   */
  kurtosis: string | null;
  outcomes: OutcomeFigures[];
  /**
   * What comes back of each unit wagered, on average: an exact fraction such as `23138/993023`.
   */
  return: string;
  /**
   * What comes back of everything wagered, on average: an exact fraction such as `23138/993023`.
   */
  return_of_total: string;
  /** The skewness of the result, rounded to twelve decimals; null if the result never varies. */
  skewness: string | null;
  /** The standard deviation of the result, rounded to twelve decimals. */
  standard_deviation: string;
  /** The edge if every tie is surrendered: an exact fraction such as `23138/993023`. */
  surrender_house_edge: string | null;
  /** What `element_of_risk` and `return_of_total` are shares of. */
  total_basis: string;
  /** The variance of the result: an exact fraction such as `23138/993023`. */
  variance: string;
};

/** A line that the document prints, and what applies at this table. */
export type PrintedLine = {
  /** What the figure is about. */
  says: string;
  /** The figure as the document prints it. */
  figure: string;
  /** What applies instead of the figure; empty if the figure applies. */
  instead: string;
  /** What a percentage is a share of; empty for other figures. */
  basis: string;
  /** The readings in which the figure holds; empty if it holds in all. */
  holds: string[];
  /** The clauses behind it. */
  by: string[];
};

/** A refusal: nothing has changed. */
export type Problem = {
  /** A stable name for the kind of refusal. */
  type: string;
  /** The HTTP status in words. */
  title: string;
  /** The HTTP status. */
  status: number;
  /** What was wrong, in a sentence. */
  detail: string;
  /** What the table waits for instead. */
  awaited?: string;
  /** When the refusal ends, in milliseconds since 1970. */
  until?: number;
  errors?: FieldError[];
};

/** A reading: one way to understand the document where it contradicts itself. */
export type ReadingSummary = {
  /** The name of the reading. */
  name: string;
  /** What it assumes, in a sentence. */
  says: string;
};

/** Be ready: the table need not wait for you. */
export type Ready = { [name: string]: never };

/** The reason for a change. */
export type Reason = {
  /** The reason, for the log. */
  why: string;
};

/** Repeat the wagers of your last round here. */
export type Rebet = {
  /** Whether nobody need wait for you. */
  ready?: boolean;
  /** Your part in the shuffle, if you are alone and the table waits for a shoe. */
  fair?: Secret | null;
};

/** The caller's play within the last 24 hours. */
export type RecentPlay = {
  /** How long they played, in milliseconds. */
  ms: number;
  /** What they won, in cents; a loss is negative. */
  net: number;
  /** Undecided wagers, in cents. */
  at_stake: number;
};

/** The file of a shoe, as `casinowar verify` reads it. */
export type RecordedShoe = {
  /** The format of the file. */
  format: "casinowar/shoe/1";
  /** The id of the shoe. */
  shoe: string;
  /** The header of the table's record. */
  table: Entry;
  /** The text of the rule file. */
  rules: string;
  /** Earlier entries with steps of its fair shuffle. */
  steps: Entry[];
  /** The entries of the shoe. */
  entries: Entry[];
};

/** Chips for a player who is nearly broke. */
export type Refill = {
  /** What a refill adds, in cents. */
  amount: number;
  /** Players with less than this many cents, tables included, get one. */
  below: number;
  /** From when on the caller may get one, in milliseconds since 1970. Null means never. */
  at: number | null;
};

/** The name and the password of a new member. */
export type Register = {
  /** The name that people see. */
  name: string;
  /** The password. */
  password: string;
};

/** Open another table in place of one; a value left out stays as it is. */
export type ReplaceTable = {
  /** The name of the reading: how the rules are understood. */
  reading?: string;
  /** The number of decks. */
  decks?: number | null;
  /** The number of seats. */
  seats?: number | null;
  primary?: Bounds | null;
  tie?: Bounds | null;
  /** The authorised limit, in whole cents; operators only. */
  authorised?: number | null;
  /** Whole cents. */
  most_returned?: number | null;
  /** Whether the first card of a shoe is burned. */
  first_burn?: boolean | null;
  /** How the dealer pays and collects. */
  collect?: "by deal" | "lay and pay" | "pick and pay" | null;
  /** An explicit yes to a table that favours its players. */
  players_may_have_edge?: boolean;
  /** The reason, for the log. */
  why: string;
};

/** The house's result at a table, round by round; without points if players bank. */
export type ResultHistory = {
  /** The id of the table. */
  table: string;
  /** Who is the bank. */
  banked_by: "house" | "player";
  /** What the figures are shares of, or what they assume. */
  basis: string;
  points: ResultPoint[];
};

/** The house's result after a round. */
export type ResultPoint = {
  /** The number of the round at its table, counted from 1. */
  round: number;
  /** The house's wins less its losses, in cents. */
  result: number;
  /** The exact expectation of these wagers, in cents. */
  expected: number;
  /** Two standard deviations below the expectation. */
  low: number;
  /** Two standard deviations above the expectation. */
  high: number;
  /** A result below this raises an alarm. */
  lowest: number;
  /** A result above this raises an alarm. */
  highest: number;
};

/** Reveal the seed and the cut that you committed to. */
export type Reveal = {
  /** A seat, counted from 1. */
  seat: number;
  /** 32 bytes that nobody can guess, in hexadecimal digits. */
  seed: string;
  /** The place of the cut: how many cards go to the rear. */
  cut: number;
};

/** What can be done in a round. */
export type RoundAction =
  | DealAction
  | BurnAction
  | SurrenderAction
  | GoToWarAction
  | TimeOutAction
  | RuleWagerAction;

/** The round was cancelled because it took too long. */
export type RoundCancelled = {
  type: "round_cancelled";
  /** The round's number at its table. */
  round: number;
  /** Whole seconds since 1970; 0 if no time was given. */
  at: number;
};

/** A round: its wagers, its events in words with their clauses, and its recorded entries. */
export type RoundDetails = {
  /** The id of the table. */
  table: string;
  /** The name of the table. */
  name: string;
  /** The number of the round at its table, counted from 1. */
  round: number;
  /** When bets closed, in milliseconds since 1970. */
  at: number;
  /** The number of the shoe that it was dealt from. */
  shoe: number;
  rules: RulesPlayed;
  /** The names of players, by their permanent names. */
  names: { [name: string]: PlayerName };
  /** Null if the house is the bank. */
  bank: BankResult | null;
  /** The wagers that were settled or returned. */
  settlements: SettledWager[];
  /** The wagers that are not decided yet. */
  open: OpenWager[];
  /** The events of the round, in words. */
  told: RoundLine[];
  /** The clauses that decided, by id. */
  clauses: { [name: string]: string };
  /** The entries, as they were recorded. */
  entries: Entry[];
};

/** All wagers are settled and all cards are in the discards. */
export type RoundEnded = {
  type: "round_ended";
};

/** An event of a round, with the fields of the rule file and the clauses that decided it. */
export type RoundLine = {
  /** The number of its entry in the record. */
  entry: number;
  event: Event;
  /** The event in words. */
  says: string;
  /** The fields of the rule file. */
  grounds: string[];
  /** The ids of the clauses. */
  clauses: string[];
};

/** The round has its final ruling. */
export type RoundRuled = {
  type: "round_ruled";
  /** The round's number at its table. */
  round: number;
  /** Whether the round stands or is void. */
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

/** The round on the table. */
export type RoundView = {
  /** Its number, counted from 1. */
  number: number;
  /** When bets closed, in whole seconds since 1970; 0 if unknown. */
  began_at: number;
  /** Whether a round is under way. */
  playing: boolean;
  /** The player who is the bank; empty if the house is. */
  banker: string;
  bets: BetView[];
  /** The cards on the table, as events. */
  cards: CardDealt[];
  /** How tie hands were answered, as events. */
  answers: (Surrendered | Forfeited | WarDeclared)[];
  /** The wagers that were settled or returned, as events. */
  results: (WagerSettled | WagerReturned | WagerRuled)[];
};

/** Give a final ruling on the round, or void an earlier one if the rules allow it. */
export type Rule = {
  /** Whether the round stands or is void. */
  ruling: "stands" | "void";
  /** The reason, for the record. */
  reason: string;
  /** The round that you saw when you decided; null for any. */
  round?: number | null;
};

/** The final ruling on a round: it stands, or it is void. */
export type RuleAction = {
  type: "rule";
  /** Whether the round stands or is void. */
  ruling: "stands" | "void";
  /** The reason of the ruling. */
  reason: string;
};

/** The built-in rule sets side by side. */
export type RuleComparison = {
  /**
   * The facts compared; a name with a dot is a field of the rule file that differs and that no
   * other column states.
   */
  columns: string[];
  rows: ComparedRow[];
};

/** A rule set with its readings, its clauses and the text of its rule file. */
export type RuleSetDetails = {
  /** The id of the rule set. */
  id: string;
  /** The name of the rule set. */
  name: string;
  /** The document that the rules come from. */
  document: string;
  /** The SHA-256 of the rule file. */
  sha256: string;
  /** The reading of a table that does not name one. */
  default_reading: string;
  /** What you choose when you open a table, by reading. */
  left_open: { [name: string]: LeftOpen };
  readings: ReadingSummary[];
  /** The clauses of the document, by id. */
  clauses: { [name: string]: string };
  /** The decisions that its fields cite where the document is silent, by id. */
  decisions: { [name: string]: string };
  /** The rule file, byte for byte. */
  text: string;
};

/** A rule set. Name one of the house's own by its SHA-256, a built-in one by its id. */
export type RuleSetSummary = {
  /** The id of the rule set. */
  id: string;
  /** The name of the rule set. */
  name: string;
  /** The document that the rules come from. */
  document: string;
  /** The SHA-256 of the rule file. */
  sha256: string;
  /** The reading of a table that does not name one. */
  default_reading: string;
  /** What you choose when you open a table, by reading. */
  left_open: { [name: string]: LeftOpen };
  /** Whether only this house has it. */
  own: boolean;
  /** The names of the readings. */
  readings: string[];
};

/** The built-in rule sets, then those of this house. */
export type RuleSets = {
  rules: RuleSetSummary[];
};

/** Give a final ruling on one wager of the round. */
export type RuleWager = {
  /** The permanent name of a player, as records have it. */
  player: string;
  /** A seat, counted from 1. */
  seat: number;
  /** Which wager. */
  wager: "primary" | "tie" | "war" | "war_tie";
  /** Whether the wager is paid, returned or taken. */
  ruling: "pay as" | "return" | "take";
  /** The reason, for the record. */
  reason: string;
  /** The outcome that the wager is paid as; empty unless it is paid. */
  outcome?:
    | ""
    | "equal"
    | "forfeit"
    | "higher"
    | "lower"
    | "surrender"
    | "war_declared"
    | "war_equal"
    | "war_higher"
    | "war_lower";
  /** The number of the round at its table, counted from 1. */
  round?: number | null;
};

/**
 * The final ruling on one wager: pay it as an outcome that pays it, return it, or take it.
 *
 * `outcome` is `""` unless the ruling is `pay as`.
 */
export type RuleWagerAction = {
  type: "rule_wager";
  /** A player. */
  player: string;
  /** A seat, counted from 1. */
  seat: number;
  /** Which wager. */
  wager: "primary" | "tie" | "war" | "war_tie";
  /** Whether the round stands or is void. */
  ruling: "pay as" | "return" | "take";
  /** How the hand ended for the wager. */
  outcome:
    | "higher"
    | "lower"
    | "equal"
    | "surrender"
    | "forfeit"
    | "war_declared"
    | "war_higher"
    | "war_lower"
    | "war_equal"
    | "";
  /** The reason of the ruling. */
  reason: string;
};

/** The rules of a round. */
export type RulesPlayed = {
  /** The id of the rule set. */
  id: string;
  /** The name of the rule set. */
  name: string;
  /** The name of the reading: how the rules are understood. */
  reading: string;
};

/** A seat is empty again. */
export type SeatLeft = {
  type: "seat_left";
  /** A player. */
  player: string;
  /** A seat, counted from 1. */
  seat: number;
};

/** How many seats a table may have. */
export type SeatRange = {
  /** The fewest seats. */
  least: number;
  /** The most seats. */
  most: number;
};

/** Who sits at a seat. */
export type SeatTaken = {
  /** The permanent name of a player, as records have it. */
  player: string;
  /** Whether it is a bot of the house. */
  bot: boolean;
};

/** A player sat down. */
export type Seated = {
  type: "seated";
  /** A player. */
  player: string;
  /** A seat, counted from 1. */
  seat: number;
};

/** A player's part of the fair shuffle: a seed of 64 hexadecimal digits, and a cut. */
export type Secret = {
  /** 32 bytes that nobody can guess, in hexadecimal digits. */
  seed: string;
  /** The place of the cut: how many cards go to the rear. */
  cut: number;
};

/** When the caller's exclusion ends. */
export type SelfExclusion = {
  /** Milliseconds since 1970. */
  excluded_until: number;
};

/** The server drew its seed for a shoe, and commits to it. */
export type ServerCommitmentEntry = {
  /** Its number in the record, without a gap. */
  seq: number;
  /** What kind it is. */
  kind: "server_commitment";
  /** The hash of the entry before; zeros in the first. */
  prev: string;
  /** The SHA-256 of the entry's canonical JSON without it. */
  hash: string;
  /** When; a house writes milliseconds since 1970. */
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
  /** What kind it is. */
  kind: "server_reveal";
  /** The hash of the entry before; zeros in the first. */
  prev: string;
  /** The SHA-256 of the entry's canonical JSON without it. */
  hash: string;
  /** When; a house writes milliseconds since 1970. */
  at?: number;
  /** Who acted. */
  who?: string;
  /** The shoe's id: the table's id, a slash, and the shoe's number. */
  shoe: string;
  /** 32 bytes, in hexadecimal digits. */
  seed: string;
  /** Whether the shoe was dealt to its end. */
  end: "dealt" | "abandoned";
};

/** A possible result of a session, in primaries. */
export type SessionChance = {
  /** An exact number: a whole number or a fraction, such as `23138/993023`. */
  net: string;
  /** A number rounded to twelve decimals. */
  probability: string;
};

/** How a session of independent rounds can end, with a primary of 1 in each. */
export type SessionOdds = {
  /** What the figures assume. */
  basis: string;
  /** How many rounds. */
  rounds: number;
  /** An exact number: a whole number or a fraction, such as `23138/993023`. */
  expectation: string;
  /** A number rounded to twelve decimals. */
  standard_deviation: string;
  /** A number rounded to twelve decimals. */
  ahead: string;
  /** A number rounded to twelve decimals. */
  even: string;
  /** A number rounded to twelve decimals. */
  behind: string;
  results: SessionChance[];
};

/** A limit to set. */
export type SetLimit = {
  /** The stakes of a round, or the loss or the play within 24 hours. */
  what: "loss" | "stake" | "time";
  /** The most in cents, or in minutes for `time`; null for no limit. */
  most: number | null;
};

/** Give a person a role. */
export type SetRole = {
  /** The role in the house. */
  role: "dealer" | "operator" | "pit-boss" | "player";
  /** The reason, for the log. */
  why: string;
};

/** A wager that was settled or returned. */
export type SettledWager = {
  /** The permanent name of a player, as records have it. */
  player: string;
  /** A seat, counted from 1. */
  seat: number;
  /** Which wager. */
  wager: "primary" | "tie" | "war" | "war_tie";
  /** Whole cents. */
  stake: number;
  /** Whole cents. */
  net: number;
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
  /** What kind it is. */
  kind: "shoe";
  /** The hash of the entry before; zeros in the first. */
  prev: string;
  /** The SHA-256 of the entry's canonical JSON without it. */
  hash: string;
  /** When; a house writes milliseconds since 1970. */
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
  /** The same for people, in words. */
  says: string;
};

/** The shoe on the table: the stage of its preparation, and the cards seen from it. */
export type ShoeState = {
  /** The shoe's number at its table, from 1; 0 before the first. */
  number: number;
  /** The batch of cards; 0 before the first shoe. */
  batch: number;
  /** How far the shoe is prepared. */
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

/** The shoe on the table. */
export type ShoeView = {
  /** The id of the shoe. */
  id: string;
  /** Its number, counted from 1. */
  number: number;
  /** The batch of cards, counted from 1. */
  batch: number;
  /** The colour of the cards' backs. */
  backs: string;
  /** How far the shoe is prepared. */
  stage: string;
  /** How many cards are left in the shoe. */
  left: number;
  /** How many cards are behind the cut card. */
  behind: number;
  /** How many cards were drawn too early; they are dealt next. */
  excess: number;
  /** Every card that has left the shoe face up, in order. */
  seen: string[];
  /** How the shoe ended, `dealt` or `abandoned`; null while it is used. */
  end: string | null;
  /** A SHA-256 that commits somebody to a seed and a cut, in hexadecimal digits. */
  commitment: string | null;
  /** The seats whose players took part in the shuffle. */
  parts: number[];
};

/** The name and the password of a member. */
export type SignIn = {
  /** The name that people see. */
  name: string;
  /** The password. */
  password: string;
};

/** One rule of the table in words. */
export type SignLine = {
  /** The table of the rule file that it comes from, such as `shoe`. */
  topic: string;
  /** What the rule is about. */
  title: string;
  /** The rule in words. */
  says: string;
  /** The clauses behind it. */
  by: string[];
};

/** The session has ended. */
export type SignedOut = { [name: string]: never };

/** Take a seat. A commitment to the next shoe may come with it; it counts if it is in time. */
export type Sit = {
  /** A seat, counted from 1. */
  seat: number;
  /** A commitment to the next shoe, in hexadecimal digits; null for none. */
  commitment?: string | null;
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
  /** The same for people, in words. */
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

/** What a table waits for, and until when. */
export type StateView = {
  need: Need;
  /** Milliseconds since 1970. */
  since: number;
  /** Milliseconds since 1970. */
  due: number | null;
  /** The players who are ready for the bets to close. */
  ready: string[];
  /** The players whose browser is gone; bets close without them. */
  away: string[];
  /** Why no new round begins; empty if one may. */
  paused: string;
  /** The table that took its place. */
  replaced_by: string | null;
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
  /** Who surrendered: the player, or the house when the time was up. */
  by: "player" | "house";
};

/** A table as it stands, its sign, and the names of its players. */
export type TableAnswer = {
  /** The name that people see. */
  name: string;
  /** Whether only people with its link can find the table. */
  private: boolean;
  /** Whether the caller may close it. */
  manages: boolean;
  /** What the caller may do here. */
  may: (
    | "bots"
    | "close"
    | "come"
    | "deal"
    | "invite"
    | "kick"
    | "limits"
    | "pause"
    | "play"
    | "rule"
  )[];
  view: TableView;
  sign: TableSign;
  /** The names of players, by their permanent names. */
  names: { [name: string]: PlayerName };
};

/** A card on the table, a player's or the dealer's. */
export type TableCard = {
  /** The original deal, or the war. */
  deal: "original" | "war";
  /** Whose card it is. */
  to: "dealer" | "player";
  /** The seat, counted from 1; 0 for a card of the dealer that all share. */
  seat: number;
  /** The rank of the card, and its suit if it is known, such as `9h`. */
  card: string;
};

/** The table is closed for good, and its stream ends. */
export type TableClosed = { [name: string]: never };

/** The header: a table, its rules and its options. */
export type TableEntry = {
  /** Its number in the record, without a gap. */
  seq: number;
  /** What kind it is. */
  kind: "table";
  /** The hash of the entry before; zeros in the first. */
  prev: string;
  /** The SHA-256 of the entry's canonical JSON without it. */
  hash: string;
  /** When; a house writes milliseconds since 1970. */
  at?: number;
  /** Who acted. */
  who?: string;
  /** The format of the file. */
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
  /** Only in the header of a practice table. */
  practice?: 1;
};

/** The table that the request was about. */
export type TableId = {
  /** The id of the table. */
  table: string;
};

/** The amounts that wagers may have at a table. */
export type TableLimits = {
  primary: LimitView;
  /** Null if the rules have no tie wager. */
  tie: LimitView | null;
  /** Every wager is a multiple of it, in whole cents. */
  unit: number;
  /** Whether every wager is a multiple of the unit, or one in the limits. */
  unit_binds: "all" | "within";
  /** The highest primary that is authorised, in whole cents. */
  authorised: number | null;
  /**
   * Who stated the authorised limit: the rules, the operator, or, at some old private tables,
   * their owner. At a practice table it can be nobody: then it is the table's maximum.
   */
  authorised_by: "nobody" | "operator" | "owner" | "rules" | null;
  /** The most that one round returns to a player, in whole cents. */
  most_returned: number | null;
  /** The clauses about wagers above the limit. */
  above_by: string[];
  /** The clauses about wagers below the limit. */
  below_by: string[];
};

/**
 * Every figure of a rule set, as `casinowar odds --json` prints them.
 *
 * Exact figures are fractions such as `23138/993023`. Standard deviations, skewness and
 * correlations have twelve decimals. A positive edge is the bank's, a negative one the
 * player's.
 */
export type TableOdds = {
  /** The version of casinowar that computed it. */
  version: string;
  /** The id of the rule set. */
  rules: string;
  /** The name of the reading: how the rules are understood. */
  reading: string;
  /** The SHA-256 of the rule file. */
  sha256: string;
  /** The number of decks, or `infinite`. */
  decks: number | string;
  /** How many cards are left of each rank, highest first. */
  cards: number[];
  primary: PrimaryFigures;
  tie: OptionalWagerFigures;
  war_tie: OptionalWagerFigures;
  war: WarFigures;
  /** Always null here. */
  policy: PolicyFigures | null;
  /** The worth of each decision on a tie, by rank. */
  decisions: TieHandFigures[];
  covariance: PairFigures;
  correlation: PairFigures;
  bank: BankFigures;
  /** The most a round can return at the limits, in whole cents. */
  largest_return: number | null;
  exposure: ExposureFigures;
  /** The cards that have left the shoe. */
  gone: string;
  /** How the session can end, if `rounds` is given; null if it has too many different results. */
  session?: SessionOdds | null;
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
  /** How the dealer pays and collects. */
  collect: "pick and pay" | "lay and pay" | "by deal";
  /** 1 is yes, 0 is no. */
  hand_dealt: 0 | 1;
};

/** A table that was closed, and the one in its place. */
export type TableReplaced = {
  /** The id of the closed table. */
  table: string;
  /** The id of the table that took its place. */
  replaced_by: string;
};

/** A round of a table, so far. */
export type TableRound = {
  /** The number of the round at its table, counted from 1. */
  round: number;
  /** When bets closed, in milliseconds since 1970. */
  at: number;
  /** Null if the house is the bank. */
  bank: BankResult | null;
  wagers: SettledWager[];
  cards: TableCard[];
  timed_out: TimedOutHand[];
  /** Rulings on the round, or its cancellation, in words. */
  notes: string[];
};

/** A page of a table's rounds, newest first. */
export type TableRounds = {
  /** The id of the table. */
  table: string;
  /** The name of the table. */
  name: string;
  /** The names of players, by their permanent names. */
  names: { [name: string]: PlayerName };
  rounds: TableRound[];
  /** The cursor of the next page; null on the last. */
  next: string | null;
};

/** The sign of a table: its rules, limits and pays, and what each wager costs. */
export type TableSign = {
  /** The id of the rule set. */
  rules: string;
  /** The name of the rule set. */
  rules_name: string;
  /** The document that the rules come from. */
  document: string;
  /** The SHA-256 of the rule file. */
  sha256: string;
  reading: ReadingSummary;
  /** The number of decks. */
  decks: number;
  /** The number of seats. */
  seats: number;
  /** Whether the first card of a shoe is burned. */
  first_burn: boolean;
  /** How the dealer pays and collects. */
  collect: "by deal" | "lay and pay" | "pick and pay";
  /** Whether a dealer deals real cards. */
  hand_dealt: boolean;
  /** Whether it is a practice table. */
  practice: boolean;
  /** Who is the bank. */
  banked_by: "house" | "player";
  /** Whether players may bet on each other's seats. */
  backline: boolean;
  /** Whether the table is for one player. */
  solo: boolean;
  limits: TableLimits;
  /** What a player would not expect, in words. */
  remarks: Notice[];
  /** What the document prints, line by line. */
  printed: PrintedLine[];
  /** What each wager pays, outcome by outcome. */
  pays: PayRow[];
  /** The rules that stand on a sign. */
  lines: SignLine[];
  /** What the document wants the players to be told. */
  notices: Notice[];
  edges: Edge[];
  /** Whether some wager favours the players. */
  players_have_edge: boolean;
  /** Where the bank has no edge, in words; empty if it has one everywhere. */
  warning: string;
  pace: Pace;
};

/** The table as it stands, with the names of its players. */
export type TableSnapshot = {
  /** The id of the table. */
  id: string;
  /** How many entries the table's record has. */
  seq: number;
  /** Whether the table is closed for good. */
  closed: boolean;
  /** The player at each seat, seat 1 first; empty if nobody sits there. */
  seats: string[];
  /** The seats whose players leave after the round. */
  leaving: number[];
  /** The wagers for the next round, while bets are open. */
  bets: BetView[];
  /** Null if the house is the bank. */
  bank: BankView | null;
  /** The player who deals; empty if nobody does. */
  dealer: string;
  /** The shoe on the table, if there is one. */
  shoe: ShoeView | null;
  /** The next shoe, while it is prepared. */
  coming: ComingShoe | null;
  /** The round under way, or the last one until the next is bet on. */
  round: RoundView | null;
  need: Need;
  /** Milliseconds since 1970. */
  since: number;
  /** Milliseconds since 1970. */
  due: number | null;
  /** The players who are ready for the bets to close. */
  ready: string[];
  /** The players whose browser is gone; bets close without them. */
  away: string[];
  /** Why no new round begins; empty if one may. */
  paused: string;
  /** The id of the table that took its place. */
  replaced_by: string | null;
  /** The names of players, by their permanent names. */
  names: { [name: string]: PlayerName };
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

/** The table as everyone may see it. */
export type TableView = {
  /** The id of the table. */
  id: string;
  /** How many entries the table's record has. */
  seq: number;
  /** Whether the table is closed for good. */
  closed: boolean;
  /** The player at each seat, seat 1 first; empty if nobody sits there. */
  seats: string[];
  /** The seats whose players leave after the round. */
  leaving: number[];
  /** The wagers for the next round, while bets are open. */
  bets: BetView[];
  /** Null if the house is the bank. */
  bank: BankView | null;
  /** The player who deals; empty if nobody does. */
  dealer: string;
  /** The shoe on the table, if there is one. */
  shoe: ShoeView | null;
  /** The next shoe, while it is prepared. */
  coming: ComingShoe | null;
  /** The round under way, or the last one until the next is bet on. */
  round: RoundView | null;
  need: Need;
  /** Milliseconds since 1970. */
  since: number;
  /** Milliseconds since 1970. */
  due: number | null;
  /** The players who are ready for the bets to close. */
  ready: string[];
  /** The players whose browser is gone; bets close without them. */
  away: string[];
  /** Why no new round begins; empty if one may. */
  paused: string;
  /** The id of the table that took its place. */
  replaced_by: string | null;
};

/** Take the offered bank, and post the stake of the next round if you like. */
export type TakeBank = {
  /** The stake of the coming round, in whole cents; null to post it later. */
  stake?: number | null;
};

/** A player accepts the offered bank. */
export type TakeBankAction = {
  type: "take_bank";
  /** A player. */
  player: string;
};

/** A tie hand to decide, what it may choose, and the tie wagers it may add to a war. */
export type TieHand = {
  /** The permanent name of a player, as records have it. */
  player: string;
  /** A seat, counted from 1. */
  seat: number;
  /** Whether it may go to war. */
  war: boolean;
  /** Whether it may surrender. */
  surrender: boolean;
  ties: TieRange[];
};

/** What each decision on a tie hand of one rank is worth, and what the others cost. */
export type TieHandFigures = {
  /** The best decision. */
  best: "surrender" | "war" | "war and tie";
  /** What every other decision costs, in primaries, exactly. */
  cost_of_mistake: { [name: string]: string };
  /** The expected result, in primaries: an exact fraction such as `23138/993023`. */
  expectation: { [name: string]: string };
  /** The rank of the tie cards. */
  rank: string;
};

/** The tie wagers that may be added to a war: a range in cents, or a few fixed amounts. */
export type TieRange = {
  /** The least tie wager, in whole cents. */
  least: number;
  /** The most tie wager, in whole cents. */
  most: number;
  /** The only amounts, in whole cents; empty if any in the range is allowed. */
  amounts: number[];
};

/** Time ran out for the players the table waits for: the house decides for them (ALL-8). */
export type TimeOutAction = {
  type: "time_out";
};

/** A tie hand that the house answered, because its player's time ran out. */
export type TimedOutHand = {
  /** The permanent name of a player, as records have it. */
  player: string;
  /** A seat, counted from 1. */
  seat: number;
  /** Whether the whole wager was lost; else the hand was surrendered. */
  forfeited: boolean;
};

/** Upload a rule file. It is checked, priced and kept. */
export type UploadRules = {
  /** The rule file, in TOML. */
  text: string;
};

/** A rule file that was kept, with everything that the check found, and its prices. */
export type UploadedRules = {
  /** The SHA-256 of the rule file. */
  sha256: string;
  /** The id of the rule set. */
  id: string;
  /** The name of the rule set. */
  name: string;
  /** The document that the rules come from. */
  document: string;
  findings: Finding[];
  readings: PricedReading[];
};

/**
 * An earlier round is void: every wager is returned, those already settled too (SG-14).
 *
 * A table does not keep earlier rounds, so the action carries the wagers. Whether they are
 * those of the record, only the audit of the whole record can tell.
 */
export type VoidRoundAction = {
  type: "void_round";
  /** The round's number at its table. */
  round: number;
  /** The reason of the ruling. */
  reason: string;
  wagers: DecidedWager[];
};

/** A wager, and its new amount. */
export type Wager = {
  /** A seat, counted from 1. */
  seat: number;
  /** Which wager. */
  wager: "primary" | "tie";
  /** What the wager is to be, in whole cents: a new total, not an addition. */
  amount: number;
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
  /** Which wager. */
  wager: "primary" | "tie" | "war" | "war_tie";
  /** Whole cents. */
  amount: number;
  /** Why the wager was returned. */
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
  /** Which wager. */
  wager: "primary" | "tie" | "war" | "war_tie";
  /** Whole cents; below 0 the player loses. */
  net: number;
  /** The player who banks; empty if nobody does. */
  banker: string;
};

/**
 * Money: one wager has its final ruling; `felt` from the felt, `net` from the bank.
 *
 * `felt` is the stake, or 0 if the wager was settled before and that is reversed now.
 */
export type WagerRuled = {
  type: "wager_ruled";
  /** A player. */
  player: string;
  /** A seat, counted from 1. */
  seat: number;
  /** Which wager. */
  wager: "primary" | "tie" | "war" | "war_tie";
  /** Whether the round stands or is void. */
  ruling: "pay as" | "return" | "take";
  /** How the hand ended for the wager. */
  outcome:
    | "higher"
    | "lower"
    | "equal"
    | "surrender"
    | "forfeit"
    | "war_declared"
    | "war_higher"
    | "war_lower"
    | "war_equal"
    | "";
  /** Whole cents. */
  stake: number;
  /** Whole cents. */
  felt: number;
  /** Whole cents; below 0 the player loses. */
  net: number;
  /** The reason of the ruling. */
  reason: string;
};

/** A wager of the round, the rulings possible on it, and the outcomes it can be paid as. */
export type WagerRulings = {
  /** The permanent name of a player, as records have it. */
  player: string;
  /** A seat, counted from 1. */
  seat: number;
  /** Which wager. */
  wager: "primary" | "tie" | "war" | "war_tie";
  /** Whole cents. */
  stake: number;
  /** The rulings that may be given. */
  rulings: ("pay as" | "return" | "take")[];
  /** The outcomes that the wager can be paid as. */
  pays_as: (
    | "equal"
    | "forfeit"
    | "higher"
    | "lower"
    | "surrender"
    | "war_declared"
    | "war_equal"
    | "war_higher"
    | "war_lower"
  )[];
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
  /** Which wager. */
  wager: "primary" | "tie" | "war" | "war_tie";
  /** How the hand ended for the wager. */
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

/** What a tie hand that goes to war is worth, in primaries. */
export type WarFigures = {
  /** The expected result, in primaries: an exact fraction such as `23138/993023`. */
  expectation: string | null;
};

/** Take a wager back. */
export type Withdraw = {
  /** A seat, counted from 1. */
  seat: number;
  /** Which wager. */
  wager: "primary" | "tie";
};

/** A player takes a wager back while bets are open. */
export type WithdrawBetAction = {
  type: "withdraw_bet";
  /** A player. */
  player: string;
  /** A seat, counted from 1. */
  seat: number;
  /** Which wager. */
  wager: "primary" | "tie";
};

/** A command that only chips, the player's own limits or a pause forbid, with the reason. */
export type WithheldCommand = {
  /** The last part of the path of the request. */
  command: string;
  /** The choice for a tie hand. */
  choice?: "surrender" | "war";
  /** A seat, counted from 1. */
  seat?: number;
  /** Which wager. */
  wager?: "primary" | "tie";
  /** Whole cents. */
  costs?: number;
  /** The field of the body that is free. */
  field?: "amount" | "tie";
  /** The least that `field` may be, in whole cents; of `cut` in cards. */
  least?: number;
  /** The most that `field` may be, in whole cents; of `cut` in cards. */
  most?: number;
  /** Whole cents. */
  amounts?: number[];
  /** Why it cannot be more, if the table would take more. */
  most_by?: "excluded" | "no-chips" | "own-limit" | "too-soon";
  /** The id of the shoe. */
  shoe?: string;
  /** What forbids it, in words. */
  why: string;
  /** What forbids it; absent if a pause does. */
  kind?: "excluded" | "no-chips" | "own-limit" | "too-soon";
  /** Milliseconds since 1970. */
  at?: number;
};

/** A seat did not reveal its seed and cut in time. */
export type WithheldEntry = {
  /** Its number in the record, without a gap. */
  seq: number;
  /** What kind it is. */
  kind: "withheld";
  /** The hash of the entry before; zeros in the first. */
  prev: string;
  /** The SHA-256 of the entry's canonical JSON without it. */
  hash: string;
  /** When; a house writes milliseconds since 1970. */
  at?: number;
  /** Who acted. */
  who?: string;
  /** The shoe's id: the table's id, a slash, and the shoe's number. */
  shoe: string;
  /** A seat, counted from 1. */
  seat: number;
};

/** What a GET of a path answers. */
export type GetAnswer<Path extends string> = Path extends `${infer Bare}?${string}`
  ? GetAnswer<Bare>
  : Path extends `/api/pit/tables/${string}/course` ? ResultHistory
  : Path extends `/api/tables/${string}/rounds/${string}` ? RoundDetails
  : Path extends `/api/tables/${string}/shoes/${string}` ? RecordedShoe
  : Path extends `/api/tables/${string}/invitation` ? Invitation
  : Path extends `/api/tables/${string}/offers` ? Offers
  : Path extends `/api/tables/${string}/rounds` ? TableRounds
  : Path extends `/api/tables/${string}/odds` ? TableOdds
  : Path extends `/api/tables/${string}/desk` ? DealerView
  : Path extends `/api/me/rounds` ? OwnRounds
  : Path extends `/api/me/limits` ? PlayerLimits
  : Path extends `/api/tables/${string}` ? TableAnswer
  : Path extends `/api/rules/${string}` ? RuleSetDetails
  : Path extends `/api/lobby` ? Lobby
  : Path extends `/api/me` ? Me
  : Path extends `/api/rules` ? RuleSets
  : Path extends `/api/odds` ? ExploredOdds
  : Path extends `/api/comparison` ? RuleComparison
  : Path extends `/api/people` ? PeoplePage
  : Path extends `/api/changes` ? ChangePage
  : Path extends `/api/pit` ? PitOverview
  : Path extends `/api/incidents` ? IncidentPage
  : Path extends `/healthz` ? Health
  : Path extends `/readyz` ? Health
  : unknown;

/** What a POST to a path answers. */
export type PostAnswer<Path extends string> = Path extends `${infer Bare}?${string}`
  ? PostAnswer<Bare>
  : Path extends `/api/people/${string}/sessions/end` ? EndedSessions
  : Path extends `/api/tables/${string}/bet` ? CommandAnswer
  : Path extends `/api/tables/${string}/choose` ? CommandAnswer
  : Path extends `/api/tables/${string}/rebet` ? CommandAnswer
  : Path extends `/api/tables/${string}/sit` ? CommandAnswer
  : Path extends `/api/tables/${string}/leave` ? CommandAnswer
  : Path extends `/api/tables/${string}/withdraw` ? CommandAnswer
  : Path extends `/api/tables/${string}/ready` ? CommandAnswer
  : Path extends `/api/tables/${string}/take-bank` ? CommandAnswer
  : Path extends `/api/tables/${string}/post-stake` ? CommandAnswer
  : Path extends `/api/tables/${string}/decline` ? CommandAnswer
  : Path extends `/api/tables/${string}/give-up-bank` ? CommandAnswer
  : Path extends `/api/tables/${string}/commit` ? CommandAnswer
  : Path extends `/api/tables/${string}/reveal` ? CommandAnswer
  : Path extends `/api/tables/${string}/cut` ? CommandAnswer
  : Path extends `/api/tables/${string}/rule` ? CommandAnswer
  : Path extends `/api/tables/${string}/rule-wager` ? CommandAnswer
  : Path extends `/api/tables/${string}/game` ? TableId
  : Path extends `/api/tables/${string}/close` ? TableId
  : Path extends `/api/tables/${string}/add-bot` ? TableId
  : Path extends `/api/tables/${string}/remove-bot` ? TableId
  : Path extends `/api/tables/${string}/dealer` ? DealerAnswer
  : Path extends `/api/people/${string}/role` ? PersonState
  : Path extends `/api/people/${string}/ban` ? PersonState
  : Path extends `/api/people/${string}/unban` ? PersonState
  : Path extends `/api/tables/${string}/kick` ? TableId
  : Path extends `/api/people/${string}/password` ? PasswordOffer
  : Path extends `/api/tables/${string}/pause` ? TableId
  : Path extends `/api/tables/${string}/resume` ? TableId
  : Path extends `/api/tables/${string}/replace` ? TableReplaced
  : Path extends `/api/sessions/end-others` ? EndedSessions
  : Path extends `/api/me/limits` ? PlayerLimit
  : Path extends `/api/me/exclude` ? SelfExclusion
  : Path extends `/api/house/pause` ? HousePause
  : Path extends `/api/house/resume` ? HousePause
  : Path extends `/api/tables` ? OpenedTable
  : Path extends `/api/join` ? TableId
  : Path extends `/api/guest` ? Me
  : Path extends `/api/sign-in` ? Me
  : Path extends `/api/password` ? Me
  : Path extends `/api/sign-out` ? SignedOut
  : Path extends `/api/register` ? Me
  : Path extends `/api/chips` ? ChipBalance
  : Path extends `/api/rules` ? UploadedRules
  : unknown;

/** The body of a POST to a path. */
export type PostBody<Path extends string> = Path extends `${infer Bare}?${string}` ? PostBody<Bare>
  : Path extends `/api/people/${string}/sessions/end` ? Reason
  : Path extends `/api/tables/${string}/bet` ? Bet
  : Path extends `/api/tables/${string}/choose` ? Choose
  : Path extends `/api/tables/${string}/rebet` ? Rebet
  : Path extends `/api/tables/${string}/sit` ? Sit
  : Path extends `/api/tables/${string}/leave` ? Leave
  : Path extends `/api/tables/${string}/withdraw` ? Withdraw
  : Path extends `/api/tables/${string}/ready` ? Ready
  : Path extends `/api/tables/${string}/take-bank` ? TakeBank
  : Path extends `/api/tables/${string}/post-stake` ? PostStake
  : Path extends `/api/tables/${string}/decline` ? Decline
  : Path extends `/api/tables/${string}/give-up-bank` ? GiveUpBank
  : Path extends `/api/tables/${string}/commit` ? Commit
  : Path extends `/api/tables/${string}/reveal` ? Reveal
  : Path extends `/api/tables/${string}/cut` ? Cut
  : Path extends `/api/tables/${string}/rule` ? Rule
  : Path extends `/api/tables/${string}/rule-wager` ? RuleWager
  : Path extends `/api/tables/${string}/close` ? CloseTable
  : Path extends `/api/tables/${string}/add-bot` ? BotSeat
  : Path extends `/api/tables/${string}/remove-bot` ? BotSeat
  : Path extends `/api/tables/${string}/dealer` ? DealerLine
  : Path extends `/api/people/${string}/role` ? SetRole
  : Path extends `/api/people/${string}/ban` ? BanPerson
  : Path extends `/api/people/${string}/unban` ? Reason
  : Path extends `/api/tables/${string}/kick` ? KickPlayer
  : Path extends `/api/people/${string}/password` ? Reason
  : Path extends `/api/tables/${string}/pause` ? Reason
  : Path extends `/api/tables/${string}/resume` ? Reason
  : Path extends `/api/tables/${string}/replace` ? ReplaceTable
  : Path extends `/api/me/limits` ? SetLimit
  : Path extends `/api/me/exclude` ? ExcludeSelf
  : Path extends `/api/house/pause` ? Reason
  : Path extends `/api/house/resume` ? Reason
  : Path extends `/api/tables` ? OpenTable
  : Path extends `/api/join` ? JoinTable
  : Path extends `/api/sign-in` ? SignIn
  : Path extends `/api/password` ? ChoosePassword
  : Path extends `/api/register` ? Register
  : Path extends `/api/rules` ? UploadRules
  : unknown;
