"""A wager of an earlier round, as the ruling that voids the round carries it (SG-14)."""

from dataclasses import dataclass

from casinowar.rules.script import Wager


@dataclass(frozen=True, slots=True)
class DecidedWager:
    """A wager of an earlier round, and its net result."""

    player: str
    seat: int
    wager: Wager
    stake: int
    net: int
