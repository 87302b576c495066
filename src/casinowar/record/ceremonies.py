"""Shoes in preparation: the fair shuffle in a record, up to the moment the shoe is brought.

Each step is checked by the ceremony itself (`casinowar.fair`) and, if the table is known, against
who sits where.
"""

from dataclasses import dataclass, replace
from typing import NamedTuple

from casinowar.errors import FairError
from casinowar.fair import Ceremony, Reveal, Terms, next_cutter, parse_hex, server_commitment
from casinowar.game.names import check_name
from casinowar.game.table import Table
from casinowar.record.steps import (
    ListClosed,
    PlayerCommitment,
    PlayerReveal,
    ServerCommitment,
    Step,
    Withheld,
)


class ChainPlace(NamedTuple):
    """The number and the hash of an entry in a chain."""

    seq: int
    hash: str


@dataclass(frozen=True, slots=True)
class Preparation:
    """A shoe in preparation: its ceremony, who committed, and the entries of its steps."""

    ceremony: Ceremony
    server: ChainPlace
    committed: tuple[tuple[int, str, ChainPlace], ...] = ()
    """The seat, player and entry of each commitment in force."""
    answers: tuple[ChainPlace, ...] = ()
    """The entry that closed the list, and those after it."""

    @property
    def shoe(self) -> str:
        """The shoe's id."""
        return self.ceremony.terms.shoe

    @property
    def steps(self) -> tuple[ChainPlace, ...]:
        """The entries of its steps, in the order of the chain."""
        committed = (place for _, _, place in self.committed)
        return tuple(sorted((self.server, *committed, *self.answers)))

    def player_at(self, seat: int) -> str:
        """The player who committed at a seat; ``""`` if nobody did."""
        return next((player for at, player, _ in self.committed if at == seat), "")


def begin(step: ServerCommitment, place: ChainPlace) -> Preparation:
    """Begin the preparation of a shoe with the server's commitment."""
    terms = Terms(step.shoe, step.decks, step.behind_min, step.behind_max)
    return Preparation(Ceremony(terms, parse_hex(step.commitment, "the commitment")), place)


def advance(
    shoe: Preparation, step: Step, place: ChainPlace, table: Table | None = None
) -> Preparation:
    """A preparation after one more step; without a table, players' seats are not checked."""
    ceremony = shoe.ceremony
    match step:
        case PlayerCommitment(_, seat, player, commitment):
            check_name(player)
            if table is not None and not sits_at(table, player, seat):
                raise FairError(f"{player} does not sit at seat {seat}")
            others = tuple(one for one in shoe.committed if one[0] != seat)
            return replace(
                shoe,
                ceremony=ceremony.commit(seat, parse_hex(commitment, "the commitment")),
                committed=(*others, (seat, player, place)),
            )
        case ListClosed():
            return _close(shoe, step, place, table)
        case PlayerReveal(_, seat, seed, cut):
            after = ceremony.reveal(seat, Reveal(parse_hex(seed, "the seed"), cut))
            return replace(shoe, ceremony=after, answers=(*shoe.answers, place))
        case Withheld(_, seat):
            after = ceremony.withhold(seat)
            return replace(shoe, ceremony=after, answers=(*shoe.answers, place))
        case _:
            raise FairError(f"shoe {shoe.shoe} is in preparation already")


def sits_at(table: Table, player: str, seat: int) -> bool:
    """Whether a player sits at this seat; the seat need not exist."""
    return (seat, player) in enumerate(table.seats, 1)


def still_at(shoe: Preparation, seat: int, table: Table) -> str:
    """The player who committed at a seat and still sits there; else ``""``."""
    player = shoe.player_at(seat)
    return player if sits_at(table, player, seat) else ""


def listed(shoe: Preparation, table: Table) -> tuple[int, ...]:
    """The seats that take part in a shoe if its list is closed now, without players who left."""
    committed = ((seat, player) for seat, player, _ in shoe.committed)
    return tuple(sorted(seat for seat, player in committed if sits_at(table, player, seat)))


def _close(
    shoe: Preparation, step: ListClosed, place: ChainPlace, table: Table | None
) -> Preparation:
    if table is not None:
        if table.shoe.stage == "cut":
            raise FairError("the list is closed when the shoe on the table has been cut")
        if step.first_cutter != next_cutter(table.shoe.cutter, len(table.seats)):
            raise FairError(f"seat {step.first_cutter} is not the one to be asked first to cut")
        if step.seats != listed(shoe, table):
            raise FairError("the list must be the seats that committed and are still occupied")
    ceremony = shoe.ceremony
    for seat, _, _ in shoe.committed:
        if seat not in step.seats:
            ceremony = ceremony.withdraw(seat)
    ceremony = ceremony.close(step.first_cutter)
    if step.seats != tuple(seat for seat, _ in ceremony.commitments):
        raise FairError("the list has a seat that has not committed")
    left = tuple(one for one in shoe.committed if one[0] in step.seats)
    return replace(shoe, ceremony=ceremony, committed=left, answers=(place,))


def check_server_seed(shoe: Preparation, seed: str) -> None:
    """Refuse a seed that is not the one the server committed to."""
    ceremony = shoe.ceremony
    if server_commitment(ceremony.terms, parse_hex(seed, "the seed")) != ceremony.server:
        raise FairError("the server's seed is not the one it committed to")
