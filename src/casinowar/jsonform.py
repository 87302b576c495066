"""Actions and events as JSON: an object with its ``type`` and every field, and nothing else.

``{"type": "place_bet", "player": "ann", "seat": 1, "wager": "primary", "amount": 500}``

The form is read off the records themselves (`casinowar.actions`, `casinowar.events`), so that
each of them has one. It holds texts, whole numbers and lists only, and no field is ever left out:
one value has one text, which can be hashed and reads the same in every language.
"""

import json
import re
from dataclasses import fields
from numbers import Real
from typing import Any, Literal, get_args, get_origin, get_type_hints

from casinowar.actions import Action
from casinowar.cards import Card, parse_card
from casinowar.errors import NotationError
from casinowar.events import Event

Json = dict[str, Any]

MOST_NUMBER = 2**53 - 1
"""The largest whole number, of either sign, that every reader of JSON has exactly."""

_SHOWN = 40


def type_name(kind: type) -> str:
    """The name of a record in JSON: ``place_bet`` for `PlaceBet`."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", kind.__name__).lower()


def _fields_of(kind: type) -> dict[str, Any]:
    hints = get_type_hints(kind)
    return {field.name: hints[field.name] for field in fields(kind)}


KINDS: dict[str, type] = {type_name(kind): kind for kind in (*get_args(Action), *get_args(Event))}
"""Every action and event by its name in JSON."""

FIELDS: dict[str, dict[str, Any]] = {name: _fields_of(kind) for name, kind in KINDS.items()}
"""The fields of each, with their types."""


def to_json(thing: Action | Event) -> Json:
    """The JSON object of an action or an event."""
    name = type_name(type(thing))
    if KINDS.get(name) is not type(thing):
        raise NotationError(f"{_show(thing)} is neither an action nor an event")
    written: Json = {"type": name}
    for field, kind in FIELDS[name].items():
        value = getattr(thing, field)
        written[field] = _write(value)
        if _read(name, field, kind, written[field]) != value:
            raise _wrong(name, field, kind, value)
    return written


def from_json(value: object) -> Action | Event:
    """The action or event of a JSON object; what is not exactly in this form is refused."""
    if not isinstance(value, dict) or "type" not in value:
        raise NotationError(f"{_show(value)} is not an object with a type, as place_bet")
    name = value["type"]
    if not isinstance(name, str) or name not in KINDS:
        raise NotationError(f"type: {_show(name)} is no action or event, as place_bet is")
    known = FIELDS[name]
    for field in value:
        if field != "type" and field not in known:
            has = f"its fields are {', '.join(known)}" if known else "it has none"
            raise NotationError(f"{name}: there is no field {_show(field)}; {has}")
    for field, kind in known.items():
        if field not in value:
            raise NotationError(f"{name}.{field} is missing: it is {_right(kind)}")
    read = {field: _read(name, field, kind, value[field]) for field, kind in known.items()}
    made: Action | Event = KINDS[name](**read)
    return made


def format_json(thing: Action | Event) -> str:
    """The one JSON text of an action or an event: no blanks, the fields in their order, ASCII."""
    return json.dumps(to_json(thing), separators=(",", ":"))


def parse_json(text: str) -> Action | Event:
    """The action or event of a JSON text; blanks and the order of the fields do not matter."""
    try:
        value = json.loads(text, object_pairs_hook=_object)
    except (ValueError, RecursionError) as error:
        raise NotationError(f"{_show(text)} is not JSON: {error}") from None
    return from_json(value)


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    made = dict(pairs)
    if len(made) < len(pairs):
        raise ValueError("a field is given twice")
    return made


def _write(value: object) -> object:
    match value:
        case Card():
            return str(value)
        case tuple():
            return [_write(item) for item in value]
        case _:
            return value


def _read(name: str, field: str, kind: Any, value: object) -> object:
    if get_origin(kind) is tuple and isinstance(value, list):
        return tuple(_read(name, field, get_args(kind)[0], item) for item in value)
    if kind is Card and isinstance(value, str):
        return _read_card(name, field, value)
    if (
        (kind is int and type(value) is int and abs(value) <= MOST_NUMBER)
        or (kind is str and isinstance(value, str) and _is_text(value))
        or (get_origin(kind) is Literal and isinstance(value, str) and value in get_args(kind))
    ):
        return value
    raise _wrong(name, field, kind, value)


def _read_card(name: str, field: str, text: str) -> Card:
    try:
        card = parse_card(text)
    except NotationError:
        raise _wrong(name, field, Card, text) from None
    if str(card) != text:
        raise NotationError(f"{name}.{field}: {_show(text)} is written {str(card)!r} here")
    return card


def _is_text(value: str) -> bool:
    """Whether it can be written as UTF-8; half of a surrogate pair cannot."""
    return value.isascii() or not any("\ud800" <= letter <= "\udfff" for letter in value)


def _wrong(name: str, field: str, kind: Any, value: object) -> NotationError:
    return NotationError(f"{name}.{field}: {_show(value)} is not {_right(kind)}")


def _right(kind: Any) -> str:
    """What would be right for a field of this type."""
    if get_origin(kind) is tuple:
        return f"a list, each of it {_right(get_args(kind)[0])}"
    if get_origin(kind) is Literal:
        return f"one of {', '.join(map(repr, get_args(kind)))}"
    if kind is Card:
        return "a card, as '9h' or '9'"
    return "a whole number within 2**53" if kind is int else "a text"


def _show(value: object) -> str:
    """A value in the words of JSON, short whatever it is."""
    match value:
        case bool() | None:
            return json.dumps(value)
        case str():
            return repr(value) if len(value) <= _SHOWN else f"{value[:_SHOWN]!r}..."
        case int() if abs(value) > MOST_NUMBER:
            return "a number of this size"
        case Real():
            return str(value)
        case list() | tuple():
            return "a list"
        case dict():
            return "an object"
        case _:
            return f"a {type(value).__name__}"
