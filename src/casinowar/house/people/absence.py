"""Absence: players whose browser is gone are marked as away, and at last lose their seats.

A server marks a player some seconds after their last stream to it has ended. If there are other
servers, it asks them first, and those that hear from the player write that down. Each server also
writes the players it has heard from to the database now and then, so that every server knows who
was silent for too long: it marks those whom a stopped server heard last, and frees seats after
minutes. A server that has just started waits for as long before it does so.

The mark is part of a table's state, so it needs no query to deal without those who are away. It
goes when they listen again, or send a command.

Wagers are played out before a seat is freed. At a hand-dealt table the dealer sees who is there,
and in a game for one player nobody else waits.
"""

import asyncio
from functools import partial

import structlog
from sqlalchemy.exc import SQLAlchemyError

from casinowar.game.actions import Leave, TimeOut
from casinowar.game.needs import ChoiceNeeded
from casinowar.game.table import need
from casinowar.game.table.seats import is_engaged
from casinowar.house.house import House
from casinowar.house.people.presence import Presence
from casinowar.house.tables import floor
from casinowar.house.tables.floor import Means
from casinowar.house.tables.turn import Turn
from casinowar.store.backends.engine import DatabaseAway
from casinowar.store.queries import presence as store
from casinowar.store.queries.presence import SeatSeen
from casinowar.store.writer.work import Work

EVERY_SECONDS = 30.0
LOOK_SECONDS = 1.0
_SILENT_MS = 75_000
"""Who was not heard from for so long is away; it is more than twice `EVERY_SECONDS`."""
_MINUTE_MS = 60_000
_AT_ONCE = 500
"""How many players are written in one transaction."""

log = structlog.get_logger("casinowar.house")


class Absence:
    """Marks the players whose streams to this server have ended."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._asked: dict[SeatSeen, int] = {}
        """When the other servers were asked for a player, by the database's clock."""

    async def look(self) -> None:
        """Look at the players without a stream: ask for them, or mark them."""
        silent = self._house.presence.look()
        if silent.ask and self._house.is_shared:
            at = await self._house.do(partial(_ask, places=silent.ask), alone=True)
            self._asked |= dict.fromkeys(silent.ask, at)
        for place in silent.away:
            await mark(self._house, place, unseen_since=self._asked.pop(place, None))


def _ask(work: Work, places: list[SeatSeen]) -> int:
    store.ask(work.connection, work.server, places)
    return work.now


async def mark(house: House, place: SeatSeen, unseen_since: int | None) -> None:
    """Mark a player as away, unless they were seen since then."""
    job = partial(mark_away, means=house.means, place=place, unseen_since=unseen_since)
    await house.do(job, alone=True, table=place.table_id)


def mark_away(work: Work, means: Means, place: SeatSeen, unseen_since: int | None) -> None:
    """The job that marks a player; it changes nothing where nobody waits for them."""
    running = work.running(place.table_id)
    table, player = running.record.table, place.player
    here = table.players() | {bet.player for bet in table.bets_in_play()}
    if running.closed_at is not None or table.options.hand_dealt or table.rules.is_solo:
        return
    if player not in here or player in running.away:
        return
    if unseen_since is not None and store.is_seen(work.connection, place, unseen_since):
        return
    play = means.play(work, running)
    play.away.add(player)
    floor.keep(work, play)


async def come_back(house: House, place: SeatSeen) -> None:
    """Take the mark from a player who listens to a table again."""
    job = partial(unmark, means=house.means, place=place)
    await house.do(job, alone=True, table=place.table_id)


def unmark(work: Work, means: Means, place: SeatSeen) -> None:
    """The job that takes the mark away; it notes that the player is there, for other servers."""
    running = work.running(place.table_id)
    if place.player not in running.away:
        return
    store.see(work.connection, [place], work.now)
    play = means.play(work, running)
    play.away.discard(place.player)
    floor.keep(work, play)


async def mark_silent(house: House) -> None:
    """Mark the players whom no server has heard from for a while."""
    since, silent = await house.read_with_time(
        lambda connection, now: (now - _SILENT_MS, store.unmarked(connection, now - _SILENT_MS))
    )
    for place in silent:
        await mark(house, place, unseen_since=since)


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
        if running.owner is None:
            _make_room(play, player)
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


def _make_room(play: Turn, player: str) -> None:
    """Answer a tie of a lone player who left a table that has no free seat.

    Elsewhere the tie waits until someone sits down, and then as long as any other.
    """
    table = play.record.table
    awaited, choice = need(table), table.rules.choice
    is_asked = isinstance(awaited, ChoiceNeeded) and {player} == {
        hand.player for hand in awaited.hands
    }
    if is_asked and "" not in table.seats and choice is not None and choice.time_out != "wait":
        play.take(TimeOut(), "house")
        play.run()


async def keep_seats(house: House, minutes: int) -> None:
    """Mark silent players and free seats until the house closes. With 0 minutes, free none."""
    since = house.clock()
    while True:
        await asyncio.sleep(EVERY_SECONDS)
        try:
            await note(house, house.presence)
            awake = house.clock() - since
            if awake >= _SILENT_MS:
                await mark_silent(house)
            if minutes and awake >= minutes * _MINUTE_MS:
                await free_seats(house, minutes)
        except (DatabaseAway, SQLAlchemyError) as error:
            log.warning("presence not written, will be retried", error=type(error).__name__)


async def watch_streams(house: House) -> None:
    """Mark the players whose streams end, until the house closes."""
    absence = Absence(house)
    while True:
        await asyncio.sleep(LOOK_SECONDS)
        try:
            await absence.look()
        except (DatabaseAway, SQLAlchemyError) as error:
            log.warning("absence not written", error=type(error).__name__)
