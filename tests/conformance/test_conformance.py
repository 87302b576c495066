"""What every rule set must do, whatever its rules: one suite for all of them.

`need` is total and always leads on; what `legal` offers is exactly what `step` accepts; play always
ends; the same input gives the same output; no cent is made or lost. It runs for every built-in rule
set and reading, dealt by a shoe and by hand, and for random rule sets of the vocabulary.
"""

from contextlib import suppress
from dataclasses import fields
from random import Random
from typing import get_args

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from casinowar.cards import DECK, parse_card
from casinowar.errors import IllegalAction
from casinowar.game import actions
from casinowar.game.actions import Action, Burn, Deal, GoToWar, RuleWager, Surrender, VoidRound
from casinowar.game.decided_wager import DecidedWager
from casinowar.game.events import RoundEnded, RoundEvent, WagerReturned, WagerSettled, WarDeclared
from casinowar.game.needs import BurnNeeded, CardNeeded, ChoiceNeeded, Need, Nothing
from casinowar.game.round import Bet, Round, begin
from casinowar.game.round import need as round_need
from casinowar.game.round import step as round_step
from casinowar.game.table import Actor, legal, need, step
from casinowar.rules.file import builtin_names, load_rules
from casinowar.rules.model import RuleSet
from tests.support.game.random_rules import rule_sets
from tests.support.game.tried_offers import tried_offers
from tests.support.game.walk import CROWD, PLAYERS, Walk

BUILT_IN = [
    pytest.param(load_rules(name).rules(reading.name), id=f"{name}-{reading.name}")
    for name in builtin_names()
    for reading in load_rules(name).readings
]
STRANGER = Actor("player", "zoe")
seeds = st.integers(0, 2**32)


def percent(share: int) -> settings:
    """A share of the examples that the profile asks for: walks are long."""
    examples = (settings.default or settings()).max_examples * share // 100
    return settings(max_examples=examples, suppress_health_check=[HealthCheck.too_slow])


@pytest.mark.parametrize("hand_dealt", [False, True], ids=["shoe", "hand-dealt"])
@pytest.mark.parametrize("rules", BUILT_IN)
def test_a_walk_keeps_every_promise(rules: RuleSet, hand_dealt: bool) -> None:
    @percent(12)
    @given(seeds)
    def walk(seed: int) -> None:
        keep_promises(rules, Random(seed), hand_dealt, steps=120)

    walk()


@percent(60)
@given(rule_sets(), seeds, st.booleans())
def test_a_walk_under_random_rules_keeps_every_promise(
    rules: RuleSet, seed: int, hand_dealt: bool
) -> None:
    keep_promises(rules, Random(seed), hand_dealt, steps=80)


def keep_promises(rules: RuleSet, random: Random, hand_dealt: bool, steps: int) -> None:
    walk = Walk(rules, random, hand_dealt=hand_dealt)
    for _ in range(steps):
        assert isinstance(need(walk.table), get_args(Need))
        assert str(need(walk.table))
        for actor in (*CROWD, STRANGER):
            assert legal(walk.table, actor) == tried_offers(walk.table, actor)
        try_what_is_not_offered(walk, random)
        walk.take(walk.choose())
    table, events = walk.replay()
    assert table == walk.table
    assert events == walk.events


def try_what_is_not_offered(walk: Walk, random: Random) -> None:
    """Junk is refused with `IllegalAction`, and what is accepted was offered to someone."""
    junk = anything(random)
    with suppress(IllegalAction):
        step(walk.table, junk)
        if isinstance(junk, VoidRound):  # never offered: a table does not keep earlier rounds
            return
        crowd = (Actor("player", getattr(junk, "player", "")), *CROWD)
        offered = [offer.action for actor in crowd for offer in legal(walk.table, actor)]
        assert any(is_like(action, junk) for action in offered), junk


def is_like(offered: Action, other: Action) -> bool:
    """The same kind of action for the same person, seat and wager."""
    same = ("player", "seat", "wager")
    return type(offered) is type(other) and all(
        getattr(offered, name) == getattr(other, name) for name in same if hasattr(offered, name)
    )


def anything(random: Random) -> Action:
    """Any action with any contents, sensible or not."""
    kind = random.choice(get_args(actions.Action))
    values: dict[str, object] = {}
    for field in fields(kind):
        match field.name:
            case "player" | "dealer" | "reason":
                values[field.name] = random.choice((*PLAYERS, "nobody", "", "a b", "x" * 40))
            case "seat" | "count" | "batch":
                values[field.name] = random.choice((-1, 0, 1, 2, 3, 8, 99))
            case "amount" | "tie" | "at" | "behind":
                values[field.name] = random.choice((-1, 0, 1, 50, 500, 1000, 10**18, True, "5"))
            case "card":
                values[field.name] = random.choice((*DECK, parse_card("9"), "9h", None))
            case "wager":
                values[field.name] = random.choice(("primary", "tie", "war", ""))
            case "ruling":
                words = ("stands", "void", "pay as", "return", "take", "appeal")
                values[field.name] = random.choice(words)
            case "outcome":
                values[field.name] = random.choice(("", "higher", "equal", "lower", "luck"))
            case "round":
                values[field.name] = random.choice((-1, 0, 1, 2, True, "1"))
            case "wagers":
                one = DecidedWager("ann", 1, "primary", 500, random.choice((-501, -500, 0, 500)))
                values[field.name] = random.choice(((), (one,), (one, one)))
            case other:
                raise AssertionError(f"no contents for {other}")
    action: Action = kind(**values)
    return action


@pytest.mark.parametrize("rules", BUILT_IN)
def test_a_round_ends_within_the_cards_it_can_need(rules: RuleSet) -> None:
    @percent(100)
    @given(seeds)
    def plays(seed: int) -> None:
        play_round(rules, Random(seed))

    plays()


@percent(150)
@given(rule_sets(), seeds)
def test_a_round_under_random_rules_ends_within_the_cards_it_can_need(
    rules: RuleSet, seed: int
) -> None:
    play_round(rules, Random(seed))


def play_round(rules: RuleSet, random: Random) -> None:
    """A whole round: bounded in cards, every wager decided once, money moved only by pays."""
    seats = random.randint(1, rules.betting_seats(rules.seats.usual))
    alone = rules.bets.tie == "alone too"
    bets = []
    for seat in range(1, seats + 1):
        primary = random.choice((0, 500)) if alone else 500
        tie = 0 if rules.bets.tie == "none" else random.choice((0, 300))
        bets.append(Bet(f"p{seat}", seat, primary or (0 if tie else 500), tie))
    if rules.seats.backline == "yes":
        bets += [Bet("backer", bet.seat, 700) for bet in bets if bet.primary]
    stake = random.choice((0, 100, 1_000, 100_000)) if rules.player_banked else None
    state, cards = begin(rules, bets, stake=stake), 0
    events: list[RoundEvent] = []
    while not state.over:
        action = answer(state, random)
        cards += getattr(action, "count", int(isinstance(action, Deal)))
        state, told = round_step(state, action)
        events.extend(told)
    assert isinstance(round_need(state), Nothing)
    assert cards <= rules.cards_needed(rules.seats.usual)
    assert isinstance(events[-1], RoundEnded)
    assert events.count(RoundEnded()) == 1
    check_money(state, bets, events)


def answer(state: Round, random: Random) -> Deal | Burn | Surrender | GoToWar:
    """A card, a burn or a choice, as the round needs it; ties are frequent."""
    match round_need(state):
        case CardNeeded():
            return Deal(random.choice(DECK[5:8]))
        case BurnNeeded(count):
            return Burn(random.randint(1, count))
        case ChoiceNeeded(hands, offers):
            hand = random.choice(hands)
            if "surrender" in offers and ("war" not in offers or random.random() < 0.4):
                return Surrender(hand.player, hand.seat)
            return GoToWar(hand.player, hand.seat)
        case Nothing():
            raise AssertionError("the round is over")


def check_money(state: Round, bets: list[Bet], events: list[RoundEvent]) -> None:
    staked = sum(bet.primary + bet.tie for bet in bets)
    staked += sum(e.war + e.war_tie for e in events if isinstance(e, WarDeclared))
    settled = [e for e in events if isinstance(e, WagerSettled)]
    returned = [e for e in events if isinstance(e, WagerReturned)]
    assert staked == sum(e.stake for e in settled) + sum(e.amount for e in returned)
    decided = [(result.player, result.seat, result.wager) for result in state.results]
    assert [e for e in events if e in state.results] == list(state.results)
    assert len(decided) == len(set(decided))
    assert not state.open_wagers()
    for result in settled:
        assert result.stake + result.net >= 0
        if state.stake is None and state.allowance is None:
            assert result.net == result.due
    if state.stake is not None:
        moved = sum(abs(e.net) for e in settled)
        assert moved <= state.stake
        assert state.stake + state.bank_result >= 0


@pytest.mark.parametrize("rules", BUILT_IN)
def test_no_role_is_offered_another_roles_actions(rules: RuleSet) -> None:
    walk = Walk(rules, Random(5), hand_dealt=True)
    for _ in range(120):
        for actor in CROWD:
            for offer in legal(walk.table, actor):
                named = getattr(offer.action, "player", None)
                if actor.role == "player":
                    assert named == actor.name
                else:
                    # a ruling on a wager names the player it is about
                    assert named in (None, "") or isinstance(offer.action, RuleWager)
        walk.take(walk.choose())


def test_a_stranger_without_a_name_is_offered_nothing() -> None:
    for name in builtin_names():
        walk = Walk(load_rules(name).rules(), Random(3))
        for _ in range(60):
            assert legal(walk.table, Actor("player", "")) == ()
            walk.take(walk.choose())
