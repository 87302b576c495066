"""A pause lets the round there is end and begins no other, at one table or in the whole house."""

from pathlib import Path
from typing import Any

import pytest

from casinowar.game.needs import ChoiceNeeded
from casinowar.house.pit import pauses, replacement
from casinowar.house.refusals import Refused
from casinowar.house.tables.commands import (
    Bet,
    Caller,
    Choose,
    Leave,
    Ready,
    Rebet,
    Sit,
    Wager,
    Withdraw,
)
from casinowar.house.tables.offers import Purse
from casinowar.house.upkeep.audit import audit
from casinowar.rules.model import Limit
from tests.house.pit.test_offices import kept, refused, staff
from tests.support.game.rulefiles import tree_of, variant_text
from tests.support.house.floor import Floor
from tests.support.house.plain import offers

WHY = "the carpet is wet"


def pause(house: Floor, by: Caller, table_id: str = "t1") -> Any:
    return house.alone(lambda work: pauses.pause(work, house.means, by, table_id, WHY))


def resume(house: Floor, by: Caller, table_id: str = "t1") -> Any:
    return house.alone(lambda work: pauses.resume(work, house.means, by, table_id, "it is dry"))


def pause_house(house: Floor, by: Caller) -> None:
    house.alone(lambda work: pauses.pause_house(work, house.means, by, WHY))


def resume_house(house: Floor, by: Caller) -> None:
    house.alone(lambda work: pauses.resume_house(work, house.means, by, "it is dry"))


def bet(seat: int, amount: int = 500, *, ready: bool = False) -> Bet:
    return Bet((Wager(seat, "primary", amount),), ready)


def kind(error: Exception) -> str:
    assert isinstance(error, Refused)
    return error.kind


def finish(house: Floor, who: Caller, seat: int) -> None:
    while isinstance(house.need(), ChoiceNeeded):
        house.do(who, Choose(seat, "war"))


def test_wagers_on_the_table_are_played_and_no_other_is_taken(house: Floor) -> None:
    house.open("washington")
    boss, (ann, bob) = staff(house, "boss", "pit-boss"), house.seat(1, 3)
    house.wait(5)  # the shoe comes
    house.do(ann, bet(1))
    pause(house, boss)
    for command in (bet(3), Rebet(), Sit(4)):
        assert kind(house.refused(bob, command)) == "paused"
    found = offers(house.table(), bob.player, Purse(100_000))
    assert not {each["command"] for each in found["offers"]} & {"sit", "bet"}
    assert {each["why"] for each in found["withheld"]} == {f"paused: {WHY}"}
    house.do(ann, Ready())  # nobody waits for bob, who cannot bet
    finish(house, ann, 1)
    assert house.table().record.table.rounds == 1
    assert kind(house.refused(ann, bet(1))) == "paused"
    house.do(bob, Leave(3))
    resume(house, boss)
    house.do(ann, bet(1, ready=True))
    finish(house, ann, 1)
    assert house.table().record.table.rounds == 2
    house.alone(lambda work: audit(work.connection))
    resumed, paused = kept(house)[:2]
    assert paused[2:] == ("pause", boss.player, None, "t1", WHY, {"paused": None}, {"paused": WHY})
    assert (resumed.what, resumed.before) == ("resume", {"paused": WHY})


def test_a_wager_whose_player_is_ready_is_played_at_once(house: Floor) -> None:
    house.open("washington")
    boss, (ann, _) = staff(house, "boss", "pit-boss"), house.seat(1, 3)
    house.wait(5)
    house.do(ann, bet(1, ready=True))
    assert house.table().record.table.rounds == 0
    pause(house, boss)
    assert house.table().record.table.rounds == 1


def test_bots_begin_nothing_while_it_is_paused(house: Floor) -> None:
    house.open("california", bots=2)
    boss, (ann,) = staff(house, "boss", "pit-boss"), house.seat(1)
    pause(house, boss)
    before = house.table().record.table
    house.wait(300)
    after = house.table().record.table
    assert not after.bets
    assert not after.bank.stake
    assert after.rounds == before.rounds
    assert ann.player in after.seats


def test_a_wager_may_be_taken_back(house: Floor) -> None:
    house.open("washington")
    boss, (ann,) = staff(house, "boss", "pit-boss"), house.seat(1)
    house.do(ann, bet(1))
    pause(house, boss)
    house.do(ann, Withdraw(1, "primary"))
    assert not house.table().record.table.bets


def test_the_whole_house_is_paused_with_tables_nobody_remembers(house: Floor) -> None:
    boss, ann = staff(house, "boss", "operator"), house.guest()
    for table_id in ("t1", "t2", "t3"):
        house.open("washington", table_id)
    house.do(ann, Sit(1), "t2")
    pause(house, boss, "t3")
    house.restart()
    house.table("t1")
    pause_house(house, boss)
    assert refused(house, pauses.pause_house, house.means, boss, WHY) == "not-now"
    for table_id in ("t1", "t3"):
        assert kind(house.refused(ann, Sit(2), table_id)) == "paused"
    assert kind(house.refused(ann, bet(1), "t2")) == "paused"
    house.open("washington", "t4")
    assert kind(house.refused(ann, Sit(1), "t4")) == "paused"
    resume_house(house, boss)
    assert refused(house, pauses.resume_house, house.means, boss, WHY) == "not-now"
    for table_id in ("t1", "t4"):
        house.do(ann, Sit(2), table_id)
    house.do(ann, bet(1), "t2")
    assert kind(house.refused(ann, Sit(2), "t3")) == "paused"  # it was by itself
    assert [change.what for change in kept(house)] == ["resume-house", "pause-house", "pause"]


@pytest.mark.parametrize("role", ["player", "dealer", "pit-boss"])
def test_only_the_operator_pauses_the_house(house: Floor, role: Any) -> None:
    someone = staff(house, "someone", role)
    assert refused(house, pauses.pause_house, house.means, someone, WHY) == "not-yours"


def replace(house: Floor, by: Caller, given: dict[str, Any], reading: str = "") -> Any:
    return house.alone(
        lambda work: replacement.replace(work, house.means, by, "t1", given, WHY, reading=reading)
    )


def test_a_table_is_replaced_by_one_with_other_limits(house: Floor) -> None:
    house.open("washington", name="Corner", bots=2)
    boss, (ann,) = staff(house, "boss", "operator"), house.seat(1)
    primary = Limit(1000, 20_000)
    opened = replace(house, boss, {"primary": primary})
    old, new = house.table(), house.table(opened.id)
    assert old.closed_at is not None
    assert old.replaced_by == new.id
    options = new.record.table.options
    before = old.record.table.options
    assert (options.primary, options.tie) == (primary, before.tie)  # what is not given stays
    assert options.authorised == before.authorised
    assert options.decks == old.record.table.options.decks
    assert sum(player.startswith("bot-") for player in new.record.table.seats) == 2
    change = kept(house)[0]
    assert (change.what, change.table, change.why) == ("replace", "t1", WHY)
    assert change.after["table"] == new.id
    assert change.before["primary"]["least"] != change.after["primary"]["least"] == 1000
    house.do(ann, Sit(1), new.id)
    house.alone(lambda work: audit(work.connection))


def test_a_table_is_replaced_by_one_with_another_reading(house: Floor, tmp_path: Path) -> None:
    readings = tree_of("washington")["readings"]
    readings["left-to-right"]["set"]["shoe"] = {"decks": {"is": [8], "by": ["WA-4a"]}}
    rules = tmp_path / "rules.toml"
    rules.write_text(variant_text("washington", head={"readings": readings}))
    house.open(str(rules), options={"seats": 3, "collect": "lay and pay"})
    boss = staff(house, "boss", "operator")
    before = house.table().record.table.options
    given = {"first_burn": True, "primary": Limit(1000, 20_000)}
    table = replace(house, boss, given, "left-to-right").record.table
    assert table.rules.reading == "left-to-right"
    assert table.options.decks == 8, "six were its old reading's, and nobody's choice"
    assert (table.options.seats, table.options.collect) == (3, "lay and pay")
    assert table.options.first_burn
    assert (table.options.tie, table.options.authorised) == (before.tie, before.authorised), (
        "they were not to change, though the bets did"
    )
    change = kept(house)[0]
    assert (change.before["reading"], change.after["reading"]) == ("right-to-left", "left-to-right")


def test_a_table_with_wagers_on_it_is_not_replaced(house: Floor) -> None:
    house.open("washington")
    boss, (ann,) = staff(house, "boss", "operator"), house.seat(1)
    house.do(ann, bet(1))
    given = {"primary": Limit(1000, 20_000)}
    assert refused(house, replacement.replace, house.means, boss, "t1", given, WHY) == "not-now"
    house.do(ann, Withdraw(1, "primary"))
    assert replace(house, boss, given).record.table.options.primary == given["primary"]


def test_what_cannot_be_leaves_the_table_as_it_was(house: Floor) -> None:
    house.open("washington")
    boss = staff(house, "boss", "operator")
    with pytest.raises(Exception, match="decks: 99 is not allowed"):
        replace(house, boss, {"decks": 99})
    assert house.table().closed_at is None


def test_own_games_of_a_replaced_table_are_paused(house: Floor) -> None:
    house.open("online")
    boss, ann = staff(house, "boss", "operator"), house.guest()
    game = house.own_game(ann)
    opened = replace(house, boss, {"seats": 1})
    house.do(ann, Leave(1), game)
    assert kind(house.refused(ann, Sit(1), game)) == "paused"
    assert house.table(game).replaced_by == opened.id
    house.restart()
    assert kind(house.refused(ann, Sit(1), game)) == "paused"
    assert house.own_game(ann, opened.id) != game
