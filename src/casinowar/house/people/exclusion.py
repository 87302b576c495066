"""Self-exclusion: a player asks not to play for some days, and nobody can take that back.

They leave their seats, as after a ban; wagers on tables are played out. A member's sessions end and
signing in is refused until the exclusion ends, so the house answers a later tie for them. A guest
keeps their session, because a guest could not sign in again. Staff keep theirs to work. Both finish
the round they are in and cannot play another.
"""

from typing import NamedTuple

from casinowar.house.people.sessions import DAY_MS
from casinowar.house.pit.offices import leave
from casinowar.house.refusals import Refused
from casinowar.house.tables import absent, floor
from casinowar.house.tables.commands import Caller
from casinowar.house.tables.floor import Means
from casinowar.store.queries import floor as store_floor
from casinowar.store.queries import people
from casinowar.store.queries.people import Person
from casinowar.store.queries.player_rounds import tables_with_wagers
from casinowar.store.writer.work import Work


class Exclusion(NamedTuple):
    """A person who excluded themselves."""

    person: Person
    until: int


def exclude(work: Work, means: Means, caller: Caller, days: int) -> Exclusion:
    """Exclude the caller for so many days. An exclusion can only be made longer.

    Tables are locked before the account, in the same order as when somebody sits down.
    """
    for table_id in _tables(work, caller.player):
        _finish(work, means, caller, table_id)
    found = people.to_change(work.connection, caller.player)
    assert found is not None, "an account is never deleted"
    until = work.now + days * DAY_MS
    if found.excluded_until is not None and until < found.excluded_until:
        raise Refused("excluded", "you can make your exclusion longer, not shorter")
    people.set_excluded(work.connection, found.account, until)
    work.own_set[found.account] = work.own(found.account)._replace(excluded_until=until)
    if absent.is_signed_out(found):
        people.end_others(work.connection, found.account)
    for table_id in _tables(work, caller.player):
        if table_id not in work.changed:
            _finish(work, means, caller, table_id)
    return Exclusion(found._replace(excluded_until=until), until)


def _tables(work: Work, player: str) -> list[str]:
    """The tables where a player sits or has wagers."""
    seats = store_floor.seats_of(work.connection, player)
    wagers = tables_with_wagers(work.connection, player, work.now - DAY_MS)
    return sorted({*seats, *wagers})


def _finish(work: Work, means: Means, caller: Caller, table_id: str) -> None:
    """Leave a table. An open tie is surrendered, or goes to war if nothing else is offered."""
    running = leave(work, means, caller, table_id, caller.player)
    play = means.play(work, running)
    answered = False
    while absent.answer(play, caller.player):
        play.run()
        answered = True
    if answered:
        floor.keep(work, play)
