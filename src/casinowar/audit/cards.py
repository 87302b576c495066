"""One shoe's cut, cut card and cards, against the fair shuffle that its players had a part in.

Who cuts, and where, is known before the first card. The rest follows from the server's seed, which
is shown when the shoe is over; what left the shoe before is remembered until then.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal

from casinowar.cards import Card
from casinowar.errors import WrongEntry
from casinowar.events import CardDealt, CardsBurned, CutCardPlaced, DeckCut, Event, SeatLeft
from casinowar.fair import FairShoe, parse_hex
from casinowar.fair.shoe import cutter_of
from casinowar.record.chain import Brought
from casinowar.record.preparing import still_at
from casinowar.table import Table


@dataclass
class ShoeCheck:
    """A shoe on the table, and what was found out about it."""

    brought: Brought
    end: Literal["open", "dealt", "abandoned", "by hand"] = "open"
    dealt: int = 0
    burned: int = 0
    cut: DeckCut | None = None
    """Who cut it, and where, once it is cut."""
    fair: FairShoe | None = None
    """Cut, cut card and order, once the server's seed is known."""
    _gone: set[str] = field(default_factory=set)
    """Players who left since it was brought: the table no longer asks them to cut."""
    _cards: list[Card] = field(default_factory=list)
    """The cards of the fair order, once it is known."""
    _untold: list[tuple[int, int, DeckCut | CutCardPlaced | CardDealt]] = field(
        default_factory=list
    )
    """What is to be compared when the order is known: entry, cards gone before, event."""

    def __post_init__(self) -> None:
        if self.brought.prepared is None:
            self.end = "by hand"

    def learn(self, seed: str) -> None:
        """The server's seed is known: compare what there is; refused if it is not the seed."""
        if self.brought.prepared is not None and self.fair is None:
            ceremony = self.brought.prepared.ceremony
            self.fair = ceremony.shoe(parse_hex(seed, "the seed"))
            self._cards = list(self.fair.cards)
            for seq, gone, event in self._untold:
                self._compare(seq, gone, event)
            self._untold.clear()

    def hear(self, seq: int, events: Iterable[Event], table: Table) -> None:
        """What an entry told about the shoe on this table."""
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
            self._untold.append((seq, gone, event))

    def _check_cutter(self, seq: int, event: DeckCut, table: Table) -> None:
        """The cut is its player's who committed to it, unless that player is gone."""
        prepared = self.brought.prepared
        if prepared is None:
            return
        part = cutter_of(prepared.ceremony.first_cutter, prepared.ceremony.parts)
        asked = table.rules.shoe.cut_by == "players"
        holder = still_at(prepared, part.seat, table) if part is not None and asked else ""
        due = "" if holder in self._gone else holder
        if event.player != due:
            raise WrongEntry(seq, f"the cut is {_whose(due)}, not {_whose(event.player)}")
        if part is not None and part.reveal is not None and event.at != part.reveal.cut:
            raise WrongEntry(
                seq, f"the cut is at {event.at}, but seat {part.seat} revealed {part.reveal.cut}"
            )

    def _compare(self, seq: int, gone: int, event: DeckCut | CutCardPlaced | CardDealt) -> None:
        assert self.fair is not None, "an order is known before it is compared with"
        match event:
            case DeckCut(at=at):
                if at != self.fair.cut:
                    raise WrongEntry(
                        seq, f"the cut is at {at}, but from the seeds {self.fair.cut} follows"
                    )
            case CutCardPlaced(behind):
                if behind != self.fair.behind:
                    raise WrongEntry(
                        seq,
                        f"{behind} cards are behind the cut card, but from the seeds "
                        f"{self.fair.behind} follows",
                    )
            case CardDealt(card=card):
                self._compare_card(seq, gone, str(card))

    def check_next(self, seq: int, card: object) -> None:
        """Refuse a card, given by its text, that is not the next one of an order that is known."""
        gone = self.dealt + self.burned
        if gone < len(self._cards):
            self._compare_card(seq, gone, str(card))

    def _compare_card(self, seq: int, gone: int, card: str) -> None:
        due = str(self._cards[gone])
        if card != due:
            raise WrongEntry(
                seq, f"card {gone + 1} of the shoe is {card:.20}, but in the fair order it is {due}"
            )


def _whose(player: str) -> str:
    return f"{player}'s" if player else "the dealer's"
