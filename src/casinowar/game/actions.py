"""The actions: everything that can be done to a table, chance included.

Actions are imperatives. A player's action names the player; all the others are taken by the dealer,
the pit or the house (`casinowar.game.table.legal`). Amounts are whole cents, times are whole
seconds since 1970.
"""

from dataclasses import dataclass
from typing import Literal

from casinowar.cards import Card
from casinowar.game.decided_wager import DecidedWager
from casinowar.rules.model import PaidAs, RoundRuling, WagerRuling
from casinowar.rules.script import Wager

Role = Literal["player", "dealer", "pit boss", "operator", "house"]


@dataclass(frozen=True, slots=True)
class Sit:
    """A player takes an empty seat."""

    player: str
    seat: int


@dataclass(frozen=True, slots=True)
class Leave:
    """A player leaves a seat: at once, or at the end of a round they take part in (ALL-16)."""

    player: str
    seat: int


@dataclass(frozen=True, slots=True)
class PlaceBet:
    """A player sets a wager to this amount; any earlier amount is replaced."""

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
    """A player declines the offered bank."""

    player: str


@dataclass(frozen=True, slots=True)
class PostStake:
    """The banker posts the wager that covers the coming round."""

    player: str
    amount: int


@dataclass(frozen=True, slots=True)
class GiveUpBank:
    """The banker gives up the bank while no wager depends on it."""

    player: str


@dataclass(frozen=True, slots=True)
class CutDeck:
    """A player, or the dealer as ``""``, cuts: the cards before this place go to the rear.

    At a hand-dealt table nobody counts the cards, so the place may be 0, for anywhere.
    """

    player: str
    at: int


@dataclass(frozen=True, slots=True)
class PassCut:
    """A player who was asked to cut declines."""

    player: str


@dataclass(frozen=True, slots=True)
class Surrender:
    """A player gives up a tie hand for part of its primary wager."""

    player: str
    seat: int


@dataclass(frozen=True, slots=True)
class GoToWar:
    """A player takes a tie hand to war, with a tie wager on the war deal if `tie` is not 0."""

    player: str
    seat: int
    tie: int = 0


@dataclass(frozen=True, slots=True)
class NewShoe:
    """The dealer brings a freshly shuffled pack of this batch (1 or 2)."""

    batch: int = 1


@dataclass(frozen=True, slots=True)
class PlaceCutCard:
    """The dealer puts in the cut card, with this many cards behind it."""

    behind: int


@dataclass(frozen=True, slots=True)
class CloseBets:
    """The dealer closes the bets; `at` is the time, required only if a rule depends on it."""

    at: int = 0


@dataclass(frozen=True, slots=True)
class Deal:
    """The dealer deals the next card, face up."""

    card: Card


@dataclass(frozen=True, slots=True)
class Burn:
    """The dealer burns the next cards, face down: a burn never names a card."""

    count: int = 1


@dataclass(frozen=True, slots=True)
class Pay:
    """At a hand-dealt table: the dealer has checked the card and makes the payments."""


@dataclass(frozen=True, slots=True)
class CorrectCard:
    """At a hand-dealt table: the dealer keyed the last card wrong; this is the right one."""

    card: Card


@dataclass(frozen=True, slots=True)
class DrawExcess:
    """At a hand-dealt table: the dealer drew one card too many, and nobody saw its face."""


@dataclass(frozen=True, slots=True)
class DiscloseCard:
    """At a hand-dealt table: the dealer showed the next card by mistake."""

    card: Card


@dataclass(frozen=True, slots=True)
class ChangeDealer:
    """At a hand-dealt table: a new dealer takes over."""

    dealer: str


@dataclass(frozen=True, slots=True)
class TimeOut:
    """Time ran out for the players the table waits for: the house decides for them (ALL-8)."""


@dataclass(frozen=True, slots=True)
class CancelRound:
    """The house cancels, at this time, a round that has taken too long."""

    at: int


@dataclass(frozen=True, slots=True)
class Rule:
    """The final ruling on a round: it stands, or it is void."""

    ruling: RoundRuling
    reason: str


@dataclass(frozen=True, slots=True)
class RuleWager:
    """The final ruling on one wager: pay it as an outcome that pays it, return it, or take it.

    `outcome` is ``""`` unless the ruling is ``pay as``.
    """

    player: str
    seat: int
    wager: Wager
    ruling: WagerRuling
    outcome: PaidAs
    reason: str


@dataclass(frozen=True, slots=True)
class VoidRound:
    """An earlier round is void: every wager is returned, those already settled too (SG-14).

    A table does not keep earlier rounds, so the action carries the wagers. Whether they are those
    of the record, only the audit of the whole record can tell.
    """

    round: int
    reason: str
    wagers: tuple[DecidedWager, ...]


RoundAction = Deal | Burn | Surrender | GoToWar | TimeOut | RuleWager
"""The actions that a `Round` takes: cards, burns, choices and rulings on its wagers."""

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
    | VoidRound
    | RoundAction
)
