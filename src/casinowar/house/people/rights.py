"""Who may do what: the one table that every request is checked against.

Everyone plays, whatever their office. A private table is for its owner and those invited; its
owner does there what `OWNERS` says. Everything else is an office's: the dealer's at public tables,
the pit boss's and the operator's at all of them.

A server remembers for a moment whose session is whose. What an office alone allows is asked of the
database, so that an office that was taken away is worth nothing at once.
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
"""The roles; whoever looks after people does so only for those before their own."""

_ALL = frozenset(RANKS)
_FLOOR: frozenset[Role] = frozenset(("dealer", "pit-boss", "operator"))
_PIT: frozenset[Role] = frozenset(("pit-boss", "operator"))
_OPERATOR: frozenset[Role] = frozenset(("operator",))

AT_TABLES: dict[Here, frozenset[Role]] = {
    "play": _ALL,
    "come": _PIT,  # to a private table without an invitation
    "deal": _FLOOR,  # where cards are dealt by hand
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
"""What the owner of a private table may do there, whatever their role."""

_WORDS: dict[Role, str] = {
    "player": "everyone",
    "dealer": "the dealer",
    "pit-boss": "the pit boss",
    "operator": "the operator",
}


def may_at(running: Running, caller: Caller | None, right: Here) -> bool:
    """Whether someone may do something at a table."""
    if caller is None:
        return False
    if right in OWNERS and running.owner == caller.account:
        return True
    return caller.role in _roles_at(running, right)


def _roles_at(running: Running, right: Here) -> frozenset[Role]:
    roles = AT_TABLES[right]
    if right == "rule" and running.record.table.rules.disputes.ruled_by == "operator":
        return roles & _OPERATOR  # who rules is the rule file's to say
    if right != "play" and running.owner is not None:
        return roles & _PIT  # a dealer who was invited is a guest there
    return roles


def rights_at(running: Running, caller: Caller | None) -> list[Here]:
    """What someone may do at a table beside playing."""
    by_hand = running.record.table.options.hand_dealt
    nothing = {"come", "play", "bots" if by_hand else "deal"}
    office = (right for right in AT_TABLES if right not in nothing)
    return [right for right in office if may_at(running, caller, right)]


def rights_of(role: Role) -> list[Everywhere]:
    """What someone may do in the whole house."""
    return [right for right, roles in IN_THE_HOUSE.items() if role in roles]


def may_finish(running: Running, caller: Caller, dealer: Person) -> bool:
    """Whether someone ends the round of a dealer who may deal at that table no longer."""
    named = Caller(dealer.account, dealer.player, dealer.role)
    return not may_at(running, named, "deal") and may_at(running, caller, "rule")


def check_at(connection: Connection, running: Running, caller: Caller, right: Here) -> Caller:
    """Refuse what is not for the caller to do at a table; the caller as they are now."""
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
    """Refuse what is not for the caller to do in the house; the caller as they are now.

    One who `stays` keeps the role until the commit: two who take each other's cannot both do so.
    """
    if caller.role != "player":
        caller = as_of_now(connection, caller, stays=stays)
    if caller.role not in IN_THE_HOUSE[right]:
        raise _for(roles=IN_THE_HOUSE[right])
    return caller


def as_of_now(connection: Connection, caller: Caller, *, stays: bool = False) -> Caller:
    """Who asks, with the role they have by now."""
    person = people.person(connection, caller.account, stays=stays)
    assert person is not None, "an account is never deleted"
    return Caller(person.account, person.player, person.role)


def check_below(caller: Caller, other: Person) -> None:
    """Refuse to look after oneself, or after someone whose office is as high as one's own.

    The operator looks after everyone else, other operators among them.
    """
    if other.account == caller.account:
        raise Refused("own-account", "that is for others to do, not to oneself")
    if caller.role != "operator" and RANKS.index(other.role) >= RANKS.index(caller.role):
        raise not_yours(f"{other.name} is {_WORDS[other.role]}: that is for the operator")


def _for(*others: str, roles: frozenset[Role]) -> Refused:
    words = [*others, *(_WORDS[role] for role in RANKS if role in roles)]
    return not_yours(f"that is for {' or '.join(words)}")
