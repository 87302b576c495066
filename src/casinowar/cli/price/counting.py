"""`casinowar counting`: measure how often the tie wager is worth more than it costs."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from casinowar import __version__

if TYPE_CHECKING:
    from collections.abc import Callable

    from rich.console import RenderableType
    from rich.table import Table

    from casinowar.rules.file import RuleFile
    from casinowar.rules.model import RuleSet
    from casinowar.sim.counting.counting import Counting
    from casinowar.sim.counting.watch import Figure

_BAR = 16
"""Width of the longest bar, in characters."""

EXAMPLES = """\b
Examples:
  casinowar counting fun-casino
  casinowar counting washington --cut-card 20
  casinowar counting washington --pay "11 to 1" --decks 8
  casinowar counting my-table.toml --seats 7 --rounds 1e9 --json
"""


@click.command("counting", epilog=EXAMPLES)
@click.argument("rules")
@click.option("--reading", metavar="NAME", help="Use this reading instead of the default one.")
@click.option("--pay", metavar="ODDS", help="Pay these odds for a tie, such as 11 to 1.")
@click.option("--cut-card", type=int, metavar="N", help="Cards behind the cut card.")
@click.option("--decks", type=int, metavar="N", help="Decks in the shoe, 1 to 12.")
@click.option(
    "--seats", type=int, default=1, show_default=True, metavar="N", help="Seats that bet, 1 to 8."
)
@click.option(
    "--rounds", default="1e7", show_default=True, metavar="N", help="Approximate rounds to deal."
)
@click.option(
    "--seed",
    type=click.IntRange(0, 2**53 - 1),
    default=1,
    show_default=True,
    metavar="N",
    help="Repeat this seed's cards.",
)
@click.option("--json", "as_json", is_flag=True, help="Print every figure as one JSON object.")
@click.option("--no-color", is_flag=True, help="Print without colours.")
def command(rules: str, as_json: bool, no_color: bool, **asked: Any) -> None:
    """Measure how much card counting gains on the tie wager.

    RULES is the name of a built-in rule set or the path of a rule file. The command deals shoes to
    the cut card. Before each round it prices the tie wager for a player who has seen every exposed
    card. It reports how often the wager is worth more than it costs, how deep in the shoe this
    is, and how much a player gains by betting only then. Errors are standard errors.
    """
    import json

    from casinowar.cli.sign import make_console, show
    from casinowar.optional_libraries import require_library
    from casinowar.rules.file import load_rules

    file = load_rules(rules)
    for library in ("numba", "numpy"):
        require_library(library, "counting", "sim")
    found = _count(file.rules(asked["reading"]), asked)
    if as_json:
        click.echo(json.dumps(_figures(found), indent=2))
    else:
        show(make_console(no_color=no_color), _told(file, found))


def _count(rules: "RuleSet", asked: dict[str, Any]) -> "Counting":
    import os
    from concurrent.futures import ThreadPoolExecutor

    from casinowar.sim.counting.counting import MOST_ROUNDS, count, paying
    from casinowar.sim.game import game_of
    from casinowar.sim.request import rounds_of

    rounds = rounds_of(asked["rounds"], MOST_ROUNDS)
    if asked["pay"] is not None:
        rules = paying(rules, asked["pay"])
    game = game_of(rules, decks=asked["decks"], seats=asked["seats"], cut_card=asked["cut_card"])
    with _progress() as on_progress, ThreadPoolExecutor(os.cpu_count()) as executor:
        return count(
            rules,
            game,
            seed=asked["seed"],
            rounds=rounds,
            executor=executor,
            on_progress=on_progress,
        )


@contextmanager
def _progress() -> "Iterator[Callable[[float], object]]":
    """Show a progress bar on standard error, if that is a terminal."""
    from rich.console import Console
    from rich.progress import Progress

    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("counting", total=1)
        yield lambda share: bar.update(task, completed=share)


def _figures(found: "Counting") -> dict[str, Any]:
    from casinowar.odds.composition import fresh
    from casinowar.odds.sheet import Sheet
    from casinowar.rules.pay import format_pay
    from casinowar.sim.counting.counting import tie_pay

    game, fair = found.game, found.line.fair

    def figure(of: "Figure | None") -> dict[str, float] | None:
        return None if of is None else {"value": of.value, "standard_error": of.standard_error}

    return {
        "version": __version__,
        "rules": found.rules.id,
        "reading": found.rules.reading,
        "sha256": found.rules.sha256,
        "pay": format_pay(tie_pay(found.rules)),
        "decks": game.decks,
        "cut_card": None if game.rounds_per_shoe else game.behind,
        "seats": game.seats,
        "seed": found.seed,
        "shoes": found.shoes,
        "rounds": found.rounds,
        "fair_tie_chance": None if fair is None else str(fair),
        "fresh_tie_chance": str(Sheet(found.rules, fresh(game.decks)).tie_chance),
        "possible": found.possible,
        "share": figure(found.share),
        "at_most": found.at_most,
        "worth": figure(found.worth),
        "gain": figure(found.gain),
        "parts": [
            {
                "seen": [part.first, part.last],
                "rounds": part.rounds,
                "share": figure(part.share),
                "worth": figure(part.worth),
            }
            for part in found.parts
        ],
    }


def _told(file: "RuleFile", found: "Counting") -> "RenderableType":
    from rich.console import Group
    from rich.padding import Padding
    from rich.text import Text

    from casinowar.rules.describe import number
    from casinowar.rules.pay import format_pay
    from casinowar.sim.counting.counting import tie_pay

    rules, seats = found.rules, found.game.seats
    pay = format_pay(tie_pay(rules))
    head = f"{file.name} ({rules.id}), reading {rules.reading}: a tie pays {pay}"
    dealt = f"{found.shoe()}, {number(seats, 'seat')}; "
    dealt += f"{found.rounds:,} rounds of {found.shoes:,} shoes, seed {found.seed}"
    return Group(
        Text(head, style="bold"),
        Text(dealt, style="dim"),
        Text(),
        *map(Text, _sentences(found)),
        Text(),
        Padding(_parts(found), (0, 0, 0, 2)),
    )


def _sentences(found: "Counting") -> Iterator[str]:
    from casinowar.odds.composition import fresh
    from casinowar.odds.rounding import percent
    from casinowar.odds.sheet import Sheet

    sheet = Sheet(found.rules, fresh(found.game.decks))
    fair = found.line.fair
    if fair is not None:
        side = "above" if found.line.slope > 0 else "below"
        yield (
            f"The tie wager is worth more than it costs if the chance of a tie is {side} "
            f"{percent(fair)} ({fair}). In a fresh shoe it is {percent(sheet.tie_chance)}."
        )
    else:
        yield "The tie wager wins no more on a tie than on any other card."
    if not found.possible:
        yield "No matter which cards are gone, it is never worth more than it costs."
        return
    if found.at_most is not None:
        yield (
            f"This happened in none of these rounds. With 95 % confidence, it happens in fewer "
            f"than {100 * found.at_most:.2g} % of all rounds."
        )
        return
    yield f"This happens in {found.share.percent()} of the rounds."
    if found.worth is not None:
        yield f"In those rounds the wager gains {found.worth.percent()} of its amount on average."
    yield f"Betting 1 only in those rounds gains {found.gain.hundredfold()} per 100 rounds."
    if found.rules.bets.tie == "beside primary":
        yield (
            "A tie wager needs a primary wager beside it, which costs "
            f"{percent(-sheet.main(sheet.best).mean)} of its amount in every round."
        )


def _parts(found: "Counting") -> "Table":
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="dim")
    for name in ("cards seen", "rounds", "favourable", "average gain"):
        table.add_column(name, justify="left" if name == "cards seen" else "right", no_wrap=True)
    table.add_column("", no_wrap=True)
    highest = max(part.share.value for part in found.parts)
    for part in found.parts:
        share = part.share.value
        table.add_row(
            f"{part.first:>3} to {part.last:>3}",
            f"{100 * part.rounds / found.rounds:.1f} %",
            part.share.percent() if share else "none",
            part.worth.percent() if part.worth is not None else "",
            "█" * max(1, round(_BAR * share / highest)) if share else "",
        )
    return table
