"""The electronic dealer: shuffles fairly (`casinowar.fair`), and deals the cards to a table.

The dealer is the server's side of the fair shuffle. It keeps only the server's seeds, until they
may be revealed: its next action follows from them and from the table's record
(`casinowar.record`). The table learns each card when it is dealt; only the dealer knows the order
of the rest.
"""

from collections.abc import Mapping

from casinowar.fair import (
    Entropy,
    FairShoe,
    card_of,
    draw_seed,
    next_cutter,
    server_commitment,
    terms_of,
)
from casinowar.game.actions import Action, Burn, CutDeck, Deal, NewShoe, PassCut, PlaceCutCard
from casinowar.game.needs import BurnNeeded, CardNeeded, CutCardNeeded, CutNeeded, ShoeNeeded
from casinowar.game.table import need
from casinowar.game.table.state import cards_in
from casinowar.record import chain
from casinowar.record.ceremonies import Preparation, listed, still_at
from casinowar.record.chain import Record, next_shoe
from casinowar.record.steps import ListClosed, ServerReveal, Step


class Dealer:
    """Shuffles, deals and burns at one table, with random bytes from the given `entropy`."""

    def __init__(self, entropy: Entropy, seeds: Mapping[str, bytes] | None = None) -> None:
        self._entropy = entropy
        self.seeds = dict(seeds or {})
        """The server's seeds that are not revealed yet, by shoe."""
        self._built: tuple[str, FairShoe] | None = None

    def copy(self) -> "Dealer":
        """An independent copy of this dealer."""
        copied = Dealer(self._entropy, self.seeds)
        copied._built = self._built
        return copied

    def answer(self, record: Record) -> Action | Step | None:
        """The dealer's next action; `None` if someone else must act first.

        The dealer always commits to the next shoe before doing anything else. At a hand-dealt table
        a person does all of this, so the answer is `None`.
        """
        table, coming = record.table, record.coming
        if table.options.hand_dealt:
            return None
        if coming is None:
            return self._commit(record)
        match need(table):
            case ShoeNeeded(batch):
                return self._bring(record, coming, batch)
            case CutNeeded(player):
                return self._cut(record, player)
            case CutCardNeeded():
                return PlaceCutCard(self._shoe(record).behind)
            case BurnNeeded(count):
                return Burn(count)
            case CardNeeded():
                dealt = cards_in(table.options.decks) - table.shoe.left
                return Deal(card_of(self._shoe(record).order[dealt]))
            case _:
                return None

    def close(self, record: Record) -> Step | None:
        """The next seed to reveal when the table is closed; `None` if all are revealed."""
        brought, coming = record.shoe, record.coming
        if record.table.options.hand_dealt:
            return None
        if brought is not None and brought.end is None:
            spent = record.table.shoe.stage == "spent"
            return self._reveal(brought.shoe, dealt=spent)
        return None if coming is None else self._reveal(coming.shoe, dealt=False)

    def _commit(self, record: Record) -> Step:
        """Draw the server's seed for the next shoe and commit to it."""
        shoe, seed = next_shoe(record), draw_seed(self._entropy)
        self.seeds[shoe] = seed
        terms = terms_of(shoe, record.table.rules, record.table.options)
        return chain.server_commitment(record, server_commitment(terms, seed).hex())

    def _bring(self, record: Record, coming: Preparation, batch: int) -> Action | Step | None:
        """The next step towards a new shoe: reveal the last seed, close the list, bring it."""
        if record.shoe is not None and record.shoe.end is None:
            return self._reveal(record.shoe.shoe, dealt=True)
        if not coming.ceremony.is_closed:
            first = next_cutter(record.table.shoe.cutter, len(record.table.seats))
            return ListClosed(coming.shoe, first, listed(coming, record.table))
        return None if coming.ceremony.awaited else NewShoe(batch)

    def _reveal(self, shoe: str, *, dealt: bool) -> Step:
        return ServerReveal(shoe, self.seeds[shoe].hex(), "dealt" if dealt else "abandoned")

    def _cut(self, record: Record, player: str) -> Action:
        """Make the committed cut if the table asks the player who committed to it."""
        fair = self._shoe(record)
        if player and player != still_at(_brought(record), fair.cutter, record.table):
            return PassCut(player)
        return CutDeck(player, fair.cut)

    def _shoe(self, record: Record) -> FairShoe:
        """The shoe on the table."""
        shoe = _brought(record).shoe
        if self._built is None or self._built[0] != shoe:
            self._built = shoe, _brought(record).ceremony.shoe(self.seeds[shoe])
        return self._built[1]


def _brought(record: Record) -> Preparation:
    """The preparation of the shoe on the table."""
    assert record.shoe is not None, "a shoe is brought before it is cut"
    assert record.shoe.prepared is not None, "a dealer's shoes are not shuffled by hand"
    return record.shoe.prepared
