"""Exact prices: of a table, of a rule set with some fields changed, of all built-in rule sets.

A price takes a while, so those asked for lately are remembered.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Annotated

from msgspec import UNSET, Meta, UnsetType, structs

from casinowar import __version__
from casinowar.house.messages import Message
from casinowar.house.tables.sign import ExactNumber
from casinowar.odds.comparison import compare
from casinowar.odds.price_figures import (
    BankFigures,
    ExposureFigures,
    OptionalWagerFigures,
    PairFigures,
    PolicyFigures,
    PrimaryFigures,
    TieHandFigures,
    WarFigures,
)
from casinowar.odds.price_json import decimal, price_json, text, usual_play
from casinowar.odds.request import sheet_of
from casinowar.odds.rounding import root
from casinowar.odds.sessions.convolution import lattice
from casinowar.odds.sessions.session import exact_session
from casinowar.odds.sheet import Sheet
from casinowar.rules.fields import TERMS
from casinowar.rules.file import RuleFile, builtin_names, load_rules
from casinowar.rules.model import RuleSet
from casinowar.rules.variant import Value, changed_rules, written_fields

MOST_ROUNDS = 200
"""The longest session that is computed here."""

MOST_RESULTS = 4_000
"""A session with more different results is not computed: odd pays have millions."""

_EXPLORED = (
    *("bets.tie", "choice.offers", "war.deal", "war.tie_wager"),
    *("shoe.first_burn", "shoe.dealer_burn"),
)

Decimal = Annotated[str, Meta(description="A number rounded to twelve decimals.")]
FieldValue = str | int | Sequence[str | int]


class SessionChance(Message, frozen=True):
    """A possible result of a session, in primaries."""

    net: ExactNumber
    probability: Decimal


class SessionOdds(Message, frozen=True):
    """How a session of independent rounds can end, with a primary of 1 in each."""

    basis: Annotated[str, Meta(description="What the figures assume.")]
    rounds: int
    expectation: ExactNumber
    standard_deviation: Decimal
    ahead: Decimal
    even: Decimal
    behind: Decimal
    results: list[SessionChance]


class TableOdds(Message, frozen=True, kw_only=True):
    """Every figure of a rule set, as `casinowar odds --json` prints them.

    Exact figures are fractions such as `23138/993023`. Standard deviations, skewness and
    correlations have twelve decimals. A positive edge is the bank's, a negative one the player's.
    """

    version: Annotated[str, Meta(description="The version of casinowar that computed it.")]
    rules: str
    reading: str
    sha256: str
    decks: Annotated[int | str, Meta(description="The number of decks, or `infinite`.")]
    cards: Annotated[
        list[int], Meta(description="How many cards are left of each rank, highest first.")
    ]
    primary: PrimaryFigures
    tie: OptionalWagerFigures
    war_tie: OptionalWagerFigures
    war: WarFigures
    policy: Annotated[PolicyFigures | None, Meta(description="Always null here.")]
    decisions: Annotated[
        list[TieHandFigures], Meta(description="The worth of each decision on a tie, by rank.")
    ]
    covariance: PairFigures
    correlation: PairFigures
    bank: BankFigures
    largest_return: Annotated[
        int | None,
        Meta(description="The most a round can return at the limits, in whole cents."),
    ]
    exposure: ExposureFigures
    gone: Annotated[str, Meta(description="The cards that have left the shoe.")]
    session: (
        Annotated[
            SessionOdds | None,
            Meta(
                description="How the session can end, if `rounds` is given; null if it has too "
                "many different results."
            ),
        ]
        | UnsetType
    ) = UNSET


class ExploredField(Message, frozen=True, rename={"is_": "is"}):
    """A field of a rule file that you can change."""

    field: str
    means: str
    is_: Annotated[FieldValue, Meta(description="Its value here.")]
    was: Annotated[FieldValue, Meta(description="Its value in the rule file.")]
    words: Annotated[tuple[str, ...], Meta(description="The words to choose from, if it has some.")]
    by: Annotated[tuple[str, ...], Meta(description="The clauses behind it.")]


class ExploredOdds(TableOdds, frozen=True, kw_only=True):
    """Every figure of a rule set with your changes, and the fields that you can change."""

    fields: list[ExploredField]


class ComparedRow(Message, frozen=True):
    """A rule set under one reading."""

    rules: str
    reading: str
    facts: Annotated[tuple[str, ...], Meta(description="The cells, in the order of `columns`.")]
    differs: Annotated[
        tuple[bool, ...], Meta(description="Whether a cell differs from the most common value.")
    ]


class RuleComparison(Message, frozen=True):
    """The built-in rule sets side by side."""

    columns: Annotated[
        tuple[str, ...],
        Meta(
            description="The facts compared; a name with a dot is a field of the rule file that "
            "differs and that no other column states."
        ),
    ]
    rows: list[ComparedRow]


@lru_cache(maxsize=256)
def price(rules: RuleSet, decks: str, gone: str, rounds: int) -> TableOdds:
    """Every figure of a rule set; without the cards in `gone`, and with a session of `rounds`."""
    sheet, number = sheet_of(rules, decks or None, gone or None)
    return TableOdds(
        version=__version__,
        **price_json(sheet, number),
        gone=gone,
        session=_session(sheet, rounds) if rounds else UNSET,
    )


def _session(sheet: Sheet, rounds: int) -> SessionOdds | None:
    if lattice(sheet.primary).span * rounds >= MOST_RESULTS:
        return None
    played = exact_session(sheet.primary, rounds)
    return SessionOdds(
        basis=f"independent rounds with a primary of 1, {usual_play(sheet)}",
        rounds=rounds,
        expectation=text(played.mean),
        standard_deviation=decimal(root(played.variance)),
        ahead=decimal(played.ahead),
        even=decimal(played.even),
        behind=decimal(played.behind),
        results=[
            SessionChance(text(net), decimal(probability)) for net, probability in played.results()
        ],
    )


def explore(
    file: RuleFile, reading: str, changes: Mapping[str, Value], decks: str, rounds: int
) -> ExploredOdds:
    """The price of a rule set with some fields changed, and the fields that can be changed."""
    rules = changed_rules(file, reading or None, changes)
    fields = [
        ExploredField(
            field=name,
            means=TERMS[name].means,
            is_=changes.get(name, was),
            was=was,
            words=TERMS[name].allowed_words,
            by=file.cites(name, rules.reading),
        )
        for name, was in written_fields(file, rules.reading).items()
        if name in _EXPLORED or (name.startswith("pays.") and name != "pays.odd_cent")
    ]
    return ExploredOdds(**structs.asdict(price(rules, decks, "", rounds)), fields=fields)


@lru_cache(maxsize=1)
def comparison() -> RuleComparison:
    """Every built-in rule set under every reading, and where it differs from most others."""
    files = [load_rules(name) for name in builtin_names()]
    found = compare(file.rules(reading.name) for file in files for reading in file.readings)
    return RuleComparison(
        found.columns,
        [
            ComparedRow(row.rules, row.reading, row.facts, differs)
            for row, differs in zip(found.rows, found.unusual(), strict=True)
        ],
    )
