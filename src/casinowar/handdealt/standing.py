"""How a hand-dealt table stands, for a screen beside it: everything that its keys depend on.

The same things that a terminal's dealer is told in lines, as data: what comes next and what is
typed for it, what is to be paid, which card may be corrected, and which cards cannot come any more.
"""

from typing import Any

from casinowar.actions import (
    ChangeDealer,
    CloseBets,
    DiscloseCard,
    DrawExcess,
    GoToWar,
    Rule,
    Surrender,
    TimeOut,
)
from casinowar.cards import DECK, RANKS, Card
from casinowar.events import WarDeclared
from casinowar.handdealt.orders import orders
from casinowar.handdealt.telling import coming
from casinowar.jsonform import to_json
from casinowar.needs import ChoiceNeeded, PaymentNeeded
from casinowar.round import Bet
from casinowar.table import Actor, Offer, Table, cards_shown, legal, need, payments

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
        "choices": choices(table),
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


def rulings(table: Table) -> list[str]:
    """How the round on the table may be ruled on now, by whom the rules name."""
    offers = legal(table, Actor(table.rules.disputes.ruled_by))
    return [offer.action.ruling for offer in offers if isinstance(offer.action, Rule)]


def choices(table: Table) -> list[Json]:
    """The tie hands that are asked, and what each may answer; with which tie wagers on a war."""
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
    backs = table.rules.shoe.backs[shoe.batch - 1]
    return {"number": shoe.number, "backs": backs, "left": shoe.left, "behind": shoe.behind}


def _seat(table: Table, seat: int) -> Json:
    return {
        "seat": seat,
        "player": table.seats[seat - 1],
        "leaving": seat in table.leaving,
        "bets": [_bet(table, bet) for bet in table.bets_in_play() if bet.seat == seat],
    }


def _bet(table: Table, bet: Bet) -> Json:
    """A bet, what its hand answered to a tie, and the wagers that are not decided yet."""
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
