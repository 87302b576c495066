"""The ceremony that makes one shoe: seats commit, the list closes, seats reveal, the shoe is built.

A ceremony is frozen data, like a table: each step returns the next state or raises `FairError`.
Seats commit while the list is open. Once it is closed nobody can join, and each seat on the list
either reveals or is marked as withheld.
"""

from dataclasses import dataclass, replace

from casinowar.errors import FairError
from casinowar.fair.shoe import (
    FairShoe,
    Part,
    Reveal,
    build,
    check_reveal,
    check_seat,
    server_commitment,
)
from casinowar.fair.terms import Terms, check_seed


@dataclass(frozen=True, slots=True)
class Ceremony:
    """The state of one shoe's ceremony."""

    terms: Terms
    server: bytes
    """The server's commitment."""
    commitments: tuple[tuple[int, bytes], ...] = ()
    """Seat and commitment, seats ascending."""
    first_cutter: int = 0
    """The seat asked first to cut, fixed when the list closes; 0 while the list is open."""
    parts: tuple[Part, ...] = ()
    """The seats that have revealed or withheld since the list closed."""

    @property
    def is_closed(self) -> bool:
        """Whether the list of commitments is closed."""
        return self.first_cutter > 0

    @property
    def awaited(self) -> tuple[int, ...]:
        """The seats that have neither revealed nor withheld yet; none while the list is open."""
        answered = {part.seat for part in self.parts}
        seats = (seat for seat, _ in self.commitments if seat not in answered)
        return tuple(seats) if self.is_closed else ()

    def commit(self, seat: int, commitment: bytes) -> "Ceremony":
        """Record a seat's commitment, which replaces any earlier one of that seat."""
        self._check_open()
        check_seat(seat)
        check_seed(commitment, f"the commitment of seat {seat}")
        listed = dict(self.commitments) | {seat: commitment}
        return replace(self, commitments=tuple(sorted(listed.items())))

    def withdraw(self, seat: int) -> "Ceremony":
        """Remove a seat that leaves before the list is closed."""
        self._check_open()
        self._check_listed(seat)
        left = tuple(pair for pair in self.commitments if pair[0] != seat)
        return replace(self, commitments=left)

    def close(self, first_cutter: int) -> "Ceremony":
        """Close the list and fix the seat asked first to cut."""
        self._check_open()
        check_seat(first_cutter)
        return replace(self, first_cutter=first_cutter)

    def reveal(self, seat: int, revealed: Reveal) -> "Ceremony":
        """Record a seat's reveal; refuse one that does not match the seat's commitment."""
        self._check_awaited(seat)
        commitment = dict(self.commitments)[seat]
        check_reveal(self.terms, self.server, seat, commitment, revealed)
        return self._answered(Part(seat, commitment, revealed))

    def withhold(self, seat: int) -> "Ceremony":
        """Mark a seat that did not reveal in time."""
        self._check_awaited(seat)
        return self._answered(Part(seat, dict(self.commitments)[seat], None))

    def shoe(self, server_seed: bytes) -> FairShoe:
        """Build the shoe, once every seat has answered, from the seed the server committed to."""
        if not self.is_closed or self.awaited:
            raise FairError("no shoe yet: close the list, then let every seat reveal or withhold")
        if server_commitment(self.terms, server_seed) != self.server:
            raise FairError("the server's seed is not the one it committed to")
        return build(self.terms, server_seed, self.first_cutter, self.parts)

    def _answered(self, part: Part) -> "Ceremony":
        parts = sorted((*self.parts, part), key=lambda each: each.seat)
        return replace(self, parts=tuple(parts))

    def _check_open(self) -> None:
        if self.is_closed:
            raise FairError("the list of commitments is closed")

    def _check_listed(self, seat: int) -> None:
        if seat not in dict(self.commitments):
            raise FairError(f"seat {seat} has not committed to this shoe")

    def _check_awaited(self, seat: int) -> None:
        if not self.is_closed:
            raise FairError("seats reveal only after the list of commitments is closed")
        self._check_listed(seat)
        if seat not in self.awaited:
            raise FairError(f"seat {seat} has already revealed or withheld")
