"""The formulas of the fair shuffle: commitments, transcript, shuffle, cut and cut card.

The server commits to its seed first. Then each seated player commits to a seed and a cut. When all
have revealed, the seeds together decide the order of the cards, by formulas that anyone can
recompute. `docs/fair.md` explains why this is enough, and what it cannot do.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from casinowar.cards import DECK, DECK_SIZE, Card
from casinowar.errors import FairError
from casinowar.fair.digest import Field, digest
from casinowar.fair.stream import Stream, keys, word_stream
from casinowar.fair.terms import Terms, check_seed


@dataclass(frozen=True, slots=True)
class Reveal:
    """What a player committed to: a seed, and how many cards to cut off the top."""

    seed: bytes
    cut: int


@dataclass(frozen=True, slots=True)
class Part:
    """A seat's part in a shoe: its commitment, and its reveal, or `None` if it withheld."""

    seat: int
    commitment: bytes
    reveal: Reveal | None


@dataclass(frozen=True, slots=True)
class FairShoe:
    """A shuffled and cut shoe: the card numbers in dealing order, and where it was cut."""

    order: tuple[int, ...]
    cutter: int
    """The seat that cut; 0 if no seat revealed, so that the dealer cut."""
    cut: int
    behind: int
    """Cards behind the cut card."""
    rejects: int
    """Random words that were dropped, because using them would have favoured some cards."""

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards in dealing order."""
        return tuple(map(card_of, self.order))


def card_of(number: int) -> Card:
    """Return the card with a number: ranks from 2 to A, suit by suit, deck by deck."""
    return DECK[number % DECK_SIZE]


def server_commitment(terms: Terms, seed: bytes) -> bytes:
    """Return what the server publishes before any player commits."""
    check_seed(seed, "the server's seed")
    return digest("server", terms.shoe, terms.decks, terms.behind_least, terms.behind_most, seed)


def player_commitment(terms: Terms, server: bytes, seat: int, reveal: Reveal) -> bytes:
    """Return what a seat publishes before anyone reveals; `server` is the server's commitment."""
    check_seat(seat)
    check_seed(reveal.seed, f"the seed of seat {seat}")
    terms.check_cut(reveal.cut)
    return digest("player", terms.shoe, server, seat, reveal.seed, reveal.cut)


def transcript(server: bytes, first_cutter: int, parts: Sequence[Part]) -> bytes:
    """Return one digest of everything that the server and the seats published about a shoe."""
    fields: list[Field] = [server, first_cutter, len(parts)]
    for part in parts:
        fields += (part.seat, part.commitment)
        fields += (0, b"", 0) if part.reveal is None else (1, part.reveal.seed, part.reveal.cut)
    return digest("transcript", *fields)


def build(terms: Terms, seed: bytes, first_cutter: int, parts: Sequence[Part]) -> FairShoe:
    """Build the shoe from the server's seed and every seat's part, in ascending order of seats."""
    server = server_commitment(terms, seed)
    check_parts(terms, server, first_cutter, parts)
    root = keys(transcript(server, first_cutter, parts), seed)
    shuffling, cutting = Stream(word_stream(root.shuffle)), Stream(word_stream(root.cut))
    order = shuffle(terms.cards, shuffling)
    behind = terms.behind_least + cutting.uniform(terms.behind_most - terms.behind_least + 1)
    cutter = cutter_of(first_cutter, parts)
    cut = 1 + cutting.uniform(terms.cards - 1) if cutter is None else _cut_of(cutter)
    order = [*order[cut:], *order[:cut]]
    check_whole(order, terms)
    return FairShoe(
        tuple(order),
        0 if cutter is None else cutter.seat,
        cut,
        behind,
        shuffling.rejects + cutting.rejects,
    )


def shuffle(cards: int, stream: Stream) -> list[int]:
    """Shuffle the numbers of this many cards; every order is equally likely."""
    order = list(range(cards))
    choices = range(cards, 1, -1)
    for n, chosen in zip(choices, stream.uniforms(choices), strict=True):
        order[n - 1], order[chosen] = order[chosen], order[n - 1]
    return order


def cutter_of(first_cutter: int, parts: Sequence[Part]) -> Part | None:
    """Return the first seat that revealed, counting up from `first_cutter` and around the table."""
    revealed = [part for part in parts if part.reveal is not None]
    return min(revealed, key=lambda part: (part.seat < first_cutter, part.seat), default=None)


def _cut_of(cutter: Part) -> int:
    assert cutter.reveal is not None, "a seat that cuts has revealed its cut"
    return cutter.reveal.cut


def next_cutter(last: int, places: int) -> int:
    """Return the seat asked first to cut: the one after the last cutter (0: none yet)."""
    return last % places + 1


def check_parts(terms: Terms, server: bytes, first_cutter: int, parts: Sequence[Part]) -> None:
    """Refuse parts that are out of order, and reveals that do not match their commitments."""
    check_seat(first_cutter)
    seats = [part.seat for part in parts]
    for seat in seats:
        check_seat(seat)
    if seats != sorted(set(seats)):
        raise FairError(f"seats must be in ascending order, each once, not {seats}")
    for part in parts:
        check_seed(part.commitment, f"the commitment of seat {part.seat}")
        if part.reveal is not None:
            check_reveal(terms, server, part.seat, part.commitment, part.reveal)


def check_reveal(terms: Terms, server: bytes, seat: int, commitment: bytes, reveal: Reveal) -> None:
    """Refuse a reveal that does not match its seat's commitment."""
    if player_commitment(terms, server, seat, reveal) != commitment:
        raise FairError(f"the reveal of seat {seat} does not match its commitment")


def check_seat(seat: object) -> None:
    """Refuse a value that is not a seat's number."""
    if type(seat) is not int or seat < 1:
        raise FairError(f"{seat!r} is not a seat: seats are numbered from 1")


def check_whole(order: Sequence[int], terms: Terms) -> None:
    """Refuse an order in which a card of the decks is missing or appears twice."""
    if len(order) != terms.cards or set(order) != set(range(terms.cards)):
        raise FairError(f"no shoe: it must hold every card of {terms.decks} decks exactly once")
