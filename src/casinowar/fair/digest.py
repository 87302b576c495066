"""The bytes of ``casinowar/fair/1``: how fields become one digest, and digests become text.

Each field is preceded by its length, so two different lists of fields never give the same bytes.
Each digest begins with its purpose, so a digest made for one purpose never passes for another.
"""

import hashlib
import re

from casinowar.errors import FairError

PROTOCOL = "casinowar/fair/1"

SEED_SIZE = 32
"""The size of a seed, and of a digest, in bytes."""

Field = str | int | bytes

_HEX = re.compile(r"[0-9a-f]{64}", re.ASCII)


def u64(number: int) -> bytes:
    """Encode a whole number in eight bytes, big-endian."""
    if type(number) is not int or not 0 <= number < 2**64:
        raise FairError(f"{number!r} is not a whole number from 0 to 2**64 - 1")
    return number.to_bytes(8, "big")


def frame(field: Field) -> bytes:
    """Encode a field: its length in four bytes, then its bytes."""
    match field:
        case bytes():
            content = field
        case str():
            content = encoded(field)
        case _:
            content = u64(field)
    return len(content).to_bytes(4, "big") + content


def encoded(text: str) -> bytes:
    """Encode a text as UTF-8; refuse half of a surrogate pair, which has no encoding."""
    try:
        return text.encode()
    except UnicodeEncodeError:
        raise FairError(f"{text!r} cannot be written in UTF-8") from None


def digest(tag: str, *fields: Field) -> bytes:
    """Return the SHA-256 of a purpose (`tag`) followed by the fields."""
    framed = (frame(f"{PROTOCOL}/{tag}"), *map(frame, fields))
    return hashlib.sha256(b"".join(framed)).digest()


def parse_hex(text: object, what: str) -> bytes:
    """Read a seed or a commitment: 32 bytes, written as 64 lower-case hexadecimal digits."""
    if not isinstance(text, str) or _HEX.fullmatch(text) is None:
        raise FairError(f"{what}: {text!r:.80} is not 64 digits from 0-9 and a-f")
    return bytes.fromhex(text)
