"""The JSON Schema of a record: its entries, and every action, event and need in JSON.

It is made from the classes themselves, so it cannot say anything else than the code that writes
them. It is JSON Schema 2020-12, as OpenAPI 3.1 has it, and belongs below `components/schemas`.
"""

from collections.abc import Iterable, Mapping
from typing import get_args

from casinowar.fair import PROTOCOL
from casinowar.game.actions import Action, RoundAction
from casinowar.game.decided_wager import DecidedWager
from casinowar.game.events import Event
from casinowar.game.needs import Hand, Need
from casinowar.game.round import Bet
from casinowar.game.table import Bank, Shoe
from casinowar.record.ceremonies import ChainPlace
from casinowar.record.chain import SHOE
from casinowar.record.codec.canonical import MOST_NUMBER, Json
from casinowar.record.codec.class_schema import (
    HASH,
    SHOE_ID,
    class_schema,
    component,
    description,
    number,
    object_schema,
    one_of,
    properties,
    ref,
    several,
    tagged_schema,
    text,
)
from casinowar.record.codec.names import type_name
from casinowar.record.entry import ACTION, MOST_WHO
from casinowar.record.header import FORMAT, HEADER, ID_PATTERN
from casinowar.record.state import BankedBefore, RoundState, TableState
from casinowar.record.steps import STEPS
from casinowar.rules.model import Limit
from casinowar.rules.options import Options

_PARTS: tuple[type, ...] = (
    Options,
    Limit,
    TableState,
    Shoe,
    Bank,
    Bet,
    RoundState,
    BankedBefore,
    ChainPlace,
    Hand,
    DecidedWager,
)
"""The classes inside entries and needs."""


def schemas(beside_need: Mapping[str, Json] | None = None) -> dict[str, Json]:
    """Every schema by its name: `Entry`, `Action`, `Event`, `Need`, and what they consist of.

    `beside_need` are properties that each need has beside its own, such as a sentence in words.
    """
    return {
        **_entries(),
        "Action": _union("Everything that can be done to a table.", get_args(Action)),
        "RoundAction": _union("What can be done in a round.", get_args(RoundAction)),
        **_tagged(get_args(Action)),
        "Event": _union("Everything that can happen at a table.", get_args(Event)),
        **_tagged(get_args(Event)),
        "Need": _union("What a table waits for.", get_args(Need)),
        **_tagged(get_args(Need), beside_need),
        **{component(kind): class_schema(kind) for kind in _PARTS},
    }


def _union(says: str, kinds: Iterable[type]) -> Json:
    return one_of(says, "type", {type_name(kind): component(kind) for kind in kinds})


def _tagged(kinds: Iterable[type], beside: Mapping[str, Json] | None = None) -> dict[str, Json]:
    return {component(kind): tagged_schema(kind, beside) for kind in kinds}


def _entries() -> dict[str, Json]:
    """The schema of each kind of entry, and of any."""
    names = {HEADER: "TableEntry", SHOE: "ShoeEntry", ACTION: "ActionEntry"}
    names |= {kind: f"{step.__name__}Entry" for kind, step in STEPS.items()}
    made = {
        HEADER: _entry(
            HEADER,
            "The header: a table, its rules and its options.",
            _header(),
            optional=("practice",),
        ),
        SHOE: _entry(SHOE, "The first entry of a shoe, from which it can be replayed.", _shoe()),
        ACTION: _entry(
            ACTION,
            "An action and everything that it caused, in order.",
            {"action": ref("Action"), "events": several(ref("Event"))},
        ),
        **{kind: _entry(kind, description(step), properties(step)) for kind, step in STEPS.items()},
    }
    says = "An entry of a table's record, linked to the one before by its hash."
    return {
        "Entry": one_of(says, "kind", names),
        **{names[kind]: schema for kind, schema in made.items()},
    }


def _entry(kind: str, says: str, body: Mapping[str, Json], optional: tuple[str, ...] = ()) -> Json:
    """The schema of one kind of entry: the fields of every entry, and its own."""
    frame: dict[str, Json] = {
        "seq": number("Its number in the record, without a gap."),
        "kind": {"type": "string", "const": kind},
        "prev": {**HASH, "description": "The hash of the entry before; zeros in the first."},
        "hash": {**HASH, "description": "The SHA-256 of the entry's canonical JSON without it."},
        "at": {**number("When; a house writes milliseconds since 1970."), "maximum": MOST_NUMBER},
        "who": text("Who acted.", minLength=1, maxLength=MOST_WHO),
    }
    return object_schema(says, {**frame, **body}, optional=("at", "who", *optional))


def _header() -> dict[str, Json]:
    return {
        "format": {"type": "string", "const": FORMAT},
        "table": text("The table's id.", pattern=f"^{ID_PATTERN}$"),
        "rules": text("The id of its rule set."),
        "reading": text("How its rules are read."),
        "sha256": {**HASH, "description": "The SHA-256 of its rule file."},
        "fair": {
            "type": "string",
            "enum": [PROTOCOL, ""],
            "description": "How its shoes are shuffled; empty if by hand.",
        },
        "options": ref(component(Options)),
        "practice": {
            "type": "integer",
            "const": 1,
            "description": "Only in the header of a practice table.",
        },
    }


def _shoe() -> dict[str, Json]:
    return {
        "shoe": SHOE_ID,
        "table": {**HASH, "description": "The hash of the header."},
        "steps": several(ref(component(ChainPlace))),
        "state": ref(component(TableState)),
    }
