"""The steps of the fair shuffle (`casinowar.fair`) as a record has them, each an entry of its own.

Seeds and commitments are texts of 64 small hexadecimal digits.
"""

from dataclasses import dataclass
from typing import Literal, get_args

from casinowar.jsonform import type_name

End = Literal["dealt", "abandoned"]


@dataclass(frozen=True, slots=True)
class ServerCommitment:
    """The server has drawn its seed of a shoe, and says what it is bound to."""

    shoe: str
    decks: int
    behind_min: int
    behind_max: int
    commitment: str


@dataclass(frozen=True, slots=True)
class PlayerCommitment:
    """A seated player has drawn a seed and a cut; a later one of the same seat replaces it."""

    shoe: str
    seat: int
    player: str
    commitment: str


@dataclass(frozen=True, slots=True)
class ListClosed:
    """These seats have a part in the shoe, and that one is asked first to cut."""

    shoe: str
    first_cutter: int
    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PlayerReveal:
    """A seat shows the seed and the cut it committed to."""

    shoe: str
    seat: int
    seed: str
    cut: int


@dataclass(frozen=True, slots=True)
class Withheld:
    """A seat did not show them in time."""

    shoe: str
    seat: int


@dataclass(frozen=True, slots=True)
class ServerReveal:
    """The shoe is done, or will never be, and the server shows its seed."""

    shoe: str
    seed: str
    end: End


Step = ServerCommitment | PlayerCommitment | ListClosed | PlayerReveal | Withheld | ServerReveal

STEPS: dict[str, type[Step]] = {type_name(kind): kind for kind in get_args(Step)}
"""Every step by the kind of its entry."""

KIND_OF: dict[type[Step], str] = {kind: name for name, kind in STEPS.items()}
