"""The agenda of a round: a short list of what is left to do, the next item first.

A round begins with the items of the original deal and its settlement; hands with a choice add
their own later. Items that need no input are done at once, so between steps the first item is
always a `Draw` or an `Ask`.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import Literal, NamedTuple

from casinowar.game.events import DealName
from casinowar.rules.model import RuleSet
from casinowar.rules.script import Script, Wager, along


class Draw(NamedTuple):
    """Draw cards from the shoe: one for a seat or the dealer, or several to burn."""

    what: Literal["burn", "player", "dealer"]
    seat: int
    cards: int
    deal: DealName


class Ask(NamedTuple):
    """Offer the hands at these seats that have a choice their choice."""

    seats: tuple[int, ...]


class Answer(NamedTuple):
    """Carry out the choices made at this seat."""

    seat: int


class Fight(NamedTuple):
    """Deal and settle the wars of the hands at these seats that went to war."""

    seats: tuple[int, ...]


class Settle(NamedTuple):
    """Settle these wagers at this seat."""

    deal: DealName
    seat: int
    wagers: tuple[Wager, ...]


class Collect(NamedTuple):
    """Move the cards of these seats to the discards."""

    seats: tuple[int, ...]


Item = Draw | Ask | Answer | Fight | Settle | Collect

DEALER = 0
"""The seat number that stands for the dealer."""


@lru_cache(maxsize=1024)
def opening(rules: RuleSet, seats: tuple[int, ...]) -> tuple[Item, ...]:
    """The agenda of a round in which these seats have wagers."""
    in_turn = rules.asks_in_turn
    items: list[Item] = list(_draws(rules, rules.deal.original, seats, "original"))
    for settlement in rules.settle.original:
        for seat in along(seats, settlement.direction):
            items.append(Settle("original", seat, settlement.wagers))
            if in_turn and "primary" in settlement.wagers:
                items.append(Ask((seat,)))
    if rules.choice is not None and not rules.individual_wars:
        order = tuple(_primary_order(rules, seats))
        items.append(Fight(order) if in_turn else Ask(order))
    items.append(Collect((*seats, DEALER)))
    return tuple(items)


def answered(rules: RuleSet, asked: tuple[int, ...], decided: tuple[int, ...]) -> list[Item]:
    """The items that follow an `Ask`; `decided` are the seats of it that had a choice."""
    items: list[Item] = [Answer(seat) for seat in _primary_order(rules, decided)]
    if rules.individual_wars or not rules.asks_in_turn:
        items.append(Fight(asked))
    return items


def wars(rules: RuleSet, at_war: tuple[int, ...], done: tuple[int, ...]) -> list[Item]:
    """The items of the wars at some seats; `done` are the seats whose cards are collected first."""
    items: list[Item] = [Collect(done)] if done else []
    if at_war:
        war = rules.war
        assert war is not None, "only rules with a war let a hand go to war"
        items.extend(_draws(rules, war.deal, at_war, "war"))
        items.extend(
            Settle("war", seat, settlement.wagers)
            for settlement in war.settle
            for seat in along(at_war, settlement.direction)
        )
    return items


def _primary_order(rules: RuleSet, seats: Iterable[int]) -> list[int]:
    """The seats in the order in which their primary wagers are settled."""
    for settlement in rules.settle.original:
        if "primary" in settlement.wagers:
            return along(seats, settlement.direction)
    raise AssertionError("every rule set settles the primary wager")


def _draws(
    rules: RuleSet, script: Script, seats: tuple[int, ...], deal: DealName
) -> Iterable[Draw]:
    for step in script:
        targets = along(seats, rules.deal.direction) if step.times == "each" else [DEALER]
        for seat in targets:
            for act in step.acts:
                yield Draw(act.what, seat, act.count, deal)
