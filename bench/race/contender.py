"""A contender of the race: something that deals rounds, says how long it took, and what came up."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from casinowar.sim.game import Game

Counts = NDArray[np.int64]
Setting = Literal[
    "one seat", "seven seats", "reshuffled each round", "two cores", "other libraries"
]


@dataclass(frozen=True, slots=True)
class Sample:
    """What one turn of a contender gave."""

    seconds: float
    counts: Counts
    """How the rounds came out, as `casinowar.sim.tallies` counts them; of another game, how many
    hands were won and how many were not."""


@dataclass(frozen=True, slots=True)
class Contender:
    """Something that deals so many rounds when told to."""

    name: str
    setting: Setting
    play: Callable[[int], Sample]
    game: Game | None = None
    """The table whose exact odds its counts must fit; `None`: it plays another game."""
    wins: float | None = None
    """Of another game, the share of hands that are won."""
    grain: int = 1
    """It deals multiples of so many rounds."""
    turns: int = 1
    """How many times the usual its turn is: what is shared out needs longer ones."""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Absent:
    """A contender that does not run here, and why."""

    name: str
    setting: Setting
    reason: str


Entrant = Contender | Absent
