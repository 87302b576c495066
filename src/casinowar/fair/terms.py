"""The terms of a shoe, fixed before any seed is drawn, and how seeds are drawn."""

from collections.abc import Callable
from dataclasses import dataclass

from casinowar.cards import DECK_SIZE
from casinowar.errors import FairError
from casinowar.fair.digest import SEED_SIZE, encoded
from casinowar.rules.model import RuleSet
from casinowar.rules.options import Options
from casinowar.rules.soundness import MOST_DECKS

Entropy = Callable[[int], bytes]
"""A function that returns the number of random bytes asked for, like `secrets.token_bytes`."""


@dataclass(frozen=True, slots=True)
class Terms:
    """What the server commits to besides its seed: the shoe's id, its decks and its cut card."""

    shoe: str
    """The shoe's id, such as ``t1/7``; no two shoes share one."""
    decks: int
    behind_least: int
    behind_most: int

    def __post_init__(self) -> None:
        _check_id(self.shoe)
        _check(_is_within(self.decks, 1, MOST_DECKS), f"a shoe has 1 to {MOST_DECKS} decks")
        _check(
            _is_within(self.behind_least, 0, self.cards)
            and _is_within(self.behind_most, self.behind_least, self.cards),
            f"{self.behind_least!r} to {self.behind_most!r} cards behind the cut card is not a "
            f"range within 0 to {self.cards}, the cards of the shoe",
        )

    @property
    def cards(self) -> int:
        """How many cards the shoe holds."""
        return self.decks * DECK_SIZE

    def check_cut(self, cut: object) -> None:
        """Refuse a place where this shoe cannot be cut."""
        _check(_is_within(cut, 1, self.cards - 1), f"a cut must be at 1 to {self.cards - 1}")


def terms_of(shoe: str, rules: RuleSet, options: Options) -> Terms:
    """Return the terms of a table's shoe.

    Without a cut card, as many cards stay behind as the longest round needs.
    """
    least = options.behind_least or rules.cards_needed(options.seats)
    return Terms(shoe, options.decks, least, options.behind_most or least)


def draw_seed(entropy: Entropy) -> bytes:
    """Draw a seed; raise `FairError` if the random source fails, for then there is no shoe."""
    try:
        seed = entropy(SEED_SIZE)
    except (OSError, NotImplementedError) as error:
        raise FairError(f"no shoe: the random source failed ({error})") from error
    check_seed(seed, "no shoe: the seed from the random source")
    if len(set(seed)) == 1:
        raise FairError("no shoe: the random source returned the same byte again and again")
    return seed


def check_seed(seed: object, what: str) -> None:
    """Refuse a value that is not a seed or a commitment; `what` names it in the message."""
    _check(isinstance(seed, bytes) and len(seed) == SEED_SIZE, f"{what} is not {SEED_SIZE} bytes")


def _check_id(shoe: object) -> None:
    _check(isinstance(shoe, str) and shoe != "", f"{shoe!r} is not the id of a shoe")
    encoded(str(shoe))


def _is_within(value: object, least: int, most: int) -> bool:
    return type(value) is int and least <= value <= most


def _check(holds: bool, message: str) -> None:
    if not holds:
        raise FairError(message)
