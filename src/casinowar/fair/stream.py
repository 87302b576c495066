"""Random numbers that anyone can check: keys from a secret and a transcript, numbers from a key.

Keys are derived with HKDF-SHA256 (RFC 5869). A key's stream is HMAC-SHA256 of 0, 1, 2, … Each
number is a remainder of the next word of the stream. Words that would make some remainders
likelier than others are dropped, so that all numbers are equally likely.
"""

import hmac
from collections.abc import Iterable, Iterator
from itertools import count
from struct import Struct
from typing import NamedTuple

from casinowar.errors import FairError
from casinowar.fair.digest import PROTOCOL, u64

WORDS = 2**32
"""How many values a word of a key's stream can have: it is four bytes."""


_WORDS = Struct(">8I").unpack
"""Splits a block into its words."""


class Keys(NamedTuple):
    """The root key of a shoe, and the two keys derived from it."""

    root: bytes
    """The pseudo-random key (PRK) of HKDF."""
    shuffle: bytes
    cut: bytes


def keys(transcript: bytes, server_seed: bytes) -> Keys:
    """Derive a shoe's keys from the public transcript and the server's secret seed."""
    root = extract(transcript, server_seed)
    shuffle, cut = (
        expand(root, f"{PROTOCOL}/{purpose}".encode()) for purpose in ("shuffle", "cut")
    )
    return Keys(root, shuffle, cut)


def extract(salt: bytes, secret: bytes) -> bytes:
    """Compute HKDF-Extract, which is HMAC-SHA256."""
    return hmac.digest(salt, secret, "sha256")


def expand(root: bytes, purpose: bytes) -> bytes:
    """Compute the first block of HKDF-Expand; a key needs no more."""
    return hmac.digest(root, purpose + b"\x01", "sha256")


def word_stream(key: bytes) -> Iterator[int]:
    """Yield the words of a key's stream, without end."""
    keyed = hmac.new(key, digestmod="sha256")
    for number in count():
        block = keyed.copy()
        block.update(u64(number))
        yield from _WORDS(block.digest())


class Stream:
    """Makes random numbers from words; each word has one of `size` equally likely values."""

    def __init__(self, words: Iterator[int], size: int = WORDS) -> None:
        self._words = words
        self._size = size
        self.rejects = 0
        """How many words were dropped so far."""

    def uniform(self, n: int) -> int:
        """Return a number from 0 up to, not including, `n`; all are exactly equally likely."""
        return next(self.uniforms((n,)))

    def uniforms(self, choices: Iterable[int]) -> Iterator[int]:
        """Yield, for each of `choices`, a number from 0 up to, not including, it."""
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
                raise FairError("the random stream has ended")
