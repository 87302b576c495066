"""Records of data (`Options`, `Bet`, `Shoe` …) as JSON objects of whole numbers and texts.

Read off the fields' types, as `casinowar.jsonform` does for actions and events. A card is its
text, a truth is 0 or 1, what is `None` is left out, and what is JSON already stays as it is.
"""

from dataclasses import fields, is_dataclass
from functools import lru_cache
from types import NoneType
from typing import Any, Literal, TypeVar, cast, get_args, get_origin, get_type_hints

from casinowar.cards import Card, parse_card
from casinowar.errors import NotationError, RecordError
from casinowar.record.canonical import Json

T = TypeVar("T")


def to_plain(record: object) -> Json:
    """The JSON object of a dataclass or a named tuple."""
    kind: Any = type(record)
    written = {name: getattr(record, name) for name in _fields(kind)}
    return {name: _write(value) for name, value in written.items() if value is not None}


def from_plain(kind: type[T], value: object, where: str) -> T:
    """The record of a JSON object; what is not exactly in this form is refused."""
    known = _fields(cast(Any, kind))
    if not isinstance(value, dict):
        raise RecordError(f"{where} is not an object")
    for name in value:
        if name not in known:
            raise RecordError(f"{where} has no field {name[:40]!r}: it has {', '.join(known)}")
    read = {}
    for name, field in known.items():
        if name in value:
            read[name] = _read(_without_none(field), value[name], f"{where}.{name}")
        elif NoneType in get_args(field):
            read[name] = None
        else:
            raise RecordError(f"{where}.{name} is missing")
    return kind(**read)


@lru_cache(maxsize=64)
def _fields(kind: Any) -> dict[str, Any]:
    hints = get_type_hints(kind)
    names = [field.name for field in fields(kind)] if is_dataclass(kind) else kind._fields
    return {name: hints[name] for name in names}


def _without_none(kind: Any) -> Any:
    """The type of a value that is there, of a field that may be without one."""
    left = [argument for argument in get_args(kind) if argument is not NoneType]
    return left[0] if NoneType in get_args(kind) else kind


def _write(value: object) -> object:
    match value:
        case Card():
            return str(value)
        case bool():
            return int(value)
        case int() | str() | dict():
            return value
        case tuple() if not hasattr(value, "_fields"):
            return [_write(item) for item in value]
        case _:
            return to_plain(value)


def _read(kind: Any, value: object, where: str) -> object:
    if get_origin(kind) is tuple:
        if not isinstance(value, list):
            raise RecordError(f"{where} is not a list")
        return tuple(_read(get_args(kind)[0], item, where) for item in value)
    if get_origin(kind) is dict:
        if not isinstance(value, dict):
            raise RecordError(f"{where} is not an object")
        return value
    if kind is Card:
        return read_card(value, where)
    if kind is bool:
        if type(value) is int and value in (0, 1):
            return value == 1
        raise RecordError(f"{where} is neither 0 nor 1")
    if get_origin(kind) is Literal:
        if value in get_args(kind):
            return value
        raise RecordError(f"{where} is none of {', '.join(map(repr, get_args(kind)))}")
    if kind in (int, str):
        if type(value) is kind:
            return value
        raise RecordError(f"{where} is not {'a whole number' if kind is int else 'a text'}")
    return from_plain(kind, value, where)


def read_card(value: object, where: str) -> Card:
    """The card of its one text, such as ``9h`` or ``9``."""
    try:
        card = parse_card(value) if isinstance(value, str) else None
    except NotationError:
        card = None
    if card is None or str(card) != value:
        raise RecordError(f"{where} is not a card, as '9h' or '9'")
    return card
