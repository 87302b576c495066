"""Every prompt: good answers are taken, bad ones are explained and asked again, nothing is lost."""

from collections.abc import Callable
from random import Random

import pytest

from casinowar.cards import parse_card
from casinowar.game.actions import (
    CloseBets,
    Deal,
    DeclineBank,
    GiveUpBank,
    GoToWar,
    PlaceBet,
    PostStake,
    Surrender,
    TakeBank,
)
from casinowar.game.needs import BankerNeeded, ChoiceNeeded, StakeNeeded
from casinowar.rules.model import RuleSet
from casinowar.terminal.player import Actions, KeyboardPlayer, PlayerLeft
from tests.support.game.rulefiles import variant_rules
from tests.support.game.table import Game
from tests.support.scripted import Scripted

BAD_EVERYWHERE = [
    "-1",
    "0.005",
    "1e3",
    "text",
    "1000000000000000000",
    "٣",
    "\x00",
    "1 2 3",
    "buy x",
]


def person_with(*answers: str, chips: int = 100_000) -> tuple[KeyboardPlayer, Scripted]:
    screen = Scripted(answers)
    return KeyboardPlayer("ann", {"ann": chips}, screen, Random(1)), screen


def at_bets(rules: str | RuleSet = "washington", players: str = "ann bob") -> Game:
    game = Game(rules)
    game.sit(*players.split())
    game.prepare_shoe()
    return game


def at_choice(rules: str | RuleSet = "washington", primary: int = 2000) -> Game:
    game = Game(rules)
    game.sit(*(["ann"] if game.rules.seats.holding == "solo" else ["ann", "bob"]))
    if game.rules.player_banked:
        game.bank("bob", 100_000)
    game.bet("ann", primary=primary)
    game.deal("9h 9d")
    assert isinstance(game.need, ChoiceNeeded)
    return game


def choosing(person: KeyboardPlayer, game: Game) -> Actions:
    awaited = game.need
    assert isinstance(awaited, ChoiceNeeded)
    return person.choose(game.table, awaited.hands[0])


@pytest.mark.parametrize(
    "answer, bets",
    [
        ("20", [("primary", 2000)]),
        ("20/5", [("primary", 2000), ("tie", 500)]),
        ("1:20 ", [("primary", 2000)]),
        ("all:20/5", [("primary", 2000), ("tie", 500)]),
        ("", [("primary", 500)]),
        ("0", []),
        ("skip", []),
    ],
)
def test_bet(answer: str, bets: list[tuple[str, int]]) -> None:
    person, _ = person_with(answer)
    actions = person.bet(at_bets().table)
    assert [(a.wager, a.amount) for a in actions if isinstance(a, PlaceBet)] == bets


def test_enter_bets_the_same_again() -> None:
    person, screen = person_with("20/5", "", "0", "")
    game = at_bets()
    first, again, none, after = (person.bet(game.table) for _ in range(4))
    assert first == again == after != none == ()
    assert screen.asked[1][1].startswith("Enter: 20/5")


def played_on(game: Game, actions: Actions) -> None:
    """The round that follows, with one card each."""
    game.do(*actions)
    game.deal("9h 8d")


@pytest.mark.parametrize(
    "answer, again, amount",
    [("3", "Enter: 5 ", 500), ("600", "Enter: 500 ", 50_000), ("20/700", "Enter: 20/500 ", 2_000)],
)
def test_enter_offers_only_what_would_be_taken_whole(answer: str, again: str, amount: int) -> None:
    """A bet honoured once, and one cut to the maximum, do not come back as they were typed."""
    person, screen = person_with(answer, "")
    game = at_bets("fun-casino", "ann")
    played_on(game, person.bet(game.table))
    bets = person.bet(game.table)
    assert screen.asked[1][1].startswith(again)
    assert bets[0] == PlaceBet("ann", 1, "primary", amount)
    assert not screen.said


def test_bet_on_another_seat_where_people_without_one_may() -> None:
    """Backline rules are not for who sits: the player is told whose the seat is."""
    game = Game("california")
    game.sit("ann", "bob", "cy")
    game.bank("bob", 10_000)
    person, screen = person_with("3:20", "5:20", "20")
    person.bet(game.table)
    assert screen.said == ["Seat 3 is cy's; yours is 1.", "Nobody sits at seat 5; yours is 1."]


@pytest.mark.parametrize(
    "answer, why",
    [
        *((bad, "is not an amount") for bad in ("-1", "0.005", "1e3", "text", "٣", "20.5")),
        ("1000000000000000000", "is too much"),
        ("1 2 3", "is not a bet"),
        ("4", "The primary minimum is 5.00."),
        ("501", "The primary maximum is 500.00."),
        ("20/600", "The tie maximum is 500.00."),
        ("7.50", "Wagers are multiples of 1.00."),
        ("/5", "A tie wager needs a primary wager beside it."),
        ("2:20", "Seat 2 is bob's; yours is 1."),
        ("3:20", "Nobody sits at seat 3; yours is 1."),
        ("9:20", "There is no seat 9 here"),
        ("0:20", "There is no seat 0 here"),
        ("1:20 2:20", "Seat 2 is bob's; yours is 1."),
        ("1:20 1:30", "Each hand has one bet"),
        ("buy x", "is not an amount"),
    ],
)
def test_bad_bet_is_explained_and_asked_again(answer: str, why: str) -> None:
    person, screen = person_with(answer, "20")
    assert person.bet(at_bets().table) == (PlaceBet("ann", 1, "primary", 2000),)
    assert len(screen.said) == 1
    assert why in screen.said[0]
    assert "awaited" not in screen.said[0]
    assert person.chips == 100_000


def test_bet_above_the_chips_is_explained() -> None:
    person, screen = person_with("20/5", "20", chips=2_400)
    assert len(person.bet(at_bets().table)) == 1
    assert screen.said == ["That needs 25.00, but you have 24.00; type buy for more chips."]


def test_chips_below_the_minimum() -> None:
    person, screen = person_with("", "buy 10", "", chips=300)
    assert person.bet(at_bets().table) == (PlaceBet("ann", 1, "primary", 500),)
    assert screen.asked[0][1].startswith("buy chips")
    assert screen.said[0] == (
        "The smallest bet is 5.00, but you have 3.00; type buy for more chips."
    )
    assert person.bought == 1300


def test_bets_by_hand() -> None:
    person, screen = person_with("1:20/5 3:10", "", "4:10", "2:10")
    game = at_bets("online", "ann")
    expected = (
        PlaceBet("ann", 1, "primary", 2000),
        PlaceBet("ann", 1, "tie", 500),
        PlaceBet("ann", 3, "primary", 1000),
    )
    assert person.bet(game.table) == person.bet(game.table) == expected
    assert screen.asked[1][1].startswith("Enter: 1:20/5 3:10")
    assert person.bet(game.table) == (PlaceBet("ann", 2, "primary", 1000),)
    assert "There is no seat 4" in screen.said[0]


def test_limits_in_the_question_are_the_tables() -> None:
    person, screen = person_with("0", "0", "0")
    person.bet(at_bets().table)
    person.bet(at_bets("south-dakota").table)
    without = variant_rules(
        "washington",
        {"bets.tie": "none", "settle.original": ["right to left: primary"]},
        removes=["pays.higher.tie", "pays.lower.tie", "pays.equal"],
    )
    person.bet(at_bets(without).table)
    assert [question for question, _ in screen.asked] == [
        "Your bet? Primary 5.00 to 500.00, tie the same",
        "Your bet? Primary 5.00 or 10.00 or 25.00 or 100.00, tie 5.00 to 100.00",
        "Your bet? Primary 5.00 to 500.00, no tie wager",
    ]
    assert ["100/5" in keys for _, keys in screen.asked] == [False, True, False]


def test_tie_wager_alone_where_it_is_allowed() -> None:
    person, _ = person_with("/20")
    assert person.bet(at_bets("fun-casino").table) == (PlaceBet("ann", 1, "tie", 2000),)


def test_banker_is_not_asked_for_a_bet() -> None:
    game = Game("california")
    game.sit("ann", "bob")
    game.bank("ann", 10_000)
    person, screen = person_with()
    assert person.bet(game.table) == ()
    assert not screen.asked


@pytest.mark.parametrize(
    "rules, answer, action",
    [
        ("washington", "w", GoToWar("ann", 1)),
        ("washington", "WAR", GoToWar("ann", 1)),
        ("washington", "1:w", GoToWar("ann", 1)),
        ("washington", "s", Surrender("ann", 1)),
        ("washington", "surrender", Surrender("ann", 1)),
        ("online", "wt", GoToWar("ann", 1, 2000)),
        ("online", "w 20", GoToWar("ann", 1, 2000)),
        ("california", "w 7", GoToWar("ann", 1, 700)),
        ("california", "w t", GoToWar("ann", 1, 2000)),
    ],
)
def test_choice(rules: str, answer: str, action: object) -> None:
    person, _ = person_with(answer)
    assert choosing(person, at_choice(rules)) == (action,)


@pytest.mark.parametrize(
    "rules, answer, why",
    [
        *(("washington", bad, "") for bad in BAD_EVERYWHERE),
        ("washington", "", "Type w for war or s to surrender."),
        ("washington", "x", "Type w for war or s to surrender."),
        ("washington", "2:w", "ann at seat 2 has no tie hand to decide."),
        ("washington", "9:s", "ann at seat 9 has no tie hand to decide."),
        ("washington", "wt", "No tie wager is offered on the war deal here."),
        ("washington", "w -5", "is not an amount"),
        ("online", "w 5", "A war tie wager must equal the primary wager: 20.00, not 5.00."),
        ("california", "w 1", "A war tie wager here is 5.00 to 500.00."),
        ("california", "w 7.50", "Wagers are multiples of 1.00."),
        ("california", "w 501", "A war tie wager here is 5.00 to 500.00."),
    ],
)
def test_bad_choice_is_explained_and_asked_again(rules: str, answer: str, why: str) -> None:
    person, screen = person_with(answer, "s")
    game = at_choice(rules)
    assert choosing(person, game) == (Surrender("ann", 1),)
    assert len(screen.said) == 1
    assert why.lower() in screen.said[0].lower()
    assert isinstance(game.need, ChoiceNeeded)


def test_choice_says_what_it_costs() -> None:
    person, screen = person_with("s", "s", "s")
    for rules in ("washington", "online", "california"):
        choosing(person, at_choice(rules))
    assert [keys for _, keys in screen.asked] == [
        "w war, 20.00 more · s surrender, 10.00 back · ? rules · q quit",
        "w war, 20.00 more · wt war with a tie bet, 40.00 more · s surrender, 10.00 back"
        " · ? rules · q quit",
        "w war, 20.00 more · w 5 war with a tie bet · s surrender, 10.00 back · ? rules · q quit",
    ]


@pytest.mark.clause("ALL-6")
def test_war_without_the_chips_is_not_offered() -> None:
    person, screen = person_with("w", "", "buy 5", "", "s", chips=1_900)
    assert choosing(person, at_choice()) == (Surrender("ann", 1),)
    short = "A tie at seat 1. War needs 20.00 more, but you have 19.00: buy chips, or surrender?"
    enough = "A tie at seat 1, with 20.00 at stake. What now?"
    assert [question for question, _ in screen.asked] == [short, short, short, enough, enough]
    assert screen.asked[0][1] == "buy chips · s surrender, 10.00 back · ? rules · q quit"
    assert screen.asked[3][1].startswith("w war, 20.00 more")
    assert screen.said == [
        "That needs 20.00, but you have 19.00; type buy for more chips.",
        "Type buy for more chips or s to surrender.",
        "You buy chips for 5.00: you have 24.00.",
        "Type w for war or s to surrender.",
    ]


@pytest.mark.clause("ALL-6")
def test_only_what_is_offered_is_named() -> None:
    rules = variant_rules("online", {"choice.offers": ["war"]}, removes=["pays.surrender"])
    person, screen = person_with("", "buy", "", "w", chips=1_900)
    assert choosing(person, at_choice(rules)) == (GoToWar("ann", 1),)
    assert screen.asked[0] == (
        "A tie at seat 1. War needs 20.00 more, but you have 19.00: buy chips.",
        "buy chips · ? rules · q quit",
    )
    assert [screen.said[0], screen.said[2]] == ["Type buy for more chips.", "Type w for war."]


@pytest.mark.parametrize("rules, chips", [("online", 3_900), ("california", 2_400)])
def test_war_tie_wager_is_offered_only_with_its_chips(rules: str, chips: int) -> None:
    for more, offered in ((0, False), (100, True)):
        person, screen = person_with("s", chips=chips + more)
        choosing(person, at_choice(rules))
        assert ("with a tie bet" in screen.asked[0][1]) is offered


def test_war_tie_wager_needs_its_chips_too() -> None:
    person, screen = person_with("wt", "w", chips=3_000)
    assert choosing(person, at_choice("online")) == (GoToWar("ann", 1),)
    assert screen.said == ["That needs 40.00, but you have 30.00; type buy for more chips."]


def test_cut() -> None:
    person, screen = person_with("100", "pass", "p", "1", "311")
    assert [person.cut(312) for _ in range(5)] == [100, None, None, 1, 311]
    assert screen.asked[0][0] == "A new shoe. Will you cut? After 1 to 311 cards from the top"


def test_cut_anywhere_reaches_every_place() -> None:
    person, _ = person_with(*[""] * 300)
    assert {person.cut(20) for _ in range(300)} == set(range(1, 20))


@pytest.mark.parametrize("answer", [*BAD_EVERYWHERE, "0", "312", "1.5", "99999999"])
def test_bad_cut_is_explained_and_asked_again(answer: str) -> None:
    person, screen = person_with(answer, "5")
    assert person.cut(312) == 5
    assert len(screen.said) == 1


def at_bank(*before: str) -> tuple[Game, BankerNeeded]:
    game = Game("california")
    game.sit("ann", "bob")
    game.prepare_shoe()
    game.do(*(DeclineBank(player) for player in before))
    assert isinstance(game.need, BankerNeeded)
    return game, game.need


def test_bank() -> None:
    game, awaited = at_bank()
    person, screen = person_with("t", "decline")
    assert person.bank(game.table, awaited) == (TakeBank("ann"),)
    assert person.bank(game.table, awaited) == (DeclineBank("ann"),)
    assert screen.asked[0][0] == "The bank is offered to you. Will you take it?"


@pytest.mark.parametrize("answer", [*BAD_EVERYWHERE, "", "w", "take it"])
def test_bad_answer_about_the_bank(answer: str) -> None:
    game, awaited = at_bank()
    person, screen = person_with(answer, "d")
    assert person.bank(game.table, awaited) == (DeclineBank("ann"),)
    assert len(screen.said) == 1


def test_bank_that_went_round_can_only_be_taken() -> None:
    game, awaited = at_bank("ann", "bob")
    person, screen = person_with("d", "t")
    assert person.bank(game.table, awaited) == (TakeBank("ann"),)
    assert screen.asked[0][0] == "No round is dealt until ann or bob takes the bank."
    assert screen.said == ["Type t to take the bank."]


def test_bank_needs_chips_for_a_stake() -> None:
    game, awaited = at_bank()
    person, screen = person_with("t", "d", chips=400)
    assert person.bank(game.table, awaited) == (DeclineBank("ann"),)
    assert screen.said == ["That needs 5.00, but you have 4.00; type buy for more chips."]


def at_stake() -> tuple[Game, StakeNeeded]:
    game, _ = at_bank()
    game.do(TakeBank("ann"))
    assert isinstance(game.need, StakeNeeded)
    return game, game.need


def test_stake() -> None:
    game, awaited = at_stake()
    person, _ = person_with("", "250", "", "g")
    stakes = [person.stake(game.table, awaited) for _ in range(4)]
    assert stakes == [
        (PostStake("ann", 10_000),),
        (PostStake("ann", 25_000),),
        (PostStake("ann", 25_000),),
        (GiveUpBank("ann"),),
    ]


@pytest.mark.parametrize("answer", [*BAD_EVERYWHERE, "0", "4", "4.99", "1001", "x"])
def test_bad_stake_is_explained_and_asked_again(answer: str) -> None:
    game, awaited = at_stake()
    person, screen = person_with(answer, "5")
    assert person.stake(game.table, awaited) == (PostStake("ann", 500),)
    assert len(screen.said) == 1


def prompts() -> list[Callable[[KeyboardPlayer], object]]:
    bank, stake = at_bank(), at_stake()
    return [
        lambda person: person.bet(at_bets().table),
        lambda person: choosing(person, at_choice()),
        lambda person: person.cut(312),
        lambda person: person.bank(bank[0].table, bank[1]),
        lambda person: person.stake(stake[0].table, stake[1]),
    ]


@pytest.mark.parametrize("ask", prompts())
def test_every_prompt_knows_the_commands(ask: Callable[[KeyboardPlayer], object]) -> None:
    person, screen = person_with("?", "buy", "buy 5", "q")
    with pytest.raises(PlayerLeft):
        ask(person)
    assert screen.signs == 1
    assert person.chips == person.bought == 200_500
    assert len(screen.asked) == 4
    person, _ = person_with()
    with pytest.raises(EOFError):
        ask(person)


def test_trying_changes_nothing() -> None:
    game = at_bets()
    table = game.table
    person_with("20")[0].bet(table)
    assert table.bets == ()
    game.do(PlaceBet("ann", 1, "primary", 500), CloseBets(), Deal(parse_card("9h")))
