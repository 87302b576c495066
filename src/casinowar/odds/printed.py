"""Whether the exact odds give the figures that the document prints, to their last digit.

A figure is held against the default reading: with war on every tie hand, or with the best answer
where that differs. One that some allowed number of decks gives is right for those decks.
"""

import re
from collections.abc import Iterator
from fractions import Fraction

from casinowar.errors import RuleError
from casinowar.odds.finding import Finding, best_answer, best_mean, decks_words, listed, sheet_for
from casinowar.odds.rounding import percent
from casinowar.odds.sheet import Sheet
from casinowar.rulefile import Printed, RuleFile
from casinowar.rules import RuleSet
from casinowar.soundness import MOST_DECKS

_SHARE = re.compile(r"-?\d+(?:\.\d+)? %", re.ASCII)
_KINDS = ("house_edge", "return", "return_of_total")


def printed_figures(file: RuleFile) -> Iterator[Finding]:
    """The printed shares that the odds do not give, or do not give for all decks."""
    for number, printed in enumerate(file.printed, 1):
        figure = printed.figure if printed.instead is None else printed.instead
        if printed.measure is None or not _SHARE.fullmatch(figure):
            continue
        found = _finding(file, printed, printed.measure, figure, f"printed.{number}")
        if found is not None:
            yield found


def _finding(
    file: RuleFile, printed: Printed, measure: str, figure: str, field: str
) -> Finding | None:
    rules = file.rules()
    right = [decks for decks in rules.shoe.decks if _holds(rules, decks, measure, figure)]
    if len(right) == len(rules.shoe.decks):
        return None
    wrong = [decks for decks in rules.shoe.decks if decks not in right]
    odds = _odds(rules, wrong, measure, figure)
    holds = f"; it holds for {decks_words(right)} alone" if right else ""
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
    """What the odds give in the figure's place, two digits longer."""
    digits = _digits(figure) + 2
    given = {number: _values(rules, number, measure) for number in decks}
    if not any(given.values()):
        return "such a wager is not offered"
    told = [
        f"{listed((percent(value, digits) for value in values), 'or')} with {decks_words([number])}"
        for number, values in given.items()
    ]
    shown = told if len(told) <= 3 else [told[0], "...", told[-1]]
    return f"the exact odds give {', '.join(shown)}"


def _mend(file: RuleFile, rules: RuleSet, measure: str, figure: str, right: list[int]) -> str:
    if right:
        return f"say in its basis that it is for {decks_words(right)}, or allow no other decks"
    if not any(_values(rules, decks, measure) for decks in rules.shoe.decks):
        return f"leave the measure out, or offer the {measure.partition('.')[0]} wager"
    ways = [
        f"it holds for {decks_words(decks)}: correct shoe.decks"
        for decks in [_decks_that_give(rules, measure, figure)]
        if decks
    ]
    ways += [
        f"the reading {other.name} gives it: make that the default"
        for other in file.readings
        if other.name != rules.reading and _given(file.rules(other.name), measure, figure)
    ]
    wager, _, kind = measure.partition(".")
    ways += [
        f"it is the {wager}.{other}: correct the measure and the basis"
        for other in _KINDS
        if other != kind and _given(rules, f"{wager}.{other}", figure)
    ]
    usual = _values(rules, rules.shoe.decks[0], measure)
    rounded = percent(usual[0], _digits(figure))
    if not ways and any(_cut_off(value, figure) for value in usual):
        ways.append(f"it was cut off after its last digit: rounded it is {rounded}")
    return (
        "; or ".join(ways) if ways else f"correct the pays it was worked from, or print {rounded}"
    )


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
    """What a measure can mean: with war on every tie, and with the best play; none if nothing."""
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
    wars = Fraction(0) if best != "war" else sheet.tie_chance
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
    return Fraction(figure.removesuffix(" %"))


def _digits(figure: str) -> int:
    return len(figure.removesuffix(" %").partition(".")[2])
