"""The price of a table, ready for rich to print: the output of `casinowar odds`."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from casinowar.cards import rank_name
from casinowar.money import format_money, short_money
from casinowar.odds.rounding import fixed, percent
from casinowar.odds.sheet import Sheet
from casinowar.rules.describe import OUTCOME, number
from casinowar.rules.file import RuleFile

_WAGERS = (("primary", "primary"), ("tie", "tie"), ("war_tie", "war tie"))


def price_table(file: RuleFile, sheet: Sheet, found: dict[str, Any]) -> RenderableType:
    """Lay out all figures of a price in tables."""
    return Group(
        *_head(file, sheet, found),
        _titled("Wagers", _wagers(found)),
        *(
            _titled(f"How the {name} wager ends", _outcomes(found[key]))
            for key, name in _WAGERS
            if found[key]["outcomes"]
        ),
        *_decisions(found),
        _titled("Moments, of one wager of 1", _moments(found)),
        _titled("The bank, per round against equal primaries of 1", _bank(found)),
        *_exposure(found),
        *_banker(found),
        _titled("A session", _session(found["session"])),
        Text(
            f"casinowar {found['version']}. Exact fractions, rounded to the digits shown; "
            f"{found['primary']['assumes']} unless stated otherwise; every round starts from this "
            "shoe; limits, coverage and caps do not reduce a wager.",
            style="dim",
        ),
    )


def _head(file: RuleFile, sheet: Sheet, found: dict[str, Any]) -> Iterator[RenderableType]:
    decks = found["decks"]
    shoe = "infinitely many decks" if decks == "infinite" else f"{decks} decks"
    shoe = "1 deck" if decks == 1 else shoe
    if found["gone"]:
        shoe += f", {sheet.cards.total} cards left"
    yield Text(f"{file.name} ({file.id}), reading {found['reading']}, {shoe}", style="bold")
    yield Text(f"rule file SHA-256 {found['sha256']}", style="dim")
    if found["gone"]:
        yield Text(f"gone: {found['gone']}")
    edge = Fraction(found["primary"]["house_edge"])
    if edge < 0:
        what = "With these cards left they" if found["gone"] else "These rules"
        yield Text(
            f"The player has the edge: {percent(-edge)} of the primary wager. "
            f"{what} lose the bank money.",
            style="bold red",
        )
    yield Text()


def _titled(title: str, what: RenderableType) -> RenderableType:
    return Group(Text(title, style="bold"), Padding(what, (0, 0, 1, 2)))


def _grid(*columns: str) -> Table:
    table = Table(box=None, pad_edge=False, header_style="dim")
    for place, column in enumerate(columns):
        table.add_column(column, justify="left" if place == 0 else "right", no_wrap=True)
    return table


def _wagers(found: dict[str, Any]) -> Table:
    table = _grid("", "house edge", "exact", "SD", "hits", "return")
    primary = found["primary"]

    def row(name: str, edge: str, wager: dict[str, Any] | None = None) -> None:
        value = Fraction(edge)
        more = ("", "", percent(1 - value))
        if wager is not None:
            hits = percent(Fraction(wager["hit_frequency"]), 2)
            more = (_short(wager["standard_deviation"]), hits, percent(1 - value))
        table.add_row(name, percent(value), edge, *more)

    # the note below the tables says on which hands; the longer names leave no room for figures
    war = "war on ties" if _occasion(found) == "tie" else "war"
    if found["war"]["expectation"] is None:
        war = "as it is"
    row(f"primary, {war}", primary["house_edge"], primary)
    row("primary, best play", primary["best_house_edge"])
    if primary["surrender_house_edge"] is not None:
        row("primary, surrender", primary["surrender_house_edge"])
    row("  of everything wagered", primary["element_of_risk"])
    if found["policy"] is not None:
        decision = found["policy"]["decision"]
        row(f"policy: {decision}", found["policy"]["house_edge"], found["policy"])
    for key, name in _WAGERS[1:]:
        if found[key]["outcomes"]:
            row(f"{name}, of each", found[key]["house_edge"], found[key])
    return table


def _short(figure: str) -> str:
    return fixed(Fraction(figure), 3)


def _outcomes(wager: dict[str, Any]) -> Table:
    table = _grid("", "probability", "exact", "net", "adds")
    for outcome in wager["outcomes"]:
        name = OUTCOME.get(outcome["outcome"], outcome["outcome"])
        net = Fraction(outcome["net"])
        shown = fixed(net, 0 if net.denominator == 1 else 2)
        table.add_row(
            name,
            percent(Fraction(outcome["probability"])),
            outcome["probability"],
            f"+{shown}" if net > 0 else shown,
            percent(Fraction(outcome["contribution"])),
        )
    return table


def _decisions(found: dict[str, Any]) -> Iterator[RenderableType]:
    """Show the value of each choice; one line if all ranks have the same values."""
    decisions = found["decisions"]
    if not decisions:
        return
    same = all(row["expectation"] == decisions[0]["expectation"] for row in decisions)
    table = _grid(
        f"{_occasion(found)} of", *decisions[0]["expectation"], "best", "cost of the worst"
    )
    for row in decisions[:1] if same else decisions:
        worst = max(map(Fraction, row["cost_of_mistake"].values()), default=Fraction(0))
        table.add_row(
            "any rank" if same else rank_name(row["rank"]),
            *(fixed(Fraction(value), 5) for value in row["expectation"].values()),
            row["best"],
            fixed(worst, 5),
        )
    yield _titled(f"The choice on a {_occasion(found)}, the player's result in primaries", table)


def _occasion(found: dict[str, Any]) -> str:
    """Return the hands that have a choice, from the play that the figures assume."""
    return str(found["primary"]["assumes"]).partition(" on every ")[2]


def _bank(found: dict[str, Any]) -> Table:
    deviations = found["bank"]["standard_deviation"]
    table = _grid("seats", *deviations)
    table.add_row("SD", *("-" if v is None else _short(v) for v in deviations.values()))
    seats = found["bank"]["seats"]
    expected = fixed(Fraction(found["bank"]["expectation"]), 4)
    correlation = found["correlation"]["two_seats"]
    together = _short(correlation) if correlation is not None else "none"
    win = found["theoretical_win"]
    hour = fixed(Fraction(win["expectation"]), 2)
    table.caption = (
        f"expected at {seats}: {expected} a round, {hour} an hour at {win['pace']} rounds; "
        f"correlation of two seats: {together}"
    )
    table.caption_justify = "left"
    return table


def _moments(found: dict[str, Any]) -> Table:
    table = _grid("", "variance", "SD", "skewness", "kurtosis")
    for key, name in _WAGERS:
        figures = [found[key][name] for name in ("variance", "standard_deviation")]
        figures += [found[key]["skewness"], found[key]["kurtosis"]]
        if figures[0] is not None:
            table.add_row(name, *("-" if v is None else fixed(Fraction(v), 4) for v in figures))
    together = found["covariance"]["primary_tie"]
    if together is not None:
        shown = fixed(Fraction(together), 4)
        table.caption = f"covariance of a seat's primary and tie wagers: {shown}"
        table.caption_justify = "left"
    return table


def _exposure(found: dict[str, Any]) -> Iterator[RenderableType]:
    exposure = found["exposure"]
    if exposure["returned"] is None:
        return
    chance = Fraction(exposure["probability"])
    yield Text(
        f"The most a round with {number(exposure['seats'], 'seat')} returns at these limits: "
        f"{format_money(exposure['returned'])}, stakes included, once in "
        f"{int(1 / chance + Fraction(1, 2)):,} such rounds."
    )
    yield Text()


def _banker(found: dict[str, Any]) -> Iterator[RenderableType]:
    banker = found["banker"]
    if banker is None:
        return
    bets = " ".join(
        short_money(bet["primary"]) + (f"/{short_money(bet['tie'])}" if bet["tie"] else "")
        for bet in banker["bets"]
    )
    expected = fixed(Fraction(banker["expectation"]) / 100, 4)
    deviation = fixed(Fraction(banker["standard_deviation"]) / 100, 2)
    yield Text(
        f"A banker who posts {format_money(banker['stake'])} against {bets}: "
        f"expected {expected} a round, SD {deviation}."
    )
    yield Text()


def _session(session: dict[str, Any]) -> Table:
    table = _grid("rounds", "expected", "SD", "ahead", "even", "behind", "ruin")
    table.add_row(
        str(session["rounds"]),
        fixed(Fraction(session["expectation"]), 2),
        fixed(Fraction(session["standard_deviation"]), 2),
        *(percent(Fraction(session[name]), 2) for name in ("ahead", "even", "behind", "ruin")),
    )
    until = session["rounds_to_one_deviation"]
    table.caption = (
        f"in primaries of 1; ruin: a bankroll of {session['bankroll']} cannot place the next one"
        + (f"; the edge exceeds one SD after {until:,} rounds" if until else "")
        + (f"; error at most {session['error']}" if float(session["error"]) else "")
    )
    table.caption_justify = "left"
    return table
