"""Checks the cut, the cut card and the cards of one shoe against its fair shuffle.

Who cuts, and where, is known before the first card. The rest depends on the server's seed, which is
revealed when the shoe is over. Until then the check remembers what left the shoe.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal

from casinowar.cards import Card
from casinowar.errors import WrongEntry
from casinowar.fair import FairShoe, parse_hex
from casinowar.fair.shoe import cutter_of
from casinowar.game.events import CardDealt, CardsBurned, CutCardPlaced, DeckCut, Event, SeatLeft
from casinowar.game.table import Table
from casinowar.record.ceremonies import still_at
from casinowar.record.chain import Brought


@dataclass
class ShoeCheck:
    """A shoe on the table, and what the audit knows about it."""

    brought: Brought
    end: Literal["open", "dealt", "abandoned", "by hand"] = "open"
    dealt: int = 0
    burned: int = 0
    cut: DeckCut | None = None
    """Who cut it, and where, once it is cut."""
    fair: FairShoe | None = None
    """The cut, cut card and order that the seeds give, once the server's seed is known."""
    _gone: set[str] = field(default_factory=set)
    """Players who left after the shoe came: the table no longer asks them to cut."""
    _cards: list[Card] = field(default_factory=list)
    """The cards of the fair order, once it is known."""
    _pending: list[tuple[int, int, DeckCut | CutCardPlaced | CardDealt]] = field(
        default_factory=list
    )
    """Events to compare once the order is known: entry number, cards gone before, event."""

    def __post_init__(self) -> None:
        if self.brought.prepared is None:
            self.end = "by hand"

    def learn(self, seed: str) -> None:
        """Take the server's seed and compare everything so far; refuse a wrong seed."""
        if self.brought.prepared is not None and self.fair is None:
            ceremony = self.brought.prepared.ceremony
            self.fair = ceremony.shoe(parse_hex(seed, "the seed"))
            self._cards = list(self.fair.cards)
            for seq, gone, event in self._pending:
                self._compare(seq, gone, event)
            self._pending.clear()

    def hear(self, seq: int, events: Iterable[Event], table: Table) -> None:
        """Check the events of an entry that concern the shoe on this table."""
        for event in events:
            match event:
                case CardDealt():
                    self._note(seq, event)
                    self.dealt += 1
                case CardsBurned(count):
                    self.burned += count
                case SeatLeft(player) if player not in table.seats:
                    self._gone.add(player)
                case DeckCut():
                    self._check_cutter(seq, event, table)
                    self._note(seq, event)
                    self.cut = event
                case CutCardPlaced():
                    self._note(seq, event)
                case _:
                    pass

    def _note(self, seq: int, event: DeckCut | CutCardPlaced | CardDealt) -> None:
        gone = self.dealt + self.burned
        if self.fair is not None:
            self._compare(seq, gone, event)
        elif self.brought.prepared is not None:
            self._pending.append((seq, gone, event))

    def _check_cutter(self, seq: int, event: DeckCut, table: Table) -> None:
        """Check who cut and where: the player who committed to the cut, unless they left."""
        prepared = self.brought.prepared
        if prepared is None:
            return
        part = cutter_of(prepared.ceremony.first_cutter, prepared.ceremony.parts)
        asked = table.rules.shoe.cut_by == "players"
        holder = still_at(prepared, part.seat, table) if part is not None and asked else ""
        due = "" if holder in self._gone else holder
        if event.player != due:
            raise WrongEntry(seq, f"{_cutter(due)} must cut, not {_cutter(event.player)}")
        if part is not None and part.reveal is not None and event.at != part.reveal.cut:
            raise WrongEntry(
                seq, f"the cut is at {event.at}, but seat {part.seat} revealed {part.reveal.cut}"
            )

    def _compare(self, seq: int, gone: int, event: DeckCut | CutCardPlaced | CardDealt) -> None:
        assert self.fair is not None, "events are compared only once the order is known"
        match event:
            case DeckCut(at=at):
                if at != self.fair.cut:
                    raise WrongEntry(
                        seq, f"the cut is at {at}, but the seeds put it at {self.fair.cut}"
                    )
            case CutCardPlaced(behind):
                if behind != self.fair.behind:
                    raise WrongEntry(
                        seq,
                        f"{behind} cards are behind the cut card, but the seeds put "
                        f"{self.fair.behind} there",
                    )
            case CardDealt(card=card):
                self._compare_card(seq, gone, str(card))

    def check_next(self, seq: int, card: object) -> None:
        """Refuse a card, given as text, that is not the next one, if the order is known."""
        gone = self.dealt + self.burned
        if gone < len(self._cards):
            self._compare_card(seq, gone, str(card))

    def _compare_card(self, seq: int, gone: int, card: str) -> None:
        due = str(self._cards[gone])
        if card != due:
            raise WrongEntry(
                seq, f"card {gone + 1} of the shoe is {card:.20}, but in the fair order it is {due}"
            )


def _cutter(player: str) -> str:
    return player or "the dealer"
