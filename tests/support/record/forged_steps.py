"""Forgeries of the steps that a later shoe's file has beside its entries, and of what they lead to.

Each is a place among the steps, where -1 is the shoe's first entry, a field, and what it is changed
to; a function makes it from what the step before has, and none means that the field is gone.
"""

from collections.abc import Callable
from typing import Any

from tests.support.record.shoes import Json, relinked

Forgery = tuple[int, str, object]


def same(before: Any) -> Any:
    """What the step before has in this field."""
    return before


LINKS: list[Forgery] = [
    (0, "seq", 0),
    (0, "seq", 1),
    (1, "seq", same),
    (3, "seq", 2),
    (0, "prev", None),
    (0, "prev", "xyz"),
    (0, "prev", "A" * 64),
    (0, "prev", "1" * 65),
    (0, "prev", 7),
    (0, "prev", ["1" * 64]),
    (2, "prev", "1" * 64),
    (3, "prev", same),
    (-1, "prev", None),
    (-1, "prev", ""),
    (-1, "prev", "1" * 64),
]
"""Numbers that do not ascend, and hashes that are none, or not those of the entry before."""

FRAMES: list[Forgery] = [
    (0, "at", -5),
    (0, "at", "<b>"),
    (2, "at", []),
    (1, "who", 7),
    (1, "who", ""),
    (4, "who", "w" * 201),
]
"""Who acted, and when, as no entry tells it."""


def forge_step(file: Json, place: int, field: str, value: object | Callable[[Any], Any]) -> int:
    """Forge a file, and make its chain whole again; the entry that is wrong now."""
    steps, first = file["steps"], file["entries"][0]
    entry = [*steps, first][place]
    if value is None:
        del entry[field]
    else:
        entry[field] = value(steps[place - 1][field]) if callable(value) else value
    for step, named in zip(steps, first["steps"], strict=True):
        named["seq"] = step["seq"]
    relinked(file)
    seq: int = entry["seq"]
    return seq
