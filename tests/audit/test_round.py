"""A round retold: every event in its order, with its card's place and its clauses."""

import json
from random import Random
from typing import Any

import pytest

from casinowar.audit.round import RoundReport, _placed, report_round
from casinowar.cards import DECK
from casinowar.game import actions
from casinowar.game.events import (
    BetPlaced,
    BetsClosed,
    CardDealt,
    CardsBurned,
    RoundEnded,
    RoundRuled,
    WagerReturned,
    WagerSettled,
)
from casinowar.record.ledger import HOUSE, Account
from casinowar.record.shoefile import ShoeFile, read_shoe
from casinowar.rules.file import RuleFile, builtin_names, load_rules
from tests.support.record.shoes import Json, files_of, relinked, written
from tests.support.record.small_house import House


def file_of(house: House, rules: RuleFile, shoe: int = 1) -> ShoeFile:
    return read_shoe(files_of(house, rules)[shoe - 1].encode())


def kinds(story: RoundReport) -> list[str]:
    return [type(told.event).__name__ for told in story.told]


@pytest.mark.parametrize("name", builtin_names())
def test_every_round_of_a_shoe_is_told_whole(name: str) -> None:
    rules = load_rules(name)
    house = House(rules.rules(), Random(2), players=3, seats=3).play(2).close()
    for shoe in (1, 2):
        file = file_of(house, rules, shoe)
        every = report_round(file, 1).rounds
        for number in sorted(every)[:6]:
            story = report_round(file, number)
            assert story.fault is None
            assert story.rounds == every
            told = [one.event for one in story.told]
            assert isinstance(told[0], BetPlaced) or rules.rules().player_banked
            assert sum(isinstance(event, BetsClosed) for event in told) == 1
            assert sum(isinstance(event, RoundEnded) for event in told) == 1
            check_cards(story)
            check_money(story)


def check_cards(story: RoundReport) -> None:
    """Each card has its place in the shoe, and nothing else has one."""
    place = 0
    for told in story.told:
        match told.event:
            case CardDealt() | CardsBurned():
                assert told.card > place
                place = told.card
            case _:
                assert told.card == 0


def check_money(story: RoundReport) -> None:
    """What the settlements say is what everyone ends up with."""
    nets: dict[str, int] = {}
    for told in story.told:
        if isinstance(told.event, WagerSettled):
            nets[told.event.player] = nets.get(told.event.player, 0) + told.event.net
            assert told.clauses
    bank = [account for account in story.balances if account.kind == "stake"]
    for player, net in nets.items():
        assert story.balances[Account("player", player)] == net
    assert sum(story.balances.values()) == 0
    assert story.balances[Account("felt", "t1")] == 0
    if not bank:
        assert story.balances[HOUSE] == -sum(nets.values())


def test_places_count_burned_cards_too() -> None:
    rules = load_rules("washington")
    house = House(rules.rules(), Random(4), players=3).play(1)
    file = file_of(house, rules)
    place = 1
    for number in range(1, house.table.rounds + 1):
        for told in report_round(file, number).told:
            if isinstance(told.event, CardDealt | CardsBurned):
                assert told.card == place
                place += told.event.count if isinstance(told.event, CardsBurned) else 1
    assert place == 312 - house.table.shoe.left + 1


def test_cards_that_leave_together_have_places_in_a_row() -> None:
    dealt = CardDealt("original", "player", 1, DECK[0])
    events = (CardsBurned(3, "war"), BetsClosed(1, 0), dealt, dealt)
    assert [place for _, place in _placed(events, 10)] == [11, 0, 14, 15]
    assert [place for _, place in _placed(events, None)] == [0, 0, 0, 0]


def test_who_and_when_are_told_with_the_entry() -> None:
    rules = load_rules("washington")
    house = House(rules.rules(), Random(4), players=1, seats=1)
    house.play(until=lambda: house.table.rounds == 1 and not house.table.playing)
    story = report_round(file_of(house, rules), 1)
    for told in story.told:
        entry = house.entries[told.seq].body
        assert (told.who, told.at) == (entry.get("who", ""), entry.get("at"))
    assert any(told.at is not None for told in story.told)
    assert [told.seq for told in story.told] == sorted(told.seq for told in story.told)


def test_who_acted_is_told() -> None:
    rules = load_rules("washington")
    house = House(rules.rules(), Random(4), players=1, seats=1)
    house.play(until=lambda: house.table.rounds == 1 and not house.table.playing)
    file: Json = json.loads(files_of(house, rules)[0])
    bet = next(told.seq for told in report_round(file_of(house, rules), 1).told)
    file["entries"][bet]["who"] = "the croupier"
    told = report_round(read_shoe(written(relinked(file))), 1).told
    assert [one.who for one in told] == ["the croupier" if one.seq == bet else "" for one in told]
    assert any(one.who for one in told)


def test_clauses_are_those_of_the_fields() -> None:
    rules = load_rules("washington")
    house = House(rules.rules(), Random(4), players=1, seats=1)
    house.play(until=lambda: house.table.rounds == 1 and not house.table.playing)
    told = report_round(file_of(house, rules), 1).told
    dealt = next(one for one in told if isinstance(one.event, CardDealt))
    closed = next(one for one in told if isinstance(one.event, BetsClosed))
    assert (dealt.clauses, closed.clauses) == (("WA-3", "ALL-3"), ())


def test_clauses_are_those_of_the_tables_reading() -> None:
    """Here a war won costs the first bet, by the printed odds; by FC-10 it is pushed."""
    rules = load_rules("fun-casino")
    house = House(rules.rules("first-bet-lost"), Random(4), players=3)

    def is_won(event: object) -> bool:
        if not isinstance(event, WagerSettled):
            return False
        return (event.wager, event.outcome) == ("primary", "war_higher")

    house.play(until=lambda: any(map(is_won, house.events)))
    told = report_round(file_of(house, rules), house.table.rounds).told
    (clauses,) = {one.clauses for one in told if is_won(one.event)}
    assert "FC-ODDS" in clauses
    assert "FC-10" not in clauses
    assert "FC-10" in rules.cites("pays.war_higher.primary")


def test_the_house_has_no_part_in_a_round_that_a_player_banks() -> None:
    rules = load_rules("california")
    house = House(rules.rules(), Random(4), players=3)
    house.play(until=lambda: house.table.rounds == 2 and not house.table.playing)
    story = report_round(file_of(house, rules), 2)
    assert any(isinstance(told.event, WagerSettled) for told in story.told)
    assert HOUSE not in story.balances


def test_the_banker_is_told_from_the_stake_on_and_is_who_posted_it_last() -> None:
    rules = load_rules("california")
    house = House(rules.rules(), Random(4), players=3)
    house.play(until=lambda: house.table.bank.stake > 0)
    first = house.table.bank.player
    assert report_round(file_of(house, rules), 1).banker == first != ""
    house.take(actions.GiveUpBank(first))
    house.play(until=lambda: house.table.bank.stake > 0)
    story = report_round(file_of(house, rules), 1)
    assert [kind for kind in kinds(story) if "Stake" in kind] == [
        "StakePosted",
        "StakeReturned",
        "StakePosted",
    ]
    assert story.banker == house.table.bank.player != first


def test_a_ruling_on_a_round_that_is_over_belongs_to_it() -> None:
    rules = load_rules("fun-casino")
    house = House(rules.rules(), Random(4), players=2)
    house.play(until=lambda: house.table.rounds == 3 and not house.table.playing)
    house.take(actions.Rule("void", "a card fell"))
    file = file_of(house, rules)
    story = report_round(file, 3)
    assert kinds(story)[kinds(story).index("RoundEnded") + 1] == "RoundRuled"
    assert all(amount == 0 for amount in story.balances.values())
    assert report_round(file, 4).told == []


def test_bets_that_were_ruled_void_before_a_card_are_a_round() -> None:
    rules = load_rules("fun-casino")
    house = House(rules.rules(), Random(4), players=1)
    house.play(until=lambda: house.table.rounds == 2 and not house.table.playing)
    seat = house.table.seats_of("ann")[0]
    house.take(actions.PlaceBet("ann", seat, "primary", 1_000))
    house.take(actions.Rule("void", "fire"))
    story = report_round(file_of(house, rules), 3)
    assert [type(told.event) for told in story.told] == [BetPlaced, RoundRuled, WagerReturned]


def test_a_bet_that_is_taken_back_is_part_of_the_round_it_was_for() -> None:
    rules = load_rules("fun-casino")
    house = House(rules.rules(), Random(4), players=1)
    house.play(until=lambda: house.table.rounds == 2 and not house.table.playing)
    seat = house.table.seats_of("ann")[0]
    house.take(actions.PlaceBet("ann", seat, "primary", 1_000))
    house.take(actions.WithdrawBet("ann", seat, "primary"))
    story = report_round(file_of(house, rules), 3)
    assert kinds(story) == ["BetPlaced", "BetWithdrawn"]
    assert story.balances[Account("player", "ann")] == 0


def test_a_round_that_is_not_over_is_told_so_far() -> None:
    rules = load_rules("online")
    house = House(rules.rules(), Random(4))
    house.play(until=lambda: house.table.playing and bool(house.table.round.cards))  # type: ignore[union-attr]
    story = report_round(file_of(house, rules), 1)
    assert story.table is not None
    assert story.table.playing
    assert kinds(story)[-1] == "CardDealt"
    assert story.balances[Account("felt", "t1")] > 0


def test_cards_dealt_by_hand_have_no_place() -> None:
    rules = load_rules("washington")
    house = House(rules.rules(), Random(4), players=2, hand_dealt=True)
    house.play(until=lambda: house.table.rounds == 2 and not house.table.playing)
    story = report_round(file_of(house, rules), 2)
    assert "CardDealt" in kinds(story)
    assert all(told.card == 0 for told in story.told)


def test_what_happens_between_rounds_is_no_part_of_one() -> None:
    rules = load_rules("washington")
    house = House(rules.rules(), Random(4), players=2)
    house.play(until=lambda: house.table.rounds == 2 and not house.table.playing)
    house.take(actions.Sit("di", 7))
    house.play(until=lambda: house.table.rounds == 3 and not house.table.playing)
    assert "Seated" not in kinds(report_round(file_of(house, rules), 3))


def tampered(number: int) -> tuple[Json, int]:
    """A file in which a card of this round was changed, and that card's entry."""
    rules = load_rules("washington")
    house = House(rules.rules(), Random(4), players=2).play(1)
    house.reveal_server("dealt")
    file: Json = json.loads(files_of(house, rules)[0])
    seq = next(t.seq for t in report_round(file_of(house, rules), number).told if t.card)
    entry: dict[str, Any] = next(e for e in file["entries"] if e["seq"] == seq)
    card = "2c" if entry["action"]["card"] != "2c" else "3c"
    entry["action"]["card"] = entry["events"][0]["card"] = card
    return relinked(file), seq


def test_a_story_ends_before_the_entry_that_is_wrong() -> None:
    file, seq = tampered(9)
    data = read_shoe(written(file))
    for number, has_cards in ((8, True), (9, False), (10, False)):
        story = report_round(data, number)
        assert story.fault is not None
        assert story.fault.seq == seq
        assert any(told.card for told in story.told) == has_cards
        assert max(story.rounds) == 9
    assert report_round(data, 10).told == []


def test_a_file_that_is_wrong_from_the_start_has_no_story() -> None:
    file, _ = tampered(3)
    file["table"]["at"] = 7
    story = report_round(read_shoe(written(file)), 1)
    assert (story.told, story.rounds) == ([], set())
    assert story.fault is not None
