"""A round's result by hand, by seat and by player, and its short text."""

from casinowar.game.notation import read_round
from casinowar.rules.file import load_rules


def test_net_by_seat_leaves_the_backline_out() -> None:
    rules = load_rules("california").rules()
    line = "bank:100 ann@1:20 bob@2:20 cy+2:10 | 5 K 9"
    state, _ = read_round(rules, line)
    assert state.net_by_seat() == {1: -2000, 2: 2000}
    assert state.net_by_player() == {"ann": -2000, "bob": 2000, "cy": 1000}
    assert state.net_of("cy", 2) == 1000
    assert state.bank_result == -1000


def test_nothing_is_won_before_a_settlement() -> None:
    state, _ = read_round(load_rules("washington").rules(), "1:20/5 | 9h")
    assert (state.net_by_seat(), state.net_by_player()) == ({1: 0}, {"": 0})


def test_a_round_has_a_short_text() -> None:
    state, _ = read_round(load_rules("washington").rules(), "ann@1:20 2:5 | 9h Kd 9s")
    assert repr(state) == "<Round washington/right-to-left: ann@1, seat 2; 3 cards dealt>"
