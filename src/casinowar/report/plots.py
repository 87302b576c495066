"""The plots of a report as SVG, drawn from floats; the exact figures are in the tables.

The same contents give the same bytes: ids are salted with a constant, no date is written, and the
user's own matplotlib settings are ignored. Each colour stands for a role, so that a page can
replace it, for example in dark mode.
"""

import io
import re
from collections.abc import Callable
from fractions import Fraction
from math import ceil, floor
from typing import TYPE_CHECKING, Any

from casinowar.odds.rounding import percent
from casinowar.optional_libraries import require_library
from casinowar.report.contents import Contents
from casinowar.report.layout import chance, count_noun, minus, net
from casinowar.report.prices import BEST, TIE
from casinowar.report.sessions import SHOWN_BANKROLLS, SessionTable

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

INK, RULE, FIRST, SECOND, THIRD = "#1c2126", "#c9ced6", "#2463ad", "#b5530f", "#2a7d55"
ROLES = {INK: "ink", RULE: "rule", FIRST: "first", SECOND: "second", THIRD: "third"}
"""The role of each colour; a page may give a role another colour."""

_SERIES = (FIRST, SECOND, THIRD, INK)
_LINES = ("-", "--", "-.", ":")
_WIDTH = 5.2
"""Inches: about the width of a phone, so that a narrow page shows letters at full size."""
_BARS = 60


def pictures(contents: Contents, text_as_paths: bool) -> dict[str, str]:
    """Draw each plot of a report, by name.

    Letters drawn as paths look the same everywhere. Letters written as text use the page's font and
    can be selected and searched.
    """
    matplotlib = require_library("matplotlib", "a report", "report")
    draw: dict[str, Callable[[Contents], Figure]] = {
        "outcomes": _outcomes,
        "decks": _decks,
        "sessions": _sessions,
        "ruin": _ruin,
    }
    if contents.counted is not None and contents.counted.share.value:
        draw["counting"] = _counting
    found = {}
    with matplotlib.rc_context():
        matplotlib.rcdefaults()
        matplotlib.rcParams.update(_settings(text_as_paths))
        for name, picture in draw.items():
            found[name] = _svg(picture(contents), name)
    return found


def _settings(text_as_paths: bool) -> dict[str, Any]:
    return {
        "svg.hashsalt": "casinowar",
        "svg.fonttype": "path" if text_as_paths else "none",
        "font.family": "DejaVu Sans",
        "font.size": 9,
        "text.color": INK,
        "axes.labelcolor": INK,
        "axes.edgecolor": RULE,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.axisbelow": True,
        "xtick.color": RULE,
        "ytick.color": RULE,
        "xtick.labelcolor": INK,
        "ytick.labelcolor": INK,
        "grid.color": RULE,
        "grid.linewidth": 0.6,
        "legend.frameon": False,
        "lines.linewidth": 1.8,
        "savefig.transparent": True,
    }


def _figure(height: float, rows: int = 1, left: float = 0.65) -> "tuple[Figure, list[Axes]]":
    """Make axes with margins in inches; an automatic layout would draw everything twice."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(_WIDTH, height))
    axes = figure.subplots(rows, 1, squeeze=False)
    figure.subplots_adjust(
        left=left / _WIDTH,
        right=1 - 0.12 / _WIDTH,
        bottom=0.48 / height,
        top=1 - 0.3 / height,
        hspace=0.6,
    )
    return figure, list(axes[:, 0])


def _svg(figure: "Figure", name: str) -> str:
    """Return the SVG element only, with the plot's name in its ids to make them unique."""
    held = io.StringIO()
    nothing = dict.fromkeys(("Creator", "Date", "Format", "Type"))
    figure.savefig(held, format="svg", metadata=nothing)
    text = held.getvalue()
    text = text[text.index("<svg") :].strip()
    text = re.sub(r'\bid="', f'id="{name}-', text)
    text = re.sub(r'href="#', f'href="#{name}-', text)
    return text.replace("url(#", f"url(#{name}-")


def _percents(axis: Any, digits: int = 0) -> None:
    def shown(value: float, _: int | None) -> str:
        return minus(percent(Fraction(value) / 100, digits))

    axis.set_major_formatter(shown)


def _outcomes(contents: Contents) -> "Figure":
    bars = contents.outcomes
    figure, (axes,) = _figure(0.8 + 0.36 * len(bars), left=1.75)
    places = range(len(bars))
    shares = [float(bar.probability) * 100 for bar in bars]
    colours = [FIRST if bar.net > 0 else SECOND if bar.net < 0 else RULE for bar in bars]
    axes.barh(places, shares, color=colours, height=0.68)
    axes.set_yticks(places, [f"{bar.name} ({net(bar.net)})" for bar in bars])
    axes.invert_yaxis()
    axes.set_xlim(0, max(shares) * 1.2)
    for place, bar in zip(places, bars, strict=True):
        axes.annotate(
            chance(bar.probability),
            (shares[place], place),
            xytext=(4, 0),
            textcoords="offset points",
            va="center",
        )
    axes.tick_params(axis="y", length=0)
    axes.set_xlabel("probability (in brackets: the player's result in primaries)")
    _percents(axes.xaxis)
    return figure


def _decks(contents: Contents) -> "Figure":
    figure, (axes,) = _figure(3.3)
    curves = [curve for curve in contents.curves if curve.name != TIE]
    numbers = list(curves[0].by_decks)
    for place, curve in enumerate(curves):
        # best play usually lies on another curve, and rings leave that curve visible
        is_ring = len(curves) > 1 and curve.name == BEST
        colour = _SERIES[place % len(_SERIES)]
        axes.plot(
            numbers,
            [float(edge) * 100 for edge in curve.by_decks.values()],
            color=colour,
            linestyle="none" if is_ring else "-",
            marker="s" if place % 2 else "o",
            markersize=9 if is_ring else 4.5,
            markerfacecolor="none" if is_ring else colour,
            label=curve.name,
        )
        if not is_ring:
            axes.axhline(float(curve.infinite) * 100, color=colour, linestyle="--", linewidth=1)
    if contents.decks is not None:
        axes.axvspan(
            contents.decks - 0.4, contents.decks + 0.4, color=RULE, alpha=0.45, linewidth=0
        )
    if any(edge < 0 for curve in curves for edge in curve.by_decks.values()):
        axes.axhline(0, color=INK, linewidth=0.8)
    axes.set_xticks(numbers)
    axes.set_xlabel(
        "decks in the shoe" + (" (shaded: this table)" if contents.decks is not None else "")
    )
    axes.grid(axis="y")
    _percents(axes.yaxis, 2)
    _legend(axes)
    return figure


def _legend(axes: "Axes") -> None:
    """Put the legend above the plot, where no curve goes."""
    axes.legend(loc="lower center", bbox_to_anchor=(0.45, 0.99), ncols=4, columnspacing=1.0)


def _sessions(contents: Contents) -> "Figure":
    figure, rows = _figure(
        0.5 + 1.25 * len(contents.sittings), rows=len(contents.sittings), left=0.12
    )
    for axes, sitting in zip(rows, contents.sittings, strict=True):
        _session(axes, sitting)
    rows[-1].set_xlabel("the player's result in primaries")
    return figure


def _session(axes: "Axes", sitting: SessionTable) -> None:
    """Draw results in bars of equal width, so that no bar is partly ahead and partly not."""
    found = sitting.session
    step = float(found.step)
    spread = max(found.standard_deviation, step)
    each = max(1, round(8 * spread / (_BARS * step)))  # results in one bar
    first = ceil(found.lowest / found.step)  # the first result above 0 has the number 1
    nearest = float(found.mean / found.step) - first
    start = max(0, floor(nearest - 4 * spread / step))
    end = min(len(found.probabilities), ceil(nearest + 4 * spread / step) + 1)
    bars: dict[int, float] = {}
    for number in range(start, end):
        place = (first + number - 1) // each
        bars[place] = bars.get(place, 0.0) + float(found.probabilities[number])
    for places, colour in (
        ([place for place in bars if place < 0], RULE),
        ([place for place in bars if place >= 0], FIRST),
    ):
        if places:
            edges = [(place * each + 0.5) * step for place in (*places, places[-1] + 1)]
            axes.stairs([bars[place] for place in places], edges, fill=True, color=colour)
    axes.axvline(float(found.mean), color=SECOND, linewidth=1.4, linestyle="--")
    axes.set_yticks([])
    axes.set_ylim(bottom=0)
    axes.spines["left"].set_visible(False)
    ahead = chance(Fraction(found.ahead), 1)
    title = f"{count_noun(sitting.rounds, 'round')}: ahead {ahead}"
    axes.set_title(title, loc="left", fontsize=9)
    axes.xaxis.set_major_formatter(lambda value, _: minus(f"{value:,.0f}"))


def _ruin(contents: Contents) -> "Figure":
    figure, (axes,) = _figure(3.3)
    for place, sitting in enumerate(contents.sittings):
        shown = [sitting.risks[bankroll] for bankroll in range(1, SHOWN_BANKROLLS + 1)]
        axes.plot(
            [float(risk.bankroll) for risk in shown],
            [float(risk.probability) * 100 for risk in shown],
            color=_SERIES[place % len(_SERIES)],
            linestyle=_LINES[place % len(_LINES)],
            label=count_noun(sitting.rounds, "round"),
        )
    axes.set_xlim(0, SHOWN_BANKROLLS)
    axes.set_ylim(0, 102)
    axes.set_xlabel("bankroll in primaries")
    axes.grid(axis="y")
    _percents(axes.yaxis)
    _legend(axes)
    return figure


def _counting(contents: Contents) -> "Figure":
    assert contents.counted is not None, "counting was measured"
    parts = contents.counted.parts
    shown = [part for part in parts if part.share.value]
    figure, (axes,) = _figure(2.4)
    axes.bar(
        [(part.first + part.last + 1) / 2 for part in shown],
        [part.share.value * 100 for part in shown],
        yerr=[part.share.standard_error * 100 for part in shown],
        width=[0.9 * (part.last + 1 - part.first) for part in shown],
        color=FIRST,
        ecolor=INK,
        capsize=3,
    )
    axes.set_xlim(0, parts[-1].last + 1)
    axes.set_ylim(bottom=0)
    axes.set_xlabel("cards seen before the round")
    axes.grid(axis="y")
    highest = max(part.share.value for part in parts)
    _percents(axes.yaxis, 0 if highest > 0.05 else 1 if highest > 0.005 else 2)
    return figure
