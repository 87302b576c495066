"""What is left to do in a round: a short list of items, the next one first.

A round begins with the items of the original deal and its settlement; tie hands add theirs when
they are reached. Items that need no input are done at once, so the first item of a round that
rests is always a `Draw` or an `Ask`.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import Literal, NamedTuple

from casinowar.events import DealName
from casinowar.rules import RuleSet
from casinowar.script import Script, Wager, along


class Draw(NamedTuple):
    """Cards that leave the shoe: one for a seat or the dealer, or some to burn."""

    what: Literal["burn", "player", "dealer"]
    seat: int
    cards: int
    deal: DealName


class Ask(NamedTuple):
    """The tie hands at these seats are offered their choice."""

    seats: tuple[int, ...]


class Answer(NamedTuple):
    """The answers at this seat take effect."""

    seat: int


class Settle(NamedTuple):
    """The dealer settles these wagers at this seat."""

    deal: DealName
    seat: int
    wagers: tuple[Wager, ...]


class Collect(NamedTuple):
    """The cards of these seats go to the discards."""

    seats: tuple[int, ...]


Item = Draw | Ask | Answer | Settle | Collect

DEALER = 0
"""The dealer's place among the seats."""


@lru_cache(maxsize=1024)
def opening(rules: RuleSet, seats: tuple[int, ...]) -> tuple[Item, ...]:
    """The agenda of a round in which these seats have wagers."""
    individual = rules.individual_wars
    items: list[Item] = list(_draws(rules, rules.deal.original, seats, "original"))
    for settlement in rules.settle.original:
        for seat in along(seats, settlement.direction):
            items.append(Settle("original", seat, settlement.wagers))
            if individual and "primary" in settlement.wagers:
                items.append(Ask((seat,)))
    if rules.choice is not None and not individual:
        items.append(Ask(tuple(_primary_order(rules, seats))))
    items.append(Collect((*seats, DEALER)))
    return tuple(items)


def answered(
    rules: RuleSet, tied: tuple[int, ...], at_war: tuple[int, ...], done: tuple[int, ...]
) -> list[Item]:
    """What follows when every tie hand at these seats has its answer.

    `at_war` are the seats that go to war, `done` those whose cards are collected now.
    """
    items: list[Item] = [Answer(seat) for seat in _primary_order(rules, tied)]
    if done:
        items.append(Collect(done))
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
