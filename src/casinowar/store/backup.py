"""Back up a house into one file while it is open, and restore it.

A backup is a database: a copy of everything at one moment, checked page by page before it gets its
name. It contains secrets (hidden seeds, hashes of passwords), so only its owner may read it.
"""

import os
import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

from sqlalchemy import Connection

from casinowar.errors import CasinoWarError
from casinowar.files import writable_path
from casinowar.store.backends.engine import is_shared, open_reader
from casinowar.store.backends.lock import Lock, lock_file
from casinowar.store.backends.sqlite import file_of
from casinowar.store.migrations import check_known, version_of

PAGES_AT_ONCE = 1_000
"""How many pages are copied between two reports of progress."""

COPIED = "copied"
"""The note in a copy that its open shoes must be abandoned."""

_MAGIC = b"SQLite format 3\0"

Tell = Callable[[int, int], None]
"""Gets the number of pages copied, and of all pages."""


def backup(database: str | Path, file: str, tell: Tell | None = None) -> Path:
    """Copy a house, open or not, into a file; replaces an older backup of that name."""
    source, path = _file_of(database), writable_path(file)
    if path.exists() and source.exists() and path.samefile(source):
        raise CasinoWarError(f"{file}: this is the house itself; name another file")
    if path.exists() and path.stat().st_size and not _is_backup(path):
        raise CasinoWarError(f"{file}: there is a file of this name, and it is not a backup")
    with open_reader(source) as connection:
        check_known(connection)
        _copy(connection, path, tell)
    return path


def restore(file: str, database: str | Path, *, replace: bool = False) -> Path:
    """Restore a house from a backup; refused while a server has the house open.

    If there is a house already, it is replaced only if `replace` says so.
    """
    path = _file_of(database)
    if not _is_database(Path(file)):
        raise CasinoWarError(f"{file}: this is not a backup of a house")
    house = writable_path(str(path))
    with Lock(house):
        if house.exists() and house.stat().st_size and not replace:
            raise CasinoWarError(f"{path}: there is a house already; add --replace to replace it")
        if house.exists() and house.samefile(file):
            raise CasinoWarError(f"{file}: this is the house itself; name its backup")
        with open_reader(file) as connection:
            check_known(connection)
            _check_plain(connection, file)
            _copy(connection, house, None, before=lambda: _forget_log(house))
    return path


def _check_sound(connection: sqlite3.Connection, name: str) -> None:
    """Refuse a database with a damaged page, index or reference."""
    for pragma in ("integrity_check(1)", "foreign_key_check"):
        found = connection.execute(f"PRAGMA {pragma}").fetchone()
        if found is not None and found[0] != "ok":
            raise CasinoWarError(f"{name}: this database is damaged: {found[0]}")


def _copy(
    connection: Connection,
    path: Path,
    tell: Tell | None,
    before: Callable[[], None] = lambda: None,
) -> None:
    """Copy what a connection sees now into a file, which appears whole, after `before`."""
    draft = path.with_name(f".{path.name[:200]}.{os.getpid()}.part")
    source = connection.connection.driver_connection
    assert isinstance(source, sqlite3.Connection), "SQLite is copied by its own driver"
    told = None if tell is None else lambda _status, left, pages: tell(pages - left, pages)
    try:
        os.close(os.open(draft, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
        with closing(sqlite3.connect(draft, isolation_level=None)) as copy:
            # The open transaction makes all steps copy the same moment.
            source.backup(copy, pages=PAGES_AT_ONCE, progress=told, sleep=0)
            copy.execute("PRAGMA journal_mode = DELETE").fetchone()
            _note(copy)
            _check_sound(copy, str(path))
        _flush(draft)
        before()
        draft.replace(path)
        _flush(path.parent)
    except sqlite3.Error as error:
        raise CasinoWarError(f"{path}: the copy failed: {error}") from error
    except OSError as error:
        raise CasinoWarError(f"{path}: cannot be written: {error.strerror}") from error
    finally:
        for suffix in ("", "-journal"):
            with suppress(OSError):
                draft.with_name(draft.name + suffix).unlink()


def _file_of(database: str | Path) -> Path:
    """The file of a house; PostgreSQL has tools of its own for backups."""
    if is_shared(database):
        raise CasinoWarError(
            "this house is in PostgreSQL: back it up with pg_dump, restore it with pg_restore"
        )
    return file_of(database)


def _note(copy: sqlite3.Connection) -> None:
    """Mark the copy as one: people may have seen what the house dealt since."""
    note = "INSERT INTO notes (name, text) VALUES (?, '') ON CONFLICT DO NOTHING"
    copy.execute(note, (COPIED,))


def _check_plain(connection: Connection, file: str) -> None:
    """Refuse a file with triggers or views: a house has none."""
    found = connection.exec_driver_sql(
        "SELECT name FROM sqlite_schema WHERE type IN ('trigger', 'view') LIMIT 1"
    ).scalar()
    if found is not None:
        raise CasinoWarError(f"{file}: this is not a backup of a house: it has {found!r:.80} in it")


def _forget_log(house: Path) -> None:
    """Delete the log of the replaced house: SQLite would read it into the new one."""
    for suffix in ("-wal", "-shm"):
        house.with_name(house.name + suffix).unlink(missing_ok=True)


def _is_backup(path: Path) -> bool:
    """Whether a file is a backup, not a house in use or another program's database."""
    if not _is_database(path) or lock_file(path).exists():
        return False
    with open_reader(path) as connection:
        return version_of(connection) is not None


def _is_database(path: Path) -> bool:
    try:
        with path.open("rb") as opened:
            return opened.read(len(_MAGIC)) == _MAGIC
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else str(error)
        raise CasinoWarError(f"{path}: cannot be read: {why}") from error


def _flush(path: Path) -> None:
    """Wait until a file, or the names in a folder, are on the disk."""
    if sys.platform == "win32" and path.is_dir():
        return
    opened = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)
