"""Whole games under every rule set and reading, played from a script."""

import re
from collections.abc import Iterable, Iterator
from itertools import islice, repeat
from random import Random

import pytest

from casinowar.game.events import (
    BankTaken,
    CutCardReached,
    DeckCut,
    Event,
    RoundEnded,
    Seated,
    ShoeBrought,
    StakePosted,
    WagerReturned,
    WagerSettled,
    WarDeclared,
)
from casinowar.record.chain import begin
from casinowar.record.dealer import Dealer
from casinowar.record.entry import Entry
from casinowar.rules.file import builtin_names, load_rules
from casinowar.rules.model import RuleSet
from casinowar.rules.options import resolve
from casinowar.terminal.game import Keep, TerminalGame, cut_words, forget, is_cut, signed
from tests.support.game.chips import chips_after
from tests.support.game.rulefiles import variant_rules
from tests.support.game.table import NOON
from tests.support.scripted import Scripted

EVERY = [
    load_rules(name).rules(reading.name)
    for name in builtin_names()
    for reading in load_rules(name).readings
]

CHIPS = 10_000_000


def game_of(
    rules: RuleSet,
    answers: Iterable[str],
    *,
    seed: int = 1,
    bots: int = 3,
    chips: int = CHIPS,
    keep: Keep = forget,
) -> tuple[TerminalGame, Scripted]:
    authorised = rules.limits.primary.most if rules.limits.authorised == "stated" else None
    record, _, entries, _ = begin("t1", rules, resolve(rules, authorised=authorised))
    keep(entries)
    entropy = Random(f"cards {seed}").randbytes
    names = ["ann", "you", "bob", "cy", "dee"][: bots + 1]
    solo = rules.seats.holding == "solo"
    screen = Scripted(answers)
    game = TerminalGame(
        record,
        seats={1: "you"} if solo else dict(enumerate(names, 1)),
        name="you",
        chips=chips,
        dealer=Dealer(entropy),
        entropy=entropy,
        chance=Random(f"bots {seed}"),
        screen=screen,
        clock=lambda: NOON,
        keep=keep,
    )
    return game, screen


class Answers:
    """Whatever is asked is answered: bets, wars, stakes."""

    def __init__(self, screen: Scripted | None = None, *, times: int = 400) -> None:
        self.screen = screen
        self.times = times

    def __iter__(self) -> Iterator[str]:
        for turn in range(self.times):
            assert self.screen is not None
            question, _ = self.screen.asked[-1]
            if "bank is offered" in question or "takes the bank" in question:
                yield "t" if turn % 3 else "d" if "offered" in question else "t"
            elif "What now" in question:
                yield "s" if turn % 4 == 0 else "w"
            else:
                yield ""


def played(rules: RuleSet, *, seed: int = 1, times: int = 400) -> tuple[TerminalGame, Scripted]:
    answers = Answers(times=times)
    game, screen = game_of(rules, answers, seed=seed)
    answers.screen = screen
    game.run()
    return game, screen


@pytest.mark.parametrize("rules", EVERY, ids=lambda rules: f"{rules.id}-{rules.reading}")
def test_game_under_every_rule_set_and_reading(rules: RuleSet) -> None:
    game, screen = played(rules)
    kinds = {type(event) for event in screen.events}
    assert {Seated, DeckCut, WagerSettled, RoundEnded} <= kinds
    assert game.chips["you"] == chips_after(CHIPS, "you", screen.events)
    assert game.net == sum(game.results) == game.chips["you"] - CHIPS
    assert len(game.results) > 100
    assert screen.hurried
    if rules.choice is not None:
        own = [e for e in screen.events if isinstance(e, WarDeclared) and e.player == "you"]
        assert own
    if rules.shoe.cut_card is not None:
        assert CutCardReached in kinds
    if rules.player_banked:
        bankers = {event.player for event in screen.events if isinstance(event, BankTaken)}
        assert bankers == {"ann", "you", "bob", "cy"}
        assert any(isinstance(e, StakePosted) and e.player == "you" for e in screen.events)


def test_same_seed_same_game() -> None:
    first, second, other = (played(EVERY[0], seed=seed, times=20)[1] for seed in (1, 1, 2))
    assert first.events == second.events != other.events


@pytest.mark.parametrize("rules", EVERY, ids=lambda rules: f"{rules.id}-{rules.reading}")
def test_player_may_leave_at_every_prompt(rules: RuleSet) -> None:
    """Whenever the answers end, the round is finished and the chips are right."""
    for times in (0, 1, 2, 3, 4, 5, 8, 13, 21, 34):
        game, screen = played(rules, times=times)
        assert not game.table.playing
        assert not game.table.bets
        assert game.chips["you"] == chips_after(CHIPS, "you", screen.events)
        assert game.net == sum(game.results)
        assert f"result {signed(game.net)}" in game.summary()[0]


def test_ctrl_c_while_something_is_shown_leaves_the_books_right() -> None:
    class Interrupted(Scripted):
        left = 0

        def show(self, *args: object) -> None:
            super().show(*args)  # type: ignore[arg-type]
            self.left -= 1
            if self.left == 0 and not self.hurried:
                raise KeyboardInterrupt

    for rules in EVERY:
        for left in range(1, 60):
            game, _ = game_of(rules, [])
            answers = Answers()
            screen = answers.screen = Interrupted(answers)
            screen.left = left
            game._screen = game.person._screen = screen
            game.run()
            assert not game.table.playing
            assert not game.table.bets
            assert game.net == sum(game.results)


def test_house_commits_one_shoe_ahead_and_says_so() -> None:
    _, screen = played(EVERY[-1], times=60)
    told = [text for text in screen.said if text.startswith("The house commits to shoe ")]
    shoes = sum(isinstance(event, ShoeBrought) for event in screen.events)
    assert shoes > 1
    assert len(told) == len(set(told)) == shoes + 1
    for number, text in enumerate(told, 1):
        assert re.fullmatch(rf"The house commits to shoe {number}: [0-9a-f]{{32}}…", text)


def test_players_own_seed_is_shown_and_is_the_one_that_is_revealed() -> None:
    kept: list[Entry] = []
    answers = Answers(times=60)
    game, screen = game_of(EVERY[-1], answers, keep=kept.extend)
    answers.screen = screen
    game.run()
    told = [text for text in screen.said if text.startswith("Your seed for this shoe: ")]
    seeds = [entry.body["seed"] for entry in kept if entry.kind == "player_reveal"]
    assert len(seeds) > 1
    assert told == [f"Your seed for this shoe: {seed[:32]}…" for seed in seeds]


def test_player_cuts_every_shoe_and_bots_never_do() -> None:
    _, screen = played(EVERY[-1])
    cuts = [event for event in screen.events if isinstance(event, DeckCut)]
    assert {cut.player for cut in cuts} == {"you"}
    assert len({cut.at for cut in cuts}) > 1


def test_cut_is_where_the_player_says() -> None:
    game, screen = game_of(EVERY[-1], ["100", "0"])
    game.run()
    assert DeckCut("you", 2, 100) in screen.events


def test_who_passes_has_no_part_and_is_told_so() -> None:
    game, screen = game_of(EVERY[-1], ["pass", "0"])
    game.run()
    assert "You take no part in this shoe: the dealer cuts it." in screen.said
    assert {event.player for event in screen.events if isinstance(event, DeckCut)} == {""}


def test_failing_source_of_chance_ends_the_game() -> None:
    game, _ = game_of(EVERY[-1], ["", "0"])
    game._entropy = lambda _: b""
    game.run()
    assert "no shoe: the seed from the random source" in str(game.failure)
    assert not game.table.bets


def test_who_sits_out_watches() -> None:
    game, screen = game_of(EVERY[-1], ["", *repeat("0", 5)])
    game.run()
    assert len([e for e in screen.events if isinstance(e, RoundEnded)]) >= 5
    assert game.results in ([], game.results[:1])
    assert any("you sat it out" in text for text in screen.said)


def test_nobody_bets_no_round() -> None:
    game, screen = game_of(load_rules("online").rules(), ["0", "0"])
    game.run()
    assert screen.said.count("Nobody bet, so no round is dealt.") == 2
    assert game.summary() == ["0 rounds played, result 0.00, chips 100,000.00"]


def test_bots_that_run_low_are_refilled_and_it_is_said() -> None:
    game, screen = game_of(EVERY[-1], repeat("5", 80), chips=4_000)
    game.run()
    assert any("The house gives" in text for text in screen.said)


def test_war_is_not_offered_without_the_chips() -> None:
    """ALL-6: told why, surrender remains, chips may be added; never a war for less."""
    rules = load_rules("online").rules()
    for seed in range(60):
        game, screen = game_of(rules, ["all:30", "w", "s", "s", "s"], seed=seed)
        game.chips["you"] = game.person.bought = game.person._first = 10_000
        game.run()
        asked = [(question, keys) for question, keys in screen.asked if "War needs" in question]
        if asked:
            break
    question, keys = asked[0]
    assert "War needs 30.00 more, but you have 10.00: buy chips, or surrender?" in question
    assert "w war" not in keys
    assert "s surrender, 15.00 back" in keys
    assert any(text.startswith("That needs 30.00, but you have 10.00") for text in screen.said)
    assert not any(isinstance(event, WarDeclared) for event in screen.events)


def test_chips_bought_at_the_prompt_bring_the_war_back() -> None:
    rules = load_rules("online").rules()
    for seed in range(60):
        game, screen = game_of(rules, ["all:30", "buy 20", "w", "s", "s"], seed=seed)
        game.chips["you"] = game.person.bought = game.person._first = 10_000
        game.run()
        if any("War needs" in question for question, _ in screen.asked):
            break
    assert "w war, 30.00 more" in screen.asked[2][1]
    assert any(isinstance(event, WarDeclared) for event in screen.events)
    assert "chips bought: 120.00" in game.summary()
    assert game.net == sum(game.results)


def test_round_that_only_its_player_can_end_stays_open_and_says_so() -> None:
    rules = variant_rules(
        "online",
        {"choice.offers": ["war"]},
        removes=["pays.surrender"],
    )
    for seed in range(60):
        game, screen = game_of(rules, ["all:30"], seed=seed)
        game.run()
        if any("What now" in question for question, _ in screen.asked):
            break
    assert game.table.playing
    assert any(line.startswith("left on the table in an open round") for line in game.summary())


def test_summary_tells_the_biggest_win() -> None:
    game, _ = played(EVERY[0], times=50)
    assert f"biggest win: {signed(max(game.results))}" in game.summary()


def test_status_never_runs_ahead_of_what_is_shown() -> None:
    told: list[str] = []

    class Watched(Scripted):
        def show(self, *args: object) -> None:
            super().show(*args)  # type: ignore[arg-type]
            told.append(self.status())

    game, _ = game_of(load_rules("online").rules(), [])
    screen = Watched(islice(repeat("20"), 1))
    game._screen = game.person._screen = screen
    screen.attend(game.status)
    game.run()
    bet = next(i for i, e in enumerate(screen.events) if isinstance(e, RoundEnded))
    assert "Chips 99,980.00" in told[bet - 4]


WIN = WagerSettled("you", 2, "primary", "higher", 2000, 2000, 0)
PART = WagerSettled("you", 2, "primary", "higher", 2000, 2000, 500)
LOSS = WagerSettled("you", 2, "tie", "higher", 500, -500, 0)
WHOLE = WagerSettled("you", 2, "primary", "higher", 2000, 2000, 2000)
BACK = WagerReturned("you", 2, "primary", 2000, "uncovered")
VOID = WagerReturned("you", 2, "primary", 2000, "void")


@pytest.mark.clause("CA-BANK-4")
@pytest.mark.parametrize(
    "events, words",
    [
        ([WHOLE, VOID], ""),
        ([WIN], ", the bank covered 0.00 of 20.00"),
        ([PART, LOSS], ", the bank covered 5.00 of 25.00"),
        ([BACK], ", 20.00 returned, not covered"),
        ([LOSS, BACK], ", the bank covered 0.00 of 5.00, 20.00 returned, not covered"),
    ],
)
def test_what_the_bank_did_not_cover_is_said(events: list[Event], words: str) -> None:
    assert cut_words([event for event in events if is_cut(event)], banked=True) == words


def test_what_a_round_cannot_return_is_said() -> None:
    assert cut_words([PART], banked=False) == ", reduced to the most that a round returns"


@pytest.mark.clause("CA-BANK-4")
def test_result_of_a_round_says_what_was_covered() -> None:
    """A bank of bots that is too small for what the player bets."""
    game, screen = game_of(load_rules("california").rules(), ["", "d", "500", "5", "w"] * 20)
    game.run()
    own = [text for text in screen.said if text.startswith("Round")]
    covered = [text for text in own if ", the bank covered " in text]
    assert covered
    assert len(covered) < len(own), "what is said of one round is not said of the next"
