"""The steps of the vector kernel, each against plain Python on the same numbers."""

from collections.abc import Iterator
from math import sqrt
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from casinowar.sim import tallies
from casinowar.sim.game import Game
from casinowar.sim.kernels.vector import codes, frames, fresh, lanes, places, shoes, single, streams
from casinowar.sim.kernels.vector.inline import inlined
from casinowar.sim.kernels.vector.lanes import LANES, all_bytes, load_bytes, store

load_words = lanes.loader(lanes.WORDS)

CHANCE = np.random.SeedSequence(20, spawn_key=(3, 1))


def own_words(chance: np.random.SeedSequence, count: int) -> Iterator[NDArray[np.uint16]]:
    """What numpy's own generators give the 32 shoes, one vector after the other."""
    drawn = np.empty((count, streams.GENERATORS), dtype=np.uint64)
    for lane in range(streams.GENERATORS):
        own = np.random.SeedSequence(chance.entropy, spawn_key=(*chance.spawn_key, lane))
        drawn[:, lane] = np.random.SFC64(own).random_raw(count)
    return iter(drawn.view(np.uint16))


@inlined
def draw_words(state: Any, out: Any) -> None:
    generators = streams.resumed(state)
    for at in range(0, len(out), LANES):
        words, generators = streams.next_words(generators)
        store(out, at, words)
    streams.left_off(state, generators)


def test_words_are_those_of_numpys_generators() -> None:
    state, out = streams.seeded(CHANCE), np.zeros((2, 100, LANES), np.uint16)
    for part in out:
        draw_words(state, part.ravel())
    expected = np.array([*own_words(CHANCE, 200)])
    assert out.reshape(200, LANES).tolist() == expected.tolist()


def test_chance_is_not_used_up_and_streams_differ() -> None:
    first, again = streams.seeded(CHANCE), streams.seeded(CHANCE)
    other = streams.seeded(np.random.SeedSequence(20, spawn_key=(3, 2)))
    assert first.tolist() == again.tolist()
    assert not {*first[:-1].tolist()} & {*other[:-1].tolist()}
    assert len({*first.tolist()}) == len(first)


@inlined
def draw_numbers(state: Any, left: int, line: Any, out: Any) -> None:
    generators = streams.resumed(state)
    for at in range(0, len(out), 2 * LANES):
        number, other, generators = places.two_numbers(left, line, generators)
        store(out, at, number)
        store(out, at + LANES, other)


def plain_numbers(left: int, words: Iterator[NDArray[np.uint16]]) -> list[list[int]]:
    """The same by the rule: a pair of which a word favours a number is drawn anew."""
    word, other = next(words).astype(int), next(words).astype(int)
    while True:
        dropped = (word * left % 65536 < 65536 % left) | (
            other * (left - 1) % 65536 < 65536 % (left - 1)
        )
        if not dropped.any():
            return [(word * left // 65536).tolist(), (other * (left - 1) // 65536).tolist()]
        word, other = np.where(dropped, next(words), word), np.where(dropped, next(words), other)


@pytest.mark.parametrize("left", [2, 3, 52, 256, 257, 311, 312, 520])
def test_numbers_are_bounded_and_words_that_favour_some_are_dropped(left: int) -> None:
    out = np.zeros((100, 2, LANES), np.int16)
    draw_numbers(streams.seeded(CHANCE), left, places.line_of(520), out.ravel())
    words = own_words(CHANCE, 2_000)
    assert out.tolist() == [plain_numbers(left, words) for _ in range(100)]
    assert out[:, 0].max() < left
    assert out[:, 1].max() < left - 1


@inlined
def count_numbers(state: Any, left: int, line: Any, vectors: int, found: Any, room: Any) -> None:
    generators = streams.resumed(state)
    for _ in range(vectors):
        number, _, generators = places.two_numbers(left, line, generators)
        store(room, 0, number)
        for lane in range(LANES):
            found[room[lane]] += 1


def unevenness(left: int, line: NDArray[np.int16]) -> float:
    """Chi-square of 32 million numbers, as standard deviations from what even ones have."""
    found, vectors = np.zeros(left, np.int64), 1_000_000
    count_numbers(streams.seeded(CHANCE), left, line, vectors, found, np.zeros(LANES, np.int16))
    even = vectors * LANES / left
    return float(((found - even) ** 2).sum() / even - (left - 1)) / sqrt(2 * (left - 1))


def test_numbers_are_even_and_would_not_be_if_no_word_were_dropped() -> None:
    line = places.line_of(520)
    assert abs(unevenness(311, line)) < 4
    line[1::3] = 0
    assert unevenness(311, line) > 4


@inlined
def draw_places(state: Any, left: int, line: Any, numbers: Any, out: Any) -> None:
    generators = streams.resumed(state)
    place, other, _ = places.two_numbers(left, line, generators)
    store(numbers, 0, place)
    store(numbers, LANES, other)
    top, bottom, before, _ = places.two_places(left, line, generators)
    store(out, 0, top[0])
    store(out, LANES, top[1])
    store(out, 2 * LANES, bottom[0])
    store(out, 3 * LANES, bottom[1])
    store(out, 4 * LANES, before)


@pytest.mark.parametrize("left", [2, 3, 52, 255, 256, 257, 312, 520])
def test_places_are_told_from_both_ends(left: int) -> None:
    numbers, out = np.zeros((2, LANES), np.int16), np.zeros((5, LANES), np.int8)
    draw_places(streams.seeded(CHANCE), left, places.line_of(520), numbers.ravel(), out.ravel())
    place, other = numbers.astype(int)[:, lanes._PACKED]
    other = np.where(other < place, other, other + 1)
    assert (place != other).all()
    for told, true in ((out[0], place), (out[1], other)):
        assert (told.astype(int) + 128).tolist() == np.minimum(true, 255).tolist()
    for told, true in ((out[2], place), (out[3], other)):
        assert (told.astype(int) + 128).tolist() == np.minimum(left - 1 - true, 255).tolist()
    assert (out[4] == -1).tolist() == (other < place).tolist()


def test_arrays_lie_where_they_are_told_and_overlap_nothing_in_a_page() -> None:
    first, second = frames.bytes_beyond_frame(128, 384), frames.bytes_beyond_frame(640, 5_000)
    assert (first.size, second.size) == (384, 5_000)
    assert not first.any()
    assert not second.any()
    assert (second.ctypes.data - first.ctypes.data) % frames.PAGE == 640 - 128
    assert first.ctypes.data % 64 == 0


@inlined
def fill(room: Any, decks: int) -> None:
    shoes.fill(room, decks)


@inlined
def take(room: Any, places_of_two: Any, ranked: bool, out: Any) -> None:
    top = load_bytes(places_of_two, 0), load_bytes(places_of_two, LANES)
    bottom = load_bytes(places_of_two, 2 * LANES), load_bytes(places_of_two, 3 * LANES)
    store(out, 0, shoes.ranks(room, top[0], bottom[0]))
    store(out, LANES, shoes.ranks(room, top[1], bottom[1]))
    if ranked:
        one, two = shoes.take_ranks(room, shoes.MIDDLE, top, bottom)
    else:
        one, two = shoes.take_unlike(room, top, bottom), all_bytes(0)
    store(out, 2 * LANES, one)
    store(out, 3 * LANES, two)


def byte(place: int) -> int:
    return min(place, 255) - 128


@pytest.mark.parametrize("ranked", [True, False])
@pytest.mark.parametrize("decks", [1, 6, 8, 10])
def test_cards_are_taken_from_the_line(decks: int, ranked: bool) -> None:
    """To the last card: the same cards as from 32 lists that hold them all."""
    random = np.random.default_rng(decks)
    lists = [sorted([*range(13)] * 4 * decks) for _ in range(LANES)]
    room, out = shoes.new_shoes(), np.zeros((4, LANES), np.int8)
    fill(room, decks)
    for left in range(52 * decks, 0, -2):
        told, expected = np.zeros((4, LANES), np.int8), []
        for lane, cards in enumerate(lists):
            one, two = random.choice(left, 2, replace=False).tolist()
            told[:, lane] = [byte(at) for at in (one, two, left - 1 - one, left - 1 - two)]
            expected.append((cards[one], cards[two]))
            for at in sorted((one, two), reverse=True):
                del cards[at]
        take(room, told.ravel(), ranked, out.ravel())
        assert [*zip(*out[:2].tolist(), strict=True)] == expected
        if ranked:
            assert out[2:].tolist() == out[:2].tolist()
        else:
            assert (out[2] == -1).tolist() == [one != two for one, two in expected]


@inlined
def tally_pairs(pairs: Any, sums: Any) -> None:
    tallied = single.nothing_tallied()
    for at in range(0, len(pairs), 4 * LANES):
        tallied, ties = single.tally(
            tallied,
            load_bytes(pairs, at),
            load_bytes(pairs, at + LANES),
            load_bytes(pairs, at + 2 * LANES),
            load_bytes(pairs, at + 3 * LANES),
        )
        store(pairs, at, ties)
    single.add_up(tallied, sums)


def test_pairs_are_tallied() -> None:
    pairs = -np.random.default_rng(1).integers(0, 2, (255, 4, LANES), dtype=np.int8)
    playing, war, differ, higher = (pairs[:, part] == -1 for part in range(4))
    sums, ties = np.zeros(single.SUMS, np.int64), playing & ~war & ~differ
    tally_pairs(pairs.ravel(), sums)
    wins, loses = playing & differ & higher, playing & differ & ~higher
    expected = [wins, loses, ties, wins & war, loses & war]
    assert sums.tolist() == [int(lanes_of.sum()) for lanes_of in expected]
    assert (pairs[:, 0] == -1).tolist() == ties.tolist()


@inlined
def count_codes(first: Any, war: Any, indices: Any, heap: Any) -> tuple[int, int]:
    codes.write_rounds(load_bytes(first, 0), load_bytes(war, 0), indices)
    counted = codes.count_rounds(indices, 0, 11, heap)
    return counted, codes.count_rounds(indices, counted, 99, heap)


def test_rounds_are_counted_by_both_bytes() -> None:
    random = np.random.default_rng(2)
    game = Game(8, 6, 30, 0, 1, 0, 3, 0, fights=True, individual=False)
    heap, expected = codes.new_heap(), np.zeros(tallies.size(8), np.int64)
    none = 0
    for _ in range(50):
        first, war = np.zeros((2, LANES), np.int8)
        for lane in range(LANES):
            higher, lower, won, lost = random.multinomial(8, [0.2] * 5)[:4].tolist()
            equal = 8 - higher - lower
            if random.random() < 0.2:
                first[lane], none = codes.NONE, none + 1
                continue
            first[lane] = (codes.HIGHER * higher + equal + 128) % 256 - 128
            war[lane] = codes.HIGHER * won + equal - won - lost if equal else 0
            expected[tallies.place(8, higher, equal, won, lost)] += 1
        assert count_codes(first, war, codes.new_indices(), heap) == (16, LANES)
    counts = np.zeros_like(expected)
    codes.add_up(game, heap, counts)
    assert counts.tolist() == expected.tolist()
    assert codes.none_counted(heap) == none > 0


@inlined
def compare_in_line(numbers: Any, words: Any, gone: int, out: Any, differ: Any) -> None:
    left_out = lanes.all_words(gone)
    place = fresh.in_whole_line(load_words(words, 0), left_out)
    other = fresh.in_whole_line(load_words(words, LANES), left_out)
    store(out, 0, place)
    store(out, LANES, other)
    store(differ, 0, fresh.unlike(numbers, fresh.first_of_rank(numbers, place), other))


@pytest.mark.parametrize("decks", [1, 2, 6, 10])
def test_a_tie_takes_two_cards_of_its_rank_from_the_whole_line(decks: int) -> None:
    of_a_rank, random = 4 * decks, np.random.default_rng(decks)
    game = Game(1, decks, 0, 1, 0, 0, 0, 0, fights=True, individual=False)
    whole = [card // of_a_rank for card in range(52 * decks)]
    for rank in range(13):
        gone = of_a_rank * (rank + 1) - 2
        shorter = whole[:gone] + whole[gone + 2 :]
        words = random.integers(0, len(shorter), (2, LANES), dtype=np.int16)
        words[0, :5] = 0, gone - 1, min(gone, len(shorter) - 1), len(shorter) - 1, gone - 2
        out, differ = np.zeros((2, LANES), np.int16), np.zeros(LANES, np.int8)
        compare_in_line(fresh.numbers_of(game), words.ravel(), gone, out.ravel(), differ)
        cards = [[whole[place] for place in row] for row in out.tolist()]
        assert cards == [[shorter[place] for place in row] for row in words.tolist()]
        unlike = [one != two for one, two in zip(*cards, strict=True)]
        assert (differ == -1).tolist() == [unlike[lane] for lane in lanes._PACKED]
