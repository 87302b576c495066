"""The ledger: what every event moves, and that nothing is ever made, lost or left over."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casinowar.errors import CasinoWarError, NotationError, RecordError
from casinowar.game.events import (
    BetPlaced,
    BetWithdrawn,
    Event,
    ExcessReturned,
    StakePosted,
    StakeReturned,
    WagerReturned,
    WagerReversed,
    WagerSettled,
    WarDeclared,
)
from casinowar.game.table import Table
from casinowar.money import MOST
from casinowar.record.ledger import (
    HOUSE,
    MINT,
    Account,
    Balances,
    CheckedBalances,
    Transfer,
    grant,
    opening,
    transfers,
)
from casinowar.rules.model import RuleSet
from tests.support.examples import percent
from tests.support.game.california import banked
from tests.support.game.playthrough import built_in
from tests.support.game.random_rules import rule_sets
from tests.support.game.table import Game
from tests.support.game.walk import Walk
from tests.support.record.small_house import House

ANN, BOB = Account("player", "ann"), Account("player", "bob")
FELT, STAKE = Account("felt", "t1"), Account("stake", "t1")


def settled(net: int, stake: int = 500) -> WagerSettled:
    return WagerSettled("ann", 1, "primary", "higher", stake, net, net)


@pytest.mark.parametrize(
    "event, house_banked, player_banked",
    [
        (BetPlaced("ann", 1, "primary", 500), [(ANN, FELT, 500)], [(ANN, FELT, 500)]),
        (BetWithdrawn("ann", 1, "tie", 500), [(FELT, ANN, 500)], [(FELT, ANN, 500)]),
        (WagerReturned("ann", 1, "war", 5, "void"), [(FELT, ANN, 5)], [(FELT, ANN, 5)]),
        (
            WarDeclared("ann", 1, 500, 200),
            [(ANN, FELT, 500), (ANN, FELT, 200)],
            [(ANN, FELT, 500), (ANN, FELT, 200)],
        ),
        (WarDeclared("ann", 1, 500, 0), [(ANN, FELT, 500)], [(ANN, FELT, 500)]),
        (
            settled(300),
            [(FELT, ANN, 500), (HOUSE, ANN, 300)],
            [(FELT, ANN, 500), (STAKE, ANN, 300)],
        ),
        (settled(0), [(FELT, ANN, 500)], [(FELT, ANN, 500)]),
        (
            settled(-200),
            [(FELT, ANN, 300), (FELT, HOUSE, 200)],
            [(FELT, ANN, 300), (FELT, STAKE, 200)],
        ),
        (settled(-500), [(FELT, HOUSE, 500)], [(FELT, STAKE, 500)]),
        (WagerReversed("ann", 1, "tie", 300), [(ANN, HOUSE, 300)], [(ANN, STAKE, 300)]),
        (WagerReversed("ann", 1, "tie", -300), [(HOUSE, ANN, 300)], [(STAKE, ANN, 300)]),
        (WagerReversed("ann", 1, "tie", 300, "bob"), [(ANN, BOB, 300)], [(ANN, BOB, 300)]),
        (WagerReversed("ann", 1, "tie", -300, "bob"), [(BOB, ANN, 300)], [(BOB, ANN, 300)]),
        (WagerReversed("ann", 1, "tie", 1), [(ANN, HOUSE, 1)], [(ANN, STAKE, 1)]),
        (WagerReversed("ann", 1, "tie", -1), [(HOUSE, ANN, 1)], [(STAKE, ANN, 1)]),
        (StakePosted("ann", 900), [(ANN, STAKE, 900)], [(ANN, STAKE, 900)]),
        (StakeReturned("ann", 900), [(STAKE, ANN, 900)], [(STAKE, ANN, 900)]),
        (StakeReturned("ann", 0), [], []),
        (ExcessReturned("ann", 1, "primary", 500), [], []),
    ],
)
def test_what_an_event_moves(
    event: Event, house_banked: list[Transfer], player_banked: list[Transfer]
) -> None:
    assert transfers("t1", [event], player_banked=False) == house_banked
    assert transfers("t1", [event], player_banked=True) == player_banked


def test_accounts_have_names() -> None:
    named = [ANN, FELT, STAKE, HOUSE, MINT]
    assert list(map(str, named)) == ["player:ann", "felt:t1", "stake:t1", "house", "mint"]


def test_chips_come_from_the_mint() -> None:
    assert grant("ann", 1) == (MINT, ANN, 1)
    assert grant("ann", MOST).amount == MOST
    for amount in (0, -1, MOST + 1, True, "5"):
        with pytest.raises(NotationError, match="is not an amount of chips: whole cents above 0"):
            grant("ann", amount)  # type: ignore[arg-type]


def test_balances_move_what_is_posted() -> None:
    balances = Balances()
    balances.post([grant("ann", 500), Transfer(ANN, FELT, 200)])
    assert balances == {MINT: -500, ANN: 300, FELT: 200}
    assert balances[BOB] == 0


@pytest.mark.parametrize("amount", [0, -5, True, 2.5])
def test_what_is_no_transfer_moves_nothing_and_nothing_beside_it(amount: object) -> None:
    balances = Balances({ANN: 300})
    wrong = Transfer(ANN, FELT, amount)  # type: ignore[arg-type]
    with pytest.raises(RecordError, match=f"{amount} from player:ann to felt:t1 is not a transfer"):
        balances.post([Transfer(ANN, FELT, 100), wrong])
    assert balances == {ANN: 300}


def test_a_purse_holds_what_changed_on_top_of_what_was_there() -> None:
    purse = CheckedBalances({ANN: 300, BOB: 40, HOUSE: 0}.__getitem__)
    purse.post([Transfer(ANN, HOUSE, 100)])
    assert (purse[ANN], purse[BOB], purse[HOUSE]) == (200, 40, 100)
    assert purse == {ANN: 200, HOUSE: 100}, "what was only looked at has not changed"
    assert (purse.change(ANN), purse.change(BOB)) == (-100, 0)
    inner = CheckedBalances(purse.__getitem__)
    inner.post([Transfer(ANN, BOB, 200)])
    assert (inner[ANN], inner.change(ANN), purse[ANN]) == (0, -200, 200)


def test_a_purse_refuses_to_go_below_zero() -> None:
    purse = CheckedBalances(lambda _: 0)
    purse.post([grant("ann", 5), Transfer(HOUSE, BOB, 5)])
    assert (purse[MINT], purse[HOUSE]) == (-5, -5)
    with pytest.raises(CasinoWarError, match="player:ann would be 1 cents below zero"):
        purse.post([Transfer(ANN, FELT, 6)])
    again = CheckedBalances(lambda _: 0)
    again.post([Transfer(ANN, FELT, 6), grant("ann", 6)])
    assert again[ANN] == 0, "only what is left after all of them counts"


def test_what_a_purse_lacks_can_be_made_up_for() -> None:
    purse, asked = CheckedBalances(lambda _: 2), []

    def make_up(account: Account, missing: int) -> None:
        asked.append((account, missing))
        if account.kind == "player":
            purse.post([Transfer(HOUSE, account, missing)])

    purse.post([Transfer(ANN, FELT, 2), Transfer(ANN, FELT, 3), Transfer(BOB, FELT, 4)], make_up)
    assert asked == [(ANN, 3), (BOB, 2)]
    assert (purse[ANN], purse[BOB], purse.change(HOUSE)) == (0, 0, -5)
    with pytest.raises(CasinoWarError, match="felt:t1 would be 1 cents below zero"):
        purse.post([Transfer(FELT, ANN, 12)], make_up)


def test_what_lies_on_a_table_came_from_its_people() -> None:
    game = banked(9_000, "ann", "bob")
    game.bet("ann", primary=1_000, tie=500)
    game.bet("bob", primary=2_000)
    dee = Account("player", "dee")
    assert opening("t1", game.table) == [
        (ANN, FELT, 1_500),
        (BOB, FELT, 2_000),
        (dee, STAKE, 9_000),
    ]
    assert opening("t1", Game("washington").table) == []


BUILT_IN = [pytest.param(rules, id=name) for name, rules in built_in()]


class Books:
    """The accounts of a table whose people all began with chips enough."""

    def __init__(self, table: Table) -> None:
        self.balances = Balances()
        self.banked = table.rules.player_banked
        self.began: set[str] = set()

    def follow(self, events: tuple[Event, ...], table: Table) -> None:
        moved = transfers("t1", events, player_banked=self.banked)
        for transfer in moved:
            for account in transfer[:2]:
                if account.kind == "player" and account.name not in self.began:
                    self.began.add(account.name)
                    self.balances.post([grant(account.name, 10**9)])
        self.balances.post(moved)
        self.check(table)

    def check(self, table: Table) -> None:
        """All sums to 0, nobody is below it, and the felt holds what the table says."""
        assert sum(self.balances.values()) == 0
        for account, amount in self.balances.items():
            if account.kind in ("player", "felt", "stake"):
                assert amount >= 0
        if self.banked:
            assert self.balances[HOUSE] == 0
        if table.playing:
            assert table.round is not None
            lies = sum(amount for _, _, amount in table.round.open_wagers())
            posted = table.bank.stake + table.round.bank_result if self.banked else 0
        else:
            lies = sum(bet.primary + bet.tie for bet in table.bets)
            posted = table.bank.stake
        assert self.balances[FELT] == lies
        assert self.balances[STAKE] == posted


def balance_a_walk(rules: RuleSet, seed: int, hand_dealt: bool, steps: int) -> None:
    walk = Walk(rules, Random(seed), hand_dealt=hand_dealt)
    books = Books(walk.table)
    for _ in range(steps):
        books.follow(walk.take(walk.choose()), walk.table)


@pytest.mark.parametrize("hand_dealt", [False, True], ids=["shoe", "hand-dealt"])
@pytest.mark.parametrize("rules", BUILT_IN)
def test_no_cent_is_made_or_lost(rules: RuleSet, hand_dealt: bool) -> None:
    @percent(3)
    @given(st.integers(0, 2**32))
    def balance(seed: int) -> None:
        balance_a_walk(rules, seed, hand_dealt, 150)

    balance()


@percent(20)
@given(rule_sets(), st.integers(0, 2**32), st.booleans())
def test_no_cent_is_made_or_lost_under_random_rules(
    rules: RuleSet, seed: int, hand_dealt: bool
) -> None:
    balance_a_walk(rules, seed, hand_dealt, 80)


@pytest.mark.parametrize("rules", BUILT_IN)
def test_the_felt_is_empty_when_a_shoe_is_over(rules: RuleSet) -> None:
    house = House(rules, Random(9), players=4).play(1)
    balances = Balances()
    balances.post(transfers("t1", house.events, player_banked=rules.player_banked))
    assert balances[FELT] == 0
    if not house.table.bank.stake:
        assert balances[STAKE] == 0
    assert sum(balances.values()) == 0
