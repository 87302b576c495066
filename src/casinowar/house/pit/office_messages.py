"""The messages about people: what staff do to them, and the log of it."""

from typing import Annotated

from msgspec import Meta, UnsetType

from casinowar.house.messages import Cents, Message, Milliseconds
from casinowar.house.people.names import PlayerName
from casinowar.house.pit.audit_log import Logged, Why
from casinowar.store.queries.audit_log import ChangeKind
from casinowar.store.queries.people import Kind, Role

RoleFilter = Annotated[Role | UnsetType, Meta(description="Only people with this role.")]


class SetRole(Message, frozen=True):
    """Give a person a role."""

    role: Role
    why: Why


class BanPerson(Message, frozen=True):
    """Ban a person until a time."""

    until: Annotated[int, Meta(ge=1, le=2**53 - 1, description="Milliseconds since 1970.")]
    why: Why


class KickPlayer(Message, frozen=True):
    """Make the player at a seat leave the table."""

    seat: int
    why: Why
    player: Annotated[
        Annotated[str, Meta(max_length=32)] | None,
        Meta(description="The player you saw there; refused if it is somebody else by now."),
    ] = None


class PersonState(Message, frozen=True):
    """A person, as they are now."""

    player: str
    name: str
    kind: Kind
    role: Role
    banned_until: Milliseconds | None
    excluded_until: Milliseconds | None


class PasswordOffer(Message, frozen=True):
    """A secret that lets a person choose a new password, once and until that time."""

    secret: str
    link: str
    until: Milliseconds


class PersonRow(Message, frozen=True):
    """A person of the list."""

    player: str
    name: str
    kind: Kind
    role: Role
    balance: Cents
    since: Milliseconds
    banned_until: Milliseconds | None


class PeoplePage(Message, frozen=True):
    """A page of people in the order of their names; `next` is the cursor of the page after it."""

    people: list[PersonRow]
    next: str | None


class ChangeRow(Message, frozen=True):
    """A change: who did what, to whom or to which table, when and why; the state around it."""

    number: int
    at: Milliseconds
    what: ChangeKind
    by: str
    about: str | None
    table: str | None
    why: str
    before: Logged
    after: Logged


class ChangePage(Message, frozen=True):
    """A page of changes, the newest first; `next` is the cursor of the page after it."""

    names: dict[str, PlayerName]
    tables: Annotated[dict[str, str], Meta(description="The names of tables, by their ids.")]
    changes: list[ChangeRow]
    next: str | None
