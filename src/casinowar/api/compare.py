"""Rule sets side by side: the facts in which tables differ, and what they are worth."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import overload

from casinowar.api.arguments import rules_given
from casinowar.api.rules import Rules, load, rule_sets
from casinowar.odds import comparison

__all__ = ["ComparedRules", "Comparison", "compare"]


@dataclass(frozen=True, slots=True, repr=False)
class ComparedRules:
    """One rule set under one reading, in a `Comparison`.

    >>> import casinowar as cw
    >>> row = cw.compare(cw.load("washington"), cw.load("fun-casino"))[0]
    >>> row.facts["edge"], row.facts["tie pays"]
    ('2.330 %', '10 to 1')
    """

    rules: str
    reading: str
    sha256: str
    facts: dict[str, str]
    """The fact in each column; ``""`` if the rules have no such thing."""
    unusual: tuple[str, ...]
    """The columns in which this row differs from most rows."""

    def __repr__(self) -> str:
        edge = self.facts["edge"]
        return (
            f"<ComparedRules {self.rules}/{self.reading}: edge {edge}, {len(self.unusual)} unusual>"
        )


@dataclass(frozen=True, slots=True, repr=False)
class Comparison(Sequence[ComparedRules]):
    """Rule sets side by side: a sequence of `ComparedRules`.

    >>> import casinowar as cw
    >>> found = cw.compare()
    >>> len(found), found.columns[:3]
    (12, ('decks', 'bank', 'first burn'))
    """

    rows: tuple[ComparedRules, ...]
    columns: tuple[str, ...]
    """The names of the facts, in order: first those of every comparison, then the other fields of
    the rule files in which these rules differ."""

    @overload
    def __getitem__(self, place: int) -> ComparedRules: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[ComparedRules, ...]: ...
    def __getitem__(self, place: int | slice) -> ComparedRules | tuple[ComparedRules, ...]:
        return self.rows[place]

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[ComparedRules]:
        return iter(self.rows)

    def __repr__(self) -> str:
        return f"<Comparison of {', '.join(f'{row.rules}/{row.reading}' for row in self.rows)}>"


def compare(*rules: Rules) -> Comparison:
    """Put rule sets side by side; without arguments, every reading of the built-in ones.

    Each is priced with its usual number of decks. Rules that you give twice appear once. Rules that
    differ never have the same facts: every field in which they differ is among the columns.

    >>> import casinowar as cw
    >>> cw.compare(cw.load("washington"), cw.load("online"))
    <Comparison of washington/right-to-left, online/by-the-text>
    >>> [row.facts["edge"] for row in cw.compare(cw.load("online"), cw.load("south-dakota"))]
    ['2.330 %', '2.330 %']
    >>> both = (cw.load("washington", reading) for reading in ("right-to-left", "left-to-right"))
    >>> [row.facts["settled"] for row in cw.compare(*both)]
    ['R-L: primary, tie', 'L-R: primary, tie']
    """
    given = [rules_given(each) for each in rules] or [
        load(name, reading) for name in rule_sets() for reading in load(name).readings
    ]
    found = comparison.compare(each.rules for each in given)
    return Comparison(
        tuple(
            ComparedRules(
                row.rules,
                row.reading,
                row.sha256,
                dict(zip(found.columns, row.facts, strict=True)),
                tuple(name for name, differs in zip(found.columns, mark, strict=True) if differs),
            )
            for row, mark in zip(found.rows, found.unusual(), strict=True)
        ),
        found.columns,
    )
