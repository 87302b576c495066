"""Looks for secrets in whatever was sent: 32 bytes in any usual form, and cards in their order."""

import base64
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

S = TypeVar("S", bytes, list[bytes], list[int])

_HEX = re.compile(rb"[0-9a-fA-F]{64,}")
_BASE64 = re.compile(rb"[0-9A-Za-z+/_-]{40,}")
_STRANGE = re.compile(rb"[^\n\x20-\x7e]")
_CARD = rb"(?:10|[2-9TJQKA])[cdhs]"
_CARDS = re.compile(rb"(?<![0-9A-Za-z])%s(?:[^0-9A-Za-z]{0,4}%s){%d,}" % (_CARD, _CARD, 6))
_NUMBERS = re.compile(rb"(?<![0-9A-Za-z.])\d{1,3}(?:[^0-9A-Za-z.]{1,3}\d{1,3}){6,}")

SIZE = 32
CORE = 40
"""How many letters of a secret in base64 are the same, whatever stands beside it."""
RUN = 7
"""So many cards in their order are no accident."""


def forms(secret: bytes) -> Iterator[bytes]:
    """A secret as it could be written; in base64 it depends on what comes before it."""
    yield secret
    yield secret.hex().encode()
    yield secret.hex().upper().encode()
    for before in range(3):
        text = base64.b64encode(b"\0" * before + secret + b"\0" * 2)
        core = text[(0, 2, 3)[before] :][:CORE]
        yield core
        yield core.translate(bytes.maketrans(b"+/", b"-_"))


class Leaks:
    """Finds some secrets in data."""

    def __init__(self, secrets: Iterable[bytes]) -> None:
        self._raw = set(secrets)
        assert all(len(secret) == SIZE for secret in self._raw)
        self._hex = {secret.hex().encode() for secret in self._raw}
        self._base64 = {form for secret in self._raw for form in forms(secret) if len(form) == CORE}

    def find(self, data: bytes) -> list[bytes]:
        """The secrets in data, as they are written there."""
        found = [part for run in _HEX.findall(data) for part in _windows(run.lower(), 2 * SIZE)]
        found = [part for part in found if part in self._hex]
        for run in _BASE64.findall(data):
            found += [part for part in _windows(run, CORE) if part in self._base64]
        for match in _STRANGE.finditer(data):
            first = max(0, match.start() - SIZE + 1)
            around = data[first : match.start() + SIZE]
            found += [part for part in _windows(around, SIZE) if part in self._raw]
        return found


class Runs:
    """Finds cards that were not dealt in the order in which they lie in a shoe."""

    def __init__(self) -> None:
        self._cards: set[tuple[bytes, ...]] = set()
        self._numbers: set[tuple[int, ...]] = set()

    def add(self, order: Sequence[int], cards: Sequence[str]) -> None:
        """What is left of a shoe, by numbers and by names."""
        self._numbers.update(tuple(order[at : at + RUN]) for at in range(len(order) - RUN + 1))
        names = [name.encode() for name in cards]
        self._cards.update(tuple(names[at : at + RUN]) for at in range(len(names) - RUN + 1))

    def find(self, data: bytes) -> list[bytes]:
        """The runs of cards in data."""
        found = []
        for run in _CARDS.findall(data):
            names = re.findall(_CARD, run)
            if any(tuple(part) in self._cards for part in _windows(names, RUN)):
                found.append(run)
        for run in _NUMBERS.findall(data):
            numbers = [int(number) for number in re.findall(rb"\d+", run)]
            if any(tuple(part) in self._numbers for part in _windows(numbers, RUN)):
                found.append(run)
        return found


def _windows(items: S, size: int) -> Iterator[S]:
    return (items[at : at + size] for at in range(len(items) - size + 1))
