"""The felt fits the screen under every rule set, and shows what matters without colour."""

from collections.abc import Mapping
from io import StringIO

import pytest
from rich.console import Console
from rich.text import Text

from casinowar.cards import DECK, Card, parse_card
from casinowar.game.events import (
    BankTaken,
    BetPlaced,
    CardDealt,
    CardsBurned,
    Event,
    RoundEnded,
    Seated,
    ShoeBrought,
    StakePosted,
    Surrendered,
    WagerReturned,
    WagerSettled,
    WarDeclared,
)
from casinowar.game.table import Table
from casinowar.rules.model import RuleSet
from casinowar.rules.script import Wager
from casinowar.terminal.canvas import WIDTH, draw
from casinowar.terminal.faces import CARD_WIDTH, back, chip, face, overlapped
from casinowar.terminal.felt import Felt
from casinowar.terminal.fullscreen import HEIGHT, Stage
from casinowar.terminal.screen import Interrupts
from tests.support.game.table import Game as Tables
from tests.support.scripted import Scripted
from tests.terminal.test_game import EVERY, Answers, game_of

NINE, KING = parse_card("9h"), parse_card("Kd")


class Drawn(Scripted):
    """Draws the felt after every event and keeps the last one."""

    felt: Felt
    last: list[str]
    at_war: list[str]

    def show(self, event: Event, table: Table, chips: Mapping[str, int]) -> None:
        super().show(event, table, chips)
        self.felt.hear(event)
        rows = draw(self.felt, table, chips, "you", "status")
        self.last = [row.plain for row in rows]
        assert {row.cell_len for row in rows} == {WIDTH}
        assert len(rows) == HEIGHT - 9
        if isinstance(event, WarDeclared):
            self.at_war = self.last


@pytest.mark.parametrize("rules", EVERY, ids=lambda rules: f"{rules.id}-{rules.reading}")
def test_every_moment_of_a_game_fits_the_felt(rules: RuleSet) -> None:
    game, _ = game_of(rules, [], seed=5)
    answers = Answers(times=30)
    screen = answers.screen = Drawn(answers)
    screen.felt = Felt(game.table.options.seats)
    game._screen = game.person._screen = screen
    game.run()
    text = "\n".join(screen.last)
    assert "▲" in text
    assert "status" in screen.last[-1]
    if rules.war is not None:
        assert "W A R" in "\n".join(screen.at_war)


def felt_after(*events: Event, seats: int = 4, chips: int = 100_000) -> str:
    table = Tables("washington", seats=4).table
    felt = Felt(seats)
    for event in events:
        felt.hear(event)
    purses = {"ann": chips, "you": chips}
    return "\n".join(row.plain for row in draw(felt, table, purses, "you", ""))


SEATED = (Seated("ann", 1), Seated("you", 2))


def test_seats_are_marked() -> None:
    drawn = felt_after(*SEATED)
    for words in ("1 ann", "bot 1000", "2 you", "▲ YOU", "empty", "DEALER"):
        assert words in drawn


def test_cards_wagers_and_results_are_words_too() -> None:
    drawn = felt_after(
        *SEATED,
        ShoeBrought(1, 1, "blue", 6),
        BetPlaced("ann", 1, "primary", 2000),
        BetPlaced("ann", 1, "tie", 500),
        BetPlaced("you", 2, "primary", 1000),
        CardDealt("original", "player", 1, NINE),
        CardDealt("original", "player", 2, KING),
        CardDealt("original", "dealer", 0, parse_card("Ks")),
        WagerSettled("ann", 1, "primary", "lower", 2000, -2000, -2000),
    )
    for words in ("9♥", "K♦", "K♠", "●20 T5", "●10", "TIE", "-20", "blue backs"):
        assert words in drawn


def test_war_is_seen() -> None:
    begun = (
        *SEATED,
        BetPlaced("you", 2, "primary", 1000),
        CardDealt("original", "player", 2, NINE),
        CardDealt("original", "dealer", 0, NINE),
        WarDeclared("you", 2, 1000, 500),
        CardsBurned(3, "war"),
    )
    drawn = felt_after(*begun)
    for words in ("W A R   you at seat 2, 20.00 at stake", "W10 T5", "3 burned", "░░░"):
        assert words in drawn
    ended = (
        *begun,
        CardDealt("war", "player", 2, KING),
        CardDealt("war", "dealer", 2, NINE),
        WagerSettled("you", 2, "war", "war_higher", 1000, 1000, 1000),
        RoundEnded(),
    )
    drawn = felt_after(*ended)
    for words in ("WAR WON   you at seat 2, +10.00", "war won", "+10", "╭─2─╮"):
        assert words in drawn
    drawn = felt_after(*ended, BetPlaced("you", 2, "primary", 1000))
    assert "WAR" not in drawn
    assert "K♦" not in drawn


def test_bank_is_seen() -> None:
    drawn = felt_after(*SEATED, BankTaken("ann", 1), StakePosted("ann", 3000))
    assert "DEALER for ann's bank, 30.00 left to cover bets" in drawn
    assert "BANK" in drawn
    drawn = felt_after(
        *SEATED,
        BankTaken("ann", 1),
        StakePosted("ann", 3000),
        WagerSettled("you", 2, "primary", "higher", 2000, 2000, 2000),
        WagerReturned("you", 2, "primary", 2000, "uncovered"),
    )
    assert "10.00 left to cover bets" in drawn
    assert "returned" in drawn
    assert "▲ bank" in felt_after(*SEATED, BankTaken("you", 2))


def test_backline_uses_up_coverage_too() -> None:
    won = WagerSettled("bob", 2, "primary", "higher", 1000, 1000, 1000)
    drawn = felt_after(*SEATED, BankTaken("ann", 1), StakePosted("ann", 3000), won)
    assert "20.00 left to cover bets" in drawn


def settled(wager: Wager, stake: int, due: int, net: int) -> WagerSettled:
    return WagerSettled("you", 2, wager, "higher", stake, due, net)


@pytest.mark.parametrize(
    "events, word",
    [
        ([settled("primary", 1000, 0, 0)], "push"),
        ([settled("primary", 1000, 1000, 1000), settled("tie", 1000, -1000, -1000)], "even"),
        ([settled("primary", 2000, 2000, 0)], "cap 0"),
        ([settled("primary", 2000, 2000, 500)], "+5 of 20"),
        ([settled("primary", 2000, 2000, -500)], "cap -5"),
        ([WagerReturned("you", 2, "primary", 1000, "void")], "returned"),
    ],
)
def test_nothing_is_a_push_but_a_push(events: list[Event], word: str) -> None:
    drawn = felt_after(*SEATED, *events, seats=8)
    assert word in drawn
    assert ("push" in drawn) is (word == "push")


@pytest.mark.clause("CA-BANK-4")
@pytest.mark.parametrize(
    "events, word",
    [
        ([settled("primary", 2000, 2000, 0)], "no cover"),
        ([settled("primary", 2000, -2000, 0)], "no cover"),
        ([WagerReturned("you", 2, "primary", 2000, "uncovered")], "no cover"),
        ([settled("primary", 2000, 2000, 500)], "+5 of 20"),
        ([settled("primary", 2000, -2000, -500)], "-5 of 20"),
        ([settled("primary", 20_000, 20_000, 12_300)], "part +123"),
        ([settled("primary", 9 * 10**7, 9 * 10**7, 12_345_600)], "part +.1M"),
        ([settled("primary", 2000, 2000, 1000), settled("tie", 2000, -2000, -1000)], "part 0"),
    ],
)
def test_what_the_bank_does_not_cover_is_seen(events: list[Event], word: str) -> None:
    bank = (BankTaken("ann", 1), StakePosted("ann", 3000))
    drawn = felt_after(*SEATED, *bank, *events, seats=8)
    assert word in drawn
    assert "push" not in drawn
    again = (RoundEnded(), BetPlaced("you", 2, "primary", 1000))
    assert word not in felt_after(*SEATED, *bank, *events, *again, seats=8)


BIG = 1_234_567_800


def test_large_amounts_are_shortened_and_never_cut() -> None:
    drawn = felt_after(
        *SEATED,
        BetPlaced("you", 2, "primary", BIG),
        settled("primary", BIG, -BIG, -BIG),
        seats=9,
        chips=12_345_600,
    )
    for words in ("bot 123k", "●12.34M", "-12.34M"):
        assert words in drawn
    drawn = felt_after(*SEATED, WarDeclared("you", 2, BIG, BIG), seats=8)
    assert "W12M T12M" in drawn
    assert "bot ~1000" in felt_after(*SEATED, seats=8, chips=100_050)
    assert "bot" not in felt_after(*SEATED, seats=12)
    assert " 123k " in felt_after(*SEATED, seats=12, chips=12_345_600)


@pytest.mark.parametrize(
    "seats, primary, tie, words",
    [
        (8, 12_300, 45_600, "●123 T456"),
        (8, 123_400, 50_000, "●1k T500"),
        (12, 2_000, 500, "●20 T5"),
        (12, 50_000, 50_000, "●500+T"),
        (12, 0, BIG, "T12.3M"),
        (12, BIG, BIG, "●12M+T"),
    ],
)
def test_wagers_share_the_room_of_a_seat(seats: int, primary: int, tie: int, words: str) -> None:
    bets = [BetPlaced("you", 2, "primary", primary)] if primary else []
    drawn = felt_after(*SEATED, *bets, BetPlaced("you", 2, "tie", tie), seats=seats)
    assert words in drawn


def test_words_without_room_show_that_they_are_cut() -> None:
    assert "surre…" in felt_after(*SEATED, Surrendered("you", 2, "player"), seats=12)


def test_surrender_is_seen() -> None:
    drawn = felt_after(*SEATED, Surrendered("you", 2, "player"))
    assert "surrender" in drawn


@pytest.mark.parametrize("card", DECK, ids=str)
def test_face_has_rank_and_symbol(card: Card) -> None:
    rows = face(card)
    assert [row.cell_len for row in rows] == [CARD_WIDTH] * 3
    symbol = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}[card.suit.value]
    assert str(card).upper()[0].replace("T", "10") + symbol in rows[1].plain


def test_backs_of_any_colour() -> None:
    assert [row.plain for row in back("red")] == [row.plain for row in back("chequered")]
    assert [row.cell_len for row in overlapped([back("blue")] * 3, 1)] == [7, 7, 7]


def test_red_suits_are_red_where_there_is_colour() -> None:
    def codes(text: Text) -> str:
        console = Console(file=StringIO(), force_terminal=True, color_system="truecolor")
        with console.capture() as captured:
            console.print(text)
        return captured.get()

    assert "175;0;0" in codes(face(NINE)[1])
    assert "175;0;0" not in codes(face(parse_card("9s"))[1])
    assert codes(chip(500, "5")) != codes(chip(2500, "5"))


@pytest.mark.parametrize("long", [1, 3])
def test_long_question_takes_the_place_of_messages(
    long: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The heading stays in view: the screen never scrolls at a prompt."""
    console = Console(file=StringIO(), force_terminal=True, width=WIDTH, height=HEIGHT)
    stage = Stage(
        console,
        Interrupts(),
        heading="heading",
        limits="limits",
        greeting=["one", "two", "three"],
        sign="sign",
        table=Tables("washington").table,
        you="you",
        paused=False,
    )
    screens: list[list[str]] = []
    monkeypatch.setattr(stage, "_write", screens.append)
    monkeypatch.setattr(stage, "_input", lambda: "20")
    monkeypatch.setattr("casinowar.terminal.fullscreen._forget_keys", lambda: None)
    assert stage.ask("word " * 15 * long, "key " * 15) == "20"
    assert len(screens[-1]) == HEIGHT - 2
    assert "word word" in screens[-1][-2]
    assert "…" not in "".join(screens[-1])
