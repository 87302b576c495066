"""What the house refuses, each kind with a name that programs can rely on."""

from casinowar.errors import CasinoWarError
from casinowar.store.backends.engine import DatabaseAway
from casinowar.store.queries.records import Unknown

__all__ = ["DatabaseAway", "Refused", "Unknown", "not_yours", "unknown_player", "unknown_table"]


class Refused(CasinoWarError):
    """A request that is not granted; nothing has changed."""

    def __init__(
        self, kind: str, why: str, *, awaited: str = "", status: int = 409, until: int | None = None
    ) -> None:
        """`kind` is a stable name, `status` that of HTTP, `awaited` what would be right now.

        `until` is when it will be refused no longer, where that is known, in milliseconds.
        """
        self.kind = kind
        self.why = why
        self.awaited = awaited
        self.status = status
        self.until = until
        super().__init__(f"{why}; waiting for {awaited}" if awaited else why)


def not_yours(why: str) -> Refused:
    """Refuse what someone else may do."""
    return Refused("not-yours", why, status=403)


def unknown_table(table_id: str) -> Refused:
    """Refuse a table that is not there, or not for the caller to know of."""
    return Refused("unknown-table", f"there is no table {table_id[:64]!r} here", status=404)


def unknown_player(player: str) -> Refused:
    """Refuse someone who is not there."""
    return Refused("unknown-player", f"there is no player {player[:32]!r} here", status=404)
