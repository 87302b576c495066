"""A record with every kind of entry, and what is found when one of them is another."""

from random import Random
from typing import Any

import pytest

from casinowar import record
from casinowar.errors import WrongEntry
from casinowar.record import Entry
from casinowar.record.codec.canonical import canonical
from casinowar.record.entry import hash_of
from tests.support.game.table import rules_of
from tests.support.record.small_house import House

RULES = rules_of("fun-casino")


def kept() -> House:
    """A table at which one shoe of everything has come up."""
    house = House(RULES, Random(8), players=3, seats=3)
    house.play(until=lambda: house.table.shoe.number == 2 and house.table.rounds > 80)
    return house


HOUSE = kept()
KINDS = {entry.kind: entry for entry in HOUSE.entries}


def follow_all(texts: list[str]) -> None:
    record.replay(record.open_again(RULES, texts[0]), texts[1:])


def resealed(fields: dict[str, Any]) -> str:
    """The text of fields with the hash they must have."""
    return canonical({**fields, "hash": hash_of(fields)}).decode()


def with_entry(entry: Entry, text: str) -> list[str]:
    texts = [one.text for one in HOUSE.entries]
    texts[entry.seq] = text
    return texts


def wrong(texts: list[str]) -> tuple[int, str]:
    with pytest.raises(WrongEntry) as found:
        follow_all(texts)
    return found.value.seq, found.value.why
