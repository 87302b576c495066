"""What has happened at a table: every output is one of these, in the past tense.

Money moves only in the events whose docstring says so, always in whole cents. The fields are
texts, whole numbers, cards and tuples of cards, so that every event has an exact JSON form.
"""

from dataclasses import dataclass
from typing import Literal

from casinowar.cards import Card
from casinowar.rules import Outcome, Ruling
from casinowar.script import Wager

DealName = Literal["original", "war"]
Decider = Literal["player", "house"]


@dataclass(frozen=True, slots=True)
class Seated:
    """A player has a seat."""

    player: str
    seat: int


@dataclass(frozen=True, slots=True)
class SeatLeft:
    """A seat is empty again."""

    player: str
    seat: int


@dataclass(frozen=True, slots=True)
class LeavePlanned:
    """The player's seat will be empty when the round is over (ALL-16)."""

    player: str
    seat: int


@dataclass(frozen=True, slots=True)
class BetPlaced:
    """Money: the wager goes from the player to the felt."""

    player: str
    seat: int
    wager: Wager
    amount: int


@dataclass(frozen=True, slots=True)
class BetWithdrawn:
    """Money: the wager goes back from the felt to the player."""

    player: str
    seat: int
    wager: Wager
    amount: int


@dataclass(frozen=True, slots=True)
class ExcessReturned:
    """The part of a bet above the maximum was not taken; the bet stands at the maximum."""

    player: str
    seat: int
    wager: Wager
    amount: int


@dataclass(frozen=True, slots=True)
class MinimumReminded:
    """A wager below the minimum is honoured this once."""

    player: str
    seat: int
    wager: Wager
    minimum: int


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
    """The bank is free, after so many consecutive rounds of this player."""

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
    """Money: what is now in front of the banker goes back to the banker."""

    player: str
    amount: int


@dataclass(frozen=True, slots=True)
class ShoeBrought:
    """A new pack is on the table; the discards of the old one are gone."""

    shoe: int
    batch: int
    backs: str
    decks: int


@dataclass(frozen=True, slots=True)
class CutPassed:
    """The player asked to cut did not."""

    player: str
    by: Decider


@dataclass(frozen=True, slots=True)
class DeckCut:
    """The pack is cut; player ``""`` and seat 0 are the dealer."""

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
    """A card lies face up. The dealer's has seat 0, or in an individual war that war's seat."""

    deal: DealName
    to: Literal["player", "dealer"]
    seat: int
    card: Card


@dataclass(frozen=True, slots=True)
class CardCorrected:
    """The card dealt last was mis-keyed: ``was`` is replaced by ``card``."""

    deal: DealName
    to: Literal["player", "dealer"]
    seat: int
    was: Card
    card: Card


@dataclass(frozen=True, slots=True)
class ExcessDrawn:
    """A card too many left the shoe unseen: set aside as the next card, or discarded."""

    kept: Literal["next card", "discard"]


@dataclass(frozen=True, slots=True)
class ExcessDiscarded:
    """Cards set aside as the next ones went to the discards with the old shoe."""

    count: int


@dataclass(frozen=True, slots=True)
class CardDisclosed:
    """The next card was shown by mistake and is discarded."""

    card: Card


@dataclass(frozen=True, slots=True)
class DisclosureCorrected:
    """The card shown by mistake was mis-keyed: ``was`` is replaced by ``card``."""

    was: Card
    card: Card


@dataclass(frozen=True, slots=True)
class DealerChanged:
    """Another dealer is at the table."""

    dealer: str


@dataclass(frozen=True, slots=True)
class Surrendered:
    """A tie hand is given up."""

    player: str
    seat: int
    by: Decider


@dataclass(frozen=True, slots=True)
class Forfeited:
    """Time ran out on a tie hand where nothing but war was offered."""

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
class CardsCollected:
    """A hand's cards went to the discards, together, in the order they were dealt."""

    seat: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class WagerSettled:
    """Money: ``stake + net`` goes back to the player; the bank gains ``-net``.

    ``due`` is what the pay table says; ``net`` differs from it only where the bank's coverage or
    the most a round returns cuts it.
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
    """Money: an undecided wager goes back to the player whole."""

    player: str
    seat: int
    wager: Wager
    amount: int
    why: Literal["uncovered", "cancelled", "void", "corrected"]


@dataclass(frozen=True, slots=True)
class WagerReversed:
    """Money: a settled wager is undone: the player gives ``net`` back to the bank.

    The bank is the house or the posted stake; where the stake went back to its banker already,
    ``banker`` names whose own money it is.
    """

    player: str
    seat: int
    wager: Wager
    net: int
    banker: str = ""


@dataclass(frozen=True, slots=True)
class RoundRuled:
    """The round has its final ruling."""

    round: int
    ruling: Ruling
    reason: str


@dataclass(frozen=True, slots=True)
class RoundCancelled:
    """The round was in progress for too long."""

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
    | WagerSettled
    | WagerReturned
    | RoundEnded
)
"""What a `Round` tells."""

Event = (
    Seated
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
    | RoundEvent
)
