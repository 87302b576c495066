"""Events in words: one plain sentence for each event.

Everything that shows a table as lines of text (a plain-text game, a dealer's screen, a log) uses
these sentences, so the same event always reads the same.
"""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, cast

from casinowar.cards import Card, rank_name
from casinowar.game.events import (
    BankDeclined,
    BankGivenUp,
    BankMatched,
    BankOffered,
    BankTaken,
    BetPlaced,
    BetsClosed,
    BetWithdrawn,
    CardCorrected,
    CardDealt,
    CardDisclosed,
    CardsBurned,
    CardsCollected,
    CutCardPlaced,
    CutCardReached,
    CutPassed,
    DealerChanged,
    Decider,
    DeckCut,
    DisclosureCorrected,
    Event,
    ExcessDiscarded,
    ExcessDrawn,
    ExcessReturned,
    Forfeited,
    LeavePlanned,
    LimitsReminded,
    MinimumReminded,
    RoundCancelled,
    RoundEnded,
    RoundRuled,
    Seated,
    SeatLeft,
    ShoeBrought,
    StakePosted,
    StakeReturned,
    Surrendered,
    WagerReturned,
    WagerReversed,
    WagerRuled,
    WagerSettled,
    WarDeclared,
)
from casinowar.money import format_money
from casinowar.rules.describe import number
from casinowar.rules.script import Wager

_BURN_REASON = {
    "first card": ", the first of the shoe",
    "new dealer": " for the new dealer",
    "original": "",
    "war": " for the war",
}

_LET_GO = {
    "given up": "gives up the bank",
    "most rounds": "must give up the bank",
    "left": "leaves the bank",
    "time": "ran out of time and gave up the bank",
}

_SECOND_PERSON = {"is": "are", "has": "have", "does": "do"}

_RETURN_REASON = {
    "uncovered": "the bank does not cover it",
    "cancelled": "the round is cancelled",
    "void": "the round is void",
    "corrected": "the card was corrected",
}


def describe_named(event: Event, names: Mapping[str, str]) -> str:
    """An event in one line, with names in place of its players' ids."""
    known = {
        field: names[player]
        for field in ("player", "banker", "dealer")
        if (player := getattr(event, field, "")) in names
    }
    return describe(replace(cast(Any, event), **known) if known else event)


def describe(event: Event) -> str:
    """An event in one line, without a full stop."""
    match event:
        case Seated() | SeatLeft() | LeavePlanned():
            return _seating(event)
        case BetPlaced() | BetWithdrawn() | ExcessReturned() | MinimumReminded() | LimitsReminded():
            return _betting(event)
        case BankOffered() | BankDeclined() | BankTaken() | BankGivenUp():
            return _banking(event)
        case StakePosted(player, amount):
            return _deed(player, f"posts {format_money(amount)} for the bank")
        case StakeReturned(player, amount):
            return f"{player}: {format_money(amount)} back from the bank"
        case ShoeBrought() | CutPassed() | DeckCut() | CutCardPlaced() | CutCardReached():
            return _shoe(event)
        case CardsBurned() | CardDealt() | CardCorrected() | CardsCollected():
            return _cards(event)
        case (
            ExcessDrawn()
            | ExcessDiscarded()
            | CardDisclosed()
            | DisclosureCorrected()
            | DealerChanged()
        ):
            return _dealing(event)
        case BankMatched(player, seat, amount):
            return f"{_hand(seat, player)}: the bank posts {format_money(amount)} for the war"
        case Surrendered() | Forfeited() | WarDeclared():
            return _choice(event)
        case WagerSettled() | WagerReturned() | WagerReversed() | WagerRuled():
            return _settlement(event)
        case BetsClosed(number):
            return f"no more bets: round {number} begins"
        case RoundRuled(number, ruling, reason):
            verdict = "stands" if ruling == "stands" else "is void"
            return f"ruling: round {number} {verdict} ({reason})"
        case RoundCancelled(number):
            return f"round {number} is cancelled: it took too long"
        case RoundEnded():
            return "the round is over"


def action_name(action: object) -> str:
    """The name of an action: ``go to war`` for any `GoToWar`."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", type(action).__name__).lower()


def wager_name(wager: Wager) -> str:
    """The name of a wager: ``war tie`` for ``war_tie``."""
    return wager.replace("_", " ")


def card_name(card: Card) -> str:
    """A card as people write it, with ``10`` for a ten."""
    return f"{rank_name(card.rank)}{card.suit.value}"


def _hand(seat: int, player: str) -> str:
    return f"seat {seat}, {player}" if player else f"seat {seat}"


def _deed(player: str, deed: str, seat: int = 0) -> str:
    """What a player does: ``ann has the bank``, or ``you have the bank`` for the name ``you``."""
    if player == "you":
        verb, *rest = deed.split(" ")
        return " ".join(("you", _SECOND_PERSON.get(verb, verb.removesuffix("s")), *rest))
    return f"{_hand(seat, player)}: {deed}" if seat else f"{player} {deed}"


def _seating(event: Seated | SeatLeft | LeavePlanned) -> str:
    match event:
        case Seated(player, seat):
            return f"{_hand(seat, player)}: sits down"
        case SeatLeft(player, seat):
            return f"{_hand(seat, player)}: leaves"
        case LeavePlanned(player, seat):
            return f"{_hand(seat, player)}: leaves when the round is over"


def _betting(
    event: BetPlaced | BetWithdrawn | ExcessReturned | MinimumReminded | LimitsReminded,
) -> str:
    hand, wager = _hand(event.seat, event.player), wager_name(event.wager)
    match event:
        case BetPlaced(amount=amount):
            return f"{hand}: bets {format_money(amount)}, {wager}"
        case BetWithdrawn(amount=amount):
            return f"{hand}: takes {format_money(amount)} back, {wager}"
        case ExcessReturned(amount=amount):
            return f"{hand}: {format_money(amount)} above the {wager} maximum is returned"
        case MinimumReminded(minimum=minimum):
            return (
                f"{hand}: the {wager} minimum is {format_money(minimum)}; "
                "a wager below it is honoured this once"
            )
        case LimitsReminded(minimum=minimum, maximum=maximum):
            return (
                f"{hand}: the {wager} minimum is {format_money(minimum)} and the maximum "
                f"{format_money(maximum)}; a wager below the minimum is honoured this once"
            )


def _banking(event: BankOffered | BankDeclined | BankTaken | BankGivenUp) -> str:
    match event:
        case BankOffered(player, seat):
            return _deed(player, "is offered the bank", seat)
        case BankDeclined(player, by):
            return _deed(player, f"declines the bank{_by_house(by)}")
        case BankTaken(player, seat):
            return _deed(player, "has the bank", seat)
        case BankGivenUp(player, rounds, why):
            after = f" after {rounds} round{'s' if rounds > 1 else ''}" if rounds else ""
            return _deed(player, f"{_LET_GO[why]}{after}")


def _by_house(by: Decider) -> str:
    return "" if by == "player" else ": time ran out"


def _shoe(event: ShoeBrought | CutPassed | DeckCut | CutCardPlaced | CutCardReached) -> str:
    match event:
        case ShoeBrought(shoe, _, backs, decks):
            return f"shoe {shoe}: {decks} deck{'s' if decks > 1 else ''}, {backs} backs, shuffled"
        case CutPassed(player, by):
            return _deed(player, f"does not cut{_by_house(by)}")
        case DeckCut(player, seat, at):
            cuts = f"cuts at {at}" if at else "cuts"
            return _deed(player, cuts, seat) if seat else f"the dealer: {cuts}"
        case CutCardPlaced(behind):
            return f"the cut card goes in, {number(behind, 'card')} behind it"
        case CutCardReached(left):
            return f"the cut card is out, {number(left, 'card')} left"


def _cards(event: CardsBurned | CardDealt | CardCorrected | CardsCollected) -> str:
    match event:
        case CardsBurned(count, why):
            return f"{number(count, 'card')} burned{_BURN_REASON[why]}"
        case CardDealt(card=card):
            return f"{_place(event)}: {card_name(card)}"
        case CardCorrected(was=was, card=card):
            return f"{_place(event)}: {card_name(card)}, not {card_name(was)}"
        case CardsCollected(seat, cards):
            whose = f"seat {seat}" if seat else "the dealer"
            return f"{whose}: {' '.join(map(card_name, cards)) or 'no card'} to the discards"


def _place(event: CardDealt | CardCorrected) -> str:
    """Whose card it is."""
    whose = f"seat {event.seat}" if event.to == "player" else "dealer"
    if event.deal == "original":
        return whose
    own = f" of seat {event.seat}" if event.to == "dealer" and event.seat else ""
    return f"{whose} in the war{own}"


def _dealing(
    event: ExcessDrawn | ExcessDiscarded | CardDisclosed | DisclosureCorrected | DealerChanged,
) -> str:
    match event:
        case ExcessDrawn("next card"):
            return "a card too many was drawn: it is the next card"
        case ExcessDrawn():
            return "a card too many was drawn: to the discards"
        case ExcessDiscarded(count):
            return f"{number(count, 'card')} drawn too early: to the discards"
        case CardDisclosed(card):
            return f"{card_name(card)} was shown by mistake: to the discards"
        case DisclosureCorrected(was, card):
            return f"the card shown by mistake was {card_name(card)}, not {card_name(was)}"
        case DealerChanged(dealer):
            return f"{dealer} deals from now on"


def _choice(event: Surrendered | Forfeited | WarDeclared) -> str:
    hand = _hand(event.seat, event.player)
    match event:
        case Surrendered(by=by):
            return f"{hand}: surrenders{_by_house(by)}"
        case Forfeited():
            return f"{hand}: forfeits: time ran out"
        case WarDeclared(war=war, war_tie=war_tie):
            tie = f", with {format_money(war_tie)} on a tie" if war_tie else ""
            return f"{hand}: goes to war for {format_money(war)}{tie}"


def _settlement(event: WagerSettled | WagerReturned | WagerReversed | WagerRuled) -> str:
    wager = f"{_hand(event.seat, event.player)}: {wager_name(event.wager)}"
    match event:
        case WagerSettled(stake=stake, due=due, net=net):
            back = f", {format_money(stake + net)} back" if stake + net else ""
            return f"{wager} {format_money(stake)} {_verdict(due, net)}{back}"
        case WagerReturned(amount=amount, why=why):
            return f"{wager} {format_money(amount)} goes back: {_RETURN_REASON[why]}"
        case WagerReversed(net=net):
            back = f"{format_money(abs(net))} {'given back' if net > 0 else 'returned'}"
            return f"{wager} is reversed, {back}"
        case WagerRuled():
            return f"ruling: {wager} {_ruled(event)} ({event.reason})"


def _ruled(event: WagerRuled) -> str:
    """A wager's stake, and the ruling on it."""
    stake = format_money(event.stake)
    match event.ruling:
        case "pay as":
            as_outcome = event.outcome.replace("_", " ")
            return f"{stake} is paid {format_money(event.net)}, as {as_outcome}"
        case "return":
            return f"{stake} is returned"
        case "take":
            return f"{stake} is taken"


def _verdict(due: int, net: int) -> str:
    """The result of a wager; if it was cut, also the result by the pay table."""
    cut = f" of the {format_money(abs(due))} due" if due != net else ""
    if due > 0 > net or (due == 0 and cut):
        return f"loses {format_money(-net)} to the most that a round returns"
    if due > 0:
        return f"wins {format_money(net)}{cut}"
    return f"loses {format_money(-net)}{cut}" if due < 0 else "pushes"
