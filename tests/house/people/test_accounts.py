"""Who comes in, who stays, and whose session it is."""

import asyncio
from collections.abc import Iterator

import pytest
from sqlalchemy import select

from casinowar.house.people import accounts, chips
from casinowar.house.people.accounts import Arrival
from casinowar.house.people.chips import ChipRules
from casinowar.house.people.sessions import DAYS, REMEMBERED_MS, Sessions, sha256_of
from casinowar.house.refusals import Refused
from casinowar.record.ledger import HOUSE, Account, Transfer
from casinowar.store import schema
from tests.support.house.writer import DAY_MS, Desk, balance, new_desk

RULES = ChipRules(arrival=100_000, refill=50_000, below=500, refills_a_day=2)


@pytest.fixture
def desk(database: str) -> Iterator[Desk]:
    with new_desk(database) as made:
        yield made


def guest(desk: Desk) -> Arrival:
    made = desk.do(accounts.new_guest, desk.entropy, RULES.arrival)
    assert isinstance(made, Arrival)
    return made


def register(desk: Desk, came: Arrival, name: str) -> Arrival:
    made = desk.do(
        accounts.register, desk.entropy, came.person, sha256_of(came.token), name, "hash"
    )
    assert isinstance(made, Arrival)
    return made


def finds(desk: Desk, token: str, seen: Sessions | None = None) -> str | None:
    sessions = seen or Sessions(desk, desk.clock)
    found = asyncio.run(asyncio.wait_for(sessions.find(token), 10))
    return None if found is None else found.person.name


def chips_of(desk: Desk, came: Arrival) -> int:
    return int(desk.do(balance, Account("player", came.person.player)))


def lose(desk: Desk, came: Arrival, amount: int) -> None:
    moved = Transfer(Account("player", came.person.player), HOUSE, amount)
    desk.do(lambda work: work.move([moved], "cover"))


def test_guests_differ_in_everything(desk: Desk) -> None:
    one, other = guest(desk), guest(desk)
    assert one.person.name.startswith("guest-")
    assert chips_of(desk, one) == RULES.arrival
    for field in ("account", "player", "name"):
        assert getattr(one.person, field) != getattr(other.person, field)
    assert finds(desk, one.token) == one.person.name
    assert finds(desk, other.token) == other.person.name


def test_guest_who_registers_stays_the_same_player(desk: Desk) -> None:
    came = guest(desk)
    member = register(desk, came, "ann")
    assert member.person == came.person._replace(name="ann", kind="member")
    assert chips_of(desk, member) == RULES.arrival


def test_registering_gives_a_new_token_and_ends_the_old_one(desk: Desk) -> None:
    came = guest(desk)
    member = register(desk, came, "ann")
    assert member.token != came.token
    assert finds(desk, came.token) is None
    assert finds(desk, member.token) == "ann"


def test_signing_in_ends_the_session_it_came_with(desk: Desk) -> None:
    member = register(desk, guest(desk), "ann")
    stranger = guest(desk)
    again = desk.do(accounts.sign_in, desk.entropy, member.person, sha256_of(stranger.token))
    assert finds(desk, stranger.token) is None
    assert finds(desk, again.token) == "ann"
    assert finds(desk, member.token) == "ann"


def test_member_cannot_register_again(desk: Desk) -> None:
    member = register(desk, guest(desk), "ann")
    with pytest.raises(Refused, match="registered already, as ann"):
        register(desk, member, "bob")
    assert finds(desk, member.token) == "ann"


@pytest.mark.parametrize("name", ["ann", "ANN", "\uff41nn", "Ann"])
def test_name_that_looks_like_anothers_is_refused(desk: Desk, name: str) -> None:
    register(desk, guest(desk), "ann")
    came = guest(desk)
    with pytest.raises(Refused, match="is taken: choose another") as refused:
        register(desk, came, name)
    assert refused.value.kind == "name-taken"
    assert finds(desk, came.token) == came.person.name


@pytest.mark.parametrize(
    "name",
    [
        "",
        "a b",
        "-ann",
        "x" * 33,
        "guest-abc",
        "Bot-1",
        "HOUSE",
        "dealer",
        "a\ufdfab",
    ],
)
def test_name_that_is_none_or_the_houses_is_refused(name: str) -> None:
    with pytest.raises(Refused) as refused:
        accounts.checked_name(name)
    assert refused.value.kind == "bad-name"


@pytest.mark.parametrize("name", ["ann", "Zo\u00eb", "\u5f20\u4f1f", "guests", "b.o_b-2"])
def test_usual_names_are_fine(name: str) -> None:
    assert accounts.checked_name(name) == name


def test_tokens_are_not_in_the_database(desk: Desk) -> None:
    came = guest(desk)
    with desk.engine.connect() as connection:
        kept = connection.execute(select(schema.sessions)).all()
    assert came.token not in str(kept)
    assert sha256_of(came.token) in str(kept)


def test_signing_out_is_noticed_at_once(desk: Desk) -> None:
    came, seen = guest(desk), Sessions(desk, desk.clock)
    assert finds(desk, came.token, seen) is not None
    desk.do(accounts.sign_out, sha256_of(came.token))
    assert finds(desk, came.token, seen) is not None, "it is remembered"
    seen.forget(came.person.account)
    assert finds(desk, came.token, seen) is None


def test_what_is_remembered_is_asked_again_after_a_while(desk: Desk) -> None:
    came, seen = guest(desk), Sessions(desk, desk.clock)
    assert finds(desk, came.token, seen) is not None
    desk.do(accounts.sign_out, sha256_of(came.token))
    desk.clock.now += REMEMBERED_MS
    assert finds(desk, came.token, seen) is None


def test_session_that_ends_while_it_is_looked_up_is_not_remembered(desk: Desk) -> None:
    came, seen = guest(desk), Sessions(desk, desk.clock)
    read = desk.read

    async def slow(query: object) -> object:
        found = await read(query)  # type: ignore[arg-type]
        desk.do(accounts.sign_out, sha256_of(came.token))
        seen.forget(came.person.account)
        return found

    desk.read = slow  # type: ignore[method-assign]
    finds(desk, came.token, seen)
    desk.read = read  # type: ignore[method-assign]
    assert finds(desk, came.token, seen) is None


def test_ending_the_others_leaves_ones_own_session(desk: Desk) -> None:
    member = register(desk, guest(desk), "ann")
    phone = desk.do(accounts.sign_in, desk.entropy, member.person, "")
    laptop = desk.do(accounts.sign_in, desk.entropy, member.person, "")
    other = guest(desk)
    ended = desk.do(accounts.end_others, member.person.account, sha256_of(phone.token))
    assert ended == 2
    assert finds(desk, phone.token) == "ann"
    assert finds(desk, laptop.token) is finds(desk, member.token) is None
    assert finds(desk, other.token) == other.person.name


def test_session_lasts_its_days(desk: Desk) -> None:
    came = guest(desk)
    desk.clock.now += DAYS * DAY_MS - 1
    assert finds(desk, came.token) is not None
    desk.clock.now += 1
    assert finds(desk, came.token) is None
    guest(desk)
    with desk.engine.connect() as connection:
        assert len(connection.execute(select(schema.sessions)).all()) == 1, "the old one is gone"


@pytest.mark.parametrize("token", ["", "x", "'" * 43, "\u00e9" * 43, "A" * 44])
def test_what_is_no_token_is_nobodys(desk: Desk, token: str) -> None:
    assert finds(desk, token) is None


def test_operator_link_works_once(desk: Desk) -> None:
    one, other = guest(desk), guest(desk)
    old = desk.do(accounts.new_operator_link, desk.entropy)
    link = desk.do(accounts.new_operator_link, desk.entropy)

    def take(came: Arrival, secret: str) -> Arrival:
        made = desk.do(
            accounts.take_operator_link, desk.entropy, came.person, sha256_of(came.token), secret
        )
        assert isinstance(made, Arrival)
        return made

    for wrong in (old, "", "A" * 43):
        with pytest.raises(Refused, match="no longer valid"):
            take(one, wrong)
    made = take(one, link)
    assert made.person == one.person._replace(role="operator")
    assert finds(desk, one.token) is None, "who can do more has a new session"
    assert finds(desk, made.token) == one.person.name
    with pytest.raises(Refused, match="no longer valid"):
        take(other, link)
    assert desk.do(accounts.new_operator_link, desk.entropy), "a guest may get lost"
    register(desk, made, "ann")
    assert desk.do(accounts.new_operator_link, desk.entropy) is None


def test_broke_player_gets_chips_a_few_times_a_day(desk: Desk) -> None:
    came = guest(desk)
    for expected in (RULES.refill, RULES.refill):
        lose(desk, came, chips_of(desk, came))
        assert desk.do(chips.refill, came.person.player, RULES) == expected
        desk.clock.now += 1000
    lose(desk, came, RULES.refill - RULES.below + 1)
    with pytest.raises(
        Refused, match="2 refills in 24 hours: the next one in 24 h 0 min"
    ) as refused:
        desk.do(chips.refill, came.person.player, RULES)
    assert refused.value.kind == "no-refill"
    desk.clock.now += DAY_MS - 90_000
    with pytest.raises(Refused, match="the next one in 0 h 2 min"):
        desk.do(chips.refill, came.person.player, RULES)
    desk.clock.now += 90_000
    assert desk.do(chips.refill, came.person.player, RULES) == RULES.refill + RULES.below - 1


def test_player_who_is_not_broke_gets_none(desk: Desk) -> None:
    came = guest(desk)
    lose(desk, came, RULES.arrival - RULES.below)
    with pytest.raises(Refused, match=r"less than 5\.00, .* you have 5\.00") as refused:
        desk.do(chips.refill, came.person.player, RULES)
    assert refused.value.kind == "not-broke"
    assert chips_of(desk, came) == RULES.below
