"""A record read again: any entry may be the last before a stop, and none that is wrong passes."""

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casinowar import record
from casinowar.actions import Action
from casinowar.errors import RecordError, WrongEntry
from casinowar.jsonform import from_json
from casinowar.record import Entry, Record, canonical
from casinowar.record.entry import hash_of
from casinowar.record.replaying import _ACTION_TEXT
from casinowar.record.steps import STEPS
from casinowar.rules import RuleSet
from tests.support.examples import percent
from tests.support.game import rules_of
from tests.support.house import House
from tests.support.playthrough import built_in
from tests.support.vocabulary import rule_sets

BUILT_IN = [pytest.param(rules, id=name) for name, rules in built_in()]
RULES = rules_of("fun-casino")


def restart(rules: RuleSet, entries: list[Entry]) -> Record:
    """As a house does that was stopped: from the last shoe's first entry, or the header."""
    texts = [entry.text for entry in entries]
    begins = [place for place, entry in enumerate(entries) if entry.kind == "shoe"]
    if not begins:
        return record.replay(record.open_again(rules, texts[0]), texts[1:])
    first = entries[begins[-1]].body
    steps = [texts[place["seq"]] for place in first["steps"]]
    resumed = record.resume(rules, texts[0], texts[begins[-1]], steps)
    return record.replay(resumed, texts[begins[-1] :])


def known_alike(one: Record, other: Record) -> bool:
    """The same but for the end of the shoe before, which a resumed record need not know."""
    if one.announced:
        return one._replace(shoe=None) == other._replace(shoe=None)
    return one == other


@pytest.mark.parametrize("hand_dealt", [False, True], ids=["shoe", "hand-dealt"])
@pytest.mark.parametrize("rules", BUILT_IN)
def test_a_stop_after_any_entry_changes_nothing(rules: RuleSet, hand_dealt: bool) -> None:
    house = House(rules, Random(11), players=3, wildness=0.1, hand_dealt=hand_dealt)
    house.play(until=lambda: house.table.shoe.number >= 2 and house.table.rounds > 12)
    whole = record.open_again(rules, house.entries[0].text)
    for place, entry in enumerate(house.entries[1:], 2):
        whole = record.follow(whole, entry.text).record
        if place % 29 == 0 or entry.kind != "action":
            assert known_alike(restart(rules, house.entries[:place]), whole), entry.text
    assert whole == house.record


@percent(15)
@given(rule_sets(), st.integers(0, 2**32), st.booleans())
def test_a_stop_changes_nothing_under_random_rules(
    rules: RuleSet, seed: int, hand_dealt: bool
) -> None:
    random = Random(seed)
    house = House(rules, random, players=3, wildness=0.2, hand_dealt=hand_dealt)
    house.play(until=lambda: len(house.entries) > 120)
    place = random.randint(1, len(house.entries))
    again = restart(rules, house.entries[:place])
    assert record.replay(again, [entry.text for entry in house.entries[place:]]) == house.record


def test_a_house_that_was_stopped_goes_on_to_the_same_hashes() -> None:
    """Stopped in the middle of a round, with a war to come."""
    house = House(RULES, Random(5), players=3)
    house.play(until=lambda: house.table.playing and house.table.rounds == 9)
    again = restart(RULES, house.entries)
    assert again == house.record
    actions: list[Any] = []
    at = len(house.entries)
    house.play(until=lambda: house.table.rounds == 12)
    for entry in house.entries[at:]:
        fields = entry.body
        assert entry.kind == "action"
        made = record.take(again, action_of(fields), who=fields.get("who"), at=fields.get("at"))
        again = made.record
        actions.append(made.entries[0])
    assert actions == house.entries[at:]


def action_of(fields: dict[str, Any]) -> Action:
    return from_json(fields["action"])  # type: ignore[return-value]


def test_following_gives_what_taking_gave() -> None:
    house = House(RULES, Random(3), players=3)
    house.play(until=lambda: house.table.rounds == 3)
    followed = record.open_again(RULES, house.entries[0].text)
    told: list[Any] = []
    for entry in house.entries[1:]:
        made = record.follow(followed, entry.text)
        assert made.entries == (entry,)
        followed = made.record
        told.extend(made.events)
    assert told == house.events


def test_most_entries_take_the_short_way() -> None:
    house = House(RULES, Random(3), players=3, wildness=0.1).play(1)
    actions = [entry.text for entry in house.entries if entry.kind == "action"]
    assert all(_ACTION_TEXT.fullmatch(text) for text in actions)


def test_an_entry_may_be_kept_as_any_json_of_the_same_value() -> None:
    house = House(RULES, Random(3), players=3)
    house.play(until=lambda: house.table.rounds == 2)
    spaced = [json.dumps(entry.body, indent=1) for entry in house.entries]
    assert record.replay(record.open_again(RULES, spaced[0]), spaced[1:]) == house.record


def kept() -> House:
    """A table at which one shoe of everything has come up."""
    house = House(RULES, Random(8), players=3, seats=3)
    house.play(until=lambda: house.table.shoe.number == 2 and house.table.rounds > 80)
    return house


HOUSE = kept()
KINDS = {entry.kind: entry for entry in HOUSE.entries}


def follow_all(texts: list[str]) -> None:
    record.replay(record.open_again(RULES, texts[0]), texts[1:])


def resealed(fields: dict[str, Any]) -> str:
    """The text of fields with the hash they must have."""
    return canonical({**fields, "hash": hash_of(fields)}).decode()


def with_entry(entry: Entry, text: str) -> list[str]:
    texts = [one.text for one in HOUSE.entries]
    texts[entry.seq] = text
    return texts


def wrong(texts: list[str]) -> tuple[int, str]:
    with pytest.raises(WrongEntry) as found:
        follow_all(texts)
    return found.value.seq, found.value.why


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
        "seq": "what stands here says it is entry None",
        "prev": "it does not follow the entry before it: prev is another hash",
        "hash": "it was changed: its contents do not have its hash",
        "kind": "there is no entry of this kind",
    }
    header = {"hash": missing["hash"]}
    due = header.get(field, f"{field} is missing in it") if kind == "table" else missing[field]
    assert why == due


@pytest.mark.parametrize("kind", KINDS)
def test_an_entry_has_nothing_besides(kind: str) -> None:
    entry = KINDS[kind]
    seq, why = wrong(with_entry(entry, resealed({**entry.body, "colour": "red"})))
    assert seq == entry.seq
    expected = "no field 'colour'" if kind in STEPS else "colour has no place in it"
    assert expected in why


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
        ({"action": {"type": "seated", "player": "ann", "seat": 1}}, "an event stands where an"),
        ({"action": {"type": "new_shoe", "batch": 1}}, "brought without a first entry of its own"),
        ({"action": {"type": "sit"}}, "sit.player is missing"),
        ({"action": 5}, "5 is not an object with a type"),
        ({"events": 5}, "events is not a list"),
        ({"events": []}, "event 1: recorded is nothing more, but by the rules"),
        ({"events": [5]}, "event 1: recorded is 5, but by the rules"),
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
    assert why.endswith("but by the rules nothing more follows")
    assert f"event {len(fields['events'])}: recorded is “" in why


def test_an_action_in_the_place_of_an_event_is_shown_as_it_is() -> None:
    entry = KINDS["action"]
    fields = entry.body
    fields["events"][0] = {"type": "pay"}
    _, why = wrong(with_entry(entry, resealed(fields)))
    assert 'event 1: recorded is {"type":"pay"}, but by the rules “' in why


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
        ("options", 5, "options is not an object"),
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
        ("decks", 5, "options: this table cannot be opened: decks: 5 is not allowed; 6 would be"),
        ("seats", 13, "options: this table cannot be opened: seats: 13 is not allowed"),
        ("behind_least", 10, "options: the cut card's place is not what these rules make it"),
        ("behind_most", 31, "options: the cut card's place is not what these rules make it"),
        ("first_burn", 0, "first_burn: these rules say yes"),
        ("collect", "by deal", "collect: by deal is not allowed"),
        ("hand_dealt", 2, "options.hand_dealt is neither 0 nor 1"),
        ("most_returned", 5, "these rules know no limit on what a round returns"),
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
            "it was changed: its contents do not have its hash",
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
    assert wrong(texts) == (entry.seq, "a shoe is brought without a first entry of its own")


def test_text_that_is_no_json_is_not_readable() -> None:
    entry = KINDS["action"]
    for text in ("", "{", entry.text[:-1], f"[{entry.text}]"):
        with pytest.raises(RecordError):
            follow_all(with_entry(entry, text))


# Beginning in the middle.

FIRST = KINDS["shoe"]
STEPS_OF_FIRST = [HOUSE.entries[place["seq"]] for place in FIRST.body["steps"]]


def resumed(first: str, steps: list[str] | None = None) -> Record:
    header = HOUSE.entries[0].text
    texts = [entry.text for entry in STEPS_OF_FIRST] if steps is None else steps
    return record.resume(RULES, header, first, texts)


def unresumed(first: str, steps: list[str] | None = None) -> tuple[int, str]:
    with pytest.raises(WrongEntry) as found:
        record.follow(resumed(first, steps), first)
    return found.value.seq, found.value.why


def test_it_can_be_resumed_where_a_shoe_begins() -> None:
    after = record.follow(resumed(FIRST.text), FIRST.text).record
    assert (after.seq, after.head, after.announced) == (FIRST.seq + 1, FIRST.hash, "t1/2")
    assert after.shoes == 2


@pytest.mark.parametrize(
    "change, error",
    [
        ({"kind": "action"}, "this is not the first entry of a shoe"),
        ({"shoe": "t1/3"}, 'shoe is "t1/3", but "t1/2" is right'),
        ({"shoe": "t2/2"}, "'t2/2' is not the id of a shoe of table t1"),
        ({"shoe": "t1/02"}, "'t1/02' is not the id of a shoe of table t1"),
        ({"shoe": "t1/0"}, "'t1/0' is not the id of a shoe of table t1"),
        ({"shoe": 2}, "2 is not the id of a shoe of table t1"),
        ({"state": {}}, "state.seats is missing"),
        ({"table": "0" * 64}, 'table is "00000'),
        ({"steps": []}, "steps is [], but [{"),
    ],
)
def test_a_shoes_first_entry_with_wrong_contents(change: dict[str, Any], error: str) -> None:
    seq, why = unresumed(resealed({**FIRST.body, **change}))
    assert seq == FIRST.seq
    assert error in why


def test_a_shoes_first_entry_that_was_changed() -> None:
    text = canonical({**FIRST.body, "shoe": "t1/3"}).decode()
    assert unresumed(text) == (FIRST.seq, "it was changed: its contents do not have its hash")


@pytest.mark.parametrize("seq", [-1, "5"])
def test_an_entry_without_a_number(seq: object) -> None:
    with pytest.raises(RecordError, match="is not the number of an entry"):
        resumed(resealed({**FIRST.body, "seq": seq}))
    step = resealed({**STEPS_OF_FIRST[0].body, "seq": seq})
    with pytest.raises(RecordError, match="is not the number of an entry"):
        resumed(FIRST.text, [step])


def test_the_steps_are_followed_without_the_table() -> None:
    texts = [entry.text for entry in STEPS_OF_FIRST]
    assert unresumed(FIRST.text, texts[1:])[1] == "it is not a step of this shoe"
    assert unresumed(FIRST.text, texts[:1]) == (
        FIRST.seq,
        "the list of commitments to shoe t1/2 is not closed yet",
    )
    twice = unresumed(FIRST.text, [texts[0], texts[0]])
    assert twice == (STEPS_OF_FIRST[0].seq, "shoe t1/2 is in preparation already")
    other = resealed({**STEPS_OF_FIRST[1].body, "shoe": "t1/9"})
    assert unresumed(FIRST.text, [texts[0], other])[1] == "it is not a step of this shoe"
    cat = resealed({**STEPS_OF_FIRST[1].body, "kind": "cat"})
    assert unresumed(FIRST.text, [texts[0], cat])[1] == "there is no entry of this kind"
    changed = canonical({**STEPS_OF_FIRST[1].body, "seat": 9}).decode()
    assert unresumed(FIRST.text, [texts[0], changed]) == (
        STEPS_OF_FIRST[1].seq,
        "it was changed: its contents do not have its hash",
    )


def test_without_steps_there_is_no_shoe() -> None:
    assert unresumed(FIRST.text, []) == (
        FIRST.seq,
        "the server has not committed to shoe t1/2",
    )


def test_a_list_names_only_who_committed() -> None:
    place = next(n for n, e in enumerate(STEPS_OF_FIRST) if e.kind == "list_closed")
    closed = STEPS_OF_FIRST[place].body
    texts = [entry.text for entry in STEPS_OF_FIRST]
    texts[place] = resealed({**closed, "seats": [*closed["seats"], 7]})
    seq, why = unresumed(FIRST.text, texts)
    assert (seq, why) == (closed["seq"], "the list has a seat that has not committed")
