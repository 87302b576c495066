"""Self-exclusion: someone does not want to play until some time, and nobody can change their mind.

Seats are given up as by a ban; what lies on the tables is played to its end, for as little as
possible. A member's sessions end, and signing in is refused until then. A guest stays known, whose
session could not be had again, and so does whoever has an office to do; but neither plays.
"""

from casinowar.actions import GoToWar, Surrender
from casinowar.house import floor
from casinowar.house.commands import Caller
from casinowar.house.floor import Means
from casinowar.house.offices import leave
from casinowar.house.playing import Play
from casinowar.house.refusals import Refused
from casinowar.house.sessions import DAY_MS
from casinowar.store import floor as store_floor
from casinowar.store import people
from casinowar.store.people import Person
from casinowar.store.played import tables_with_wagers
from casinowar.store.work import Work
from casinowar.table import Actor, legal


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
    if ends_sessions(found):
        people.end_others(work.connection, found.account)
    for table_id in _tables(work, caller.player):
        if table_id not in work.changed:
            _finish(work, means, caller, table_id)
    return found._replace(excluded_until=until)


def ends_sessions(person: Person) -> bool:
    """Whether someone who is excluded is not signed in, either."""
    return person.kind == "member" and person.role == "player"


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
    while _answer(play, caller.player):
        play.run()
        answered = True
    if answered:
        floor.keep(work, play)


def _answer(play: Play, player: str) -> bool:
    """Give the answer that costs least, if one is asked for; whether that was so."""
    table = play.record.table
    offered = [offer.action for offer in legal(table, Actor("player", player))]
    for action in offered:
        if isinstance(action, Surrender):
            play.take(action)
            return True
    for action in offered:
        if isinstance(action, GoToWar) and not action.tie:
            assert table.round is not None, "war is offered in a round"
            primary = sum(
                bet.primary for bet in table.round.bets_at(action.seat) if bet.player == player
            )
            if play.chips(player) >= primary:
                play.take(action)
                return True
    return False
