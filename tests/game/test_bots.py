"""Bots: whatever they do is accepted, at any table."""

from collections import Counter
from itertools import islice
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casinowar.game import bots
from casinowar.game.actions import (
    Action,
    CloseBets,
    DeclineBank,
    GiveUpBank,
    GoToWar,
    NewShoe,
    PassCut,
    PlaceBet,
    PostStake,
    Sit,
    Surrender,
    TakeBank,
    TimeOut,
)
from casinowar.game.events import Event, WagerSettled, WarDeclared
from casinowar.game.needs import BankerNeeded, BetsNeeded, ChoiceNeeded, CutNeeded, StakeNeeded
from casinowar.game.table import Table, need, step
from casinowar.record.chain import Record, begin, take
from casinowar.record.dealer import Dealer
from casinowar.record.steps import Step
from casinowar.rules.file import builtin_names, load_rules
from casinowar.rules.model import RuleSet
from casinowar.rules.options import resolve
from tests.support.game.chips import chips_after
from tests.support.game.rulefiles import variant_rules
from tests.support.game.table import NOON

EVERY = [
    load_rules(name).rules(reading.name)
    for name in builtin_names()
    for reading in load_rules(name).readings
]
VARIANTS = [
    variant_rules("california", {"limits.primary": "5.00, 25.00", "limits.tie": "5.00, 10.00"}),
    variant_rules("washington", {"bets.tie": "alone too", "limits.below": "accept whole"}),
]


def opened(rules: RuleSet, seats: int) -> Record:
    authorised = rules.limits.primary.most if rules.limits.authorised == "stated" else None
    record = begin("t1", rules, resolve(rules, seats=seats, authorised=authorised)).record
    names = bots.NAMES[: 1 if rules.seats.holding == "solo" else seats]
    for seat, name in enumerate(names, 1):
        record = take(record, Sit(name, seat)).record
    return record


class Company:
    """A table where everyone is a bot; each action is one that `step` accepts."""

    def __init__(self, rules: RuleSet, seats: int, chips: int, seed: int) -> None:
        self.record = opened(rules, seats)
        self.chance = Random(seed)
        self.dealer = Dealer(self.chance.randbytes)
        self.chips = dict.fromkeys(sorted(self.table.players()), chips)
        self.done: Counter[type] = Counter()
        self.events: list[Event] = []

    @property
    def table(self) -> Table:
        return self.record.table

    def do(self, action: Action | Step) -> None:
        self.record, events, _, _ = take(self.record, action)
        self.done[type(action)] += 1
        self.events += events
        for name, chips in self.chips.items():
            self.chips[name] = chips_after(chips, name, events)
            assert self.chips[name] >= 0, f"{name} has no chips for {action}"

    def ask(self, *players: str) -> bool:
        asked = False
        for player in players:
            chips = self.chips[player]
            for action in bots.actions(self.table, player, chips, self.chance):
                self.do(action)
                asked = True
        return asked

    def play(self, turns: int) -> None:
        for _ in range(turns):
            awaited = need(self.table)
            action = self.dealer.answer(self.record)
            if action is not None:
                self.do(action)
                continue
            match awaited:
                case StakeNeeded(player):
                    assert self.ask(player)
                case BankerNeeded(players):
                    if not self.ask(players[0]):
                        return
                case ChoiceNeeded(hands):
                    if not self.ask(hands[0].player):
                        self.do(TimeOut())
                case BetsNeeded():
                    self.ask(*self.chips)
                    if self.table.bets:
                        self.do(CloseBets(NOON))
                case other:
                    raise AssertionError(other)


@given(
    rules=st.sampled_from([*EVERY, *VARIANTS]),
    seats=st.integers(2, 7),
    chips=st.sampled_from([0, 300, 500, 1_700, 100_000]),
    seed=st.integers(0, 2**32),
)
def test_every_action_of_a_bot_is_accepted(
    rules: RuleSet, seats: int, chips: int, seed: int
) -> None:
    Company(rules, min(seats, rules.seats.most), chips, seed).play(60)


@given(rules=st.sampled_from(EVERY), seed=st.integers(0, 2**32))
def test_who_is_not_asked_does_nothing(rules: RuleSet, seed: int) -> None:
    company = Company(rules, min(3, rules.seats.most), 100_000, seed)
    company.play(seed % 40)
    assert bots.actions(company.table, "zoe", 100_000, company.chance) == ()


@pytest.mark.parametrize("rules", EVERY, ids=lambda rules: f"{rules.id}-{rules.reading}")
def test_company_is_varied(rules: RuleSet) -> None:
    company = Company(rules, min(5, rules.seats.most), 10**9, 7)
    company.play(4_000)
    done = company.done
    assert done[PlaceBet] > 100
    assert {e.wager for e in company.events if isinstance(e, WagerSettled)} >= {"primary", "tie"}
    if rules.choice is not None:
        assert done[GoToWar] > done[Surrender] > 0
    if rules.shoe.cut_by == "players":
        assert done[PassCut] > 0
    if rules.player_banked:
        assert min(done[kind] for kind in (TakeBank, DeclineBank, PostStake, GiveUpBank)) > 0
    if rules.war is not None and rules.war.tie_wager != "none":
        assert any(isinstance(e, WarDeclared) and e.war_tie for e in company.events)


def test_bots_never_cut() -> None:
    table, _ = step(opened(load_rules("washington").rules(), 3).table, NewShoe(1))
    assert isinstance(need(table), CutNeeded)
    answers = {bots.actions(table, "ann", 0, Random(seed)) for seed in range(30)}
    assert answers == {(PassCut("ann"),)}
    assert bots.actions(table, "bob", 0, Random(1)) == ()


def test_same_chance_same_actions() -> None:
    first, second = (Company(EVERY[0], 4, 100_000, 5) for _ in range(2))
    first.play(300)
    second.play(300)
    assert first.events == second.events


@pytest.mark.parametrize("player", ["you", "ann", "Bob", "cy2"])
def test_there_is_a_name_for_every_bot(player: str) -> None:
    names = list(islice(bots.names(player), 40))
    assert len(set(names)) == 40
    assert player.lower() not in names
    assert names[:2] == [name for name in bots.NAMES if name != player.lower()][:2]
