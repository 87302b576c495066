"""The feed of a table: a snapshot or the missed entries, then each new entry after its commit.

The number of an entry is the id of its event, so a client that reconnects with the last id gets
what it missed. Everyone gets the same, and only after the commit. A client that does not keep up
is cut off, and can reconnect.
"""

from collections.abc import AsyncIterator, Iterator
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from typing import NamedTuple

import msgspec

from casinowar.house.channels import Listener
from casinowar.house.house import House
from casinowar.house.messages import Message, encode
from casinowar.house.people.absence import come_back
from casinowar.house.people.names import Names, PlayerName
from casinowar.house.people.presence import Presence
from casinowar.house.people.sessions import Sessions
from casinowar.house.tables.commands import Caller, caller_of
from casinowar.house.tables.floor import may_come
from casinowar.house.tables.table_messages import players_at
from casinowar.house.tables.views import TableView, state, view
from casinowar.store.queries import listing
from casinowar.store.queries.presence import SeatSeen
from casinowar.store.writer.batch import Published
from casinowar.store.writer.running import Running

QUIET = 15.0
"""Seconds without an event after which a feed shows that it is alive."""

MOST_MISSED = 2000
"""A client that missed more entries gets a snapshot instead."""

AT_ONCE = 20
"""How many missed entries are in memory at a time."""


class FeedEvent(NamedTuple):
    """An event of a feed."""

    kind: str
    data: bytes
    """One line of JSON."""
    id: int | str | None = None


QUIET_EVENT = None
"""What a feed yields if nothing has happened for a while."""


class TableSnapshot(TableView, frozen=True, kw_only=True):
    """The table as it stands, with the names of its players."""

    names: dict[str, PlayerName]


class TableFeed:
    """Follows tables for the clients that watch them."""

    def __init__(self, house: House, names: Names, presence: Presence, sessions: Sessions) -> None:
        self._house = house
        self._names = names
        self._presence = presence
        self._sessions = sessions

    async def follow(
        self, table_id: str, caller: Caller | None, token: str, last: int | None
    ) -> AsyncIterator[FeedEvent | None]:
        """The events of a table, after entry `last` if that is known.

        While players follow a table, they are present there. The feed of a private table ends with
        the caller's session.
        """
        listener = self._house.listen(table_id)
        with self._listens(table_id, caller):
            try:
                async for event in self._events(listener, table_id, caller, token, last):
                    yield event
            finally:
                listener.close()

    async def _events(
        self,
        listener: Listener,
        table_id: str,
        caller: Caller | None,
        token: str,
        last: int | None,
    ) -> AsyncIterator[FeedEvent | None]:
        running = await self._house.table(table_id, caller)
        if await self._is_back(running, caller):
            running = await self._house.table(table_id, caller)
        seq, named = running.record.seq, players_at(running)
        if last is not None and last < seq <= last + MOST_MISSED:
            async for event in self._missed(table_id, last + 1, seq):
                yield event
            yield await self._named(named)
        else:
            yield FeedEvent("snapshot", await self._snapshot(running), seq - 1)
        yield FeedEvent("state", encode(state(running)))
        if running.closed_at is not None:
            yield _CLOSED
            return
        async for published in _published(listener):
            if running.owner is not None and not await self._may_come(token, running):
                return
            if published is None:
                yield QUIET_EVENT
                continue
            await self._is_back(published.running, caller)
            if strangers := players_at(published.running) - named:
                named |= strangers
                yield await self._named(strangers)
            async for event in self._missed(table_id, seq, published.first):
                yield event
            for event in _entries(published, max(seq, published.first)):
                yield event
            if published.running.closed_at is not None:
                return
            seq = max(seq, published.running.record.seq)

    def _listens(self, table_id: str, caller: Caller | None) -> AbstractContextManager[None]:
        if caller is None:
            return nullcontext()
        return self._presence.listens(caller.player, table_id)

    async def _is_back(self, running: Running, caller: Caller | None) -> bool:
        """Whether the caller was marked as away; who follows a table is there."""
        if caller is None or caller.player not in running.away:
            return False
        await come_back(self._house, SeatSeen(running.id, caller.player))
        return True

    async def _snapshot(self, running: Running) -> bytes:
        names = await self._names.of(players_at(running))
        shown = view(running)
        fields = {name: getattr(shown, name) for name in shown.__struct_fields__}
        return encode(TableSnapshot(**fields, names=names))

    async def _named(self, players: set[str]) -> FeedEvent:
        return FeedEvent("names", msgspec.json.encode(await self._names.of(players)))

    async def _missed(self, table_id: str, first: int, until: int) -> AsyncIterator[FeedEvent]:
        for begins in range(first, until, AT_ONCE):
            ends = min(begins + AT_ONCE, until)
            query = partial(listing.entries, table_id=table_id, first=begins, until=ends)
            texts = await self._house.read(query)
            for number, text in enumerate(texts, begins):
                yield FeedEvent("entry", text.encode(), number)

    async def _may_come(self, token: str, running: Running) -> bool:
        """Whether a caller may still see a private table: sessions and roles can end."""
        session = await self._sessions.find(token)
        return session is not None and may_come(running, caller_of(session))


class TableClosed(Message, frozen=True):
    """The table is closed for good, and its stream ends."""


_CLOSED = FeedEvent("closed", encode(TableClosed()))


async def _published(listener: Listener) -> AsyncIterator[Published | None]:
    """Each commit in turn; `None` after a quiet while."""
    while (commits := await listener.next(QUIET)) is not None:
        for published in commits:
            yield published
        if not commits:
            yield None


def _entries(published: Published, seq: int) -> Iterator[FeedEvent]:
    """The events of a commit, without those that a snapshot already had."""
    running = published.running
    if running.record.seq < seq:
        return
    for number, text in enumerate(published.texts, published.first):
        if number >= seq:
            yield FeedEvent("entry", text.encode(), number)
    yield FeedEvent("state", encode(state(running)))
    if running.closed_at is not None:
        yield _CLOSED
