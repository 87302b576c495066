"""The audit of a record: everything that can be known of it is checked, entry by entry.

The chain and the replay through the rules are one comparison (`casinowar.record.replaying`). Beside
it go the ledger with the limits (`money`) and the shoes with their cards (`cards`). The first entry
that is wrong is raised as `WrongEntry`; until then the auditor knows what has been checked.
"""

from collections import deque
from collections.abc import Mapping

from casinowar.audit.cards import ShoeCheck
from casinowar.audit.money import MoneyCheck
from casinowar.errors import FairError, WrongEntry
from casinowar.events import BetsClosed
from casinowar.needs import CardNeeded
from casinowar.record.canonical import Json, read_object
from casinowar.record.chain import Record, Recorded
from casinowar.record.replaying import check_links, follow
from casinowar.record.steps import KIND_OF, ServerReveal
from casinowar.table import need

__all__ = ["Auditor", "MoneyCheck", "ShoeCheck"]


class Auditor:
    """Checks the entries of one table, from wherever its record is known."""

    def __init__(
        self,
        record: Record,
        seeds: Mapping[str, str] | None = None,
        *,
        known_from: int | None = None,
    ) -> None:
        """Go on from a record at rest between two shoes, or at its beginning.

        `seeds` are server's seeds, by shoe, that the entries to come will show: with them cards
        are checked as they come, and not only when the seed is shown. `known_from` is the first
        entry that was checked, where that was done by another auditor before.
        """
        self.record = record
        self.known_from = record.seq if known_from is None else known_from
        self.entries = 0
        self.rounds = 0
        self.brought = 0
        """How many shoes came to the table."""
        self.shoes: deque[ShoeCheck] = deque(maxlen=1)
        """The one on the table, or the last one: a chain may have any number of them."""
        self.abandoned: list[str] = []
        """Shoes that were committed to and never brought."""
        self.money = MoneyCheck(record.id)
        self.money.begin(record.table)
        self._seeds = dict(seeds or {})

    def take(self, text: str) -> Recorded:
        """Check the next entry, given by its text; what it told, if it is right."""
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
        return made

    def _follow(self, text: str) -> Recorded:
        """The entry made anew; one that deals another card than the shoe's is told as that."""
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
        """A seed is shown: of the shoe on the table, or of one that never came there."""
        if after.shoe is before.shoe:
            self.abandoned.append(reveal["shoe"])
        else:
            self.shoes[-1].end = reveal["end"]
            self.shoes[-1].learn(reveal["seed"])

    def _learn_ahead(self, shoe: ShoeCheck) -> None:
        """Use a seed that is known; a wrong one is found in the entry that shows it."""
        seed = self._seeds.pop(shoe.brought.shoe, None)
        if seed is not None:
            try:
                shoe.learn(seed)
            except FairError:
                return

    def unchecked(self) -> list[str]:
        """What these entries cannot tell, in words."""
        found = []
        if self.known_from > 1:
            found.append(
                f"what came before entry {self.known_from}: the table's state there is taken as "
                "recorded"
            )
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
                f"the order of shoe {shoe.brought.shoe}: it is still open, and its seed is not "
                "shown yet"
            )
        return found
