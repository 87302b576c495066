"""The fair shuffle ``casinowar/fair/1``: nobody can choose the shoe, and anyone can check it.

Everything here is a pure function of seeds. Only `draw_seed` uses randomness, and its caller
passes in the source.
"""

from casinowar.fair.ceremony import Ceremony
from casinowar.fair.digest import PROTOCOL, SEED_SIZE, digest, parse_hex
from casinowar.fair.shoe import (
    FairShoe,
    Part,
    Reveal,
    build,
    card_of,
    next_cutter,
    player_commitment,
    server_commitment,
    transcript,
)
from casinowar.fair.stream import keys
from casinowar.fair.terms import Entropy, Terms, draw_seed, terms_of
from casinowar.fair.vectors import Difference, Vector, first_difference, read_vectors

__all__ = [
    "PROTOCOL",
    "SEED_SIZE",
    "Ceremony",
    "Difference",
    "Entropy",
    "FairShoe",
    "Part",
    "Reveal",
    "Terms",
    "Vector",
    "build",
    "card_of",
    "digest",
    "draw_seed",
    "first_difference",
    "keys",
    "next_cutter",
    "parse_hex",
    "player_commitment",
    "read_vectors",
    "server_commitment",
    "terms_of",
    "transcript",
]
