"""Says in words how an entry differs from the one that should be in its place."""

from collections.abc import Iterator
from itertools import zip_longest
from typing import cast, get_args

from casinowar.errors import NotationError
from casinowar.game.describe import describe
from casinowar.game.events import Event
from casinowar.record.codec.canonical import Json, canonical
from casinowar.record.codec.events import from_json

_SHOWN = 60
_NOTHING = object()
"""Marks the end of the shorter list; `None` will not do, as a wrong entry may hold null."""


def first_difference(due: Json, found: Json) -> str:
    """The first difference between the entry that is due and the one found."""
    place, right, wrong = next(_differences(due, found, ""))
    events = due.get("events")
    if place.startswith("events") and events is not None and events != found.get("events"):
        return _in_events(events, found.get("events"))
    if right is None:
        return f"it must not have {place}"
    if wrong is None:
        return f"{place} is missing"
    return f"{place} is {_show(wrong)}, but {_show(right)} is right"


def _differences(due: object, found: object, place: str) -> Iterator[tuple[str, object, object]]:
    """Every place where two values differ, with both values; `None` if one is missing.

    The hash comes last, since it differs whenever anything else does.
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
    """The first event that differs from the right one."""
    if not isinstance(found, list):
        return "events is not a list"
    pairs = enumerate(zip_longest(due, found, fillvalue=_NOTHING), 1)
    number, (right, wrong) = next(pair for pair in pairs if pair[1][0] != pair[1][1])
    told, follows = (
        "nothing more" if event is _NOTHING else _tell(event) for event in (wrong, right)
    )
    return f"event {number}: the record has {told}, but by the rules it must be {follows}"


def _tell(event: object) -> str:
    """An event in words and in quotes; anything else as JSON."""
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
