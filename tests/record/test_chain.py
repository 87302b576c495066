"""A record as it grows: what it writes, and what it lets happen."""

import hashlib
import json
from random import Random
from typing import Any

import pytest

from casinowar import record
from casinowar.errors import FairError, IllegalAction, RecordError
from casinowar.fair import Reveal
from casinowar.game.actions import (
    Burn,
    CloseBets,
    CutDeck,
    NewShoe,
    PlaceBet,
    PlaceCutCard,
    Rule,
    Sit,
)
from casinowar.game.events import Seated
from casinowar.record import ListClosed, PlayerReveal, ServerCommitment, Withheld
from casinowar.record.chain import announce
from casinowar.record.codec.canonical import canonical
from casinowar.record.entry import NO_HASH, hash_of, seal
from casinowar.record.ledger import transfers
from casinowar.rules.file import load_rules
from casinowar.rules.options import resolve
from tests.support.game.playthrough import built_in
from tests.support.game.table import NOON, rules_of
from tests.support.record.recorded import OTHER, RULES, Recorder, announceable, prepared
from tests.support.record.small_house import House


def test_the_header_says_which_table_and_which_rules() -> None:
    header = Recorder(seats=3).entries[0]
    assert header.body == {
        "seq": 0,
        "prev": NO_HASH,
        "kind": "table",
        "format": "casinowar/record/1",
        "table": "t1",
        "rules": "fun-casino",
        "reading": "as-printed",
        "sha256": load_rules("fun-casino").sha256,
        "fair": "casinowar/fair/1",
        "options": {
            "decks": 6,
            "seats": 3,
            "primary": {"least": 500, "most": 50_000, "amounts": []},
            "tie": {"least": 500, "most": 50_000, "amounts": []},
            "behind_least": 11,
            "behind_most": 30,
            "first_burn": 1,
            "collect": "lay and pay",
            "hand_dealt": 0,
        },
        "hash": header.hash,
    }
    assert (header.seq, header.kind) == (0, "table")
    assert Recorder(hand_dealt=True).entries[0].body["fair"] == ""


@pytest.mark.parametrize("name", ["", "t/1", "-a", ".a", "_a", "x" * 65, "é", "a b", 5])
def test_the_id_of_a_table_is_plain(name: Any) -> None:
    with pytest.raises(RecordError, match="is not the id of a table: use 1 to 64 letters"):
        record.begin(name, RULES, resolve(RULES))
    longest = "A" + "-._9" * 15 + "xyz"
    assert record.begin(longest, RULES, resolve(RULES)).record.id == longest


def test_every_hash_can_be_computed_with_sha256_alone() -> None:
    house = House(RULES, Random(1), players=2, seats=2).play(1).close()
    prev = "0" * 64
    for seq, entry in enumerate(house.entries):
        fields = json.loads(entry.text)
        assert (entry.seq, entry.hash, entry.kind) == (seq, fields.pop("hash"), fields["kind"])
        assert (fields["seq"], fields["prev"]) == (seq, prev)
        text = json.dumps(fields, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
        assert hashlib.sha256(text.encode()).hexdigest() == entry.hash
        whole = {**fields, "hash": entry.hash}
        assert entry.text == json.dumps(
            whole, sort_keys=True, ensure_ascii=False, separators=(",", ":")
        )
        prev = entry.hash
    assert (house.record.seq, house.record.head) == (len(house.entries), prev)


def test_an_entrys_own_hash_is_filled_in_and_no_other() -> None:
    named = {"hash": NO_HASH, "seq": 0}
    text = f'"hash":"{NO_HASH}",'
    entry = seal(1, NO_HASH, "shoe", {"shoe": text, "steps": [named]}, who=text, at=0)
    assert entry.hash == entry.body["hash"] == hash_of(entry.body)
    assert (entry.body["steps"], entry.body["shoe"]) == ([named], text)
    assert canonical(entry.body).decode() == entry.text


def test_an_entry_holds_the_action_and_its_events() -> None:
    table = Recorder()
    taken = record.take(table.record, Sit("ann", 1))
    assert taken.events == (Seated("ann", 1),)
    assert taken.record.table.seats[0] == "ann"
    (entry,) = taken.entries
    assert entry.body == {
        "seq": 1,
        "prev": table.entries[0].hash,
        "kind": "action",
        "action": {"type": "sit", "player": "ann", "seat": 1},
        "events": [{"type": "seated", "player": "ann", "seat": 1}],
        "hash": entry.hash,
    }


def test_who_and_when_are_kept_where_they_are_given() -> None:
    begun = record.begin("t1", RULES, resolve(RULES), who="op", at=7)
    assert (begun.entries[0].body["who"], begun.entries[0].body["at"]) == ("op", 7)
    assert begun.events == ()
    table = Recorder()
    for thing in (Sit("ann", 1), table.commitment()):
        (entry,) = record.take(table.record, thing, who='ann "é"', at=NOON).entries
        assert (entry.body["who"], entry.body["at"]) == ('ann "é"', NOON)
        (bare,) = record.take(table.record, thing).entries
        assert {"who", "at"}.isdisjoint(bare.body)
        assert bare.hash != entry.hash
    announced, action = record.take(announceable().record, NewShoe(1), who="op", at=9).entries
    assert [(one.body["who"], one.body["at"]) for one in (announced, action)] == [("op", 9)] * 2


@pytest.mark.parametrize(
    "given, error",
    [
        ({"who": ""}, "who acted is a text of 1 to 200 characters"),
        ({"who": "x" * 201}, "who acted is a text of 1 to 200 characters"),
        ({"who": 5}, "who acted is a text of 1 to 200 characters"),
        ({"at": -1}, "the time of an entry is a whole number from 0 up, below 2"),
        ({"at": 2**53}, "the time of an entry is a whole number from 0 up, below 2"),
        ({"at": True}, "the time of an entry is a whole number from 0 up, below 2"),
        ({"at": "5"}, "the time of an entry is a whole number from 0 up, below 2"),
        ({"who": "\ud800"}, "half of a surrogate pair"),
    ],
)
@pytest.mark.parametrize("thing", ["action", "step"])
def test_who_and_when_are_checked(given: dict[str, Any], error: str, thing: str) -> None:
    table = Recorder()
    what = Sit("ann", 1) if thing == "action" else table.commitment()
    with pytest.raises(RecordError, match=error):
        record.take(table.record, what, **given)
    allowed = record.take(table.record, what, who="x" * 200, at=2**53 - 1)
    assert allowed.entries[0].body["at"] == 2**53 - 1
    assert record.take(table.record, what, at=0).entries[0].body["at"] == 0


def test_what_the_table_refuses_is_refused_and_leaves_no_entry() -> None:
    table = Recorder()
    with pytest.raises(IllegalAction, match="bets are not open"):
        record.take(table.record, PlaceBet("ann", 1, "primary", 500))
    table.refused(NewShoe(1), "no new shoe is due; waiting for at least 1 seated player")
    table.refused(Rule("void", "\ud800"), "no round to rule on")


def test_an_action_that_cannot_be_written_is_refused() -> None:
    table = Recorder(hand_dealt=True).do(Sit("ann", 1), NewShoe(1), CutDeck("ann", 0))
    table.do(PlaceCutCard(30), Burn(1), PlaceBet("ann", 1, "primary", 500))
    table.refused(Rule("stands", "\ud800"), "half of a surrogate pair")
    table.refused(CloseBets(2**53), "is not a whole number within 2**53")


def test_a_shoe_begins_with_the_state_and_the_steps_behind_it() -> None:
    table = announceable()
    before = table.record
    shoe, action = record.take(table.record, NewShoe(1)).entries
    assert shoe.kind == "shoe"
    assert shoe.body["shoe"] == "t1/1"
    assert shoe.body["table"] == table.entries[0].hash
    assert shoe.body["state"] == record.write_table(before.table)
    named = [table.entries[place["seq"]] for place in shoe.body["steps"]]
    assert [entry.hash for entry in named] == [place["hash"] for place in shoe.body["steps"]]
    assert [entry.kind for entry in named] == [
        "server_commitment",
        "player_commitment",
        "list_closed",
        "player_reveal",
    ]
    assert (action.kind, action.body["prev"]) == ("action", shoe.hash)


def test_only_the_commitment_in_force_is_a_step() -> None:
    table = prepared()
    first = table.entries[-1]
    table.do(table.pledge(1, "ann", Reveal(OTHER, 5)))
    second = table.entries[-1]
    table.do(ListClosed("t1/1", 1, (1,)), PlayerReveal("t1/1", 1, OTHER.hex(), 5))
    steps = record.take(table.record, NewShoe(1)).entries[0].body["steps"]
    assert second.hash in [place["hash"] for place in steps]
    assert first.hash not in [place["hash"] for place in steps]


def test_an_announced_shoe_comes_next() -> None:
    announced = announce(announceable().record)
    assert announced.entries[0].kind == "shoe"
    table = Recorder(seats=3)
    table.record = announced.record
    for thing in (Sit("cy", 3), Withheld("t1/1", 1)):
        table.refused(thing, "shoe t1/1 is announced: it is brought next")
    with pytest.raises(RecordError, match="shoe t1/1 is announced: it is brought next"):
        announce(announced.record)
    brought = record.take(announced.record, NewShoe(1))
    assert [entry.kind for entry in brought.entries] == ["action"]
    assert (announced.record.announced, brought.record.announced) == ("t1/1", "")


def test_no_shoe_is_announced_before_it_is_due() -> None:
    table = Recorder(hand_dealt=True).do(Sit("ann", 1), NewShoe(1))
    with pytest.raises(RecordError, match="no new shoe is due"):
        announce(table.record)


def test_a_table_dealt_by_hand_has_no_ceremony() -> None:
    table = Recorder(hand_dealt=True).do(Sit("ann", 1))
    step = ServerCommitment("t1/1", 6, 19, 30, "0" * 64)
    table.refused(step, "the cards of this table are shuffled by hand")
    with pytest.raises(FairError):
        record.take(table.record, step)
    shoe, _ = record.take(table.record, NewShoe(1)).entries
    assert (shoe.body["shoe"], shoe.body["steps"]) == ("t1/1", [])
    table.do(NewShoe(1))
    assert table.record.shoes == 1
    assert table.record.shoe is not None
    assert table.record.shoe.prepared is None


@pytest.mark.parametrize("hand_dealt", [False, True], ids=["shoe", "hand-dealt"])
@pytest.mark.parametrize("name, rules", built_in())
def test_shoes_are_numbered_as_they_come(name: str, rules: Any, hand_dealt: bool) -> None:
    house = House(rules, Random(name), hand_dealt=hand_dealt).play(3)
    shoes = [entry.body["shoe"] for entry in house.entries if entry.kind == "shoe"]
    assert shoes == ["t1/1", "t1/2", "t1/3"]


def test_it_does_not_grow_with_its_entries() -> None:
    """What a house keeps in memory for a table is the table, not its history."""
    house = House(rules_of("online"), Random(3)).play(3)
    early = len(repr(house.record))
    house.play(30)
    assert len(repr(house.record)) < 2 * early


def test_an_entry_carries_the_money_it_moved() -> None:
    table = announceable()
    brought = record.take(table.record, NewShoe(1))
    assert (len(brought.entries), brought.transfers) == (2, ())
    for rules in ("washington", "california"):
        house = House(rules_of(rules), Random(3), players=3).play(1)
        banked, moved = house.table.rules.player_banked, 0
        before = record.open_again(house.table.rules, house.entries[0].text)
        for entry in house.entries[1:]:
            made = record.follow(before, entry.text)
            due = transfers("t1", made.events, player_banked=banked)
            assert made.transfers == tuple(due)
            moved += len(due)
            before = made.record
        assert moved > 50
