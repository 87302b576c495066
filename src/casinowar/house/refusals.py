"""Refusals of the house, each kind with a stable name for programs."""

from casinowar.errors import CasinoWarError
from casinowar.store.backends.engine import DatabaseAway
from casinowar.store.queries.records import Unknown

__all__ = ["DatabaseAway", "Refused", "Unknown", "not_yours", "unknown_player", "unknown_table"]


class Refused(CasinoWarError):
    """A refused request; nothing has changed."""

    def __init__(
        self, kind: str, why: str, *, awaited: str = "", status: int = 409, until: int | None = None
    ) -> None:
        """`kind` is a stable name, `status` the HTTP status, `awaited` what the table waits for.

        `until` is the time when the refusal ends, if known, in milliseconds since 1970.
        """
        self.kind = kind
        self.why = why
        self.awaited = awaited
        self.status = status
        self.until = until
        super().__init__(f"{why}; waiting for {awaited}" if awaited else why)


def not_yours(why: str) -> Refused:
    """Refuse what only someone else may do."""
    return Refused("not-yours", why, status=403)


def unknown_table(table_id: str) -> Refused:
    """Refuse a table that does not exist, or that the caller may not know of."""
    return Refused("unknown-table", f"there is no table {table_id[:64]!r} here", status=404)


def unknown_player(player: str) -> Refused:
    """Refuse a player who does not exist."""
    return Refused("unknown-player", f"there is no player {player[:32]!r} here", status=404)
