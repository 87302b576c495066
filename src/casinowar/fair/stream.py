"""Chance that can be checked: keys from a secret and a transcript, and numbers from a key.

Keys are made as HKDF-SHA256 does (RFC 5869); a key's stream is HMAC-SHA256 of 0, 1, 2, … Each
number is a remainder of the next word of the stream. Words that would make some remainders
likelier than others are dropped, so that no number is.
"""

import hmac
from collections.abc import Iterable, Iterator
from itertools import count
from struct import Struct
from typing import NamedTuple

from casinowar.errors import FairError
from casinowar.fair.digest import PROTOCOL, u64

WORDS = 2**32
"""A word of a key's stream is one of so many: four bytes."""


_WORDS = Struct(">8I").unpack
"""The words of a block."""


class Keys(NamedTuple):
    """The root of a shoe's chance, and the keys that follow from it."""

    root: bytes
    """The pseudo-random key (PRK) of HKDF."""
    shuffle: bytes
    cut: bytes


def keys(transcript: bytes, server_seed: bytes) -> Keys:
    """The keys of a shoe: from what everyone saw, and what only the server knew."""
    root = extract(transcript, server_seed)
    shuffle, cut = (
        expand(root, f"{PROTOCOL}/{purpose}".encode()) for purpose in ("shuffle", "cut")
    )
    return Keys(root, shuffle, cut)


def extract(salt: bytes, secret: bytes) -> bytes:
    """HKDF-Extract, which is HMAC-SHA256."""
    return hmac.digest(salt, secret, "sha256")


def expand(root: bytes, purpose: bytes) -> bytes:
    """The first block of HKDF-Expand, which is all that a key needs."""
    return hmac.digest(root, purpose + b"\x01", "sha256")


def words(key: bytes) -> Iterator[int]:
    """The words of a key's stream, without end."""
    keyed = hmac.new(key, digestmod="sha256")
    for number in count():
        block = keyed.copy()
        block.update(u64(number))
        yield from _WORDS(block.digest())


class Stream:
    """Numbers of chance from words, each of which is one of `size` with equal chance."""

    def __init__(self, words: Iterator[int], size: int = WORDS) -> None:
        self._words = words
        self._size = size
        self.rejects = 0
        """The words dropped so far."""

    def uniform(self, n: int) -> int:
        """A number from 0 up to, not including, `n`, each with exactly the same chance."""
        return next(self.uniforms((n,)))

    def uniforms(self, choices: Iterable[int]) -> Iterator[int]:
        """A number below each of these, one after the other."""
        size, words = self._size, self._words
        for n in choices:
            if type(n) is not int or not 1 <= n <= size:
                raise FairError(f"{n!r} is not a number of choices from 1 to {size}")
            usable = size - size % n
            for word in words:
                if word < usable:
                    yield word % n
                    break
                self.rejects += 1
            else:
                raise FairError("the stream of chance has ended")
