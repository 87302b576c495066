"""Random words are those of numpy's SFC64, generator by generator."""

import numpy as np

from casinowar.sim.chunks import blocks_of_words, stream
from casinowar.sim.kernels.random_words import LANES, Numbers, Source, fill, plain_fill, seeded


def numbers_of(fills: int, source: Source) -> Numbers:
    numbers = np.empty((fills, 5 * LANES), dtype=np.uint64)
    for some in numbers:
        fill(source, some)
    return numbers.reshape(-1)


def test_each_generator_is_that_of_numpy() -> None:
    seeds = stream(7, 3).generate_state(3 * LANES, np.uint64).reshape(3, LANES)
    found = numbers_of(2, seeded(stream(7, 3))).reshape(-1, LANES)
    for lane in range(LANES):
        theirs = np.random.SFC64()
        state = theirs.state
        state["state"]["state"] = np.array([*seeds[:, lane], 1], dtype=np.uint64)
        theirs.state = state
        theirs.random_raw(12)
        assert found[:, lane].tolist() == theirs.random_raw(10).tolist()


def test_plain_and_compiled_form_agree() -> None:
    plain, compiled = seeded(stream(1)), seeded(stream(1))
    numbers = np.empty(4 * LANES, dtype=np.uint64)
    with np.errstate(over="ignore"):
        plain_fill(plain, numbers)
    again = np.empty_like(numbers)
    fill(compiled, again)
    assert numbers.tolist() == again.tolist()
    assert [kind.tolist() for kind in plain] == [kind.tolist() for kind in compiled]


def test_numbers_depend_on_the_chance_alone() -> None:
    assert (
        numbers_of(2, seeded(stream(1, 2))).tolist() == numbers_of(2, seeded(stream(1, 2))).tolist()
    )
    assert len({*numbers_of(2, seeded(stream(1, 2))), *numbers_of(2, seeded(stream(1, 3)))}) == (
        2 * 2 * 5 * LANES
    )


def test_blocks_of_words_go_on_where_the_last_one_ended() -> None:
    blocks = blocks_of_words(stream(4))
    words = np.concatenate([next(blocks), next(blocks)])
    source = seeded(stream(4))
    numbers = np.empty(len(words) // 4, dtype=np.uint64)
    fill(source, numbers)
    assert words.tolist() == numbers.view(np.uint16).tolist()
