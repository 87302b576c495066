"""A house is copied while it is open, and put back."""

import sqlite3
import stat
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Connection, func, select

from casinowar.errors import CasinoWarError
from casinowar.store import schema
from casinowar.store.backends.engine import connect_writer, reading
from casinowar.store.backends.lock import Lock
from casinowar.store.backup import COPIED, backup, restore
from casinowar.store.migrations import VERSION_TABLE, migrate


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Connection]:
    """A house with a note in it, and its log not yet in the file."""
    (tmp_path / "data").mkdir()
    with connect_writer(tmp_path / "data" / "house.db") as writer:
        migrate(writer)
        note(writer, "first")
        yield writer


def note(writer: Connection, name: str) -> None:
    with writer.begin():
        writer.execute(schema.notes.insert().values(name=name, text="x" * 2_000))


def notes(file: Path) -> list[str]:
    """What is noted, beside that it is a copy."""
    return [name for name in all_notes(file) if name != COPIED]


def all_notes(file: Path) -> list[str]:
    engine = reading(file)
    with engine.connect() as reader:
        found = list(reader.scalars(select(schema.notes.c.name).order_by(schema.notes.c.name)))
    engine.dispose()
    return found


def left_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_backup_holds_what_is_committed(house: Connection, tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    with house.begin():
        house.execute(schema.notes.insert().values(name="not yet", text=""))
        made = backup(
            tmp_path / "data" / "house.db",
            str(tmp_path / "copy.db"),
            lambda done, of: told.append((done, of)),
        )
    assert made == tmp_path / "copy.db"
    assert told[-1][0] == told[-1][1] > 0
    assert notes(made) == ["first"]
    assert left_in(tmp_path) == ["copy.db", "data"]
    if sys.platform != "win32":
        assert stat.S_IMODE(made.stat().st_mode) == 0o600


def test_a_copy_knows_that_it_is_one_and_the_house_does_not(
    house: Connection, tmp_path: Path
) -> None:
    data = tmp_path / "data" / "house.db"
    made = backup(data, str(tmp_path / "copy.db"))
    assert all_notes(made) == [COPIED, "first"]
    assert all_notes(data) == ["first"]
    with connect_writer(made) as writer, writer.begin():
        writer.execute(schema.notes.delete().where(schema.notes.c.name == COPIED))
    assert all_notes(restore(str(made), tmp_path / "new.db")) == [COPIED, "first"]


def test_a_backup_is_of_one_moment_whatever_is_written_meanwhile(
    house: Connection, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("casinowar.store.backup.PAGES_AT_ONCE", 2)
    for number in range(50):
        note(house, f"before {number}")
    asked, written = threading.Event(), threading.Event()

    def write() -> None:
        asked.wait(20)
        for number in range(50):
            note(house, f"after {number}")
        written.set()

    def tell(done: int, of: int) -> None:
        if not asked.is_set() and done < of:
            asked.set()
            assert written.wait(20), "the house is not held up by its backup"

    thread = threading.Thread(target=write)
    thread.start()
    made = backup(tmp_path / "data" / "house.db", str(tmp_path / "copy.db"), tell)
    thread.join(20)
    assert len(notes(made)) == 51
    assert len(notes(tmp_path / "data" / "house.db")) == 101


def test_a_backup_takes_the_place_of_an_older_one_alone(house: Connection, tmp_path: Path) -> None:
    database = tmp_path / "data" / "house.db"
    backup(database, str(tmp_path / "copy.db"))
    note(house, "second")
    backup(database, str(tmp_path / "copy.db"))
    assert notes(tmp_path / "copy.db") == ["first", "second"]
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear house")
    with pytest.raises(CasinoWarError, match="and it is not a backup"):
        backup(database, str(letter))
    with pytest.raises(CasinoWarError, match="this is the house itself"):
        backup(database, str(database))
    assert letter.read_text() == "Dear house"


def test_a_backup_never_takes_the_place_of_a_house_or_another_database(
    house: Connection, tmp_path: Path
) -> None:
    database = tmp_path / "data" / "house.db"
    recipes = sqlite3.connect(tmp_path / "recipes.db")
    recipes.execute("CREATE TABLE recipes (name TEXT)")
    recipes.close()
    restore(str(backup(database, str(tmp_path / "copy.db"))), tmp_path / "other.db")
    for name in ("recipes.db", "other.db"):
        before = (tmp_path / name).read_bytes()
        with pytest.raises(CasinoWarError, match="and it is not a backup"):
            backup(database, str(tmp_path / name))
        assert (tmp_path / name).read_bytes() == before


def test_a_house_is_put_back_where_there_is_none(house: Connection, tmp_path: Path) -> None:
    made = backup(tmp_path / "data" / "house.db", str(tmp_path / "copy.db"))
    (tmp_path / "new").mkdir()
    restored = restore(str(made), tmp_path / "new" / "house.db")
    assert notes(restored) == ["first"]
    with connect_writer(restored) as writer:
        migrate(writer)
        note(writer, "second")
    assert notes(restored) == ["first", "second"]
    assert notes(made) == ["first"]


def test_a_house_is_replaced_only_on_demand(house: Connection, tmp_path: Path) -> None:
    database = tmp_path / "data" / "house.db"
    made = backup(database, str(tmp_path / "copy.db"))
    note(house, "second")
    with pytest.raises(CasinoWarError, match="there is a house already"):
        restore(str(made), database)
    assert notes(database) == ["first", "second"]
    with Lock(database), pytest.raises(CasinoWarError, match="a server has this house open"):
        restore(str(made), database, replace=True)
    assert notes(database) == ["first", "second"]


def test_the_log_of_a_replaced_house_is_not_read_again(house: Connection, tmp_path: Path) -> None:
    """The house was killed: its last notes are in its log alone."""
    database, killed = tmp_path / "data" / "house.db", tmp_path / "killed"
    made = backup(database, str(tmp_path / "copy.db"))
    note(house, "second")
    killed.mkdir()
    for path in (tmp_path / "data").iterdir():
        (killed / path.name).write_bytes(path.read_bytes())
    assert notes(killed / "house.db") == ["first", "second"]
    for path in (tmp_path / "data").iterdir():
        (killed / path.name).write_bytes(path.read_bytes())
    restore(str(made), killed / "house.db", replace=True)
    assert notes(killed / "house.db") == ["first"]


def test_what_is_no_backup_is_refused(house: Connection, tmp_path: Path) -> None:
    database = tmp_path / "new.db"
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear house")
    other = sqlite3.connect(tmp_path / "other.db")
    other.execute("CREATE TABLE recipes (name TEXT)")
    other.close()
    for file, message in (
        ("letter.txt", "this is not a backup of a house"),
        ("missing.db", "cannot be read: No such file"),
        ("other.db", "this is not the database of a casinowar house"),
    ):
        with pytest.raises(CasinoWarError, match=message):
            restore(str(tmp_path / file), database)
    with pytest.raises(CasinoWarError, match="not the database of a casinowar house"):
        backup(tmp_path / "other.db", str(tmp_path / "copy.db"))
    assert not database.exists()
    assert not (tmp_path / "copy.db").exists()


@pytest.mark.parametrize(
    "spoil, message",
    [
        (f"UPDATE {VERSION_TABLE} SET version_num = '9999'", "newer than this casinowar"),
        (
            "CREATE TRIGGER gift AFTER INSERT ON notes BEGIN DELETE FROM keys; END",
            "it has 'gift' in it",
        ),
        ("INSERT INTO shoes VALUES ('nowhere', 1, 1)", "this database is damaged"),
    ],
)
def test_a_spoilt_backup_is_refused(
    house: Connection, tmp_path: Path, spoil: str, message: str
) -> None:
    made = backup(tmp_path / "data" / "house.db", str(tmp_path / "copy.db"))
    connection = sqlite3.connect(made)
    connection.execute(spoil)
    connection.commit()
    connection.close()
    with pytest.raises(CasinoWarError, match=message):
        restore(str(made), tmp_path / "new.db")
    assert left_in(tmp_path) == ["copy.db", "data"]


def test_a_backup_with_a_bad_page_is_refused(house: Connection, tmp_path: Path) -> None:
    made = backup(tmp_path / "data" / "house.db", str(tmp_path / "copy.db"))
    data = bytearray(made.read_bytes())
    at = data.index(b"x" * 500)
    page = at - at % 4096
    data[page : page + 12] = bytes(range(100, 112))
    made.write_bytes(data)
    with pytest.raises(CasinoWarError, match=r"damaged|malformed"):
        restore(str(made), tmp_path / "new.db")
    assert not (tmp_path / "new.db").exists()


def test_the_house_goes_on_while_it_is_copied(house: Connection, tmp_path: Path) -> None:
    backup(tmp_path / "data" / "house.db", str(tmp_path / "copy.db"))
    note(house, "second")
    with house.begin():
        assert house.scalar(select(func.count()).select_from(schema.notes)) == 2
