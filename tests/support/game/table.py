"""A table for tests that reads like play: sit, bet, deal, and see who is paid.

>>> game = Game("washington", seats=2)
>>> game.sit("ann", "bob")
>>> game.bet("ann", primary=500, tie=500)
>>> game.deal("9h Kd")
>>> game.results()
[('ann', 1, 'primary', -500), ('ann', 1, 'tie', -500)]
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, TypeVar

import pytest

from casinowar.cards import parse_card
from casinowar.errors import IllegalAction
from casinowar.game import actions
from casinowar.game.actions import Action
from casinowar.game.events import Event, WagerReturned, WagerReversed, WagerRuled, WagerSettled
from casinowar.game.needs import BetsNeeded, BurnNeeded, CutCardNeeded, CutNeeded, Need, ShoeNeeded
from casinowar.game.table import Table, need, open_table, step
from casinowar.rules.file import load_rules
from casinowar.rules.model import RuleSet
from casinowar.rules.options import resolve

E = TypeVar("E")

NOON = 1_800_000_000
"""A time to begin rounds at, where the rules ask for one."""


def rules_of(name: str, reading: str | None = None) -> RuleSet:
    """A built-in rule set under a reading, by default its own."""
    return load_rules(name).rules(reading)


class Game:
    """A table, and everything that has happened at it."""

    def __init__(self, rules: str | RuleSet, reading: str | None = None, **options: Any) -> None:
        self.rules = rules_of(rules, reading) if isinstance(rules, str) else rules
        if self.rules.limits.authorised == "stated":
            options.setdefault("authorised", 50_000)
        self.table: Table = open_table(self.rules, resolve(self.rules, **options))
        self.events: list[Event] = []

    @property
    def need(self) -> Need:
        return need(self.table)

    def awaits(self, awaited: Need) -> None:
        """The table waits for this and nothing else."""
        assert self.need == awaited, f"waiting for {self.need}"

    def do(self, *actions: Action) -> list[Event]:
        """Take actions one after the other; the events of these."""
        start = len(self.events)
        for action in actions:
            self.table, events = step(self.table, action)
            self.events.extend(events)
        return self.events[start:]

    def sit(self, *players: str) -> None:
        """Players take the seats 1, 2, 3 … in this order."""
        for seat, player in enumerate(players, 1):
            self.do(actions.Sit(player, seat))

    def prepare_shoe(self, behind: int | None = None, at: int = 100) -> None:
        """Bring a shoe, let whoever is asked cut it, place the cut card, burn what is due."""
        while True:
            match self.need:
                case ShoeNeeded(batch):
                    self.do(actions.NewShoe(batch))
                case CutNeeded(player):
                    self.do(actions.CutDeck(player, at))
                case CutCardNeeded(least):
                    self.do(actions.PlaceCutCard(least if behind is None else behind))
                case BurnNeeded(count, "first card" | "new dealer"):
                    self.do(actions.Burn(count))
                case _:
                    return

    def bank(self, player: str, stake: int) -> None:
        """A player takes the bank (the others asked before decline) and posts a stake."""
        self.prepare_shoe()
        while self.table.bank.player != player:
            asked = self.table.bank.offers[:1]
            if asked and asked[0] != player:
                self.do(actions.DeclineBank(asked[0]))
            else:
                self.do(actions.TakeBank(player))
        self.do(actions.PostStake(player, stake))

    def bet(self, player: str, *, primary: int = 0, tie: int = 0, seat: int = 0) -> None:
        """A player's wagers, at their own (first) seat unless another is named."""
        self.prepare_shoe()
        at = seat or self.table.seats_of(player)[0]
        if primary:
            self.do(actions.PlaceBet(player, at, "primary", primary))
        if tie:
            self.do(actions.PlaceBet(player, at, "tie", tie))

    def close(self, at: int = NOON) -> None:
        """No more bets."""
        self.do(actions.CloseBets(at))

    def deal(self, cards: str) -> list[Event]:
        """Deal these cards (``"9h Kd 4s"``), closing bets first and burning what is due."""
        start = len(self.events)
        if isinstance(self.need, BetsNeeded):
            self.close()
        for card in cards.split():
            self.burn_due()
            self.do(actions.Deal(parse_card(card)))
        return self.events[start:]

    def burn_due(self) -> None:
        """Burn what the round asks for."""
        while isinstance(awaited := self.need, BurnNeeded):
            self.do(actions.Burn(awaited.count))

    def war(self, player: str, seat: int = 0, tie: int = 0) -> list[Event]:
        """A player goes to war, at their own (first) seat unless another is named."""
        return self.do(actions.GoToWar(player, seat or self.table.seats_of(player)[0], tie))

    def surrender(self, player: str, seat: int = 0) -> list[Event]:
        """A player surrenders, at their own (first) seat unless another is named."""
        return self.do(actions.Surrender(player, seat or self.table.seats_of(player)[0]))

    def refused(self, action: Action, *words: str) -> None:
        """The table refuses an action in these words, and is afterwards what it was before."""
        before = replace(self.table)
        with pytest.raises(IllegalAction) as error:
            step(self.table, action)
        for part in words:
            assert part in str(error.value)
        assert self.table == before

    def run_down(self, left: int) -> None:
        """As if all but so many cards had left the shoe, none of them seen."""
        self.prepare_shoe()
        self.table = replace(self.table, shoe=self.table.shoe._replace(left=left))

    def told(self, kind: type[E]) -> list[E]:
        """Every event of a kind so far."""
        return [event for event in self.events if isinstance(event, kind)]

    def results(self) -> list[tuple[str, int, str, int]]:
        """Player, seat, wager and net result of every settled wager, in order."""
        return [(e.player, e.seat, e.wager, e.net) for e in self.told(WagerSettled)]


def tie_hand(
    rules: str | RuleSet,
    reading: str | None = None,
    *,
    primary: int = 500,
    tie: int = 0,
    **options: Any,
) -> Game:
    """Ann alone, her nine of hearts against the dealer's nine of clubs."""
    game = Game(rules, reading, **options)
    game.sit("ann")
    game.bet("ann", primary=primary, tie=tie)
    game.deal("9h 9c")
    return game


def net_of(events: Iterable[Event], player: str) -> int:
    """What a player has won over these events, less what they have lost."""
    total = 0
    for event in events:
        match event:
            case WagerSettled(who, net=net) | WagerRuled(who, net=net) if who == player:
                total += net
            case WagerReversed(player=who, net=net) if who == player:
                total -= net
            case _:
                pass
    return total


__all__ = ["NOON", "Game", "WagerReturned", "net_of", "rules_of", "tie_hand"]
