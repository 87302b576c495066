"""What those with an office do to others, each with who, when, why, before and after.

Jobs of the writer, each alone in its transaction: what is done and that it was done are committed
together.
"""

from typing import Any

from sqlalchemy import Connection

from casinowar.game.actions import Leave
from casinowar.game.needs import BetsNeeded
from casinowar.game.players import kind_of
from casinowar.game.table import Table, need
from casinowar.house.people import rights, sessions
from casinowar.house.people.accounts import Arrival, check_may_enter, check_not_banned
from casinowar.house.people.rights import RANKS, Everywhere
from casinowar.house.people.sessions import DAY_MS, Entropy, sha256_of
from casinowar.house.pit.audit_log import note
from casinowar.house.refusals import Refused, unknown_player
from casinowar.house.tables import floor
from casinowar.house.tables.commands import Caller
from casinowar.house.tables.floor import Means
from casinowar.store.queries import floor as store_floor
from casinowar.store.queries import people
from casinowar.store.queries.people import Person, Role
from casinowar.store.writer.running import Running
from casinowar.store.writer.work import Work

RESET_MS = DAY_MS
"""How long the secret for a new password is good."""

Json = dict[str, Any]


def grant(work: Work, caller: Caller, player: str, role: Role, why: str) -> Person:
    """Someone gets another role; who may do more signs in anew.

    There is always an operator: the last one who can sign in stays one.
    """
    rights.check(work.connection, caller, "role")
    dealt = _dealt_by(work, player)
    operators = people.operators(work.connection, work.now)
    caller = rights.check(work.connection, caller, "role")
    found = _found(work, player)
    if role != "player" and found.kind != "member":
        raise Refused("not-member", f"{found.name} has no password: an office is for members")
    if (
        found.account == caller.account
        and role != "operator"
        and not (set(operators) - {caller.account})
    ):
        raise Refused("last-operator", "there is no other operator: make someone else one first")
    if role == found.role:
        return found  # asked for twice, it is one change
    people.set_role(work.connection, found.account, role)
    if RANKS.index(role) > RANKS.index(found.role):
        people.end_others(work.connection, found.account)
    _tell_of(work, dealt)
    _note(work, caller, found, "role", why, {"role": found.role}, {"role": role})
    return found._replace(role=role)


def end_sessions(work: Work, caller: Caller, player: str, why: str) -> tuple[Person, int]:
    """Every session of someone is over; how many there were."""
    caller, found = _below(work, caller, "sessions", player)
    ended = people.end_others(work.connection, found.account)
    _note(work, caller, found, "sessions", why, {"sessions": ended}, {"sessions": 0})
    return found, ended


def ban(work: Work, means: Means, caller: Caller, player: str, until: int, why: str) -> Person:
    """Someone is out until some time: without office or session, and all seats are given up.

    Tables are taken before the account, as by whoever sits down. Who sat down meanwhile is seen
    afterwards, and who does later is refused.
    """
    rights.check(work.connection, caller, "ban")
    if until <= work.now:
        raise Refused("bad-time", "that time has passed: a ban ends later, or is lifted")
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
    _tell_of(work, dealt)
    banned = found._replace(role="player", banned_until=until)
    _note(work, caller, found, "ban", why, _ban_state(found), _ban_state(banned))
    return banned


def unban(work: Work, caller: Caller, player: str, why: str) -> Person:
    """Someone may come again."""
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
    """Someone leaves a table as if they wanted to, with all their seats.

    With `whom`, who was seen at the seat, nobody else who took it since is asked to.
    """
    running = floor.checked(floor.found(work, table_id), caller)
    rights.check_at(work.connection, running, caller, "kick")
    table = running.record.table
    player = table.seats[seat - 1] if 1 <= seat <= len(table.seats) else ""
    if player and whom not in (None, player):
        raise Refused("moved-on", f"someone else sits at seat {seat} now")
    if not player or kind_of(player) != "person":
        raise Refused("no-player", f"nobody sits at seat {seat} who could be asked to leave")
    caller = rights.as_of_now(work.connection, caller, stays=True)
    found = _found(work, player)
    rights.check_below(caller, found)
    seats = table.seats_of(player)
    if {*seats} <= {*table.leaving} and not _is_waited_for(running.record.table, player):
        raise Refused("not-now", f"{player} leaves when this round is over")
    after = leave(work, means, caller, table_id, player)
    left = after.record.table.seats_of(player)
    before, then = {"seats": [*seats]}, {"seats": [*left]}
    _note(work, caller, found, "kick", why, before, then, table_id=table_id)
    return after


def offer_password(
    work: Work, entropy: Entropy, caller: Caller, player: str, why: str
) -> tuple[Person, str, int]:
    """The secret with which a member may choose a new password, and until when."""
    caller, found = _below(work, caller, "password", player)
    if found.kind != "member":
        raise Refused("not-member", f"{found.name} has no password")
    secret, until = sessions.new_token(entropy), work.now + RESET_MS
    people.set_reset(work.connection, found.account, sha256_of(secret), until)
    _note(work, caller, found, "password", why, {}, {"until": until})
    return found, secret, until


def check_password_offer(connection: Connection, secret: str, now: int) -> Person:
    """Whose password may be chosen with a secret; refused is one that is not, or no longer."""
    found = people.reset(connection, sha256_of(secret), now)
    if found is None:
        raise _no_offer()
    return found


def _no_offer() -> Refused:
    return Refused("unknown-link", "this link is not, or no longer, valid", status=404)


def choose_password(work: Work, entropy: Entropy, secret: str, password: str) -> Arrival:
    """A member has a new password, by its hash, and of all sessions only a new one."""
    found = check_password_offer(work.connection, secret, work.now)
    if not people.drop_reset(work.connection, sha256_of(secret)):
        raise _no_offer()  # another was quicker
    check_not_banned(found, work.now)
    check_may_enter(found, work.now)
    people.set_password(work.connection, found.account, password)
    people.end_others(work.connection, found.account)
    holder = Caller(found.account, found.player)
    _note(work, holder, found, "password", "chosen by the link", {}, {"until": None})
    return Arrival(found, sessions.begin(work, entropy, found.account))


def _dealt_by(work: Work, player: str) -> list[str]:
    """The ids of the tables where someone deals by hand, or did until they lost the office.

    Tables where they sit are taken along, in order, as whoever is banned leaves them.
    """
    person = people.names_of(work.connection, {player}).get(player)
    if person is None or (person.role == "player" and person.kind != "member"):
        return []  # an office that may have been lost was a member's
    by_hand = store_floor.by_hand(work.connection)
    work.hold({*by_hand, *store_floor.seats_of(work.connection, player)})
    return [each for each in by_hand if work.running(each).record.table.dealer == player]


def _tell_of(work: Work, dealt: list[str]) -> None:
    """Who looks at these tables is told to look again: who may deal there is another question."""
    for table_id in dealt:
        work.tell(work.running(table_id))


def _found(work: Work, player: str) -> Person:
    found = people.to_change(work.connection, player)
    if found is None:
        raise unknown_player(player)
    return found


def _below(work: Work, caller: Caller, right: Everywhere, player: str) -> tuple[Caller, Person]:
    """The caller and whom they may do something to, as both are now."""
    caller = rights.check(work.connection, caller, right, stays=True)
    found = _found(work, player)
    rights.check_below(caller, found)
    return caller, found


def leave(work: Work, means: Means, caller: Caller, table_id: str, player: str) -> Running:
    """Someone gives up every seat at a table, and is not waited for while wagers can be placed."""
    play = means.play(work, work.running(table_id))
    for seat in play.record.table.seats_of(player):
        table = play.record.table
        if table.seats[seat - 1] == player and seat not in table.leaving:
            play.take(Leave(player, seat), caller.player)
    if _is_waited_for(play.record.table, player):
        play.ready.add(player)
    return floor.keep(work, play)


def _is_waited_for(table: Table, player: str) -> bool:
    """Whether someone may still change wagers that lie there."""
    return isinstance(need(table), BetsNeeded) and any(bet.player == player for bet in table.bets)


def _ban_state(person: Person) -> Json:
    return {"role": person.role, "banned_until": person.banned_until}


def _note(
    work: Work,
    caller: Caller,
    found: Person,
    what: str,
    why: str,
    before: Json,
    after: Json,
    table_id: str | None = None,
) -> None:
    note(work, caller, what, why, before, after, table_id, found.account)
