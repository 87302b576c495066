"""A new SQLite database that has its tables at once: a copy of one that was migrated before."""

import shutil
import tempfile
from functools import cache
from pathlib import Path

from casinowar.store.backends.engine import connect_writer, is_shared
from casinowar.store.migrations import migrate


def begin(database: str | Path) -> None:
    """Give a new file the newest tables; leave one that exists, and PostgreSQL, as they are."""
    if is_shared(database) or "://" in str(database) or Path(database).exists():
        return
    Path(database).touch(mode=0o600)
    Path(database).write_bytes(_migrated())


@cache
def _migrated() -> bytes:
    """The file of a database with tables and nothing in them."""
    folder = Path(tempfile.mkdtemp(prefix="casinowar-template-"))
    try:
        with connect_writer(folder / "house.db") as writer:
            migrate(writer)
        assert [file.name for file in folder.iterdir()] == ["house.db"], "its log is in it"
        return (folder / "house.db").read_bytes()
    finally:
        shutil.rmtree(folder)
