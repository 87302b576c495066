"""A house in one file: durable, one connection that writes, others that cannot."""

import stat
import subprocess
import sys
from pathlib import Path

import pytest
from sqlalchemy import Connection, text
from sqlalchemy.exc import DBAPIError

from casinowar.errors import CasinoWarError
from casinowar.store.backends import sqlite as engines
from casinowar.store.backends.engine import connect_writer, reading
from casinowar.store.backends.sqlite import LOG_PAGES, file_of


def pragma(connection: Connection, name: str) -> object:
    return connection.exec_driver_sql(f"PRAGMA {name}").scalar()


def filled(file: Path) -> Connection:
    writer = connect_writer(file)
    with writer.begin():
        writer.exec_driver_sql("CREATE TABLE chips (colour TEXT PRIMARY KEY, cents INTEGER)")
        writer.exec_driver_sql("INSERT INTO chips VALUES ('red', 500)")
    return writer


def colours(connection: Connection) -> list[str]:
    with connection.begin():
        found = connection.exec_driver_sql("SELECT colour FROM chips ORDER BY colour")
        return [row.colour for row in found]


def test_the_writer_flushes_every_commit_and_keeps_the_log(tmp_path: Path) -> None:
    with connect_writer(tmp_path / "house.db") as writer:
        assert pragma(writer, "journal_mode") == "wal"
        assert pragma(writer, "synchronous") == 2
        assert pragma(writer, "foreign_keys") == 1
        assert pragma(writer, "wal_autocheckpoint") == LOG_PAGES
        assert pragma(writer, "busy_timeout") == engines.BUSY_MS


def test_a_reader_cannot_write_and_leaves_the_log_alone(tmp_path: Path) -> None:
    filled(tmp_path / "house.db").close()
    with reading(tmp_path / "house.db").connect() as reader:
        assert colours(reader) == ["red"]
        assert pragma(reader, "wal_autocheckpoint") == 0
        reader.rollback()
        with pytest.raises(DBAPIError, match="readonly"), reader.begin():
            reader.exec_driver_sql("INSERT INTO chips VALUES ('green', 2500)")


def test_a_reader_sees_what_was_there_when_it_began(tmp_path: Path) -> None:
    writer = filled(tmp_path / "house.db")
    with writer, reading(tmp_path / "house.db").connect() as reader:
        with reader.begin():
            before = reader.exec_driver_sql("SELECT count(*) FROM chips").scalar()
            with writer.begin():
                writer.exec_driver_sql("INSERT INTO chips VALUES ('green', 2500)")
            assert reader.exec_driver_sql("SELECT count(*) FROM chips").scalar() == before == 1
        assert colours(reader) == ["green", "red"]


def test_what_is_rolled_back_was_never_there(tmp_path: Path) -> None:
    with filled(tmp_path / "house.db") as writer:
        transaction = writer.begin()
        writer.exec_driver_sql("INSERT INTO chips VALUES ('green', 2500)")
        transaction.rollback()
        assert colours(writer) == ["red"]


def test_a_point_to_go_back_to_keeps_what_was_before_it(tmp_path: Path) -> None:
    with filled(tmp_path / "house.db") as writer:
        with writer.begin():
            writer.exec_driver_sql("INSERT INTO chips VALUES ('black', 10000)")
            point = writer.begin_nested()
            writer.exec_driver_sql("INSERT INTO chips VALUES ('green', 2500)")
            point.rollback()
        assert colours(writer) == ["black", "red"]


def test_the_writer_has_the_lock_from_its_beginning(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(engines._BOTH, "busy_timeout", "10")
    first = filled(tmp_path / "house.db")
    second = connect_writer(tmp_path / "house.db")
    with first, second, first.begin(), pytest.raises(DBAPIError, match="locked"):
        second.begin()


def test_only_its_owner_may_read_the_file(tmp_path: Path) -> None:
    connect_writer(tmp_path / "house.db").close()
    if sys.platform != "win32":
        assert stat.S_IMODE((tmp_path / "house.db").stat().st_mode) == 0o600


@pytest.mark.parametrize(
    "database, file",
    [
        ("house.db", "house.db"),
        ("sqlite:///house.db", "house.db"),
        ("sqlite:////srv/house.db", "/srv/house.db"),
        (Path("a b/house.db"), "a b/house.db"),
    ],
)
def test_a_database_is_named_by_url_or_path(database: str | Path, file: str) -> None:
    assert file_of(database) == Path(file)


@pytest.mark.parametrize(
    "database, message",
    [
        ("mysql://ann:secret@db/house", "in SQLite or PostgreSQL, not in mysql"),
        ("sqlite://", "is kept in a file"),
        ("sqlite:///:memory:", "is kept in a file"),
        ("", "is kept in a file"),
        ("sqlite:///house.db?mode=memory", "only the path of a file"),
        ("sqlite+aiosqlite:///house.db", "only the path of a file"),
        ("://", "is not the URL of a database"),
    ],
)
def test_other_databases_are_refused(database: str, message: str) -> None:
    with pytest.raises(CasinoWarError, match=message) as raised:
        file_of(database)
    assert "secret" not in str(raised.value)


def test_what_is_no_database_is_refused(tmp_path: Path) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear house, " * 200)
    for opened in (connect_writer, reading):
        with pytest.raises(CasinoWarError, match="cannot be opened as a database"):
            opened(letter)
    with pytest.raises(CasinoWarError, match="no such database"):
        reading(tmp_path / "missing.db")
    with pytest.raises(CasinoWarError, match="cannot be opened: No such file"):
        connect_writer(tmp_path / "missing" / "house.db")


def test_an_error_does_not_tell_what_was_written(tmp_path: Path) -> None:
    with filled(tmp_path / "house.db") as writer:
        twice = text("INSERT INTO chips VALUES (:colour, :cents)")
        with pytest.raises(DBAPIError) as raised, writer.begin():
            writer.execute(twice, {"colour": "red", "cents": 31337})
    assert "UNIQUE" in str(raised.value)
    assert "31337" not in str(raised.value)


def test_another_program_never_takes_an_open_house_for_abandoned(tmp_path: Path) -> None:
    """Connections may be made in any order: SQLite's own locks on the file are not disturbed."""
    file = tmp_path / "house.db"
    filled(file).close()
    look = "import sqlite3, sys; c = sqlite3.connect(sys.argv[1]); c.execute('SELECT * FROM chips')"
    engine = reading(file)
    with engine.connect() as reader, connect_writer(file) as writer:
        assert colours(reader) == ["red"]
        with writer.begin():
            writer.exec_driver_sql("INSERT INTO chips VALUES ('blue', 100)")
        subprocess.run([sys.executable, "-c", f"{look}.fetchall(); c.close()", file], check=True)
        assert (tmp_path / "house.db-wal").exists()
        assert colours(reader) == ["blue", "red"]
    engine.dispose()
