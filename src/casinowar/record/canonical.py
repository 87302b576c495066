"""Canonical JSON: one value has one text, so that everyone who hashes it has the same digest.

Values are texts, whole numbers within 2**53, lists and objects of these; there is no true, false
or null and no fraction. The text has the keys sorted and no blanks, and is UTF-8 with only those
characters escaped that JSON says must be. For such values this is RFC 8785, and in a browser
``JSON.stringify`` of objects whose keys are sorted.
"""

import hashlib
import json
from typing import Any

from casinowar.errors import RecordError

Json = dict[str, Any]

MOST_NUMBER = 2**53 - 1
"""The largest whole number, of either sign, that every reader of JSON has exactly."""

MOST_DEPTH = 100
"""The most lists and objects that are in one another: no reader runs out of room."""

_TOO_LARGE = "a whole number is not within 2**53"

_encode = json.JSONEncoder(
    sort_keys=True, ensure_ascii=False, check_circular=False, separators=(",", ":")
).encode


def canonical(value: object) -> bytes:
    """The one text of a value, as bytes."""
    try:
        return _encode(value).encode()
    except UnicodeEncodeError:
        raise RecordError("half of a surrogate pair cannot be written in UTF-8") from None


def digest(value: object) -> str:
    """The SHA-256 of a value's text, as 64 small hexadecimal digits."""
    return hashlib.sha256(canonical(value)).hexdigest()


def read_object(text: str | bytes) -> Json:
    """The object in a JSON text, which may have blanks and any order of keys.

    Refused is what has no canonical text, a key that is given twice, and what is nested too deeply.
    """
    try:
        value = json.loads(
            text, object_pairs_hook=_object, parse_float=_fraction, parse_constant=_fraction
        )
    except RecordError:
        raise
    except (json.JSONDecodeError, RecursionError) as error:
        raise RecordError(f"this is not JSON: {error}") from None
    except ValueError:  # more digits than Python reads
        raise RecordError(_TOO_LARGE) from None
    if not isinstance(value, dict):
        raise RecordError("this is JSON, but not an object")
    _check_depth(value)
    return value


def _object(pairs: list[tuple[str, Any]]) -> Json:
    made = dict(pairs)
    if len(made) < len(pairs):
        raise RecordError("an object has a key twice")
    for name, value in made.items():
        _check(name)
        _check(value)
    return made


def _check(value: object) -> None:
    """Refuse what has no canonical text; objects have been looked at before what holds them."""
    match value:
        case str():
            if not value.isascii() and any("\ud800" <= letter <= "\udfff" for letter in value):
                raise RecordError("half of a surrogate pair cannot be written in UTF-8")
        case bool() | None:
            raise RecordError("true, false and null have no place here: whole numbers and texts do")
        case int():
            if abs(value) > MOST_NUMBER:
                raise RecordError(_TOO_LARGE)
        case list():
            for item in value:
                _check(item)
        case _:
            pass


def _check_depth(value: Json) -> None:
    """Refuse what is nested too deeply, level by level."""
    level: list[Any] = [value]
    for _ in range(MOST_DEPTH):
        inside = [outer.values() if isinstance(outer, dict) else outer for outer in level]
        level = [inner for each in inside for inner in each if isinstance(inner, (dict, list))]
        if not level:
            return
    raise RecordError(f"lists and objects are nested more than {MOST_DEPTH} deep")


def _fraction(text: str) -> object:
    raise RecordError(f"{text[:40]} is not a whole number")
