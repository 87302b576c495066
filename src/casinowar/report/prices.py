"""The sections of a report on one round: wagers, outcomes, choices, seats, readings, decks."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from casinowar.cards import rank_name
from casinowar.errors import RuleError
from casinowar.odds.composition import ENDLESS, Composition, fresh
from casinowar.odds.price_json import FIRST_WAGER, always_play, usual_play, wager
from casinowar.odds.rounding import fixed
from casinowar.odds.sheet import Sheet
from casinowar.report.layout import Cell, Grid, Section, count_noun, figure, minus, net, share
from casinowar.rules.describe import OUTCOME, hand_to_decide, occasion
from casinowar.rules.file import RuleFile
from casinowar.rules.model import RuleSet
from casinowar.rules.soundness import MOST_DECKS

WAGERS = (("primary", "primary"), ("tie", "tie"), ("war_tie", "war tie"))
"""The wagers: their keys among the figures, and their names."""

BEST, TIE = "best play", "tie wager"
"""The names of two curves that are drawn differently from the others."""

NONE = Cell("\N{EN DASH}")


def edge_word(sheet: Sheet) -> str:
    """Return the name of a positive edge: the house's or the bank's."""
    return "bank's edge" if sheet.rules.player_banked else "house edge"


def has_wars(sheet: Sheet) -> bool:
    """Tell whether a hand can go to war."""
    return "war" in sheet.decisions


def wagers(sheet: Sheet, found: dict[str, Any]) -> Section:
    """Return the section on the cost of each wager and the spread of its results."""
    rows = []
    usual = usual_play(sheet)
    if sheet.decisions:
        best = wager(sheet.main(sheet.best), FIRST_WAGER)
        rows.append(_wager(f"primary, {usual}", found["primary"]))
        rows.append(_wager("primary, best play", best))
        if "surrender" in sheet.decisions and not usual.startswith("surrender"):
            always = wager(sheet.main(sheet.always("surrender")), FIRST_WAGER)
            rows.append(_wager(f"primary, {always_play(sheet.rules, 'surrender')}", always))
    else:
        rows.append(_wager("primary", found["primary"]))
    if found["policy"] is not None:
        rows.append(_wager(f"primary, policy: {found['policy']['decision']}", found["policy"]))
    rows.extend(
        _wager(f"{name}, each one made", found[key])
        for key, name in WAGERS[1:]
        if found[key]["house_edge"] is not None
    )
    primary = found["primary"]
    total = Fraction(primary["element_of_risk"])
    blank = (NONE,) * 5
    columns = ("wager", edge_word(sheet), "return", "SD", "variance", "skewness", "kurtosis")
    note = (
        "SD: standard deviation of one wager's result, in units of the wager. Hits: how often the "
        "wager wins. "
    )
    if has_wars(sheet):
        name = "primary and war, of all wagered"
        rows.append((Cell(name), share(total), share(1 - total), *blank))
        note += f"The last row is a share {primary['total_basis']}, {usual}; every other row is "
    else:
        note += "Every row is "
    note += "a share of the first wager, or of the tie wager named."
    return Section(
        "wagers", "Wagers", grids=(Grid("", (*columns, "hits"), tuple(rows), note=note),)
    )


def _wager(name: str, figures: Mapping[str, Any]) -> tuple[Cell, ...]:
    return (
        Cell(name),
        share(Fraction(figures["house_edge"])),
        share(Fraction(figures["return"]), exact=False),
        figure(Fraction(figures["standard_deviation"]), 4, exact=False),
        figure(Fraction(figures["variance"]), 4, exact=False),
        _shape(figures["skewness"]),
        _shape(figures["kurtosis"]),
        share(Fraction(figures["hit_frequency"]), 2, exact=False),
    )


def _shape(value: str | None, digits: int = 4) -> Cell:
    """Format a figure that is missing if results never vary."""
    return NONE if value is None else figure(Fraction(value), digits, exact=False)


def outcomes(sheet: Sheet, found: dict[str, Any]) -> Section:
    """Return the section on all outcomes of each wager."""
    grids = tuple(_outcomes(name, found[key]) for key, name in WAGERS if found[key]["outcomes"])
    war = "; the primary includes its war wager" if has_wars(sheet) else ""
    says = (
        f"Net is the player's result in units of the wager, {usual_play(sheet)}{war}. "
        "The last column is probability times net: what an outcome adds to the expected result.",
    )
    return Section("outcomes", "Outcomes", says=says, grids=grids)


def _outcomes(name: str, figures: dict[str, Any]) -> Grid:
    rows = [
        (
            Cell(word(outcome["outcome"])),
            share(Fraction(outcome["probability"])),
            Cell(net(Fraction(outcome["net"]))),
            share(Fraction(outcome["contribution"])),
        )
        for outcome in figures["outcomes"]
    ]
    mean = -Fraction(figures["house_edge"])
    every = sum((Fraction(row["probability"]) for row in figures["outcomes"]), Fraction(0))
    rows.append((Cell("all"), share(every, exact=False), NONE, share(mean)))
    return Grid(
        f"{name} wager".capitalize(), ("outcome", "probability", "net", "adds"), tuple(rows)
    )


def word(outcome: str) -> str:
    """Return the words for an outcome that the table's sign uses."""
    return next((words for name, words in OUTCOME.items() if name == outcome), outcome)


def choices(sheet: Sheet, found: dict[str, Any]) -> Section | None:
    """Return the section on the value of each decision, and the cost of a mistake."""
    decisions = found["decisions"]
    if not decisions:
        return None
    offered = tuple(decisions[0]["expectation"])
    alike: dict[tuple[str, ...], list[dict[str, Any]]] = {}
    for row in decisions:
        alike.setdefault(tuple(row["expectation"].values()), []).append(row)
    rows = []
    for row, *others in alike.values():
        ranks = " ".join(rank_name(each["rank"]) for each in (row, *others))
        name = "any rank" if len(alike) == 1 else ranks
        worth = (figure(Fraction(row["expectation"][answer]), 5) for answer in offered)
        costs = (
            figure(Fraction(cost), 5) if (cost := row["cost_of_mistake"].get(answer)) else NONE
            for answer in offered
        )
        rows.append((Cell(name), *worth, Cell(row["best"]), *costs))
    columns = (
        f"{occasion(sheet.rules)} of",
        *offered,
        "best",
        *(f"{answer} costs" for answer in offered),
    )
    says = (
        f"The player's expected result of a {hand_to_decide(sheet.rules)}, in primaries, for each "
        "decision, and the cost of each decision compared with the best one.",
    )
    grids = (Grid("", columns, tuple(rows)),)
    return Section("choices", "Decisions and the price of a mistake", says=says, grids=grids)


def seats(sheet: Sheet, found: dict[str, Any]) -> Section:
    """Return the section on several seats against one dealer's card."""
    mean = Fraction(found["primary"]["house_edge"])
    deviations = found["bank"]["standard_deviation"]
    rows = tuple(
        (
            Cell(number),
            figure(int(number) * mean, 4, exact=False),
            figure(Fraction(deviation), 4, exact=False),
        )
        for number, deviation in deviations.items()
        if deviation is not None
    )
    facts = tuple(
        (Cell(name), figure(Fraction(covariance), 5), _shape(found["correlation"][key], 5))
        for key, name in (
            ("two_seats", "two seats' primaries"),
            ("primary_tie", "primary and tie of one seat"),
        )
        if (covariance := found["covariance"][key]) is not None
    )
    grids = [Grid("By seats", ("seats", "expected", "SD"), rows)]
    if facts:
        grids.append(Grid("Together", ("", "covariance", "correlation"), facts))
    says = [f"The bank against equal primaries of 1, {usual_play(sheet)}."]
    if len(rows) < len(deviations):
        says.append(f"The cards left are enough for {count_noun(len(rows), 'seat')} at most.")
    war = (
        "each war has its own dealer's card"
        if sheet.rules.individual_wars
        else "all wars face one dealer's card"
    )
    shared = f"All seats face one dealer's card{f', and {war}' if has_wars(sheet) else ''}."
    return Section(
        "seats", "The bank's round", says=(" ".join((shared, *says)),), grids=tuple(grids)
    )


def readings(file: RuleFile, sheet: Sheet) -> Section | None:
    """Return the section on the prices of the document's other readings."""
    if len(file.readings) < 2:
        return None
    sheets = [_sheet(file.rules(reading.name), sheet.cards) for reading in file.readings]
    plays = {usual_play(each) for each in sheets if each is not None}
    rows = [
        _reading(reading.name, other, sheet, name_play=len(plays) > 1)
        for reading, other in zip(file.readings, sheets, strict=True)
    ]
    says = tuple(f"{reading.name}: {reading.says}" for reading in file.readings)
    edge = f"{edge_word(sheet)}, {plays.pop()}" if len(plays) == 1 else edge_word(sheet)
    columns = ("reading", edge, "best play", "difference")
    return Section("readings", "Readings", says=says, grids=(Grid("", columns, tuple(rows)),))


def _sheet(rules: RuleSet, cards: Composition) -> Sheet | None:
    """Return the sheet of a reading; `None` if the cards left are too few for its rounds."""
    try:
        return Sheet(rules, cards)
    except RuleError:
        return None


def _reading(name: str, other: Sheet | None, own: Sheet, *, name_play: bool) -> tuple[Cell, ...]:
    if other is None:
        return (Cell(f"{name}: too few cards for a round"), NONE, NONE, NONE)
    price = -other.primary.mean
    best = share(-other.main(other.best).mean) if other.decisions else NONE
    is_own = name == own.rules.reading
    said = f"{name}{' (this report)' if is_own else ''}"
    return (
        Cell(f"{said}: {usual_play(other)}" if name_play else said),
        share(price),
        best,
        NONE if is_own else Cell(_points(price + own.primary.mean)),
    )


def _points(difference: Fraction) -> str:
    if difference == 0:
        return "none"
    shown = minus(fixed(difference * 100, 3))
    return f"{'+' if difference > 0 else ''}{shown} points"


@dataclass(frozen=True, slots=True)
class Curve:
    """The edge with one way to play, for each number of decks and for infinitely many."""

    name: str
    by_decks: dict[int, Fraction]
    infinite: Fraction


def curves(sheet: Sheet) -> list[Curve]:
    """Return the edges by number of decks: the primary for each way to play, and the tie wager."""
    needed = sheet.rules.cards_needed(sheet.rules.seats.players_needed)
    decks = [each for each in range(1, MOST_DECKS + 1) if fresh(each).total >= needed]
    shoes = [*(fresh(each) for each in decks), ENDLESS]
    sheets = [Sheet(sheet.rules, cards) for cards in shoes]

    def curve(name: str, edges: Iterator[Fraction]) -> Curve:
        *finite, infinite = edges
        return Curve(name, dict(zip(decks, finite, strict=True)), infinite)

    found = [curve(usual_play(sheet), (-each.primary.mean for each in sheets))]
    if sheet.decisions:
        if "surrender" in sheet.decisions and "war" in sheet.decisions:
            always = (-each.main(each.always("surrender")).mean for each in sheets)
            found.append(curve(always_play(sheet.rules, "surrender"), always))
        found.append(curve(BEST, (-each.main(each.best).mean for each in sheets)))
    ties = [each.tie.mean for each in sheets if each.tie is not None]
    if ties:
        found.append(curve(TIE, (-mean for mean in ties)))
    return found


def decks_grid(found: list[Curve]) -> Grid:
    """Return the curves as a grid of figures."""
    rows = [
        (Cell(str(decks)), *(share(curve.by_decks[decks], exact=False) for curve in found))
        for decks in found[0].by_decks
    ]
    rows.append((Cell("infinite"), *(share(curve.infinite, exact=False) for curve in found)))
    return Grid("", ("decks", *(curve.name for curve in found)), tuple(rows))
