import json
from contextlib import suppress
from typing import Any, Literal, get_args, get_origin, get_type_hints

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casinowar.cards import DECK, RANKS, Card, Suit
from casinowar.errors import NotationError
from casinowar.game.actions import Action, Deal, GoToWar, PlaceBet, Rule, Sit
from casinowar.game.decided_wager import DecidedWager
from casinowar.game.events import CardsCollected, Event
from casinowar.record.codec import values as codec
from casinowar.record.codec.canonical import MOST_NUMBER
from casinowar.record.codec.events import (
    KINDS,
    format_json,
    from_json,
    parse_json,
    to_json,
)
from tests.paths import DATA

EXAMPLES = (DATA / "json-examples.jsonl").read_text("utf-8").splitlines()

CARDS = st.sampled_from([*DECK, *(Card(rank) for rank in RANKS)])


def values(kind: Any) -> st.SearchStrategy[Any]:
    """Any value of a field's type."""
    if get_origin(kind) is tuple:
        return st.lists(values(get_args(kind)[0])).map(tuple)
    if get_origin(kind) is Literal:
        return st.sampled_from(get_args(kind))
    if kind is Card:
        return CARDS
    if kind is int:
        return st.integers(-MOST_NUMBER, MOST_NUMBER)
    if kind is DecidedWager:
        return st.builds(DecidedWager, *map(values, get_type_hints(kind).values()))
    assert kind is str, f"the form of {kind} is not known"
    return st.text()


def kinds_in(name: str) -> list[Any]:
    """The types of the fields of an action or an event."""
    return [field.kind for field in codec.fields_of(KINDS[name]).values()]


def things(name: str) -> st.SearchStrategy[Action | Event]:
    """Any action or event of one kind."""
    return st.builds(KINDS[name], *map(values, kinds_in(name)))


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.sampled_from([*KINDS]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=8,
)


def is_plain(value: object) -> bool:
    if isinstance(value, list):
        return all(map(is_plain, value))
    if isinstance(value, dict):
        return all(map(is_plain, value.values()))
    return type(value) in (str, int)


@pytest.mark.parametrize("name", KINDS)
@given(data=st.data())
def test_every_action_and_event_reads_back(name: str, data: st.DataObject) -> None:
    thing = data.draw(things(name))
    written = to_json(thing)
    assert written["type"] == name
    assert all(map(is_plain, written.values()))
    assert from_json(written) == thing
    assert from_json(json.loads(json.dumps(written))) == thing
    assert parse_json(format_json(thing)) == thing


def test_every_record_of_the_two_modules_is_an_action_or_an_event() -> None:
    from casinowar.game import actions, events

    for module in (actions, events):
        own = [
            kind
            for kind in vars(module).values()
            if getattr(kind, "__module__", "") == module.__name__
        ]
        records = {kind for kind in own if isinstance(kind, type)}
        assert records <= set(KINDS.values())
    assert len(KINDS) == len({*get_args(Action), *get_args(Event)})
    assert set(KINDS.values()) == {*get_args(Action), *get_args(Event)}


@pytest.mark.parametrize("text", EXAMPLES, ids=lambda text: json.loads(text)["type"])
def test_text_form_is_pinned(text: str) -> None:
    assert format_json(parse_json(text)) == text


def test_examples_show_every_kind() -> None:
    assert [json.loads(text)["type"] for text in EXAMPLES] == list(KINDS)


def test_example() -> None:
    assert to_json(GoToWar("ann", 1)) == {"type": "go_to_war", "player": "ann", "seat": 1, "tie": 0}
    assert to_json(CardsCollected(0, (Card("T", Suit.HEARTS), Card("9")))) == {
        "type": "cards_collected",
        "seat": 0,
        "cards": ["Th", "9"],
    }


BET = to_json(PlaceBet("ann", 1, "primary", 500))


@pytest.mark.parametrize(
    "value, error",
    [
        (None, "null is not an object with a type"),
        ([BET], "a list is not an object with a type"),
        ({}, "an object is not an object with a type"),
        ({"type": 1}, "type: 1 is not an action or event"),
        ({"type": ["sit"]}, "type: a list is not an action or event"),
        ({"type": "Sit"}, "type: 'Sit' is not an action or event"),
        ({"type": "x" * 999}, f"type: '{'x' * 40}'... is not an action"),
        ({**BET, "colour": "red"}, "place_bet: there is no field 'colour'; its fields are player"),
        (BET | {5: 5}, "place_bet: there is no field 5;"),
        ({"type": "pay", "amount": 5}, "pay: there is no field 'amount'; it has no fields"),
        ({"type": "sit", "player": "ann"}, "sit.seat is missing: it must be a whole number"),
        ({"type": "go_to_war", "player": "a", "seat": 1}, "go_to_war.tie is missing"),
        ({**BET, "seat": True}, "place_bet.seat: true is not a whole number"),
        ({**BET, "seat": "1"}, "place_bet.seat: '1' is not a whole number"),
        ({**BET, "amount": 5.0}, "place_bet.amount: 5.0 is not a whole number"),
        ({**BET, "amount": None}, "place_bet.amount: null is not a whole number"),
        ({**BET, "amount": 2**53}, "place_bet.amount: a number of this size is not a whole"),
        ({**BET, "amount": -(10**9999)}, "place_bet.amount: a number of this size is not"),
        ({**BET, "player": 7}, "place_bet.player: 7 is not a text"),
        ({**BET, "player": "\ud800"}, r"place_bet.player: '\ud800' is not a text"),
        ({**BET, "wager": "war"}, "place_bet.wager: 'war' is not one of 'primary', 'tie'"),
        ({**BET, "wager": ["tie"]}, "place_bet.wager: a list is not one of 'primary', 'tie'"),
        ({"type": "deal", "card": "1h"}, "deal.card: '1h' is not a card, as '9h' or '9'"),
        ({"type": "deal", "card": "10h"}, "deal.card: '10h' must be written 'Th' here"),
        ({"type": "deal", "card": "9H"}, "deal.card: '9H' must be written '9h' here"),
        ({"type": "deal", "card": 9}, "deal.card: 9 is not a card"),
        ({"type": "cards_collected", "seat": 1, "cards": "9h"}, "cards: '9h' is not a list, each"),
        ({"type": "cards_collected", "seat": 1, "cards": [{}]}, "cards: an object is not a card"),
    ],
)
def test_anything_else_is_refused(value: object, error: str) -> None:
    with pytest.raises(NotationError) as refused:
        from_json(value)
    assert error in str(refused.value)


@pytest.mark.parametrize(
    "text, error",
    [
        ("", "'' is not JSON"),
        ("{", "'{' is not JSON"),
        ('{"type": "pay", "type": "pay"}', "a field is given twice"),
        ("[" * 100_000, "is not JSON"),
        ("9" * 100_000, "is not JSON"),
        ("NaN", "nan is not an object"),
        ('{"type": "burn", "count": 1e0}', "burn.count: 1.0 is not a whole number"),
    ],
)
def test_other_text_is_refused(text: str, error: str) -> None:
    with pytest.raises(NotationError) as refused:
        parse_json(text)
    assert error in str(refused.value)
    assert len(str(refused.value)) < 300


def test_order_of_fields_and_blanks_do_not_matter() -> None:
    text = ' { "seat" : 1 , "player" : "ann", "type" : "sit" } '
    assert parse_json(text) == Sit("ann", 1)


@pytest.mark.parametrize(
    "thing",
    [
        Sit("ann", seat=True),
        Sit("ann", 2**53),
        Sit(7, 1),  # type: ignore[arg-type]
        Deal("9h"),  # type: ignore[arg-type]
        Deal(Card("X")),
        Rule("perhaps", ""),  # type: ignore[arg-type]
        CardsCollected(1, ["9h"]),  # type: ignore[arg-type]
        Card("9"),
        Sit,
        None,
    ],
)
def test_what_would_not_read_back_is_not_written(thing: Any) -> None:
    with pytest.raises(NotationError):
        to_json(thing)


@given(ANYTHING)
def test_reader_refuses_or_reads(value: object) -> None:
    with suppress(NotationError):
        assert to_json(from_json(value)) == value


@given(st.sampled_from(EXAMPLES), st.data())
def test_a_field_of_any_value_is_refused_or_read(text: str, data: st.DataObject) -> None:
    value = json.loads(text)
    value[data.draw(st.sampled_from([*value]))] = data.draw(ANYTHING)
    with suppress(NotationError):
        assert to_json(from_json(value)) == value


@given(st.text())
def test_text_is_refused_or_read(text: str) -> None:
    with pytest.raises(NotationError):
        parse_json(text)
