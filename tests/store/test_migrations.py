"""A database that was migrated is the one that the schema describes."""

import zipfile
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from hatchling.builders.wheel import WheelBuilder
from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from casinowar.errors import CasinoWarError
from casinowar.store.backends import sqlite
from casinowar.store.backends.engine import connect_writer, reading
from casinowar.store.migrations import (
    VERSION_TABLE,
    _config,
    check_version,
    migrate,
    newest,
    version_of,
)
from casinowar.store.schema import metadata
from tests.paths import ROOT
from tests.support.house.postgres import Postgres

Definition = dict[str, list[str]]


def definitions(connection: Connection) -> Definition:
    """Every table and index of a database as it was written, the order of its lines aside."""
    found = connection.exec_driver_sql("SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL")
    return {
        row.name: sorted(
            line.strip(" ,\t") for line in row.sql.replace('"', "").splitlines() if line.strip()
        )
        for row in found
        if VERSION_TABLE not in row.name
    }


def test_what_the_steps_make_is_what_the_schema_says(tmp_path: Path) -> None:
    with (
        connect_writer(tmp_path / "steps.db") as steps,
        connect_writer(tmp_path / "all.db") as all_,
    ):
        migrate(steps)
        with all_.begin():
            metadata.create_all(all_)
        assert definitions(steps) == definitions(all_)
        context = MigrationContext.configure(steps, opts={"version_table": VERSION_TABLE})
        assert compare_metadata(context, metadata) == []


@pytest.mark.needs("postgres")
def test_the_steps_make_the_same_in_postgres(server: Postgres) -> None:
    with connect_writer(server.empty()) as steps, connect_writer(server.empty()) as all_:
        migrate(steps)
        with all_.begin():
            metadata.create_all(all_)
        assert described(steps) == described(all_)
        context = MigrationContext.configure(steps, opts={"version_table": VERSION_TABLE})
        assert compare_metadata(context, metadata) == []


def described(connection: Connection) -> Definition:
    """Columns, constraints and indexes of every table in PostgreSQL, in its own words."""
    found: Definition = {}
    for query in (
        "SELECT table_name, concat_ws(' ', column_name, data_type, character_maximum_length, "
        "is_nullable, column_default) FROM information_schema.columns "
        "WHERE table_schema = 'public'",
        "SELECT conrelid::regclass::text, conname || ' ' || pg_get_constraintdef(oid) "
        "FROM pg_constraint WHERE connamespace = 'public'::regnamespace",
        "SELECT tablename, indexdef FROM pg_indexes WHERE schemaname = 'public'",
    ):
        for table, says in connection.exec_driver_sql(query):
            if VERSION_TABLE not in table:
                found.setdefault(table, []).append(says)
    return {table: sorted(says) for table, says in found.items()}


def test_a_house_of_the_first_version_keeps_its_people(tmp_path: Path) -> None:
    """Others refer to accounts, which SQLite makes anew."""
    ann = "1, 'pann', 'ann', 'ann', 'guest', 'operator', NULL, 7"
    with connect_writer(tmp_path / "house.db") as writer:
        with writer.begin():
            command.upgrade(_config(writer), "0001")
            writer.exec_driver_sql(f"INSERT INTO accounts VALUES ({ann})")
            writer.exec_driver_sql("INSERT INTO sessions VALUES ('token', 1, 7, 8)")
        migrate(writer)
        with writer.begin():
            kept = writer.exec_driver_sql("SELECT player, role, at, banned_until FROM accounts")
            assert tuple(kept.one()) == ("pann", "operator", 7, None)
        with writer.begin(), pytest.raises(IntegrityError, match="FOREIGN KEY"):
            writer.exec_driver_sql("INSERT INTO sessions VALUES ('other', 2, 7, 8)")


def test_a_row_that_refers_to_nothing_is_refused(tmp_path: Path) -> None:
    with connect_writer(tmp_path / "house.db") as writer:
        with writer.begin():
            command.upgrade(_config(writer), "0001")
        with sqlite.rebuilding(writer), writer.begin():
            writer.exec_driver_sql("INSERT INTO sessions VALUES ('token', 1, 7, 8)")
        with pytest.raises(CasinoWarError, match="sessions refers to a missing row of accounts"):
            migrate(writer)
        with writer.begin():
            assert version_of(writer) == "0001"


def test_a_database_is_migrated_once(tmp_path: Path) -> None:
    with connect_writer(tmp_path / "house.db") as writer:
        assert version_of(writer) is None
        writer.rollback()
        migrate(writer)
        assert version_of(writer) == newest() == "0008"
        before = definitions(writer)
        writer.rollback()
        migrate(writer)
        assert definitions(writer) == before
    with reading(tmp_path / "house.db").connect() as reader:
        check_version(reader)


@pytest.mark.parametrize("version, word", [("9999", "newer"), ("zzzz" * 20, "newer")])
def test_a_newer_database_is_refused(tmp_path: Path, version: str, word: str) -> None:
    with connect_writer(tmp_path / "house.db") as writer:
        migrate(writer)
        writer.exec_driver_sql(f"UPDATE {VERSION_TABLE} SET version_num = '{version}'")
        writer.commit()
        for refused in (migrate, check_version):
            with pytest.raises(CasinoWarError, match=f"{version[:40]}, which is {word} than this"):
                refused(writer)
            writer.rollback()
        assert version_of(writer) == version


def test_another_programs_database_is_left_alone(tmp_path: Path) -> None:
    with connect_writer(tmp_path / "other.db") as writer:
        writer.exec_driver_sql("CREATE TABLE recipes (name TEXT)")
        writer.commit()
        for refused in (migrate, check_version):
            with pytest.raises(CasinoWarError, match="not the database of a casinowar house"):
                refused(writer)
            writer.rollback()
        assert list(definitions(writer)) == ["recipes"]


def test_an_empty_database_is_not_read(tmp_path: Path) -> None:
    refused = pytest.raises(CasinoWarError, match="not the database of a casinowar house")
    with connect_writer(tmp_path / "empty.db") as writer, refused:
        check_version(writer)


def test_a_damaged_database_is_refused_in_words(tmp_path: Path) -> None:
    with connect_writer(tmp_path / "house.db") as writer:
        migrate(writer)
        found = f"SELECT rootpage FROM sqlite_schema WHERE name = '{VERSION_TABLE}'"
        page = int(writer.exec_driver_sql(found).scalar_one())
    data = bytearray((tmp_path / "house.db").read_bytes())
    data[(page - 1) * 4096 : page * 4096] = b"\xff" * 4096
    (tmp_path / "torn.db").write_bytes(data)
    refused = pytest.raises(CasinoWarError, match=r"cannot be brought up to date: .* malformed")
    with connect_writer(tmp_path / "torn.db") as writer, refused:
        migrate(writer)


def test_the_package_holds_the_steps(tmp_path: Path) -> None:
    root = ROOT
    wheel = next(WheelBuilder(str(root)).build(directory=str(tmp_path)))
    names = zipfile.ZipFile(wheel).namelist()
    for path in (root / "src" / "casinowar" / "store" / "migrations").rglob("*.py"):
        assert path.relative_to(root / "src").as_posix() in names
