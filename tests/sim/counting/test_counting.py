"""Counting: how often the tie wager is worth more than it costs, and by how much."""

from collections import defaultdict
from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from fractions import Fraction
from math import perm
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casinowar.errors import CasinoWarError, RuleError
from casinowar.odds.composition import Composition
from casinowar.odds.sheet import Sheet
from casinowar.rules.file import load_rules
from casinowar.rules.model import RuleSet
from casinowar.rules.pay import format_pay
from casinowar.sim.counting.counting import (
    MOST_ROUNDS,
    PARTS,
    Counting,
    TieLine,
    count,
    favourable,
    is_possible,
    line_of,
    paying,
    tie_pay,
)
from casinowar.sim.counting.watch import Figure
from casinowar.sim.game import game_of
from tests.support.game.random_rules import rule_sets
from tests.support.game.rulefiles import variant_rules
from tests.support.game.walked_shoes import averages, chances

FUN = load_rules("fun-casino").rules("first-bet-lost")
WASHINGTON = load_rules("washington").rules()
ONLINE = load_rules("online").rules()


@pytest.fixture(scope="module")
def executor() -> Iterator[Executor]:
    with ThreadPoolExecutor(2) as pool:
        yield pool


def counted(
    rules: RuleSet, executor: Executor, rounds: int = 1, seed: int = 1, **asked: Any
) -> Counting:
    return count(rules, game_of(rules, **asked), seed=seed, rounds=rounds, executor=executor)


def near(figure: Figure | None, exact: float, errors: float = 4) -> bool:
    assert figure is not None
    return abs(figure.value - exact) <= errors * figure.standard_error


@pytest.mark.parametrize(
    "rules, pay, asked",
    [
        (FUN, "10 to 1", {"cut_card": 7}),
        (FUN, "15 to 1", {"cut_card": 20, "seats": 2}),
        (WASHINGTON, "14 to 1", {"cut_card": 10, "decision": "surrender"}),
    ],
    ids=lambda part: part.id if isinstance(part, RuleSet) else str(part),
)
def test_one_deck_is_as_all_its_shoes_have_it(
    rules: RuleSet, pay: str, asked: dict[str, Any], executor: Executor
) -> None:
    other = paying(rules, pay)
    found = counted(other, executor, rounds=5_000_000, decks=1, **asked)
    fair = 1 / (1 + float(tie_pay(other)))
    rounds = favourable_rounds = won = 0.0
    parts: dict[int, list[float]] = defaultdict(lambda: [0.0, 0.0])
    for ranks, number in averages(found.game).starts.items():
        tie, _ = chances(ranks)
        seen = 52 - sum(ranks)
        rounds += number
        parts[seen * PARTS // 52][0] += number
        if tie > fair + 1e-12:
            favourable_rounds += number
            parts[seen * PARTS // 52][1] += number
            won += number * (tie / fair - 1)
    assert near(found.share, favourable_rounds / rounds)
    assert near(found.worth, won / favourable_rounds)
    assert near(found.gain, won / rounds)
    assert found.share.value > 20 * found.share.standard_error
    assert sorted(parts) == [part.first * PARTS // 52 for part in found.parts]
    for part in found.parts:
        number, good = parts[part.first * PARTS // 52]
        assert part.rounds / found.rounds == pytest.approx(number / rounds, rel=0.02)
        expected = part.rounds * good / number
        if expected > 25:  # so many that their number is nearly normal
            assert near(part.share, good / number)
        else:
            assert part.share.value * part.rounds < 60


def test_parts_are_the_whole_shoe(executor: Executor) -> None:
    found = counted(FUN, executor, cut_card=7)
    assert found.parts[0].first == 0
    ends = [part.last for part in found.parts]
    assert [part.first for part in found.parts][1:] == [last + 1 for last in ends[:-1]]
    assert ends[-1] == 311
    assert sum(part.rounds for part in found.parts) == found.rounds
    shares = [part.share.value for part in found.parts]
    assert shares == sorted(shares), "the deeper, the more often"


def test_the_end_of_the_shoe_that_few_rounds_reach_is_told_with_what_is_before_it(
    executor: Executor,
) -> None:
    found = counted(WASHINGTON, executor, rounds=5_000_000, cut_card=20)
    assert [(part.first, part.last) for part in found.parts[-2:]] == [(219, 249), (250, 311)]
    assert sum(part.rounds for part in found.parts) == found.rounds


def test_more_pay_and_a_deeper_cut_card_are_counted_more_often(executor: Executor) -> None:
    shares = [
        counted(paying(FUN, pay), executor, rounds=3_000_000, cut_card=behind).share.value
        for pay, behind in (("10 to 1", 60), ("10 to 1", 30), ("11 to 1", 30), ("12 to 1", 30))
    ]
    assert shares == sorted(shares)
    assert len(set(shares)) == 4


@given(
    rules=rule_sets(), counts=st.lists(st.integers(0, 8), min_size=13, max_size=13), data=st.data()
)
def test_favourable_is_what_the_exact_odds_say(
    rules: RuleSet, counts: list[int], data: st.DataObject
) -> None:
    cards = Composition(tuple(counts))
    if cards.total < rules.cards_needed(2) or rules.bets.tie == "none":
        return
    sheet = Sheet(rules, cards)
    assert sheet.tie is not None
    line = line_of(rules)
    pairs = sum(perm(each, 2) for each in counts)
    chance = Fraction(pairs, perm(cards.total, 2))
    assert line.without + line.slope * chance == sheet.tie.mean
    least, most = favourable(line, cards.total)
    assert (least <= pairs <= most) == (sheet.tie.mean > 0)


@pytest.mark.parametrize(
    "line, unseen, bounds",
    [
        (TieLine(Fraction(-1), Fraction(10)), 12, (13, 132)),  # 12 pairs of 132 are 1/11: not more
        (TieLine(Fraction(-1), Fraction(10)), 13, (15, 156)),
        (TieLine(Fraction(1), Fraction(-1)), 4, (0, 5)),
        (TieLine(Fraction(1), Fraction(1)), 4, (0, 12)),
        (TieLine(Fraction(0), Fraction(0)), 4, (1, 0)),
        (TieLine(Fraction(-9999), Fraction(-9999) + Fraction(1, 10**12)), 4, (13, 12)),
        (TieLine(Fraction(-1), Fraction(-2)), 4, (0, -1)),
        (TieLine(Fraction(1), Fraction(2)), 4, (0, 12)),
    ],
)
def test_bounds_of_favourable_pairs(line: TieLine, unseen: int, bounds: tuple[int, int]) -> None:
    assert favourable(line, unseen) == bounds


def test_none_has_an_upper_bound(executor: Executor) -> None:
    found = counted(WASHINGTON, executor)
    assert found.share == Figure(0.0, 0.0)
    assert found.worth is None
    assert found.possible
    assert found.at_most == 3 * 117 / found.rounds
    deeper = counted(WASHINGTON, executor, rounds=10_000_000, cut_card=40)
    assert 0 < deeper.share.value < found.at_most
    assert deeper.at_most is None


def test_what_cannot_be_is_said(executor: Executor) -> None:
    never = counted(ONLINE, executor)
    assert not never.possible
    assert never.at_most is None
    always = counted(paying(ONLINE, "13 to 1"), executor)
    assert always.possible
    assert always.share == Figure(1.0, 0.0)
    assert always.gain.value == pytest.approx(14 * 23 / 311 - 1)


@pytest.mark.parametrize(
    "pay, asked, possible",
    [
        ("10 to 1", {"cut_card": 310}, False),  # one round: the shoe is fresh
        ("10 to 1", {"cut_card": 307}, False),
        ("10 to 1", {"cut_card": 200}, True),
        ("12 to 1", {"cut_card": 307}, False),
        ("13 to 1", {"cut_card": 310}, True),
        ("lose", {}, False),
        ("push", {}, False),
    ],
)
def test_what_can_be(pay: str, asked: dict[str, Any], possible: bool) -> None:
    assert is_possible(line_of(paying(FUN, pay)), game_of(FUN, **asked)) == possible


def test_a_pay_is_that_of_other_rules() -> None:
    other = paying(FUN, "21 to 2")
    assert format_pay(tie_pay(other)) == "21 to 2"
    assert tie_pay(FUN) == 10
    assert line_of(other) == TieLine(Fraction(-1), Fraction(21, 2))
    assert line_of(other).fair == Fraction(2, 23)
    with pytest.raises(CasinoWarError, match="'ten' is not a pay"):
        paying(FUN, "ten")


def test_without_a_tie_wager_there_is_nothing_to_count(executor: Executor) -> None:
    plain = variant_rules(
        "washington",
        {"bets.tie": "none", "settle.original": ["right to left: primary"]},
        removes=["pays.higher.tie", "pays.lower.tie", "pays.equal.tie"],
    )
    for counting in (lambda: counted(plain, executor), lambda: paying(plain, "10 to 1")):
        with pytest.raises(RuleError, match="offers no tie wager"):
            counting()


@pytest.mark.parametrize("rounds", [0, -5, MOST_ROUNDS + 1])
def test_numbers_of_rounds_that_cannot_be(rounds: int, executor: Executor) -> None:
    with pytest.raises(RuleError, match=r"--rounds: cannot count .*; use 1 to 10,000,000,000"):
        counted(FUN, executor, rounds=rounds)


def test_counting_follows_from_the_seed_alone(executor: Executor) -> None:
    with ThreadPoolExecutor(1) as alone:
        one = counted(FUN, alone, seed=4)
    assert counted(FUN, executor, seed=4) == one
    assert counted(FUN, executor, seed=5) != one


def test_errors_hold_between_seeds(executor: Executor) -> None:
    """Rounds of one shoe go together: an error that took them as independent would be too small."""
    rules = paying(FUN, "12 to 1")
    many = [counted(rules, executor, rounds=2_000_000, seed=seed) for seed in range(20)]
    mean = sum(found.share.value for found in many) / len(many)
    scores = [(found.share.value - mean) / found.share.standard_error for found in many]
    assert 0.5 < sum(score**2 for score in scores) / (len(many) - 1) < 2
    share, rounds = many[0].share, many[0].rounds
    independent = (share.value * (1 - share.value) / rounds) ** 0.5
    assert share.standard_error > 2 * independent


@pytest.mark.parametrize(
    "figure, text",
    [
        (Figure(0.000254, 0.0000352), "0.0254 % ± 0.0035 %"),
        (Figure(0.5, 0.3), "50 % ± 30 %"),
        (Figure(1.0, 0.0), "100.000 %"),
        (Figure(0.0123, 0.00999), "1.23 % ± 1.00 %"),
    ],
)
def test_figures_are_told_as_far_as_they_are_known(figure: Figure, text: str) -> None:
    assert figure.percent() == text


@pytest.mark.parametrize(
    "asked, words",
    [
        ({}, "6 decks, 30 cards behind the cut card"),
        ({"decks": 1, "cut_card": 9}, "1 deck, 9 cards behind the cut card"),
        ({"rounds_per_shoe": 1}, "6 decks, a fresh shoe each round"),
        ({"rounds_per_shoe": 3}, "6 decks, 3 rounds per shoe"),
    ],
)
def test_shoes_in_words(asked: dict[str, Any], words: str, executor: Executor) -> None:
    assert counted(FUN, executor, **asked).shoe() == words
