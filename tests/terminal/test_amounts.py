"""An amount in little room stays the same amount, or says that it is rounded."""

import pytest

from casinowar.money import MOST
from casinowar.terminal.amounts import LEAST_ROOM, fitted

SCALES = {"k": 10**3, "M": 10**6, "B": 10**9, "T": 10**12}


@pytest.mark.parametrize(
    "cents, room, text",
    [
        (0, 3, "0"),
        (500, 3, "5"),
        (1_250, 5, "12.50"),
        (1_250, 4, "~12"),
        (99_950, 3, ".9k"),
        (100_000, 4, "1000"),
        (100_000, 3, "1k"),
        (12_345_600, 6, "123456"),
        (12_345_600, 5, "123k"),
        (12_345_600, 3, ".1M"),
        (99_999_999, 5, "999k"),
        (1_234_567_800, 7, "12.34M"),
        (1_234_567_800, 5, "12.3M"),
        (1_200_000_000, 7, "12M"),
        (MOST, 4, "100B"),
        (MOST, 3, ".1T"),
        (10**19, 3, "…"),
    ],
)
def test_amount_in_its_room(cents: int, room: int, text: str) -> None:
    assert fitted(cents, room) == text


def test_no_amount_is_shown_as_a_larger_or_a_quite_different_one() -> None:
    for digits in range(1, 14):
        for cents in (10**digits, 10**digits - 1, 123_456_789_012_345 // 10 ** (14 - digits)):
            for room in range(LEAST_ROOM, 12):
                text = fitted(cents, room)
                assert len(text) <= room
                scale = SCALES.get(text[-1], 1)
                number = float(text.strip("~kMBT")) * scale * 100
                assert number <= cents + 1e-3 < number + (scale * 100 if "~" not in text else 100)
