"""An upgrade rehearsed: a house of an earlier version, with people at its tables, goes on.

Such a house is made of one that was played in this version: its rows, as far as the earlier version
has the columns, in the tables that its own migrations make.
"""

import json
import signal
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from alembic import command
from sqlalchemy import MetaData, Table, insert, select

from casinowar.game.needs import BankerNeeded, BetsNeeded, ChoiceNeeded
from casinowar.house.people import accounts, own_limits
from casinowar.house.people.sessions import sha256_of
from casinowar.house.pit import offices
from casinowar.house.tables import floor
from casinowar.house.tables.commands import Bet, Caller, Choose, Ready, Sit, TakeBank, Wager
from casinowar.house.tables.floor import Opening
from casinowar.house.upkeep.audit import audit
from casinowar.rules.file import load_rules
from casinowar.store import schema
from casinowar.store.backends.engine import connect_writer, open_reader
from casinowar.store.migrations import VERSION_TABLE, _config, newest, version_of
from casinowar.store.move import _go_on_counting
from casinowar.store.queries import people
from casinowar.store.schema import metadata
from casinowar.store.writer.work import Work
from tests.support.house.floor import Floor
from tests.support.house.nursery import nursery
from tests.support.house.player import Player
from tests.support.house.postgres import Postgres

Rows = dict[str, list[dict[str, Any]]]

EARLIER = "0002"


@pytest.fixture
def earlier(made_on: Postgres | None, tmp_path: Path) -> Iterator[str]:
    """The name of a new database of an earlier version."""
    made = str(tmp_path / "earlier.db") if made_on is None else made_on.empty()
    make_earlier(made)
    yield made
    if made_on is not None:
        made_on.drop(made)


def make_earlier(database: str) -> None:
    with connect_writer(database) as connection, connection.begin():
        command.upgrade(_config(connection), EARLIER)


def tables_in(database: str) -> list[Table]:
    """The tables of a database as they are there, each after those it refers to."""
    found = MetaData()
    with open_reader(database) as reader:
        found.reflect(reader)
    found.remove(found.tables[VERSION_TABLE])
    return [found.tables[table.name] for table in metadata.sorted_tables if table.name in found]


def rows_of(database: str, tables: list[Table]) -> Rows:
    """The rows of these tables, in these columns, by the order of their keys."""
    with open_reader(database) as reader:
        return {
            table.name: [
                dict(row)
                for row in reader.execute(
                    select(table).order_by(*table.primary_key.columns)
                ).mappings()
            ]
            for table in tables
        }


def copy_down(house: str, earlier: str) -> Rows:
    """Fill a database of an earlier version with what it knows of a house."""
    tables = tables_in(earlier)
    rows = rows_of(house, tables)
    with connect_writer(earlier) as connection, connection.begin():
        for table in tables:
            # a table that stands for another's game comes after that
            parents_first = sorted(rows[table.name], key=lambda row: row.get("game_of") or "")
            if parents_first:
                connection.execute(insert(table), parents_first)
            _go_on_counting(connection, metadata.tables[table.name])
    return rows


class Party:
    """A house in which much is going on."""

    def __init__(self, house: Floor) -> None:
        self.house = house
        for name in ("washington", "california", "online"):
            house.open(name, name, bots=1 if name == "washington" else 0)
        self.ann = self._member("ann")
        house.do(self.ann, Sit(1), "washington")
        self.game = house.own_game(self.ann, "online")
        opening = Opening(load_rules("washington"), practice=True)
        self.private, token = house.alone(
            lambda work: floor.open_private(work, house.means, self.ann, opening)
        )
        bob = house.guest()
        house.alone(lambda work: floor.join(work, bob, token))
        house.do(bob, Sit(2), self.private.id)
        self._bank("california")
        self._play("washington")
        house.do(self.ann, bet(1), "washington")
        while not isinstance(house.need(self.game), ChoiceNeeded):
            house.do(self.ann, bet(1, ready=True), self.game)
        boss = self._member("boss", "operator")
        house.alone(
            lambda work: offices.offer_password(
                work, house.entropy, boss, self.ann.player, "forgotten"
            )
        )

    def _member(self, name: str, role: people.Role = "player") -> Caller:
        def run(work: Work) -> Caller:
            guest = accounts.new_guest(work, self.house.entropy, 10**7)
            sha256 = sha256_of(guest.token)
            made = accounts.register(work, self.house.entropy, guest.person, sha256, name, "hash")
            people.set_role(work.connection, made.person.account, role)
            return Caller(made.person.account, made.person.player, role)

        made: Caller = self.house.alone(run)
        return made

    def _bank(self, table_id: str) -> None:
        """A round of which one of two players is the bank."""
        people = {each.player: each for each in self.house.seat(3, 5, table_id=table_id)}
        while not self.house.table(table_id).record.table.rounds:
            match self.house.need(table_id):
                case BankerNeeded((player, *_)):
                    self.house.do(people[player], TakeBank(stake=200_00), table_id)
                case BetsNeeded():
                    table = self.house.table(table_id).record.table
                    (player,) = people.keys() - {table.bank.player}
                    seat = table.seats.index(player) + 1
                    self.house.do(people[player], bet(seat, ready=True), table_id)
                case _:
                    self.house.wait(3, table_id)

    def _play(self, table_id: str) -> None:
        for _ in range(5):
            self.house.do(self.ann, bet(1, ready=True), table_id)
            while isinstance(self.house.need(table_id), ChoiceNeeded):
                self.house.do(self.ann, Choose(1, "war"), table_id)

    def go_on(self, house: Floor) -> list[Any]:
        """The same in any house that has come so far: the cards that are dealt."""
        told = [
            house.do(self.ann, Ready(), "washington"),
            house.do(self.ann, Choose(1, "war"), self.game),
        ]
        entries = [entry for each in told for entry in each["entries"]]
        events = [event for entry in entries for event in entry.get("events", ())]
        return [event for event in events if event["type"] == "card_dealt"]


def bet(seat: int, *, ready: bool = False) -> Bet:
    return Bet((Wager(seat, "primary", 10_00),), ready=ready)


def test_a_house_of_an_earlier_version_goes_on_with_the_same_cards(
    database: str, earlier: str
) -> None:
    old = Floor(database, seed=5)
    party = Party(old)
    rows = copy_down(database, earlier)
    assert any(row["game_of"] for row in rows["tables"])
    for name in ("accounts", "sessions", "resets", "seated", "invited", "seeds", "keys", "changes"):
        assert rows[name], name
    new = Floor(earlier)
    new.now, new.keys = old.now, old.keys
    try:
        with open_reader(earlier) as reader:
            assert version_of(reader) == newest()
            if reader.dialect.name == "sqlite":  # tables that it cannot change are made anew
                assert reader.exec_driver_sql("PRAGMA foreign_key_check").all() == []
        assert rows_of(earlier, tables_before(rows)) == rows
        found = rows_of(earlier, [schema.rounds])
        assert found == rows_of(database, [schema.rounds])
        assert [row["stake"] for row in found["rounds"] if row["banker"]] == [200_00]
        new.alone(lambda work: audit(work.connection))
        dealt = party.go_on(new)
        assert len(dealt) >= 4
        assert dealt == party.go_on(old)
        new.alone(
            lambda work: own_limits.set_limit(
                work, party.ann.account, party.ann.player, "stake", 100
            )
        )
        new.seat(4, table_id="california")
        new.open("south-dakota", "another")
        new.alone(lambda work: audit(work.connection))
    finally:
        new.close()
        old.close()


def tables_before(rows: Rows) -> list[Table]:
    """The tables and columns that an earlier version had, as this version has them."""
    found = MetaData()
    return [
        Table(
            name,
            found,
            *(
                column._copy()
                for column in metadata.tables[name].columns
                if not kept or column.name in kept[0]
            ),
        )
        for name, kept in rows.items()
    ]


def test_serve_brings_a_house_up_to_date(tmp_path: Path) -> None:
    """As it is done: the old server is stopped, the new one started on the same folder."""
    house = tmp_path / "data" / "house.db"
    with nursery(tmp_path, requests_per_second=0) as servers:
        servers.start()
        ann = Player(lambda: servers.url, Random(4))
        ann.arrive("washington")
        while not any(b"card_dealt" in each.answer for each in ann.accepted):
            ann.act()
        view = ann.look("/api/tables/washington")["view"]
        me = ann.look("/api/me")
        servers.end(signal.SIGINT)
        make_earlier(str(tmp_path / "earlier.db"))
        copy_down(str(house), str(tmp_path / "earlier.db"))
        for file in (tmp_path / "data").glob("house.db*"):
            file.unlink()
        (tmp_path / "earlier.db").rename(house)
        for file in tmp_path.glob("earlier.db-*"):
            file.unlink()
        servers.start()
        after = ann.look("/api/tables/washington")["view"]
        assert after["shoe"]["commitment"] == view["shoe"]["commitment"]
        assert after["seq"] >= view["seq"]
        assert ann.look("/api/me")["player"] == me["player"]
        for _ in range(5):
            ann.act()
        ann.close()
        servers.end(signal.SIGINT)
    with open_reader(house) as reader:
        audit(reader)
    assert json.loads((tmp_path / "log").read_text().splitlines()[-1])
