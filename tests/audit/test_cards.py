"""The cards of a shoe against its fair shuffle, given what no right record holds."""

from dataclasses import replace
from random import Random

import pytest

from casinowar.audit.cards import ShoeCheck
from casinowar.audit.files import audit_shoe
from casinowar.cards import DECK
from casinowar.errors import WrongEntry
from casinowar.game.actions import Action, Leave, Sit
from casinowar.game.events import CardDealt, CardsBurned, CutCardPlaced, DeckCut
from casinowar.record.shoefile import read_shoe
from casinowar.rules.file import load_rules
from tests.support.game.table import rules_of
from tests.support.record.shoes import files_of
from tests.support.record.small_house import House


def shoe_check(name: str = "fun-casino", seed: int = 3) -> tuple[House, ShoeCheck]:
    house = House(rules_of(name), Random(seed))
    house.play(until=lambda: house.table.shoe.stage == "cut")
    assert house.record.shoe is not None
    return house, ShoeCheck(house.record.shoe)


def test_cards_are_compared_as_they_come_once_the_seed_is_known() -> None:
    house, check = shoe_check()
    check.learn(house.seeds["t1/1"].hex())
    assert house.fair is not None
    right, wrong = house.fair.cards[0], next(c for c in DECK if c != house.fair.cards[0])
    check.hear(7, [CardDealt("original", "player", 1, right)], house.table)
    second = CardDealt("original", "player", 2, wrong if house.fair.cards[1] != wrong else right)
    with pytest.raises(WrongEntry) as found:
        check.hear(8, [second], house.table)
    assert str(found.value) == (
        f"entry 8: card 2 of the shoe is {second.card}, but in the fair order it is "
        f"{house.fair.cards[1]}"
    )


def test_cards_are_compared_later_when_the_seed_is_shown() -> None:
    house, check = shoe_check()
    assert house.fair is not None
    wrong = next(card for card in DECK if card != house.fair.cards[3])
    check.hear(7, [CardsBurned(3, "war")], house.table)
    check.hear(8, [CardDealt("original", "player", 1, wrong)], house.table)
    with pytest.raises(WrongEntry, match="entry 8: card 4 of the shoe is"):
        check.learn(house.seeds["t1/1"].hex())


@pytest.mark.parametrize("known", [False, True])
def test_the_cut_is_its_players(known: bool) -> None:
    house, check = shoe_check()
    assert house.fair is not None
    due, cut = house.cutter(), house.fair.cut
    assert due
    if known:
        check.learn(house.seeds["t1/1"].hex())
    seat = house.fair.cutter
    with pytest.raises(WrongEntry, match=f"entry 5: {due} must cut, not the dealer"):
        check.hear(5, [DeckCut("", 0, cut)], house.table)
    with pytest.raises(
        WrongEntry, match=f"entry 5: the cut is at 1, but seat {seat} revealed {cut}"
    ):
        check.hear(5, [DeckCut(due, seat, 1)], house.table)
    check.hear(5, [DeckCut(due, seat, cut)], house.table)
    gone = replace(house.table, seats=("",) * len(house.table.seats))
    check.hear(5, [DeckCut("", 0, cut)], gone)
    with pytest.raises(WrongEntry, match="entry 5: the dealer must cut, not "):
        check.hear(5, [DeckCut(due, seat, cut)], gone)


def test_the_dealers_cut_and_the_cut_card_follow_from_the_seed() -> None:
    house = House(rules_of("washington"), Random(3), players=2)
    house.shy = True
    house.play(until=lambda: house.table.shoe.stage == "cut")
    assert house.record.shoe is not None
    assert house.fair is not None
    fair, seed = house.fair, house.seeds["t1/1"].hex()
    for event, error in (
        (DeckCut("", 0, fair.cut % 311 + 1), f"but the seeds put it at {fair.cut}"),
        (CutCardPlaced(fair.behind + 1), f"but the seeds put {fair.behind} there"),
    ):
        check = ShoeCheck(house.record.shoe)
        check.hear(5, [event], house.table)
        with pytest.raises(WrongEntry, match=f"entry 5: .*{error}"):
            check.learn(seed)
        known = ShoeCheck(house.record.shoe)
        known.learn(seed)
        with pytest.raises(WrongEntry, match=f"entry 6: .*{error}"):
            known.hear(6, [event], house.table)
    with pytest.raises(WrongEntry, match="the dealer must cut, not ann"):
        ShoeCheck(house.record.shoe).hear(5, [DeckCut("ann", 1, fair.cut)], house.table)


def test_where_the_dealer_always_cuts_a_players_number_is_cut_at() -> None:
    house, check = shoe_check("online")
    assert house.fair is not None
    assert house.fair.cutter > 0
    with pytest.raises(WrongEntry, match="the dealer must cut, not "):
        check.hear(5, [DeckCut("ann", 1, house.fair.cut)], house.table)
    check.hear(5, [DeckCut("", 0, house.fair.cut)], house.table)


def test_nothing_is_compared_at_a_table_dealt_by_hand() -> None:
    house = House(rules_of("washington"), Random(3), hand_dealt=True)
    house.play(until=lambda: house.table.shoe.stage == "cut")
    assert house.record.shoe is not None
    check = ShoeCheck(house.record.shoe)
    events = (DeckCut("zed", 9, 5), CutCardPlaced(7), CardDealt("original", "player", 1, DECK[0]))
    check.hear(5, events, house.table)
    check.learn("0" * 64)
    assert (check.end, check.dealt, check.fair) == ("by hand", 1, None)


def at_two_seats(seed: int) -> House:
    """Ann sits at two seats, and her shoe is to be cut."""
    house = House(rules_of("washington"), Random(seed), players=1)
    house.take(Sit("ann", 2))
    house.take(Sit("ann", 5))
    return house.play(until=lambda: house.table.shoe.stage == "cut")


@pytest.mark.parametrize(
    "moves, by",
    [
        ([Leave("ann", 2)], "ann"),
        ([Leave("ann", 5)], ""),
        ([Leave("ann", 5), Sit("ann", 5)], "ann"),
        ([Leave("ann", 2), Leave("ann", 5), Sit("ann", 5)], ""),
    ],
)
def test_the_cut_is_its_players_who_was_never_without_a_seat(moves: list[Action], by: str) -> None:
    """The table asks nobody who comes back, and the cut was committed to at seat 5."""
    for house in map(at_two_seats, range(100)):
        if house.fair is not None and house.fair.cutter == 5:
            break
    for move in moves:
        house.take(move)
    house.play(until=lambda: house.table.shoe.stage == "ready")
    assert [event.player for event in house.events if isinstance(event, DeckCut)] == [by]
    washington = load_rules("washington")
    for text in files_of(house.close(), washington):
        assert audit_shoe(read_shoe(text.encode())).shoes[-1].end == "abandoned"
