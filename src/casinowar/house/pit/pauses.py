"""Tables that are paused, and the whole house: no new round begins, and the one there is ends.

Wagers that lie on the table are played. A table's row says why it is paused, by itself or with the
house, and every command looks there: so a pause holds at once, whichever server it was asked of.
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
"""The commands that begin something, or add to what has not begun yet."""


def check(running: Running, command: Command) -> None:
    """Refuse what would begin something at a table that is paused."""
    if isinstance(command, BEGINS):
        check_open(running)


def check_open(running: Running) -> None:
    """Refuse to begin something at a table that is paused."""
    if running.house_paused:
        raise Refused("paused", f"the house is paused: {running.house_paused}")
    if running.paused:
        raise Refused("paused", f"this table is paused: {running.paused}")


def pause(work: Work, means: Means, caller: Caller, table_id: str, why: str) -> Running:
    """No new round begins at a table."""
    running, why = _paused(work, caller, table_id), checked_why(why)
    if running.paused:
        raise Refused("not-now", f"this table is paused already: {running.paused}")
    after = _go_on(work, means, running._replace(paused=why))
    note(work, caller, "pause", why, {"paused": None}, {"paused": why}, table_id)
    return after


def resume(work: Work, means: Means, caller: Caller, table_id: str, why: str) -> Running:
    """Rounds begin again at a table, unless the whole house is paused."""
    running, why = _paused(work, caller, table_id), checked_why(why)
    if not running.paused:
        raise Refused("not-now", "this table is not paused")
    after = _go_on(work, means, running._replace(paused=None))
    note(work, caller, "resume", why, {"paused": running.paused}, {"paused": None}, table_id)
    return after


def _paused(work: Work, caller: Caller, table_id: str) -> Running:
    running = floor.checked(floor.found(work, table_id), caller)
    rights.check_at(work.connection, running, caller, "pause")
    return running


def pause_house(work: Work, means: Means, caller: Caller, why: str) -> None:
    """No new round begins anywhere."""
    lock_floor(work.connection, whole=True)
    caller = rights.check(work.connection, caller, "pause-house", stays=True)
    why = checked_why(why)
    before = people.note(work.connection, HOUSE_PAUSED)
    if before is not None:
        raise Refused("not-now", f"the house is paused already: {before}")
    people.set_note(work.connection, HOUSE_PAUSED, why)
    _everywhere(work, means, why)
    note(work, caller, "pause-house", why, {"paused": None}, {"paused": why})


def resume_house(work: Work, means: Means, caller: Caller, why: str) -> None:
    """Rounds begin again, but at tables that are paused by themselves."""
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
    """Every open table is paused with the house, or no longer; those in sight are told of it.

    The rows are changed as one, so that nothing can begin that was asked for after it; of a table
    that nobody looks at no more than the row is touched.
    """
    store_floor.set_house_paused(work.connection, why)
    known = {*work.remembered(), *store_floor.public_tables(work.connection)}
    work.hold(known)
    for table_id in sorted(known):
        running = work.running(table_id)
        if running.closed_at is None:
            _go_on(work, means, running._replace(house_paused=why))


def _go_on(work: Work, means: Means, running: Running) -> Running:
    """What follows from a pause, or from its end: wagers whose players are ready are played."""
    table = running.record.table
    if table.bets or table.playing or not running.why_paused:
        return floor.keep(work, means.play(work, running))
    work.tell(running)
    return running
