"""A record as it grows: what it writes, what it lets happen, and in which order."""

import hashlib
import json
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from casinowar import record
from casinowar.actions import (
    Burn,
    CloseBets,
    CutDeck,
    Deal,
    Leave,
    NewShoe,
    PlaceBet,
    PlaceCutCard,
    Rule,
    Sit,
)
from casinowar.cards import DECK
from casinowar.errors import CasinoWarError, FairError, IllegalAction, RecordError
from casinowar.events import Seated
from casinowar.fair import Reveal, player_commitment, server_commitment, terms_of
from casinowar.options import resolve
from casinowar.record import (
    Entry,
    ListClosed,
    PlayerCommitment,
    PlayerReveal,
    Record,
    ServerCommitment,
    ServerReveal,
    Step,
    Withheld,
)
from casinowar.record.chain import announce
from casinowar.record.entry import NO_HASH
from casinowar.rulefile import load_rules
from tests.support.game import NOON, rules_of
from tests.support.house import House
from tests.support.playthrough import built_in

RULES = rules_of("fun-casino")
SEED = bytes(range(32))
OTHER = bytes(range(1, 33))


class Table:
    """A record in the hands of a test."""

    def __init__(self, name: str = "fun-casino", **options: Any) -> None:
        rules = rules_of(name)
        begun = record.begin("t1", rules, resolve(rules, **options))
        self.record: Record = begun.record
        self.entries: list[Entry] = list(begun.entries)

    def do(self, *things: Any) -> "Table":
        for thing in things:
            taken = record.take(self.record, thing)
            self.record = taken.record
            self.entries.extend(taken.entries)
        return self

    def refused(self, thing: Any, *words: str) -> None:
        """It is refused in these words, and the record is what it was."""
        before = self.record
        with pytest.raises(CasinoWarError) as error:
            record.take(self.record, thing)
        for part in words:
            assert part in str(error.value)
        assert self.record == before

    def commitment(self, seed: bytes = SEED) -> ServerCommitment:
        """The server's commitment to the next shoe."""
        shoe = record.next_shoe(self.record)
        terms = terms_of(shoe, self.record.table.rules, self.record.table.options)
        return record.server_commitment(self.record, server_commitment(terms, seed).hex())

    def pledge(self, seat: int, player: str, secret: Reveal) -> PlayerCommitment:
        """A player's commitment to the shoe in preparation."""
        assert self.record.coming is not None
        ceremony = self.record.coming.ceremony
        made = player_commitment(ceremony.terms, ceremony.server, seat, secret)
        return PlayerCommitment(ceremony.terms.shoe, seat, player, made.hex())


SECRET = Reveal(bytes(32), 100)
REVEAL = PlayerReveal("t1/1", 1, SECRET.seed.hex(), SECRET.cut)


def prepared() -> Table:
    """Ann sits at seat 1 and has committed; bob sits at seat 2."""
    table = Table(seats=3)
    table.do(table.commitment(), Sit("ann", 1), Sit("bob", 2))
    return table.do(table.pledge(1, "ann", SECRET))


def brought() -> Table:
    """The first shoe is on the table, the next one is committed to."""
    table = prepared().do(ListClosed("t1/1", 1, (1,)), REVEAL, NewShoe(1))
    return table.do(table.commitment(OTHER))


def test_the_header_says_which_table_and_which_rules() -> None:
    header = Table(seats=3).entries[0]
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
    assert Table(hand_dealt=True).entries[0].body["fair"] == ""


@pytest.mark.parametrize("name", ["", "t/1", "-a", "x" * 65, "é", "a b", 5])
def test_the_id_of_a_table_is_plain(name: Any) -> None:
    with pytest.raises(RecordError, match="is not the id of a table: use 1 to 64 letters"):
        record.begin(name, RULES, resolve(RULES))
    assert record.begin("A" + "-._9" * 15, RULES, resolve(RULES)).record.id.startswith("A-")


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


def test_an_entry_holds_the_action_and_its_events() -> None:
    table = Table()
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
    table = Table()
    for thing in (Sit("ann", 1), table.commitment()):
        (entry,) = record.take(table.record, thing, who='ann "é"', at=NOON).entries
        assert (entry.body["who"], entry.body["at"]) == ('ann "é"', NOON)
        (bare,) = record.take(table.record, thing).entries
        assert {"who", "at"}.isdisjoint(bare.body)
        assert bare.hash != entry.hash
    announced, action = record.take(announceable().record, NewShoe(1), who="op", at=9).entries
    assert [(one.body["who"], one.body["at"]) for one in (announced, action)] == [("op", 9)] * 2


def announceable() -> Table:
    return prepared().do(ListClosed("t1/1", 1, (1,)), REVEAL)


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
    table = Table()
    what = Sit("ann", 1) if thing == "action" else table.commitment()
    with pytest.raises(RecordError, match=error):
        record.take(table.record, what, **given)
    allowed = record.take(table.record, what, who="x" * 200, at=2**53 - 1)
    assert allowed.entries[0].body["at"] == 2**53 - 1
    assert record.take(table.record, what, at=0).entries[0].body["at"] == 0


def test_what_the_table_refuses_is_refused_and_leaves_no_entry() -> None:
    table = Table()
    with pytest.raises(IllegalAction, match="bets are not open"):
        record.take(table.record, PlaceBet("ann", 1, "primary", 500))
    table.refused(NewShoe(1), "no new shoe is due; awaited is at least 1 seated player")
    table.refused(Rule("void", "\ud800"), "no round to rule on")


def test_an_action_that_cannot_be_written_is_refused() -> None:
    table = Table(hand_dealt=True).do(Sit("ann", 1), NewShoe(1), CutDeck("ann", 0))
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


def test_a_shoe_comes_only_when_all_is_ready() -> None:
    table = Table(seats=3).do(Sit("ann", 1), Sit("bob", 2))
    table.refused(NewShoe(1), "the server has not committed to shoe t1/1")
    table = prepared()
    table.refused(NewShoe(1), "the list of commitments to shoe t1/1 is not closed yet")
    table.do(ListClosed("t1/1", 1, (1,)))
    table.refused(NewShoe(1), "shoe t1/1 awaits the reveals of these seats: 1")
    table.do(Withheld("t1/1", 1), NewShoe(1))
    assert table.record.table.shoe.number == 1


def test_the_next_shoe_is_committed_to_before_the_first_card() -> None:
    table = announceable().do(NewShoe(1), CutDeck("ann", 100), PlaceCutCard(30))
    table.refused(Burn(1), "the server commits to shoe t1/2 before the first card of this one")
    table.do(table.commitment(OTHER), Burn(1), PlaceBet("ann", 1, "primary", 500))
    table.do(ServerReveal("t1/2", OTHER.hex(), "abandoned"))
    table.refused(Deal(DECK[0]), "the server commits to shoe t1/3 before the first card")


def test_one_shoe_is_prepared_at_a_time() -> None:
    table = prepared()
    table.refused(table.commitment(), "shoe t1/1 is in preparation, and one at a time is")


@pytest.mark.parametrize(
    "field, value",
    [("shoe", "t1/2"), ("shoe", "t2/1"), ("decks", 5), ("behind_min", 12), ("behind_max", 29)],
)
def test_the_server_commits_on_the_tables_terms(field: str, value: Any) -> None:
    table = Table(seats=3)
    wrong = replace(table.commitment(), **{field: value})
    table.refused(wrong, "a commitment to shoe t1/1 is due, on this table's terms")


@pytest.mark.parametrize(
    "step, error",
    [
        (PlayerCommitment("t1/2", 1, "ann", "0" * 64), "shoe 't1/2' is not in preparation"),
        (PlayerCommitment("t1/1", 1, "bob", "0" * 64), "bob does not sit at seat 1"),
        (PlayerCommitment("t1/1", 3, "cy", "0" * 64), "cy does not sit at seat 3"),
        (PlayerCommitment("t1/1", 3, "", "0" * 64), "nobody does not sit at seat 3"),
        (PlayerCommitment("t1/1", 0, "ann", "0" * 64), "ann does not sit at seat 0"),
        (PlayerCommitment("t1/1", 2, "bob", "0" * 63), "is not 64 digits"),
        (PlayerCommitment("t1/1", 2, "bob", "G" * 64), "is not 64 digits"),
        (ListClosed("t1/1", 2, (1,)), "seat 2 is not the one to be asked first to cut"),
        (ListClosed("t1/1", 1, ()), "the list is not of those who committed and still sit there"),
        (ListClosed("t1/1", 1, (1, 2)), "the list is not of those who committed and still sit"),
        (REVEAL, "nothing is revealed before the list of commitments is closed"),
        (Withheld("t1/1", 1), "nothing is revealed before the list of commitments is closed"),
    ],
)
def test_steps_before_the_list_is_closed(step: Step, error: str) -> None:
    prepared().refused(step, error)


@pytest.mark.parametrize(
    "step, error",
    [
        (PlayerReveal("t1/1", 1, OTHER.hex(), 100), "seat 1 reveals something else than it"),
        (PlayerReveal("t1/1", 1, SECRET.seed.hex(), 101), "seat 1 reveals something else than"),
        (PlayerReveal("t1/1", 1, "x", 101), "the seed: 'x' is not 64 digits"),
        (PlayerReveal("t1/1", 1, SECRET.seed.hex(), 0), "a cut is at 1 to 311"),
        (PlayerReveal("t1/1", 2, SECRET.seed.hex(), 100), "seat 2 has not committed"),
        (Withheld("t1/1", 2), "seat 2 has not committed to this shoe"),
        (ListClosed("t1/1", 1, (1,)), "the list of commitments is closed"),
        (PlayerCommitment("t1/1", 2, "bob", "0" * 64), "the list of commitments is closed"),
    ],
)
def test_steps_after_the_list_is_closed(step: Step, error: str) -> None:
    prepared().do(ListClosed("t1/1", 1, (1,))).refused(step, error)


@pytest.mark.parametrize("answer", [REVEAL, Withheld("t1/1", 1)])
def test_a_seat_answers_once(answer: Step) -> None:
    table = prepared().do(ListClosed("t1/1", 1, (1,)), answer)
    for again in (REVEAL, Withheld("t1/1", 1)):
        table.refused(again, "seat 1 has revealed or withheld already")


def test_who_left_before_the_list_was_closed_has_no_part() -> None:
    table = prepared()
    table.do(table.pledge(2, "bob", SECRET), Leave("ann", 1), Sit("cy", 1))
    assert table.record.coming is not None
    assert record.listed(table.record.coming, table.record.table) == (2,)
    table.refused(ListClosed("t1/1", 1, (1, 2)), "the list is not of those who committed")
    assert table.record.coming.player_at(1) == "ann"
    after = record.take(table.record, ListClosed("t1/1", 1, (2,))).record.coming
    assert after is not None
    assert (after.player_at(1), after.player_at(2)) == ("", "bob")
    assert [place.seq for place in after.steps] == [1, 5, 8]


def test_the_servers_seed_is_the_one_committed_to() -> None:
    table = brought()
    wrong = ServerReveal("t1/1", OTHER.hex(), "abandoned")
    table.refused(wrong, "the server's seed is not the one it committed to")
    table.refused(ServerReveal("t1/1", "x", "abandoned"), "the seed: 'x' is not 64 digits")
    table.refused(ServerReveal("t1/1", SEED.hex(), "dealt"), "shoe t1/1 is not dealt to its end")
    table.do(ServerReveal("t1/1", SEED.hex(), "abandoned"))
    assert table.record.shoe is not None
    assert table.record.shoe.end == "abandoned"
    again = ServerReveal("t1/1", SEED.hex(), "abandoned")
    table.refused(again, "the seed of shoe t1/1 is revealed already")


def test_no_card_leaves_a_shoe_whose_seed_is_shown() -> None:
    table = brought().do(CutDeck("ann", 100), PlaceCutCard(30))
    table.do(ServerReveal("t1/1", SEED.hex(), "abandoned"))
    table.refused(Burn(1), "no card can leave a shoe whose seed is revealed")


def test_a_shoe_that_is_dealt_to_its_end_is_not_abandoned() -> None:
    house = House(RULES, Random(2), players=2, seats=2).play(1)
    table = Table(seats=2)
    table.record = house.record
    seed = house.seeds["t1/1"].hex()
    table.refused(ServerReveal("t1/1", seed, "abandoned"), "shoe t1/1 is dealt to its end")
    ready = house.record.table
    assert ready.shoe.stage == "spent"
    table.refused(NewShoe(1), "the server's seed of shoe t1/1 is not revealed yet")
    table.do(ServerReveal("t1/1", seed, "dealt"))
    assert table.record.shoe is not None
    assert table.record.shoe.end == "dealt"


def test_a_shoe_in_preparation_can_be_abandoned() -> None:
    table = prepared()
    table.refused(ServerReveal("t1/1", OTHER.hex(), "abandoned"), "not the one it committed to")
    table.refused(
        ServerReveal("t1/1", SEED.hex(), "dealt"), "was never brought, so it is abandoned"
    )
    table.refused(ServerReveal("t1/2", SEED.hex(), "abandoned"), "'t1/2' is not in preparation")
    table.do(ServerReveal("t1/1", SEED.hex(), "abandoned"))
    assert record.next_shoe(table.record) == "t1/2"
    assert table.record.coming is None
    coming = record.take(table.record, table.commitment(OTHER)).record.coming
    assert coming is not None
    assert coming.shoe == "t1/2"


def test_an_announced_shoe_comes_next() -> None:
    announced = announce(announceable().record)
    assert announced.entries[0].kind == "shoe"
    table = Table(seats=3)
    table.record = announced.record
    for thing in (Sit("cy", 3), Withheld("t1/1", 1)):
        table.refused(thing, "shoe t1/1 is announced: it is brought next")
    with pytest.raises(RecordError, match="shoe t1/1 is announced: it is brought next"):
        announce(announced.record)
    (entry,) = record.take(announced.record, NewShoe(1)).entries
    assert entry.kind == "action"


def test_a_table_dealt_by_hand_has_no_ceremony() -> None:
    table = Table(hand_dealt=True).do(Sit("ann", 1))
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
