"""What staff do to people: roles, bans, kicks, sessions and passwords.

These are jobs of the writer, each alone in its transaction: a change and its entry in the log are
committed together.
"""

from sqlalchemy import Connection

from casinowar.game.actions import Leave
from casinowar.game.needs import BetsNeeded
from casinowar.game.players import kind_of
from casinowar.game.table import Table, need
from casinowar.house.people import rights, sessions
from casinowar.house.people.accounts import Arrival, check_may_enter, check_not_banned
from casinowar.house.people.rights import RANKS, Everywhere
from casinowar.house.people.sessions import DAY_MS, Entropy, sha256_of
from casinowar.house.pit.audit_log import Logged, note
from casinowar.house.refusals import Refused, unknown_player
from casinowar.house.tables import floor
from casinowar.house.tables.commands import Caller
from casinowar.house.tables.floor import Means
from casinowar.store.queries import floor as store_floor
from casinowar.store.queries import people
from casinowar.store.queries.audit_log import ChangeKind
from casinowar.store.queries.people import Person, Role
from casinowar.store.writer.running import Running
from casinowar.store.writer.work import Work

RESET_MS = DAY_MS
"""How long the link to a new password is valid."""


def grant(work: Work, caller: Caller, player: str, role: Role, why: str) -> Person:
    """Give a person a role. A person who gains rights has to sign in again.

    The last operator who can sign in stays one.
    """
    rights.check(work.connection, caller, "role")
    dealt = _dealt_by(work, player)
    operators = people.operators(work.connection, work.now)
    caller = rights.check(work.connection, caller, "role")
    found = _found(work, player)
    if role != "player" and found.kind != "member":
        raise Refused("not-member", f"{found.name} has no password: only members can have a role")
    if (
        found.account == caller.account
        and role != "operator"
        and not (set(operators) - {caller.account})
    ):
        raise Refused("last-operator", "you are the last operator: make somebody else one first")
    if role == found.role:
        return found  # no change, so nothing is logged
    people.set_role(work.connection, found.account, role)
    if RANKS.index(role) > RANKS.index(found.role):
        people.end_others(work.connection, found.account)
    _publish(work, dealt)
    _note(work, caller, found, "role", why, {"role": found.role}, {"role": role})
    return found._replace(role=role)


def end_sessions(work: Work, caller: Caller, player: str, why: str) -> tuple[Person, int]:
    """End all sessions of a person; returns how many there were."""
    caller, found = _below(work, caller, "sessions", player)
    ended = people.end_others(work.connection, found.account)
    _note(work, caller, found, "sessions", why, {"sessions": ended}, {"sessions": 0})
    return found, ended


def ban(work: Work, means: Means, caller: Caller, player: str, until: int, why: str) -> Person:
    """Ban a person until a time: they lose their role, their sessions and their seats.

    Tables are locked before the account, in the order that sitting down uses. So the seats are read
    twice: once before, and again for a seat that was taken in the meantime. Later ones are refused.
    """
    rights.check(work.connection, caller, "ban")
    if until <= work.now:
        raise Refused("bad-time", "that time has passed: a ban must end in the future")
    dealt = _dealt_by(work, player)
    for table_id in sorted(store_floor.seats_of(work.connection, player)):
        leave(work, means, caller, table_id, player)
    caller, found = _below(work, caller, "ban", player)
    people.set_banned(work.connection, found.account, until)
    people.set_role(work.connection, found.account, "player")
    people.end_others(work.connection, found.account)
    for table_id in sorted(store_floor.seats_of(work.connection, player)):
        if table_id not in work.changed:
            leave(work, means, caller, table_id, player)
    _publish(work, dealt)
    banned = found._replace(role="player", banned_until=until)
    _note(work, caller, found, "ban", why, _ban_state(found), _ban_state(banned))
    return banned


def unban(work: Work, caller: Caller, player: str, why: str) -> Person:
    """Lift a ban."""
    caller, found = _below(work, caller, "ban", player)
    if found.banned_until is None or found.banned_until <= work.now:
        raise Refused("not-banned", f"{found.name} is not banned")
    people.set_banned(work.connection, found.account, None)
    free = found._replace(banned_until=None)
    _note(work, caller, found, "unban", why, _ban_state(found), _ban_state(free))
    return free


def kick(
    work: Work,
    means: Means,
    caller: Caller,
    table_id: str,
    seat: int,
    why: str,
    whom: str | None = None,
) -> Running:
    """Make a player leave a table, with all their seats, as if they had left by themselves.

    With `whom`, the player seen at the seat, it is refused if somebody else sits there by now.
    """
    running = floor.checked(floor.found(work, table_id), caller)
    rights.check_at(work.connection, running, caller, "kick")
    table = running.record.table
    player = table.seats[seat - 1] if 1 <= seat <= len(table.seats) else ""
    if player and whom not in (None, player):
        raise Refused("moved-on", f"somebody else sits at seat {seat} now")
    if not player or kind_of(player) != "person":
        raise Refused("no-player", f"no player sits at seat {seat}")
    caller = rights.as_of_now(work.connection, caller, stays=True)
    found = _found(work, player)
    rights.check_below(caller, found)
    seats = table.seats_of(player)
    if {*seats} <= {*table.leaving} and not _is_waited_for(running.record.table, player):
        raise Refused("not-now", f"{player} already leaves at the end of this round")
    after = leave(work, means, caller, table_id, player)
    left = after.record.table.seats_of(player)
    before, then = {"seats": [*seats]}, {"seats": [*left]}
    _note(work, caller, found, "kick", why, before, then, table_id=table_id)
    return after


def offer_password(
    work: Work, entropy: Entropy, caller: Caller, player: str, why: str
) -> tuple[Person, str, int]:
    """Create the secret with which a member can choose a new password, and its end."""
    caller, found = _below(work, caller, "password", player)
    if found.kind != "member":
        raise Refused("not-member", f"{found.name} has no password")
    secret, until = sessions.new_token(entropy), work.now + RESET_MS
    people.set_reset(work.connection, found.account, sha256_of(secret), until)
    _note(work, caller, found, "password", why, {}, {"until": until})
    return found, secret, until


def check_password_offer(connection: Connection, secret: str, now: int) -> Person:
    """The person who may choose a password with this secret; a wrong or old one is refused."""
    found = people.reset(connection, sha256_of(secret), now)
    if found is None:
        raise _no_offer()
    return found


def _no_offer() -> Refused:
    return Refused("unknown-link", "this link is not valid, or no longer valid", status=404)


def choose_password(work: Work, entropy: Entropy, secret: str, password: str) -> Arrival:
    """Set a member's password, given as its hash; a new session replaces all others."""
    found = check_password_offer(work.connection, secret, work.now)
    if not people.drop_reset(work.connection, sha256_of(secret)):
        raise _no_offer()  # it was used in the meantime
    check_not_banned(found, work.now)
    check_may_enter(found, work.now)
    people.set_password(work.connection, found.account, password)
    people.end_others(work.connection, found.account)
    holder = Caller(found.account, found.player)
    _note(work, holder, found, "password", "chosen by the link", {}, {"until": None})
    return Arrival(found, sessions.begin(work, entropy, found.account))


def _dealt_by(work: Work, player: str) -> list[str]:
    """The ids of the hand-dealt tables whose dealer is this player.

    Tables where they sit are locked at the same time, in order, because a ban makes them leave.
    """
    person = people.names_of(work.connection, {player}).get(player)
    if person is None or (person.role == "player" and person.kind != "member"):
        return []  # only members can have been dealers
    by_hand = store_floor.by_hand(work.connection)
    work.hold({*by_hand, *store_floor.seats_of(work.connection, player)})
    return [each for each in by_hand if work.running(each).record.table.dealer == player]


def _publish(work: Work, dealt: list[str]) -> None:
    """Publish tables whose dealer may have lost the right to deal."""
    for table_id in dealt:
        work.tell(work.running(table_id))


def _found(work: Work, player: str) -> Person:
    found = people.to_change(work.connection, player)
    if found is None:
        raise unknown_player(player)
    return found


def _below(work: Work, caller: Caller, right: Everywhere, player: str) -> tuple[Caller, Person]:
    """The caller and a person whom they may look after, both as they are now."""
    caller = rights.check(work.connection, caller, right, stays=True)
    found = _found(work, player)
    rights.check_below(caller, found)
    return caller, found


def leave(work: Work, means: Means, caller: Caller, table_id: str, player: str) -> Running:
    """Make a player leave all seats at a table; the table does not wait for their bets."""
    play = means.play(work, work.running(table_id))
    for seat in play.record.table.seats_of(player):
        table = play.record.table
        if table.seats[seat - 1] == player and seat not in table.leaving:
            play.take(Leave(player, seat), caller.player)
    if _is_waited_for(play.record.table, player):
        play.ready.add(player)
    return floor.keep(work, play)


def _is_waited_for(table: Table, player: str) -> bool:
    """Whether a player has wagers on the table that they may still change."""
    return isinstance(need(table), BetsNeeded) and any(bet.player == player for bet in table.bets)


def _ban_state(person: Person) -> Logged:
    return {"role": person.role, "banned_until": person.banned_until}


def _note(
    work: Work,
    caller: Caller,
    found: Person,
    what: ChangeKind,
    why: str,
    before: Logged,
    after: Logged,
    table_id: str | None = None,
) -> None:
    note(work, caller, what, why, before, after, table_id, found.account)
