"""A table as it runs: its record, the dealer's secrets, and what its clock stands at.

Frozen data: whoever changes a table makes another one, so that what is in memory is what was
committed, whatever becomes of the change.
"""

from typing import NamedTuple

from casinowar.record import Record
from casinowar.record.dealer import Dealer


class Running(NamedTuple):
    """One table of the house."""

    record: Record
    dealer: Dealer
    """Never changed in place: what moves the table works with a copy."""
    owner: int | None = None
    """The account that opened it, where it is private."""
    invited: frozenset[int] = frozenset()
    """The accounts that came by its invitation."""
    closed_at: int | None = None
    """When it was closed for good, in milliseconds."""
    ready: frozenset[str] = frozenset()
    """Who need not be waited for before bets are closed."""
    since: int = 0
    """When what it waits for began, in milliseconds."""
    due: int | None = None
    """When the house acts by itself, in milliseconds; never, where there is no hurry."""
    paused: str | None = None
    """Why no new round begins here, while none does."""
    house_paused: str | None = None
    """The same, where it is so in the whole house."""
    replaced_by: str | None = None
    """The table that was opened in its place, where it was closed for that."""

    @property
    def id(self) -> str:
        """The table's id."""
        return self.record.id

    @property
    def why_paused(self) -> str:
        """Why no new round begins; ``""`` where one may."""
        return self.house_paused or self.paused or ""


class TableStatus(NamedTuple):
    """How far a table has come; where it is the same, nothing has happened."""

    seq: int
    ready: str
    since: int
    due: int | None
    closed_at: int | None
    paused: str | None
    house_paused: str | None
    replaced_by: str | None


def status_of(running: Running) -> TableStatus:
    """How far a table has come, as its row has it."""
    ready = " ".join(sorted(running.ready))
    return TableStatus(
        running.record.seq,
        ready,
        running.since,
        running.due,
        running.closed_at,
        running.paused,
        running.house_paused,
        running.replaced_by,
    )
