"""In what an entry differs from the one that should stand in its place, in words."""

from collections.abc import Iterator
from itertools import zip_longest
from typing import cast, get_args

from casinowar.errors import NotationError
from casinowar.events import Event
from casinowar.jsonform import from_json
from casinowar.record.canonical import Json, canonical
from casinowar.words import describe

_SHOWN = 60
_NOTHING = object()
"""Stands where a list has ended: an entry that is wrong may hold anything, also null."""


def first_difference(due: Json, found: Json) -> str:
    """What is wrong in an entry that is not the one due."""
    place, right, wrong = next(_differences(due, found, ""))
    events = due.get("events")
    if place.startswith("events") and events is not None and events != found.get("events"):
        return _in_events(events, found.get("events"))
    if right is None:
        return f"{place} has no place in it"
    if wrong is None:
        return f"{place} is missing in it"
    return f"{place} is {_show(wrong)}, but {_show(right)} is right"


def _differences(due: object, found: object, place: str) -> Iterator[tuple[str, object, object]]:
    """Every place at which two values differ, with both; `None` where one has nothing there.

    The hash comes last: it differs wherever anything does.
    """
    match due, found:
        case dict(), dict():
            names = sorted({*due, *found}, key=lambda name: (name == "hash", name))
            for name in names:
                inner = f"{place}.{name}" if place else name
                yield from _differences(due.get(name), found.get(name), inner)
        case list(), list() if len(due) == len(found):
            for number, pair in enumerate(zip(due, found, strict=True), 1):
                yield from _differences(*pair, f"{place} {number}")
        case _ if due != found:
            yield place, due, found
        case _:
            pass


def _in_events(due: list[object], found: object) -> str:
    """The first event that should be another one."""
    if not isinstance(found, list):
        return "events is not a list"
    pairs = enumerate(zip_longest(due, found, fillvalue=_NOTHING), 1)
    number, (right, wrong) = next(pair for pair in pairs if pair[1][0] != pair[1][1])
    told, follows = (
        "nothing more" if event is _NOTHING else _tell(event) for event in (wrong, right)
    )
    return f"event {number}: recorded is {told}, but by the rules {follows} follows"


def _tell(event: object) -> str:
    """An event in quotes, in words if it is one; where amounts matter they are all told."""
    try:
        read = from_json(event)
    except NotationError:
        return _show(event)
    if not isinstance(read, get_args(Event)):
        return _show(event)
    return f"“{describe(cast(Event, read))}”"


def _show(value: object) -> str:
    text = canonical(value).decode()
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"
