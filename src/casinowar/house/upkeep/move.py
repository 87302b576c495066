"""A house moved to another database, with a clean audit on both sides."""

from casinowar.errors import CasinoWarError
from casinowar.house.upkeep.audit import audit
from casinowar.store import move
from casinowar.store.backends.engine import connect_writer, is_shared, open_reader
from casinowar.store.backends.lock import Lock
from casinowar.store.backends.sqlite import file_of
from casinowar.store.migrations import migrate


def move_house(source: str, target: str, tell: move.Tell | None = None) -> int:
    """Move a house that is closed from SQLite to an empty PostgreSQL; how many rows it has.

    Raises `Wrong` where either of the two is not sound: then nothing is moved.
    """
    if is_shared(source) or not is_shared(target):
        raise CasinoWarError(
            "a house is moved from a file of SQLite to a database of PostgreSQL: "
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
