"""Test vectors of the fair shuffle: worked examples to compare two implementations with.

A file of vectors is a JSON list of objects. Each has the inputs of a shoe and, under ``expect``,
every value computed from them, intermediate values included. So the first difference shows where
two implementations diverge.
"""

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from casinowar.errors import FairError, NotationError
from casinowar.fair.digest import parse_hex
from casinowar.fair.shoe import (
    Part,
    Reveal,
    build,
    card_of,
    player_commitment,
    server_commitment,
    transcript,
)
from casinowar.fair.stream import keys
from casinowar.fair.terms import Terms

_SHOWN_CARDS = 12
_FIELDS = "name shoe decks behind_min behind_max server_seed first_cutter players expect".split()
_PLAYER_FIELDS = "seat seed cut revealed".split()
_EXPECTED_FIELDS = (
    "server_commitment player_commitments transcript prk shuffle_key cut_key rejects cutter cut "
    "behind_cut_card first_ids first_cards order_sha256"
).split()


@dataclass(frozen=True, slots=True)
class Vector:
    """The inputs of one shoe, and the values its file expects."""

    name: str
    terms: Terms
    server_seed: bytes
    first_cutter: int
    parts: tuple[Part, ...]
    expected: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Difference:
    """The first value of a vector that this implementation computes differently."""

    vector: str
    value: str
    expected: object
    found: object

    def __str__(self) -> str:
        return (
            f"{self.vector}: {self.value} is {_shown(self.expected)} in the file, "
            f"but this program computes {_shown(self.found)}"
        )


def read_vectors(text: str) -> tuple[Vector, ...]:
    """Read a file of vectors; the error about a malformed vector gives its number."""
    try:
        listed = json.loads(text, object_pairs_hook=_once)
    except (ValueError, RecursionError) as error:
        raise NotationError(f"not a file of vectors: not JSON ({error})") from None
    if not isinstance(listed, list) or not listed:
        raise NotationError("not a file of vectors: not a list of objects")
    vectors = []
    for number, item in enumerate(listed, 1):
        try:
            vectors.append(_read(item))
        except (FairError, NotationError) as error:
            raise NotationError(f"vector {number}: {error}") from None
    return tuple(vectors)


def first_difference(vectors: Sequence[Vector]) -> Difference | None:
    """Return the first difference between the vectors and this implementation, or `None`."""
    for vector in vectors:
        for value, found in _computed(vector):
            parting = _parting(value, vector.expected[value], found)
            if parting is not None:
                return Difference(vector.name, *parting)
    return None


def _parting(value: str, expected: object, found: object) -> tuple[str, object, object] | None:
    """Return the innermost value that differs, with its place, or `None`."""
    match expected, found:
        case dict(), dict() if expected.keys() == found.keys():
            pairs = [(f"{value} of seat {key}", expected[key], found[key]) for key in found]
        case list(), list() if len(expected) == len(found):
            numbered = enumerate(zip(expected, found, strict=True), 1)
            pairs = [(f"number {number} of {value}", *pair) for number, pair in numbered]
        case _:
            same = type(expected) is type(found) and expected == found
            return None if same else (value, expected, found)
    return next(filter(None, (_parting(*pair) for pair in pairs)), None)


def _computed(vector: Vector) -> Iterator[tuple[str, object]]:
    """Yield the name and value of each result, in the order of the formulas."""
    terms, seed, parts = vector.terms, vector.server_seed, vector.parts
    server = server_commitment(terms, seed)
    yield "server_commitment", server.hex()
    yield "player_commitments", {str(part.seat): part.commitment.hex() for part in parts}
    published = transcript(server, vector.first_cutter, parts)
    yield "transcript", published.hex()
    root, shuffle, cut = keys(published, seed)
    yield "prk", root.hex()
    yield "shuffle_key", shuffle.hex()
    yield "cut_key", cut.hex()
    shoe = build(terms, seed, vector.first_cutter, parts)
    yield "rejects", shoe.rejects
    yield "cutter", shoe.cutter
    yield "cut", shoe.cut
    yield "behind_cut_card", shoe.behind
    first = shoe.order[:_SHOWN_CARDS]
    yield "first_ids", list(first)
    yield "first_cards", [str(card_of(number)) for number in first]
    yield "order_sha256", order_digest(shoe.order)


def order_digest(order: Sequence[int]) -> str:
    """Return the SHA-256 of a shoe's card numbers, two bytes each."""
    return hashlib.sha256(b"".join(number.to_bytes(2, "big") for number in order)).hexdigest()


def _read(item: object) -> Vector:
    fields = _object(item, "the vector", _FIELDS)
    name = fields["name"]
    if not isinstance(name, str):
        raise NotationError("its name is not a string")
    if not isinstance(fields["players"], list):
        raise NotationError("its players are not a list")
    terms = Terms(fields["shoe"], fields["decks"], fields["behind_min"], fields["behind_max"])
    seed = parse_hex(fields["server_seed"], "server_seed")
    server = server_commitment(terms, seed)
    parts = tuple(_part(terms, server, player) for player in fields["players"])
    expected = _object(fields["expect"], "expect", _EXPECTED_FIELDS)
    build(terms, seed, fields["first_cutter"], parts)
    return Vector(name, terms, seed, fields["first_cutter"], parts, expected)


def _part(terms: Terms, server: bytes, player: object) -> Part:
    """Read a seat's part; a vector gives the seed and cut even if the seat did not reveal them."""
    fields = _object(player, "a player", _PLAYER_FIELDS)
    if not isinstance(fields["revealed"], bool):
        raise NotationError("a player's revealed is not true or false")
    reveal = Reveal(parse_hex(fields["seed"], "a player's seed"), fields["cut"])
    commitment = player_commitment(terms, server, fields["seat"], reveal)
    return Part(fields["seat"], commitment, reveal if fields["revealed"] else None)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return the pairs as a dictionary; refuse a key that appears twice."""
    if len(dict(pairs)) < len(pairs):
        raise NotationError("not a file of vectors: an object has the same key twice")
    return dict(pairs)


def _object(value: object, what: str, names: Sequence[str]) -> dict[str, Any]:
    if not isinstance(value, dict) or set(value) != set(names):
        raise NotationError(f"{what} is not an object with the fields {', '.join(names)}")
    return value


def _shown(value: object) -> str:
    text = json.dumps(value)
    return text if len(text) <= 100 else f"{text[:100]}..."
