"""The audit of a record: checks everything that can be checked, entry by entry.

`casinowar.record.reader` replays each entry through the rules and compares it with the chain.
`money` checks the ledger and the limits, `cards` the shoes and their cards, and `earlier_rounds`
the rulings on earlier rounds. The first wrong entry raises `WrongEntry`. The `Auditor` counts what
it has checked.
"""

from collections import deque
from collections.abc import Mapping

from casinowar.audit import earlier_rounds
from casinowar.audit.cards import ShoeCheck
from casinowar.audit.earlier_rounds import EarlierRounds
from casinowar.audit.money import MoneyCheck
from casinowar.errors import FairError, WrongEntry
from casinowar.game.events import BetsClosed
from casinowar.game.needs import CardNeeded
from casinowar.game.table import need
from casinowar.record.chain import Record, Recorded
from casinowar.record.codec.canonical import Json, read_object
from casinowar.record.reader import check_links, follow
from casinowar.record.steps import KIND_OF, ServerReveal

__all__ = ["Auditor", "MoneyCheck", "ShoeCheck"]


class Auditor:
    """Checks the entries of one table, from its first entry or from a later one."""

    def __init__(
        self,
        record: Record,
        seeds: Mapping[str, str] | None = None,
        *,
        known_from: int | None = None,
        earlier: EarlierRounds | None = None,
    ) -> None:
        """Continue from a record that is at its beginning or between two shoes.

        `seeds` holds, by shoe, the server's seeds that later entries will reveal. With a seed,
        cards are checked as they are dealt and not only after the reveal. `known_from` is the
        first checked entry, if an earlier auditor checked it, and `earlier` is what that auditor
        knows of earlier rounds.
        """
        self.record = record
        self.known_from = record.seq if known_from is None else known_from
        self.entries = 0
        self.rounds = 0
        self.brought = 0
        """How many shoes were brought to the table."""
        self.shoes: deque[ShoeCheck] = deque(maxlen=1)
        """The shoe on the table, or the last one; earlier shoes are dropped to save memory."""
        self.abandoned: list[str] = []
        """Shoes that the server committed to but that never came to the table."""
        self.money = MoneyCheck(record.id)
        self.money.begin(record.table)
        self.earlier = earlier_rounds.begin(record.table) if earlier is None else earlier.copy()
        self._seeds = dict(seeds or {})
        self._unknown_voids: list[str] = []

    def take(self, text: str) -> Recorded:
        """Check the text of the next entry and return what it records; raise if it is wrong."""
        before, made = self.record, self._follow(text)
        self.record = made.record
        self.entries += 1
        entry = made.entries[0]
        if entry.kind == KIND_OF[ServerReveal]:
            self._see_end(before, made.record, entry.body)
        elif made.record.shoe is not None and made.record.shoe is not before.shoe:
            self.brought += 1
            self.shoes.append(ShoeCheck(made.record.shoe))
            self._learn_ahead(self.shoes[-1])
        if made.events:
            if self.shoes:
                self.shoes[-1].hear(entry.seq, made.events, made.record.table)
            self.money.hear(entry.seq, made.events, made.record.table)
            self.rounds += sum(isinstance(event, BetsClosed) for event in made.events)
            if (number := self.earlier.hear(made)) is not None:
                self._unknown_voids.append(
                    f"the wagers of round {number}, which entry {entry.seq} voids: the round is "
                    "in an earlier file"
                )
        return made

    def _follow(self, text: str) -> Recorded:
        """Replay an entry; if it deals the wrong card of the shoe, say so in the error."""
        try:
            return follow(self.record, text)
        except WrongEntry:
            fields = read_object(text)
            check_links(self.record, fields)
            match fields.get("action"), need(self.record.table):
                case {"type": "deal", "card": card}, CardNeeded() if self.shoes:
                    self.shoes[-1].check_next(self.record.seq, card)
            raise

    def _see_end(self, before: Record, after: Record, reveal: Json) -> None:
        """Handle the reveal of a seed, for the shoe on the table or for one that never came."""
        if after.shoe is before.shoe:
            self.abandoned.append(reveal["shoe"])
        else:
            self.shoes[-1].end = reveal["end"]
            self.shoes[-1].learn(reveal["seed"])

    def _learn_ahead(self, shoe: ShoeCheck) -> None:
        """Use a seed known in advance; if it is wrong, the entry that reveals it fails later."""
        seed = self._seeds.pop(shoe.brought.shoe, None)
        if seed is not None:
            try:
                shoe.learn(seed)
            except FairError:
                return

    def unchecked(self) -> list[str]:
        """Describe what could not be checked with these entries."""
        found = []
        if self.known_from > 1:
            found.append(
                f"entries before {self.known_from}: the table's state at that point is taken as "
                "recorded"
            )
        found += self._unknown_voids
        if not self.shoes:
            return found
        shoe = self.shoes[-1]
        if shoe.end == "by hand":
            which = (
                f"shoe {shoe.brought.shoe}: it was" if self.brought == 1 else "all shoes: they were"
            )
            found.append(f"the order of {which} shuffled by hand")
        elif shoe.fair is None:
            found.append(
                f"the order of shoe {shoe.brought.shoe}: it is still open, and its seed is still "
                "secret"
            )
        return found
