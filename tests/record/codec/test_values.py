from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

import pytest

from casinowar.cards import DECK, Card
from casinowar.errors import RecordError
from casinowar.record.codec.values import from_plain, to_plain


class Inner(NamedTuple):
    name: str
    is_open: bool


@dataclass(frozen=True)
class Outer:
    number: int
    word: Literal["war", "tie"]
    card: Card
    inner: Inner
    others: tuple[Inner, ...]
    numbers: tuple[int, ...]
    objects: tuple[dict[str, Any], ...] = ()
    maybe: int | None = None
    card_or_none: Card | None = None


PLAIN: dict[str, Any] = {
    "number": -5,
    "word": "war",
    "card": "2c",
    "inner": {"name": "ann", "is_open": 1},
    "others": [{"name": "", "is_open": 0}],
    "numbers": [1, 2],
    "objects": [{"a": [1]}],
    "card_or_none": "T",
}
OUTER = Outer(
    -5,
    "war",
    DECK[0],
    Inner("ann", is_open=True),
    (Inner("", is_open=False),),
    (1, 2),
    ({"a": [1]},),
    None,
    Card("T"),
)


def test_records_of_any_kind_are_written_and_read_back() -> None:
    assert to_plain(OUTER) == PLAIN
    assert [type(value) for value in to_plain(OUTER.inner).values()] == [str, int]
    assert from_plain(Outer, PLAIN, "it") == OUTER
    assert from_plain(Inner, {"name": "x", "is_open": 0}, "it").is_open is False


def without(field: str) -> dict[str, Any]:
    return {name: value for name, value in PLAIN.items() if name != field}


@pytest.mark.parametrize(
    "value, error",
    [
        ([], "it: a list is not an object"),
        (None, "it: null is not an object"),
        ({**PLAIN, "colour": 1}, "it: there is no field 'colour'; its fields are number, word"),
        (without("number"), "it.number is missing: it must be a whole number"),
        ({**PLAIN, "number": "5"}, "it.number: '5' is not a whole number"),
        ({**PLAIN, "number": True}, "it.number: true is not a whole number"),
        ({**PLAIN, "word": "peace"}, "it.word: 'peace' is not one of 'war', 'tie'"),
        ({**PLAIN, "word": ["war"]}, "it.word: a list is not one of 'war', 'tie'"),
        ({**PLAIN, "card": "2x"}, "it.card: '2x' is not a card, as '9h' or '9'"),
        ({**PLAIN, "card": "10h"}, "it.card: '10h' must be written 'Th' here"),
        ({**PLAIN, "card": 9}, "it.card: 9 is not a card"),
        ({**PLAIN, "inner": 5}, "it.inner: 5 is not an object"),
        ({**PLAIN, "inner": {"name": "a", "is_open": 2}}, "it.inner.is_open: 2 is not 0 or 1"),
        ({**PLAIN, "inner": {"name": 1, "is_open": 1}}, "it.inner.name: 1 is not a text"),
        ({**PLAIN, "inner": {"name": "a"}}, "it.inner.is_open is missing"),
        ({**PLAIN, "others": {"name": "a", "is_open": 1}}, "it.others: an object is not a list"),
        ({**PLAIN, "others": ["a"]}, "it.others: 'a' is not an object"),
        ({**PLAIN, "numbers": ["1"]}, "it.numbers: '1' is not a whole number"),
        ({**PLAIN, "objects": ["1"]}, "it.objects: '1' is not an object"),
        ({**PLAIN, "maybe": "1"}, "it.maybe: '1' is not a whole number"),
    ],
)
def test_anything_else_is_refused(value: object, error: str) -> None:
    with pytest.raises(RecordError) as refused:
        from_plain(Outer, value, "it")
    assert error in str(refused.value)
