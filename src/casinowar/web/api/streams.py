"""Streams of server-sent events: a table's record as it grows, and the lobby as it changes.

A stream begins with a snapshot, or where it broke off: the number of an entry, or of a change in
the lobby, is its event's id, and whoever comes back with the last one is told what was missed. Only
what was committed is told, the same to everyone. One who does not keep up with a table is cut off,
and comes back; in the lobby only the last change of each table counts.
"""

import asyncio
import hashlib
import json
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from functools import partial

from fastapi import FastAPI, Request
from fastapi.responses import StreamingResponse

from casinowar.house.channels import Listener
from casinowar.house.pools import TooMany
from casinowar.house.tables.commands import Caller
from casinowar.house.tables.floor import may_come
from casinowar.house.tables.views import state_text, view
from casinowar.store.queries import listing
from casinowar.store.writer.batch import Published
from casinowar.store.writer.running import Running
from casinowar.web.api.tables import TableResource, players_at, row
from casinowar.web.http import paging
from casinowar.web.http.guard import address_of, token_of
from casinowar.web.http.routes import TABLE_ID, Json, caller_of, refusals, table_in
from casinowar.web.http.site import Site

QUIET = 15.0
"""Seconds without an event, after which a stream shows that it is there."""

MOMENT = 0.25
"""Seconds in which all changes of a table are one to the lobby."""

MOST_MISSED = 2000
"""Who missed more entries than these gets a snapshot instead."""

AT_ONCE = 20
"""How many missed entries are in memory at a time."""

_TITLES = 10_000
"""How many tables' names are remembered."""

MOST_STREAMS = 500
"""How many streams one address may have open: a whole party behind one router, not a flood."""

_HEARTBEAT = ": still here\n\n"
_CLOSED = "event: closed\ndata: {}\n\n"
_EVENTS: Json = {
    "description": "Server-sent events, without end.",
    "content": {"text/event-stream": {"schema": {"type": "string"}}},
}
_LAST: Json = {
    "name": "Last-Event-ID",
    "in": "header",
    "description": "The id of the last event that was received.",
    "schema": {"type": "string"},
}


def add_streams(app: FastAPI, site: Site) -> None:
    """Have streams served."""
    streams = Streams(site)

    @app.get(
        "/api/tables/{table_id}/events",
        summary="A table's events: a snapshot, then every entry of its record.",
        responses={200: _EVENTS, **refusals(404, 429)},
        openapi_extra={"parameters": [TABLE_ID, _LAST]},
        response_class=StreamingResponse,
    )
    async def table(request: Request) -> StreamingResponse:
        caller, table_id = await streams.desk.caller(request), table_in(request)
        await site.house.table(table_id, caller)
        last = request.headers.get("last-event-id", "")
        token = token_of(request.headers)
        events = streams.seen(table_id, caller, token, _number(last))
        return _stream(streams.counted(address_of(request.scope), events))

    @app.get(
        "/api/lobby/events",
        summary="The lobby's events: a snapshot, then every table that changes.",
        responses={200: _EVENTS, **refusals(429)},
        openapi_extra={"parameters": [_LAST]},
        response_class=StreamingResponse,
    )
    async def lobby(request: Request) -> StreamingResponse:
        caller, last = await streams.desk.caller(request), request.headers.get("last-event-id", "")
        events = streams.lobby(caller, token_of(request.headers), last)
        return _stream(streams.counted(address_of(request.scope), events))


def _stream(events: AsyncIterator[str]) -> StreamingResponse:
    return StreamingResponse(
        events, media_type="text/event-stream", headers={"X-Accel-Buffering": "no"}
    )


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 16 else None


def event(kind: str, data: str, name: int | str | None = None) -> str:
    """An event as it is sent, with its id if it has one; its data is one line."""
    place = "" if name is None else f"id: {name}\n"
    return f"{place}event: {kind}\ndata: {data}\n\n"


class Streams:
    """What streams tell."""

    def __init__(self, site: Site) -> None:
        self.desk = TableResource(site)
        self._site = site
        self._house = site.house
        self._titles: dict[str, str | None] = {}
        self._open: Counter[str] = Counter()
        self._started = site.house.clock()

    def counted(self, address: str, events: AsyncIterator[str]) -> AsyncIterator[str]:
        """The same events; refused to an address that has too many streams open."""
        if self._open[address] >= MOST_STREAMS:
            raise TooMany(f"there are {MOST_STREAMS} streams open to {address}", 60)
        return self._counted(address, events)

    async def _counted(self, address: str, events: AsyncIterator[str]) -> AsyncIterator[str]:
        self._open[address] += 1
        self._site.meter.streams.inc()
        try:
            async for told in events:
                yield told
        finally:
            self._open[address] -= 1
            self._site.meter.streams.dec()
            if not self._open[address]:
                del self._open[address]

    async def seen(
        self, table_id: str, caller: Caller | None, token: str, last: int | None
    ) -> AsyncIterator[str]:
        """The events of a table; as long as they are listened to, the listener is there."""
        player = "" if caller is None else caller.player
        with self._site.presence.listens(player, table_id):
            async for text in self.table(table_id, caller, token, last):
                yield text

    async def table(
        self, table_id: str, caller: Caller | None, token: str, last: int | None
    ) -> AsyncIterator[str]:
        """The events of a table, from after an entry on if that is known.

        A private table's end with the session that they were asked for in.
        """
        listener = self._house.listen(table_id)
        try:
            running = await self._house.table(table_id, caller)
            seq, named = running.record.seq, players_at(running)
            if last is not None and last < seq <= last + MOST_MISSED:
                async for text in self._missed(table_id, last + 1, seq):
                    yield text
                yield await self._names(named)
            else:
                yield event("snapshot", await self._snapshot(running), seq - 1)
            yield event("state", state_text(running))
            if running.closed_at is not None:
                yield _CLOSED
                return
            async for published in _told(listener):
                if running.owner is not None and not await self._may_come(token, running):
                    return
                if published is None:
                    yield _HEARTBEAT
                    continue
                if strangers := players_at(published.running) - named:
                    named |= strangers
                    yield await self._names(strangers)
                async for text in self._missed(table_id, seq, published.first):
                    yield text
                for text in _entries(published, max(seq, published.first)):
                    yield text
                if published.running.closed_at is not None:
                    return
                seq = max(seq, published.running.record.seq)
        finally:
            listener.close()

    async def _snapshot(self, running: Running) -> str:
        names = await self._site.names.of(players_at(running))
        return _line({**view(running), "names": names})

    async def _names(self, players: set[str]) -> str:
        return event("names", _line(await self._site.names.of(players)))

    async def _missed(self, table_id: str, first: int, until: int) -> AsyncIterator[str]:
        for begins in range(first, until, AT_ONCE):
            ends = min(begins + AT_ONCE, until)
            query = partial(listing.entries, table_id=table_id, first=begins, until=ends)
            texts = await self._house.read(query)
            for number, text in enumerate(texts, begins):
                yield event("entry", text, number)

    async def lobby(self, caller: Caller | None, token: str, last: str) -> AsyncIterator[str]:
        """The tables that someone may come to, then those of them that change.

        Changes are numbered anew when the house starts, and another sees other tables: so an id
        tells of both, and one that is not of this lobby begins with a snapshot.
        """
        changes, mark = self._house.channels.lobby, self._mark(caller)
        known = _number(last.removeprefix(mark)) if last.startswith(mark) else None
        number = -1 if known is None else known
        heard = time.monotonic()
        while True:
            changed = changes.since(number)
            if changed is None:
                number = changes.number
                page = await self.desk.lobby(caller, paging.PAGE, None)
                yield event("snapshot", _line(page), f"{mark}{number}")
                heard = time.monotonic()
            for number, table_id in changed or ():
                running = await self._house.committed(table_id)
                title = await self._title(running.id) if _is_for(running, caller) else None
                if title is not None:
                    yield event("table", _row(running, title), f"{mark}{number}")
                    heard = time.monotonic()
            if time.monotonic() - heard >= QUIET:  # however busy tables of others are
                yield _HEARTBEAT
                heard = time.monotonic()
            if not await changes.wait(number, QUIET):
                return
            await asyncio.sleep(MOMENT)
            if caller is not None and await self._is_over(token):
                return

    def _mark(self, caller: Caller | None) -> str:
        """What the ids of someone's lobby begin with, until the house is started anew."""
        whose = f"{self._started} {0 if caller is None else caller.account}"
        return f"{hashlib.sha256(whose.encode()).hexdigest()[:12]}-"

    async def _may_come(self, token: str, running: Running) -> bool:
        """Whether a private table is still for who asked: a session ends, an office may too."""
        session = await self._site.sessions.find(token)
        return session is not None and may_come(running, caller_of(session))

    async def _is_over(self, token: str) -> bool:
        """Whether a session has ended."""
        return await self._site.sessions.find(token) is None

    async def _title(self, table_id: str) -> str | None:
        """The name of a table that is in lobbies."""
        if len(self._titles) > _TITLES:
            self._titles.clear()
        if table_id not in self._titles:
            self._titles[table_id] = await self._house.read(
                lambda connection: listing.title(connection, table_id)
            )
        return self._titles[table_id]


async def _told(listener: Listener) -> AsyncIterator[Published | None]:
    """What happens, one after the other; `None` when it has been quiet for a while."""
    while (told := await listener.next(QUIET)) is not None:
        for published in told:
            yield published
        if not told:
            yield None


def _entries(published: Published, seq: int) -> Iterator[str]:
    """The events of a commit; what was told before, as part of a snapshot, is left out."""
    running = published.running
    if running.record.seq < seq:
        return
    for number, text in enumerate(published.texts, published.first):
        if number >= seq:
            yield event("entry", text, number)
    yield event("state", state_text(running))
    if running.closed_at is not None:
        yield _CLOSED


def _is_for(running: Running, caller: Caller | None) -> bool:
    """Whether a table is in someone's lobby, if it is in any."""
    return running.owner is None or (
        caller is not None and caller.account in (running.owner, *running.invited)
    )


def _row(running: Running, name: str) -> str:
    return _line({**row(running, name), "closed": running.closed_at is not None})


def _line(value: Json) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
