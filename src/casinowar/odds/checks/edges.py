"""The checks for tables that give their players the edge, or nobody, and for the pay to change.

To try a change of one pay, the check prices the rules with it, at every number of decks and with
the best answer to a choice under the changed pays.
"""

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from casinowar.odds.checks.finding import (
    Finding,
    best_answer,
    best_mean,
    decks_words,
    over_decks,
    sheet_for,
)
from casinowar.odds.rounding import percent
from casinowar.rules.describe import occasion
from casinowar.rules.file import RuleFile
from casinowar.rules.model import Outcome, Row, RuleSet
from casinowar.rules.pay import LOSE, LOSE_HALF, PUSH, Pay, format_pay
from casinowar.rules.script import Wager

_ANSWERS = {
    "war": "going to war on every",
    "surrender": "surrendering every",
    "forfeit": "letting the time run out on every",
}
_TITLES: dict[Wager, str] = {"primary": "primary", "tie": "tie", "war_tie": "war tie"}
_LOST: dict[Outcome, Pay] = {
    "lower": LOSE,
    "war_lower": LOSE,
    "forfeit": LOSE,
    "surrender": LOSE_HALF,
}
"""The usual pay of each outcome that the player does not win."""


@dataclass(frozen=True, slots=True)
class _Change:
    """A change of one pay that gives the bank the edge back, and the edge it then has."""

    outcome: Outcome
    wager: Wager
    pay: Pay
    edge: Fraction
    rank: tuple[int, int]
    """How unusual the changed pay is: smaller is better."""

    @property
    def field(self) -> str:
        return f"pays.{self.outcome}.{self.wager}"


def player_edges(file: RuleFile, rules: RuleSet) -> Iterator[Finding]:
    """Report each wager on which the player has the edge at some allowed number of decks."""
    for wager in _TITLES:
        means = [(decks, _mean(rules, decks, wager)) for decks in rules.shoe.decks]
        won = [(decks, mean) for decks, mean in means if mean is not None and mean > 0]
        if won:
            yield _finding(file, rules, wager, won)


def no_edge(file: RuleFile, rules: RuleSet) -> Iterator[Finding]:
    """Report a primary wager on which nobody has the edge at some allowed number of decks."""
    even = [decks for decks in rules.shoe.decks if _mean(rules, decks, "primary") == 0]
    if even:
        changes = _ranked(rules, "primary")
        field = changes[0].field if changes else "pays"
        yield Finding(
            "warning",
            "no-edge",
            rules.reading,
            field,
            file.cites(field, rules.reading),
            f"nobody has the edge: on average the primary wager costs nothing with "
            f"{decks_words(even)}",
            _mend(file, rules, "primary", changes),
        )


def edge(rules: RuleSet, wager: Wager = "primary") -> Fraction | None:
    """Return the bank's smallest edge on a wager over the allowed decks; `None` if not offered."""
    means = [_mean(rules, decks, wager) for decks in rules.shoe.decks]
    return min((-mean for mean in means if mean is not None), default=None)


def _mean(rules: RuleSet, decks: int, wager: Wager) -> Fraction | None:
    sheet = sheet_for(rules, decks)
    if wager == "primary":
        return best_mean(sheet)
    results = sheet.tie if wager == "tie" else sheet.war_tie
    return None if results is None else results.mean


def _finding(
    file: RuleFile, rules: RuleSet, wager: Wager, means: list[tuple[int, Fraction]]
) -> Finding:
    changes = _ranked(rules, wager)
    field = changes[0].field if changes else "pays"
    who = "players have" if rules.player_banked else "player has"
    says = (
        f"the {who} the edge: {over_decks(means, f'the {_TITLES[wager]} wager')}"
        f"{_how(rules, wager, means)}"
    )
    return Finding(
        "warning",
        "player-edge",
        rules.reading,
        field,
        file.cites(field, rules.reading),
        says,
        _mend(file, rules, wager, changes),
    )


def _how(rules: RuleSet, wager: Wager, means: list[tuple[int, Fraction]]) -> str:
    best = best_answer(sheet_for(rules, means[0][0])) if wager == "primary" else None
    return f", {_ANSWERS[best]} {occasion(rules)}" if best is not None else ""


def _mend(file: RuleFile, rules: RuleSet, wager: Wager, changes: list[_Change]) -> str:
    ways = []
    if changes:
        first = changes[0]
        was = rules.pays.pay(first.outcome, first.wager)
        assert was is not None
        ways.append(
            f"write {format_pay(first.pay)} instead of {format_pay(was)} in {first.field}, "
            f"for a house edge of {percent(first.edge)}"
        )
    ways.extend(
        f"play the reading {other.name}, with a house edge of {percent(price)}"
        for other in file.readings
        if other.name != rules.reading
        and (price := edge(file.rules(other.name), wager)) is not None
        and price > 0
    )
    if not ways:
        return f"changing one pay is not enough: lower several pays of the {_TITLES[wager]} wager"
    return "; or ".join(ways)


def _ranked(rules: RuleSet, wager: Wager) -> list[_Change]:
    """Return the changes of one pay that would give the bank the edge, the most usual first."""
    return sorted(_changes(rules, wager), key=lambda change: (change.rank, change.edge))


def _changes(rules: RuleSet, wager: Wager) -> Iterator[_Change]:
    """Yield the smallest change of each single pay that would give the bank the edge."""
    wagers: tuple[Wager, ...] = ("primary", "war") if wager == "primary" else (wager,)
    for outcome in rules.reachable():
        for each in wagers:
            pay = rules.pays.pay(outcome, each)
            if pay is None or pay == LOSE or _cancels(rules, outcome, each):
                continue
            lower = list(_lower(outcome, pay))
            trials = [_with(rules, outcome, each, other) for other in lower]
            # a lower pay is always better for the bank, so search for the first that is enough
            first = bisect_left(trials, 1, key=lambda trial: _is_banks(trial, wager))
            if first < len(trials):
                price = edge(trials[first], wager)
                assert price is not None
                rank = _rank(outcome, lower[first], first)
                yield _Change(outcome, each, lower[first], price, rank)


def _is_banks(rules: RuleSet, wager: Wager) -> bool:
    price = edge(rules, wager)
    return price is not None and price > 0


def _cancels(rules: RuleSet, outcome: Outcome, wager: Wager) -> bool:
    """Tell whether a higher card wins no more than a lower one loses: then neither is at fault."""
    if outcome not in ("higher", "lower") or wager != "primary":
        return False
    won, lost = rules.pays.pay("higher", wager), rules.pays.pay("lower", wager)
    return won is not None and lost is not None and won + lost <= 0


def _lower(outcome: Outcome, pay: Pay) -> Iterator[Pay]:
    """Yield the common pays below this one: whole odds to 1, a push, half lost, all lost."""
    if outcome in _LOST and pay > _LOST[outcome]:
        yield _LOST[outcome]
        return
    whole = int(pay) if pay > 0 else 0
    for odds in range(whole if pay > whole else whole - 1, 0, -1):
        yield Pay(odds)
    yield from (usual for usual in (PUSH, LOSE_HALF, LOSE) if usual < pay)


def _rank(outcome: Outcome, pay: Pay, steps: int) -> tuple[int, int]:
    if outcome in _LOST:
        return (0 if pay == _LOST[outcome] else 3, steps)
    return (1 if pay > 0 else 2, steps)


def _with(rules: RuleSet, outcome: Outcome, wager: Wager, pay: Pay) -> RuleSet:
    row = rules.pays.row(outcome)
    assert row is not None
    changed: dict[str, Row] = {outcome: replace(row, **{wager: pay})}
    # caches find rules by the hash of their file, so trial rules need a hash of their own
    trial = f"{rules.sha256} {outcome} {wager} {pay}"
    return replace(rules, sha256=trial, pays=replace(rules.pays, **changed))  # type: ignore[arg-type]
