"""What the house waits for, and what it does when time is up."""

from pathlib import Path
from typing import Any

import pytest

from casinowar import fair
from casinowar.game.needs import BankerNeeded, BetsNeeded, ChoiceNeeded, ShoeNeeded
from casinowar.house.tables.commands import (
    Bet,
    Choose,
    Commit,
    Cut,
    Ready,
    Reveal,
    TakeBank,
    Wager,
    Withdraw,
)
from casinowar.house.tables.views import state
from casinowar.house.timeouts import Seconds, wait_of
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


def test_a_choice_that_is_not_made_in_time_is_surrender(house: Floor) -> None:
    house.open("washington")
    (ann,) = house.seat(1)
    while not isinstance(house.need(), ChoiceNeeded):
        house.do(ann, Bet(TEN, ready=True))
    house.wait(SECONDS.choice - 0.001)
    assert isinstance(house.need(), ChoiceNeeded)
    before = house.chips(ann)
    house.wait(0.001)
    assert not isinstance(house.need(), ChoiceNeeded)
    assert house.chips(ann) == before + 500


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
