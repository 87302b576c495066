"""The state of a hand-dealt table for a screen beside it: everything its keys depend on.

It is the same information that a dealer reads in the terminal, as data: what comes next and what to
type for it, the payments due, the card that may be corrected, and the cards that cannot come again.
"""

from typing import Any

from casinowar.cards import DECK, RANKS, Card
from casinowar.desk.describe import describe_need
from casinowar.desk.orders import orders
from casinowar.game.actions import (
    ChangeDealer,
    CloseBets,
    DiscloseCard,
    DrawExcess,
    GoToWar,
    Rule,
    Surrender,
    TimeOut,
)
from casinowar.game.events import WarDeclared
from casinowar.game.needs import ChoiceNeeded, PaymentNeeded
from casinowar.game.round import Bet
from casinowar.game.table import Actor, Offer, Table, cards_shown, legal, need, payments
from casinowar.record.codec.events import to_json

Json = dict[str, Any]

_WORDS = {
    CloseBets: "close",
    DrawExcess: "excess",
    DiscloseCard: "shown",
    ChangeDealer: "dealer",
    TimeOut: "timeout",
}
"""The words to type for actions that are possible besides the one that comes next."""


def desk_view(table: Table) -> Json:
    """The table as its dealer needs it; players have the names that records use."""
    says, hint = describe_need(table, need(table))
    corrected = correctable(table)
    return {
        "says": says,
        "hint": hint,
        "pay": orders(payments(table)) if isinstance(need(table), PaymentNeeded) else [],
        "corrects": None if corrected is None else str(corrected),
        "aside": table.shoe.excess,
        "gone": cards_gone(table),
        "words": answers(table),
        "choices": choices(table),
        "round": table.rounds,
        "playing": table.playing,
        "shoe": _shoe(table),
        "bank": {"player": table.bank.player, "stake": table.bank.stake},
        "dealt": [to_json(card) for card in cards_shown(table)] if table.playing else [],
        "seats": [_seat(table, seat) for seat in range(1, len(table.seats) + 1)],
    }


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


def answers(table: Table) -> list[str]:
    """The words that may be typed now, besides what comes next."""
    offers = (*legal(table, Actor("dealer")), *legal(table, Actor("house")))
    found = (_WORDS.get(type(offer.action)) for offer in offers)
    return [word for word in found if word is not None]


def rulings(table: Table) -> list[str]:
    """The rulings that the person named by the rules may make on the round now."""
    offers = legal(table, Actor(table.rules.disputes.ruled_by))
    return [offer.action.ruling for offer in offers if isinstance(offer.action, Rule)]


def choices(table: Table) -> list[Json]:
    """The tie hands to decide, what each may choose, and the tie wagers it may add to a war."""
    awaited = need(table)
    found = []
    for hand in awaited.hands if isinstance(awaited, ChoiceNeeded) else ():
        offers = legal(table, Actor("player", hand.player))
        own = [each for each in offers if getattr(each.action, "seat", 0) == hand.seat]
        wars = [each for each in own if isinstance(each.action, GoToWar) and each.action.tie]
        found.append(
            {
                "player": hand.player,
                "seat": hand.seat,
                "war": any(isinstance(each.action, GoToWar) for each in own),
                "surrender": any(isinstance(each.action, Surrender) for each in own),
                "ties": [_range(each) for each in wars],
            }
        )
    return found


def _range(offer: Offer) -> Json:
    return {"least": offer.least, "most": offer.most, "amounts": [*offer.amounts]}


def _shoe(table: Table) -> Json | None:
    shoe = table.shoe
    if not shoe.number:
        return None
    return {"number": shoe.number, "backs": table.backs, "left": shoe.left, "behind": shoe.behind}


def _seat(table: Table, seat: int) -> Json:
    return {
        "seat": seat,
        "player": table.seats[seat - 1],
        "leaving": seat in table.leaving,
        "bets": [_bet(table, bet) for bet in table.bets_in_play() if bet.seat == seat],
    }


def _bet(table: Table, bet: Bet) -> Json:
    """A bet, the choice of its tie hand, and its undecided wagers."""
    open_wagers, answer = {"primary": bet.primary, "tie": bet.tie}, None
    if table.playing and table.round is not None:
        answer = table.round.answer(bet)
        undecided = table.round.open_wagers()
        open_wagers = {wager: amount for each, wager, amount in undecided if each == bet}
    answered = "war" if isinstance(answer, WarDeclared) else "surrendered" if answer else ""
    return {
        "player": bet.player,
        "primary": bet.primary,
        "tie": bet.tie,
        "answer": answered,
        "open": {wager: amount for wager, amount in open_wagers.items() if amount},
    }
