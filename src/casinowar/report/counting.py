"""The section of a report on counting; measuring it needs numba to deal the shoes."""

import os
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from importlib.util import find_spec
from typing import TYPE_CHECKING

from casinowar.errors import RuleError
from casinowar.odds.composition import fresh
from casinowar.odds.sheet import Sheet
from casinowar.report.layout import Cell, Grid, Plot, Section
from casinowar.rules.model import RuleSet
from casinowar.rules.pay import format_pay
from casinowar.sim.game import Game, game_of

if TYPE_CHECKING:
    from casinowar.sim.counting.counting import Counting, ShoePart

ROUNDS = 10_000_000
SEED = 1


def measure_counting(sheet: Sheet, decks: int | str) -> "Counting | None":
    """Measure the gain from counting; `None` without a tie wager, numba or a whole shoe."""
    if not sheet.rules.has_tie or find_spec("numba") is None:
        return None
    if not isinstance(decks, int) or sheet.cards != fresh(decks):
        return None
    try:
        return _counted(sheet.rules, game_of(sheet.rules, decks=decks))
    except RuleError:  # with another number of decks, the cut card may leave too few cards
        return None


@lru_cache(maxsize=16)
def _counted(rules: RuleSet, game: Game) -> "Counting":
    from casinowar.sim.counting.counting import count

    with ThreadPoolExecutor(os.cpu_count()) as executor:
        return count(rules, game, seed=SEED, rounds=ROUNDS, executor=executor)


def counting_section(counting: "Counting") -> Section:
    """Return the section: how often the tie wager has the edge, and how deep in the shoe."""
    pay = counting.rules.pays.equal.tie
    assert pay is not None, "the tie wager is offered"
    says = f"To a player who has seen every card turned up, the tie wager at {format_pay(pay)} "
    dealt = (
        f"Measured over {counting.rounds:,} rounds of one seat, {counting.shoe()}, "
        f"seed {counting.seed}."
    )
    if not counting.possible:
        return _section(f"{says}is never worth more than it costs.")
    if counting.at_most is not None:
        most = f"{100 * counting.at_most:.2g} %"
        says += f"is worth more than it costs in fewer than {most} of the rounds"
        return _section(f"{says}, with a confidence of 95 %. It never was in this run.", dealt)
    says += f"is worth more than it costs in {counting.share.percent()} of the rounds"
    if counting.worth is not None:
        says += f", and then by {counting.worth.percent()} of the wager on average"
    gain = counting.gain.hundredfold()
    says += f". Betting 1 only in those rounds gains {gain} per 100 rounds."
    columns = ("cards seen", "rounds", "worth more in", "and then by")
    grid = Grid(
        "",
        columns,
        tuple(_row(counting, part) for part in counting.parts),
        note="± standard error.",
    )
    return _section(says, dealt, grids=(grid,), plots=(_plot(counting),))


def _section(*says: str, grids: tuple[Grid, ...] = (), plots: tuple[Plot, ...] = ()) -> Section:
    return Section("counting", "Counting", says, grids, plots)


def _row(counting: "Counting", part: "ShoePart") -> tuple[Cell, ...]:
    return (
        Cell(f"{part.first} to {part.last}"),
        Cell(f"{100 * part.rounds / counting.rounds:.1f} %"),
        Cell(part.share.percent() if part.share.value else "none"),
        Cell(part.worth.percent() if part.worth is not None else ""),
    )


def _plot(counting: "Counting") -> Plot:
    shares = [
        f"{part.share.percent()} after {part.first} to {part.last} cards"
        for part in counting.parts
        if part.share.value
    ]
    return Plot(
        "counting",
        "Rounds in which the tie wager is worth more than it costs, by cards seen before.",
        "Bar chart of the share of rounds in which the tie wager is worth more than it costs, by "
        f"cards seen before the round: {', '.join(shares)}; none before that.",
    )
