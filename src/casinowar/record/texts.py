"""Actions and events as canonical JSON, written at once: a record has very many of them.

The text is that of `casinowar.jsonform.to_json` by `casinowar.record.canonical`, made from a
template for each kind instead of being built as an object and sorted. Tables see the same cards,
wagers and settlements again and again, so texts are remembered.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Literal, get_origin

from casinowar.actions import Action
from casinowar.cards import Card
from casinowar.errors import RecordError
from casinowar.events import Event
from casinowar.jsonform import FIELDS, KINDS
from casinowar.record.canonical import MOST_NUMBER, canonical

Write = Callable[[Any], object]


@lru_cache(maxsize=1 << 14)
def text_of(thing: Action | Event) -> str:
    """The canonical JSON of an action or an event."""
    template, writers = _TEMPLATES[type(thing)]
    return template % tuple([write(getattr(thing, field)) for field, write in writers])


def quoted(text: str) -> str:
    """A text in the quotes of JSON."""
    return canonical(text).decode()


def _number(value: object) -> int:
    if isinstance(value, int) and -MOST_NUMBER <= value <= MOST_NUMBER:
        return value
    raise RecordError(f"{value!r:.40} is not a whole number within 2**53")


def _text(value: object) -> str:
    if isinstance(value, str):
        return quoted(value)
    raise RecordError(f"{value!r:.40} is not a text")


def _cards(value: tuple[Card, ...]) -> str:
    return "[" + ",".join([f'"{card}"' for card in value]) + "]"


def _form(kind: Any) -> tuple[str, Write]:
    """How a field of a type is written: its place in a template, and what is put there."""
    if kind is int:
        return "%d", _number
    if kind is str:
        return "%s", _text
    if kind is Card or get_origin(kind) is Literal:
        return '"%s"', str
    assert kind == tuple[Card, ...], f"the form of {kind} is not known"
    return "%s", _cards


def _template(name: str) -> tuple[str, list[tuple[str, Write]]]:
    """The text of a kind with gaps for its fields, and what fills each of them."""
    forms = {field: _form(kind) for field, kind in FIELDS[name].items()}
    pieces = {field: form for field, (form, _) in forms.items()} | {"type": f'"{name}"'}
    template = ",".join(f'"{field}":{pieces[field]}' for field in sorted(pieces))
    return f"{{{template}}}", [(field, forms[field][1]) for field in sorted(forms)]


_TEMPLATES = {kind: _template(name) for name, kind in KINDS.items()}
