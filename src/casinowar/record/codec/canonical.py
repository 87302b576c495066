"""Canonical JSON: each value has exactly one text, so everyone computes the same hash.

Values are texts, whole numbers within 2**53, and lists and objects of these; true, false, null and
fractions are not allowed. The text has sorted keys and no blanks; it is UTF-8, and only the
characters that JSON requires to be escaped are escaped. For such values this is RFC 8785, and in a
browser the result of ``JSON.stringify`` on objects with sorted keys.
"""

import hashlib
import json
from typing import Any

from casinowar.errors import RecordError

Json = dict[str, Any]

MOST_NUMBER = 2**53 - 1
"""The largest whole number, of either sign, that every JSON reader represents exactly."""

MOST_DEPTH = 100
"""The deepest nesting of lists and objects, so that no reader runs out of stack."""

_TOO_LARGE = "a whole number is not within 2**53"

_encode = json.JSONEncoder(
    sort_keys=True, ensure_ascii=False, check_circular=False, separators=(",", ":")
).encode


def canonical(value: object) -> bytes:
    """The canonical text of a value, as bytes."""
    try:
        return _encode(value).encode()
    except UnicodeEncodeError:
        raise RecordError("half of a surrogate pair cannot be written in UTF-8") from None


def quoted(text: str) -> str:
    """A text as a JSON string, in quotes."""
    return canonical(text).decode()


def is_utf8(text: str) -> bool:
    """Whether a text can be written in UTF-8: half of a surrogate pair cannot."""
    return text.isascii() or not any("\ud800" <= letter <= "\udfff" for letter in text)


def digest(value: object) -> str:
    """The SHA-256 of a value's canonical text, as 64 lower-case hexadecimal digits."""
    return hashlib.sha256(canonical(value)).hexdigest()


def read_object(text: str | bytes) -> Json:
    """Read a JSON object from a text, which may have blanks and any order of keys.

    Raises `RecordError` for a value without a canonical text, a key given twice, and nesting that
    is too deep.
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
    """Refuse a value without a canonical text; objects inside it were checked before."""
    match value:
        case str():
            if not value.isascii() and not is_utf8(value):  # spare a call: there are very many
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
    """Refuse a value that is nested too deeply."""
    level: list[Any] = [value]
    for _ in range(MOST_DEPTH):
        inside = [outer.values() if isinstance(outer, dict) else outer for outer in level]
        level = [inner for each in inside for inner in each if isinstance(inner, (dict, list))]
        if not level:
            return
    raise RecordError(f"lists and objects are nested more than {MOST_DEPTH} deep")


def _fraction(text: str) -> object:
    raise RecordError(f"{text[:40]} is not a whole number")
