"""The section of a report on counting: measured, where numba is installed to deal the shoes."""

import os
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from importlib.util import find_spec
from typing import TYPE_CHECKING

from casinowar.errors import RuleError
from casinowar.odds.composition import fresh
from casinowar.odds.sheet import Sheet
from casinowar.pay import format_pay
from casinowar.report.page import Cell, Grid, Plot, Section
from casinowar.rules import RuleSet
from casinowar.sim.game import Game, game_of

if TYPE_CHECKING:
    from casinowar.sim.counting import Counting, Part

ROUNDS = 10_000_000
SEED = 1


def counted(sheet: Sheet, decks: int | str) -> "Counting | None":
    """What counting brings; nothing for a shoe that is not whole, or where it is not measured."""
    if sheet.rules.bets.tie == "none" or find_spec("numba") is None:
        return None
    if not isinstance(decks, int) or sheet.cards != fresh(decks):
        return None
    try:
        return _counted(sheet.rules, game_of(sheet.rules, decks=decks))
    except RuleError:  # a cut card that leaves too few cards, in a shoe of other decks
        return None


@lru_cache(maxsize=16)
def _counted(rules: RuleSet, game: Game) -> "Counting":
    from casinowar.sim.counting import count

    with ThreadPoolExecutor(os.cpu_count()) as executor:
        return count(rules, game, seed=SEED, rounds=ROUNDS, executor=executor)


def counting(of: "Counting") -> Section:
    """How often the tie wager is worth more than it costs, and how deep in the shoe."""
    pay = of.rules.pays.equal.tie
    assert pay is not None, "the tie wager is offered"
    says = f"To a player who has seen every card turned up, the tie wager at {format_pay(pay)} "
    dealt = f"Measured over {of.rounds:,} rounds of one seat, {of.shoe()}, seed {of.seed}."
    if not of.possible:
        return _section(f"{says}is never worth more than it costs.")
    if of.at_most is not None:
        says += f"is worth more than it costs in fewer than {100 * of.at_most:.2g} % of the rounds"
        return _section(f"{says} (with a confidence of 95 %): it never was.", dealt)
    says += f"is worth more than it costs in {of.share.percent()} of the rounds"
    if of.worth is not None:
        says += f", and then {of.worth.percent()} of it on average"
    says += f". Betting 1 in these alone gains {of.gain.hundredfold()} in 100 rounds."
    columns = ("cards seen", "rounds", "worth more in", "and then by")
    grid = Grid("", columns, tuple(_row(of, part) for part in of.parts), note="± standard error.")
    return _section(says, dealt, grids=(grid,), plots=(_plot(of),))


def _section(*says: str, grids: tuple[Grid, ...] = (), plots: tuple[Plot, ...] = ()) -> Section:
    return Section("counting", "Counting", says, grids, plots)


def _row(of: "Counting", part: "Part") -> tuple[Cell, ...]:
    return (
        Cell(f"{part.first} to {part.last}"),
        Cell(f"{100 * part.rounds / of.rounds:.1f} %"),
        Cell(part.share.percent() if part.share.value else "none"),
        Cell(part.worth.percent() if part.worth is not None else ""),
    )


def _plot(of: "Counting") -> Plot:
    told = [
        f"{part.share.percent()} after {part.first} to {part.last} cards"
        for part in of.parts
        if part.share.value
    ]
    return Plot(
        "counting",
        "Rounds in which the tie wager is worth more than it costs, by the cards seen before.",
        "Bar chart of the share of rounds in which the tie wager is worth more than it costs, by "
        f"the cards seen before: {', '.join(told)}; none before that.",
    )
