"""The bytes of ``casinowar/fair/1``: how fields become one digest, and digests become text.

Every field is preceded by its length, so that no two lists of fields make the same bytes, and
every digest begins with its purpose, so that one can never stand for another.
"""

import hashlib
import re

from casinowar.errors import FairError

PROTOCOL = "casinowar/fair/1"

SEED_SIZE = 32
"""The bytes of a seed, and of a digest."""

Field = str | int | bytes

_HEX = re.compile(r"[0-9a-f]{64}", re.ASCII)


def u64(number: int) -> bytes:
    """A whole number in eight bytes, the highest first."""
    if type(number) is not int or not 0 <= number < 2**64:
        raise FairError(f"{number!r} is not a whole number from 0 to 2**64 - 1")
    return number.to_bytes(8, "big")


def frame(field: Field) -> bytes:
    """A field's bytes after their number, in four bytes."""
    match field:
        case bytes():
            content = field
        case str():
            content = encoded(field)
        case _:
            content = u64(field)
    return len(content).to_bytes(4, "big") + content


def encoded(text: str) -> bytes:
    """A text in UTF-8; half of a surrogate pair has none."""
    try:
        return text.encode()
    except UnicodeEncodeError:
        raise FairError(f"{text!r} cannot be written in UTF-8") from None


def digest(tag: str, *fields: Field) -> bytes:
    """The SHA-256 of a purpose and of fields, one after the other."""
    framed = (frame(f"{PROTOCOL}/{tag}"), *map(frame, fields))
    return hashlib.sha256(b"".join(framed)).digest()


def parse_hex(text: object, what: str) -> bytes:
    """The 32 bytes of a seed or a commitment, written as 64 small hexadecimal digits."""
    if not isinstance(text, str) or _HEX.fullmatch(text) is None:
        raise FairError(f"{what}: {text!r:.80} is not 64 digits of 0 to 9 and a to f")
    return bytes.fromhex(text)
