"""Checks the rulings on earlier rounds: the wagers they carry must be those of the record (SG-14).

A table does not keep earlier rounds, so such a ruling says itself what it reverses. The audit keeps
a short digest of the wagers of every round, and compares.
"""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, field

from casinowar.errors import WrongEntry
from casinowar.game.actions import VoidRound
from casinowar.game.decided_wager import DecidedWager
from casinowar.game.events import (
    RoundRuled,
    WagerReturned,
    WagerReversed,
    WagerRuled,
    WagerSettled,
)
from casinowar.game.table import Table, round_of
from casinowar.record.chain import Recorded
from casinowar.record.codec.canonical import canonical
from casinowar.record.codec.events import from_json
from casinowar.record.codec.values import to_plain
from casinowar.rules.script import Wager

_Totals = dict[tuple[str, int, Wager], tuple[int, int]]
"""The stake and the net result of each wager, by player, seat and wager."""


@dataclass
class EarlierRounds:
    """The wagers of each round, as digests, and the rounds that have a ruling."""

    known_after: int
    """The last round that is not known, because the audit began after it."""
    number: int = 0
    """The round whose wagers are being counted."""
    _totals: _Totals = field(default_factory=dict)
    _digests: dict[int, bytes] = field(default_factory=dict)
    _ruled: set[int] = field(default_factory=set)

    def copy(self) -> "EarlierRounds":
        """The same, to continue with another file."""
        return EarlierRounds(
            self.known_after, self.number, dict(self._totals), dict(self._digests), set(self._ruled)
        )

    def hear(self, made: Recorded) -> int | None:
        """Count the wagers of an entry; return the round it voids if that round is not known."""
        table = made.record.table
        if table.rules.disputes.void_reaches != "any round" or not made.events:
            return None
        number = round_of(made.events, table)
        if any(isinstance(event, RoundRuled) for event in made.events):
            action = from_json(made.entries[0].body["action"])
            if isinstance(action, VoidRound):
                return self._check(made.entries[0].seq, action)
        if any(isinstance(event, RoundRuled | WagerRuled) for event in made.events):
            self._ruled.add(number)
        self._count(made, number)
        return None

    def _count(self, made: Recorded, number: int) -> None:
        for event in made.events:
            match event:
                case WagerSettled(player, seat, wager, _, stake, _, net):
                    pass
                case WagerReturned(player, seat, wager, stake, why) if why != "corrected":
                    net = 0
                case WagerReversed(player, seat, wager, won):
                    stake, net = 0, -won
                case WagerRuled(player, seat, wager, _, _, _, stake, net):
                    pass
                case _:
                    continue
            self._turn_to(number)
            staked, result = self._totals.get((player, seat, wager), (0, 0))
            self._totals[player, seat, wager] = staked + stake, result + net

    def _turn_to(self, number: int) -> None:
        """Begin to count another round."""
        if number != self.number:
            if self.number:
                self._digests[self.number] = _digest(_decided(self._totals))
            self.number, self._totals = number, {}

    def _check(self, seq: int, action: VoidRound) -> int | None:
        number = action.round
        if number in self._ruled:
            raise WrongEntry(seq, f"round {number} already has its final ruling")
        self._ruled.add(number)
        if number <= self.known_after:
            return number
        known = self._digests.get(number)
        if number == self.number:
            known = _digest(_decided(self._totals))
        if known != _digest(action.wagers):
            raise WrongEntry(seq, f"the wagers it carries are not those of round {number}")
        return None


def begin(table: Table) -> EarlierRounds:
    """What is known of earlier rounds when an audit begins at this table: nothing."""
    return EarlierRounds(known_after=table.rounds)


def _decided(totals: _Totals) -> Iterable[DecidedWager]:
    return (DecidedWager(*hand, *sums) for hand, sums in totals.items())


def _digest(wagers: Iterable[DecidedWager]) -> bytes:
    texts = sorted(canonical(to_plain(wager)) for wager in wagers)
    return hashlib.sha256(b"\n".join(texts)).digest()[:16]
