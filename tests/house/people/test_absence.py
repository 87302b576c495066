"""Seats of those who are gone are given up by the house; nobody else's are."""

import asyncio
import json
import secrets
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import update

from casinowar.game.needs import BankerNeeded, ChoiceNeeded
from casinowar.house.house import House
from casinowar.house.people import absence
from casinowar.house.people.absence import free_seats, give_up, keep_seats, note
from casinowar.house.people.presence import Presence
from casinowar.house.tables.commands import Bet, Caller, PostStake, Sit, TakeBank, Wager
from casinowar.store.queries import listing
from casinowar.store.queries import presence as store
from casinowar.store.queries.presence import SeatSeen
from casinowar.store.schema import seated
from casinowar.store.writer.work import Work
from tests.support.house.floor import Floor
from tests.support.house.postgres import Postgres
from tests.support.house.served import Client, served

IDLE = 600_000


def see(house: Floor, *people: Caller) -> None:
    there = [SeatSeen("t1", each.player) for each in people]
    house.alone(lambda work: store.see(work.connection, there, work.now))


def tick(house: Floor, table_id: str = "t1") -> int:
    freed: int = house.alone(lambda work: give_up(work, house.means, table_id, IDLE))
    return freed


def seats(house: Floor, table_id: str = "t1") -> list[str]:
    return [player for player in house.table(table_id).record.table.seats if player]


def test_who_is_gone_leaves_by_the_houses_word(house: Floor) -> None:
    house.open("washington", bots=1)
    ann, bob = house.seat(1, 2)
    house.wait(IDLE / 1000 - 1)
    assert tick(house) == 0, "it is not long enough"
    see(house, ann)
    house.wait(2)
    assert house.alone(lambda work: store.deserted(work.connection, work.now - IDLE)) == ["t1"]
    assert tick(house) == 1
    assert bob.player not in seats(house)
    assert ann.player in seats(house)
    assert len(seats(house)) == 2, "the bot stays"
    texts = house.alone(lambda work: listing.entries(work.connection, "t1", 0, 10**6))
    acted = [entry for entry in map(json.loads, texts) if entry["kind"] == "action"]
    (left,) = (entry for entry in acted if entry["action"]["type"] == "leave")
    assert (left["who"], left["action"]["player"]) == ("house", bob.player)
    house.restart()
    assert tick(house) == 0


def test_wagers_are_played_to_their_end_first(house: Floor) -> None:
    house.open("washington")
    ann, bob = house.seat(1, 2)
    house.wait(3)
    house.do(bob, Bet((Wager(2, "primary", 1000),)))
    house.now += IDLE + 1000
    see(house, ann)
    assert tick(house) == 0
    house.wait(60)  # bets are closed, and a tie is answered by the house
    assert not house.table().record.table.playing
    see(house, ann)
    assert tick(house) == 1
    assert seats(house) == [ann.player]


@pytest.mark.parametrize("seats_there, freed", [(1, 1), (2, 0)])
def test_tie_of_a_lone_player_is_given_up_only_for_want_of_a_seat(
    house: Floor, seats_there: int, freed: int
) -> None:
    """With a free seat the tie waits until somebody sits down."""
    house.open("washington", options={"seats": seats_there})
    (ann,) = house.seat(1)
    while not isinstance(house.need(), ChoiceNeeded):
        house.do(ann, Bet((Wager(1, "primary", 1000),), ready=True))
    house.wait(IDLE / 1000 + 1)
    assert tick(house) == freed
    assert isinstance(house.need(), ChoiceNeeded) is not bool(freed)


def test_bank_does_not_wait_for_who_is_gone(house: Floor) -> None:
    house.open("california")
    ann, bob, cy = house.seat(1, 2, 3)
    house.wait(3)
    house.do(ann, TakeBank())
    house.do(ann, PostStake(10_000))
    before = house.chips(ann)
    house.now += IDLE + 1000
    see(house, bob, cy)
    assert tick(house) == 1
    assert house.chips(ann) == before + 10_000, "the stake went back"
    assert house.need() == BankerNeeded((bob.player,)), "the next is asked"


def test_own_game_and_hand_dealt_table_are_kept(house: Floor) -> None:
    house.open("online")
    house.own_game(house.guest())
    house.open("washington", "t2", options={"hand_dealt": True})
    bob = house.guest()
    house.do(bob, Sit(1), "t2")
    house.now += IDLE + 1000
    assert house.alone(lambda work: store.deserted(work.connection, work.now)) == ["t2"]
    assert tick(house, "t2") == 0


def test_several_servers_know_of_each_others_people(database: str) -> None:
    """One has heard of ann, another of nobody, and takes only bob's seat; as a new one does."""
    floor = Floor(database)
    floor.open("washington")
    ann, _ = floor.seat(1, 2)
    floor.close()
    here, there = Presence(), Presence()

    def age(work: Work) -> None:
        work.connection.execute(update(seated).values(seen=work.now - IDLE - 1000))

    async def run() -> list[str]:
        house = House(database, clock=clock, entropy=secrets.token_bytes)
        await house.start()
        try:
            await house.do(age, alone=True)
            with here.listens(ann.player, "t1"):
                assert here.heard() == here.heard() == [SeatSeen("t1", ann.player)]
                await note(house, here)
            await note(house, there)
            assert await free_seats(house, 10) == 1
            table = (await house.table("t1")).record.table
        finally:
            await house.stop()
        assert here.heard() == [SeatSeen("t1", ann.player)], "who has just gone was there"
        assert here.heard() == []
        return [player for player in table.seats if player]

    assert asyncio.run(run()) == [ann.player]


def clock() -> int:
    return time.time_ns() // 1_000_000


def test_server_that_has_begun_takes_no_seat_yet(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(absence, "EVERY_SECONDS", 0.0)
    floor = Floor(tmp_path / "house.db")
    floor.open("washington")
    floor.seat(1)
    floor.close()
    now = floor.now + 10 * IDLE

    async def run() -> tuple[int, int]:
        nonlocal now
        house = House(str(tmp_path / "house.db"), clock=lambda: now, entropy=secrets.token_bytes)
        await house.start()
        keeps = asyncio.create_task(keep_seats(house, 10))
        try:
            await asyncio.sleep(0.2)
            before = len((await house.table("t1")).record.table.players())
            now += IDLE
            async with asyncio.timeout(20):
                while after := len((await house.table("t1")).record.table.players()):
                    await asyncio.sleep(0.01)
        finally:
            keeps.cancel()
            await house.stop()
        return before, after

    assert asyncio.run(run()) == (1, 0)


def test_who_listens_is_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(absence, "EVERY_SECONDS", 0.05)
    monkeypatch.setattr(absence, "_MINUTE_MS", 700)
    with served(tmp_path, idle_minutes=1) as house:
        ann, bob = house.guest(), house.guest()
        ann.command("washington", "sit", seat=1)
        with ann.http.stream("GET", "/api/tables/washington/events"):
            bob.command("washington", "sit", seat=2)
            until = time.monotonic() + 20
            while len(people(bob)) == 2:
                assert time.monotonic() < until
                time.sleep(0.05)
            assert people(bob) == [ann.look("/api/me")["player"]]


def away(client: Client) -> list[str]:
    found: list[str] = client.look("/api/tables/washington")["view"]["away"]
    return found


def wait_until(is_so: Callable[[], bool], seconds: float = 20) -> None:
    until = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < until
        time.sleep(0.02)


def test_closed_stream_marks_its_player_after_a_grace(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(absence, "LOOK_SECONDS", 0.1)
    with served(tmp_path) as house:
        ann, bob = house.guest(), house.guest()
        ann.command("washington", "sit", seat=1)
        bob.command("washington", "sit", seat=2)
        name = ann.look("/api/me")["player"]
        for _ in range(3):  # a page that is loaded again
            with ann.http.stream("GET", "/api/tables/washington/events"):
                time.sleep(0.15)
            assert away(bob) == []
        wait_until(lambda: away(bob) == [name])
        with ann.http.stream("GET", "/api/tables/washington/events") as stream:
            lines = stream.iter_lines()
            snapshot = next(line for line in lines if line.startswith("data: "))
            assert json.loads(snapshot.removeprefix("data: "))["away"] == []
            assert away(bob) == []
            time.sleep(1)
            assert away(bob) == [], "bob has no stream either, but was heard from"
        wait_until(lambda: away(bob) == [name])
        ann.command("washington", "leave", seat=1)
        assert away(bob) == []


def test_who_is_silent_is_marked_without_a_stream(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So a server marks those whom one that was killed heard last."""
    monkeypatch.setattr(absence, "EVERY_SECONDS", 0.1)
    monkeypatch.setattr(absence, "_SILENT_MS", 700)
    with served(tmp_path) as house:
        ann, bob = house.guest(), house.guest()
        ann.command("washington", "sit", seat=1)
        assert away(bob) == []
        name = ann.look("/api/me")["player"]
        wait_until(lambda: away(bob) == [name])
        ann.command("washington", "leave", seat=1)
        assert away(bob) == []


@pytest.mark.needs("postgres")
def test_servers_ask_each_other_before_they_mark(
    server: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ann has a stream to each of two servers. She is away when both have ended."""
    monkeypatch.setattr(absence, "LOOK_SECONDS", 0.1)
    name = server.new()
    floor = Floor(name)
    floor.open("washington")
    ann, _ = floor.seat(1, 2)
    floor.close()

    async def run() -> list[frozenset[str]]:
        houses = [House(name, clock=clock, entropy=secrets.token_bytes) for _ in range(2)]
        for house in houses:
            await house.start()
        watching = [asyncio.create_task(absence.watch_streams(house)) for house in houses]
        here, there = houses
        seen = []
        try:
            with there.presence.listens(ann.player, "t1"):
                with here.presence.listens(ann.player, "t1"):
                    await asyncio.sleep(0.1)
                await asyncio.sleep(2)
                seen.append((await here.table("t1")).away)
            async with asyncio.timeout(20):
                while not (await here.table("t1")).away:
                    await asyncio.sleep(0.05)
            seen.append((await here.table("t1")).away)
            await absence.come_back(here, SeatSeen("t1", ann.player))
            seen.append((await there.table("t1")).away)
        finally:
            for task in watching:
                task.cancel()
            for house in houses:
                await house.stop()
        return seen

    assert asyncio.run(run()) == [frozenset(), {ann.player}, frozenset()]
    server.drop(name)


def people(client: Client) -> list[str]:
    found = client.look("/api/tables/washington")["view"]["seats"]
    return [player for player in found if player]
