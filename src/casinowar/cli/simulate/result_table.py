"""The result of a simulation, ready for rich to print: the output of `casinowar simulate`."""

from collections.abc import Iterator
from typing import Any

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from casinowar.cli.simulate.progress import digits
from casinowar.rules.describe import OUTCOME, WAGER, number

_REACH = 4
"""How many standard errors the gauge shows to either side."""
_STOPPED = {
    "rounds": "",
    "error": ", stopped at the requested error",
    "interrupted": ", stopped early",
    "cluster": ", stopped when the cluster was lost",
}


def result_table(name: str, found: dict[str, Any]) -> RenderableType:
    """Lay out all figures of a result in tables."""
    return Group(
        *_head(name, found),
        _titled("Wagers: the player's result, per wager", _wagers(found)),
        _titled("How a seat's round ends", _outcomes(found)),
        *_fit(found),
        Text(
            "z: how many standard errors the simulation differs from the exact figure; the gauge "
            f"runs from -{_REACH} to +{_REACH}. Seats share the dealer's card, so errors are "
            "computed over rounds.",
            style="dim",
        ),
        *([Text(found["note"], style="dim")] if found["note"] else ()),
    )


def _head(name: str, found: dict[str, Any]) -> Iterator[RenderableType]:
    decks, seats = number(found["decks"], "deck"), number(found["seats"], "seat")
    yield Text(
        f"{name} ({found['rules']}), reading {found['reading']}, {decks}, {seats}", style="bold"
    )
    yield Text(f"rule file SHA-256 {found['sha256']}", style="dim")
    policy = found["policy"]
    ties = f"{policy} at every choice" if policy else "tie hands settled without a choice"
    yield Text(f"{ties}; {_shoe(found)}")
    rounds = "1 round" if found["rounds"] == 1 else f"{found['rounds']:,} rounds"
    stopped = _STOPPED[found["stopped"]]
    yield Text(f"{rounds} in {found['seconds']:.2f} s{_speed(found)}{stopped}")
    why = f" ({found['kernel_reason']})" if found["kernel_reason"] else ""
    where = f"on {found['cluster']}" if found["cluster"] else number(found["threads"], "thread")
    yield Text(f"{found['kernel']} kernel{why}, {where}, seed {found['seed']}")
    yield Text()


def _shoe(found: dict[str, Any]) -> str:
    if found["cut_card"] is not None:
        return f"shoes dealt to the cut card, {number(found['cut_card'], 'card')} from the end"
    rounds = found["rounds_per_shoe"]
    return "a fresh shoe every round" if rounds == 1 else f"{rounds} rounds from each shoe"


def _speed(found: dict[str, Any]) -> str:
    speed = found["rounds_per_second"]
    return "" if speed is None else f", {int(float(f'{speed:.3g}')):,} per second"


def _titled(title: str, what: RenderableType) -> RenderableType:
    return Group(Text(title, style="bold"), Padding(what, (0, 0, 1, 2)))


def _wagers(found: dict[str, Any]) -> Table:
    return _grid("mean", {WAGER.get(name, name): row for name, row in found["wagers"].items()})


def _outcomes(found: dict[str, Any]) -> Table:
    rows = {OUTCOME.get(name, name): row for name, row in found["outcomes"].items()}
    return _grid("frequency", rows)


def _grid(figure: str, rows: dict[str, dict[str, Any]]) -> Table:
    """Lay out rows, all with the decimals of the most precise one."""
    table = Table(box=None, pad_edge=False, header_style="dim")
    for place, column in enumerate(("", figure, "error", "exact", "z", "")):
        table.add_column(column, justify="left" if place in (0, 5) else "right", no_wrap=True)
    errors = [row["standard_error"] for row in rows.values()]
    places = max((digits(error) for error in errors if error is not None), default=6)
    for name, row in rows.items():
        known = (row[figure], row["standard_error"], row["exact"])
        shown = ("-" if value is None else f"{value:.{places}f}" for value in known)
        z = row["z"]
        table.add_row(name, *shown, *(("-", "") if z is None else (f"{z:+.2f}", gauge(z))))
    return table


def gauge(z: float) -> str:
    """Draw a z-score: ``........|..o.....``, or an arrow if it is off the scale."""
    marks = list("." * (2 * _REACH) + "|" + "." * (2 * _REACH))
    place = round(2 * max(-_REACH, min(_REACH, z))) + 2 * _REACH
    marks[place] = "<" if z < -_REACH else ">" if z > _REACH else "o"
    return "".join(marks)


def _fit(found: dict[str, Any]) -> Iterator[RenderableType]:
    fit = found["chi_square"]
    if fit is None:
        yield Text("Too few rounds for a chi-square test of the outcomes of the whole table.")
    else:
        yield Text(
            f"Chi-square over the outcomes of the whole table: {fit['statistic']:.2f} with "
            f"{number(fit['degrees_of_freedom'], 'degree')} of freedom, p = {fit['p_value']:.3g}"
        )
    yield Text()
