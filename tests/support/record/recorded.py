"""A record in the hands of a test: a table with the fair shuffle, step by step."""

from typing import Any

import pytest

from casinowar import record
from casinowar.errors import CasinoWarError
from casinowar.fair import Reveal, player_commitment, server_commitment, terms_of
from casinowar.game.actions import NewShoe, Sit
from casinowar.record import (
    Entry,
    ListClosed,
    PlayerCommitment,
    PlayerReveal,
    Record,
    ServerCommitment,
)
from casinowar.rules.options import resolve
from tests.support.game.table import rules_of

RULES = rules_of("fun-casino")
SEED = bytes(range(32))
OTHER = bytes(range(1, 33))


class Recorder:
    """A record in the hands of a test."""

    def __init__(self, name: str = "fun-casino", **options: Any) -> None:
        rules = rules_of(name)
        begun = record.begin("t1", rules, resolve(rules, **options))
        self.record: Record = begun.record
        self.entries: list[Entry] = list(begun.entries)

    def do(self, *things: Any) -> "Recorder":
        for thing in things:
            taken = record.take(self.record, thing)
            self.record = taken.record
            self.entries.extend(taken.entries)
        return self

    def refused(self, thing: Any, *words: str) -> None:
        """It is refused in these words, and the record is what it was."""
        before = self.record
        with pytest.raises(CasinoWarError) as error:
            record.take(self.record, thing)
        for part in words:
            assert part in str(error.value)
        assert self.record == before

    def commitment(self, seed: bytes = SEED) -> ServerCommitment:
        """The server's commitment to the next shoe."""
        shoe = record.next_shoe(self.record)
        terms = terms_of(shoe, self.record.table.rules, self.record.table.options)
        return record.server_commitment(self.record, server_commitment(terms, seed).hex())

    def pledge(self, seat: int, player: str, secret: Reveal) -> PlayerCommitment:
        """A player's commitment to the shoe in preparation."""
        assert self.record.coming is not None
        ceremony = self.record.coming.ceremony
        made = player_commitment(ceremony.terms, ceremony.server, seat, secret)
        return PlayerCommitment(ceremony.terms.shoe, seat, player, made.hex())


SECRET = Reveal(bytes(32), 100)
REVEAL = PlayerReveal("t1/1", 1, SECRET.seed.hex(), SECRET.cut)


def prepared() -> Recorder:
    """Ann sits at seat 1 and has committed; bob sits at seat 2."""
    table = Recorder(seats=3)
    table.do(table.commitment(), Sit("ann", 1), Sit("bob", 2))
    return table.do(table.pledge(1, "ann", SECRET))


def brought() -> Recorder:
    """The first shoe is on the table, the next one is committed to."""
    table = prepared().do(ListClosed("t1/1", 1, (1,)), REVEAL, NewShoe(1))
    return table.do(table.commitment(OTHER))


def announceable() -> Recorder:
    return prepared().do(ListClosed("t1/1", 1, (1,)), REVEAL)
