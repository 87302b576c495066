"""The ceremony of one shoe, step by step: commitments, the list closed, reveals, the shoe.

Frozen data, as a table is: each step gives the next state or is refused. Seats commit while the
list is open; once it is closed nobody can join, and every seat on it reveals or has withheld.
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
    """How far a shoe's ceremony is."""

    terms: Terms
    server: bytes
    """The server's commitment."""
    commitments: tuple[tuple[int, bytes], ...] = ()
    """Seat and commitment, seats ascending."""
    first_cutter: int = 0
    """The seat asked first to cut, fixed as the list is closed; 0: the list is open."""
    parts: tuple[Part, ...] = ()
    """Who has answered since: revealed or withheld."""

    @property
    def is_closed(self) -> bool:
        """Whether the list of commitments is closed."""
        return self.first_cutter > 0

    @property
    def awaited(self) -> tuple[int, ...]:
        """The seats that have neither revealed nor withheld; none while the list is open."""
        answered = {part.seat for part in self.parts}
        seats = (seat for seat, _ in self.commitments if seat not in answered)
        return tuple(seats) if self.is_closed else ()

    def commit(self, seat: int, commitment: bytes) -> "Ceremony":
        """A seat commits; what it committed to before is replaced."""
        self._check_open()
        check_seat(seat)
        check_seed(commitment, f"the commitment of seat {seat}")
        listed = dict(self.commitments) | {seat: commitment}
        return replace(self, commitments=tuple(sorted(listed.items())))

    def withdraw(self, seat: int) -> "Ceremony":
        """Who leaves before the list is closed has no part in the shoe."""
        self._check_open()
        self._check_listed(seat)
        left = tuple(pair for pair in self.commitments if pair[0] != seat)
        return replace(self, commitments=left)

    def close(self, first_cutter: int) -> "Ceremony":
        """The list is fixed, and so is the seat asked first to cut."""
        self._check_open()
        check_seat(first_cutter)
        return replace(self, first_cutter=first_cutter)

    def reveal(self, seat: int, revealed: Reveal) -> "Ceremony":
        """A seat shows what it committed to; anything else is refused."""
        self._check_awaited(seat)
        commitment = dict(self.commitments)[seat]
        check_reveal(self.terms, self.server, seat, commitment, revealed)
        return self._answered(Part(seat, commitment, revealed))

    def withhold(self, seat: int) -> "Ceremony":
        """A reveal did not come in time."""
        self._check_awaited(seat)
        return self._answered(Part(seat, dict(self.commitments)[seat], None))

    def shoe(self, server_seed: bytes) -> FairShoe:
        """The shoe, once every seat has answered; the seed must be the one committed to."""
        if not self.is_closed or self.awaited:
            raise FairError("no shoe yet: the commitments are not all revealed or withheld")
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
            raise FairError("nothing is revealed before the list of commitments is closed")
        self._check_listed(seat)
        if seat not in self.awaited:
            raise FairError(f"seat {seat} has revealed or withheld already")
