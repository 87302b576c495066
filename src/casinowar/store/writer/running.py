"""A running table: its record, the dealer's secrets, and its clock.

It is frozen: a change makes a new one, so memory keeps the committed state even if the change
fails.
"""

from typing import NamedTuple

from casinowar.record import Record
from casinowar.record.dealer import Dealer


class Running(NamedTuple):
    """One table of the house."""

    record: Record
    dealer: Dealer
    """Never changed in place; a turn works with a copy."""
    owner: int | None = None
    """The account that opened it, if it is private."""
    invited: frozenset[int] = frozenset()
    """The accounts that joined by its link."""
    closed_at: int | None = None
    """When it was closed for good, in milliseconds."""
    ready: frozenset[str] = frozenset()
    """The players who are ready for the bets to close."""
    away: frozenset[str] = frozenset()
    """Players who sit or bet here, and whose browser is gone."""
    since: int = 0
    """When the current wait began, in milliseconds."""
    due: int | None = None
    """When the house acts, in milliseconds; `None` without a deadline."""
    paused: str | None = None
    """Why this table is paused, if it is."""
    house_paused: str | None = None
    """Why the whole house is paused, if it is."""
    replaced_by: str | None = None
    """The table that replaced this one, if one did."""

    @property
    def id(self) -> str:
        """The table's id."""
        return self.record.id

    @property
    def why_paused(self) -> str:
        """Why no new round begins; ``""`` if one may."""
        return self.house_paused or self.paused or ""


class TableStatus(NamedTuple):
    """The part of a table that its row keeps; if it is equal, nothing has happened."""

    seq: int
    ready: str
    away: str
    since: int
    due: int | None
    closed_at: int | None
    paused: str | None
    house_paused: str | None
    replaced_by: str | None


def status_of(running: Running) -> TableStatus:
    """The status of a table, for its row."""
    return TableStatus(
        running.record.seq,
        " ".join(sorted(running.ready)),
        " ".join(sorted(running.away)),
        running.since,
        running.due,
        running.closed_at,
        running.paused,
        running.house_paused,
        running.replaced_by,
    )
