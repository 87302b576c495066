"""The section of a report on the certificate: what `casinowar prove` showed, on which machine."""

from typing import Any

from casinowar.report.layout import Cell, Grid, Section, minus
from casinowar.rules.describe import OUTCOME, number


def certificate_section(found: dict[str, Any]) -> Section:
    """Return the section; `found` is the object that `casinowar prove --json` prints."""
    simulation, effect = found["simulation"], found["cut_card_effect"]
    grids = [_agreements(found), _against(simulation)]
    if effect is not None:
        grids.append(_effect(effect))
    return Section("certificate", "Certificate", tuple(_says(found)), tuple(grids))


def _says(found: dict[str, Any]) -> list[str]:
    bounds, machine = found["bounds"], found["machine"]
    verdict = "Proved: play, price and simulation agree."
    if not found["proved"]:
        verdict = f"Not proved: {'; '.join(found['failures'])}."
    once = f"{round(1 / bounds['false_alarm']):,}"
    return [
        verdict,
        f"Bounds, set before the first card: |z| at most {bounds['z']:.2f} for each of "
        f"{bounds['figures']} figures. A correct program fails once in {once} proofs.",
        f"casinowar {found['version']}, {found['simulation']['kernel']} kernel, seed "
        f"{found['seed']}; {machine['system']}, {machine['processor']} "
        f"({machine['architecture']}), Python {machine['python']}, numba {machine['numba']}.",
    ]


def _agreements(found: dict[str, Any]) -> Grid:
    rows = tuple(
        (
            Cell(each["shoe"]),
            Cell(each["drawn_by"]),
            Cell(", ".join(each["compared"])),
            Cell(f"{each['rounds']:,}"),
            Cell(f"{each['cards']:,}"),
            Cell("same" if each["difference"] is None else "different"),
        )
        for each in found["agreements"]
    )
    return Grid(
        "The same rounds from the same cards",
        ("shoe", "drawn by", "dealt again by", "rounds", "cards", ""),
        rows,
    )


def _against(simulation: dict[str, Any]) -> Grid:
    wagers = [
        (f"{name.replace('_', ' ')} wager", each["mean"], each)
        for name, each in simulation["wagers"].items()
    ]
    outcomes = [
        (OUTCOME.get(name, name), each["frequency"], each)
        for name, each in simulation["outcomes"].items()
    ]
    rows = tuple(
        (
            Cell(name),
            _number(mean),
            _number(each["standard_error"]),
            Cell(_number(each["exact"]).text, each["exact_fraction"]),
            _number(each["z"], 2),
        )
        for name, mean, each in (*wagers, *outcomes)
    )
    fit = simulation["chi_square"]
    note = ""
    if fit is not None:
        note = (
            f"Chi-square over whole tables: {fit['statistic']:.1f} with "
            f"{number(fit['degrees_of_freedom'], 'degree')} of freedom, p = {fit['p_value']:.3f}."
        )
    title = f"{simulation['rounds']:,} rounds with fresh shoes against the exact odds"
    return Grid(title, ("", "simulated", "error", "exact", "z"), rows, note)


def _effect(effect: dict[str, Any]) -> Grid:
    rows = tuple(
        (
            Cell(f"{name.replace('_', ' ')} wager"),
            _number(each["effect"] * 1e6, 2),
            _number(each["effect_error"] * 1e6, 2),
            _number(each["z_with_effect"], 2),
        )
        for name, each in effect["wagers"].items()
    )
    return Grid(
        "The cut-card effect, in millionths of the wager",
        ("", "effect", "error", "z"),
        rows,
        "With a cut card, the number of rounds in a shoe depends on its cards, which moves the "
        f"average of all rounds by this much. z compares {effect['rounds']:,} rounds to the cut "
        "card with the exact odds plus the effect.",
    )


def _number(value: float | None, digits: int = 7) -> Cell:
    return Cell("-" if value is None else minus(f"{value:.{digits}f}"))
