from typing import Any, Literal, get_args, get_origin, get_type_hints

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casinowar.cards import DECK, RANKS, Card
from casinowar.errors import RecordError
from casinowar.game.actions import CancelRound, Deal, NewShoe, PlaceBet, Rule, Sit
from casinowar.game.decided_wager import DecidedWager
from casinowar.game.events import CardsCollected
from casinowar.record.codec import values as codec
from casinowar.record.codec.canonical import MOST_NUMBER, canonical, quoted
from casinowar.record.codec.events import KINDS, text_of, to_json
from tests.support.examples import percent

CARDS = st.sampled_from([*DECK, *(Card(rank) for rank in RANKS)])


def values(kind: Any) -> st.SearchStrategy[Any]:
    """Any value of a field's type."""
    if get_origin(kind) is tuple:
        return st.lists(values(get_args(kind)[0]), max_size=4).map(tuple)
    if get_origin(kind) is Literal:
        return st.sampled_from(get_args(kind))
    if kind is Card:
        return CARDS
    if kind is int:
        return st.integers(-MOST_NUMBER, MOST_NUMBER)
    if kind is DecidedWager:
        return st.builds(DecidedWager, *map(values, get_type_hints(kind).values()))
    return st.text(st.characters(exclude_categories=["Cs"]))


def kinds_in(name: str) -> list[Any]:
    """The types of the fields of an action or an event."""
    return [field.kind for field in codec.fields_of(KINDS[name]).values()]


@pytest.mark.parametrize("name", KINDS)
@percent(20)
@given(data=st.data())
def test_the_text_is_the_canonical_json_of_the_form(name: str, data: st.DataObject) -> None:
    thing = data.draw(st.builds(KINDS[name], *map(values, kinds_in(name))))
    assert text_of(thing) == canonical(to_json(thing)).decode()


def test_example() -> None:
    assert text_of(PlaceBet("ann", 1, "primary", 500)) == (
        '{"amount":500,"player":"ann","seat":1,"type":"place_bet","wager":"primary"}'
    )
    assert text_of(CardsCollected(0, (DECK[0], Card("9")))) == (
        '{"cards":["2c","9"],"seat":0,"type":"cards_collected"}'
    )
    assert text_of(Deal(DECK[51])) == '{"card":"As","type":"deal"}'


def test_percent_signs_stand_for_themselves() -> None:
    assert text_of(Rule("void", "100 %d %s")).startswith('{"reason":"100 %d %s",')


@pytest.mark.parametrize(
    "thing, error",
    [
        (NewShoe(MOST_NUMBER + 1), "is not a whole number within 2\\*\\*53"),
        (CancelRound(-MOST_NUMBER - 1), "is not a whole number within 2\\*\\*53"),
        (Sit("ann", "1"), "'1' is not a whole number"),  # type: ignore[arg-type]
        (Sit(7, 1), "7 is not a text"),  # type: ignore[arg-type]
        (Rule("void", "\ud800"), "half of a surrogate pair"),
    ],
)
def test_what_has_no_text_is_refused(thing: Any, error: str) -> None:
    with pytest.raises(RecordError, match=error):
        text_of(thing)


@pytest.mark.parametrize("number", [MOST_NUMBER, -MOST_NUMBER])
def test_the_largest_numbers_are_written(number: int) -> None:
    assert text_of(NewShoe(number)) == f'{{"batch":{number},"type":"new_shoe"}}'


def test_a_truth_is_written_as_the_number_it_is() -> None:
    assert text_of(NewShoe(batch=True)) == text_of(NewShoe(1)) == '{"batch":1,"type":"new_shoe"}'


def test_quotes() -> None:
    assert quoted('a"\n€') == '"a\\"\\n€"'
