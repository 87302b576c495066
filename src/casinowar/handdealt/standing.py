"""How a hand-dealt table stands, for a screen beside it: everything that its keys depend on.

The same things that a terminal's dealer is told in lines, as data: what comes next and what is
typed for it, what is to be paid, which card may be corrected, and which cards cannot come any more.
"""

from typing import Any

from casinowar.actions import ChangeDealer, CloseBets, DiscloseCard, DrawExcess, TimeOut
from casinowar.cards import DECK, RANKS, Card
from casinowar.handdealt.orders import orders
from casinowar.handdealt.telling import coming
from casinowar.jsonform import to_json
from casinowar.needs import PaymentNeeded
from casinowar.round import Bet
from casinowar.table import Actor, Table, cards_shown, legal, need, payments

Json = dict[str, Any]

_WORDS = {
    CloseBets: "close",
    DrawExcess: "excess",
    DiscloseCard: "shown",
    ChangeDealer: "dealer",
    TimeOut: "timeout",
}
"""What is typed for what can be done beside what comes next."""


def standing(table: Table) -> Json:
    """The table as its dealer has to know it; players by what stands in records."""
    says, hint = coming(table, need(table))
    corrected = correctable(table)
    return {
        "says": says,
        "hint": hint,
        "pay": orders(payments(table)) if isinstance(need(table), PaymentNeeded) else [],
        "corrects": None if corrected is None else str(corrected),
        "aside": table.shoe.excess,
        "gone": gone(table),
        "words": words(table),
        "round": table.rounds,
        "playing": table.playing,
        "shoe": _shoe(table),
        "bank": {"player": table.bank.player, "stake": table.bank.stake},
        "dealt": [to_json(card) for card in cards_shown(table)] if table.playing else [],
        "seats": [_seat(table, seat) for seat in range(1, len(table.seats) + 1)],
    }


def correctable(table: Table) -> Card | None:
    """The card that was entered last, while it may be corrected."""
    if table.shown is not None:
        return table.shown
    if table.held is not None:
        return table.held
    if table.before_card is not None and table.round is not None:
        return table.round.cards[-1].card
    return None


def gone(table: Table) -> list[str]:
    """The cards that cannot leave this shoe any more: by the rank alone where a whole one is."""
    decks, shoe = table.options.decks, table.shoe
    ranks = [rank for rank in RANKS if shoe.is_gone(Card(rank), decks)]
    cards = (card for card in DECK if card.rank not in ranks and shoe.is_gone(card, decks))
    return [*ranks, *map(str, cards)]


def words(table: Table) -> list[str]:
    """What may be typed now beside what comes next."""
    offers = (*legal(table, Actor("dealer")), *legal(table, Actor("house")))
    found = (_WORDS.get(type(offer.action)) for offer in offers)
    return [word for word in found if word is not None]


def _shoe(table: Table) -> Json | None:
    shoe = table.shoe
    if not shoe.number:
        return None
    backs = table.rules.shoe.backs[shoe.batch - 1]
    return {"number": shoe.number, "backs": backs, "left": shoe.left, "behind": shoe.behind}


def _seat(table: Table, seat: int) -> Json:
    return {
        "seat": seat,
        "player": table.seats[seat - 1],
        "leaving": seat in table.leaving,
        "bets": [_bet(bet) for bet in table.bets_in_play() if bet.seat == seat],
    }


def _bet(bet: Bet) -> Json:
    return {"player": bet.player, "primary": bet.primary, "tie": bet.tie}
