"""What is fixed about a shoe before any chance comes in, and how seeds are drawn for it."""

from collections.abc import Callable
from dataclasses import dataclass

from casinowar.cards import DECK_SIZE
from casinowar.errors import FairError
from casinowar.fair.digest import SEED_SIZE, encoded
from casinowar.options import Options
from casinowar.rules import RuleSet
from casinowar.soundness import MOST_DECKS

Entropy = Callable[[int], bytes]
"""Gives as many bytes of chance as it is asked for; `secrets.token_bytes` is one."""


@dataclass(frozen=True, slots=True)
class Terms:
    """What the server's commitment binds beside its seed: which shoe, of what, cut off where."""

    shoe: str
    """The shoe's id, such as ``t1/7``; no other shoe ever has it."""
    decks: int
    behind_least: int
    behind_most: int

    def __post_init__(self) -> None:
        _check_id(self.shoe)
        _check(_is_within(self.decks, 1, MOST_DECKS), f"a shoe has 1 to {MOST_DECKS} decks")
        _check(
            _is_within(self.behind_least, 0, self.cards)
            and _is_within(self.behind_most, self.behind_least, self.cards),
            f"{self.behind_least!r} to {self.behind_most!r} cards behind the cut card will not do "
            f"in a shoe of {self.cards}",
        )

    @property
    def cards(self) -> int:
        """The size of the shoe."""
        return self.decks * DECK_SIZE

    def check_cut(self, cut: object) -> None:
        """Refuse what is no place to cut at."""
        _check(_is_within(cut, 1, self.cards - 1), f"a cut is at 1 to {self.cards - 1}")


def terms_of(shoe: str, rules: RuleSet, options: Options) -> Terms:
    """The terms of a shoe at a table; where no cut card is used, the longest round's cards."""
    least = options.behind_least or rules.cards_needed(options.seats)
    return Terms(shoe, options.decks, least, options.behind_most or least)


def draw_seed(entropy: Entropy) -> bytes:
    """A seed from a source of chance; a source that fails means no shoe."""
    try:
        seed = entropy(SEED_SIZE)
    except (OSError, NotImplementedError) as error:
        raise FairError(f"no shoe: the source of chance fails ({error})") from error
    check_seed(seed, "no shoe: the source of chance")
    if len(set(seed)) == 1:
        raise FairError("no shoe: the source of chance gives the same byte again and again")
    return seed


def check_seed(seed: object, what: str) -> None:
    """Refuse what is no seed."""
    _check(isinstance(seed, bytes) and len(seed) == SEED_SIZE, f"{what}: not {SEED_SIZE} bytes")


def _check_id(shoe: object) -> None:
    _check(isinstance(shoe, str) and shoe != "", f"{shoe!r} is not the id of a shoe")
    encoded(str(shoe))


def _is_within(value: object, least: int, most: int) -> bool:
    return type(value) is int and least <= value <= most


def _check(holds: bool, message: str) -> None:
    if not holds:
        raise FairError(message)
