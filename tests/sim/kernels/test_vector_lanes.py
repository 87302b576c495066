"""Vectors in compiled code: every operation does in each lane what it says."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from casinowar.sim.kernels.vector import lanes
from casinowar.sim.kernels.vector.inline import inlined
from casinowar.sim.kernels.vector.lanes import (
    LANES,
    all_bytes,
    all_longs,
    all_words,
    any_lane,
    as_numbers,
    as_words,
    difference_in_turn,
    high_product,
    load_bytes,
    load_longs,
    select,
    shift_left,
    shift_right,
    shortfall,
    small_products,
    squeeze,
    store,
    total,
)

load_words = lanes.loader(lanes.WORDS)

RANDOM = np.random.default_rng(20)


def numbers(kind: type[np.integer[Any]], count: int = LANES) -> NDArray[Any]:
    bounds = np.iinfo(kind)
    drawn = RANDOM.integers(bounds.min, bounds.max, count, dtype=kind, endpoint=True)
    drawn[:4] = bounds.min, bounds.max, 0, 1
    return drawn


@inlined
def on_bytes(one: Any, other: Any, out: Any) -> None:
    a, b = load_bytes(one, 0), load_bytes(other, 0)
    store(out, 0 * LANES, a + b)
    store(out, 1 * LANES, a - b)
    store(out, 2 * LANES, a & b)
    store(out, 3 * LANES, a | b)
    store(out, 4 * LANES, a ^ b)
    store(out, 5 * LANES, ~a)
    store(out, 6 * LANES, a > b)
    store(out, 7 * LANES, a < b)
    store(out, 8 * LANES, a == (a & b))
    store(out, 9 * LANES, select(a > b, a, b))
    store(out, 10 * LANES, difference_in_turn(a, b))
    store(out, 11 * LANES, all_bytes(-100))


def test_bytes() -> None:
    one, other, out = numbers(np.int8), numbers(np.int8)[::-1].copy(), np.zeros((12, 32), np.int8)
    on_bytes(one, other, out.ravel())
    wide = one.astype(int) - other
    expected = [
        one + other,
        one - other,
        one & other,
        one | other,
        one ^ other,
        ~one,
        -(one > other).astype(int),
        -(one < other).astype(int),
        -(one == (one & other)).astype(int),
        np.maximum(one, other),
        np.clip(wide, -128, 127),
        np.full(LANES, -100),
    ]
    assert out.tolist() == [row.tolist() for row in expected]


@inlined
def on_words(one: Any, other: Any, out: Any) -> None:
    a, b = load_words(one, 0), load_words(other, 0)
    store(out, 0 * LANES, a * b)
    store(out, 1 * LANES, high_product(a, b))
    store(out, 2 * LANES, shortfall(a, b))
    store(out, 3 * LANES, a > b)
    store(out, 4 * LANES, select(a == b, b, a))
    store(out, 5 * LANES, all_words(-30_000))


def test_words() -> None:
    one, other = numbers(np.uint16), numbers(np.uint16)
    one[10:20] = other[10:20]
    out = np.zeros((6, LANES), np.uint16)
    on_words(one, other, out.ravel())
    wide = one.astype(int) * other
    assert out[0].tolist() == (wide % 65536).tolist()
    assert out[1].tolist() == (wide // 65536).tolist()
    assert out[2].tolist() == np.maximum(other.astype(int) - one, 0).tolist()
    above = one.view(np.int16) > other.view(np.int16)
    assert out[3].view(np.int16).tolist() == (-above.astype(int)).tolist()
    assert out[4].tolist() == one.tolist()
    assert set(out[5].view(np.int16).tolist()) == {-30_000}


@inlined
def on_longs(one: Any, out: Any, words: Any) -> None:
    a = load_longs(one, 0)
    store(out, 0, shift_left(a, 24))
    store(out, 8, shift_right(a, 11))
    store(out, 16, a + all_longs(-3))
    store(words, 0, as_words(a))


def test_longs() -> None:
    one, out, words = numbers(np.int64, 8), np.zeros((3, 8), np.int64), np.zeros(32, np.int16)
    on_longs(one, out.ravel(), words)
    assert out[0].tolist() == (one << 24).tolist()
    assert out[1].tolist() == (one.view(np.uint64) >> np.uint64(11)).view(np.int64).tolist()
    assert out[2].tolist() == (one - 3).tolist()
    assert words.tolist() == one.view(np.int16).tolist()


@inlined
def on_both(words: Any, low: Any, small: Any, factor: int, out: Any, wide: Any) -> int:
    store(out, 0, squeeze(load_words(words, 0)))
    store(out, LANES, small_products(load_bytes(small, 0), factor))
    store(wide, 0, as_numbers(load_bytes(low, 0)))
    return total(load_bytes(low, 0))  # type: ignore[no-any-return]


def test_words_and_bytes() -> None:
    words, low = numbers(np.int16), numbers(np.int8)
    words[5:25] = np.arange(-130, -110)
    small = np.arange(LANES, dtype=np.int8) % 16
    out, wide = np.zeros((2, LANES), np.int8), np.zeros(LANES, np.uint16)
    assert on_both(words, low, small, 17, out.ravel(), wide) == low.view(np.uint8).sum()
    packed = np.clip(words, -128, 127)[lanes._PACKED]
    assert out[0].tolist() == packed.tolist()
    assert out[1].view(np.uint8).tolist() == (small.astype(int) * 17).tolist()
    assert wide.tolist() == low.view(np.uint8).tolist()


@inlined
def any_byte(array: Any) -> bool:
    return any_lane(load_bytes(array, 0))  # type: ignore[no-any-return]


@inlined
def any_word(array: Any) -> bool:
    return any_lane(load_words(array, 0))  # type: ignore[no-any-return]


@pytest.mark.parametrize("lane", range(LANES))
def test_any_lane(lane: int) -> None:
    for ask, kind in ((any_byte, np.int8), (any_word, np.int16)):
        array = np.zeros(LANES, dtype=kind)
        assert not ask(array)
        array[lane] = -1
        assert ask(array)
