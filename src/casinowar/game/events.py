"""The events: everything that can happen at a table, named in the past tense.

Money moves only in the events whose docstring says so, always in whole cents. The fields are
texts, whole numbers, cards and tuples of cards, so that every event has an exact JSON form.
"""

from dataclasses import dataclass
from typing import Literal

from casinowar.cards import Card
from casinowar.game import bet_events
from casinowar.rules.model import Outcome, PaidAs, RoundRuling, WagerRuling
from casinowar.rules.script import Wager

DealName = Literal["original", "war"]
Decider = Literal["player", "house"]

BetPlaced = bet_events.BetPlaced
BetWithdrawn = bet_events.BetWithdrawn
ExcessReturned = bet_events.ExcessReturned
MinimumReminded = bet_events.MinimumReminded
LimitsReminded = bet_events.LimitsReminded


@dataclass(frozen=True, slots=True)
class Seated:
    """A player sat down."""

    player: str
    seat: int


@dataclass(frozen=True, slots=True)
class SeatLeft:
    """A seat is empty again."""

    player: str
    seat: int


@dataclass(frozen=True, slots=True)
class LeavePlanned:
    """The player will leave the seat when the round is over (ALL-16)."""

    player: str
    seat: int


@dataclass(frozen=True, slots=True)
class BankOffered:
    """The bank is offered to a seat."""

    player: str
    seat: int


@dataclass(frozen=True, slots=True)
class BankDeclined:
    """The offer was declined, by the player or because time ran out."""

    player: str
    by: Decider


@dataclass(frozen=True, slots=True)
class BankTaken:
    """A player is the banker from now on."""

    player: str
    seat: int


@dataclass(frozen=True, slots=True)
class BankGivenUp:
    """The bank is free; this player held it for `rounds` consecutive rounds."""

    player: str
    rounds: int
    why: Literal["given up", "most rounds", "left", "time"]


@dataclass(frozen=True, slots=True)
class StakePosted:
    """Money: the banker's wager goes from the banker to the table."""

    player: str
    amount: int


@dataclass(frozen=True, slots=True)
class StakeReturned:
    """Money: the stake, with the round's result if there is one, goes back to the banker."""

    player: str
    amount: int


@dataclass(frozen=True, slots=True)
class ShoeBrought:
    """A new pack is on the table; the old one and its discards were taken away."""

    shoe: int
    batch: int
    backs: str
    decks: int


@dataclass(frozen=True, slots=True)
class CutPassed:
    """The player who was asked to cut did not cut."""

    player: str
    by: Decider


@dataclass(frozen=True, slots=True)
class DeckCut:
    """The pack was cut; player ``""`` and seat 0 mean the dealer."""

    player: str
    seat: int
    at: int


@dataclass(frozen=True, slots=True)
class CutCardPlaced:
    """The cut card is in the shoe."""

    behind: int


@dataclass(frozen=True, slots=True)
class CutCardReached:
    """The last card in front of the cut card has left the shoe."""

    left: int


@dataclass(frozen=True, slots=True)
class BetsClosed:
    """No more bets; the round has begun."""

    round: int
    at: int


@dataclass(frozen=True, slots=True)
class CardsBurned:
    """Cards went face down into the discards."""

    count: int
    why: Literal["first card", "new dealer", "original", "war"]


@dataclass(frozen=True, slots=True)
class CardDealt:
    """A card was dealt face up; the dealer's has seat 0, or the seat of an individual war."""

    deal: DealName
    to: Literal["player", "dealer"]
    seat: int
    card: Card


@dataclass(frozen=True, slots=True)
class CardCorrected:
    """The last card was keyed wrong: ``card`` replaces ``was``."""

    deal: DealName
    to: Literal["player", "dealer"]
    seat: int
    was: Card
    card: Card


@dataclass(frozen=True, slots=True)
class ExcessDrawn:
    """One card too many left the shoe unseen; it is set aside as the next card, or discarded."""

    kept: Literal["next card", "discard"]


@dataclass(frozen=True, slots=True)
class ExcessDiscarded:
    """Cards set aside to be dealt next went to the discards when the shoe was changed."""

    count: int


@dataclass(frozen=True, slots=True)
class CardDisclosed:
    """The next card was shown by mistake, and discarded."""

    card: Card


@dataclass(frozen=True, slots=True)
class DisclosureCorrected:
    """The card shown by mistake was keyed wrong: ``card`` replaces ``was``."""

    was: Card
    card: Card


@dataclass(frozen=True, slots=True)
class DealerChanged:
    """A new dealer took over."""

    dealer: str


@dataclass(frozen=True, slots=True)
class Surrendered:
    """A tie hand was surrendered."""

    player: str
    seat: int
    by: Decider


@dataclass(frozen=True, slots=True)
class Forfeited:
    """Time ran out on a tie hand, and the rules make it forfeit its wager."""

    player: str
    seat: int


@dataclass(frozen=True, slots=True)
class WarDeclared:
    """Money: the war wager, and the war tie wager if any, go from the player to the felt."""

    player: str
    seat: int
    war: int
    war_tie: int


@dataclass(frozen=True, slots=True)
class BankMatched:
    """The bank put up as much as the primary of a hand at war, or what its stake still covers.

    No money moves: what the bank wins or loses is in the settlements.
    """

    player: str
    seat: int
    amount: int


@dataclass(frozen=True, slots=True)
class CardsCollected:
    """A hand's cards went to the discards together, in the order they were dealt."""

    seat: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class WagerSettled:
    """Money: ``stake + net`` goes back to the player; the bank gains ``-net``.

    ``due`` is the result by the pay table; ``net`` differs from it only if the bank cannot cover
    it, or if it exceeds the most that a round may return.
    """

    player: str
    seat: int
    wager: Wager
    outcome: Outcome
    stake: int
    due: int
    net: int


@dataclass(frozen=True, slots=True)
class WagerReturned:
    """Money: the whole of an undecided wager goes back to the player."""

    player: str
    seat: int
    wager: Wager
    amount: int
    why: Literal["uncovered", "cancelled", "void", "corrected"]


@dataclass(frozen=True, slots=True)
class WagerReversed:
    """Money: a settlement is reversed; the player gives ``net`` back to the bank.

    The bank is the house or the posted stake. If the stake was already returned, ``banker`` names
    the player whose own money replaces it.
    """

    player: str
    seat: int
    wager: Wager
    net: int
    banker: str = ""


@dataclass(frozen=True, slots=True)
class WagerRuled:
    """Money: one wager has its final ruling; ``felt`` from the felt, ``net`` from the bank.

    ``felt`` is the stake, or 0 if the wager was settled before and that is reversed now.
    """

    player: str
    seat: int
    wager: Wager
    ruling: WagerRuling
    outcome: PaidAs
    stake: int
    felt: int
    net: int
    reason: str


@dataclass(frozen=True, slots=True)
class RoundRuled:
    """The round has its final ruling."""

    round: int
    ruling: RoundRuling
    reason: str


@dataclass(frozen=True, slots=True)
class RoundCancelled:
    """The round was cancelled because it took too long."""

    round: int
    at: int


@dataclass(frozen=True, slots=True)
class RoundEnded:
    """All wagers are settled and all cards are in the discards."""


RoundEvent = (
    CardDealt
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
    | RoundEnded
)
"""The events that a `Round` causes."""

SeatEvent = Seated | SeatLeft | LeavePlanned
BankEvent = BankOffered | BankDeclined | BankTaken | BankGivenUp | StakePosted | StakeReturned
ShoeEvent = ShoeBrought | CutPassed | DeckCut | CutCardPlaced | CutCardReached

Event = (
    SeatEvent
    | BetPlaced
    | BetWithdrawn
    | ExcessReturned
    | MinimumReminded
    | LimitsReminded
    | BankEvent
    | ShoeEvent
    | BetsClosed
    | CardCorrected
    | ExcessDrawn
    | ExcessDiscarded
    | CardDisclosed
    | DisclosureCorrected
    | DealerChanged
    | RoundRuled
    | RoundCancelled
    | RoundEvent
)
