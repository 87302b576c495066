"""The names of types and fields in JSON: first the type, if it is written, then the fields.

The fields are in the order of the attributes. Records, databases and clients use these names, so
they must not change when a class or an attribute is renamed.
"""

from casinowar.game import actions, events, needs
from casinowar.game.decided_wager import DecidedWager
from casinowar.game.round import Bet
from casinowar.game.table import Bank, Shoe
from casinowar.record.steps import (
    ListClosed,
    PlayerCommitment,
    PlayerReveal,
    ServerCommitment,
    ServerReveal,
    Withheld,
)
from casinowar.rules.model import Limit
from casinowar.rules.options import Options, PracticeOptions

_OPTIONS = (
    "decks seats primary tie authorised most_returned behind_least behind_most "
    "first_burn collect hand_dealt"
)

NAMES: dict[type, str] = {
    actions.Sit: "sit: player seat",
    actions.Leave: "leave: player seat",
    actions.PlaceBet: "place_bet: player seat wager amount",
    actions.WithdrawBet: "withdraw_bet: player seat wager",
    actions.TakeBank: "take_bank: player",
    actions.DeclineBank: "decline_bank: player",
    actions.PostStake: "post_stake: player amount",
    actions.GiveUpBank: "give_up_bank: player",
    actions.CutDeck: "cut_deck: player at",
    actions.PassCut: "pass_cut: player",
    actions.NewShoe: "new_shoe: batch",
    actions.PlaceCutCard: "place_cut_card: behind",
    actions.CloseBets: "close_bets: at",
    actions.Pay: "pay:",
    actions.CorrectCard: "correct_card: card",
    actions.DrawExcess: "draw_excess:",
    actions.DiscloseCard: "disclose_card: card",
    actions.ChangeDealer: "change_dealer: dealer",
    actions.CancelRound: "cancel_round: at",
    actions.Rule: "rule: ruling reason",
    actions.RuleWager: "rule_wager: player seat wager ruling outcome reason",
    actions.VoidRound: "void_round: round reason wagers",
    DecidedWager: "player seat wager stake net",
    actions.Deal: "deal: card",
    actions.Burn: "burn: count",
    actions.Surrender: "surrender: player seat",
    actions.GoToWar: "go_to_war: player seat tie",
    actions.TimeOut: "time_out:",
    events.Seated: "seated: player seat",
    events.SeatLeft: "seat_left: player seat",
    events.LeavePlanned: "leave_planned: player seat",
    events.BetPlaced: "bet_placed: player seat wager amount",
    events.BetWithdrawn: "bet_withdrawn: player seat wager amount",
    events.ExcessReturned: "excess_returned: player seat wager amount",
    events.MinimumReminded: "minimum_reminded: player seat wager minimum",
    events.LimitsReminded: "limits_reminded: player seat wager minimum maximum",
    events.BankOffered: "bank_offered: player seat",
    events.BankDeclined: "bank_declined: player by",
    events.BankTaken: "bank_taken: player seat",
    events.BankGivenUp: "bank_given_up: player rounds why",
    events.StakePosted: "stake_posted: player amount",
    events.StakeReturned: "stake_returned: player amount",
    events.ShoeBrought: "shoe_brought: shoe batch backs decks",
    events.CutPassed: "cut_passed: player by",
    events.DeckCut: "deck_cut: player seat at",
    events.CutCardPlaced: "cut_card_placed: behind",
    events.CutCardReached: "cut_card_reached: left",
    events.BetsClosed: "bets_closed: round at",
    events.CardCorrected: "card_corrected: deal to seat was card",
    events.ExcessDrawn: "excess_drawn: kept",
    events.ExcessDiscarded: "excess_discarded: count",
    events.CardDisclosed: "card_disclosed: card",
    events.DisclosureCorrected: "disclosure_corrected: was card",
    events.DealerChanged: "dealer_changed: dealer",
    events.WagerReversed: "wager_reversed: player seat wager net banker",
    events.WagerRuled: "wager_ruled: player seat wager ruling outcome stake felt net reason",
    events.RoundRuled: "round_ruled: round ruling reason",
    events.RoundCancelled: "round_cancelled: round at",
    events.CardDealt: "card_dealt: deal to seat card",
    events.CardsBurned: "cards_burned: count why",
    events.CardsCollected: "cards_collected: seat cards",
    events.Surrendered: "surrendered: player seat by",
    events.Forfeited: "forfeited: player seat",
    events.WarDeclared: "war_declared: player seat war war_tie",
    events.BankMatched: "bank_matched: player seat amount",
    events.WagerSettled: "wager_settled: player seat wager outcome stake due net",
    events.WagerReturned: "wager_returned: player seat wager amount why",
    events.RoundEnded: "round_ended:",
    needs.Hand: "player seat",
    needs.CardNeeded: "card_needed: deal to seat",
    needs.BurnNeeded: "burn_needed: count why",
    needs.ChoiceNeeded: "choice_needed: hands offers",
    needs.ShoeNeeded: "shoe_needed: batch backs",
    needs.CutNeeded: "cut_needed: player seat least most",
    needs.CutCardNeeded: "cut_card_needed: least most",
    needs.PlayersNeeded: "players_needed: count",
    needs.BankerNeeded: "banker_needed: players",
    needs.StakeNeeded: "stake_needed: player least",
    needs.BetsNeeded: "bets_needed:",
    needs.PaymentNeeded: "payment_needed:",
    needs.Nothing: "nothing:",
    Options: _OPTIONS,
    PracticeOptions: _OPTIONS,
    Limit: "least most amounts",
    Bet: "player seat primary tie",
    Shoe: "number batch stage left behind excess seen asked cutter",
    Bank: "player seat stake offers went_round last rounds",
    ServerCommitment: "shoe decks behind_min behind_max commitment",
    PlayerCommitment: "shoe seat player commitment",
    ListClosed: "shoe first_cutter seats",
    PlayerReveal: "shoe seat seed cut",
    Withheld: "shoe seat",
    ServerReveal: "shoe seed end",
}
"""The names of each class; any other class has no type, and its fields have their Python names."""


def type_name(kind: type) -> str:
    """The name of a class's type in JSON."""
    return NAMES[kind].partition(":")[0]


def field_names(kind: type, attributes: list[str]) -> list[str]:
    """The names of a class's fields in JSON."""
    return NAMES[kind].rpartition(":")[2].split() if kind in NAMES else attributes
