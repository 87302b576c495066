"""`legal` against `step`: what is offered is accepted, and what nobody is offered is refused."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import product
from typing import Any

import pytest

from casinowar.cards import parse_card
from casinowar.game import actions as a
from casinowar.game.actions import Action, Role
from casinowar.game.events import Event
from casinowar.game.table import Actor, Offer, Table, legal
from casinowar.money import MOST
from casinowar.rules.model import Limit
from tests.support.game.table import NOON, Game
from tests.support.game.tried_offers import is_accepted, tried_offers

RULES = ("washington", "fun-casino", "online", "south-dakota", "california")

PEOPLE = ("ann", "bob", "dee", "zoe")
STAFF: tuple[Role, ...] = ("dealer", "pit boss", "operator", "house")
ACTORS = (*(Actor("player", name) for name in PEOPLE), *map(Actor, STAFF))

NUMBERS = {
    a.PlaceBet: "amount",
    a.PostStake: "amount",
    a.GoToWar: "tie",
    a.CutDeck: "at",
    a.PlaceCutCard: "behind",
    a.Burn: "count",
    a.CloseBets: "at",
    a.CancelRound: "at",
}
"""The field of an action that an offer gives a range for."""

AMOUNTS = (-100, 0, 50, 100, 400, 500, 501, 600, 1000, 10_100, 50_000, 50_100, MOST)
PLACES = (-1, 0, 1, 2, 3, 4, 9, 10, 19, 30, 31, 40, 64, 78, 79, 311, 312)
TIMES = (-1, 0, 1, NOON, NOON + 30 * 86_400, NOON + 30 * 86_400 + 1, MOST)


class Watched(Game):
    """A game that remembers every table it went through."""

    def __init__(self, rules: str, **options: Any) -> None:
        super().__init__(rules, **options)
        self.tables = [self.table]

    def do(self, *actions: Action) -> list[Event]:
        events: list[Event] = []
        for action in actions:
            events += super().do(action)
            self.tables.append(self.table)
        return events


@cache
def tables(name: str, *, hand_dealt: bool) -> tuple[Table, ...]:
    """The tables of two rounds with every kind of answer, and what comes before and after."""
    game = Watched(name, seats=3, hand_dealt=hand_dealt)
    solo = game.rules.seats.holding == "solo"
    game.sit(*(("ann",) if solo else ("ann", "bob", "dee")))
    seats = {seat: game.table.seats[seat - 1] for seat in (1, 2)}
    for cards, wars in (("9h 9s 9d", "Kh Qh 4d 5d"), ("9c 2s 9d", "3h 4d")):
        if game.rules.player_banked:
            game.bank("dee", 100_000)
        for seat, player in seats.items():
            game.bet(player, primary=500 if seat == 1 else 1000, tie=500, seat=seat)
        if game.rules.seats.backline == "yes":
            game.bet("zoe", primary=700, seat=1)
        game.close()
        feed(game, f"{cards} {wars}")
    game.do(a.Leave("ann", 1))
    return tuple(dict.fromkeys(game.tables))


def feed(game: Game, cards: str) -> None:
    """Deal these cards, pay what is held, and let each tie hand go to war."""
    left = cards.split()
    while game.table.playing:
        offers = [offer.action for actor in ACTORS for offer in legal(game.table, actor)]
        choice = next((action for action in offers if isinstance(action, a.GoToWar)), None)
        if a.Pay() in offers:
            game.do(a.Pay())
        elif choice is not None:
            game.do(choice)
        else:
            game.burn_due()
            game.do(a.Deal(parse_card(left.pop(0))))


def tried(table: Table, actor: Actor) -> Iterator[Action]:
    """Everything an actor might try at a table, sensible or not."""
    match actor.role:
        case "player":
            yield from tried_by_player(table, actor.name)
        case "dealer":
            card = parse_card("7c")
            yield from (a.NewShoe(batch) for batch in (0, 1, 2, 3))
            yield from (a.PlaceCutCard(behind) for behind in PLACES)
            yield from (a.CutDeck("", at) for at in PLACES)
            yield from (a.Burn(count) for count in PLACES)
            yield from (a.CloseBets(at) for at in TIMES)
            yield from (a.Deal(card), a.CorrectCard(card), a.DiscloseCard(card))
            yield from (a.Pay(), a.DrawExcess(), a.ChangeDealer("kim"))
        case "house":
            yield a.TimeOut()
            yield from (a.CancelRound(at) for at in TIMES)
        case "pit boss" | "operator":
            pass


def tried_by_player(table: Table, name: str) -> Iterator[Action]:
    for seat in (0, 1, 2, 3, len(table.seats) + 1):
        yield from (a.Sit(name, seat), a.Leave(name, seat), a.Surrender(name, seat))
        yield from (a.WithdrawBet(name, seat, "primary"), a.WithdrawBet(name, seat, "tie"))
        yield from (a.GoToWar(name, seat, tie) for tie in (AMOUNTS if seat == 1 else (0, 500)))
        for amount in AMOUNTS if seat in (1, 2) else (500,):
            yield a.PlaceBet(name, seat, "primary", amount)
            yield a.PlaceBet(name, seat, "tie", amount)
    yield from (a.TakeBank(name), a.DeclineBank(name), a.GiveUpBank(name), a.PassCut(name))
    yield from (a.PostStake(name, amount) for amount in AMOUNTS)
    yield from (a.CutDeck(name, at) for at in PLACES)


def covers(offer: Offer, action: Action, table: Table) -> bool:
    """Whether an offer says that this very action is accepted."""
    example = offer.action
    if type(example) is not type(action):
        return False
    if isinstance(action, a.Deal | a.CorrectCard | a.DiscloseCard | a.ChangeDealer):
        return True
    number = NUMBERS.get(type(action))
    if number is None:
        return example == action
    value = getattr(action, number)
    within = offer.least <= value <= offer.most
    if isinstance(action, a.PlaceBet | a.GoToWar):
        within = within and is_stepped(table, action)
    if offer.amounts:
        within = within and value in offer.amounts
    return within and with_number(example, value) == action


def is_stepped(table: Table, action: a.PlaceBet | a.GoToWar) -> bool:
    """Whether the unit allows an amount; it may bind only wagers within the limits."""
    rules = table.rules.limits
    if isinstance(action, a.GoToWar):
        return action.tie % rules.unit == 0
    limit = table.options.primary if action.wager == "primary" else table.options.tie
    is_free = rules.unit_binds == "within" and not limit.least <= action.amount <= limit.most
    return is_free or action.amount % rules.unit == 0


def with_number(action: Any, value: int) -> Action:
    """An action with another number."""
    changed: Action = replace(action, **{NUMBERS[type(action)]: value})
    return changed


@pytest.mark.parametrize("hand_dealt", [False, True], ids=["shoe", "by-hand"])
@pytest.mark.parametrize("name", RULES)
def test_offers_are_those_found_by_trying_every_action(name: str, *, hand_dealt: bool) -> None:
    nobody = (Actor("player", ""), Actor("player", "a b"))
    for table, actor in product(tables(name, hand_dealt=hand_dealt), (*ACTORS, *nobody)):
        assert legal(table, actor) == tried_offers(table, actor)


@pytest.mark.parametrize("hand_dealt", [False, True], ids=["shoe", "by-hand"])
@pytest.mark.parametrize("name", RULES)
def test_an_action_is_offered_exactly_when_it_is_accepted(name: str, *, hand_dealt: bool) -> None:
    for table, actor in product(tables(name, hand_dealt=hand_dealt), ACTORS):
        offers = legal(table, actor)
        for action in tried(table, actor):
            offered = any(covers(offer, action, table) for offer in offers)
            assert offered == is_accepted(table, action), f"{actor} {action} {offers}"


@pytest.mark.parametrize("hand_dealt", [False, True], ids=["shoe", "by-hand"])
@pytest.mark.parametrize("name", RULES)
def test_every_example_and_both_ends_of_its_range_are_accepted(
    name: str, *, hand_dealt: bool
) -> None:
    for table, actor in product(tables(name, hand_dealt=hand_dealt), ACTORS):
        for offer in legal(table, actor):
            assert is_accepted(table, offer.action), offer
            if type(offer.action) in NUMBERS:
                for value in (offer.least, offer.most, *offer.amounts):
                    assert is_accepted(table, with_number(offer.action, value)), offer


@pytest.mark.parametrize("name", RULES)
def test_every_kind_of_action_is_offered_at_some_time(name: str) -> None:
    """Else the tests above would compare nothing with nothing."""
    seen = {
        type(offer.action)
        for hand_dealt in (False, True)
        for table in tables(name, hand_dealt=hand_dealt)
        for actor in ACTORS
        for offer in legal(table, actor)
    }
    expected = {
        *(a.Sit, a.Leave, a.PlaceBet, a.WithdrawBet, a.Surrender, a.GoToWar, a.PassCut, a.CutDeck),
        *(a.NewShoe, a.PlaceCutCard, a.CloseBets, a.Deal, a.Burn, a.Pay, a.CorrectCard),
        *(a.DrawExcess, a.DiscloseCard, a.ChangeDealer, a.TimeOut, a.Rule),
    }
    if name == "california":
        expected |= {a.TakeBank, a.DeclineBank, a.PostStake, a.GiveUpBank}
    if name == "fun-casino":
        expected |= {a.RuleWager}
    if name == "online":
        expected = (expected - {a.PlaceCutCard, a.PassCut, a.TimeOut}) | {a.CancelRound}
    assert seen == expected


def offered(game: Game, actor: Actor) -> list[Offer]:
    return list(legal(game.table, actor))


def test_a_stranger_may_take_an_empty_seat_and_nothing_else() -> None:
    game = Game("washington", seats=2)
    game.do(a.Sit("ann", 1))
    assert offered(game, Actor("player", "zoe")) == [Offer(a.Sit("zoe", 2))]


def test_bets_are_offered_with_their_limits() -> None:
    game = Game("washington", seats=1, primary=Limit(1000, 20_000), tie=Limit(500, 700))
    game.sit("ann")
    game.prepare_shoe()
    ann = Actor("player", "ann")
    assert offered(game, ann) == [
        Offer(a.Leave("ann", 1)),
        Offer(a.PlaceBet("ann", 1, "primary", 1000), 1000, 20_000),
    ]
    game.bet("ann", primary=1000)
    assert offered(game, ann) == [
        Offer(a.Leave("ann", 1)),
        Offer(a.PlaceBet("ann", 1, "primary", 1000), 1000, 20_000),
        Offer(a.PlaceBet("ann", 1, "tie", 500), 500, 700),
        Offer(a.WithdrawBet("ann", 1, "primary")),
    ]


def test_fixed_amounts_are_listed() -> None:
    game = Game("south-dakota", seats=1)
    game.sit("ann")
    game.prepare_shoe()
    listed = (500, 1000, 2500, 10_000)
    assert Offer(a.PlaceBet("ann", 1, "primary", 500), 500, 10_000, listed) in offered(
        game, Actor("player", "ann")
    )


def test_a_bet_below_the_minimum_is_offered_until_one_was_honoured() -> None:
    game = Game("fun-casino", seats=1)
    game.sit("ann")
    game.prepare_shoe()
    ann = Actor("player", "ann")
    assert Offer(a.PlaceBet("ann", 1, "primary", 1), 1, MOST) in offered(game, ann)
    game.do(a.PlaceBet("ann", 1, "primary", 300))
    assert Offer(a.PlaceBet("ann", 1, "primary", 1), 1, MOST) in offered(game, ann)
    assert Offer(a.PlaceBet("ann", 1, "tie", 500), 500, MOST) in offered(game, ann)
    game.deal("Kh 9c")
    game.prepare_shoe()
    assert Offer(a.PlaceBet("ann", 1, "primary", 500), 500, MOST) in offered(game, ann)


@pytest.mark.parametrize(
    "name, ties",
    [
        ("washington", []),
        ("fun-casino", []),
        ("online", [Offer(a.GoToWar("ann", 1, 600), 600, 600, (600,))]),
        ("california", [Offer(a.GoToWar("ann", 1, 500), 500, 50_000)]),
    ],
)
def test_a_tie_hand_is_offered_its_choices(name: str, ties: list[Offer]) -> None:
    game = Game(name, seats=2)
    game.sit(*(["ann"] if name == "online" else ["ann", "dee"]))
    if name == "california":
        game.bank("dee", 100_000)
    game.bet("ann", primary=600)
    game.deal("9h 9d")
    choices = [
        offer
        for offer in offered(game, Actor("player", "ann"))
        if isinstance(offer.action, a.Surrender | a.GoToWar)
    ]
    assert choices == [Offer(a.Surrender("ann", 1)), Offer(a.GoToWar("ann", 1)), *ties]
    for other in ("dee", "zoe"):
        others = [offer.action for offer in offered(game, Actor("player", other))]
        assert not [act for act in others if isinstance(act, a.Surrender | a.GoToWar)]


def test_the_bank_is_offered_to_the_one_who_is_asked() -> None:
    game = Game("california", seats=3)
    game.sit("ann", "bob", "dee")
    game.prepare_shoe()
    for name in ("ann", "bob"):
        own = [Offer(a.TakeBank(name)), Offer(a.DeclineBank(name))]
        asked = game.table.bank.offers[0] == name
        assert [o for o in offered(game, Actor("player", name)) if o in own] == (
            own if asked else []
        )
    game.do(a.TakeBank("ann"))
    assert offered(game, Actor("player", "ann")) == [
        Offer(a.Leave("ann", 1)),
        Offer(a.GiveUpBank("ann")),
        Offer(a.PostStake("ann", 500), 500, MOST),
    ]


def test_the_dealer_is_offered_what_is_awaited() -> None:
    game, dealer = Game("california", seats=2), Actor("dealer")
    assert offered(game, dealer) == []
    game.sit("ann", "dee")
    assert offered(game, dealer) == [Offer(a.NewShoe(1))]
    game.do(a.NewShoe(1))
    assert offered(game, dealer) == []
    game.do(a.PassCut("ann"), a.PassCut("dee"))
    assert offered(game, dealer) == [Offer(a.CutDeck("", 1), 1, 311)]
    assert offered(game, Actor("player")) == [], "a player without a name is nobody"
    game.do(a.CutDeck("", 100))
    assert offered(game, dealer) == [Offer(a.PlaceCutCard(10), 10, 78)]
    game.do(a.PlaceCutCard(10))
    assert offered(game, dealer) == [Offer(a.Burn(1), 1, 1)]
    game.bank("dee", 5000)
    assert offered(game, dealer) == []
    game.bet("ann", primary=500)
    deal = Offer(a.Deal(parse_card("2c")))
    assert offered(game, dealer) == [deal, Offer(a.CloseBets(), 0, MOST)]
    game.close()
    assert offered(game, dealer) == [deal]
    game.deal("9h 9d")
    assert offered(game, dealer) == []
    game.war("ann")
    assert offered(game, dealer) == [Offer(a.Burn(3), 1, 3)]


@pytest.mark.clause("CA-DEAL-4")
@pytest.mark.parametrize("name", RULES)
def test_no_player_has_an_action_on_a_card_but_the_cut(name: str) -> None:
    players = (
        *(a.Sit, a.Leave, a.PlaceBet, a.WithdrawBet, a.TakeBank, a.DeclineBank, a.PostStake),
        *(a.GiveUpBank, a.CutDeck, a.PassCut, a.Surrender, a.GoToWar),
    )
    for hand_dealt in (False, True):
        for table, person in product(tables(name, hand_dealt=hand_dealt), PEOPLE):
            for offer in legal(table, Actor("player", person)):
                assert isinstance(offer.action, players)
                assert offer.action.player == person


def test_who_rules_is_said_by_the_rules() -> None:
    for name, rules_on_it, other in (
        ("california", "pit boss", "operator"),
        ("online", "operator", "pit boss"),
    ):
        table = tables(name, hand_dealt=False)[-2]
        assert legal(table, Actor(rules_on_it))  # type: ignore[arg-type]
        assert not legal(table, Actor(other))  # type: ignore[arg-type]
