"""Rights: who may do what. Every request is checked against the tables in this module.

Everyone may play, in any role. A private table is open to its owner and to invited people, and its
owner has the rights in `OWNERS` there. All other rights belong to staff: dealers at public tables,
pit bosses and operators at all tables.

A server remembers sessions for a short time. Rights of staff are checked against the database, so
that a role that was taken away ends at once.
"""

from typing import Literal

from sqlalchemy import Connection

from casinowar.house.refusals import Refused, not_yours
from casinowar.house.tables.commands import Caller
from casinowar.store.queries import people
from casinowar.store.queries.people import Person, Role
from casinowar.store.writer.running import Running

Here = Literal["play", "come", "deal", "bots", "rule", "kick", "invite", "close", "pause", "limits"]
"""What may be done at a table."""

Everywhere = Literal[
    "pit",
    "people",
    "changes",
    "sessions",
    "ban",
    "pause-house",
    "open",
    "rules",
    "password",
    "role",
]
"""What may be done in the whole house."""

RANKS: tuple[Role, ...] = ("player", "dealer", "pit-boss", "operator")
"""The roles, the lowest first. Staff manage only people of lower roles."""

_ALL = frozenset(RANKS)
_FLOOR: frozenset[Role] = frozenset(("dealer", "pit-boss", "operator"))
_PIT: frozenset[Role] = frozenset(("pit-boss", "operator"))
_OPERATOR: frozenset[Role] = frozenset(("operator",))

AT_TABLES: dict[Here, frozenset[Role]] = {
    "play": _ALL,
    "come": _PIT,  # to a private table without an invitation
    "deal": _FLOOR,  # at a hand-dealt table
    "bots": _FLOOR,
    "rule": _PIT,
    "kick": _PIT,
    "invite": _OPERATOR,
    "close": _OPERATOR,
    "pause": _PIT,
    "limits": _OPERATOR,  # replace a table by one with other options
}
"""Who may do what at a table."""

IN_THE_HOUSE: dict[Everywhere, frozenset[Role]] = {
    "pit": _PIT,
    "people": _PIT,
    "changes": _PIT,
    "sessions": _PIT,
    "ban": _PIT,
    "pause-house": _OPERATOR,
    "open": _OPERATOR,  # a table for everyone
    "rules": _OPERATOR,  # upload a rule file
    "password": _OPERATOR,
    "role": _OPERATOR,
}
"""Who may do what in the whole house."""

OWNERS: frozenset[Here] = frozenset(("come", "bots", "invite", "close"))
"""What the owner of a private table may do there, in any role."""

_ROLES: dict[Role, str] = {
    "player": "everyone",
    "dealer": "the dealer",
    "pit-boss": "the pit boss",
    "operator": "the operator",
}


def may_at(running: Running, caller: Caller | None, right: Here) -> bool:
    """Whether a caller has a right at a table."""
    if caller is None:
        return False
    if right in OWNERS and running.owner == caller.account:
        return True
    return caller.role in _roles_at(running, right)


def _roles_at(running: Running, right: Here) -> frozenset[Role]:
    roles = AT_TABLES[right]
    if right == "rule" and running.record.table.rules.disputes.ruled_by == "operator":
        return roles & _OPERATOR  # the rule file says who rules
    if right != "play" and running.owner is not None:
        return roles & _PIT  # a dealer who is invited is a guest there
    return roles


def rights_at(running: Running, caller: Caller | None) -> list[Here]:
    """A caller's rights at a table, besides playing."""
    by_hand = running.record.table.options.hand_dealt
    nothing = {"come", "play", "bots" if by_hand else "deal"}
    office = (right for right in AT_TABLES if right not in nothing)
    return [right for right in office if may_at(running, caller, right)]


def rights_of(role: Role) -> list[Everywhere]:
    """The rights of a role in the whole house."""
    return [right for right, roles in IN_THE_HOUSE.items() if role in roles]


def may_finish(running: Running, caller: Caller, dealer: Person) -> bool:
    """Whether a caller may end the round of a dealer who lost the right to deal there."""
    named = Caller(dealer.account, dealer.player, dealer.role)
    return not may_at(running, named, "deal") and may_at(running, caller, "rule")


def check_at(connection: Connection, running: Running, caller: Caller, right: Here) -> Caller:
    """Refuse a caller without a right at a table; return the caller with their current role."""
    if "player" in AT_TABLES[right]:
        return caller
    if caller.role != "player":
        caller = as_of_now(connection, caller)
    if not may_at(running, caller, right):
        of_owner = ["the table's owner"] if right in OWNERS else []
        raise _for(*of_owner, roles=_roles_at(running, right))
    return caller


def check(
    connection: Connection, caller: Caller, right: Everywhere, *, stays: bool = False
) -> Caller:
    """Refuse a caller without a right in the house; return the caller with their current role.

    With `stays`, nobody changes the role before the commit: of two operators who demote each other,
    only one succeeds.
    """
    if caller.role != "player":
        caller = as_of_now(connection, caller, stays=stays)
    if caller.role not in IN_THE_HOUSE[right]:
        raise _for(roles=IN_THE_HOUSE[right])
    return caller


def as_of_now(connection: Connection, caller: Caller, *, stays: bool = False) -> Caller:
    """The caller with their current role."""
    person = people.person(connection, caller.account, stays=stays)
    assert person is not None, "an account is never deleted"
    return Caller(person.account, person.player, person.role)


def check_below(caller: Caller, other: Person) -> None:
    """Refuse to manage oneself, or a person of the same or a higher role.

    An operator may manage everyone else, other operators included.
    """
    if other.account == caller.account:
        raise Refused("own-account", "you cannot do this to your own account")
    if caller.role != "operator" and RANKS.index(other.role) >= RANKS.index(caller.role):
        raise not_yours(f"{other.name} is {_ROLES[other.role]}: only the operator may do this")


def _for(*others: str, roles: frozenset[Role]) -> Refused:
    allowed = [*others, *(_ROLES[role] for role in RANKS if role in roles)]
    return not_yours(f"only {' or '.join(allowed)} may do this")
