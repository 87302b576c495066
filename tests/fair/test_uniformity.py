"""Shuffled decks, looked at from several sides at 99 %; shuffles that are not fair are rejected.

The seeds are fixed, so a test that passes always passes. The controls are the mistakes people
make when they write a shuffle, on the same words and under the same checks.
"""

from collections.abc import Callable, Iterable, Iterator
from itertools import permutations

import numpy as np
import pytest

from casinowar.cards import DECK_SIZE
from casinowar.fair.shoe import shuffle
from casinowar.fair.stream import Stream, word_stream
from tests.support.game.uniformity import Decks, Finding, findings, made

DECKS = 20_000
BYTE = 2**8

Shuffle = Callable[[Stream], list[int]]


class WithoutRejection(Stream):
    """The remainder of every word, also of those that favour some numbers."""

    def uniforms(self, choices: Iterable[int]) -> Iterator[int]:
        for n in choices:
            yield next(self._words) % n


def in_bytes(key: bytes) -> Iterator[int]:
    """A stream's words cut into bytes: so small that a bias of their remainders can be seen."""
    for word in word_stream(key):
        yield from word.to_bytes(4, "big")


def fair(stream: Stream) -> list[int]:
    return shuffle(DECK_SIZE, stream)


def naive(stream: Stream) -> list[int]:
    """Every card is swapped with any other."""
    order = list(range(DECK_SIZE))
    for place in range(DECK_SIZE):
        chosen = stream.uniform(DECK_SIZE)
        order[place], order[chosen] = order[chosen], order[place]
    return order


def one_off(stream: Stream) -> list[int]:
    """No card may stay where it is when its turn comes."""
    order = list(range(DECK_SIZE))
    for last in range(DECK_SIZE - 1, 0, -1):
        chosen = stream.uniform(last)
        order[last], order[chosen] = order[chosen], order[last]
    return order


def one_left_out(stream: Stream) -> list[int]:
    """The last swap is forgotten."""
    order = list(range(DECK_SIZE))
    for last in range(DECK_SIZE - 1, 1, -1):
        chosen = stream.uniform(last + 1)
        order[last], order[chosen] = order[chosen], order[last]
    return order


def rejected(decks: Decks) -> list[Finding]:
    return [finding for finding in findings(decks) if finding.is_rejected]


def of_words() -> Stream:
    return Stream(word_stream(b"uniformity"))


def of_bytes() -> Stream:
    return Stream(in_bytes(b"uniformity"), BYTE)


def unrejected_bytes() -> Stream:
    return WithoutRejection(in_bytes(b"uniformity"), BYTE)


def decks_of(shuffled: Shuffle, stream: Stream, count: int = DECKS) -> Decks:
    return made(lambda: shuffled(stream), count)


@pytest.mark.parametrize("stream", [of_words, of_bytes])
def test_fair_shuffle_is_not_rejected(stream: Callable[[], Stream]) -> None:
    assert rejected(decks_of(fair, stream())) == []


@pytest.mark.long
def test_a_million_decks_are_not_rejected() -> None:
    assert rejected(decks_of(fair, Stream(word_stream(b"a million decks")), 1_000_000)) == []


@pytest.mark.parametrize(
    "shuffled, stream, by",
    [
        (naive, of_words, "positions"),
        (one_off, of_words, "positions"),
        (one_left_out, of_words, "pairs at 0 and 1"),
        (fair, unrejected_bytes, "positions"),
    ],
)
def test_unfair_shuffle_is_rejected(
    shuffled: Shuffle, stream: Callable[[], Stream], by: str
) -> None:
    assert by in {finding.check for finding in rejected(decks_of(shuffled, stream()))}


def arranged(change: Callable[[np.ndarray], None]) -> set[str]:
    """What rejects fair decks after a change of their order."""
    decks = decks_of(fair, of_words()).copy()
    change(decks)
    return {finding.check.split(" at ")[0] for finding in rejected(decks)}


def test_cards_that_cling_together_are_seen() -> None:
    """In one deck of ten the queen and the king of spades lie on top, in this order."""

    def cling(decks: Decks) -> None:
        for deck in decks[::10]:
            for place, card in enumerate((49, 50)):
                deck[np.flatnonzero(deck == card)[0]], deck[place] = deck[place], card

    assert {"positions", "pairs"} <= arranged(cling)


def test_runs_that_are_too_long_are_seen() -> None:
    """In one deck of ten, five cards in the middle rise."""

    def sort_a_little(decks: Decks) -> None:
        decks[::10, 20:25] = np.sort(decks[::10, 20:25], axis=1)

    assert "runs" in arranged(sort_a_little)


def test_neighbours_that_are_alike_are_seen() -> None:
    """In one deck of ten, the two halves of a block of cards are low and high."""

    def part(decks: Decks) -> None:
        decks[::10, 8:24] = np.sort(decks[::10, 8:24], axis=1)

    assert "serial correlation" in arranged(part)


def test_checks_know_the_law_of_a_small_deck() -> None:
    """All orders of six cards, equally often: nothing is off by anything."""
    decks = np.array([*permutations(range(6))] * 10, dtype=np.uint8)
    for finding in findings(decks):
        assert finding.statistic < 1e-6, finding
