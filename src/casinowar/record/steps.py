"""The steps of the fair shuffle (`casinowar.fair`) in a record, each an entry of its own.

Seeds and commitments are texts of 64 lower-case hexadecimal digits.
"""

from dataclasses import dataclass
from typing import Literal

End = Literal["dealt", "abandoned"]


@dataclass(frozen=True, slots=True)
class ServerCommitment:
    """The server drew its seed for a shoe, and commits to it."""

    shoe: str
    decks: int
    behind_min: int
    behind_max: int
    commitment: str


@dataclass(frozen=True, slots=True)
class PlayerCommitment:
    """A seated player drew a seed and a cut, and commits to them.

    A later commitment of the same seat replaces an earlier one.
    """

    shoe: str
    seat: int
    player: str
    commitment: str


@dataclass(frozen=True, slots=True)
class ListClosed:
    """These seats take part in the shoe, and `first_cutter` is asked first to cut."""

    shoe: str
    first_cutter: int
    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PlayerReveal:
    """A seat reveals the seed and the cut it committed to."""

    shoe: str
    seat: int
    seed: str
    cut: int


@dataclass(frozen=True, slots=True)
class Withheld:
    """A seat did not reveal its seed and cut in time."""

    shoe: str
    seat: int


@dataclass(frozen=True, slots=True)
class ServerReveal:
    """The server reveals its seed, because the shoe was dealt out or abandoned."""

    shoe: str
    seed: str
    end: End


Step = ServerCommitment | PlayerCommitment | ListClosed | PlayerReveal | Withheld | ServerReveal

STEPS: dict[str, type[Step]] = {
    "server_commitment": ServerCommitment,
    "player_commitment": PlayerCommitment,
    "list_closed": ListClosed,
    "player_reveal": PlayerReveal,
    "withheld": Withheld,
    "server_reveal": ServerReveal,
}
"""Every step by the kind of its entry; a kind stays the same even if its class is renamed."""

KIND_OF: dict[type[Step], str] = {kind: name for name, kind in STEPS.items()}
