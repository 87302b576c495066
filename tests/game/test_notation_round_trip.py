"""Any round, of any rule set and reading, has a line that gives it back; any text is survived."""

import re
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casinowar.cards import DECK, RANKS, Card
from casinowar.errors import CasinoWarError
from casinowar.game.actions import Burn, Deal, GoToWar, RoundAction, Surrender, TimeOut
from casinowar.game.events import WagerSettled
from casinowar.game.needs import BurnNeeded, ChoiceNeeded
from casinowar.game.notation import format_round, read_round
from casinowar.game.round import Bet, Round, begin, need, step
from casinowar.rules.file import builtin_names, load_rules
from casinowar.rules.model import RuleSet
from tests.support.game.table import rules_of

READINGS = [
    (name, reading.name) for name in builtin_names() for reading in load_rules(name).readings
]
CALLED = ["ann", "bob", "cy", "9h", "x3", "bank", "zoë-1.0_", "dan", "eve"]
NAMES = st.sampled_from(["", *CALLED])
AMOUNTS = st.integers(1, 100_00)
CARDS = st.sampled_from([*DECK, *(Card(rank) for rank in RANKS)]) | st.sampled_from(
    [Card("9"), Card("8")]
)


@st.composite
def rounds(draw: st.DrawFn, rules: RuleSet) -> Round:
    """A round of these rules, played for some time or to its end."""
    bets = []
    for seat, names in draw(people(rules)).items():
        for name in names:
            tie = draw(st.just(0) | AMOUNTS)
            alone = tie and rules.bets.tie == "alone too"
            primary = draw(st.just(0) | AMOUNTS if alone else AMOUNTS)
            bets.append(Bet(name, seat, primary, tie))
    stake = draw(st.integers(1, 500_00)) if rules.player_banked else None
    state = begin(rules, bets, stake=stake)
    for _ in range(draw(st.sampled_from([1000, 1000, 0, 1, 2, 5, 10]))):
        if state.over:
            break
        state, _ = step(state, draw(actions(state)))
    return state


@st.composite
def people(draw: st.DrawFn, rules: RuleSet) -> dict[int, list[str]]:
    """Who bets at each seat, its holder first, as the rules of seats have it."""
    most = rules.betting_seats(rules.seats.most)
    seats = draw(st.sets(st.integers(1, rules.seats.most), min_size=1, max_size=most))
    alone = draw(NAMES)
    own: dict[int, str] = {}
    for seat in seats:
        match rules.seats.holding:
            case "solo":
                own[seat] = draw(st.sampled_from(["", alone]))
            case "one each":
                free = [name for name in CALLED if name not in own.values()]
                own[seat] = draw(st.sampled_from(["", *free]))
            case "several":
                own[seat] = draw(NAMES)
    if rules.seats.backline == "no":
        return {seat: [name] for seat, name in own.items()}
    standing = [name for name in CALLED if name not in own.values()]
    behind = st.lists(st.sampled_from(["", *standing]), max_size=2, unique=True)
    return {
        seat: [name, *(other for other in draw(behind) if other != name)]
        for seat, name in own.items()
    }


@st.composite
def actions(draw: st.DrawFn, state: Round) -> RoundAction:
    """Something the round waits for."""
    match need(state):
        case BurnNeeded(count):
            return Burn(draw(st.just(count) | st.integers(1, count)))
        case ChoiceNeeded(hands):
            assert state.rules.choice is not None
            assert state.rules.war is not None
            if state.rules.choice.time_out != "wait" and draw(st.integers(0, 9)) == 0:
                return TimeOut()
            hand = draw(st.sampled_from(hands))
            if draw(st.integers(0, 3)) == 0:
                return Surrender(hand.player, hand.seat)
            (bet,) = (b for b in state.bets_at(hand.seat) if b.player == hand.player)
            ties = {"none": st.just(0), "equal": st.just(bet.primary), "free": AMOUNTS}
            tie = draw(st.just(0) | ties[state.rules.war.tie_wager])
            return GoToWar(hand.player, hand.seat, tie)
        case _:
            return Deal(draw(CARDS))


@pytest.mark.parametrize("name, reading", READINGS)
@given(data=st.data())
def test_every_round_reads_back(name: str, reading: str, data: st.DataObject) -> None:
    rules = rules_of(name, reading)
    state = data.draw(rounds(rules))
    line = format_round(state)
    again, events = read_round(rules, line, decks=100)
    assert again == state
    assert format_round(again) == line
    if state.over:
        bare = " ".join(word for word in line.split() if not re.fullmatch(r"x\d+", word))
        whole, told = read_round(rules, bare, decks=100)
        assert (whole.results, whole.cards) == (state.results, state.cards)
        assert [e for e in told if isinstance(e, WagerSettled)] == [
            e for e in events if isinstance(e, WagerSettled)
        ]


WORDS = st.sampled_from(
    "1:20 1:20/5 2:/5 ann@1:20 bob+1:5 +1:5 bank:30 | 9h 9 10d K x3 x1 1:war 1:war/5 1:surrender "
    "ann@1:war bob+1:surrender timeout : / @ + x 1: :war 99:1 ٣:٣ 9٣ \x00 \u2028".split(" ")
)


@pytest.mark.parametrize("name", builtin_names())
@given(line=st.text() | st.lists(WORDS | st.text(max_size=5)).map(" ".join))
def test_any_text_is_read_or_refused(name: str, line: str) -> None:
    rules = rules_of(name)
    with suppress(CasinoWarError):
        state, events = read_round(rules, line)
        assert read_round(rules, format_round(state)) == (state, events)
