"""A certificate, ready for rich to print: the output of `casinowar prove`."""

from collections.abc import Iterator
from typing import Any

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from casinowar.rules.describe import OUTCOME, number


def certificate_table(found: dict[str, Any]) -> RenderableType:
    """Lay out every part of the proof, and the verdict."""
    bounds = found["bounds"]
    return Group(
        *_head(found),
        _titled("1  Core and kernels deal the same rounds from the same cards", _same(found)),
        _titled(
            f"2  {_count(found['simulation']['rounds'])} rounds with fresh shoes against the "
            f"exact odds, |z| at most {bounds['z']:.2f}",
            Group(_against(found["simulation"]), _fit(found)),
        ),
        *_effect(found),
        *_verdict(found),
    )


def _head(found: dict[str, Any]) -> Iterator[RenderableType]:
    seats, decks = found["seats"], found["decks"]
    shoe = "a fresh shoe each round"
    if found["cut_card"] is not None:
        shoe = f"cut card {found['cut_card']} from the end"
    elif found["rounds_per_shoe"] > 1:
        shoe = f"{found['rounds_per_shoe']} rounds per shoe"
    yield Text(
        f"{found['rules']}, reading {found['reading']}, {number(decks, 'deck')}, "
        f"{number(seats, 'seat')}, {shoe}",
        style="bold",
    )
    if found["policy"] is not None:
        yield Text(f"{found['policy']} at every choice")
    yield Text(f"rule file SHA-256 {found['sha256']}", style="dim")
    machine = found["machine"]
    yield Text(
        f"casinowar {found['version']}, {found['simulation']['kernel']} kernel, seed "
        f"{found['seed']}; {machine['system']}, {machine['processor']} ({machine['architecture']}),"
        f" Python {machine['python']}, numba {machine['numba']}",
        style="dim",
    )
    yield Text()


def _same(found: dict[str, Any]) -> Table:
    table = _grid("shoe", "dealt by", "repeated by", "shoes", "rounds", "cards", "")
    for each in found["agreements"]:
        apart = each["difference"]
        table.add_row(
            each["shoe"],
            each["drawn_by"],
            " ".join(each["compared"]),
            *(f"{each[name]:,}" for name in ("shoes", "rounds", "cards")),
            "same" if apart is None else f"{apart['who']} differs",
        )
    return table


def _against(simulation: dict[str, Any]) -> Table:
    table = _grid("", "simulated", "error", "exact", "z")
    for name, each in simulation["wagers"].items():
        table.add_row(f"{_in_words(name)} wager", *_row(each, each["mean"], signed=True))
    for name, each in simulation["outcomes"].items():
        table.add_row(OUTCOME.get(name, name), *_row(each, each["frequency"], signed=False))
    return table


def _row(each: dict[str, Any], mean: float | None, *, signed: bool) -> tuple[str, ...]:
    sign = "+" if signed else ""
    return (
        "-" if mean is None else f"{mean:{sign}.7f}",
        "-" if each["standard_error"] is None else f"{each['standard_error']:.7f}",
        f"{each['exact']:{sign}.7f}",
        "-" if each["z"] is None else f"{each['z']:+.2f}",
    )


def _fit(found: dict[str, Any]) -> Text:
    fit = found["simulation"]["chi_square"]
    if fit is None:
        return Text("too few rounds for a chi-square test")
    return Text(
        f"chi-square over whole tables: {fit['statistic']:.1f} with "
        f"{number(fit['degrees_of_freedom'], 'degree')} of freedom, p = {fit['p_value']:.3f} "
        f"(at least {found['bounds']['p_value']:.1g})"
    )


def _effect(found: dict[str, Any]) -> Iterator[RenderableType]:
    effect = found["cut_card_effect"]
    if effect is None:
        return
    table = _grid("", "effect", "error", "simulated - exact", "error", "z")
    for name, each in effect["wagers"].items():
        mean, error, z = each["mean"], each["standard_error"], each["z_with_effect"]
        table.add_row(
            f"{_in_words(name)} wager",
            f"{each['effect'] * 1e6:+.2f}",
            f"{each['effect_error'] * 1e6:.2f}",
            "-" if mean is None else f"{(mean - each['exact']) * 1e6:+.1f}",
            "-" if error is None else f"{error * 1e6:.1f}",
            "-" if z is None else f"{z:+.2f}",
        )
    table.caption = (
        "in millionths of the wager; z: the simulation against the exact odds with the effect"
    )
    table.caption_justify = "left"
    yield _titled(
        f"3  The cut-card effect, and {_count(effect['rounds'])} rounds to the cut card", table
    )


def _verdict(found: dict[str, Any]) -> Iterator[RenderableType]:
    if found["proved"]:
        yield Text("proved: play, price and simulation agree", style="bold green")
        return
    yield Text("not proved:", style="bold red")
    for failure in found["failures"]:
        yield Text(f"  {failure}")


def _in_words(name: str) -> str:
    return name.replace("_", " ")


def _count(rounds: int) -> str:
    return f"{rounds:,}"


def _titled(title: str, what: RenderableType) -> RenderableType:
    return Group(Text(title, style="bold"), Padding(what, (0, 0, 1, 3)))


def _grid(*columns: str) -> Table:
    table = Table(box=None, pad_edge=False, header_style="dim")
    for place, column in enumerate(columns):
        table.add_column(column, justify="left" if place == 0 else "right", no_wrap=True)
    return table
