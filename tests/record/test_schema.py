"""The schema of a record accepts every entry that was ever written, and no changed field."""

import gzip
import json
from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, get_args

import pytest
from jsonschema import Draft202012Validator
from jsonschema.protocols import Validator
from jsonschema.validators import extend

from casinowar.game import needs
from casinowar.game.actions import Action
from casinowar.game.events import Event
from casinowar.game.needs import Need
from casinowar.game.table import need
from casinowar.record.codec.class_schema import component, text
from casinowar.record.codec.names import type_name
from casinowar.record.codec.values import to_plain
from casinowar.record.schema import schemas
from casinowar.record.steps import STEPS
from casinowar.rules.model import RuleSet
from tests.paths import DATA, TESTS
from tests.support.game.playthrough import built_in
from tests.support.game.walk import Walk
from tests.support.record.every_entry import KINDS
from tests.support.record.shoes import GOLDEN

Json = dict[str, Any]

ACTIONS, EVENTS, NEEDS = get_args(Action), get_args(Event), get_args(Need)
EXAMPLES = list(map(json.loads, (DATA / "json-examples.jsonl").read_text("utf-8").splitlines()))
SHOES = sorted(GOLDEN.glob("*.json"))
RECORDS = sorted((TESTS / "v0_1" / "records").glob("*.jsonl.gz"))
BUILT_IN = [pytest.param(rules, id=name) for name, rules in built_in()]


def named_schema(validator: Any, _: Any, instance: Any, schema: Json) -> Iterator[Any]:
    """Check a union against the schema that the discriminator names, as generated clients do.

    The plain check tries all of them, which takes a hundred times as long.
    """
    found = schema["discriminator"]
    value = instance.get(found["propertyName"]) if isinstance(instance, dict) else None
    is_known = isinstance(value, str) and value in found["mapping"]
    schema = {"$ref": found["mapping"][value]} if is_known else {"not": {}}
    yield from validator.descend(instance, schema)


ByName = extend(Draft202012Validator, {"oneOf": named_schema})  # type: ignore[no-untyped-call]


@cache
def validator(name: str, kind: type[Validator] = ByName) -> Validator:
    return kind({"$ref": f"#/components/schemas/{name}", "components": {"schemas": schemas()}})


def check_entries(entries: list[Json]) -> None:
    for entry in entries:
        validator("Entry").validate(entry)


@pytest.mark.parametrize("path", SHOES, ids=lambda path: path.name)
def test_entries_of_a_shoe_file(path: Path) -> None:
    file = json.loads(path.read_bytes())
    check_entries([file["table"], *file["steps"], *file["entries"]])


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.name)
def test_entries_of_a_record(path: Path) -> None:
    check_entries(list(map(json.loads, gzip.decompress(path.read_bytes()).splitlines())))


@pytest.mark.parametrize("hand_dealt", [False, True], ids=["shoe", "hand-dealt"])
@pytest.mark.parametrize("rules", BUILT_IN)
def test_needs(rules: RuleSet, hand_dealt: bool) -> None:
    walk, found = Walk(rules, Random(1), hand_dealt=hand_dealt), set()
    for _ in range(150):
        walk.take(walk.choose())
        found.add(need(walk.table))
    for awaited in found:
        validator("Need").validate({"type": type_name(type(awaited)), **to_plain(awaited)})


def test_it_is_json_schema_and_names_only_what_it_has() -> None:
    made = schemas()
    Draft202012Validator.check_schema({"components": {"schemas": made}})
    names = {name.rpartition("/")[2] for name in references(made)}
    assert names | {"Entry", "Need"} == made.keys()


def references(value: object) -> Iterator[str]:
    """Every reference inside a schema."""
    if isinstance(value, dict):
        if isinstance(value.get("$ref"), str):
            yield value["$ref"]
        for inner in value.values():
            yield from references(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from references(inner)


@pytest.mark.parametrize("union, kinds", [("Action", ACTIONS), ("Event", EVENTS), ("Need", NEEDS)])
def test_every_class_is_in_its_union(union: str, kinds: tuple[type, ...]) -> None:
    made = schemas()
    mapping = made[union]["discriminator"]["mapping"]
    assert {type_name(kind) for kind in kinds} == mapping.keys()
    for kind in kinds:
        reference = f"#/components/schemas/{component(kind)}"
        assert mapping[type_name(kind)] == reference
        assert {"$ref": reference} in made[union]["oneOf"]
        schema = made[component(kind)]
        assert schema["properties"]["type"]["const"] == type_name(kind)
        assert schema["description"].startswith((kind.__doc__ or "")[:20].replace("``", "`"))


def test_every_kind_of_entry_is_in_the_union() -> None:
    assert {"table", "shoe", "action", *STEPS} == {*KINDS} == entry_schemas().keys()


def entry_schemas() -> dict[str, str]:
    found: dict[str, str] = schemas()["Entry"]["discriminator"]["mapping"]
    return found


def test_no_two_schemas_of_a_union_accept_the_same() -> None:
    plain = validator("Entry", Draft202012Validator)
    for entry in KINDS.values():
        plain.validate(entry.body)
    for example in EXAMPLES:
        accepting = [name for name in ("Action", "Event") if accepts(name, example)]
        assert len(accepting) == 1


def accepts(name: str, value: Json) -> bool:
    return bool(validator(name, Draft202012Validator).is_valid(value))


@pytest.mark.parametrize("kind", KINDS)
def test_a_changed_entry_is_refused(kind: str) -> None:
    check_changes("Entry", KINDS[kind].body)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: str(example["type"]))
def test_a_changed_action_or_event_is_refused(example: Json) -> None:
    actions = {type_name(kind) for kind in ACTIONS}
    check_changes("Action" if example["type"] in actions else "Event", example)


def check_changes(name: str, value: Json) -> None:
    validator(name).validate(value)
    for where, changed in changes(value):
        assert not validator(name).is_valid(changed), where


def changes(value: Json) -> Iterator[tuple[str, Json]]:
    """The same with one field of another type or form, one missing, or one too many."""
    for *path, key in paths(value):
        for other in others(key, at(value, path)[key]):
            changed = deepcopy(value)
            at(changed, path)[key] = other
            yield f"{path} {key} is {other!r}", changed
        if isinstance(key, str):
            changed = deepcopy(value)
            at(changed, path)[f"{key}_"] = at(changed, path)[key]
            yield f"{path} has {key} twice", changed
        if isinstance(key, str) and key not in OPTIONAL:
            changed = deepcopy(value)
            del at(changed, path)[key]
            yield f"{path} has no {key}", changed


OPTIONAL = {"at", "who", "round", "authorised", "most_returned", "stake"}
"""Fields that some objects may lack."""

HEX = {"prev", "hash", "seed", "commitment", "sha256"}


def paths(value: Any, before: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where there is something inside a value."""
    keys = list(value) if isinstance(value, dict) else range(len(value))
    for key in keys:
        yield (*before, key)
        if isinstance(value[key], dict | list):
            yield from paths(value[key], (*before, key))


def at(value: Any, path: list[Any]) -> Any:
    for key in path:
        value = value[key]
    return value


def others(key: object, value: object) -> Iterator[object]:
    """Values of the wrong type or form."""
    yield from (None, True, 0.5)
    match value:
        case str():
            yield 7
            if key in HEX:
                yield from (value[1:], f"{value[1:]}A")
        case int():
            yield "7"
            if key not in ("net", "due"):
                yield -1
        case list():
            yield {}
        case _:
            yield []


@pytest.mark.parametrize(
    "name, value",
    [
        ("Action", {"type": "deal", "card": "10h"}),
        ("Action", {"type": "deal", "card": "9x"}),
        ("Action", {"type": "sit", "player": "ann", "seat": 0}),
        ("Action", {"type": "place_bet", "player": "a", "seat": 1, "wager": "war", "amount": 5}),
        ("Event", {"type": "sit", "player": "ann", "seat": 1}),
        ("Event", {"type": "bank_declined", "player": "ann", "by": "dealer"}),
    ],
)
def test_a_wrong_value_is_refused(name: str, value: Json) -> None:
    assert not validator(name).is_valid(value)


def test_needs_can_have_one_property_more() -> None:
    plain, more = schemas(), schemas(beside_need={"says": text("The same in words.")})
    assert plain.keys() == more.keys()
    assert more["BetsNeeded"]["required"] == ["type", "says"]
    names = {component(kind) for kind in NEEDS}
    for name, schema in more.items():
        assert ("says" in schema.get("properties", {})) == (name in names)
        assert name in names or schema == plain[name]


def test_names_do_not_hide_those_of_requests() -> None:
    assert component(needs.Nothing) == "NothingNeeded"
    assert {"Sit", "Bet", "Rule", "Table", "Limit", "Nothing"}.isdisjoint(schemas())
