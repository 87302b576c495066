"""SQL of accounts and sessions.

A session is stored by the SHA-256 of its token only, so that reading the database is not enough to
use anyone's session.
"""

from typing import Any, Literal, NamedTuple

from sqlalchemy import ColumnElement, Connection, delete, insert, or_, select, update

from casinowar.store.schema import accounts, notes, resets, sessions

Kind = Literal["guest", "member", "bot", "walk-in"]

PEOPLE: tuple[Kind, ...] = ("guest", "member")
"""The kinds of accounts with sessions: bots and walk-ins have none."""

Role = Literal["player", "dealer", "pit-boss", "operator"]

OPERATOR_LINK = "operator link"


class Person(NamedTuple):
    """The holder of an account."""

    account: int
    player: str
    """The name in records; it never changes."""
    name: str
    """The name that others see."""
    kind: Kind
    role: Role
    banned_until: int | None = None
    excluded_until: int | None = None
    """Players exclude themselves."""


_PERSON = (
    *(accounts.c.id, accounts.c.player, accounts.c.name),
    *(accounts.c.kind, accounts.c.role, accounts.c.banned_until, accounts.c.excluded_until),
)


def person(connection: Connection, account: int, *, stays: bool = False) -> Person | None:
    """The holder of an account; with `stays`, locked until the commit."""
    chosen = select(*_PERSON).where(accounts.c.id == account)
    row = connection.execute(chosen.with_for_update(read=True) if stays else chosen).first()
    return None if row is None else _read(row)


def to_change(connection: Connection, player: str) -> Person | None:
    """The person with a permanent name, locked until the commit."""
    chosen = select(*_PERSON).where(accounts.c.player == player, accounts.c.kind.in_(PEOPLE))
    row = connection.execute(chosen.with_for_update(key_share=True)).first()
    return None if row is None else _read(row)


def names_of(connection: Connection, players: set[str]) -> dict[str, Person]:
    """The people with these permanent names."""
    found = connection.execute(select(*_PERSON).where(accounts.c.player.in_(players)))
    return {row.player: _read(row) for row in found}


def with_password(connection: Connection, name_key: str) -> tuple[Person, str | None] | None:
    """The person with this name, and the hash of their password."""
    asked = select(*_PERSON, accounts.c.password).where(accounts.c.name_key == name_key)
    row = connection.execute(asked).first()
    return None if row is None else (_read(row), row.password)


def is_taken(connection: Connection, name_key: str, *, but: int = 0) -> bool:
    """Whether another account has this name."""
    asked = select(accounts.c.id).where(accounts.c.name_key == name_key, accounts.c.id != but)
    return connection.execute(asked).first() is not None


def add_account(
    connection: Connection, player: str, name: str, name_key: str, kind: Kind, at: int
) -> Person:
    """Add an account without a password."""
    role: Role = "player"
    made = connection.execute(
        insert(accounts).values(
            player=player, name=name, name_key=name_key, kind=kind, role=role, at=at
        )
    )
    assert made.inserted_primary_key is not None
    return Person(made.inserted_primary_key[0], player, name, kind, role)


def become_member(
    connection: Connection, account: int, name: str, name_key: str, password: str
) -> None:
    """Give a guest's account a name and the hash of a password."""
    connection.execute(
        update(accounts)
        .where(accounts.c.id == account)
        .values(name=name, name_key=name_key, kind="member", password=password)
    )


def set_role(connection: Connection, account: int, role: Role) -> None:
    """Give an account a role."""
    connection.execute(update(accounts).where(accounts.c.id == account).values(role=role))


def set_banned(connection: Connection, account: int, until: int | None) -> None:
    """Ban an account until some time, or lift its ban."""
    connection.execute(update(accounts).where(accounts.c.id == account).values(banned_until=until))


def set_excluded(connection: Connection, account: int, until: int) -> None:
    """Exclude an account from play until some time."""
    found = update(accounts).where(accounts.c.id == account)
    connection.execute(found.values(excluded_until=until))


def set_password(connection: Connection, account: int, password: str) -> None:
    """Give a member the hash of a new password."""
    connection.execute(update(accounts).where(accounts.c.id == account).values(password=password))


def operators(connection: Connection, now: int) -> list[int]:
    """The accounts of the operators who can sign in, locked until the commit."""
    chosen = select(accounts.c.id).where(
        accounts.c.role == "operator", accounts.c.kind == "member", _not_banned(now)
    )
    return list(connection.scalars(chosen.order_by(accounts.c.id).with_for_update(key_share=True)))


def has_operator(connection: Connection) -> bool:
    """Whether a member is an operator; guests do not count, as they may lose their session."""
    asked = (
        select(accounts.c.id)
        .where(accounts.c.role == "operator", accounts.c.kind == "member")
        .limit(1)
    )
    return connection.execute(asked).first() is not None


def holder(connection: Connection, token_sha256: str, now: int) -> tuple[Person, int] | None:
    """The holder of a session, and when it ends."""
    asked = (
        select(*_PERSON, sessions.c.until)
        .join(sessions, sessions.c.account == accounts.c.id)
        .where(sessions.c.token_sha256 == token_sha256, sessions.c.until > now, _not_banned(now))
    )
    row = connection.execute(asked).first()
    return None if row is None else (_read(row), row.until)


def add_session(
    connection: Connection, token_sha256: str, account: int, at: int, until: int
) -> None:
    """Add a session, and delete ended ones, so that the table does not grow for ever."""
    connection.execute(delete(sessions).where(sessions.c.until <= at))
    connection.execute(
        insert(sessions).values(token_sha256=token_sha256, account=account, at=at, until=until)
    )


def end_session(connection: Connection, token_sha256: str) -> None:
    """End a session."""
    connection.execute(delete(sessions).where(sessions.c.token_sha256 == token_sha256))


def end_others(connection: Connection, account: int, token_sha256: str = "") -> int:
    """End all sessions of an account, except one if it is given; returns how many."""
    ended = connection.execute(
        delete(sessions).where(
            sessions.c.account == account, sessions.c.token_sha256 != token_sha256
        )
    )
    return ended.rowcount


def set_reset(connection: Connection, account: int, secret_sha256: str, until: int) -> None:
    """Set the secret that lets a member choose a new password; an older one is void."""
    connection.execute(delete(resets).where(resets.c.account == account))
    row = {"secret_sha256": secret_sha256, "account": account, "until": until}
    connection.execute(insert(resets).values(**row))


def reset(connection: Connection, secret_sha256: str, now: int) -> Person | None:
    """The account whose password can be chosen with a secret."""
    chosen = (
        select(*_PERSON)
        .join(resets, resets.c.account == accounts.c.id)
        .where(resets.c.secret_sha256 == secret_sha256, resets.c.until > now)
    )
    row = connection.execute(chosen).first()
    return None if row is None else _read(row)


def drop_reset(connection: Connection, secret_sha256: str) -> bool:
    """Delete a secret; returns whether it was valid until now."""
    gone = connection.execute(delete(resets).where(resets.c.secret_sha256 == secret_sha256))
    return gone.rowcount == 1


def set_note(connection: Connection, name: str, text: str) -> None:
    """Keep a note under a name; it replaces an older one."""
    drop_note(connection, name)
    connection.execute(insert(notes).values(name=name, text=text))


def drop_note(connection: Connection, name: str) -> None:
    """Delete a note."""
    connection.execute(delete(notes).where(notes.c.name == name))


def note(connection: Connection, name: str) -> str | None:
    """The note under a name, if there is one."""
    return connection.execute(select(notes.c.text).where(notes.c.name == name)).scalar()


def _not_banned(now: int) -> ColumnElement[bool]:
    return or_(accounts.c.banned_until.is_(None), accounts.c.banned_until <= now)


def _read(row: Any) -> Person:
    return Person(
        *(row.id, row.player, row.name, row.kind, row.role),
        *(row.banned_until, row.excluded_until),
    )
