"""Roles, bans, kicks and passwords: who may do so, what comes of it, and what is kept of it."""

from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import Connection

from casinowar.game.needs import BetsNeeded, ChoiceNeeded
from casinowar.house.people import accounts
from casinowar.house.people.accounts import Arrival
from casinowar.house.people.rights import RANKS
from casinowar.house.people.sessions import sha256_of
from casinowar.house.pit import audit_log, offices
from casinowar.house.pit.offices import RESET_MS
from casinowar.house.refusals import Refused
from casinowar.house.tables import floor, jobs
from casinowar.house.tables.commands import (
    Bet,
    Caller,
    Choose,
    PostStake,
    Rule,
    Sit,
    TakeBank,
    Wager,
)
from casinowar.house.upkeep.audit import audit
from casinowar.store.queries import audit_log as changes
from casinowar.store.queries import people
from casinowar.store.queries.people import Role
from tests.support.house.floor import Floor

WHY = "a test"
HOUR = 3_600_000


def member(house: Floor, name: str, role: Role = "player") -> Arrival:
    """Someone with a name and a password, and a session."""

    def run(work: Any) -> Arrival:
        guest = accounts.new_guest(work, house.entropy, 100_000)
        sha256 = sha256_of(guest.token)
        came = accounts.register(work, house.entropy, guest.person, sha256, name, f"{name}'s")
        people.set_role(work.connection, came.person.account, role)
        return came._replace(person=came.person._replace(role=role))

    made: Arrival = house.alone(run)
    return made


def caller(came: Arrival) -> Caller:
    return Caller(came.person.account, came.person.player, came.person.role)


def staff(house: Floor, name: str, role: Role) -> Caller:
    return caller(member(house, name, role))


def refused(house: Floor, job: Callable[..., Any], *given: Any) -> str:
    """The kind of a job's refusal, after which nothing has changed."""
    before = kept(house)
    with pytest.raises(Refused) as found:
        house.alone(lambda work: job(work, *given))
    assert kept(house) == before
    return found.value.kind


def kept(house: Floor) -> list[changes.Changed]:
    found: list[changes.Changed] = house.alone(lambda work: changes.newest(work.connection, 100))
    return found


def last(house: Floor) -> changes.Changed:
    return kept(house)[0]


def is_in(house: Floor, came: Arrival) -> bool:
    return (
        house.alone(
            lambda work: people.holder(work.connection, sha256_of(came.token), work.now) is not None
        )
        is True
    )


def role_of(house: Floor, player: str) -> str:
    found: str = house.alone(lambda work: people.names_of(work.connection, {player})[player].role)
    return found


def grant(house: Floor, by: Caller, player: str, role: Role) -> Any:
    return house.alone(lambda work: offices.grant(work, by, player, role, WHY))


def ban(house: Floor, by: Caller, player: str, hours: int = 1) -> Any:
    until = house.now + hours * HOUR
    return house.alone(lambda work: offices.ban(work, house.means, by, player, until, WHY))


def kick(house: Floor, by: Caller, seat: int, table_id: str = "t1") -> Any:
    return house.alone(lambda work: offices.kick(work, house.means, by, table_id, seat, WHY))


def check(house: Floor) -> None:
    house.alone(lambda work: audit(work.connection))


def bet(house: Floor, who: Caller, seat: int, table_id: str = "t1", *, ready: bool = False) -> None:
    house.do(who, Bet((Wager(seat, "primary", 1000),), ready), table_id)


def seats(house: Floor, table_id: str = "t1") -> set[str]:
    return set(house.table(table_id).record.table.players())


def test_a_role_is_given_with_who_when_why_before_and_after(house: Floor) -> None:
    boss, ann = staff(house, "boss", "operator"), member(house, "ann")
    player = ann.person.player
    assert grant(house, boss, player, "dealer").role == "dealer"
    assert role_of(house, player) == "dealer"
    change = last(house)
    assert change[1:] == (
        *(house.now, "role", boss.player, player, None, WHY),
        *({"role": "player"}, {"role": "dealer"}),
    )
    assert grant(house, boss, player, "dealer").role == "dealer"
    assert last(house) == change, "what is so already is no change"


def test_who_may_do_more_signs_in_anew_and_who_may_less_does_not(house: Floor) -> None:
    boss, ann = staff(house, "boss", "operator"), member(house, "ann")
    assert is_in(house, ann)
    grant(house, boss, ann.person.player, "pit-boss")
    assert not is_in(house, ann)
    again = house.alone(lambda work: accounts.sign_in(work, house.entropy, ann.person, ""))
    assert again.person.role == "pit-boss"
    grant(house, boss, ann.person.player, "dealer")
    assert is_in(house, again)


def test_only_members_have_an_office(house: Floor) -> None:
    boss, guest = staff(house, "boss", "operator"), house.guest()
    for role in RANKS[1:]:
        assert refused(house, offices.grant, boss, guest.player, role, WHY) == "not-member"
    assert grant(house, boss, guest.player, "player").role == "player"


def test_the_last_operator_stays_one(house: Floor) -> None:
    boss, other = staff(house, "boss", "operator"), staff(house, "other", "operator")
    guest = house.guest()
    house.alone(lambda work: people.set_role(work.connection, guest.account, "operator"))
    ban(house, boss, other.player)
    for role in RANKS[:-1]:
        assert refused(house, offices.grant, boss, boss.player, role, WHY) == "last-operator"
    assert role_of(house, boss.player) == "operator"
    third = staff(house, "third", "operator")
    assert grant(house, boss, boss.player, "player").role == "player"
    assert refused(house, offices.grant, boss, boss.player, "operator", WHY) == "not-yours"
    assert grant(house, third, boss.player, "operator").role == "operator"


def test_an_office_that_was_taken_is_worth_nothing_whatever_is_remembered(house: Floor) -> None:
    boss, pit = staff(house, "boss", "operator"), staff(house, "pit", "pit-boss")
    house.open("washington")
    (ann,) = house.seat(1)
    bet(house, ann, 1)
    grant(house, boss, pit.player, "player")
    assert pit.role == "pit-boss", "as a server remembers"
    for run in (
        lambda work: offices.ban(work, house.means, pit, ann.player, house.now + HOUR, WHY),
        lambda work: offices.end_sessions(work, pit, ann.player, WHY),
        lambda work: offices.kick(work, house.means, pit, "t1", 1, WHY),
        lambda work: floor.add_bot(work, house.means, pit, "t1", 2),
        lambda work: jobs.act(work, house.means, pit, "t1", Rule("void", WHY), "sha"),
    ):
        assert refused(house, run) == "not-yours"
    assert seats(house) == {ann.player}


@pytest.mark.parametrize("role", RANKS)
def test_a_pit_boss_looks_after_players_and_dealers(house: Floor, role: Role) -> None:
    pit, other = staff(house, "pit", "pit-boss"), member(house, "other", role)
    until, player = house.now + HOUR, other.person.player
    runs = (
        lambda work: offices.ban(work, house.means, pit, player, until, WHY),
        lambda work: offices.end_sessions(work, pit, player, WHY),
        lambda work: offices.unban(work, pit, player, WHY),
    )
    for run in runs:
        if role in ("player", "dealer"):
            house.alone(run)
        else:
            assert refused(house, run) == "not-yours"
    assert is_in(house, other) == (role not in ("player", "dealer"))


def test_nobody_does_it_to_themselves(house: Floor) -> None:
    boss = staff(house, "boss", "operator")
    house.open("washington")
    house.do(boss, Sit(1))
    for run in (
        lambda work: offices.ban(work, house.means, boss, boss.player, house.now + HOUR, WHY),
        lambda work: offices.end_sessions(work, boss, boss.player, WHY),
        lambda work: offices.offer_password(work, house.entropy, boss, boss.player, WHY),
        lambda work: offices.kick(work, house.means, boss, "t1", 1, WHY),
    ):
        assert refused(house, run) == "own-account"
    assert seats(house) == {boss.player}


def test_who_is_banned_is_out_at_once_and_may_come_again(house: Floor) -> None:
    boss, ann = staff(house, "boss", "operator"), member(house, "ann", "dealer")
    house.open("washington")
    house.open("washington", "t2")
    for table_id in ("t1", "t2"):
        house.do(caller(ann), Sit(1), table_id)
    banned = ban(house, boss, ann.person.player, hours=2)
    assert banned.banned_until == house.now + 2 * HOUR
    assert not is_in(house, ann)
    assert seats(house) == seats(house, "t2") == set()
    assert last(house)[6:] == (
        WHY,
        {"role": "dealer", "banned_until": None},
        {"role": "player", "banned_until": banned.banned_until},
    )
    assert refused(house, accounts.sign_in, house.entropy, ann.person, "") == "banned"
    sits = house.refused(caller(ann), Sit(1))
    assert isinstance(sits, Refused)
    assert sits.kind == "banned"
    house.now += 2 * HOUR
    again = house.alone(lambda work: accounts.sign_in(work, house.entropy, ann.person, ""))
    assert again.person.role == "player"
    house.do(caller(again), Sit(1))
    check(house)


def test_a_session_that_began_meanwhile_is_worth_nothing(house: Floor) -> None:
    boss, ann = staff(house, "boss", "operator"), house.guest()
    ban(house, boss, ann.player)
    person = house.alone(lambda work: people.person(work.connection, ann.account))
    late = house.alone(
        lambda work: accounts.register(work, house.entropy, person, "", "ann", "hash")
    )
    assert not is_in(house, late)


def test_a_ban_is_lifted_once(house: Floor) -> None:
    boss, ann = staff(house, "boss", "operator"), member(house, "ann")
    player = ann.person.player
    assert refused(house, offices.unban, boss, player, WHY) == "not-banned"
    ban(house, boss, player)
    lifted = house.alone(lambda work: offices.unban(work, boss, player, WHY))
    assert lifted.banned_until is None
    assert last(house).what == "unban"
    assert refused(house, offices.unban, boss, player, WHY) == "not-banned"
    house.alone(lambda work: accounts.sign_in(work, house.entropy, ann.person, ""))


def test_a_ban_ends_later_than_now(house: Floor) -> None:
    boss, ann = staff(house, "boss", "operator"), house.guest()
    given = (house.means, boss, ann.player, house.now, WHY)
    assert refused(house, offices.ban, *given) == "bad-time"


def test_nobody_is_not_there(house: Floor) -> None:
    boss = staff(house, "boss", "operator")
    house.open("washington", bots=1)
    (bot,) = seats(house)
    for player in ("pnobodyatall2", bot):
        assert refused(house, offices.grant, boss, player, "player", WHY) == "unknown-player"


@pytest.mark.parametrize("how", ["ban", "kick"])
def test_wagers_of_who_has_to_go_are_played_to_their_end(house: Floor, how: str) -> None:
    """A lone player's bets wait for ever, were they not closed."""
    boss = staff(house, "boss", "operator")
    house.open("washington")
    (ann,) = house.seat(1)
    for _ in range(40):
        bet(house, ann, 1)
        assert isinstance(house.need(), BetsNeeded)
        _send_away(house, boss, ann, how)
        if isinstance(house.need(), ChoiceNeeded):
            assert seats(house) == {ann.player}
            assert 1 in house.table().record.table.leaving
            house.wait(60)
            check(house)
            assert seats(house) == set(), "surrendered for, and gone"
            break
        assert seats(house) == set()
        assert house.table().record.table.rounds > 0
        _come_back(house, boss, ann, how)
    else:
        raise AssertionError("there was no tie")
    check(house)


def _send_away(house: Floor, boss: Caller, ann: Caller, how: str) -> None:
    if how == "ban":
        ban(house, boss, ann.player)
    else:
        kick(house, boss, 1)


def _come_back(house: Floor, boss: Caller, ann: Caller, how: str) -> None:
    if how == "ban":
        house.alone(lambda work: offices.unban(work, boss, ann.player, WHY))
    house.do(ann, Sit(1))


def test_others_are_waited_for_when_someone_has_to_go(house: Floor) -> None:
    pit = staff(house, "pit", "pit-boss")
    house.open("washington")
    ann, bob = house.seat(1, 2)
    house.wait(10)
    bet(house, ann, 1)
    bet(house, bob, 2)
    kick(house, pit, 1)
    assert isinstance(house.need(), BetsNeeded)
    assert house.table().record.table.leaving == (1,)
    assert refused(house, offices.kick, house.means, pit, "t1", 3, WHY) == "no-player"
    bet(house, bob, 2, ready=True)
    house.wait(60)
    assert seats(house) == {bob.player}
    assert last(house)[2:] == (
        *("kick", pit.player, ann.player, "t1", WHY),
        *({"seats": [1]}, {"seats": [1]}),
    )
    kick(house, pit, 2)
    assert last(house).after == {"seats": []}
    check(house)


def test_who_leaves_already_is_not_kicked_again(house: Floor) -> None:
    pit = staff(house, "pit", "pit-boss")
    house.open("online")
    ann = house.guest()
    game = house.own_game(ann)
    while not isinstance(house.need(game), ChoiceNeeded):
        bet(house, ann, 1, game, ready=True)
    kick(house, pit, 1, game)
    assert refused(house, offices.kick, house.means, pit, game, 2, WHY) == "not-now"
    house.do(ann, Choose(1, "surrender"), game)
    assert seats(house, game) == set()
    check(house)


def test_bots_are_not_kicked(house: Floor) -> None:
    pit = staff(house, "pit", "pit-boss")
    house.open("washington", bots=1)
    seat = len(house.table().record.table.seats)
    for nobody in (0, 1, seat, seat + 1, -1):
        assert refused(house, offices.kick, house.means, pit, "t1", nobody, WHY) == "no-player"


def test_a_banker_who_is_banned_pays_first(house: Floor) -> None:
    boss = staff(house, "boss", "operator")
    house.open("california")
    ann, bob, cy = house.seat(1, 2, 3)
    house.wait(10)
    banker = next(each for each in (ann, bob, cy) if each.player in house.need().players)
    house.do(banker, TakeBank())
    house.do(banker, PostStake(10_000))
    punter = next(each for each in (ann, bob, cy) if each is not banker)
    seat = house.table().record.table.seats_of(punter.player)[0]
    bet(house, punter, seat)
    ban(house, boss, banker.player)
    assert banker.player in seats(house)
    house.wait(120)
    assert house.table().record.table.rounds == 1
    assert banker.player not in seats(house)
    check(house)


def test_a_new_password_is_chosen_once_within_a_day(house: Floor) -> None:
    boss, ann = staff(house, "boss", "operator"), member(house, "ann")

    def offer() -> str:
        found = house.alone(
            lambda work: offices.offer_password(work, house.entropy, boss, ann.person.player, WHY)
        )
        assert found[2] == house.now + RESET_MS
        return str(found[1])

    def useless(secret: str) -> str:
        return refused(house, offices.choose_password, house.entropy, secret, "another's")

    first, second = offer(), offer()
    assert useless(first) == "unknown-link", "there is a newer one"
    came = house.alone(
        lambda work: offices.choose_password(work, house.entropy, second, "another's")
    )
    assert (is_in(house, ann), is_in(house, came)) == (False, True)
    found = house.alone(lambda work: people.with_password(work.connection, "ann"))
    assert found[1] == "another's"
    assert (last(house).what, last(house).by) == ("password", ann.person.player)
    assert useless(second) == "unknown-link", "it was used"
    late = offer()
    house.now += RESET_MS
    assert useless(late) == "unknown-link"
    secret = offer()
    ban(house, boss, ann.person.player)
    assert useless(secret) == "banned"


def test_guests_have_no_password_to_forget(house: Floor) -> None:
    boss, guest = staff(house, "boss", "operator"), house.guest()
    given = (house.entropy, boss, guest.player, WHY)
    assert refused(house, offices.offer_password, *given) == "not-member"


def test_changes_come_in_pages_the_newest_first(house: Floor) -> None:
    boss, ann = staff(house, "boss", "operator"), member(house, "ann")
    bob = member(house, "bob")
    for who in (ann, bob, ann, bob, ann):
        house.now += 1000
        house.alone(lambda work, who=who: offices.end_sessions(work, boss, who.person.player, WHY))

    def pages(connection: Connection, about: str | None) -> list[int]:
        found: list[changes.Changed] = []
        while page := changes.newest(connection, 2, found[-1].id if found else None, about):
            found += page
        return [change.at for change in found]

    everyone = house.alone(lambda work: pages(work.connection, None))
    assert everyone == [house.now - 1000 * n for n in range(5)]
    anns = house.alone(lambda work: pages(work.connection, ann.person.player))
    assert anns == [house.now, house.now - 2000, house.now - 4000]


def test_people_come_in_pages_by_name(house: Floor) -> None:
    names = ("ann", "a_b", "axb", "bea")
    for name in names:
        member(house, name)
    pit = staff(house, "pit", "pit-boss")
    house.open("washington", bots=2)

    def listed(**given: Any) -> list[str]:
        found: list[changes.Listed] = []

        def run(work: Any) -> None:
            after = None
            while page := changes.people(work.connection, 2, after, **given):
                found.extend(page)
                after = page[-1].name_key

        house.alone(run)
        assert all(each.balance == 100_000 and each.banned_until is None for each in found)
        return [each.name for each in found]

    assert sorted(listed()) == sorted([*names, "pit"])
    assert listed(name="a_") == ["a_b"], "a sign is itself"
    assert listed(name="%") == []
    assert set(listed(name="b")) == {"a_b", "axb", "bea"}
    assert listed(role="pit-boss") == ["pit"]
    assert role_of(house, pit.player) == "pit-boss"


@pytest.mark.parametrize("why", ["", " \n", "a\x00b", "\ud800", "\u202e"])
def test_a_reason_can_be_read(why: str) -> None:
    with pytest.raises(Refused, match="one line of visible characters"):
        audit_log.checked_why(why)
    assert audit_log.checked_why(" two\n words ") == "two words"
