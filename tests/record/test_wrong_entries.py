"""No entry that is wrong passes, and what is wrong with it is told."""

from typing import Any

import pytest

from casinowar.errors import RecordError
from casinowar.record.codec.canonical import canonical
from casinowar.record.steps import STEPS
from tests.support.record.every_entry import HOUSE, KINDS, follow_all, resealed, with_entry, wrong


def test_every_kind_of_entry_is_there() -> None:
    assert set(KINDS) == {"table", "action", "shoe", *STEPS}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("field", ["seq", "prev", "hash", "kind"])
def test_no_field_of_the_frame_can_be_left_out(kind: str, field: str) -> None:
    entry = KINDS[kind]
    fields = entry.body
    del fields[field]
    text = canonical(fields).decode() if field == "hash" else resealed(fields)
    seq, why = wrong(with_entry(entry, text))
    assert seq == entry.seq
    missing = {
        "seq": "it says it is entry None",
        "prev": "it does not follow the entry before it: prev is another hash",
        "hash": "it was changed: its contents do not match its hash",
        "kind": "there is no entry of this kind",
    }
    header = {"hash": missing["hash"]}
    due = header.get(field, f"{field} is missing") if kind == "table" else missing[field]
    assert why == due


@pytest.mark.parametrize("field", ["colour", "events", "eventsful"])
@pytest.mark.parametrize("kind", KINDS)
def test_an_entry_has_nothing_besides(kind: str, field: str) -> None:
    entry = KINDS[kind]
    fields = {**entry.body, field: ["red", *entry.body.get(field, ())]}
    seq, why = wrong(with_entry(entry, resealed(fields)))
    assert seq == entry.seq
    expected = f"no field '{field}'" if kind in STEPS else f"it must not have {field}"
    is_due = field in entry.body
    assert ('event 1: the record has "red", but' if is_due else expected) in why


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("field, value", [("who", ""), ("who", 5), ("at", -1), ("at", "noon")])
def test_who_and_when_must_be_right(kind: str, field: str, value: object) -> None:
    entry = KINDS[kind]
    seq, why = wrong(with_entry(entry, resealed({**entry.body, field: value})))
    assert seq == entry.seq
    assert why in (
        "who acted is a text of 1 to 200 characters",
        "the time of an entry is a whole number from 0 up, below 2**53",
    )


@pytest.mark.parametrize("kind", ["cat", "table", 5, "sit", "Action"])
def test_there_are_no_other_kinds(kind: object) -> None:
    entry = KINDS["action"]
    seq, why = wrong(with_entry(entry, resealed({**entry.body, "kind": kind})))
    one_header = "a record has one header, its first entry"
    assert (seq, why) == (
        entry.seq,
        one_header if kind == "table" else "there is no entry of this kind",
    )


@pytest.mark.parametrize(
    "change, error",
    [
        (
            {"action": {"type": "seated", "player": "ann", "seat": 1}},
            "action: must be an action, not",
        ),
        ({"action": {"type": "new_shoe", "batch": 1}}, "a new shoe needs an entry of kind 'shoe'"),
        ({"action": {"type": "sit"}}, "sit.player is missing"),
        ({"action": 5}, "5 is not an object with a type"),
        ({"events": 5}, "events is not a list"),
        ({"events": []}, "event 1: the record has nothing more, but by the rules"),
        ({"events": [5]}, "event 1: the record has 5, but by the rules"),
    ],
)
def test_an_action_with_wrong_contents(change: dict[str, Any], error: str) -> None:
    entry = KINDS["action"]
    seq, why = wrong(with_entry(entry, resealed({**entry.body, **change})))
    assert seq == entry.seq
    assert error in why


def test_an_action_without_its_fields() -> None:
    entry = KINDS["action"]
    for field, error in (("action", "null is not an object"), ("events", "events is not a list")):
        fields = entry.body
        del fields[field]
        seq, why = wrong(with_entry(entry, resealed(fields)))
        assert (seq, error in why) == (entry.seq, True), why


def test_what_is_told_too_much_is_shown() -> None:
    entry = next(e for e in HOUSE.entries if e.kind == "action" and len(e.body["events"]) > 2)
    fields = entry.body
    last = fields["events"][-1]
    fields["events"].append(last)
    seq, why = wrong(with_entry(entry, resealed(fields)))
    assert seq == entry.seq
    assert why.endswith("but by the rules it must be nothing more")
    assert f"event {len(fields['events'])}: the record has “" in why


def test_an_action_in_the_place_of_an_event_is_shown_as_it_is() -> None:
    entry = KINDS["action"]
    fields = entry.body
    fields["events"][0] = {"type": "pay"}
    _, why = wrong(with_entry(entry, resealed(fields)))
    assert 'event 1: the record has {"type":"pay"}, but by the rules it must be “' in why


@pytest.mark.parametrize(
    "field, value, error",
    [
        (
            "format",
            "casinowar/record/2",
            'format is "casinowar/record/2", but "casinowar/record/1"',
        ),
        ("table", "t 1", "'t 1' is not the id of a table"),
        ("rules", "washington", 'rules is "washington", but "fun-casino" is right'),
        ("reading", "first-bet-lost", 'reading is "first-bet-lost", but "as-printed" is right'),
        ("sha256", "0" * 64, 'sha256 is "000000'),
        ("fair", "", 'fair is "", but "casinowar/fair/1" is right'),
        ("options", {}, "options.decks is missing"),
        ("options", 5, "options: 5 is not an object"),
        ("kind", "shoe", 'kind is "shoe", but "table" is right'),
        ("seq", 1, "seq is 1, but 0 is right"),
        ("prev", "1" * 64, 'prev is "1111'),
    ],
)
def test_a_header_with_wrong_contents(field: str, value: object, error: str) -> None:
    entry = KINDS["table"]
    seq, why = wrong(with_entry(entry, resealed({**entry.body, field: value})))
    assert seq == 0
    assert error in why


@pytest.mark.parametrize(
    "field, value, error",
    [
        ("decks", 5, "options: this table cannot be opened: decks: 5 is not allowed; use 6"),
        ("seats", 13, "options: this table cannot be opened: seats: 13 is not allowed"),
        (
            "behind_least",
            10,
            "options: the range of the cut card's place does not follow these rules",
        ),
        (
            "behind_most",
            31,
            "options: the range of the cut card's place does not follow these rules",
        ),
        ("first_burn", 0, "first_burn: these rules say yes"),
        ("collect", "by deal", "collect: by deal is not allowed"),
        ("hand_dealt", 2, "options.hand_dealt: 2 is not 0 or 1"),
        ("most_returned", 5, "these rules set no limit on what a round returns"),
        ("primary", {"least": 5, "most": 50_000, "amounts": []}, "primary limits: every amount"),
    ],
)
def test_options_that_the_rules_do_not_allow(field: str, value: object, error: str) -> None:
    entry = KINDS["table"]
    fields = entry.body
    fields["options"][field] = value
    seq, why = wrong(with_entry(entry, resealed(fields)))
    assert seq == 0
    assert error in why


def test_a_changed_header_is_named_by_its_hash() -> None:
    entry = KINDS["table"]
    changes: list[dict[str, Any]] = [{"reading": "x"}, {"options": {}}]
    for change in changes:
        text = canonical({**entry.body, **change}).decode()
        assert wrong(with_entry(entry, text)) == (
            0,
            "it was changed: its contents do not match its hash",
        )


def test_the_state_where_a_shoe_begins_is_that_of_the_replay() -> None:
    entry = KINDS["shoe"]
    fields = entry.body
    fields["state"]["rounds"] += 1
    seq, why = wrong(with_entry(entry, resealed(fields)))
    rounds = HOUSE.entries[entry.seq].body["state"]["rounds"]
    assert (seq, why) == (entry.seq, f"state.rounds is {rounds + 1}, but {rounds} is right")


def test_the_steps_of_a_shoe_are_those_in_force() -> None:
    entry = KINDS["shoe"]
    fields = entry.body
    del fields["steps"][1]
    seq, why = wrong(with_entry(entry, resealed(fields)))
    assert seq == entry.seq
    assert why.startswith("steps is [")


def test_a_shoe_needs_its_own_first_entry() -> None:
    entry = KINDS["shoe"]
    texts = [one.text for one in HOUSE.entries]
    fields = HOUSE.entries[entry.seq + 1].body | {"seq": entry.seq, "prev": entry.body["prev"]}
    texts[entry.seq] = resealed(fields)
    assert wrong(texts) == (entry.seq, "a new shoe needs an entry of kind 'shoe' before it")


def test_text_that_is_no_json_is_not_readable() -> None:
    entry = KINDS["action"]
    for text in ("", "{", entry.text[:-1], f"[{entry.text}]"):
        with pytest.raises(RecordError):
            follow_all(with_entry(entry, text))
