"""Reads and writes dataclasses and named tuples as JSON, by the types of their fields.

`casinowar.record.codec.names` gives the names of the fields; their types come from the classes. A
card becomes its text, a bool 0 or 1; a field that is `None` is left out, and JSON objects stay as
they are. `form_of` says for each type how it is written, how it is read, and what its canonical
text is.
"""

import json
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from functools import lru_cache, partial
from numbers import Real
from types import NoneType
from typing import Any, Literal, NamedTuple, TypeVar, cast, get_args, get_origin, get_type_hints

from casinowar.cards import Card, parse_card
from casinowar.errors import NotationError, RecordError
from casinowar.record.codec.canonical import MOST_NUMBER, Json, canonical, is_utf8, quoted
from casinowar.record.codec.names import field_names

T = TypeVar("T")

_SHOWN = 40

_NUMBER, _TEXT = "a whole number within 2**53", "a text"
_CARD, _OBJECT = "a card, as '9h' or '9'", "an object"


class Misfit(Exception):
    """A value of the wrong form; the message continues its place: ``.seat: 'x' is not ...``."""


class TypeForm(NamedTuple):
    """How values of one type are written and read."""

    right: str
    """What a right value is, in words."""
    write: Callable[[Any], object]
    read: Callable[[Any], object]
    """Raises `Misfit` for a value that is not exactly of this form."""
    gap: str
    """The placeholder for the value in a template of canonical text."""
    text: Callable[[Any], object]
    """Makes what fills the placeholder."""


class FieldForm(NamedTuple):
    """A field of a class, as written in JSON."""

    attribute: str
    kind: Any
    """The type of the value if it is not `None`."""
    form: TypeForm
    may_lack: bool
    """Whether the field may be `None`, and is then left out."""


def to_plain(record: object) -> Json:
    """The JSON object of a dataclass or a named tuple."""
    known = fields_of(cast(Any, type(record)))
    held = ((name, field, getattr(record, field.attribute)) for name, field in known.items())
    return {name: field.form.write(value) for name, field, value in held if value is not None}


def from_plain(kind: type[T], value: object, where: str) -> T:
    """Read a dataclass or named tuple from a JSON object of exactly this form.

    `where` names the place of the object in error messages.
    """
    try:
        return cast(T, form_of(cast(Any, kind)).read(value))
    except Misfit as misfit:
        raise RecordError(f"{where}{misfit}") from None


def read_card(value: object, where: str) -> Card:
    """Read a card from its text, such as ``9h`` or ``9``."""
    return from_plain(Card, value, where)


@lru_cache(maxsize=256)
def form_of(kind: Any) -> TypeForm:
    """How values of this type are written and read."""
    origin, arguments = get_origin(kind), get_args(kind)
    if kind is int:
        return TypeForm(_NUMBER, _same, _reader(_NUMBER, _is_number), "%d", _number_text)
    if kind is str:
        return TypeForm(_TEXT, _same, _reader(_TEXT, _is_text), "%s", _quoted)
    if kind is Card:
        return TypeForm(_CARD, _write_card, _read_card, '"%s"', str)
    if kind is bool:
        return _form("0 or 1", int, _read_truth)
    if origin is Literal:
        right = f"one of {', '.join(map(repr, arguments))}"
        read = _reader(right, lambda value: isinstance(value, str) and value in arguments)
        return TypeForm(right, _same, read, '"%s"', str)
    if origin is tuple:
        return _list_form(form_of(arguments[0]))
    if origin is dict:
        return _form(_OBJECT, _same, _reader(_OBJECT, _is_object))
    return _form(_OBJECT, to_plain, partial(_read_record, kind))


@lru_cache(maxsize=256)
def fields_of(kind: Any) -> dict[str, FieldForm]:
    """The fields of a class, by their names in JSON."""
    hints = get_type_hints(kind)
    if is_dataclass(kind):  # a field that comparisons ignore is not written either
        held = [each.name for each in fields(kind) if each.compare]
    else:
        held = list(kind._fields)
    found = {}
    for name, attribute in zip(field_names(kind, held), held, strict=True):
        there = [each for each in get_args(hints[attribute]) if each is not NoneType]
        may_lack = NoneType in get_args(hints[attribute])
        its = there[0] if may_lack else hints[attribute]
        found[name] = FieldForm(attribute, its, form_of(its), may_lack)
    return found


def read_fields(kind: Any, value: Json, *, beside: str | None = None) -> list[object]:
    """Read the fields of a class from a JSON object; besides them it may only have `beside`."""
    known = fields_of(kind)
    for name in value:
        if name not in known and name != beside:
            has = f"its fields are {', '.join(known)}" if known else "it has no fields"
            raise Misfit(f": there is no field {show(name)}; {has}")
    read: list[object] = []
    for name, field in known.items():
        if name in value:
            try:
                read.append(field.form.read(value[name]))
            except Misfit as misfit:
                raise Misfit(f".{name}{misfit}") from None
        elif field.may_lack:
            read.append(None)
        else:
            raise Misfit(f".{name} is missing: it must be {field.form.right}")
    return read


def checked_fields(record: object) -> Json:
    """`to_plain`, but raises `Misfit` for a field that would not read back equal."""
    written: Json = {}
    for name, field in fields_of(cast(Any, type(record))).items():
        value = getattr(record, field.attribute)
        written[name] = field.form.write(value)
        try:
            is_same = field.form.read(written[name]) == value
        except Misfit as misfit:
            raise Misfit(f".{name}{misfit}") from None
        if not is_same:
            raise Misfit(f".{name}{_misfit(value, field.form.right)}")
    return written


def template(kind: Any, name: str) -> tuple[str, list[tuple[str, Callable[[Any], object]]]]:
    """A template of the canonical text of a class, and what fills each placeholder."""
    known = dict(sorted(fields_of(kind).items()))
    pieces = {field: each.form.gap for field, each in known.items()} | {"type": f'"{name}"'}
    text = ",".join(f'"{field}":{pieces[field]}' for field in sorted(pieces))
    return f"{{{text}}}", [(each.attribute, each.form.text) for each in known.values()]


def show(value: object) -> str:
    """A short text for any value, in the terms of JSON."""
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


def _form(right: str, write: Callable[[Any], object], read: Callable[[Any], object]) -> TypeForm:
    return TypeForm(right, write, read, "%s", lambda value: canonical(write(value)).decode())


def _list_form(item: TypeForm) -> TypeForm:
    right, gap = f"a list, each item {item.right}", item.gap

    def write(value: object) -> object:
        return [item.write(each) for each in value] if isinstance(value, tuple) else value

    def read(value: object) -> object:
        if isinstance(value, list):
            return tuple([item.read(each) for each in value])
        raise _misfit(value, right)

    def text(value: tuple[object, ...]) -> str:
        return f"[{','.join([gap % item.text(each) for each in value])}]"

    return TypeForm(right, write, read, "%s", text)


def _read_record(kind: Any, value: object) -> object:
    if isinstance(value, dict):
        return kind(*read_fields(kind, value))
    raise _misfit(value, _OBJECT)


def _reader(right: str, is_right: Callable[[object], bool]) -> Callable[[object], object]:
    """A reader for values that JSON holds unchanged."""

    def read(value: object) -> object:
        if is_right(value):
            return value
        raise _misfit(value, right)

    return read


def _misfit(value: object, right: str) -> Misfit:
    return Misfit(f": {show(value)} is not {right}")


def _same(value: object) -> object:
    return value


def _is_number(value: object) -> bool:
    return type(value) is int and -MOST_NUMBER <= value <= MOST_NUMBER


def _is_text(value: object) -> bool:
    return isinstance(value, str) and is_utf8(value)


def _is_object(value: object) -> bool:
    return isinstance(value, dict)


def _read_truth(value: object) -> bool:
    if type(value) is int and value in (0, 1):
        return value == 1
    raise _misfit(value, "0 or 1")


def _write_card(value: object) -> object:
    return str(value) if isinstance(value, Card) else value


def _read_card(value: object) -> Card:
    try:
        card = parse_card(value) if isinstance(value, str) else None
    except NotationError:
        card = None
    if card is None:
        raise _misfit(value, _CARD)
    if str(card) != value:
        raise Misfit(f": {show(value)} must be written {str(card)!r} here")
    return card


def _number_text(value: object) -> int:
    if isinstance(value, int) and -MOST_NUMBER <= value <= MOST_NUMBER:
        return value
    raise RecordError(f"{value!r:.40} is not {_NUMBER}")


def _quoted(value: object) -> str:
    if isinstance(value, str):
        return quoted(value)
    raise RecordError(f"{value!r:.40} is not {_TEXT}")
