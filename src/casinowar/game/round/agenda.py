"""The agenda of a round: a short list of what is left to do, the next item first.

A round begins with the items of the original deal and its settlement; tie hands add their own
later. Items that need no input are done at once, so between steps the first item is always a
`Draw` or an `Ask`.
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
    """Offer the tie hands at these seats their choice."""

    seats: tuple[int, ...]


class Answer(NamedTuple):
    """Carry out the choices made at this seat."""

    seat: int


class Settle(NamedTuple):
    """Settle these wagers at this seat."""

    deal: DealName
    seat: int
    wagers: tuple[Wager, ...]


class Collect(NamedTuple):
    """Move the cards of these seats to the discards."""

    seats: tuple[int, ...]


Item = Draw | Ask | Answer | Settle | Collect

DEALER = 0
"""The seat number that stands for the dealer."""


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
    """The items that follow once every tie hand at these seats has answered.

    `at_war` are the seats that go to war; `done` are the seats whose cards are collected now.
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
