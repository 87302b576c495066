"""The backup of a house in PostgreSQL, rehearsed with PostgreSQL's own programs."""

import secrets
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner

from casinowar.cli import main
from casinowar.house.house import House
from casinowar.house.upkeep.startup import open_floor
from casinowar.store.backends.engine import open_reader
from casinowar.store.queries.floor import open_tables
from casinowar.store.queries.records import hidden_seeds
from tests.store.test_upgrade import Party
from tests.support.house.floor import Floor
from tests.support.house.postgres import SOON, Postgres, programs_folder
from tests.support.house.served import clock

pytestmark = pytest.mark.needs("postgres")


def run(*command: str) -> None:
    """One of PostgreSQL's programs."""
    program, *given = command
    subprocess.run(
        [programs_folder() / program, *given], check=True, timeout=SOON, capture_output=True
    )


def audited(database: str) -> str:
    done = CliRunner().invoke(main, ["audit", "--database", database])
    assert done.exit_code == 0, done.output
    return done.output


def seeds(database: str) -> set[str]:
    """The shoes whose seeds are hidden."""
    with open_reader(database) as reader:
        return {shoe for table in open_tables(reader) for shoe in hidden_seeds(reader, table)}


def test_a_dump_becomes_a_house_again_without_its_open_shoes(
    server: Postgres, tmp_path: Path
) -> None:
    database, restored, dump = server.new(), server.empty(), str(tmp_path / "house.dump")
    house = Floor(database, seed=5)
    party = Party(house)
    run("pg_dump", "--format=custom", f"--file={dump}", database)
    before = seeds(database)
    assert party.go_on(house), "others see cards that are not in the dump"
    house.close()
    run("pg_restore", f"--dbname={restored}", "--no-owner", dump)
    audited(restored)
    assert seeds(restored) == before
    copied = "INSERT INTO notes (name, text) VALUES ('copied', '')"
    run("psql", "--quiet", f"--dbname={restored}", f"--command={copied}")
    opened = House(restored, clock=clock, entropy=secrets.token_bytes)
    open_floor(opened)
    opened.close()
    assert not before & seeds(restored), "a card that was seen does not come again"
    audited(restored)
    server.drop(database)
    server.drop(restored)
