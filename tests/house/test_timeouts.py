"""What the house waits for, and what it does when time is up."""

from functools import partial
from pathlib import Path
from typing import Any

import pytest

from casinowar import fair
from casinowar.game.events import Surrendered
from casinowar.game.needs import BankerNeeded, BetsNeeded, ChoiceNeeded, ShoeNeeded, StakeNeeded
from casinowar.house.people.absence import mark_away, unmark
from casinowar.house.tables.commands import (
    Bet,
    Caller,
    Choose,
    Commit,
    Cut,
    Leave,
    Ready,
    Reveal,
    Secret,
    TakeBank,
    Wager,
    Withdraw,
)
from casinowar.house.tables.views import state
from casinowar.house.timeouts import Seconds, wait_of
from casinowar.store.queries.presence import SeatSeen
from casinowar.store.writer import batch
from tests.support.house.floor import Floor
from tests.support.house.plain import plain

SECONDS = Seconds()
TEN = (Wager(1, "primary", 1000),)


def events(answer: dict[str, Any]) -> list[str]:
    return [
        event["type"]
        for entry in answer["entries"]
        if entry["kind"] == "action"
        for event in entry["events"]
    ]


def commitment(house: Floor, seat: int, seed: bytes, cut: int) -> str:
    coming = house.table().record.coming
    assert coming is not None
    terms, server = coming.ceremony.terms, coming.ceremony.server
    return fair.player_commitment(terms, server, seat, fair.Reveal(seed, cut)).hex()


def test_a_lone_player_has_all_the_time(house: Floor) -> None:
    house.open("washington")
    (ann,) = house.seat(1)
    assert isinstance(house.need(), ShoeNeeded)
    house.wait(10_000)
    assert isinstance(house.need(), ShoeNeeded)
    house.do(ann, Bet(TEN))
    house.wait(10_000)
    assert isinstance(house.need(), BetsNeeded)
    assert "bets_closed" in events(house.do(ann, Ready()))


def test_every_answer_tells_what_is_awaited_now(house: Floor) -> None:
    house.open("washington")
    ann, bob = house.seat(1, 2)
    house.wait(SECONDS.commitments)
    for caller, command in (
        (ann, Bet(TEN)),
        (bob, Bet((Wager(2, "primary", 500),))),
        (ann, Ready()),
    ):
        assert house.do(caller, command)["state"] == plain(state(house.table()))


def test_two_players_are_waited_for_until_bets_are_due(house: Floor) -> None:
    house.open("washington")
    ann, bob = house.seat(1, 2)
    house.wait(SECONDS.commitments)
    assert isinstance(house.need(), BetsNeeded)
    house.do(ann, Bet(TEN, ready=True))
    rounds = house.table().record.table.rounds
    house.wait(SECONDS.bets - 1)
    house.do(bob, Bet((Wager(2, "primary", 1000),)))
    assert house.table().record.table.rounds == rounds
    house.wait(0.999)
    assert house.table().record.table.rounds == rounds
    house.wait(0.001)
    assert house.table().record.table.rounds == rounds + 1


def test_bets_close_when_all_are_ready(house: Floor) -> None:
    house.open("washington")
    ann, bob = house.seat(1, 2)
    house.wait(SECONDS.commitments)
    house.do(ann, Bet(TEN, ready=True))
    assert "bets_closed" in events(house.do(bob, Ready()))


def test_a_withdrawn_bet_stops_the_clock(house: Floor) -> None:
    house.open("washington")
    ann, _ = house.seat(1, 2)
    house.wait(SECONDS.commitments)
    house.do(ann, Bet(TEN))
    house.do(ann, Withdraw(1, "primary"))
    assert house.table().due is None


def test_commitments_and_reveals_are_waited_for(house: Floor) -> None:
    house.open("washington")
    ann, bob = house.seat(1, 2)
    seed = b"s" * 32
    house.do(ann, Commit(1, commitment(house, 1, seed, 7)))
    house.do(bob, Commit(2, commitment(house, 2, seed, 9)))
    coming = house.table().record.coming
    assert coming is not None
    assert coming.ceremony.awaited == (1, 2)
    house.do(ann, Reveal(1, seed.hex(), 7))
    house.wait(SECONDS.reveals - 0.001)
    assert isinstance(house.need(), ShoeNeeded)
    house.wait(0.001)
    assert isinstance(house.need(), BetsNeeded)
    brought = house.table().record.shoe
    assert brought is not None
    assert brought.prepared is not None
    assert [part.reveal is None for part in brought.prepared.ceremony.parts] == [False, True]
    assert house.table().record.table.shoe.cutter == 1


def tie(house: Floor, ann: Caller) -> None:
    """Ann plays alone until the house asks her about a tie."""
    while not isinstance(house.need(), ChoiceNeeded):
        house.do(ann, Bet(TEN, ready=True))


@pytest.mark.clause("ALL-8")
def test_a_choice_that_is_not_made_in_time_is_surrender(house: Floor) -> None:
    house.open("washington")
    (ann,) = house.seat(1)
    tie(house, ann)
    house.seat(2)
    house.wait(SECONDS.choice - 0.001)
    assert isinstance(house.need(), ChoiceNeeded)
    before = house.chips(ann)
    house.wait(0.001)
    assert not isinstance(house.need(), ChoiceNeeded)
    assert house.chips(ann) == before + 500
    round_ = house.table().record.table.round
    assert round_ is not None
    assert [answer.by for answer in round_.answers if isinstance(answer, Surrendered)] == ["house"]


@pytest.mark.clause("FC-8")
@pytest.mark.clause("ALL-7")
def test_each_seat_that_is_asked_in_turn_has_its_own_time(house: Floor) -> None:
    house.open("fun-casino")
    people = house.seat(1, 2, 3)
    while True:
        match house.need():
            case BetsNeeded():
                for seat, caller in enumerate(people, 1):
                    house.do(caller, Bet((Wager(seat, "primary", 500),), ready=True))
            case ChoiceNeeded() as first:
                house.wait(SECONDS.choice)
                if isinstance(second := house.need(), ChoiceNeeded):
                    break
            case _:
                house.wait(1)
    assert len(first.hands) == len(second.hands) == 1
    assert first.hands[0].seat < second.hands[0].seat
    assert house.table().due == house.now + SECONDS.choice * 1000


@pytest.mark.clause("ALL-8")
def test_a_lone_player_may_think_about_a_tie_for_any_time(house: Floor) -> None:
    """Bots are no company. When a second person sits down, the whole clock starts then."""
    house.open("washington", bots=2)
    (ann,) = house.seat(1)
    tie(house, ann)
    assert house.table().due is None
    house.wait(30 * 24 * 3600)
    house.restart()
    assert isinstance(house.need(), ChoiceNeeded)
    (bob,) = house.seat(2)
    assert house.table().due == house.now + SECONDS.choice * 1000
    house.wait(5)
    house.do(bob, Leave(2))
    assert house.table().due is None, "alone again"
    house.seat(2)
    assert house.table().due == house.now + SECONDS.choice * 1000
    house.do(ann, Choose(1, "surrender"))


def test_a_lone_player_who_leaves_has_a_clock_again(house: Floor) -> None:
    house.open("washington")
    (ann,) = house.seat(1)
    tie(house, ann)
    house.do(ann, Leave(1))
    house.wait(SECONDS.choice)
    assert house.table().record.table.players() == set()


def test_a_deadline_that_an_earlier_version_set_for_a_lone_player_passes(house: Floor) -> None:
    house.open("washington")
    (ann,) = house.seat(1)
    tie(house, ann)
    house.writer.do(lambda work: work.tell(work.running("t1")._replace(due=house.now + 1000)))
    house.wait(1)
    assert isinstance(house.need(), ChoiceNeeded)
    assert house.table().due is None


@pytest.mark.clause("ALL-8")
def test_a_lone_banker_has_no_clock(house: Floor) -> None:
    """Neither for the offer nor for the stake; a newcomer starts both clocks in full."""
    house.open("california", bots=2)
    (ann,) = house.seat(1)
    house.do(ann, Cut("ab" * 32, 7))
    while house.need() != BankerNeeded((ann.player,)):
        house.do(ann, Bet(TEN, ready=True))
        if isinstance(house.need(), ChoiceNeeded):
            house.do(ann, Choose(1, "war"))
    assert house.table().due is None
    house.do(ann, TakeBank())
    house.wait(10_000)
    assert isinstance(house.need(), StakeNeeded)
    house.seat(2)
    assert house.table().due == house.now + SECONDS.stake * 1000
    house.wait(SECONDS.stake)
    assert not isinstance(house.need(), StakeNeeded)


def go(house: Floor, *people: Caller) -> None:
    """The browsers of these people are gone."""
    for caller in people:
        place = SeatSeen("t1", caller.player)
        house.alone(partial(mark_away, means=house.means, place=place, unseen_since=None))


def come(house: Floor, caller: Caller) -> None:
    place = SeatSeen("t1", caller.player)
    house.alone(partial(unmark, means=house.means, place=place))


def test_bets_are_closed_without_those_who_are_away(house: Floor) -> None:
    house.open("washington")
    ann, bob, cy = house.seat(1, 2, 3)
    house.wait(SECONDS.commitments)
    go(house, bob)
    assert plain(state(house.table()))["away"] == [bob.player]
    assert "bets_closed" not in events(house.do(ann, Bet(TEN, ready=True))), "cy is there"
    assert house.table().due is not None
    go(house, cy)
    assert house.table().record.table.rounds == 1, "nobody is left to wait for"


def test_who_is_there_alone_has_no_clock_and_brings_the_shoe(house: Floor) -> None:
    house.open("washington")
    ann, bob = house.seat(1, 2)
    go(house, bob)
    assert house.table().due is None
    offered = house.do(ann, Bet(TEN, fair=Secret("ab" * 32, 7)))
    assert "bet_placed" in events(offered)
    house.wait(10_000)
    assert isinstance(house.need(), BetsNeeded)
    come(house, bob)
    assert house.table().away == frozenset()
    assert house.table().due == house.now + SECONDS.bets * 1000, "the clock starts in full"
    house.do(ann, Ready())
    assert isinstance(house.need(), BetsNeeded), "bob is waited for again"


def test_a_command_takes_the_mark_away(house: Floor) -> None:
    house.open("washington")
    ann, bob = house.seat(1, 2)
    go(house, ann, bob)
    house.wait(10_000)
    assert isinstance(house.need(), ShoeNeeded), "no shoe is brought while nobody is there"
    house.do(bob, Cut("ab" * 32, 7))
    assert house.table().away == {ann.player}
    house.restart()
    assert house.table().away == {ann.player}


def test_chips_of_who_went_away_alone_lie_until_someone_comes(house: Floor) -> None:
    house.open("washington", bots=1)
    (ann,) = house.seat(1)
    house.do(ann, Bet(TEN))
    go(house, ann)
    house.wait(10_000)
    assert isinstance(house.need(), BetsNeeded)
    (bob,) = house.seat(2)
    assert house.table().due == house.now + SECONDS.bets * 1000
    house.do(bob, Bet((Wager(2, "primary", 500),), ready=True))
    assert house.table().record.table.rounds == 1


@pytest.mark.clause("ALL-8")
def test_a_choice_of_who_is_away_waits_its_own_clock_and_no_longer(house: Floor) -> None:
    house.open("washington")
    (ann,) = house.seat(1)
    tie(house, ann)
    go(house, ann)
    house.wait(10_000)
    assert isinstance(house.need(), ChoiceNeeded), "nobody waits: it costs nothing yet"
    house.seat(2)
    house.wait(SECONDS.choice - 0.001)
    assert isinstance(house.need(), ChoiceNeeded)
    house.wait(0.001)
    assert not isinstance(house.need(), ChoiceNeeded)


def test_going_away_changes_no_clock_of_ones_own(house: Floor) -> None:
    house.open("washington")
    (ann,) = house.seat(1)
    tie(house, ann)
    house.seat(2)
    due = house.table().due
    house.wait(5)
    go(house, ann)
    assert house.table().due == due


@pytest.mark.clause("SG-5")
def test_an_own_game_knows_no_absence(house: Floor) -> None:
    house.open("online")
    ann = house.guest()
    own = house.own_game(ann)
    place = SeatSeen(own, ann.player)
    house.alone(partial(mark_away, means=house.means, place=place, unseen_since=None))
    assert house.table(own).away == frozenset()


def test_the_online_game_waits_for_a_month(house: Floor) -> None:
    house.open("online")
    ann = house.guest()
    own = house.own_game(ann)
    while not isinstance(house.need(own), ChoiceNeeded):
        house.do(ann, Bet(TEN, ready=True), own)
    chips = house.chips(ann)
    house.wait(30 * 24 * 3600, own)
    assert isinstance(house.need(own), ChoiceNeeded)
    house.wait(2, own)
    assert not house.table(own).record.table.playing
    assert house.chips(ann) == chips + 1000
    house.do(ann, Bet(TEN, ready=True), own)


def test_the_bank_goes_on_when_nobody_answers(house: Floor) -> None:
    house.open("california")
    ann, bob = house.seat(1, 2)
    house.wait(SECONDS.commitments)
    assert house.need() == BankerNeeded((ann.player,))
    house.wait(SECONDS.bank)
    assert house.need() == BankerNeeded((bob.player,))
    house.do(bob, TakeBank())
    house.wait(SECONDS.stake)
    assert house.need() == BankerNeeded((ann.player,))
    house.do(ann, TakeBank(stake=100_00))
    assert isinstance(house.need(), BetsNeeded)


def test_a_restart_keeps_the_deadline_and_the_next_card(house: Floor, tmp_path: Path) -> None:
    house.open("washington")
    ann, bob = house.seat(1, 2)
    house.wait(SECONDS.commitments)
    house.do(ann, Bet(TEN, ready=True))
    before = house.table()
    house.wait(3)
    house.restart()
    after = house.table()
    assert after.record == before.record
    assert (after.due, after.since, after.ready) == (before.due, before.since, before.ready)
    assert after.dealer.seeds == before.dealer.seeds
    assert wait_of(after.record) == wait_of(before.record)
    house.wait(SECONDS.bets)
    assert house.table().record.table.rounds == 1
    house.refused(bob, Cut("00" * 32, 1))
    house.refused(bob, Choose(2, "war"))


def test_tables_that_were_forgotten_are_read_again(
    house: Floor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(batch, "MOST_TABLES", 2)
    for number in range(4):
        house.open("washington", f"w{number}")
    (ann,) = house.seat(1, table_id="w0")
    assert len(house.memory.running) == 2
    house.do(ann, Bet(TEN, ready=True), "w0")
    (bob,) = house.seat(2, table_id="w1")
    (cy,) = house.seat(2, table_id="w2")
    assert "w0" not in house.memory.running
    assert house.table("w0").record.table.rounds == 1
    for caller, table_id in ((bob, "w1"), (cy, "w2")):
        house.do(caller, Bet((Wager(2, "primary", 1000),)), table_id)
