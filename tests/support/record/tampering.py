"""Files to tamper with, and what an audit finds in them."""

import json
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import assume
from hypothesis import strategies as st

from casinowar.audit.files import audit_shoe
from casinowar.errors import CasinoWarError, WrongEntry
from casinowar.record.shoefile import ShoeFile, read_shoe
from casinowar.rules.file import load_rules
from tests.support.record.shoes import Json, files_of, written
from tests.support.record.small_house import House

CHANGED = "it was changed: its contents do not match its hash"


@cache
def texts(name: str, seed: int, shoes: int, wildness: float = 0) -> list[str]:
    rules = load_rules(name)
    house = House(rules.rules(), Random(seed), players=3, wildness=wildness).play(shoes)
    house.reveal_server("dealt")
    return files_of(house, rules)


@cache
def three_rounds() -> str:
    """A table that is closed after three rounds."""
    rules = load_rules("washington")
    house = House(rules.rules(), Random(8), players=2)
    house.play(until=lambda: house.table.rounds == 3 and not house.table.playing).close()
    return files_of(house, rules)[0]


def online(shoe: int = 1) -> Json:
    """One round, one shoe: a file small enough to try everything on."""
    file: Json = json.loads(texts("online", 21, 2)[shoe - 1])
    return file


def washington(shoe: int = 1) -> Json:
    """A whole shoe with wars."""
    file: Json = json.loads(texts("washington", 4, 2)[shoe - 1])
    return file


def shoe_of(file: Json) -> ShoeFile:
    return read_shoe(written(file))


def verdict(file: Json) -> tuple[int, str]:
    """The entry that is named, and why."""
    with pytest.raises(WrongEntry) as found:
        audit_shoe(shoe_of(file))
    return found.value.seq, found.value.why


def is_found(file: Json) -> bool:
    return fault(file) is not None


def fault(file: Json) -> CasinoWarError | None:
    """What is found, if anything is."""
    try:
        audit_shoe(shoe_of(file))
    except CasinoWarError as error:
        return error
    return None


def flip(entry: Json, data: st.DataObject) -> list[Any]:
    """Change one number or one text somewhere in an entry; where."""
    path, value = leaf(entry, data)
    holder: Any = entry
    for key in path[:-1]:
        holder = holder[key]
    other = data.draw(
        st.integers(-5, 600) | st.just(value + 1)
        if isinstance(value, int)
        else st.sampled_from(("", "ann", "bob", "9h", "0" * 64, value + "x", value[::-1]))
    )
    assume(other != value)
    holder[path[-1]] = other
    return path


def leaf(entry: Json, data: st.DataObject) -> tuple[list[Any], Any]:
    """A number or a text somewhere in an entry, and the way to it."""
    found: tuple[list[Any], Any] = data.draw(st.sampled_from(list(leaves(entry, []))))
    return found


def leaves(value: Any, path: list[Any]) -> Iterator[tuple[list[Any], Any]]:
    match value:
        case dict():
            for key, inner in value.items():
                yield from leaves(inner, [*path, key])
        case list():
            for key, inner in enumerate(value):
                yield from leaves(inner, [*path, key])
        case _:
            yield path, value


def action(file: Json, kind: str, number: int = 0) -> Json:
    """An entry of a file by the type of its action."""
    found = [e for e in file["entries"] if e["kind"] == "action" and e["action"]["type"] == kind]
    entry: Json = found[number]
    return entry


def step(file: Json, kind: str) -> Json:
    """A step of the file's own shoe."""
    entries = (*file["steps"], *file["entries"])
    entry: Json = next(e for e in entries if e["kind"] == kind and e["shoe"] == file["shoe"])
    return entry
