"""What was wagered in decided rounds: counted on as all at once, without those voided."""

from collections import defaultdict
from random import Random
from typing import Any

import pytest
from sqlalchemy import Connection, delete, select

from casinowar.game.actions import Rule
from casinowar.game.events import (
    RoundCancelled,
    RoundRuled,
    WagerReversed,
    WagerRuled,
    WagerSettled,
)
from casinowar.game.table import round_of
from casinowar.odds.deviation import Staked
from casinowar.record import follow, open_again
from casinowar.store import schema
from casinowar.store.queries.wagered import Progress, WageredTotals, wagered_by_round
from tests.support.game.table import rules_of
from tests.support.house.stored import filled
from tests.support.record.small_house import House

NAMES = ("washington", "south-dakota", "fun-casino", "online")


def by_the_record(house: House) -> Staked:
    """The same from the events, round by round and in whole numbers."""
    before = open_again(house.table.rules, house.entries[0].text)
    rounds: dict[int, list[WagerSettled]] = defaultdict(list)
    undecided = set()
    for entry in house.entries[1:]:
        made = follow(before, entry.text)
        before = made.record
        for event in made.events:
            if isinstance(event, WagerSettled):
                rounds[before.table.rounds].append(event)
            elif isinstance(event, WagerReversed | WagerRuled):
                undecided.add(round_of(made.events, before.table))
            elif isinstance(event, RoundCancelled) or (
                isinstance(event, RoundRuled) and event.ruling == "void"
            ):
                undecided.add(event.round)
    if house.table.playing:
        undecided.add(house.table.rounds)
    total = Staked()
    for number, wagers in rounds.items():
        if number not in undecided:
            total = total.plus(of_round(wagers))
    return total


def of_round(wagers: list[WagerSettled]) -> Staked:
    hands: dict[int, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    for each in wagers:
        hands[each.seat][each.wager] += each.stake
    seats = list(hands.values())

    def total(one: str, other: str = "") -> int:
        return sum(hand[one] * (hand[other] if other else 1) for hand in seats)

    primary, tie, war_tie = total("primary"), total("tie"), total("war_tie")
    return Staked(
        1,
        sum(each.stake for each in wagers),
        sum(each.net for each in wagers),
        *(primary, tie, war_tie),
        *(total("primary", "primary"), total("tie", "tie"), total("primary", "tie")),
        *(total("war_tie", "war_tie"), total("primary", "war_tie")),
        *(primary**2, tie**2, primary * tie),
        *(primary, tie, war_tie),
    )


def played(name: str, seed: int = 5) -> House:
    """Some rounds, one of which is voided in its middle and one when it is over."""
    house = House(rules_of(name), Random(seed), players=3, wildness=0.08)
    house.play(until=lambda: house.table.rounds > 6 and house.table.playing)
    house.take(Rule("void", "the shoe fell down"))
    house.play(until=lambda: house.table.rounds > 14 and not house.table.playing)
    if not house.table.ruled:
        house.take(Rule("void", "a card was marked"))
    house.play(until=lambda: house.table.rounds > 22)
    return house


def far(house: House) -> Progress:
    return Progress(house.record.seq, house.table.rounds - house.table.playing)


@pytest.mark.parametrize("name", NAMES)
def test_it_is_what_the_record_says(database: str, name: str) -> None:
    house = played(name)
    with filled(database, house) as writer, writer.begin():
        found = WageredTotals().take(writer, {"t1": far(house), "none": Progress(1, 0)})
        assert found == {"t1": by_the_record(house), "none": Staked()}
        assert found["t1"].rounds > 10
        points = wagered_by_round(writer, "t1", far(house).rounds or 0, 10)
        assert 3 < len(points) <= 10
        assert points[-1][1] == found["t1"]
        numbers = [number for number, _ in points]
        assert numbers == sorted(numbers)
        undecided = select(schema.incidents.c.round).where(
            schema.incidents.c.kind.in_(("void", "cancelled"))
        )
        assert len(writer.execute(undecided).all()) > 0


def test_counting_on_is_counting_all(database: str) -> None:
    house = played("washington")
    with filled(database, house) as writer, writer.begin():
        rows = [row._asdict() for row in writer.execute(select(schema.settlements))]
        writer.execute(delete(schema.settlements))
        counted, last = WageredTotals(), far(house).rounds or 0
        for number in range(1, last + 1):
            put(writer, [row for row in rows if row["round"] == number])
            counted.take(writer, {"t1": Progress(number, number)})
        assert counted.take(writer, {"t1": Progress(last, last)})["t1"] == by_the_record(house)
        assert WageredTotals().take(writer, {"t1": Progress(last)})["t1"] == by_the_record(house)


def test_the_last_round_may_still_be_voided(database: str) -> None:
    house = played("washington")
    with filled(database, house) as writer, writer.begin():
        decided = [
            number for number, _ in wagered_by_round(writer, "t1", far(house).rounds or 0, 1000)
        ]
        counted, place = WageredTotals(), Progress(house.record.seq, decided[-1])
        before = counted.take(writer, {"t1": place})["t1"]
        row = {"table_id": "t1", "seq": 10**6, "place": 0, "kind": "void", "at": 0}
        writer.execute(schema.incidents.insert().values(**row, round=place.rounds))
        assert counted.take(writer, {"t1": place})["t1"] == before  # nothing has moved
        after = counted.take(writer, {"t1": Progress(place.seq + 1, place.rounds)})["t1"]
        assert after.rounds == before.rounds - 1


def put(writer: Connection, rows: list[dict[str, Any]]) -> None:
    if rows:
        writer.execute(schema.settlements.insert(), rows)
