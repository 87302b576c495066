"""The state of a hand-dealt table for a screen beside it: everything its keys depend on.

It is the same information that a dealer reads in the terminal, as data: the payments due, the card
that may be corrected, the cards that cannot come again, and the seats with their bets. Players have
the names that records use.
"""

from dataclasses import dataclass
from typing import Literal

from casinowar.cards import DECK, RANKS, Card
from casinowar.desk.orders import orders
from casinowar.game.actions import (
    ChangeDealer,
    CloseBets,
    DiscloseCard,
    DrawExcess,
    GoToWar,
    Rule,
    RuleWager,
    Surrender,
    TimeOut,
)
from casinowar.game.events import WarDeclared
from casinowar.game.needs import ChoiceNeeded, PaymentNeeded
from casinowar.game.round import Bet
from casinowar.game.table import Actor, Table, legal, need, payments
from casinowar.rules.model import Outcome, RoundRuling, WagerRuling
from casinowar.rules.script import Wager

_WORDS = {
    CloseBets: "close",
    DrawExcess: "excess",
    DiscloseCard: "shown",
    ChangeDealer: "dealer",
    TimeOut: "timeout",
}
"""The words to type for actions that are possible besides the one that comes next."""


@dataclass(frozen=True, slots=True)
class DeskBet:
    """A bet on a seat's card, the choice of its tie hand, and its undecided wagers in cents."""

    player: str
    primary: int
    tie: int
    answer: Literal["", "war", "surrendered"]
    open: dict[str, int]


@dataclass(frozen=True, slots=True)
class DeskSeat:
    """A seat, its player, and the bets on its card."""

    seat: int
    player: str
    leaving: bool
    bets: tuple[DeskBet, ...]


@dataclass(frozen=True, slots=True)
class WagerRulings:
    """A wager of the round, the rulings possible on it, and the outcomes it can be paid as."""

    player: str
    seat: int
    wager: Wager
    stake: int
    rulings: tuple[WagerRuling, ...]
    pays_as: tuple[Outcome, ...]


@dataclass(frozen=True, slots=True)
class TieRange:
    """The tie wagers that may be added to a war: a range in cents, or a few fixed amounts."""

    least: int
    most: int
    amounts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TieHand:
    """A tie hand to decide, what it may choose, and the tie wagers it may add to a war."""

    player: str
    seat: int
    war: bool
    surrender: bool
    ties: tuple[TieRange, ...]


@dataclass(frozen=True, slots=True)
class DeskShoe:
    """The shoe on the table: the cards left in it, and those behind its cut card."""

    number: int
    backs: str
    left: int
    behind: int


@dataclass(frozen=True, slots=True)
class DeskBank:
    """The bank, where players hold it, and its stake in cents."""

    player: str
    stake: int


def payments_due(table: Table) -> list[str]:
    """What the dealer has to pay and take now, one line for each hand, in order."""
    return orders(payments(table)) if isinstance(need(table), PaymentNeeded) else []


def correctable(table: Table) -> Card | None:
    """The last card, while it may be corrected; else `None`."""
    if table.shown is not None:
        return table.shown
    if table.held is not None:
        return table.held
    if table.before_card is not None and table.round is not None:
        return table.round.cards[-1].card
    return None


def cards_gone(table: Table) -> list[str]:
    """The cards that this shoe can no longer hold; a whole rank is given by its letter alone."""
    decks, shoe = table.options.decks, table.shoe
    ranks = [rank for rank in RANKS if shoe.is_gone(Card(rank), decks)]
    cards = (card for card in DECK if card.rank not in ranks and shoe.is_gone(card, decks))
    return [*ranks, *map(str, cards)]


def other_words(table: Table) -> list[str]:
    """The words that may be typed now, besides what comes next."""
    offers = (*legal(table, Actor("dealer")), *legal(table, Actor("house")))
    found = (_WORDS.get(type(offer.action)) for offer in offers)
    return [word for word in found if word is not None]


def rulings(table: Table) -> list[RoundRuling]:
    """The rulings that the person named by the rules may make on the round now."""
    offers = legal(table, Actor(table.rules.disputes.ruled_by))
    return [offer.action.ruling for offer in offers if isinstance(offer.action, Rule)]


def wager_rulings(table: Table) -> list[WagerRulings]:
    """The rulings that they may make on each wager of the round now."""
    found: dict[tuple[str, int, Wager], list[RuleWager]] = {}
    for offer in legal(table, Actor(table.rules.disputes.ruled_by)):
        match offer.action:
            case RuleWager(player, seat, wager) as action:
                found.setdefault((player, seat, wager), []).append(action)
            case _:
                pass
    return [
        WagerRulings(
            *hand,
            stake=_stake(table, *hand),
            rulings=tuple(dict.fromkeys(each.ruling for each in offered)),
            pays_as=tuple(each.outcome for each in offered if each.outcome),
        )
        for hand, offered in found.items()
    ]


def _stake(table: Table, player: str, seat: int, wager: Wager) -> int:
    if table.round is None:
        bet = table.bet(player, seat) or Bet(player, seat)
        return bet.primary if wager == "primary" else bet.tie
    own = (bet for bet in table.round.bets_at(seat) if bet.player == player)
    return table.round.amount(next(own), wager)


def tie_hands(table: Table) -> list[TieHand]:
    """The tie hands that wait for a choice."""
    awaited = need(table)
    found = []
    for hand in awaited.hands if isinstance(awaited, ChoiceNeeded) else ():
        offers = legal(table, Actor("player", hand.player))
        own = [each for each in offers if getattr(each.action, "seat", 0) == hand.seat]
        ties = [each for each in own if isinstance(each.action, GoToWar) and each.action.tie]
        found.append(
            TieHand(
                hand.player,
                hand.seat,
                war=any(isinstance(each.action, GoToWar) for each in own),
                surrender=any(isinstance(each.action, Surrender) for each in own),
                ties=tuple(TieRange(each.least, each.most, each.amounts) for each in ties),
            )
        )
    return found


def shoe_of(table: Table) -> DeskShoe | None:
    """The shoe on the table; `None` before the first one."""
    shoe = table.shoe
    if not shoe.number:
        return None
    return DeskShoe(shoe.number, table.backs, shoe.left, min(shoe.behind, shoe.left))


def bank_of(table: Table) -> DeskBank:
    """The bank and its stake."""
    return DeskBank(table.bank.player, table.bank.stake)


def seats_of(table: Table) -> list[DeskSeat]:
    """Every seat, with the bets on it."""
    bets = table.bets_in_play()
    return [
        DeskSeat(
            seat,
            player,
            seat in table.leaving,
            tuple(_bet(table, bet) for bet in bets if bet.seat == seat),
        )
        for seat, player in enumerate(table.seats, 1)
    ]


def _bet(table: Table, bet: Bet) -> DeskBet:
    open_wagers: dict[str, int] = {"primary": bet.primary, "tie": bet.tie}
    answer = None
    if table.playing and table.round is not None:
        answer = table.round.answer(bet)
        undecided = table.round.open_wagers()
        open_wagers = {wager: amount for each, wager, amount in undecided if each == bet}
    return DeskBet(
        bet.player,
        bet.primary,
        bet.tie,
        "war" if isinstance(answer, WarDeclared) else "surrendered" if answer else "",
        {wager: amount for wager, amount in open_wagers.items() if amount},
    )
