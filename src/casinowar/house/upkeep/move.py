"""Move a house to another database, with an audit before and after."""

from casinowar.errors import CasinoWarError
from casinowar.house.upkeep.audit import audit
from casinowar.store import move
from casinowar.store.backends.engine import connect_writer, is_shared, open_reader
from casinowar.store.backends.lock import Lock
from casinowar.store.backends.sqlite import file_of
from casinowar.store.migrations import migrate


def move_house(source: str, target: str, tell: move.Tell | None = None) -> int:
    """Move a closed house from SQLite to an empty PostgreSQL; returns the number of rows.

    Raises `Wrong` if either audit finds an error; then nothing is moved.
    """
    if is_shared(source) or not is_shared(target):
        raise CasinoWarError(
            "a house can be moved from an SQLite file to a PostgreSQL database: "
            "casinowar migrate house.db postgresql://user@host/name"
        )
    if not file_of(source).is_file():
        raise CasinoWarError(f"{file_of(source)}: there is no such database")
    with Lock(source), connect_writer(source) as old:
        migrate(old)
    with Lock(source), open_reader(source) as old, connect_writer(target) as new:
        migrate(new)
        audit(old)
        with new.begin():
            rows = move.move(old, new, tell)
            audit(new)
    return rows
