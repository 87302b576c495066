"""Random play at a whole table: whoever is at it does something they may do."""

from dataclasses import replace
from random import Random
from typing import Any

from casinowar.cards import DECK
from casinowar.game.actions import (
    Action,
    CorrectCard,
    CutDeck,
    Deal,
    DiscloseCard,
    GoToWar,
    PlaceBet,
    PlaceCutCard,
    PostStake,
)
from casinowar.game.events import Event
from casinowar.game.table import Actor, Offer, Table, legal, open_table, step
from casinowar.rules.model import RuleSet
from casinowar.rules.options import Options, resolve
from tests.support.game.bookkeeping import Accounts

PLAYERS = ("ann", "bob", "cy", "di", "ed")
CROWD = (
    *(Actor("player", name) for name in PLAYERS),
    Actor("dealer"),
    Actor("house"),
    Actor("pit boss"),
    Actor("operator"),
)
RARE = (
    *("Leave", "Rule", "RuleWager", "ChangeDealer"),
    *("DrawExcess", "DiscloseCard", "CancelRound", "WithdrawBet"),
)
"""Actions that would end or empty a round too often to see much of it."""


def options_for(rules: RuleSet, **options: Any) -> Options:
    """Options for any rule set: the authorised limit is stated where it must be."""
    if rules.limits.authorised == "stated":
        options.setdefault("authorised", rules.limits.primary.most)
    return resolve(rules, **options)


class Walk:
    """A table that is walked at random, its events and accounts."""

    def __init__(self, rules: RuleSet, random: Random, **options: Any) -> None:
        self.random = random
        self.start = open_table(rules, options_for(rules, **options))
        self.table = self.start
        self.accounts = Accounts(self.table)
        self.taken: list[Action] = []
        self.events: list[Event] = []

    def choose(self) -> Action:
        """Something that someone may do now; mostly what leads on."""
        rare = self.random.random() < 0.06
        for actor in self.random.sample(CROWD, len(CROWD)):
            offers = legal(self.table, actor)
            likely = [o for o in offers if rare or type(o.action).__name__ not in RARE]
            if likely:
                return self.vary(self.random.choice(likely))
        raise AssertionError(f"nobody can do anything at {self.table}")

    def vary(self, offer: Offer) -> Action:
        """An offered action with another of the numbers or cards that it allows."""
        match offer.action:
            case Deal() | CorrectCard() | DiscloseCard() as action:
                card = self.random.choice(DECK)
                gone = self.table.shoe.is_gone(card, self.table.options.decks)
                return action if gone else replace(action, card=card)
            case PlaceBet() | PostStake() as action:
                return replace(action, amount=self.number(offer))
            case CutDeck() as action:
                return replace(action, at=self.number(offer))
            case PlaceCutCard() as action:
                return replace(action, behind=self.number(offer))
            case GoToWar(tie=tie) as action if tie:
                return replace(action, tie=self.number(offer))
            case action:
                return action

    def number(self, offer: Offer) -> int:
        """A number an offer allows; amounts are whole units, and seldom absurd."""
        if offer.amounts:
            return self.random.choice(offer.amounts)
        if isinstance(offer.action, CutDeck | PlaceCutCard):
            return self.random.randint(offer.least, offer.most)
        unit = self.table.rules.limits.unit
        largest = min(offer.most, offer.least + 20 * unit)
        least_units = -(-offer.least // unit)
        return unit * self.random.randint(least_units, largest // unit)

    def take(self, action: Action) -> tuple[Event, ...]:
        """One step, with every cent accounted for."""
        self.table, events = step(self.table, action)
        self.taken.append(action)
        self.events.extend(events)
        self.accounts.follow(events)
        self.accounts.check(self.table)
        return events

    def replay(self) -> tuple[Table, list[Event]]:
        """The same actions from the start again."""
        table = self.start
        events: list[Event] = []
        for action in self.taken:
            table, told = step(table, action)
            events.extend(told)
        return table, events
