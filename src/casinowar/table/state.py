"""A table at rest, and a table in motion.

`Table` is frozen: seats, wagers, shoe, bank and the round. `Draft` carries one through a step:
the parts of this package change it and tell events, and what comes out is frozen again.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from casinowar.cards import DECK_SIZE, Card, is_gone
from casinowar.errors import IllegalAction
from casinowar.events import CutCardReached, Event
from casinowar.needs import Need
from casinowar.options import Options
from casinowar.round import Bet, Round
from casinowar.rules import RuleSet


class Shoe(NamedTuple):
    """The shoe on the table: how far its preparation is, and what has left it face up."""

    number: int = 0
    batch: int = 0
    stage: Literal["spent", "cut", "cut card", "first burn", "ready"] = "spent"
    left: int = 0
    behind: int = 0
    """Cards behind the cut card."""
    excess: int = 0
    """Cards drawn too early and set aside, face down, as the next ones."""
    seen: str = ""
    """Every card that has left this shoe face up, in order: ``"9h Kd 4 "``."""
    asked: tuple[int, ...] = ()
    """The seats still to be asked to cut, the next one first."""
    cutter: int = 0
    """The seat that cut last, at this shoe or an earlier one."""

    def is_gone(self, card: Card, decks: int) -> bool:
        """Whether so many decks hold no more of this card than were seen already."""
        return is_gone(card, self.seen, decks)


class Bank(NamedTuple):
    """Who holds the bank, where players do, and to whom it is offered."""

    player: str = ""
    seat: int = 0
    """Where the bank is, or was last: the next offer goes on from here."""
    stake: int = 0
    offers: tuple[str, ...] = ()
    """The players still to be offered the bank, the one asked now first."""
    went_round: bool = False
    """Nobody took it: now whoever may is free to."""
    last: str = ""
    rounds: int = 0
    """Consecutive rounds banked by the player `last`."""


_NO_SHOE = Shoe()
_NO_BANK = Bank()


class Facts:
    """What can be asked of a table, at rest (`Table`) or in motion (`Draft`)."""

    __slots__ = ()

    if TYPE_CHECKING:  # the fields themselves are those of the classes below

        @property
        def rules(self) -> RuleSet:
            """The rules it keeps for good."""

        @property
        def options(self) -> Options:
            """What its operator chose."""

        @property
        def seats(self) -> tuple[str, ...]:
            """The player at each seat, seat 1 first; ``""`` where nobody sits."""

        @property
        def shoe(self) -> Shoe:
            """The shoe on the table."""

        @property
        def bank(self) -> Bank:
            """The bank, where players hold it."""

        @property
        def bets(self) -> tuple[Bet, ...]:
            """The wagers on the felt while bets are open, in the order placed."""

        @property
        def leaving(self) -> tuple[int, ...]:
            """The seats to be empty when their holders have no part in a round."""

        @property
        def round(self) -> Round | None:
            """The running round, or the last one until the first bet of the next."""

    @property
    def playing(self) -> bool:
        """Whether a round is under way."""
        return self.round is not None and bool(self.round.agenda)

    def seats_of(self, player: str) -> list[int]:
        """The seats a player holds."""
        return [seat for seat, holder in enumerate(self.seats, 1) if holder == player]

    def players(self) -> set[str]:
        """Everyone who has a seat."""
        return {holder for holder in self.seats if holder}

    def bets_in_play(self) -> tuple[Bet, ...]:
        """The wagers of the running round, or those placed for the next."""
        return self.round.bets if self.round is not None and self.round.agenda else self.bets

    def bet(self, player: str, seat: int) -> Bet | None:
        """A person's open bet on a seat's card."""
        for bet in self.bets:
            if bet.player == player and bet.seat == seat:
                return bet
        return None


@dataclass(frozen=True)
class Table(Facts):
    """A table at rest."""

    __slots__ = ("__dict__", "_need")  # beside the fields, so that no draft has it: what it awaits

    rules: RuleSet
    options: Options
    seats: tuple[str, ...]
    shoe: Shoe = _NO_SHOE
    bank: Bank = _NO_BANK
    bets: tuple[Bet, ...] = ()
    leaving: tuple[int, ...] = ()
    honoured: tuple[str, ...] = ()
    """The players whose one wager below the minimum was honoured (FC-14)."""
    dealer: str = ""
    burns_owed: int = 0
    """What a new dealer must still burn."""
    round: Round | None = None
    rounds: int = 0
    """How many rounds have begun; one that is void before its first card counts too."""
    began_at: int = 0
    betting: bool = False
    """Whether the coming round has had its first bet."""
    ruled: bool = False
    """Whether the round has its final ruling."""
    banked_before: tuple[str, int] = ("", 0)
    """`Bank.last` and `Bank.rounds` before this round: a voided round does not count."""
    before_card: Round | None = None
    """Hand-dealt: the round before the card entered last, while that can be corrected."""
    held: Card | None = None
    """Hand-dealt: the card entered last, while it waits for the payments it leads to."""
    shown: Card | None = None
    """Hand-dealt: the card disclosed in error, while that can be corrected."""


class Draft(Facts):
    """A table in the middle of a step: its fields, free to change, and what has happened.

    Its ``__dict__`` holds the fields of a `Table` and nothing else.
    """

    __slots__ = ("__dict__", "awaited", "events")

    rules: RuleSet
    options: Options
    seats: tuple[str, ...]
    shoe: Shoe
    bank: Bank
    bets: tuple[Bet, ...]
    leaving: tuple[int, ...]
    honoured: tuple[str, ...]
    dealer: str
    burns_owed: int
    round: Round | None
    rounds: int
    began_at: int
    betting: bool
    ruled: bool
    banked_before: tuple[str, int]
    before_card: Round | None
    held: Card | None
    shown: Card | None

    def __init__(self, table: Table, awaited: Need) -> None:
        vars(self).update(vars(table))
        self.awaited = awaited
        self.events: list[Event] = []

    def freeze(self) -> Table:
        """The table, at rest again; the draft is over, its fields are the table's now."""
        table = object.__new__(Table)
        object.__setattr__(table, "__dict__", vars(self))
        return table

    def change_shoe(self, **changes: Any) -> None:
        """Give some of the shoe's fields new values."""
        self.shoe = self.shoe._replace(**changes)

    def change_bank(self, **changes: Any) -> None:
        """Give some of the bank's fields new values."""
        self.bank = self.bank._replace(**changes)

    def tell(self, *events: Event) -> None:
        """Note what has happened."""
        self.events.extend(events)

    def refuse(self, why: str) -> IllegalAction:
        """The error that says why an action is not possible, and what is awaited."""
        return IllegalAction(why, self.awaited)

    def draw(self, count: int, shown: str = "") -> None:
        """Take cards for use: those set aside first, then from the shoe."""
        shoe, self.shown = self.shoe, None
        set_aside = min(count, shoe.excess)
        self.shoe = shoe._replace(
            left=shoe.left - count + set_aside,
            excess=shoe.excess - set_aside,
            seen=shoe.seen + shown,
        )
        self.notice_cut_card(shoe.left)

    def notice_cut_card(self, before: int) -> None:
        """The last card in front of the cut card brings it out (ALL-10)."""
        if before > self.shoe.behind >= self.shoe.left:
            self.tell(CutCardReached(self.shoe.left))

    def see_instead(self, was: Card, card: Card) -> None:
        """The card seen last was mis-keyed: another one has left the shoe."""
        earlier, _, later = self.shoe.seen.rpartition(f"{was} ")
        self.change_shoe(seen=earlier + later)
        self.check_card(card)
        self.change_shoe(seen=f"{earlier}{card} {later}")

    def check_card(self, card: object) -> None:
        """Refuse what is no card, or a card that has left the shoe as often as it can."""
        if not isinstance(card, Card):
            raise self.refuse(f"{card!r} is not a card")
        if self.shoe.is_gone(card, self.options.decks):
            decks = self.options.decks
            raise self.refuse(f"every {card} of the {decks} decks has left this shoe already")


def cards_in(decks: int) -> int:
    """The size of a shoe."""
    return decks * DECK_SIZE
