"""A table for programs: a thin, frozen value over the core's table."""

from dataclasses import dataclass
from typing import get_args

from casinowar.api.arguments import rules_given
from casinowar.api.rules import Rules
from casinowar.cards import Card, parse_card
from casinowar.errors import CasinoWarError, IllegalAction, RuleError
from casinowar.game.actions import Action, Role
from casinowar.game.events import Event
from casinowar.game.needs import Need
from casinowar.game.round import Bet, Round
from casinowar.game.table import Actor, Bank, Offer, Shoe, legal, need, open_table, step
from casinowar.game.table import Table as CoreTable
from casinowar.rules.model import Collect, Limit
from casinowar.rules.options import Options, resolve

__all__ = ["Table"]

Amounts = Limit | tuple[int, int]
"""A limit, or its least and its most in cents."""


@dataclass(frozen=True, slots=True, repr=False)
class Table:
    """A table between two steps; `step` returns the next one. Use `Table.open` to make one.

    >>> import casinowar as cw
    >>> table = cw.Table.open(cw.load("washington"), seats=7)
    >>> table
    <Table washington/right-to-left, 7 seats, 6 decks: waiting for at least 1 seated player>
    >>> table, events = table.step(cw.Sit("ann", 1))
    >>> events
    (Seated(player='ann', seat=1),)
    >>> table.need
    ShoeNeeded(batch=1, backs='red')
    >>> [offer.action for offer in table.legal("ann")][:2]
    [Leave(player='ann', seat=1), Sit(player='ann', seat=2)]
    """

    rules: Rules
    table: CoreTable
    """The table as an object of the core."""
    practice: tuple[str, ...] = ()
    """Options that the operator should state, but that have their usual value here."""

    @classmethod
    def open(
        cls,
        rules: Rules,
        *,
        seats: int | None = None,
        decks: int | None = None,
        primary: Amounts | None = None,
        tie: Amounts | None = None,
        authorised: int | None = None,
        most_returned: int | None = None,
        first_burn: bool | None = None,
        collect: Collect | None = None,
        hand_dealt: bool = False,
        practice: bool = False,
    ) -> "Table":
        """Open an empty table; options that you leave out have their usual values.

        Some rules, such as Washington's, ask the operator to state the authorised limit. If you do
        not state it, it is the table's maximum, and `practice` contains its name. That makes it a
        practice table, as `practice=True` does: `table.options.practice` says so.
        """
        loaded = rules_given(rules)
        unstated = authorised is None and loaded.rules.limits.authorised == "stated"
        options = resolve(
            loaded.rules,
            seats=seats,
            decks=decks,
            primary=_limit("primary", primary),
            tie=_limit("tie", tie),
            authorised=authorised,
            most_returned=most_returned,
            first_burn=first_burn,
            collect=collect,
            hand_dealt=hand_dealt,
            practice=practice or unstated,
        )
        left_out = ("authorised",) if unstated else ()
        return cls(loaded, open_table(loaded.rules, options), left_out)

    def step(self, action: Action) -> tuple["Table", tuple[Event, ...]]:
        """The table after an action, and what the action caused; `IllegalAction` if refused."""
        if not isinstance(action, Action):
            raise IllegalAction(
                f"{action!r:.80} is not an action; give one, as cw.Sit('ann', 1)", self.need
            )
        card = getattr(action, "card", None)
        if card is not None and not (isinstance(card, Card) and parse_card(str(card)) == card):
            raise IllegalAction(f"{card!r:.80} is not a card; give one, as cw.parse_card('9h')")
        after, events = step(self.table, action)
        return Table(self.rules, after, self.practice), events

    @property
    def need(self) -> Need:
        """What the table waits for."""
        return need(self.table)

    def legal(self, name: str = "", *, role: Role = "player") -> tuple[Offer, ...]:
        """What a player may do now: for each possibility, an example that `step` accepts.

        For the dealer, the pit boss, the operator or the house, give `role` instead of a name.
        """
        if role not in get_args(Role):
            roles = ", ".join(map(repr, get_args(Role)))
            raise CasinoWarError(f"role: {role!r:.80} is not a role; use {roles}")
        if role == "player" and not name:
            raise CasinoWarError("name a player, or give a role, as legal(role='dealer')")
        return legal(self.table, Actor(role, name))

    @property
    def options(self) -> Options:
        """How the table was opened: decks, seats, limits and so on."""
        return self.table.options

    @property
    def seats(self) -> tuple[str, ...]:
        """The player at each seat, seat 1 first; ``""`` where nobody sits."""
        return self.table.seats

    @property
    def bets(self) -> tuple[Bet, ...]:
        """The wagers of the round in progress, or those placed for the next one."""
        return self.table.bets_in_play()

    @property
    def shoe(self) -> Shoe:
        """The shoe on the table."""
        return self.table.shoe

    @property
    def bank(self) -> Bank:
        """The bank, if players hold it."""
        return self.table.bank

    @property
    def round(self) -> Round | None:
        """The round in progress; between rounds, the last one until someone bets again."""
        return self.table.round

    @property
    def rounds(self) -> int:
        """How many rounds have begun."""
        return self.table.rounds

    @property
    def playing(self) -> bool:
        """Whether a round is under way."""
        return self.table.playing

    def __repr__(self) -> str:
        options = self.options
        return (
            f"<Table {self.rules.id}/{self.rules.reading}, {options.seats} seats, "
            f"{options.decks} decks: waiting for {self.need}>"
        )


def _limit(name: str, given: Amounts | None) -> Limit | None:
    match given:
        case None | Limit():
            return given
        case (int(least), int(most)):
            return Limit(least, most)
        case _:
            raise RuleError(
                f"{name}: {given!r:.80} is not a limit; give two amounts in cents, as (500, 50000)"
            )
