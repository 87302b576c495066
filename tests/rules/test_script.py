"""The deal as a script and settlement as passes: their text, and what follows from them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casinowar.errors import NotationError
from casinowar.rules.script import (
    Act,
    Direction,
    Pass,
    Step,
    Wager,
    along,
    cards_used,
    format_pass,
    format_step,
    is_individual,
    parse_pass,
    parse_step,
)

ACTS = st.one_of(
    st.just(Act("player")),
    st.just(Act("dealer")),
    st.builds(Act, st.just("burn"), st.integers(1, 99)),
)
STEPS = st.builds(
    Step, st.sampled_from(["once", "each"]), st.lists(ACTS, min_size=1, max_size=6).map(tuple)
)
DIRECTIONS: tuple[Direction, ...] = ("left to right", "right to left")
WAGERS: tuple[Wager, ...] = ("primary", "tie", "war", "war_tie")


@given(STEPS)
def test_text_of_a_step_is_read_back(step: Step) -> None:
    assert parse_step(format_step(step)) == step


@pytest.mark.parametrize(
    "text, step",
    [
        ("each: player", Step("each", (Act("player"),))),
        ("once: dealer", Step("once", (Act("dealer"),))),
        ("once: burn 3", Step("once", (Act("burn", 3),))),
        (
            "each: burn 3, player, burn 3, dealer",
            Step("each", (Act("burn", 3), Act("player"), Act("burn", 3), Act("dealer"))),
        ),
        ("each:player,burn 99", Step("each", (Act("player"), Act("burn", 99)))),
    ],
)
def test_step_is_read(text: str, step: Step) -> None:
    assert parse_step(text) == step


@pytest.mark.parametrize("text", ["", "player", "twice: player", "Each: player", "once player"])
def test_step_that_is_done_neither_once_nor_for_each_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match="is not a step of a deal: begin it with 'once:' or"):
        parse_step(text)


@pytest.mark.parametrize(
    "act", ["", "burn", "burn 0", "burn 100", "burn -1", "burn 03", "burn three", "Player", "deal"]
)
def test_step_with_an_unknown_act_is_refused(act: str) -> None:
    with pytest.raises(NotationError, match=r"a step is made of 'burn N' \(1 to 99\)"):
        parse_step(f"each: player, {act}")


@pytest.mark.parametrize("direction", DIRECTIONS)
@pytest.mark.parametrize("wagers", [WAGERS[:1], WAGERS[:2], WAGERS[2:], WAGERS])
def test_text_of_a_pass_is_read_back(direction: Direction, wagers: tuple[Wager, ...]) -> None:
    settlement = Pass(direction, wagers)
    assert parse_pass(format_pass(settlement)) == settlement
    assert format_pass(settlement) == f"{direction}: {', '.join(wagers)}"


@pytest.mark.parametrize(
    "text",
    [
        *("", "primary", "left to right", "left to right:", "left to right primary"),
        *("clockwise: tie", "left to right: primary, bonus", "left to right: primary,"),
        "Left to right: tie",
    ],
)
def test_what_is_no_pass_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match="is not a pass of a settlement: write a direction"):
        parse_pass(text)


def test_seats_are_reached_in_the_direction_of_the_pass() -> None:
    assert along([3, 1, 7], "left to right") == [1, 3, 7]
    assert along([3, 1, 7], "right to left") == [7, 3, 1]
    assert along((), "right to left") == []


def test_step_contains_its_acts() -> None:
    step = parse_step("each: burn 3, player")
    assert "player" in step
    assert "burn" in step
    assert "dealer" not in step


@pytest.mark.parametrize(
    "steps, individual",
    [
        (["each: burn 3, player, burn 3, dealer"], True),
        (["once: burn 3", "each: player", "once: dealer"], False),
        (["each: burn 3, player", "once: burn 3, dealer"], False),
        ([], False),
    ],
)
def test_war_is_individual_where_each_seat_has_its_own_dealer_card(
    steps: list[str], individual: bool
) -> None:
    assert is_individual(tuple(map(parse_step, steps))) is individual


@pytest.mark.parametrize("seats", range(10))
@pytest.mark.parametrize(
    "steps, each, once",
    [
        (["each: player", "once: dealer"], 1, 1),
        (["each: burn 3, player, burn 3, dealer"], 8, 0),
        (["once: burn 3", "each: player", "once: dealer"], 1, 4),
        (["each: burn 3, player", "once: burn 3, dealer"], 4, 4),
    ],
)
def test_cards_that_a_script_takes_from_the_shoe(
    steps: list[str], each: int, once: int, seats: int
) -> None:
    assert cards_used(tuple(map(parse_step, steps)), seats) == each * seats + once
