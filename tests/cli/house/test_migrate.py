"""A house moved from SQLite to PostgreSQL: every row, sound on both sides, or nothing."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from sqlalchemy import select

from casinowar.cli import main
from casinowar.house.dealing import hand_dealt
from casinowar.house.people import exclusion
from casinowar.house.pit import pauses, replacement
from casinowar.house.tables.commands import Bet, Rule, Sit, Wager
from casinowar.rules.model import Limit
from casinowar.store import schema
from casinowar.store.backends.engine import connect_writer, open_reader
from casinowar.store.backends.lock import Lock
from casinowar.store.migrations import migrate
from tests.house.people.test_own_limits import limit
from tests.house.pit.test_offices import staff
from tests.support.house.floor import Floor
from tests.support.house.postgres import Postgres

pytestmark = pytest.mark.needs("postgres")


def run(*words: object) -> Result:
    return CliRunner().invoke(main, ["migrate", *map(str, words)])


@pytest.fixture
def played(tmp_path: Path) -> Path:
    """A house with a table in the middle of its shoe."""
    house = Floor(tmp_path / "house.db")
    house.open("washington")
    (ann,) = house.seat(1)
    house.do(ann, Bet((Wager(1, "primary", 1000), Wager(1, "tie", 500)), ready=True))
    house.close()
    return tmp_path / "house.db"


@pytest.fixture
def lively(tmp_path: Path) -> Path:
    """A house with everything a floor has: offices, walk-ins, incidents, limits, pauses."""
    house = Floor(tmp_path / "house.db")
    boss, dora = staff(house, "boss", "operator"), staff(house, "dora", "dealer")
    for table_id in ("t1", "t2", "t3"):
        house.open("washington", table_id)
    house.open("fun-casino", "hand", options={"hand_dealt": True})

    def say(line: str) -> None:
        house.alone(lambda work: hand_dealt.deal(work, house.means, dora, "hand", line))

    for line in (
        "dealer",
        "sit ann bob",
        "shoe",
        "cut",
        "cutcard 30",
        "b",
        "1=20 2=10",
        "9",
        "x",
        "9 9",
    ):
        say(line)
    house.do(boss, Rule("void", "a card fell"), "hand")
    for line in ("1=20/5 2=10", "9 k 4", "p", "1=20"):
        say(line)
    cy, dan = house.guest(), house.guest()
    limit(house, cy, "stake", 2000)
    limit(house, cy, "loss", 50_00)
    limit(house, cy, "loss", None)
    limit(house, dan, "time", 60)
    house.alone(lambda work: exclusion.exclude(work, house.means, dan, 30))
    house.alone(lambda work: pauses.pause(work, house.means, boss, "t2", "the carpet is wet"))
    given = {"primary": Limit(1000, 20_000)}
    house.alone(
        lambda work: replacement.replace(work, house.means, boss, "t3", given, "high night")
    )
    house.do(cy, Sit(1))
    house.do(cy, Bet((Wager(1, "primary", 1000),), ready=True))
    house.alone(lambda work: pauses.pause_house(work, house.means, boss, "fire drill"))
    house.close()
    return tmp_path / "house.db"


def rows(database: str | Path) -> dict[str, list[tuple[object, ...]]]:
    with open_reader(database) as reader:
        return {
            table.name: sorted((tuple(row) for row in reader.execute(select(table))), key=repr)
            for table in schema.metadata.sorted_tables
        }


def test_every_row_is_there_and_the_game_goes_on(played: Path, server: Postgres) -> None:
    target = server.empty()
    before = rows(played)
    done = run(played, target)
    assert (done.exit_code, done.stderr) == (0, "")
    assert f"{sum(map(len, before.values())):,} rows moved" in done.stdout
    assert rows(target) == before == rows(played)
    house = Floor(target, seed=9)
    house.keys = 1000
    assert house.table().record.table.rounds == 1
    bob = house.guest()
    house.do(bob, Sit(2))
    audited = CliRunner().invoke(main, ["audit", "--database", target])
    house.close()
    assert audited.exit_code == 0, audited.output
    server.drop(target)


def test_a_whole_floor_arrives(lively: Path, server: Postgres) -> None:
    target, before = server.empty(), rows(lively)
    for table in ("incidents", "limits", "changes", "settlements", "seeds", "notes"):
        assert before[table], f"there is something in {table}"
    assert {"walk-in", "member", "guest"} <= {cell for row in before["accounts"] for cell in row}
    done = run(lively, target)
    assert (done.exit_code, done.stderr) == (0, "")
    assert rows(target) == before == rows(lively)
    for database in (lively, target):
        audited = CliRunner().invoke(main, ["audit", "--database", str(database)])
        assert audited.exit_code == 0, audited.output
    house = Floor(target, seed=9)
    house.keys = 1000
    assert (house.table("t2").paused, house.table("t2").house_paused) == (
        "the carpet is wet",
        "fire drill",
    )
    successor = house.table("t3").replaced_by
    assert successor is not None
    assert house.table(successor).record.table.options.primary == Limit(1000, 20_000)
    house.close()
    server.drop(target)


def test_a_house_is_not_moved_onto_another(played: Path, server: Postgres) -> None:
    target = server.new()
    Floor(target).open("washington")
    before = rows(target)
    done = run(played, target)
    assert done.exit_code == 2
    assert "the target database already has a house" in done.stderr
    assert rows(target) == before
    server.drop(target)


def test_what_is_wrong_is_not_moved(played: Path, server: Postgres) -> None:
    with connect_writer(played) as writer, writer.begin():
        writer.exec_driver_sql("UPDATE transfers SET amount = amount + 1 WHERE id = 2")
    target = server.empty()
    done = run(played, target)
    assert done.exit_code == 1
    assert "nothing was moved" in done.stderr
    assert not any(rows(target).values())
    server.drop(target)


def test_an_open_house_is_not_moved(played: Path, server: Postgres) -> None:
    with Lock(played):
        done = run(played, server.url)
    assert done.exit_code == 2
    assert "a server has this house open" in done.stderr


@pytest.mark.parametrize(
    "source, target, message",
    [
        ("postgresql://db/a", "postgresql://db/b", "from an SQLite file to a PostgreSQL database"),
        ("house.db", "other.db", "from an SQLite file to a PostgreSQL database"),
        ("missing.db", "postgresql://db/b", "there is no such database"),
    ],
)
def test_other_ways_are_refused(source: str, target: str, message: str) -> None:
    done = run(source, target)
    assert done.exit_code == 2
    assert message in done.stderr


def test_a_database_that_does_not_answer(played: Path, tmp_path: Path) -> None:
    done = run(played, f"postgresql://ann:secret@/house?host={tmp_path}")
    assert done.exit_code == 2
    assert "cannot be opened" in done.stderr
    assert "secret" not in done.stderr


def test_migrations_take_turns(server: Postgres) -> None:
    """Several servers that start at once on an empty database."""
    from concurrent.futures import ThreadPoolExecutor

    target = server.empty()

    def begin(_: int) -> None:
        with connect_writer(target) as connection:
            migrate(connection)

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(begin, range(4)))
    assert not any(rows(target).values())
    server.drop(target)
