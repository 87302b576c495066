"""Presence: the house frees the seats of players who are gone.

A player is present while they listen to a table or send it requests. Each server writes the players
it has heard from to the database now and then, so that every server knows who was silent for too
long. A server that has just started waits for as long before it frees a seat.

Wagers are played out first. At a hand-dealt table the dealer sees who is there.
"""

import asyncio
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

import structlog
from sqlalchemy.exc import SQLAlchemyError

from casinowar.game.actions import Leave
from casinowar.game.table.seats import is_engaged
from casinowar.house.house import House
from casinowar.house.tables import floor
from casinowar.house.tables.floor import Means
from casinowar.store.backends.engine import DatabaseAway
from casinowar.store.queries import presence as store
from casinowar.store.queries.presence import SeatSeen
from casinowar.store.writer.work import Work

EVERY_SECONDS = 30.0
_MINUTE_MS = 60_000
_AT_ONCE = 500
"""How many players are written in one transaction."""

log = structlog.get_logger("casinowar.house")


class Presence:
    """The players that this server has heard from."""

    def __init__(self) -> None:
        self._listening: Counter[SeatSeen] = Counter()
        self._asked: set[SeatSeen] = set()

    def asks(self, player: str, table_id: str) -> None:
        """Note that a player sent a request to a table."""
        self._asked.add(SeatSeen(table_id, player))

    @contextmanager
    def listens(self, player: str, table_id: str) -> Iterator[None]:
        """Note that a player listens to a table, within a `with` block."""
        place = SeatSeen(table_id, player)
        self._listening[place] += 1
        try:
            yield
        finally:
            self._listening[place] -= 1
            if not self._listening[place]:
                del self._listening[place]
            self._asked.add(place)

    def heard(self) -> list[SeatSeen]:
        """The players heard from since the last call."""
        there = {*self._listening, *self._asked}
        self._asked.clear()
        return sorted(there)


async def note(house: House, presence: Presence) -> None:
    """Write to the database who is there."""
    there = presence.heard()
    try:
        for first in range(0, len(there), _AT_ONCE):
            some = there[first : first + _AT_ONCE]
            await house.do(partial(_see, places=some), alone=True)
    except (DatabaseAway, SQLAlchemyError):
        for place in there:
            presence.asks(place.player, place.table_id)  # to be written next time
        raise


def _see(work: Work, places: list[SeatSeen]) -> None:
    store.see(work.connection, places, work.now)


async def free_seats(house: House, minutes: int) -> int:
    """Free the seats of players who are gone; return how many players."""
    idle = minutes * _MINUTE_MS
    found = await house.read_with_time(
        lambda connection, now: store.deserted(connection, now - idle)
    )
    freed = 0
    for table_id in found:
        leave = partial(give_up, means=house.means, table_id=table_id, idle=idle)
        gone = await house.do(leave, alone=True, table=table_id)
        if gone:
            log.info("seats given up", table=table_id, players=gone)
        freed += gone
    return freed


def give_up(work: Work, means: Means, table_id: str, idle: int) -> int:
    """Let players leave a table who were silent for so long; return how many."""
    running = work.running(table_id)
    if running.closed_at is not None or running.record.table.options.hand_dealt:
        return 0
    play, freed = means.play(work, running), 0
    for player in store.gone(work.connection, table_id, work.now - idle):
        table = play.record.table
        seats = [seat for seat in table.seats_of(player) if seat not in table.leaving]
        if not seats or any(is_engaged(table, seat) for seat in seats):
            continue
        for seat in seats:
            if play.record.table.seats[seat - 1] == player:  # a solo game is left as a whole
                play.take(Leave(player, seat), "house")
        freed += 1
    if freed:
        floor.keep(work, play)
    return freed


async def keep_seats(house: House, presence: Presence, minutes: int) -> None:
    """Free seats until the house closes. With 0 minutes, players keep their seats for ever."""
    since = house.clock()
    while True:
        await asyncio.sleep(EVERY_SECONDS)
        if not minutes:
            presence.heard()  # nobody loses a seat, so nothing needs to be written
            continue
        try:
            await note(house, presence)
            if house.clock() - since >= minutes * _MINUTE_MS:
                await free_seats(house, minutes)
        except (DatabaseAway, SQLAlchemyError) as error:
            log.warning("presence not written, will be retried", error=type(error).__name__)
