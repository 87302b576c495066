"""Incidents are what the record says: as they are written, found in an old house, and audited."""

from random import Random
from typing import Any

import pytest
from sqlalchemy import Connection, delete, insert, select, update

from casinowar.game.needs import ChoiceNeeded
from casinowar.house.tables import floor as house_floor
from casinowar.house.tables.commands import Bet, Choose, Rule, Wager
from casinowar.house.upkeep.audit import Wrong, audit
from casinowar.rules.model import Limit
from casinowar.store import schema
from casinowar.store.migrations.versions.v0003_floor import _find_incidents
from tests.house.tables.test_rounds import operator, played
from tests.support.game.table import rules_of
from tests.support.house.floor import Floor
from tests.support.house.stored import filled
from tests.support.record.small_house import House

KEPT = schema.incidents
ROWS = select(KEPT).order_by(KEPT.c.table_id, KEPT.c.seq, KEPT.c.place)


def rows(connection: Connection) -> list[Any]:
    return [tuple(row) for row in connection.execute(ROWS)]


def ruled(house: Floor) -> None:
    """Rulings, void rounds before and after the cards, and a shoe that does not end."""
    house.open("fun-casino")
    boss, (ann,) = operator(house), house.seat(1)
    played(house, ann)
    house.do(boss, Rule("stands", "all is well"))
    house.do(ann, Bet((Wager(1, "primary", 1000),)))
    house.do(boss, Rule("void", "nobody has seen a card"))
    played(house, ann)
    house.do(boss, Rule("void", "a card was marked"))
    house.alone(lambda work: house_floor.close_table(work, house.means, boss, "t1"))


def cut(house: Floor) -> None:
    """A game in which a tie wager that wins is paid no more than a round returns."""
    limit = Limit(100, 100)
    options = {"primary": limit, "tie": limit, "seats": 1, "most_returned": 400}
    house.open("online", options=options)
    ann = house.guest()
    game = house.own_game(ann)
    for _ in range(60):
        house.do(ann, Bet((Wager(1, "primary", 100), Wager(1, "tie", 100)), ready=True), game)
        while isinstance(house.need(game), ChoiceNeeded):
            house.do(ann, Choose(1, "war"), game)


@pytest.mark.parametrize(
    "scene, kinds",
    [(ruled, ["ruling", "void", "void", "shoe-abandoned"]), (cut, ["pay-cut"])],
)
def test_an_old_house_gets_its_incidents(database: str, scene: Any, kinds: list[str]) -> None:
    house = Floor(database)
    scene(house)

    def again(work: Any) -> tuple[list[Any], list[Any]]:
        before = rows(work.connection)
        work.connection.execute(delete(KEPT))
        _find_incidents(work.connection)
        audit(work.connection)
        return before, rows(work.connection)

    before, after = house.alone(again)
    assert before == after
    found = [row[3] for row in before]
    assert found == kinds if scene is ruled else set(found) == set(kinds)
    house.close()


def test_what_is_not_as_the_record_says_is_found(tmp_path: Any) -> None:
    house = Floor(tmp_path / "house.db")
    ruled(house)
    row = {"table_id": "t1", "place": 0, "kind": "ruling", "round": 1, "at": 1}
    for wrong, says in (
        (delete(KEPT).where(KEPT.c.kind == "ruling"), "incidents lacks 0 ruling 1"),
        (update(KEPT).values(round=7), "incidents has 0 ruling 7"),
        (insert(KEPT).values(**row, seq=2), "which the entry does not say"),
        (insert(KEPT).values(**row, seq=10**6), "incidents has a row of entry 1000000"),
    ):

        def check(work: Any, wrong: Any = wrong, says: str = says) -> None:
            work.connection.execute(wrong)
            with pytest.raises(Wrong, match=says):
                audit(work.connection)
            raise ZeroDivisionError  # so that nothing of it is kept

        with pytest.raises(ZeroDivisionError):
            house.alone(check)
    house.alone(lambda work: audit(work.connection))
    house.close()


def test_mistakes_of_a_dealer_are_incidents(tmp_path: Any) -> None:
    house = House(rules_of("fun-casino"), Random(3), wildness=0.3, hand_dealt=True)
    house.play(until=lambda: house.table.rounds > 25)
    with filled(tmp_path / "house.db", house) as writer, writer.begin():
        audit(writer)
        kinds = {row[3] for row in rows(writer)}
        assert kinds >= {"card-corrected", "card-disclosed"}
