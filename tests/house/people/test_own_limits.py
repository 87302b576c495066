"""Limits that players set themselves, and the pace of the house."""

import threading
from dataclasses import replace
from queue import SimpleQueue
from typing import Any

import pytest

from casinowar.game.needs import ChoiceNeeded
from casinowar.house.people import own_limits
from casinowar.house.people.own_limits import Pace, changed
from casinowar.house.people.sessions import DAY_MS
from casinowar.house.refusals import Refused
from casinowar.house.tables import floor, jobs
from casinowar.house.tables.commands import (
    Bet,
    Caller,
    Choose,
    PostStake,
    Ready,
    Rebet,
    Sit,
    TakeBank,
    Wager,
    Withdraw,
)
from casinowar.house.tables.floor import Opening
from casinowar.house.tables.offers import Purse, purse_of
from casinowar.house.upkeep.audit import audit
from casinowar.store.queries.own_limits import Limit, What
from casinowar.store.writer.writer import Job, Outcome
from tests.support.game.rulefiles import variant
from tests.support.house.floor import Floor
from tests.support.house.plain import offers

MINUTE = 60_000
WAR_ALONE = {
    "choice.offers": ["war"],
    "choice.time_out": "forfeit",
    "pays.forfeit.primary": "lose",
}


def limit(house: Floor, who: Caller, what: What, most: int | None) -> Limit:
    made: Limit = house.alone(
        lambda work: own_limits.set_limit(work, who.account, who.player, what, most)
    )
    return made


def bet(amount: int, *, seat: int = 1, ready: bool = False, tie: int = 0) -> Bet:
    ties = (Wager(seat, "tie", tie),) if tie else ()
    return Bet((Wager(seat, "primary", amount), *ties), ready=ready)


def why(house: Floor, who: Caller, command: Any, table_id: str = "t1") -> str:
    """Why a command is refused for what someone allows themselves."""
    found = house.refused(who, command, table_id)
    assert isinstance(found, Refused)
    assert found.kind == "own-limit"
    return found.why


def purse(house: Floor, who: Caller, table_id: str = "t1") -> Purse:
    found: Purse = house.writer.do(
        lambda work: purse_of(
            work.connection, work.now, work.running(table_id), who, house.means.pace
        )
    )
    return found


def offered(house: Floor, who: Caller, table_id: str = "t1") -> tuple[list[Any], list[Any]]:
    found = offers(house.table(table_id), who.player, purse(house, who, table_id))
    return found["offers"], found["withheld"]


def lay(house: Floor, who: Caller, amount: int, table_id: str = "t1") -> None:
    """A bet that a lone player makes; a tie that comes of it is surrendered."""
    house.do(who, bet(amount, ready=True), table_id)
    while isinstance(house.need(table_id), ChoiceNeeded):
        house.do(who, Choose(1, "surrender"), table_id)


def tie(house: Floor, who: Caller, amount: int, table_id: str = "t1") -> None:
    """Play until a tie waits for an answer."""
    while not isinstance(house.need(table_id), ChoiceNeeded):
        house.do(who, bet(amount, ready=True), table_id)


def lost(house: Floor, who: Caller) -> int:
    found: int = house.writer.do(
        lambda work: own_limits.playtime_at(work.connection, who.player, work.now).lost
    )
    return found


def check(house: Floor) -> None:
    house.alone(lambda work: audit(work.connection))


@pytest.mark.parametrize(
    "before, wanted, after",
    [
        (Limit(), 500, Limit(500)),
        (Limit(), None, Limit()),
        (Limit(500), 400, Limit(400)),
        (Limit(500), 600, Limit(500, 600, DAY_MS)),
        (Limit(500), None, Limit(500, None, DAY_MS)),
        (Limit(500, 600, 7), 500, Limit(500)),
        (Limit(500, 600, 7), 600, Limit(500, 600, 7)),
        (Limit(500, None, 7), None, Limit(500, None, 7)),
        (Limit(500, 600, 7), 700, Limit(500, 700, DAY_MS)),
        (Limit(500, 600, 0), 600, Limit(600)),
        (Limit(500, 600, 0), 700, Limit(600, 700, DAY_MS)),
        (Limit(500, None, 0), 900, Limit(900)),
    ],
)
def test_tighter_at_once_and_looser_in_a_day(
    before: Limit, wanted: int | None, after: Limit
) -> None:
    assert changed(before, wanted, 0) == after


def test_a_looser_limit_comes_after_a_day(house: Floor) -> None:
    house.open("washington")
    (ann,) = house.seat(1)
    limit(house, ann, "stake", 10_00)
    assert limit(house, ann, "stake", 20_00).coming_at == house.now + DAY_MS
    assert "10.00 a round leaves 10.00" in why(house, ann, bet(15_00))
    house.now += DAY_MS - 1
    why(house, ann, bet(15_00))
    house.now += 1
    house.restart()
    house.do(ann, bet(15_00))
    assert "20.00 a round leaves 5.00" in why(house, ann, bet(25_00))


def test_the_stakes_of_a_round_are_all_of_them(house: Floor) -> None:
    house.open("washington")
    (ann,) = house.seat(1)
    house.do(ann, Sit(2))
    limit(house, ann, "stake", 30_00)
    house.do(ann, bet(10_00, tie=5_00))
    assert "leaves 15.00" in why(house, ann, bet(20_00, seat=2))
    house.do(ann, bet(15_00, seat=2))
    why(house, ann, bet(11_00, tie=5_00))
    house.do(ann, Withdraw(1, "tie"))
    house.do(ann, bet(15_00))
    most = {
        one["seat"]: one["most"]
        for one in offered(house, ann)[0]
        if one["command"] == "bet" and one["wager"] == "primary"
    }
    assert most == {1: 15_00, 2: 15_00}
    check(house)


def test_what_keeps_a_wager_below_the_tables_most_is_said(house: Floor) -> None:
    house.open("fun-casino")
    (ann,) = house.seat(1)

    def bounds() -> tuple[int, str | None]:
        (found,) = (
            one
            for one in offered(house, ann)[0]
            if one["command"] == "bet" and one["wager"] == "primary"
        )
        return found["most"], found.get("most_by")

    chips = house.chips(ann)
    assert bounds() == (chips, "no-chips")
    limit(house, ann, "stake", 30_00)
    assert bounds() == (30_00, "own-limit")


def test_war_beyond_a_limit_is_withheld_and_surrender_is_not(house: Floor) -> None:
    house.open("washington")
    (ann,) = house.seat(1)
    limit(house, ann, "stake", 19_00)
    tie(house, ann, 10_00)
    possible, withheld = offered(house, ann)
    assert [one["choice"] for one in possible if one["command"] == "choose"] == ["surrender"]
    wars = [one["why"] for one in withheld if one["command"] == "choose"]
    assert wars[0] == "war takes 10.00, and your own limit of 19.00 a round leaves 9.00"
    assert wars[0].split(", ")[1] in why(house, ann, Choose(1, "war"))
    house.do(ann, Choose(1, "surrender"))
    limit(house, ann, "stake", 20_00)
    house.now += DAY_MS
    limit(house, ann, "stake", 20_00)


def test_a_tie_wager_on_the_war_counts(house: Floor) -> None:
    house.open("online")
    ann = house.guest()
    game = house.own_game(ann)
    limit(house, ann, "stake", 29_00)
    tie(house, ann, 10_00, game)
    choices = [one for one in offered(house, ann, game)[0] if one["command"] == "choose"]
    assert [(one["choice"], "field" in one) for one in choices] == [
        ("surrender", False),
        ("war", False),
    ]
    (held,) = (one for one in offered(house, ann, game)[1] if one["command"] == "choose")
    assert "this takes at least 20.00, and your own limit" in held["why"]
    assert "this takes 20.00" in why(house, ann, Choose(1, "war", tie=10_00), game)
    house.do(ann, Choose(1, "war"), game)
    check(house)


def test_loss_is_what_may_be_lost_at_all_tables(house: Floor) -> None:
    house.open("washington")
    house.open("fun-casino", "t2")
    (ann,) = house.seat(1)
    house.do(ann, Sit(1), "t2")
    house.do(ann, bet(10_00), "t2")
    limit(house, ann, "loss", 30_00)
    assert "30.00 lost within 24 hours leaves 20.00" in why(house, ann, bet(25_00))
    house.do(ann, bet(20_00))
    why(house, ann, bet(11_00), "t2")
    house.do(ann, Withdraw(1, "primary"), "t2")
    house.do(ann, bet(30_00))
    assert lost(house, ann) == 30_00
    house.do(ann, Ready())
    while isinstance(house.need(), ChoiceNeeded):
        house.do(ann, Choose(1, "surrender"))
    room = 30_00 - lost(house, ann)
    assert purse(house, ann).room is not None
    if room >= 10_00:
        house.do(ann, bet(room // 100 * 100))
        house.do(ann, Withdraw(1, "primary"))
    else:
        why(house, ann, bet(10_00))
    house.now += DAY_MS
    assert lost(house, ann) == 0
    house.do(ann, bet(30_00))
    check(house)


def test_what_was_lost_long_ago_is_forgotten_and_what_was_won_counts(house: Floor) -> None:
    house.open("washington")
    (ann,) = house.seat(1)
    limit(house, ann, "loss", 200_00)
    for _ in range(4):
        if lost(house, ann) + 50_00 > 200_00:
            break
        before = house.chips(ann)
        already = lost(house, ann)
        lay(house, ann, 50_00)
        assert lost(house, ann) - already == before - house.chips(ann)
    house.now += DAY_MS - 1
    assert lost(house, ann) or house.chips(ann) == 10_000_00
    house.now += 2
    assert lost(house, ann) == 0


def test_jobs_of_one_commit_see_each_others_wagers(house: Floor) -> None:
    """Two tables, asked at once: the second wager knows of the first."""
    for table_id in ("t1", "t2"):
        house.open("washington", table_id)
    (ann,) = house.seat(1)
    house.do(ann, Sit(1), "t2")
    limit(house, ann, "loss", 15_00)
    gathered, outcomes = threading.Event(), SimpleQueue[Outcome]()

    def act(table_id: str) -> Job:
        return Job(
            lambda work: jobs.act(work, house.means, ann, table_id, bet(10_00), "0" * 64),
            (ann.account, table_id),
            table=table_id,
        )

    house.writer.put(Job(lambda _: gathered.wait(10)), outcomes.put)
    for table_id in ("t1", "t2"):
        house.writer.put(act(table_id), outcomes.put)
    gathered.set()
    told = [outcomes.get(timeout=10) for _ in range(3)]
    assert told[1].error is None
    assert isinstance(told[2].error, Refused)
    assert told[2].error.kind == "own-limit"


def test_time_is_that_of_play_without_long_pauses(house: Floor) -> None:
    house.open("washington")
    (ann,) = house.seat(1)
    limit(house, ann, "time", 10)
    for minutes in (0, 4, 4):
        house.now += minutes * MINUTE
        lay(house, ann, 10_00)
    house.now += 60 * MINUTE
    lay(house, ann, 10_00)
    house.now += 2 * MINUTE
    assert "10 minutes of play" in why(house, ann, bet(10_00))
    assert "bet" not in {one["command"] for one in offered(house, ann)[0]}
    assert {one["why"] for one in offered(house, ann)[1]} == {why(house, ann, bet(10_00))}
    house.now += DAY_MS
    house.do(ann, bet(10_00))


def test_time_that_is_up_does_not_hinder_an_open_round(house: Floor) -> None:
    house.open("washington")
    (ann,) = house.seat(1)
    tie(house, ann, 10_00)
    limit(house, ann, "time", 1)
    house.now += 4 * MINUTE
    house.do(ann, Choose(1, "war"))
    why(house, ann, bet(10_00))


def test_war_that_is_no_choice_is_counted_before_and_never_forbidden(house: Floor) -> None:
    opening = Opening(
        variant("washington", WAR_ALONE, removes=["pays.surrender"]),
        players_may_have_edge=True,
        practice=True,
    )
    house.alone(lambda work: floor.open_table(work, house.means, opening, "t1"))
    (ann,) = house.seat(1)
    limit(house, ann, "stake", 30_00)
    assert "this takes 32.00" in why(house, ann, bet(16_00))
    (offer,) = [one for one in offered(house, ann)[0] if one.get("wager") == "primary"]
    assert offer["most"] == 15_00
    tie(house, ann, 15_00)
    limit(house, ann, "stake", 1)
    limit(house, ann, "loss", 1)
    assert offered(house, ann)[1] == []
    house.do(ann, Choose(1, "war"))
    check(house)


def test_a_bankers_stake_and_a_wager_behind_a_seat_count(house: Floor) -> None:
    house.open("california")
    ann, bob = house.seat(1, 2)
    cy = house.guest()
    limit(house, ann, "stake", 100_00)
    limit(house, cy, "loss", 5_00)
    house.wait(10)
    while ann.player not in house.need().players[:1]:
        house.wait(20)
    why(house, ann, TakeBank(stake=101_00))
    house.do(ann, TakeBank())
    why(house, ann, PostStake(101_00))
    house.do(ann, PostStake(100_00))
    house.do(bob, bet(10_00, seat=2))
    why(house, cy, bet(10_00, seat=2))
    check(house)


def test_the_house_may_ask_for_a_while_between_rounds(house: Floor) -> None:
    house.means = replace(house.means, pace=Pace(5, rebet=True))
    house.open("washington")
    house.open("washington", "t2")
    (ann,) = house.seat(1)
    house.do(ann, Sit(1), "t2")
    lay(house, ann, 10_00)
    began = house.now
    found = house.refused(ann, bet(10_00))
    assert isinstance(found, Refused)
    assert found.kind == "too-soon"
    assert found.why == "your next round may begin in 5 s"
    withheld = {one["at"] for one in offered(house, ann)[1]}
    assert withheld == {began + 5_000}
    assert isinstance(house.refused(ann, bet(10_00), "t2"), Refused)
    house.now += 4_999
    house.refused(ann, Rebet())
    house.now += 1
    house.do(ann, bet(10_00))
    house.do(ann, bet(20_00, tie=5_00))
    house.refused(ann, bet(10_00), "t2")


def test_the_house_may_repeat_no_wagers(house: Floor) -> None:
    house.open("washington")
    (ann,) = house.seat(1)
    lay(house, ann, 10_00)
    house.means = replace(house.means, pace=Pace(0, rebet=False))
    found = house.refused(ann, Rebet())
    assert isinstance(found, Refused)
    assert found.kind == "no-rebet"
    lay(house, ann, 10_00)
