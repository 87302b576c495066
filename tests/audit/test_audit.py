"""Whole shoes of every rule set are found right, and what cannot be known is said."""

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casinowar.audit import Auditor, ShoeCheck
from casinowar.audit.files import audit_shoe
from casinowar.errors import WrongEntry
from casinowar.game import actions
from casinowar.game.events import (
    BetPlaced,
    CardDealt,
    CardsBurned,
    DeckCut,
    WagerReturned,
    WagerRuled,
    WagerSettled,
    WarDeclared,
)
from casinowar.record import open_again
from casinowar.record.ledger import Account
from casinowar.record.shoefile import read_shoe
from casinowar.rules.file import builtin_names, load_rules
from casinowar.rules.model import RuleSet
from tests.support.examples import percent
from tests.support.game.playthrough import built_in
from tests.support.game.random_rules import rule_sets
from tests.support.game.table import rules_of
from tests.support.record.shoes import files_of
from tests.support.record.small_house import House

BUILT_IN = [pytest.param(rules, id=name) for name, rules in built_in()]


def audited(house: House) -> tuple[Auditor, list[ShoeCheck]]:
    """The audit of all a house has recorded, without seeds ahead, and every shoe it met."""
    auditor = Auditor(open_again(house.table.rules, house.entries[0].text))
    shoes: list[ShoeCheck] = []
    for entry in house.entries[1:]:
        auditor.take(entry.text)
        if auditor.brought > len(shoes):
            shoes.append(auditor.shoes[-1])
    return auditor, shoes


def check_all(house: House) -> tuple[Auditor, list[ShoeCheck]]:
    """Audit a house, and compare what the audit counted with what happened."""
    (auditor, shoes), events = audited(house), house.events
    assert auditor.record == house.record
    assert auditor.entries == len(house.entries) - 1
    assert sum(shoe.dealt for shoe in shoes) == count(events, CardDealt)
    burned = sum(event.count for event in events if isinstance(event, CardsBurned))
    assert sum(shoe.burned for shoe in shoes) == burned
    from_felt = [each for each in events if isinstance(each, WagerRuled) and each.felt]
    settled = count(events, WagerSettled | WagerReturned) + len(from_felt)
    assert auditor.money.settled == settled
    assert auditor.money.wagers == count(events, BetPlaced | WarDeclared)
    return auditor, shoes


def count(events: Sequence[object], kind: Any) -> int:
    return sum(isinstance(event, kind) for event in events)


@pytest.mark.parametrize("players", [1, 3, 5])
@pytest.mark.parametrize("rules", BUILT_IN)
def test_whole_shoes_are_right(rules: RuleSet, players: int) -> None:
    if rules.seats.players_needed > players:
        players = rules.seats.players_needed
    house = House(rules, Random(players), players=players).play(2).close()
    auditor, shoes = check_all(house)
    assert [shoe.end for shoe in shoes] == ["dealt", "dealt"]
    assert all(shoe.fair is not None for shoe in shoes)
    assert auditor.abandoned == ["t1/3"]
    assert auditor.unchecked() == []
    assert auditor.rounds == house.table.rounds


@pytest.mark.parametrize("hand_dealt", [False, True], ids=["shoe", "hand-dealt"])
@pytest.mark.parametrize("rules", BUILT_IN)
def test_shoes_with_everything_that_can_happen_are_right(rules: RuleSet, hand_dealt: bool) -> None:
    @percent(4)
    @given(st.integers(0, 2**32))
    def plays(seed: int) -> None:
        house = House(rules, Random(seed), players=4, wildness=0.25, hand_dealt=hand_dealt)
        house.play(until=lambda: len(house.entries) > 300)
        _, shoes = check_all(house)
        assert {shoe.end == "by hand" for shoe in shoes} <= {hand_dealt}

    plays()


@percent(25)
@given(rule_sets(), st.integers(0, 2**32), st.booleans())
def test_shoes_under_random_rules_are_right(rules: RuleSet, seed: int, hand_dealt: bool) -> None:
    house = House(rules, Random(seed), players=3, wildness=0.2, hand_dealt=hand_dealt)
    house.play(until=lambda: len(house.entries) > 150)
    check_all(house)
    check_all(house.close())


@pytest.mark.parametrize("name", builtin_names())
def test_files_are_right_alone_and_in_a_row(name: str) -> None:
    rules = load_rules(name)
    house = House(rules.rules(), Random(6)).play(3).close()
    before = None
    for number, text in enumerate(files_of(house, rules)):
        file = read_shoe(text.encode())
        alone = audit_shoe(file)
        before = audit_shoe(file, before)
        begins = file.entries[0]["seq"]
        assert before.unchecked() == []
        assert before.record.head == alone.record.head
        left_out = f"entries before {begins}: the table's state at that point is taken as recorded"
        assert alone.unchecked() == ([left_out] if number else [])
    assert before is not None
    assert before.record == house.record


def test_files_of_one_table_leave_no_gap() -> None:
    rules = load_rules("online")
    house = House(rules.rules(), Random(6)).play(3).close()
    first, second, third = (read_shoe(text.encode()) for text in files_of(house, rules))
    ends = first.entries[-1]["seq"]
    for file in (third, first):
        with pytest.raises(WrongEntry) as found:
            audit_shoe(file, audit_shoe(first))
        assert str(found.value) == (
            f"entry {file.entries[0]['seq']}: the file before ends with entry {ends}; "
            f"next is entry {ends + 1}"
        )
    assert audit_shoe(second, audit_shoe(first)).unchecked() == []


def test_files_of_other_tables_are_audited_alone() -> None:
    rules = load_rules("online")
    one = House(rules.rules(), Random(6), id="t1").play(2).close()
    other = House(rules.rules(), Random(6), id="t2").play(2).close()
    before = audit_shoe(read_shoe(files_of(one, rules)[0].encode()))
    after = audit_shoe(read_shoe(files_of(other, rules)[1].encode()), before)
    assert len(after.unchecked()) == 1


def test_what_it_remembers_does_not_grow_with_the_chain() -> None:
    house = House(rules_of("online"), Random(6)).play(30)
    auditor, shoes = audited(house)
    assert (auditor.brought, len(shoes), len(auditor.shoes)) == (30, 30, 1)


def test_an_open_shoe_is_checked_as_far_as_it_goes() -> None:
    house = House(rules_of("fun-casino"), Random(3))
    house.play(until=lambda: house.table.rounds == 9)
    auditor, (shoe,) = check_all(house)
    assert (shoe.end, shoe.fair) == ("open", None)
    assert auditor.unchecked() == [
        "the order of shoe t1/1: it is still open, and its seed is still secret"
    ]


def test_what_was_shuffled_by_hand_cannot_be_checked() -> None:
    house = House(rules_of("washington"), Random(3), hand_dealt=True)
    house.play(until=lambda: house.table.rounds == 9)
    assert audited(house)[0].unchecked() == ["the order of shoe t1/1: it was shuffled by hand"]
    house.play(2)
    assert audited(house)[0].unchecked() == ["the order of all shoes: they were shuffled by hand"]


def test_what_came_before_is_told_wherever_an_audit_begins_later() -> None:
    house = House(rules_of("online"), Random(4))
    begun = open_again(house.table.rules, house.entries[0].text)
    assert Auditor(begun, known_from=1).unchecked() == []
    (told,) = Auditor(begun, known_from=2).unchecked()
    assert told.startswith("entries before 2: ")


def test_money_that_was_made_is_found_at_the_entry_that_moves_some() -> None:
    house = House(rules_of("online"), Random(4)).play(1)
    placed = next(entry for entry in house.entries if '"type":"bet_placed"' in entry.text)
    auditor = Auditor(open_again(house.table.rules, house.entries[0].text))
    auditor.money.balances[Account("player", "eve")] = 1
    for entry in house.entries[1 : placed.seq]:
        auditor.take(entry.text)
    with pytest.raises(WrongEntry, match=f"entry {placed.seq}: the accounts do not sum to 0"):
        auditor.take(placed.text)


def test_an_abandoned_shoe_is_counted_and_its_cards_are_checked() -> None:
    house = House(rules_of("fun-casino"), Random(3))
    house.play(until=lambda: house.table.rounds == 9).close()
    auditor, (shoe,) = check_all(house)
    assert (shoe.end, shoe.fair) == ("abandoned", house.fair)
    assert auditor.abandoned == ["t1/2"]
    assert auditor.unchecked() == []


def test_a_shoe_nobody_had_a_part_in() -> None:
    house = House(rules_of("washington"), Random(3), players=2)
    house.shy = True
    house.play(1).close()
    _, (shoe,) = check_all(house)
    assert shoe.fair is not None
    assert shoe.fair.cutter == 0
    cuts = [event for event in house.events if isinstance(event, DeckCut)]
    assert [(cut.player, cut.at) for cut in cuts] == [("", shoe.fair.cut)]


def test_the_dealer_makes_the_cut_of_a_player_who_is_gone() -> None:
    house = House(rules_of("washington"), Random(5), players=2)
    house.play(until=lambda: house.table.shoe.number == 1)
    house.play(until=lambda: house.table.shoe.stage == "spent")
    coming = house.coming
    house.reveal_server("dealt")
    house.close_list(coming)
    revealed = house.coming.ceremony.commitments
    house.hear_reveals(house.coming)
    for seat, _ in revealed:
        if house.table.seats[seat - 1]:
            house.take(actions.Leave(house.table.seats[seat - 1], seat))
    house.players = ("di", "ed")
    house.play(until=lambda: house.table.shoe.number == 2 and house.table.shoe.stage == "ready")
    cuts = [event for event in house.events if isinstance(event, DeckCut)]
    assert cuts[-1].player == ""
    assert house.fair is not None
    assert (house.fair.cutter > 0, cuts[-1].at) == (True, house.fair.cut)
    house.play(until=lambda: house.table.shoe.stage == "spent").close()
    check_all(house)


def test_seeds_that_are_known_ahead_are_used_and_wrong_ones_are_not() -> None:
    house = House(rules_of("online"), Random(4)).play(1).close()
    header, *texts = (entry.text for entry in house.entries)
    right = {"t1/1": house.seeds["t1/1"].hex()}
    for seeds, is_known in ((right, True), ({"t1/1": "0" * 64}, False), ({"t1/1": "x"}, False)):
        auditor = Auditor(open_again(house.table.rules, header), seeds)
        for text in texts:
            made = auditor.take(text)
            if made.entries[0].kind == "server_reveal":
                break
            if auditor.shoes:
                assert (auditor.shoes[0].fair is not None) == is_known
        assert auditor.shoes[0].fair == house.fair
