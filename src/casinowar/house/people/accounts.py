"""Accounts: guests without a password, members with a name and a password, the first operator.

Each function that takes a `Work` is a job of the writer, alone in its transaction. Passwords are
hashed before that. A guest who registers keeps their balance, seats and history.
"""

import unicodedata
from datetime import UTC, datetime
from functools import partial
from typing import NamedTuple

from sqlalchemy import Connection

from casinowar.errors import IllegalAction
from casinowar.game.names import check_name
from casinowar.game.players import PlayerKind, player_id
from casinowar.house.people import bot_names, sessions
from casinowar.house.people.sessions import Entropy, letters, sha256_of
from casinowar.house.refusals import Refused
from casinowar.record.ledger import grant
from casinowar.store.queries import audit_log, people
from casinowar.store.queries.people import Person
from casinowar.store.writer.work import Work

_RESERVED = (
    *("guest", "bot", "walk", "house", "dealer", "mint", "felt", "stake", "operator", "casinowar"),
    *map(str.casefold, bot_names.NAMES),
)
"""Nobody may register one of these names, alone or before a dash: they look like the house's."""

HOUR_MS = 60 * 60 * 1000


class Arrival(NamedTuple):
    """A person with a new session, and its token."""

    person: Person
    token: str


def new_guest(work: Work, entropy: Entropy, chips: int) -> Arrival:
    """Create a guest's account with chips, and a session for it."""
    player = new_player(entropy)
    name = _guest_name(work, entropy)
    made = people.add_account(
        work.connection, player, name, key_of(name), kind="guest", at=work.now
    )
    if chips:
        work.move([grant(player, chips)], "grant")
    return Arrival(made, sessions.begin(work, entropy, made.account))


def register(
    work: Work, entropy: Entropy, guest: Person, token_sha256: str, name: str, password: str
) -> Arrival:
    """Turn a guest into a member, with a name and the hash of a password."""
    found = people.person(work.connection, guest.account)
    assert found is not None, "an account is never deleted"
    check_is_guest(found)
    name = checked_name(name)
    if people.is_taken(work.connection, key_of(name)):
        raise Refused("name-taken", f"the name {name} is taken: choose another")
    people.become_member(work.connection, found.account, name, key_of(name), password)
    people.end_session(work.connection, token_sha256)
    member = found._replace(name=name, kind="member")
    return Arrival(member, sessions.begin(work, entropy, found.account))


def check_is_guest(person: Person) -> None:
    """Refuse to register a member again."""
    if person.kind != "guest":
        raise Refused("already-member", f"you are registered already, as {person.name}")


def sign_in(work: Work, entropy: Entropy, member: Person, token_sha256: str) -> Arrival:
    """Give a member a new session, in place of the one with this token, if any."""
    found = people.person(work.connection, member.account)
    assert found is not None, "an account is never deleted"
    check_not_banned(found, work.now)
    check_may_enter(found, work.now)
    people.end_session(work.connection, token_sha256)
    return Arrival(found, sessions.begin(work, entropy, found.account))


def check_not_banned(person: Person, now: int) -> None:
    """Refuse a person who is banned."""
    until = person.banned_until
    if until is not None and until > now:
        hours = -(-(until - now) // HOUR_MS)
        raise Refused("banned", f"{person.name} is banned for another {hours} h", status=403)


def check_may_enter(person: Person, now: int) -> None:
    """Refuse a player who has excluded themselves. Staff may come in to work."""
    if person.role == "player":
        check_not_excluded(person, now)


def check_not_excluded(person: Person, now: int) -> None:
    """Refuse a person who has excluded themselves."""
    until = person.excluded_until
    if until is not None and until > now:
        day = datetime.fromtimestamp(until // 1000, UTC)
        why = f"{person.name} is excluded until {day:%Y-%m-%d %H:%M} UTC, at their own request"
        raise Refused("excluded", why, status=403, until=until)


def sign_out(work: Work, token_sha256: str) -> None:
    """End a session."""
    people.end_session(work.connection, token_sha256)


def end_others(work: Work, account: int, token_sha256: str) -> int:
    """End every session of an account except one; return how many were ended."""
    return people.end_others(work.connection, account, token_sha256)


def new_operator_link(work: Work, entropy: Entropy) -> str | None:
    """Create the secret of a link that makes its first user the operator.

    Earlier links stop working. There is no link if the house has an operator.
    """
    if people.has_operator(work.connection):
        return None
    token = sessions.new_token(entropy)
    people.set_note(work.connection, people.OPERATOR_LINK, sha256_of(token))
    return token


def check_operator_link(connection: Connection, secret: str) -> None:
    """Refuse a wrong secret of the operator's link."""
    if people.note(connection, people.OPERATOR_LINK) != sha256_of(secret):
        raise Refused("unknown-link", "this link is no longer valid", status=404)


def take_operator_link(
    work: Work, entropy: Entropy, person: Person, token_sha256: str, secret: str
) -> Arrival:
    """Make a person the operator, by the secret of the operator's link. The link works once.

    The operator gets a new session: an old token must not gain rights.
    """
    check_operator_link(work.connection, secret)
    people.drop_note(work.connection, people.OPERATOR_LINK)
    people.set_role(work.connection, person.account, "operator")
    people.end_session(work.connection, token_sha256)
    operator = person._replace(role="operator")
    audit_log.add(
        work.connection,
        at=work.now,
        by=person.account,
        about=person.account,
        what="role",
        why="by the operator's link",
        before={"role": person.role},
        after={"role": operator.role},
    )
    return Arrival(operator, sessions.begin(work, entropy, person.account))


def checked_name(name: str) -> str:
    """The name in its normal form. Refuse a malformed one, and one that looks like the house's."""
    name = unicodedata.normalize("NFKC", name)
    try:
        check_name(name)
    except IllegalAction as error:
        raise Refused("bad-name", error.why) from None
    if key_of(name).partition("-")[0] in _RESERVED:
        raise Refused("bad-name", f"the name {name} is reserved: choose another")
    return name


def key_of(name: str) -> str:
    """The form in which names are compared: names that look alike have the same key."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def new_player(entropy: Entropy, kind: PlayerKind = "person") -> str:
    """A new permanent name, for records."""
    return player_id(kind, partial(letters, entropy))


def _guest_name(work: Work, entropy: Entropy) -> str:
    while people.is_taken(work.connection, name := f"guest-{letters(entropy, 6)}"):
        pass
    return name
