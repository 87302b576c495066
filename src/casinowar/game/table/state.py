"""The state of a table, between steps and during one.

`Table` is frozen: seats, wagers, shoe, bank and the round. `TableDraft` is the table during a step:
the modules of this package change it and add events; then it is frozen again.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from casinowar.cards import DECK_SIZE, Card, is_gone
from casinowar.errors import IllegalAction
from casinowar.game.events import CutCardReached, Event
from casinowar.game.needs import Need
from casinowar.game.round import Bet, Round
from casinowar.rules.model import RuleSet
from casinowar.rules.options import Options


class Shoe(NamedTuple):
    """The shoe on the table: the stage of its preparation, and the cards seen from it."""

    number: int = 0
    batch: int = 0
    stage: Literal["spent", "cut", "cut card", "first burn", "ready"] = "spent"
    left: int = 0
    behind: int = 0
    """Cards behind the cut card."""
    excess: int = 0
    """Cards drawn too early and set aside, face down, to be dealt next."""
    seen: str = ""
    """Every card that has left this shoe face up, in order: ``"9h Kd 4 "``."""
    asked: tuple[int, ...] = ()
    """The seats still to be asked to cut, the next one first."""
    cutter: int = 0
    """The seat that cut last, at this shoe or an earlier one."""

    def is_gone(self, card: Card, decks: int) -> bool:
        """Whether every copy of this card in `decks` decks has been seen already."""
        return is_gone(card, self.seen, decks)


class Bank(NamedTuple):
    """The player who holds the bank, or is offered it, if the rules let players bank."""

    player: str = ""
    seat: int = 0
    """The seat of the banker, or of the last one; offers continue from here."""
    stake: int = 0
    offers: tuple[str, ...] = ()
    """The players still to be asked; the first is being asked now."""
    went_round: bool = False
    """Whether everyone declined, so that anyone allowed may take the bank."""
    last: str = ""
    rounds: int = 0
    """Consecutive rounds banked by the player `last`."""


_NO_SHOE = Shoe()
_NO_BANK = Bank()


class TableBase:
    """Questions about a table that both `Table` and `TableDraft` answer."""

    __slots__ = ()

    if TYPE_CHECKING:  # the subclasses hold the fields

        @property
        def rules(self) -> RuleSet:
            """The rules of the table, which never change."""

        @property
        def options(self) -> Options:
            """The operator's choices."""

        @property
        def seats(self) -> tuple[str, ...]:
            """The player at each seat, seat 1 first; ``""`` if the seat is empty."""

        @property
        def shoe(self) -> Shoe:
            """The shoe on the table."""

        @property
        def bank(self) -> Bank:
            """The bank, if players hold it."""

        @property
        def bets(self) -> tuple[Bet, ...]:
            """The wagers on the felt while bets are open, in the order placed."""

        @property
        def honoured(self) -> tuple[str, ...]:
            """The players whose one wager below the minimum was honoured (FC-14)."""

        @property
        def leaving(self) -> tuple[int, ...]:
            """The seats that will be empty once their players take no part in a round."""

        @property
        def round(self) -> Round | None:
            """The round in progress, or the last one until the next round's first bet."""

    @property
    def playing(self) -> bool:
        """Whether a round is in progress."""
        return self.round is not None and bool(self.round.agenda)

    @property
    def backs(self) -> str:
        """The colour of the card backs in the shoe on the table."""
        return self.rules.shoe.backs[self.shoe.batch - 1]

    def seats_of(self, player: str) -> list[int]:
        """The seats a player holds."""
        return [seat for seat, holder in enumerate(self.seats, 1) if holder == player]

    def players(self) -> set[str]:
        """Everyone who has a seat."""
        return {holder for holder in self.seats if holder}

    def bets_in_play(self) -> tuple[Bet, ...]:
        """The wagers of the round in progress, or those placed for the next."""
        return self.round.bets if self.round is not None and self.round.agenda else self.bets

    def bet(self, player: str, seat: int) -> Bet | None:
        """A person's open bet on a seat's card."""
        for bet in self.bets:
            if bet.player == player and bet.seat == seat:
                return bet
        return None


@dataclass(frozen=True)
class Table(TableBase):
    """A table between two steps."""

    __slots__ = ("__dict__", "_need")  # the cached need is not a field, so no draft copies it

    def __getstate__(self) -> dict[str, object]:
        """The fields, for `copy` and `pickle`; a copy finds out its need anew."""
        return dict(self.__dict__)

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
    """How many cards a new dealer must still burn."""
    round: Round | None = None
    rounds: int = 0
    """How many rounds have begun, counting those voided before their first card."""
    began_at: int = 0
    betting: bool = False
    """Whether the coming round has had its first bet."""
    ruled: bool = False
    """Whether the round has its final ruling."""
    banked_before: tuple[str, int] = ("", 0)
    """`Bank.last` and `Bank.rounds` before this round, restored if it is voided."""
    before_card: Round | None = None
    """Hand-dealt: the round before the last card, while that card can be corrected."""
    held: Card | None = None
    """Hand-dealt: the last card, while the dealer has not yet made its payments."""
    shown: Card | None = None
    """Hand-dealt: the card shown by mistake, while it can be corrected."""


class TableDraft(TableBase):
    """A table during a step: fields that may change, and the events so far.

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
        """The new table; it takes over the draft's fields, so do not use the draft again."""
        table = object.__new__(Table)
        object.__setattr__(table, "__dict__", vars(self))
        return table

    def change_shoe(self, **changes: Any) -> None:
        """Change some fields of the shoe."""
        self.shoe = self.shoe._replace(**changes)

    def change_bank(self, **changes: Any) -> None:
        """Change some fields of the bank."""
        self.bank = self.bank._replace(**changes)

    def tell(self, *events: Event) -> None:
        """Add events."""
        self.events.extend(events)

    def refuse(self, why: str) -> IllegalAction:
        """The error that says why an action is not possible, and what the table waits for."""
        return IllegalAction(why, self.awaited)

    def draw(self, count: int, shown: str = "") -> None:
        """Draw cards: first those set aside, then from the shoe."""
        shoe, self.shown = self.shoe, None
        set_aside = min(count, shoe.excess)
        self.shoe = shoe._replace(
            left=shoe.left - count + set_aside,
            excess=shoe.excess - set_aside,
            seen=shoe.seen + shown,
        )
        self.notice_cut_card(shoe.left)

    def notice_cut_card(self, before: int) -> None:
        """Add `CutCardReached` if the last card in front of the cut card has left (ALL-10)."""
        if before > self.shoe.behind >= self.shoe.left:
            self.tell(CutCardReached(self.shoe.left))

    def see_instead(self, was: Card, card: Card) -> None:
        """Replace a card that was keyed wrong among the cards seen."""
        earlier, _, later = self.shoe.seen.rpartition(f"{was} ")
        self.change_shoe(seen=earlier + later)
        self.check_card(card)
        self.change_shoe(seen=f"{earlier}{card} {later}")

    def check_card(self, card: object) -> None:
        """Refuse anything but a card that can still be in the shoe."""
        if not isinstance(card, Card):
            raise self.refuse(f"{card!r} is not a card")
        if self.shoe.is_gone(card, self.options.decks):
            decks = self.options.decks
            raise self.refuse(f"every {card} of the {decks} decks has left this shoe already")


def cards_in(decks: int) -> int:
    """The number of cards in a full shoe."""
    return decks * DECK_SIZE
