"""Self-exclusion: someone does not want to play until some time, and nobody can change their mind.

Seats are given up as by a ban; what lies on the tables is played to its end. A member's sessions
end, and signing in is refused until then: a tie that comes later is answered by the house. A guest
stays known, whose session could not be had again, and so does whoever has an office to do: both
finish the round they are in, and neither plays another.
"""

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


def exclude(work: Work, means: Means, caller: Caller, days: int) -> Person:
    """Someone is out for so many days, by their own wish; only longer than they are already.

    Tables are taken before the account, as by whoever sits down.
    """
    for table_id in _tables(work, caller.player):
        _finish(work, means, caller, table_id)
    found = people.to_change(work.connection, caller.player)
    assert found is not None, "an account is never deleted"
    until = work.now + days * DAY_MS
    if found.excluded_until is not None and until < found.excluded_until:
        raise Refused("excluded", "an exclusion can be made longer, and not shorter")
    people.set_excluded(work.connection, found.account, until)
    work.own_set[found.account] = work.own(found.account)._replace(excluded_until=until)
    if absent.is_signed_out(found):
        people.end_others(work.connection, found.account)
    for table_id in _tables(work, caller.player):
        if table_id not in work.changed:
            _finish(work, means, caller, table_id)
    return found._replace(excluded_until=until)


def _tables(work: Work, player: str) -> list[str]:
    """Where someone sits, or has wagers."""
    seats = store_floor.seats_of(work.connection, player)
    wagers = tables_with_wagers(work.connection, player, work.now - DAY_MS)
    return sorted({*seats, *wagers})


def _finish(work: Work, means: Means, caller: Caller, table_id: str) -> None:
    """Leave a table; a tie that waits for an answer is given up, or fought where that is all."""
    running = leave(work, means, caller, table_id, caller.player)
    play = means.play(work, running)
    answered = False
    while absent.answer(play, caller.player):
        play.run()
        answered = True
    if answered:
        floor.keep(work, play)
