"""Whether the exact odds give the figures that the document prints, to their last digit.

A figure is held against the default reading: with war on every tie hand, or with the best answer
where that differs. One that some allowed number of decks gives is right for those decks. What it
says it is a share of must be what its measure is a share of: else a right number would stand there
as something that it is not.
"""

from collections.abc import Iterator
from fractions import Fraction

from casinowar.errors import RuleError
from casinowar.odds.finding import Finding, best_answer, best_mean, decks_words, listed, sheet_for
from casinowar.odds.rounding import percent
from casinowar.odds.sheet import Sheet
from casinowar.ruledraft import SHARE
from casinowar.rulefile import Printed, RuleFile
from casinowar.rules import RuleSet
from casinowar.soundness import MOST_DECKS

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
"""What each measure is a share of, in the words of the documents; the first is our own. Nothing is
ever added to a tie wager, so its total is the wager itself."""


def printed_figures(file: RuleFile) -> Iterator[Finding]:
    """The printed shares that the odds do not give, for no decks or not for all, or not of that."""
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
    """The finding of a basis that its measure is no share of."""
    ways = [f"write {_quoted(BASES[measure])}"]
    others = [other for other, bases in BASES.items() if printed.basis in bases]
    if others:
        ways.append(f"if the figure is that, correct the measure to {listed(others, 'or')}")
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
        return f"say in its text that it is for {decks_words(right)}, or allow no other decks"
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
    whole, digits = _parts(figure)
    return Fraction(f"{whole}.{digits}" if digits else whole)


def _digits(figure: str) -> int:
    return len(_parts(figure)[1])


def _parts(figure: str) -> tuple[str, str]:
    share = SHARE.fullmatch(figure)
    assert share is not None
    return share[1], share[2] or ""
