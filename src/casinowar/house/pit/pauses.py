"""Pauses of a table or of the whole house: no new round begins, and the current one ends.

Wagers on the table are played. A table's row says why it is paused, alone or with the house. Every
command reads that row, so a pause holds at once on all servers.
"""

from casinowar.house.people import rights
from casinowar.house.pit.audit_log import checked_why, note
from casinowar.house.refusals import Refused
from casinowar.house.tables import floor
from casinowar.house.tables.commands import Bet, Caller, Command, PostStake, Rebet, Sit, TakeBank
from casinowar.house.tables.floor import Means
from casinowar.store.backends.engine import lock_floor
from casinowar.store.queries import floor as store_floor
from casinowar.store.queries import people
from casinowar.store.queries.floor import HOUSE_PAUSED
from casinowar.store.writer.running import Running
from casinowar.store.writer.work import Work

BEGINS = (Sit, Bet, Rebet, TakeBank, PostStake)
"""The commands that a pause forbids: they start a round, or add to one that has not begun."""


def check(running: Running, command: Command) -> None:
    """Refuse a command that a pause forbids."""
    if isinstance(command, BEGINS):
        check_open(running)


def check_open(running: Running) -> None:
    """Refuse a table that is paused."""
    if running.house_paused:
        raise Refused("paused", f"the house is paused: {running.house_paused}")
    if running.paused:
        raise Refused("paused", f"this table is paused: {running.paused}")


def pause(work: Work, means: Means, caller: Caller, table_id: str, why: str) -> Running:
    """Pause a table."""
    running, why = _table(work, caller, table_id), checked_why(why)
    if running.paused:
        raise Refused("not-now", f"this table is already paused: {running.paused}")
    after = _go_on(work, means, running._replace(paused=why))
    note(work, caller, "pause", why, {"paused": None}, {"paused": why}, table_id)
    return after


def resume(work: Work, means: Means, caller: Caller, table_id: str, why: str) -> Running:
    """Resume a table; rounds begin again unless the whole house is paused."""
    running, why = _table(work, caller, table_id), checked_why(why)
    if not running.paused:
        raise Refused("not-now", "this table is not paused")
    after = _go_on(work, means, running._replace(paused=None))
    note(work, caller, "resume", why, {"paused": running.paused}, {"paused": None}, table_id)
    return after


def _table(work: Work, caller: Caller, table_id: str) -> Running:
    running = floor.checked(floor.found(work, table_id), caller)
    rights.check_at(work.connection, running, caller, "pause")
    return running


def pause_house(work: Work, means: Means, caller: Caller, why: str) -> None:
    """Pause the whole house."""
    lock_floor(work.connection, whole=True)
    caller = rights.check(work.connection, caller, "pause-house", stays=True)
    why = checked_why(why)
    before = people.note(work.connection, HOUSE_PAUSED)
    if before is not None:
        raise Refused("not-now", f"the house is already paused: {before}")
    people.set_note(work.connection, HOUSE_PAUSED, why)
    _everywhere(work, means, why)
    note(work, caller, "pause-house", why, {"paused": None}, {"paused": why})


def resume_house(work: Work, means: Means, caller: Caller, why: str) -> None:
    """Resume the house; tables that were paused alone stay paused."""
    lock_floor(work.connection, whole=True)
    caller = rights.check(work.connection, caller, "pause-house", stays=True)
    why = checked_why(why)
    before = people.note(work.connection, HOUSE_PAUSED)
    if before is None:
        raise Refused("not-now", "the house is not paused")
    people.drop_note(work.connection, HOUSE_PAUSED)
    _everywhere(work, means, None)
    note(work, caller, "resume-house", why, {"paused": before}, {"paused": None})


def _everywhere(work: Work, means: Means, why: str | None) -> None:
    """Pause or resume every open table with the house, and publish it to those who watch one.

    One statement changes all rows, so that no later request can start a round. Tables that nobody
    watches are not loaded.
    """
    store_floor.set_house_paused(work.connection, why)
    known = {*work.remembered(), *store_floor.public_tables(work.connection)}
    work.hold(known)
    for table_id in sorted(known):
        running = work.running(table_id)
        if running.closed_at is None:
            _go_on(work, means, running._replace(house_paused=why))


def _go_on(work: Work, means: Means, running: Running) -> Running:
    """Let a table go on after a pause began or ended: wagers of ready players are played."""
    table = running.record.table
    if table.bets or table.playing or not running.why_paused:
        return floor.keep(work, means.play(work, running))
    work.tell(running)
    return running
