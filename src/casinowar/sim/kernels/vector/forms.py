"""The forms of the vector kernel, and the games that each can play."""

from typing import Protocol

import numpy as np

from casinowar.sim.game import MOST_SEATS, Game
from casinowar.sim.kernels.vector import fresh, several, single
from casinowar.sim.kernels.vector.codes import Counts, Log
from casinowar.sim.kernels.vector.shoes import MOST_DECKS
from casinowar.sim.kernels.vector.streams import State, seeded


class Form(Protocol):
    """One form of the kernel."""

    def fits(self, game: Game) -> bool:
        """Tell whether this form can play a game that the kernel can play at all."""

    def play(self, game: Game, state: State, rounds: int, counts: Counts, log: Log) -> int:
        """Play and count whole shoes with at most so many rounds; return the rounds played."""


FORMS: tuple[Form, ...] = (fresh, single, several)
"""Fastest first."""


def form_of(game: Game) -> Form | None:
    """Return the fastest form that can play a game; `None` if none can."""
    if not (1 <= game.seats <= MOST_SEATS and game.decks <= MOST_DECKS and _has_cards(game)):
        return None
    return next((form for form in FORMS if form.fits(game)), None)


def fits(game: Game) -> bool:
    """Tell whether the vector kernel can play a game."""
    return form_of(game) is not None


def lacks(game: Game) -> str | None:
    """Say what keeps the kernel from playing a game; `None` if it can play it.

    It plays 1 to 8 seats and shared or individual wars, to the cut card or for a number of rounds.
    It does not play shoes of more than 10 decks, shoes in which a round could run out of cards, or
    shoes in which more cards could be burned than a byte can count.
    """
    if fits(game):
        return None
    if game.decks > MOST_DECKS:
        return f"deals at most {MOST_DECKS} decks"
    if not _has_cards(game):
        return "needs more cards behind the last round"
    return "cannot burn so many cards of a shoe"


def play(game: Game, chance: np.random.SeedSequence, rounds: int, counts: Counts) -> int:
    """Play whole shoes, 32 at a time, as long as they cannot exceed so many rounds.

    The rounds are added to `counts`, in the form of `casinowar.sim.tallies`. Return how many there
    were. The same random stream gives the same rounds.
    """
    form = form_of(game)
    assert form is not None, "the general kernel plays games that do not fit"
    return form.play(game, seeded(chance), rounds, counts, None)


def _has_cards(game: Game) -> bool:
    """Tell whether no shoe can run out of cards.

    The kernel draws no more cards than are dealt and burned, except one left-over card before
    individual wars (`several`). A war must burn some card to make up for it.
    """
    left_over = game.individual and not game.war_burn + game.war_burn_each
    most = game.most_cards + (1 if left_over else 0)
    if not game.rounds_per_shoe:
        return game.behind >= most and not left_over
    before_last = (game.rounds_per_shoe - 1) * game.most_cards + game.first_burn
    return before_last < game.cards - game.behind and game.rounds_per_shoe * most <= game.cards
