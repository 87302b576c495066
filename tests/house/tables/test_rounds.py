"""Whole rounds of every rule set and reading, asked for as a client would, then audited."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from casinowar.game.needs import BankerNeeded, BetsNeeded, ChoiceNeeded, StakeNeeded
from casinowar.house.people.chips import staked
from casinowar.house.refusals import Refused
from casinowar.house.tables.commands import (
    Bet,
    Caller,
    Choose,
    Cut,
    Leave,
    PostStake,
    Ready,
    Rebet,
    Rule,
    Secret,
    Sit,
    TakeBank,
    Wager,
    Withdraw,
)
from casinowar.house.tables.offers import Purse, offers
from casinowar.house.upkeep.audit import audit
from casinowar.record.ledger import HOUSE, Account, Transfer, grant
from casinowar.rules.file import builtin_names, load_rules
from casinowar.store.backends.engine import is_shared
from casinowar.store.queries.money import balance
from casinowar.store.queries.people import set_role
from casinowar.store.queries.player_rounds import player_rounds
from casinowar.store.queries.records import one_round
from tests.support.house.floor import CHIPS, Floor

READINGS = [
    (name, reading.name) for name in builtin_names() for reading in load_rules(name).readings
]
SECRET = Secret("1f" * 32, 100)


def least(house: Floor, table_id: str = "t1") -> int:
    return house.table(table_id).record.table.options.primary.least


def answer_all(house: Floor, people: dict[str, Caller], table_id: str = "t1") -> None:
    """Everyone who is asked goes to war, or does the only thing there is to do."""
    while isinstance(asked := house.need(table_id), ChoiceNeeded):
        hand = asked.hands[0]
        choice: Any = "war" if "war" in asked.offers else asked.offers[0]
        house.do(people[hand.player], Choose(hand.seat, choice), table_id)


def check(house: Floor) -> Any:
    return house.alone(lambda work: audit(work.connection))


@pytest.mark.parametrize("name, reading", READINGS)
def test_a_lone_player_plays_through_shoes(house: Floor, name: str, reading: str) -> None:
    rules = load_rules(name).rules(reading)
    if rules.player_banked:
        house.open(name, reading=reading, bots=2)
    else:
        house.open(name, reading=reading)
    ann = house.guest(100_000_00)
    table_id = "t1"
    if rules.seats.holding == "solo":
        table_id = house.own_game(ann)
    else:
        house.do(ann, Sit(1))
    shoes = 12 if rules.shoe.cut_card is None else 1 if is_shared(house.database) else 2
    kinds: Counter[str] = Counter()
    for turn in range(1500):
        table = house.table(table_id).record.table
        if table.shoe.number > shoes and not table.playing:
            break
        _one_act(house, ann, table_id, kinds)
        if turn % 97 == 50:
            house.restart()
    else:
        pytest.fail("the shoes do not end")
    assert kinds["round"] > 5
    found = check(house)
    assert found.rounds >= kinds["round"]


def _one_act(house: Floor, ann: Caller, table_id: str, kinds: Counter[str]) -> None:
    """Whatever is next for a player who always plays the least."""
    match house.need(table_id):
        case ChoiceNeeded():
            kinds["choice"] += 1
            answer_all(house, {ann.player: ann}, table_id)
        case BankerNeeded(players) if ann.player in players:
            house.do(ann, TakeBank(stake=200_00), table_id)
        case StakeNeeded(player) if player == ann.player:
            house.do(ann, PostStake(200_00), table_id)
        case BankerNeeded():
            house.wait(60, table_id)
        case _:
            bets = (Wager(1, "primary", least(house, table_id)),)
            waits = _waits_for_shoe(house, ann, table_id)
            if waits and house.table(table_id).record.table.rules.player_banked:
                house.do(ann, Cut(SECRET.seed, SECRET.cut), table_id)
                return
            kinds["round"] += 1
            house.do(ann, Bet(bets, ready=True, fair=SECRET if waits else None), table_id)


def _waits_for_shoe(house: Floor, ann: Caller, table_id: str) -> bool:
    found = offers(house.table(table_id), ann.player, Purse(house.chips(ann)))["offers"]
    return any(offer["command"] == "cut" for offer in found)


@pytest.mark.parametrize("name, reading", [one for one in READINGS if one[0] != "online"])
def test_a_full_table(house: Floor, name: str, reading: str) -> None:
    options = house.open(name, reading=reading).record.table.options
    people = {
        caller.player: caller
        for caller in house.seat(*range(1, options.seats + 1), chips=100_000_00)
    }
    for _ in range(12):
        _bets_open(house, people)
        banker = house.table().record.table.bank.player
        for player, caller in people.items():
            if player != banker:
                (seat,) = house.table().record.table.seats_of(player)
                house.do(caller, Bet((Wager(seat, "primary", least(house)),), ready=True))
        answer_all(house, people)
    assert house.table().record.table.rounds >= 12
    assert check(house).rounds >= 12


def _bets_open(house: Floor, people: dict[str, Caller]) -> None:
    """Wait, and bank, until bets can be placed."""
    while not isinstance(asked := house.need(), BetsNeeded):
        if isinstance(asked, BankerNeeded) and asked.players:
            house.do(people[asked.players[0]], TakeBank(stake=1_000_00))
        elif isinstance(asked, StakeNeeded):
            house.do(people[asked.player], PostStake(1_000_00))
        else:
            house.wait(3)


def test_the_bank_goes_round_and_the_house_takes_nothing(house: Floor) -> None:
    house.open("california")
    people = {caller.player: caller for caller in house.seat(1, 2, 3)}
    bankers = []
    for _ in range(6):
        _bets_open(house, people)
        table = house.table().record.table
        bankers.append(table.bank.seat)
        for seat, player in enumerate(table.seats, 1):
            if player and player != table.bank.player:
                house.do(people[player], Bet((Wager(seat, "primary", 500),), ready=True))
        answer_all(house, people)
    assert bankers == [1, 1, 2, 2, 3, 3]
    assert house.writer.do(lambda work: balance(work.connection, HOUSE)) == 0
    total = sum(house.chips(caller) for caller in people.values())
    lies = house.writer.do(lambda work: work.balance(Account("stake", "t1")))
    assert total + lies == 3 * CHIPS
    for caller in people.values():
        rows = house.alone(lambda work, who=caller.player: player_rounds(work.connection, who, 9))
        assert [row.round for row in rows] == [6, 5, 4, 3, 2, 1]
        seat = house.table().record.table.seats.index(caller.player) + 1
        assert [row.banked for row in rows[::-1]] == [banker == seat for banker in bankers]
        assert sum(row.net for row in rows) == house.chips(caller) - CHIPS
    check(house)


def test_a_bankers_stake_is_what_the_round_has_made_of_it(house: Floor) -> None:
    house.open("california")
    people = {caller.player: caller for caller in house.seat(1, 2, 3, 4, 5)}
    while True:
        _bets_open(house, people)
        table = house.table().record.table
        for seat, player in enumerate(table.seats, 1):
            if player and player != table.bank.player:
                house.do(people[player], Bet((Wager(seat, "primary", 500),), ready=True))
        table = house.table().record.table
        if table.playing and table.round is not None and table.round.bank_result:
            break
        answer_all(house, people)
    lies = house.writer.do(lambda work: work.balance(Account("stake", "t1")))
    assert staked(table, table.bank.player) == lies == table.bank.stake + table.round.bank_result


def test_people_without_a_seat_bet_behind_one(house: Floor) -> None:
    house.open("california")
    people = {caller.player: caller for caller in house.seat(1, 2)}
    _bets_open(house, people)
    eve = house.guest()
    table = house.table().record.table
    player = next(p for p in table.seats if p and p != table.bank.player)
    (seat,) = table.seats_of(player)
    house.refused(eve, Bet((Wager(seat, "primary", 500),)))
    house.do(people[player], Bet((Wager(seat, "primary", 500),), ready=True))
    assert house.table().record.table.rounds == 1
    answer_all(house, people)
    _bets_open(house, people)
    table = house.table().record.table
    player = next(p for p in table.seats if p and p != table.bank.player)
    (seat,) = table.seats_of(player)
    house.do(people[player], Bet((Wager(seat, "primary", 500),)))
    house.do(eve, Bet((Wager(seat, "primary", 1000),), ready=True))
    assert house.table().record.table.rounds == 1
    house.wait(15)
    assert house.table().record.table.rounds == 2
    answer_all(house, people | {eve.player: eve})
    assert house.chips(eve) in (CHIPS - 2000, CHIPS - 1000, CHIPS, CHIPS + 1000, CHIPS + 2000)
    check(house)


def played(house: Floor, ann: Caller, amount: int = 1000) -> None:
    house.do(ann, Bet((Wager(1, "primary", amount),), ready=True))
    answer_all(house, {ann.player: ann})


def give(house: Floor, caller: Caller, amount: int) -> None:
    house.alone(lambda work: work.move([grant(caller.player, amount)], "refill"))


def operator(house: Floor) -> Caller:
    guest = house.guest()
    house.alone(lambda work: set_role(work.connection, guest.account, "operator"))
    return Caller(guest.account, guest.player, "operator")


def test_a_round_is_voided(house: Floor) -> None:
    house.open("fun-casino")
    (ann,) = house.seat(1)
    played(house, ann)
    while house.chips(ann) == CHIPS:
        house.do(operator(house), Rule("void", "once more"))
        played(house, ann)
    house.refused(ann, Rule("void", "I lost"))
    (lost,) = house.alone(lambda work: player_rounds(work.connection, ann.player, 1))
    assert lost.net == house.chips(ann) - CHIPS != 0
    house.do(operator(house), Rule("void", "the shoe fell down"))
    assert house.chips(ann) == CHIPS
    (void,) = house.alone(lambda work: player_rounds(work.connection, ann.player, 1))
    assert (void.staked, void.net) == (lost.staked, 0)
    again = house.alone(lambda work: one_round(work.connection, "t1", lost.round))
    assert sum(wager.net for wager in again.settlements) == 0
    assert sum(wager.stake for wager in again.settlements) == lost.staked
    house.do(ann, Rebet())
    assert [bet.primary for bet in house.table().record.table.bets] == [1000]
    check(house)


def test_the_house_makes_good_what_a_voided_round_cannot_take_back(house: Floor) -> None:
    house.open("washington")
    house.open("washington", "t2")
    (ann,) = house.seat(1)
    while house.chips(ann) <= CHIPS:
        played(house, ann, 500_00)
    won = house.chips(ann) - CHIPS
    spent = house.chips(ann)
    bob = house.guest(1)
    house.alone(lambda work: work.move([_gift(ann, bob, spent)], "grant"))
    house.do(operator(house), Rule("void", "the shoe fell down"))
    assert house.chips(ann) == 0
    assert won > 0
    with pytest.raises(Exception, match="grant"):
        check(house)  # a gift between players is no transfer the house knows


def _gift(giver: Caller, taker: Caller, amount: int) -> Any:
    return Transfer(Account("player", giver.player), Account("player", taker.player), amount)


def test_a_player_short_of_chips_is_not_offered_war_and_is_told_why(house: Floor) -> None:
    house.open("washington")
    ann = house.guest(1000)
    house.do(ann, Sit(1))
    while not isinstance(house.need(), ChoiceNeeded):
        missing = 1000 - house.chips(ann)
        if missing > 0:
            from casinowar.record.ledger import grant

            house.alone(
                lambda work, amount=missing: work.move([grant(ann.player, amount)], "refill")
            )
        elif missing < 0:
            house.do(ann, Bet((Wager(1, "primary", house.chips(ann)),), ready=True))
            continue
        house.do(ann, Bet((Wager(1, "primary", 1000),), ready=True))
    found = offers(house.table(), ann.player, Purse(house.chips(ann)))
    assert [offer["choice"] for offer in found["offers"] if offer["command"] == "choose"] == [
        "surrender"
    ]
    assert "war takes" in found["withheld"][0]["why"]
    refusal = house.refused(ann, Choose(1, "war"))
    assert isinstance(refusal, Refused)
    assert refusal.kind == "no-chips"
    house.do(ann, Choose(1, "surrender"))


def test_bets_are_repeated(house: Floor) -> None:
    house.open("washington")
    (ann,) = house.seat(1)
    refusal = house.refused(ann, Rebet())
    assert "no earlier round" in str(refusal)
    house.do(ann, Bet((Wager(1, "primary", 2500), Wager(1, "tie", 1000)), ready=True))
    answer_all(house, {ann.player: ann})
    house.do(ann, Rebet())
    (bet,) = house.table().record.table.bets
    assert (bet.primary, bet.tie) == (2500, 1000)


def test_who_leaves_in_a_round_leaves_at_its_end(house: Floor) -> None:
    house.open("washington")
    ann, bob = house.seat(1, 2)
    house.wait(3)
    house.do(ann, Bet((Wager(1, "primary", 1000),)))
    house.do(ann, Leave(1))
    assert house.table().record.table.seats[0] == ann.player
    house.wait(15)
    house.wait(60)
    assert house.table().record.table.seats[0] == ""
    assert house.table().record.table.seats[1] == bob.player
    check(house)


def test_a_table_that_favours_its_players_needs_an_explicit_yes(house: Floor) -> None:
    with pytest.raises(Refused, match="The players have the edge"):
        house.open("fun-casino", players_may_have_edge=False)
    house.open("washington", players_may_have_edge=False)


def test_the_online_game_is_each_players_own(house: Floor) -> None:
    house.open("online")
    ann, bob = house.guest(), house.guest()
    assert house.refused(ann, Sit(1)).kind == "own-game"  # type: ignore[attr-defined]
    games = {house.own_game(ann), house.own_game(bob)}
    assert len(games) == 2
    with pytest.raises(Refused, match="no table"):
        house.do(ann, Sit(1), next(game for game in games if bob.player in game))


@pytest.fixture(autouse=True)
def _restarted(house: Floor) -> Iterator[None]:
    """After each test the house comes up again from what is on the disk, with the same state."""
    yield
    before = dict(house.memory.running)
    house.restart()
    for table_id, running in before.items():
        found = house.table(table_id)
        assert found.record == running.record
        assert found[2:] == running[2:]


def test_ready_is_for_the_wagers_as_they_lie(house: Floor) -> None:
    house.open("washington")
    ann, _ = house.seat(1, 2)
    house.wait(3)
    house.do(ann, Ready())
    house.do(ann, Bet((Wager(1, "primary", 1000),)))
    assert ann.player not in house.table().ready
    house.do(ann, Bet((Wager(1, "primary", 500),), ready=True))
    house.do(ann, Withdraw(1, "primary"))
    assert ann.player not in house.table().ready


def test_a_refusal_says_what_the_table_awaits(house: Floor) -> None:
    house.open("california")
    ann, _ = house.seat(1, 2)
    house.wait(3)
    awaited = str(house.need())
    assert "take the bank" in awaited
    for stake in (10**12, 1):
        refusal = house.refused(ann, TakeBank(stake))
        assert refusal.awaited == awaited  # type: ignore[attr-defined]


def test_who_comes_too_late_to_commit_sits_all_the_same(house: Floor) -> None:
    house.open("washington")
    ann, bob = house.guest(), house.guest()
    first = house.do(ann, Sit(1, "ab" * 32))
    told = [entry["kind"] for entry in first["entries"]]
    assert told == ["action", "player_commitment", "list_closed"]
    late = house.do(bob, Sit(2, "cd" * 32))
    assert [entry["kind"] for entry in late["entries"]] == ["action"]
    assert house.table().record.table.seats[1] == bob.player


def test_nobody_is_ready_before_bets_are_open(house: Floor) -> None:
    """A lone player may bet before the shoe is there, for the bet brings it; ready says nothing."""
    house.open("washington")
    (ann,) = house.seat(1)
    running = house.table()
    assert running.record.shoe is None
    offered = {each["command"] for each in offers(running, ann.player, Purse(CHIPS))["offers"]}
    assert "bet" in offered
    assert "ready" not in offered
    house.refused(ann, Ready())
