"""The check that the figures printed in the document match the exact odds, to the last digit.

A figure is compared with the default reading: with war on every tie hand, or with the best answer
if that differs. A figure that matches only some of the allowed numbers of decks is right for those
decks. Its stated basis must match its measure; otherwise a right number would have a wrong meaning.
"""

from collections.abc import Iterator
from fractions import Fraction

from casinowar.errors import RuleError
from casinowar.odds.checks.finding import (
    Finding,
    best_answer,
    best_mean,
    decks_words,
    sheet_for,
)
from casinowar.odds.rounding import percent
from casinowar.odds.sheet import Sheet
from casinowar.rules.describe import listed
from casinowar.rules.file import Printed, RuleFile
from casinowar.rules.model import RuleSet
from casinowar.rules.reader import SHARE
from casinowar.rules.soundness import MOST_DECKS

_KINDS = ("house_edge", "return", "return_of_total")
_WAGERED = {
    "primary": ("of the primary wager", "of the main bet", "of the first wager"),
    "tie": ("of the tie wager", "of the tie bet"),
    "war_tie": ("of the war tie wager", "of the war tie bet"),
}
_EVERYTHING = (
    "of everything wagered",
    "of everything wagered on primary and war",
    "of everything wagered on main bet and raise",
)

BASES: dict[str, tuple[str, ...]] = {
    **{f"{wager}.{kind}": bases for wager, bases in _WAGERED.items() for kind in _KINDS},
    "primary.return_of_total": _EVERYTHING,
}
"""The bases of each measure, in the words of the documents; the first is our own wording. Nothing
is ever added to a tie wager, so its total is the wager itself."""


def printed_figures(file: RuleFile) -> Iterator[Finding]:
    """Report each printed share that differs from the exact odds or has the wrong basis."""
    for number, printed in enumerate(file.printed, 1):
        figure = printed.figure if printed.instead is None else printed.instead
        if printed.measure is None:
            continue
        if printed.basis not in BASES[printed.measure]:
            yield _misfit(printed, printed.measure, f"printed.{number}.basis")
        if SHARE.fullmatch(figure):
            found = _finding(file, printed, printed.measure, figure, f"printed.{number}")
            if found is not None:
                yield found


def _misfit(printed: Printed, measure: str, field: str) -> Finding:
    """Return the finding about a basis that does not match its measure."""
    ways = [f"write {_quoted(BASES[measure])}"]
    others = [other for other, bases in BASES.items() if printed.basis in bases]
    if others:
        ways.append(f"if the basis is right, correct the measure to {listed(others, 'or')}")
    return Finding(
        "warning",
        "printed-figure",
        None,
        field,
        printed.by,
        f"{measure} ({printed.says}) is a share {BASES[measure][0]}, not {printed.basis!r}",
        "; or, ".join(ways),
    )


def _quoted(words: tuple[str, ...]) -> str:
    return listed((repr(word) for word in words), "or")


def _finding(
    file: RuleFile, printed: Printed, measure: str, figure: str, field: str
) -> Finding | None:
    rules = file.rules()
    right = [decks for decks in rules.shoe.decks if _holds(rules, decks, measure, figure)]
    if len(right) == len(rules.shoe.decks):
        return None
    wrong = [decks for decks in rules.shoe.decks if decks not in right]
    odds = _odds(rules, wrong, measure, figure)
    holds = f"; it is right only for {decks_words(right)}" if right else ""
    return Finding(
        "note" if right else "warning",
        "printed-figure",
        rules.reading,
        field,
        printed.by,
        f"the document prints {figure} {printed.basis} ({printed.says}), but {odds}{holds}",
        _mend(file, rules, measure, figure, right),
    )


def _odds(rules: RuleSet, decks: list[int], measure: str, figure: str) -> str:
    """Describe the values that the exact odds give instead, with two more digits."""
    digits = _digits(figure) + 2
    given = {number: _values(rules, number, measure) for number in decks}
    if not any(given.values()):
        return "the rules do not offer that wager"
    described = [
        f"{listed((percent(value, digits) for value in values), 'or')} with {decks_words([number])}"
        for number, values in given.items()
    ]
    shown = described if len(described) <= 3 else [described[0], "...", described[-1]]
    return f"the exact odds give {', '.join(shown)}"


def _mend(file: RuleFile, rules: RuleSet, measure: str, figure: str, right: list[int]) -> str:
    if right:
        decks = decks_words(right)
        return f"say in its text that it is for {decks}, or allow only {decks}"
    if not any(_values(rules, decks, measure) for decks in rules.shoe.decks):
        return f"remove the measure, or offer the {measure.partition('.')[0]} wager"
    ways = [
        f"correct shoe.decks: the figure is right for {decks_words(decks)}"
        for decks in [_decks_that_give(rules, measure, figure)]
        if decks
    ]
    ways += [
        f"make {other.name} the default reading: the figure is right there"
        for other in file.readings
        if other.name != rules.reading and _given(file.rules(other.name), measure, figure)
    ]
    wager, _, kind = measure.partition(".")
    ways += [
        f"correct the measure and the basis: the figure is the {wager}.{other}"
        for other in _KINDS
        if other != kind and _given(rules, f"{wager}.{other}", figure)
    ]
    usual = _values(rules, rules.shoe.decks[0], measure)
    rounded = percent(usual[0], _digits(figure))
    if not ways and any(_cut_off(value, figure) for value in usual):
        ways.append(f"print {rounded}: the figure was cut off, not rounded")
    return "; or ".join(ways) if ways else f"print {rounded}, or correct the pays"


def _decks_that_give(rules: RuleSet, measure: str, figure: str) -> list[int]:
    return [decks for decks in range(1, MOST_DECKS + 1) if _holds(rules, decks, measure, figure)]


def _given(rules: RuleSet, measure: str, figure: str) -> bool:
    return any(_holds(rules, decks, measure, figure) for decks in rules.shoe.decks)


def _holds(rules: RuleSet, decks: int, measure: str, figure: str) -> bool:
    half = Fraction(1, 2 * 10 ** _digits(figure))
    return any(
        abs(100 * value - _number(figure)) <= half for value in _values(rules, decks, measure)
    )


def _cut_off(value: Fraction, figure: str) -> bool:
    scale = Fraction(10 ** _digits(figure))
    return int(100 * value * scale) == _number(figure) * scale


def _values(rules: RuleSet, decks: int, measure: str) -> list[Fraction]:
    """Return the values a measure can have: with war on every tie, and with the best play.

    The list is empty if the wager is not offered.
    """
    try:
        sheet = sheet_for(rules, decks)
    except RuleError:  # too few decks for a round of these rules
        return []
    wager, _, kind = measure.partition(".")
    if wager == "primary":
        return list(dict.fromkeys(_primary(sheet, kind)))
    results = sheet.tie if wager == "tie" else sheet.war_tie
    if results is None:
        return []
    return [-results.mean if kind == "house_edge" else 1 + results.mean]


def _primary(sheet: Sheet, kind: str) -> Iterator[Fraction]:
    best = best_answer(sheet)
    wars = Fraction(0) if best != "war" else sheet.choice_chance
    plays = (
        (sheet.primary.mean, sheet.wagered(sheet.usual)),
        (best_mean(sheet), 1 + wars),
    )
    for mean, wagered in plays:
        match kind:
            case "house_edge":
                yield -mean
            case "return":
                yield 1 + mean
            case _:
                yield 1 + mean / wagered


def _number(figure: str) -> Fraction:
    whole, digits = _parts(figure)
    return Fraction(f"{whole}.{digits}" if digits else whole)


def _digits(figure: str) -> int:
    return len(_parts(figure)[1])


def _parts(figure: str) -> tuple[str, str]:
    share = SHARE.fullmatch(figure)
    assert share is not None
    return share[1], share[2] or ""
