"""What can be done to a table: every input, chance included, is one of these.

Actions are imperatives. A player's action names the player; every other is the dealer's, the
pit's or the house's (`casinowar.table.legal`). Amounts are whole cents, times are whole seconds
since 1970.
"""

from dataclasses import dataclass
from typing import Literal

from casinowar.cards import Card
from casinowar.rules import Ruling

Role = Literal["player", "dealer", "pit boss", "operator", "house"]


@dataclass(frozen=True, slots=True)
class Sit:
    """A player takes an empty seat."""

    player: str
    seat: int


@dataclass(frozen=True, slots=True)
class Leave:
    """A player gives a seat up; during a round they have a part in, at its end (ALL-16)."""

    player: str
    seat: int


@dataclass(frozen=True, slots=True)
class PlaceBet:
    """A player's wager is to be this amount; it replaces what they had there."""

    player: str
    seat: int
    wager: Literal["primary", "tie"]
    amount: int


@dataclass(frozen=True, slots=True)
class WithdrawBet:
    """A player takes a wager back while bets are open."""

    player: str
    seat: int
    wager: Literal["primary", "tie"]


@dataclass(frozen=True, slots=True)
class TakeBank:
    """A player accepts the offered bank."""

    player: str


@dataclass(frozen=True, slots=True)
class DeclineBank:
    """A player lets the offered bank pass on."""

    player: str


@dataclass(frozen=True, slots=True)
class PostStake:
    """The banker posts the wager that covers the coming round."""

    player: str
    amount: int


@dataclass(frozen=True, slots=True)
class GiveUpBank:
    """The banker gives the bank up while no wager depends on it."""

    player: str


@dataclass(frozen=True, slots=True)
class CutDeck:
    """The cards in front of a place in the pack go to the rear; player ``""`` is the dealer.

    At a hand-dealt table, where nobody counts, the place may be 0: somewhere.
    """

    player: str
    at: int


@dataclass(frozen=True, slots=True)
class PassCut:
    """A player who was asked to cut lets it pass on."""

    player: str


@dataclass(frozen=True, slots=True)
class Surrender:
    """A tie hand is given up for a part of its primary wager."""

    player: str
    seat: int


@dataclass(frozen=True, slots=True)
class GoToWar:
    """A tie hand goes to war, with a tie wager on the war deal if an amount is given."""

    player: str
    seat: int
    tie: int = 0


@dataclass(frozen=True, slots=True)
class NewShoe:
    """A freshly shuffled pack is brought, of the named batch (1 or 2)."""

    batch: int = 1


@dataclass(frozen=True, slots=True)
class PlaceCutCard:
    """The cut card goes in with so many cards behind it."""

    behind: int


@dataclass(frozen=True, slots=True)
class CloseBets:
    """No more bets. Where a rule depends on time, ``at`` says when."""

    at: int = 0


@dataclass(frozen=True, slots=True)
class Deal:
    """The next card, face up."""

    card: Card


@dataclass(frozen=True, slots=True)
class Burn:
    """The next cards, face down into the discards: a burn never carries a card."""

    count: int = 1


@dataclass(frozen=True, slots=True)
class Pay:
    """At a hand-dealt table: the dealer has checked the card and pays as told."""


@dataclass(frozen=True, slots=True)
class CorrectCard:
    """At a hand-dealt table: the card entered last was mis-keyed; it is this one."""

    card: Card


@dataclass(frozen=True, slots=True)
class DrawExcess:
    """At a hand-dealt table: one card too many left the shoe, its face unseen."""


@dataclass(frozen=True, slots=True)
class DiscloseCard:
    """At a hand-dealt table: the next card was shown by mistake."""

    card: Card


@dataclass(frozen=True, slots=True)
class ChangeDealer:
    """At a hand-dealt table: a new dealer comes."""

    dealer: str


@dataclass(frozen=True, slots=True)
class TimeOut:
    """Time has run out for the player or players awaited: the house decides for them (ALL-8)."""


@dataclass(frozen=True, slots=True)
class CancelRound:
    """A round in progress for too long is cancelled at this time."""

    at: int


@dataclass(frozen=True, slots=True)
class Rule:
    """A final ruling on the round: it stands, or it is void."""

    ruling: Ruling
    reason: str


RoundAction = Deal | Burn | Surrender | GoToWar | TimeOut
"""What a `Round` takes: cards, burns and choices."""

Action = (
    Sit
    | Leave
    | PlaceBet
    | WithdrawBet
    | TakeBank
    | DeclineBank
    | PostStake
    | GiveUpBank
    | CutDeck
    | PassCut
    | NewShoe
    | PlaceCutCard
    | CloseBets
    | Pay
    | CorrectCard
    | DrawExcess
    | DiscloseCard
    | ChangeDealer
    | CancelRound
    | Rule
    | RoundAction
)
