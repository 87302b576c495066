"""A race as text for people, as JSON, and as a plot."""

import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from bench.race.bars import Reached, of_c_loop, reached
from bench.race.contender import Absent, Contender
from bench.race.loop import NAME as C_LOOP
from bench.race.racing import Result
from casinowar.optional_libraries import require_library

_WIDTHS = (32, 17, 12, 10)


@dataclass(frozen=True, slots=True)
class Race:
    """All there is to tell."""

    results: Sequence[Result]
    absent: Sequence[Absent]
    machine: dict[str, str]
    load: float | None
    """Programs that wanted to run besides, when the race began; `None` where that is not told."""
    seconds: float
    passes: int

    @property
    def bars(self) -> list[Reached]:
        """Every bar beside what was measured."""
        return reached(self.results)

    @property
    def is_well(self) -> bool:
        """Whether no bar was missed and no count was wrong."""
        return all(result.plausible for result in self.results) and all(
            bar.verdict != "missed" for bar in self.bars
        )


def text(race: Race) -> str:
    """For people."""
    return "\n".join(_lines(race)) + "\n"


def _lines(race: Race) -> Iterator[str]:
    about = race.machine
    load = "" if race.load is None else f", load {race.load:.1f} at the start"
    yield f"{about['processor']}, {about['cores']} cores{load}; Python {about['python']}"
    yield "fun-casino, reading first-bet-lost, six decks, the cut card 30 from the end, one seat"
    yield f"unless said; processor time unless said; the median of {race.passes}, taken in turn"
    if race.load is not None and race.load > int(about["cores"]) / 4:
        yield "the machine is busy with other things: figures by the wall clock say little"
    setting = ""
    for result in race.results:
        contender = result.contender
        if contender.setting != setting:
            setting = contender.setting
            yield ""
            yield _row(setting, "rounds a second", f"of {C_LOOP}", "odds")
        ratio = of_c_loop(race.results, result)
        row = _row(f"  {contender.name}", _rate(result), _ratio(ratio), _fit(result))
        yield f"{row}  {contender.note}".rstrip()
    if race.absent:
        yield ""
        yield "did not run"
        for absent in race.absent:
            yield f"  {absent.name}, {absent.setting}: {absent.reason}"
    yield ""
    yield f"{'bars':<61}{'least':>6}{'ratio':>10}"
    for each in race.bars:
        yield f"  {each.bar.told:<59}{each.bar.least:>6g}{_ratio(each.ratio):>10}  {each.verdict}"
    for result in race.results:
        if not result.plausible:
            named = f"{result.contender.name}, {result.contender.setting}"
            yield f"{named}: its counts do not fit the odds, so its speed says nothing"


def _row(*cells: str) -> str:
    (name, width), *rest = zip(cells, _WIDTHS, strict=True)
    return name.ljust(width) + "".join(cell.rjust(wide) for cell, wide in rest)


def _label(contender: Contender) -> str:
    if contender.setting == "other libraries":
        return contender.name
    return f"{contender.name} · {contender.setting}"


def _rate(result: Result) -> str:
    """To three digits: the others are noise."""
    return f"{float(f'{result.rate:.3g}'):,.0f}"


def _ratio(ratio: float | None) -> str:
    if ratio is None:
        return "-"
    return f"{ratio:.2f}" if ratio >= 0.1 else f"1/{1 / ratio:,.0f}"


def _fit(result: Result) -> str:
    if not result.plausible:
        return "WRONG"
    if result.contender.game is None:
        return "its own"
    return "fit" if result.p_value is not None else "too few"


def as_json(race: Race) -> dict[str, Any]:
    """For programs."""
    return {
        "machine": race.machine,
        "load": race.load,
        "seconds": race.seconds,
        "passes": race.passes,
        "contenders": [
            {
                "name": result.contender.name,
                "setting": result.contender.setting,
                "note": result.contender.note,
                "rounds": result.rounds,
                "rounds_per_second": result.rate,
                "rates": list(result.rates),
                "of_c_loop": of_c_loop(race.results, result),
                "plausible": result.plausible,
                "p_value": result.p_value,
            }
            for result in race.results
        ],
        "absent": [
            {"name": each.name, "setting": each.setting, "reason": each.reason}
            for each in race.absent
        ],
        "bars": [
            {
                "bar": each.bar.told,
                "least": each.bar.least,
                "ratio": each.ratio,
                "verdict": each.verdict,
            }
            for each in race.bars
        ],
    }


def plot(race: Race) -> str:
    """A bar for each contender, on a scale of powers of ten, as SVG."""
    matplotlib = require_library("matplotlib", "a plot", "report")
    from matplotlib.figure import Figure

    ours, yardstick, others = "#2463ad", "#b5530f", "#8a929c"
    with matplotlib.rc_context():
        matplotlib.rcdefaults()
        matplotlib.rcParams.update({"svg.hashsalt": "casinowar", "font.size": 9})
        figure = Figure(figsize=(8, 1.2 + 0.3 * len(race.results)), layout="constrained")
        axes = figure.subplots()
        for at, result in enumerate(race.results):
            name, setting = result.contender.name, result.contender.setting
            is_ours = "kernel" in name or setting == "two cores"
            colour = yardstick if name == C_LOOP else ours if is_ours else others
            axes.barh(at, result.rate, color=colour)
            axes.text(result.rate, at, f" {_rate(result)}", verticalalignment="center")
        labels = [_label(result.contender) for result in race.results]
        axes.set_yticks(range(len(labels)), labels)
        axes.invert_yaxis()
        axes.set_xscale("log")
        axes.margins(x=0.25)
        axes.set_xlabel("rounds (hands) a second; each mark is ten times the one before")
        axes.spines[["top", "right"]].set_visible(False)
        held = io.StringIO()
        figure.savefig(held, format="svg", metadata={"Date": None})
    return held.getvalue()
