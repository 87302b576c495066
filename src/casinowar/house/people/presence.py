"""Who is at their table and who is gone: the seat of one who is gone is given up by the house.

Someone is there who listens to a table or asks something of it. Each server notes those it hears of
in the database now and then, so that any of them knows who was heard of by none for too long. A
server that has just begun has heard of nobody yet, and waits as long before it takes a seat.

Wagers are played to their end first. At a hand-dealt table the dealer sees who is there.
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
"""How many are noted in one transaction."""

log = structlog.get_logger("casinowar.house")


class Presence:
    """Those whom this server hears of."""

    def __init__(self) -> None:
        self._listening: Counter[SeatSeen] = Counter()
        self._asked: set[SeatSeen] = set()

    def asks(self, player: str, table_id: str) -> None:
        """Someone asks something of a table."""
        self._asked.add(SeatSeen(table_id, player))

    @contextmanager
    def listens(self, player: str, table_id: str) -> Iterator[None]:
        """Someone listens to a table, for as long as this lasts."""
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
        """Those who were heard of since this was asked last."""
        there = {*self._listening, *self._asked}
        self._asked.clear()
        return sorted(there)


async def note(house: House, presence: Presence) -> None:
    """Have the database know who is there."""
    there = presence.heard()
    try:
        for first in range(0, len(there), _AT_ONCE):
            some = there[first : first + _AT_ONCE]
            await house.do(partial(_see, places=some), alone=True)
    except (DatabaseAway, SQLAlchemyError):
        for place in there:
            presence.asks(place.player, place.table_id)  # they were there all the same
        raise


def _see(work: Work, places: list[SeatSeen]) -> None:
    store.see(work.connection, places, work.now)


async def free_seats(house: House, minutes: int) -> int:
    """Give up the seats of those who are gone; how many of them there were."""
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
    """Have those leave a table who were not seen there for so long; how many they are."""
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
    """Do so until the house is closed; with 0 minutes a seat is kept for ever."""
    since = house.clock()
    while True:
        await asyncio.sleep(EVERY_SECONDS)
        if not minutes:
            presence.heard()  # who is there makes no difference, so nothing is written
            continue
        try:
            await note(house, presence)
            if house.clock() - since >= minutes * _MINUTE_MS:
                await free_seats(house, minutes)
        except (DatabaseAway, SQLAlchemyError) as error:
            log.warning("nobody is seen for now", error=type(error).__name__)
