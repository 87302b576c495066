"""The bank's whole record after each thing that can happen to it.

Clause tests see what the bank tells; these see what it remembers, of which nothing may be stale:
who is asked next, whose row of rounds is counted, and from which seat the next offer goes on.
"""

from casinowar.game.actions import DeclineBank, GiveUpBank, Leave, PostStake, Rule, Sit, TakeBank
from casinowar.game.events import BankTaken, SeatLeft, StakeReturned
from casinowar.game.needs import BankerNeeded, StakeNeeded
from casinowar.game.table import Bank, need
from tests.support.game.california import seated
from tests.support.game.table import Game


def play_round(game: Game, banker: str, bettor: str) -> None:
    """A whole round which the bettor wins."""
    game.bank(banker, 10_000)
    game.bet(bettor, primary=500)
    game.deal("Kh 9c")


def test_bank_taken_after_it_went_round_is_no_longer_going_round() -> None:
    game = seated("ann", "bob")
    game.do(DeclineBank("ann"), DeclineBank("bob"))
    assert game.table.bank == Bank(went_round=True)
    game.do(TakeBank("bob"))
    assert game.table.bank == Bank("bob", 2)


def test_bank_given_up_keeps_its_seat_and_nothing_else() -> None:
    game = seated("ann", "bob", "cy")
    game.do(TakeBank("ann"), PostStake("ann", 1000))
    assert game.table.bank == Bank("ann", 1, 1000)
    game.do(GiveUpBank("ann"))
    assert game.table.bank == Bank(seat=1, offers=("bob", "cy"))


def test_bank_given_up_before_a_stake_returns_none() -> None:
    game = seated("ann", "bob")
    game.do(TakeBank("ann"), GiveUpBank("ann"))
    assert game.told(StakeReturned) == []
    assert game.table.bank == Bank(seat=1, offers=("bob",))


def test_stake_is_gone_from_the_table_after_the_round() -> None:
    game = seated("ann", "bob")
    play_round(game, "ann", "bob")
    assert game.table.bank == Bank("ann", 1, last="ann", rounds=1)


def test_one_who_leaves_before_being_asked_is_left_out_and_nobody_is_asked_again() -> None:
    game = seated("ann", "bob", "cy", "dee")
    game.do(DeclineBank("ann"))
    assert game.do(Leave("cy", 3)) == [SeatLeft("cy", 3)]
    assert game.table.bank == Bank(offers=("bob", "dee"))


def test_bank_that_comes_back_is_offered_to_nobody() -> None:
    game = seated("ann", "bob", "cy")
    play_round(game, "ann", "bob")
    play_round(game, "ann", "bob")
    assert game.table.bank == Bank(seat=1, offers=("bob", "cy"), last="ann", rounds=2)
    game.do(Rule("void", "a marked card"))
    assert game.table.bank == Bank("ann", 1, last="ann", rounds=1)


def test_bank_that_comes_back_after_it_went_round_is_no_longer_going_round() -> None:
    game = seated("ann", "bob")
    play_round(game, "ann", "bob")
    play_round(game, "ann", "bob")
    game.do(DeclineBank("bob"))
    assert game.table.bank.went_round
    game.do(Rule("void", "a marked card"))
    assert game.table.bank == Bank("ann", 1, last="ann", rounds=1)


def test_bank_comes_back_to_the_seat_its_banker_has_now() -> None:
    game = seated("ann", "bob")
    play_round(game, "ann", "bob")
    play_round(game, "ann", "bob")
    game.do(Leave("ann", 1), Sit("ann", 5))
    assert BankTaken("ann", 5) in game.do(Rule("void", "a marked card"))
    game.awaits(StakeNeeded("ann", 500))
    game.do(Sit("cy", 6), GiveUpBank("ann"))
    game.awaits(BankerNeeded(("cy",)))


def test_declining_is_named_only_while_it_is_possible() -> None:
    game = seated("ann", "bob")
    assert str(need(game.table)) == "ann to take the bank or decline"
    game.do(DeclineBank("ann"), DeclineBank("bob"))
    assert str(need(game.table)) == "ann or bob to take the bank"
    game.refused(DeclineBank("ann"), "the bank is not being offered", "ann or bob to take the bank")
    game.do(Sit("cy", 3), Leave("ann", 1), Leave("cy", 3))
    assert not str(need(game.table)).endswith("decline")
