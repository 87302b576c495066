"""Self-exclusion: at once, what lies there is finished, and nobody lifts it."""

from itertools import count
from typing import Any

import pytest

from casinowar.game.events import Surrendered, WarDeclared
from casinowar.game.needs import ChoiceNeeded
from casinowar.house.people import accounts, exclusion
from casinowar.house.people.sessions import DAY_MS
from casinowar.house.pit import offices
from casinowar.house.refusals import Refused
from casinowar.house.tables import floor
from casinowar.house.tables.commands import Caller, Choose, Command, Sit, TakeBank
from casinowar.house.tables.floor import Opening
from casinowar.store.queries import people
from casinowar.store.queries.own_limits import Limit, OwnLimits
from casinowar.store.writer.work import Work
from tests.house.people.test_own_limits import WAR_ALONE, bet, check, limit, offered, tie
from tests.house.pit.test_offices import caller, is_in, member
from tests.support.game.rulefiles import variant
from tests.support.house.floor import Floor


def exclude(house: Floor, who: Caller, days: int = 1) -> None:
    house.alone(lambda work: exclusion.exclude(work, house.means, who, days))


def test_who_is_excluded_is_out_and_only_longer(house: Floor) -> None:
    came = member(house, "ann")
    ann = caller(came)
    house.open("washington")
    house.do(ann, Sit(1))
    house.do(ann, bet(10_00))
    exclude(house, ann, 3)
    table = house.table().record.table
    assert not table.players()
    assert not table.bets
    assert not table.playing
    assert not is_in(house, came)
    with pytest.raises(Refused, match=r"ann is excluded until 20\d\d-\d\d-\d\d \d\d:\d\d UTC"):
        house.alone(lambda work: accounts.sign_in(work, house.entropy, came.person, ""))
    with pytest.raises(Refused, match="longer"):
        exclude(house, ann, 2)
    exclude(house, ann, 4)
    found = house.refused(ann, Sit(1))
    assert isinstance(found, Refused)
    assert found.kind == "excluded"
    house.now += 3 * DAY_MS
    house.refused(ann, Sit(1))
    house.now += DAY_MS
    house.do(ann, Sit(1))
    house.alone(lambda work: accounts.sign_in(work, house.entropy, came.person, ""))
    check(house)


def test_nobody_lifts_an_exclusion(house: Floor) -> None:
    boss = caller(member(house, "cy", "operator"))
    ann = caller(member(house, "ann"))
    exclude(house, ann, 30)

    def everything(work: Work) -> None:
        offices.grant(work, boss, ann.player, "dealer", "a test")
        offices.grant(work, boss, ann.player, "player", "a test")
        offices.ban(work, house.means, boss, ann.player, house.now + 1, "a test")
        offices.unban(work, boss, ann.player, "a test")
        _, secret, _ = offices.offer_password(work, house.entropy, boss, ann.player, "a test")
        with pytest.raises(Refused, match="excluded until"):
            offices.choose_password(work, house.entropy, secret, "another")

    house.alone(everything)
    person = house.alone(lambda work: people.person(work.connection, ann.account))
    assert person.excluded_until == house.now + 30 * DAY_MS


def test_a_guest_who_is_excluded_stays_known_and_does_not_play(house: Floor) -> None:
    arrived = house.alone(lambda work: accounts.new_guest(work, house.entropy, 100_00))
    ann = caller(arrived)
    house.open("california")
    bob, cy = house.seat(1, 2)
    exclude(house, ann)
    assert is_in(house, arrived)
    house.refused(ann, Sit(3))
    house.wait(10)
    banker, seat = (bob, 2) if bob.player in house.need().players else (cy, 1)
    house.do(banker, TakeBank(stake=100_00))
    house.do(cy if banker is bob else bob, bet(10_00, seat=seat))
    found = house.refused(ann, bet(10_00, seat=seat))
    assert isinstance(found, Refused)
    assert found.kind == "excluded"


def test_who_has_an_office_is_excluded_from_play_alone(house: Floor) -> None:
    came = member(house, "ann", "operator")
    house.open("washington")
    exclude(house, caller(came))
    assert is_in(house, came)
    house.refused(caller(came), Sit(1))
    house.alone(lambda work: accounts.sign_in(work, house.entropy, came.person, ""))


@pytest.mark.parametrize("rules", ["washington", "online"])
def test_an_open_tie_is_given_up_by_exclusion(house: Floor, rules: str) -> None:
    house.open(rules)
    ann = house.guest()
    if rules == "online":
        table_id = house.own_game(ann)
    else:
        house.do(ann, Sit(1))
        table_id = "t1"
    tie(house, ann, 10_00, table_id)
    before = house.chips(ann)
    exclude(house, ann)
    assert house.chips(ann) == before + 5_00
    assert not house.table(table_id).record.table.playing
    check(house)


def others_round(house: Floor, ann: Caller, bob: Caller) -> None:
    """Ann bets, and excludes herself before bob is ready."""
    house.do(ann, Sit(1))
    house.wait(house.means.seconds.commitments)  # for the shoe that neither has a part in
    house.do(ann, bet(10_00))
    exclude(house, ann)
    assert house.table().record.table.bets
    house.do(bob, bet(10_00, seat=2, ready=True))


def test_who_stays_known_may_answer_a_tie_after_the_exclusion(house: Floor) -> None:
    """As far as their own limits reach; else time decides."""
    house.open("washington")
    (bob,) = house.seat(2)
    answers: list[Command | None] = [Choose(1, "war"), Choose(1, "surrender"), None]
    while answers:
        others_round(house, ann := house.guest(), bob)
        while isinstance(asked := house.need(), ChoiceNeeded):
            if ann.player not in {hand.player for hand in asked.hands}:
                house.do(bob, Choose(2, "surrender"))
                continue
            offers, withheld = offered(house, ann)
            choices = {each["choice"] for each in offers if each["command"] == "choose"}
            assert choices == {"war", "surrender"}
            assert not [each for each in withheld if each["command"] == "choose"]
            answer = answers.pop()
            if answer is None:
                house.wait(house.means.seconds.choice)
            else:
                house.do(ann, answer)
        house.refused(ann, Sit(1))
    check(house)


@pytest.mark.parametrize("fields, answer", [({}, Surrendered), (WAR_ALONE, WarDeclared)])
def test_a_tie_of_one_who_is_signed_out_waits_for_nobody(
    house: Floor, fields: dict[str, Any], answer: type
) -> None:
    rules = variant("washington", fields, removes=["pays.surrender"] if fields else [])
    opening = Opening(rules, players_may_have_edge=True, practice=True)
    house.alone(lambda work: floor.open_table(work, house.means, opening, "t1"))
    (bob,) = house.seat(2)
    answered: list[Any] = []
    for number in count():
        ann = caller(member(house, f"ann{number}"))
        others_round(house, ann, bob)
        if isinstance(asked := house.need(), ChoiceNeeded):
            assert {hand.player for hand in asked.hands} == {bob.player}
            house.do(bob, Choose(2, "war"))
        round_ = house.table().record.table.round
        assert round_ is not None
        answered = [each for each in round_.answers if each.player == ann.player]
        if answered:
            break
    assert [type(each) for each in answered] == [answer]
    check(house)


def test_an_own_limit_is_kept_with_the_account(house: Floor) -> None:
    ann = house.guest()
    limit(house, ann, "time", 60)
    limit(house, ann, "loss", 50_00)
    limit(house, ann, "loss", None)
    exclude(house, ann)
    found: OwnLimits = house.writer.do(lambda work: work.own(ann.account))
    house.restart()
    assert house.writer.do(lambda work: work.own(ann.account)) == found
    assert found.time == Limit(60)
    assert found.loss == Limit(50_00, None, house.now + DAY_MS)
    assert found.excluded_until == house.now + DAY_MS
