"""Which games the vector kernel plays, and with which of its forms."""

from typing import Protocol

import numpy as np

from casinowar.sim.game import MOST_SEATS, Game
from casinowar.sim.vector import fresh, several, single
from casinowar.sim.vector.codes import Counts, Log
from casinowar.sim.vector.shoes import MOST_DECKS
from casinowar.sim.vector.streams import State, seeded


class Form(Protocol):
    """One form of the kernel."""

    def fits(self, game: Game) -> bool:
        """Whether it can play a game that the kernel can play at all."""

    def play(self, game: Game, state: State, rounds: int, counts: Counts, log: Log) -> int:
        """Play whole shoes of no more than so many rounds, and count these; how many they were."""


FORMS: tuple[Form, ...] = (fresh, single, several)
"""The quickest first."""


def form_of(game: Game) -> Form | None:
    """The quickest form that fits a game."""
    if not (1 <= game.seats <= MOST_SEATS and game.decks <= MOST_DECKS and _has_cards(game)):
        return None
    return next((form for form in FORMS if form.fits(game)), None)


def fits(game: Game) -> bool:
    """Whether the vector kernel can play a game."""
    return form_of(game) is not None


def lacks(game: Game) -> str | None:
    """What it deals instead of a game that it cannot play; `None` where it can.

    It plays 1 to 8 seats, wars shared and individual, to the cut card or so many rounds in a shoe.
    It does not play shoes of more than 10 decks, those in which a round could run out of cards, and
    those in which more cards could be burned than a byte counts.
    """
    if fits(game):
        return None
    if game.decks > MOST_DECKS:
        return f"no shoe of more than {MOST_DECKS} decks"
    if not _has_cards(game):
        return "no shoe with so few cards behind the last round"
    return "no shoe of which so many cards are burned"


def play(game: Game, chance: np.random.SeedSequence, rounds: int, counts: Counts) -> int:
    """Play whole shoes, 32 at a time, as long as they are sure not to be too many rounds.

    Their rounds are added to `counts` as `casinowar.sim.tallies` has it. The answer is how many
    there were. The same stream of chance gives the same rounds.
    """
    form = form_of(game)
    assert form is not None, "a game that does not fit is played by the general kernel"
    return form.play(game, seeded(chance), rounds, counts, None)


def _has_cards(game: Game) -> bool:
    """Whether no shoe can run dry.

    Fewer cards are drawn than are dealt and burned, but for one that is left over before
    individual wars (`several`): some card must be burned in a war to make up for it.
    """
    left_over = game.individual and not game.war_burn + game.war_burn_each
    most = game.most_cards + (1 if left_over else 0)
    if not game.rounds_per_shoe:
        return game.behind >= most and not left_over
    before_last = (game.rounds_per_shoe - 1) * game.most_cards + game.first_burn
    return before_last < game.cards - game.behind and game.rounds_per_shoe * most <= game.cards
