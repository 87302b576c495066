"""Prices over HTTP: of a table, of a rule set with changes, and of all built-in rule sets."""

import re
from typing import Annotated

import msgspec
from msgspec import Meta, field

from casinowar.errors import RuleError
from casinowar.house.messages import Message
from casinowar.house.rules.prices import MOST_ROUNDS, ExploredOdds, RuleComparison, TableOdds
from casinowar.house.services import Services
from casinowar.rules.variant import Value
from casinowar.web.http.operations import Call, Operation

MOST_CHANGES = 20

Rounds = Annotated[
    int,
    Meta(
        ge=0,
        le=MOST_ROUNDS,
        description="Adds how a session with this many rounds can end; 0 adds nothing.",
    ),
]
_CHANGE = re.compile(r"([^:]+):(.*)", re.DOTALL)


class TableOddsQuery(Message, frozen=True):
    """Which price of a table."""

    gone: Annotated[
        str,
        Meta(max_length=4000, description="Cards that have left the shoe, such as `9h K A 5x3`."),
    ] = ""
    rounds: Rounds = 0


class ExploreQuery(Message, frozen=True):
    """Which price of a rule set."""

    rules: Annotated[
        str,
        Meta(
            min_length=1,
            max_length=64,
            description="A built-in rule set by its id, or a rule file of this house by SHA-256.",
        ),
    ]
    reading: Annotated[
        str, Meta(max_length=64, description="The reading; empty for the default one.")
    ] = ""
    decks: Annotated[
        str,
        Meta(max_length=64, description="The number of decks, or `infinite`; empty for the usual."),
    ] = ""
    changes: Annotated[
        list[Annotated[str, Meta(max_length=200)]],
        Meta(
            max_length=MOST_CHANGES,
            description="A field and its new value, such as `pays.equal.tie:11 to 1`. "
            "Write a list as JSON.",
        ),
    ] = field(name="set", default_factory=list)
    rounds: Rounds = 0


def operations(services: Services) -> list[Operation]:
    """The requests about prices."""
    return [*_of_tables(services), *_of_rules(services)]


def _of_tables(services: Services) -> list[Operation]:
    rules = services.rules

    async def table_odds(call: Call[None, TableOddsQuery]) -> TableOdds:
        query = call.query
        return await rules.price_table(
            call.caller_if_known, call.table_id, query.gone, query.rounds
        )

    return [
        Operation(
            "get_table_odds",
            "GET",
            "/api/tables/{table_id}/odds",
            table_odds,
            tag="rules and odds",
            summary="Price a table exactly.",
            description="From a fresh shoe, or without the cards that are `gone`.",
            query=TableOddsQuery,
            answer=TableOdds,
            answer_is="Every figure.",
            access="known",
            refuses=(409,),
        ),
    ]


def _of_rules(services: Services) -> list[Operation]:
    rules = services.rules

    async def explored_odds(call: Call[None, ExploreQuery]) -> ExploredOdds:
        query = call.query
        changes = parse_changes(query.changes)
        return await rules.explore(query.rules, query.reading, changes, query.decks, query.rounds)

    async def comparison(_: Call[None, None]) -> RuleComparison:
        return await rules.compare()

    return [
        Operation(
            "explore_odds",
            "GET",
            "/api/odds",
            explored_odds,
            tag="rules and odds",
            summary="Price a rule set exactly, with changes of yours.",
            description="Change the decks with `decks` and other fields with `set`. If the result "
            "could not be played, it is refused, and the reason says what is wrong.",
            query=ExploreQuery,
            answer=ExploredOdds,
            answer_is="Every figure, and the fields that you can change.",
            access="public",
            refuses=(404, 409),
        ),
        Operation(
            "compare_rules",
            "GET",
            "/api/comparison",
            comparison,
            tag="rules and odds",
            summary="Compare the built-in rule sets.",
            description="A row for each reading of each rule set.",
            answer=RuleComparison,
            answer_is="A row for each reading.",
            access="public",
        ),
    ]


def parse_changes(given: list[str]) -> dict[str, Value]:
    """The changes in a query, each written as ``field:value``."""
    changes: dict[str, Value] = {}
    for each in given:
        match = _CHANGE.fullmatch(each)
        if match is None:
            raise RuleError(f"set: {each[:60]!r} is not a change; write field:value")
        name = match[1].strip()
        if name in changes:
            raise RuleError(f"set: {name[:60]!r} is changed twice; change it once")
        changes[name] = _value(match[2].strip())
    return changes


def _value(text: str) -> Value:
    """A list of texts if it is written as JSON, else a whole number, else a text."""
    if re.fullmatch("[0-9]{1,6}", text, re.ASCII):
        return int(text)
    if not text.startswith("["):
        return text
    try:
        return msgspec.json.decode(text, type=list[str])
    except msgspec.ValidationError:
        raise RuleError(f"set: {text[:60]!r} is not a list of texts") from None
    except (msgspec.DecodeError, RecursionError):
        raise RuleError(f"set: {text[:60]!r} is not a list; write it as JSON") from None
