"""Asks the player at the keyboard for what the table awaits, until the answer is possible.

Everything on offer comes from `casinowar.game.table.legal`. Every answer is tried on the table
before it counts. If the table refuses it, the player is told why and asked again, and loses
nothing.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeVar

from casinowar.errors import CasinoWarError, IllegalAction
from casinowar.game.actions import (
    Action,
    DeclineBank,
    GiveUpBank,
    GoToWar,
    PlaceBet,
    PostStake,
    Surrender,
    TakeBank,
)
from casinowar.game.bots import BotChance
from casinowar.game.events import BetPlaced, Event, WarDeclared
from casinowar.game.needs import BankerNeeded, Hand, StakeNeeded
from casinowar.game.table import Actor, Offer, Table, legal, step
from casinowar.game.table.bets import describe_limit
from casinowar.money import format_money, parse_money, short_money
from casinowar.rules.describe import occasion
from casinowar.rules.model import Limit
from casinowar.rules.pay import net
from casinowar.terminal.input import (
    ALL,
    Buy,
    Leave,
    ShowRules,
    WantedBet,
    read_bets,
    read_command,
    read_number,
)
from casinowar.terminal.screen import Screen

A = TypeVar("A", bound=Action)
R = TypeVar("R")
Actions = tuple[Action, ...]

_ALWAYS = ("? rules", "q quit")
_BUY = "type buy for more chips"


class PlayerLeft(Exception):
    """The player has left the table."""


class KeyboardPlayer:
    """The player at the keyboard."""

    def __init__(self, name: str, chips: dict[str, int], screen: Screen, chance: BotChance) -> None:
        self.name = name
        self.bought = chips[name]
        """All chips bought, including those at the start."""
        self._purses = chips
        self._first = chips[name]
        self._screen = screen
        self._chance = chance
        self._bets: tuple[WantedBet, ...] = ()
        self._stake = 0

    @property
    def chips(self) -> int:
        """The player's chips, which the game counts from the events."""
        return self._purses[self.name]

    def bet(self, table: Table) -> Actions:
        """Ask for wagers on the coming round; none if the player sits out or cannot bet."""
        seats = sorted({bet.seat for bet in self._offered(table, PlaceBet)})
        if not seats:
            return ()

        def usual() -> tuple[WantedBet, ...]:
            """Return the last bets if possible, else the smallest; none if chips are short."""
            least = WantedBet(seats[0], _least(table.options.primary), 0)
            for wishes in (self._bets, (least,)):
                if self.chips >= sum(wish.primary + wish.tie for wish in wishes):
                    try:
                        if wishes and _taken(_try(table, *_bets(self.name, wishes))) == wishes:
                            return wishes
                    except IllegalAction:
                        continue
            return ()

        def keys() -> list[str]:
            several = len(seats) > 1
            again = f"Enter: {_shown(usual(), several=several)}" if usual() else "buy chips"
            how = _example(table)
            if several:
                how = f"{seats[0]}:{how} {seats[-1]}:{how} for each hand"
            elif table.rules.has_tie:
                how += " with a tie bet"
            return [again, how, "0 sit out", *_ALWAYS]

        def read(text: str) -> Actions:
            wishes = read_bets(text, seats[0]) if text else usual()
            if not text and not wishes:
                least = format_money(_least(table.options.primary))
                raise IllegalAction(f"the smallest bet is {least}, but {self._has()}; {_BUY}")
            if wishes and wishes[0].seat == ALL:
                wishes = tuple(WantedBet(seat, wishes[0].primary, wishes[0].tie) for seat in seats)
            for wish in wishes:
                if why := _not_own(table, wish.seat, seats):
                    raise IllegalAction(why)
            self._check_chips(sum(wish.primary + wish.tie for wish in wishes))
            bets = _bets(self.name, wishes)
            self._bets = _taken(_try(table, *bets)) or self._bets
            return bets

        return self._ask(f"Your bet? {limits(table).capitalize()}", keys, read)

    def choose(self, table: Table, hand: Hand) -> Actions:
        """Ask for war or surrender on a hand with a choice, usually a tie."""
        assert table.round is not None, "a choice is due in a round"
        own = (bet for bet in table.round.bets_at(hand.seat) if bet.player == self.name)
        primary = next(own).primary
        needed = 0 if table.rules.war_needs_no_chips else primary
        what = occasion(table.rules)
        offers = legal(table, Actor("player", self.name))
        wars = [o for o in offers if isinstance(o.action, GoToWar) and o.action.seat == hand.seat]
        surrenders = Surrender(self.name, hand.seat) in self._offered(table, Surrender)

        def short() -> bool:
            """Whether the player has too few chips for a war (ALL-6)."""
            return bool(wars) and self.chips < needed

        def question() -> str:
            stake = format_money(primary)
            if not short():
                return f"A {what} at seat {hand.seat}, with {stake} at stake. What now?"
            way = "buy chips, or surrender?" if surrenders else "buy chips."
            return f"A {what} at seat {hand.seat}. War needs {stake} more, but {self._has()}: {way}"

        def keys() -> list[str]:
            war = [
                f"w war, {format_money(needed)} more",
                *_tie_keys(wars, primary, self.chips - needed),
            ]
            offered = [] if not wars else war if not short() else ["buy chips"]
            if surrenders:
                offered.append(f"s surrender, {format_money(_kept(table, primary))} back")
            return [*offered, *_ALWAYS]

        def read(text: str) -> Actions:
            action = _read_choice(text, Hand(self.name, hand.seat), primary)
            if action is None:
                war = [] if not wars else ["buy for more chips" if short() else "w for war"]
                answers = [*war, *(["s to surrender"] if surrenders else [])]
                raise IllegalAction(f"type {' or '.join(answers)}")
            for event in _try(table, action):
                if isinstance(event, WarDeclared):
                    self._check_chips(needed + event.war_tie)
            return (action,)

        return self._ask(question, keys, read)

    def cut(self, cards: int) -> int | None:
        """Ask after how many of the cards to cut; return `None` to let the dealer cut."""

        def read(text: str) -> int | None:
            if text.lower() in ("pass", "p"):
                return None
            if not text:
                return self.cut_anywhere(cards)
            at = read_number(text, "a place to cut")
            if not 1 <= at < cards:
                raise IllegalAction(f"{at} is not a place to cut: choose 1 to {cards - 1}")
            return at

        question = f"A new shoe. Will you cut? After 1 to {cards - 1} cards from the top"
        keys = ["Enter: anywhere", "100: after 100 cards", "pass: dealer cuts", *_ALWAYS]
        return self._ask(question, lambda: keys, read)

    def cut_anywhere(self, cards: int) -> int:
        """Return a random place to cut this many cards."""
        return 1 + self._chance.randrange(cards - 1)

    def bank(self, table: Table, awaited: BankerNeeded) -> Actions:
        """Ask whether to take the bank or decline it."""
        declines = bool(self._offered(table, DeclineBank))

        def read(text: str) -> Actions:
            action: Action
            match text.lower():
                case "t" | "take":
                    self._check_chips(table.options.primary.least)
                    action = TakeBank(self.name)
                case "d" | "decline" if declines:
                    action = DeclineBank(self.name)
                case _:
                    raise IllegalAction(
                        f"type t to take the bank{' or d to decline it' * declines}"
                    )
            _try(table, action)
            return (action,)

        question = "The bank is offered to you. Will you take it?"
        if not declines:
            question = f"No round is dealt until {' or '.join(awaited.players)} takes the bank."
        decline = ["d decline"] if declines else []
        return self._ask(question, lambda: ["t take it", *decline, *_ALWAYS], read)

    def stake(self, table: Table, awaited: StakeNeeded) -> Actions:
        """Ask for the banker's stake for the coming round, or whether to give up the bank."""
        gives_up = bool(self._offered(table, GiveUpBank))

        def usual() -> int:
            return min(self._stake or 20 * awaited.least, self.chips)

        def read(text: str) -> Actions:
            action: Action = GiveUpBank(self.name)
            if text.lower() not in ("g", "give up"):
                amount = parse_money(text) if text else usual()
                if amount < awaited.least:
                    least = format_money(awaited.least)
                    raise IllegalAction(f"the stake must be {least} or more; {self._has()}")
                self._check_chips(amount)
                action = PostStake(self.name, amount)
                self._stake = amount
            _try(table, action)
            return (action,)

        def keys() -> list[str]:
            give_up = ["g give up the bank"] if gives_up else []
            return [f"Enter: {short_money(usual())}", *give_up, "buy chips", *_ALWAYS]

        least = format_money(awaited.least)
        question = f"You are the bank. Your stake for this round? {least} or more"
        return self._ask(question, keys, read)

    def _ask(
        self,
        question: str | Callable[[], str],
        keys: Callable[[], Sequence[str]],
        read: Callable[[str], R],
    ) -> R:
        """Ask until the answer is possible."""
        while True:
            asked = question if isinstance(question, str) else question()
            text = self._screen.ask(asked, " · ".join(keys())).strip()
            try:
                match read_command(text):
                    case Leave():
                        raise PlayerLeft
                    case ShowRules():
                        self._screen.rules()
                    case Buy(amount):
                        self._buy(amount or self._first)
                    case None:
                        return read(text)
            except CasinoWarError as error:
                self._screen.say(_explained(error))

    def _buy(self, amount: int) -> None:
        self._purses[self.name] += amount
        self.bought += amount
        self._screen.say(f"You buy chips for {format_money(amount)}: {self._has()}.")

    def _has(self) -> str:
        return f"you have {format_money(self.chips)}"

    def _check_chips(self, amount: int) -> None:
        if amount > self.chips:
            raise IllegalAction(f"that needs {format_money(amount)}, but {self._has()}; {_BUY}")

    def _offered(self, table: Table, kind: type[A]) -> list[A]:
        offers = legal(table, Actor("player", self.name))
        return [offer.action for offer in offers if isinstance(offer.action, kind)]


def limits(table: Table) -> str:
    """Describe a table's limits."""
    primary, tie = describe_limit(table.options.primary), describe_limit(table.options.tie)
    if not table.rules.has_tie:
        return f"primary {primary}, no tie wager"
    return f"primary {primary}, tie {'the same' if tie == primary else tie}"


def _example(table: Table) -> str:
    """Return an example of a bet the player could type."""
    primary, tie = table.options.primary, table.options.tie
    amount = primary.amounts[-1] if primary.amounts else min(4 * primary.least, primary.most)
    if not table.rules.has_tie:
        return short_money(amount)
    return f"{short_money(amount)}/{short_money(_least(tie))}"


def _try(table: Table, *actions: Action) -> list[Event]:
    """Return the events of actions, or raise if the table refuses one; `table` is not changed."""
    events: list[Event] = []
    for action in actions:
        table, new = step(table, action)
        events += new
    return events


def _explained(error: CasinoWarError) -> str:
    """Say why an answer was refused, but not what the table awaits: the prompt says that."""
    why = error.why if isinstance(error, IllegalAction) else str(error)
    return f"{why[:1].upper()}{why[1:]}."


def _least(limit: Limit) -> int:
    return min(limit.amounts) if limit.amounts else limit.least


def _not_own(table: Table, seat: int, own: Sequence[int]) -> str:
    """Say why the player cannot bet on one of the table's seats; ``""`` if they can."""
    if seat in own or not 1 <= seat <= len(table.seats):
        return ""
    holder = table.seats[seat - 1]
    whose = f"seat {seat} is {holder}'s" if holder else f"nobody sits at seat {seat}"
    return f"{whose}; yours is {' or '.join(map(str, own))}"


def _bets(player: str, wishes: Sequence[WantedBet]) -> tuple[PlaceBet, ...]:
    bets = []
    for wish in wishes:
        if wish.primary:
            bets.append(PlaceBet(player, wish.seat, "primary", wish.primary))
        if wish.tie:
            bets.append(PlaceBet(player, wish.seat, "tie", wish.tie))
    return tuple(bets)


def _taken(events: Sequence[Event]) -> tuple[WantedBet, ...]:
    """Return the bets as the table accepted them."""
    wishes: dict[int, WantedBet] = {}
    for event in events:
        if isinstance(event, BetPlaced):
            wish = wishes.get(event.seat, WantedBet(event.seat, 0, 0))
            wishes[event.seat] = (
                replace(wish, primary=event.amount)
                if event.wager == "primary"
                else replace(wish, tie=event.amount)
            )
    return tuple(wishes.values())


def _shown(wishes: tuple[WantedBet, ...], *, several: bool) -> str:
    """Write bets as the player would type them."""
    words = []
    for wish in wishes:
        tie = f"/{short_money(wish.tie)}" if wish.tie else ""
        words.append(f"{wish.seat}:" * several + short_money(wish.primary) + tie)
    return " ".join(words)


def _kept(table: Table, primary: int) -> int:
    """Return how much a surrender gives back."""
    pay = table.rules.pays.pay("surrender", "primary")
    assert pay is not None, "the pay table has every surrender that is offered"
    return primary + net(pay, primary, table.rules.pays.odd_cent)


def _tie_keys(wars: Sequence[Offer], primary: int, chips: int) -> list[str]:
    """Explain how to add a tie wager to a war, if it is offered and the chips are enough."""
    for offer in wars:
        if offer.least > chips:
            continue
        if offer.amounts == (primary,):
            return [f"wt war with a tie bet, {format_money(2 * primary)} more"]
        if offer.most:
            return [f"w {short_money(offer.least)} war with a tie bet"]
    return []


def _read_choice(text: str, hand: Hand, primary: int) -> GoToWar | Surrender | None:
    """Read ``w``, ``wt``, ``w 20`` or ``s``, or ``2:w`` for the hand at seat 2.

    Return `None` for anything else.
    """
    seat, colon, answer = text.partition(":")
    own = read_number(seat, "a seat") if colon else hand.seat
    match (answer if colon else text).lower().split():
        case ["s" | "surrender"]:
            return Surrender(hand.player, own)
        case ["w" | "war"]:
            return GoToWar(hand.player, own)
        case ["wt"] | ["w" | "war", "t" | "tie"]:
            return GoToWar(hand.player, own, primary)
        case ["w" | "war", amount]:
            return GoToWar(hand.player, own, parse_money(amount))
        case _:
            return None
