"""Orders for the dealer: what to do with chips and cards, in order.

The events of a settlement give the result of each wager; here they become one line for each hand:
what to pick up, what to take and what to pay.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from casinowar.game.describe import card_name, wager_name
from casinowar.game.events import (
    BankMatched,
    CardsCollected,
    Event,
    WagerReturned,
    WagerReversed,
    WagerRuled,
    WagerSettled,
)
from casinowar.money import format_money

Chips = WagerSettled | WagerReturned | WagerReversed | WagerRuled


@dataclass(slots=True)
class _Order:
    """One line: a hand (or several to pick up) and what to do there."""

    seat: int
    player: str = ""
    picked: list[str] = field(default_factory=list)
    done: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        if not self.done:
            return f"pick up {', '.join(self.picked)}"
        hand = f"seat {self.seat}, {self.player}" if self.player else f"seat {self.seat}"
        picked = [f"pick up {picked.partition(': ')[2]}" for picked in self.picked]
        return f"{hand}: {'; '.join([*picked, *self.done])}"


def orders(events: Sequence[Event]) -> list[str]:
    """One line for each hand in turn; events that ask for nothing are left out."""
    lines: list[_Order] = []
    for event in events:
        match event:
            case CardsCollected(seat, cards):
                _pick_up(lines, seat, f"{_whose(seat)}: {' '.join(map(card_name, cards))}")
            case WagerSettled() | WagerReturned() | WagerReversed() | WagerRuled():
                _order(lines, event).done.append(_chips(event))
            case BankMatched(player, seat, amount):
                post = f"post {format_money(amount)} for the bank beside the war wager"
                lines.append(_Order(seat, player, done=[post]))
            case _:
                pass
    return [str(line) for line in lines]


def _whose(seat: int) -> str:
    return f"seat {seat}" if seat else "dealer"


def _pick_up(lines: list[_Order], seat: int, picked: str) -> None:
    if not lines or lines[-1].done:
        lines.append(_Order(seat))
    lines[-1].seat = seat
    lines[-1].picked.append(picked)


def _order(lines: list[_Order], event: Chips) -> _Order:
    """The line for this hand's chips: the last line if it is the same hand's, else a new one."""
    last = lines[-1] if lines else None
    if last is not None and last.seat == event.seat:
        if last.done and last.player == event.player:
            return last
        if not last.done and len(last.picked) == 1:
            last.player = event.player
            return last
    lines.append(_Order(event.seat, event.player))
    return lines[-1]


def _chips(event: Chips) -> str:
    wager = wager_name(event.wager)
    match event:
        case WagerReturned(amount=amount):
            return f"{wager} {format_money(amount)}, give it back"
        case WagerReversed(net=net, banker=banker):
            verb, side = ("take back", "for") if net > 0 else ("give back", "from")
            whose = f" {side} {banker}" if banker else ""
            return f"{wager}, {verb} {format_money(abs(net))}{whose}"
        case WagerRuled():
            return f"{wager}{_as_ruled(event)}"
        case WagerSettled(stake=stake, due=due, net=net):
            pass
    of_due = f" of the {format_money(abs(due))} due" if due != net else ""
    if net > 0:
        order = f"pay {format_money(net)}{of_due}"
    elif net == 0:
        order = f"pay nothing{of_due}" if of_due else "push"
    elif net == -stake:
        order = "take it"
    else:
        order = f"take {format_money(-net)}{of_due}, give back {format_money(stake + net)}"
    return f"{wager} {format_money(stake)}, {order}"


def _as_ruled(event: WagerRuled) -> str:
    """What to do with a wager that was ruled on: with its chips, or after its reversal."""
    stake = f" {format_money(event.stake)}" if event.felt else ""
    match event.ruling:
        case "pay as":
            return f"{stake}, pay {format_money(event.net)}"
        case "return":
            return f"{stake}, give it back" if event.felt else " is returned"
        case "take":
            return f"{stake}, take it" if event.felt else f", take {format_money(event.stake)}"
