"""Streams of server-sent events: a table's record as it grows, and the lobby as it changes."""

from collections import Counter
from collections.abc import AsyncIterator

from starlette.responses import StreamingResponse

from casinowar.house.messages import EntryText
from casinowar.house.people.names import PlayerName
from casinowar.house.pools import TooMany
from casinowar.house.services import Services
from casinowar.house.tables.lobby_feed import LobbyChange, number_of
from casinowar.house.tables.table_feed import FeedEvent, TableClosed, TableSnapshot
from casinowar.house.tables.table_messages import Lobby
from casinowar.house.tables.views import StateView
from casinowar.web.http.guard import address_of, token_of
from casinowar.web.http.meter import Meter
from casinowar.web.http.operations import Call, Media, Operation

MOST_STREAMS = 500
"""How many streams one address may have open: enough for many players behind one router."""

_HEARTBEAT = b": still here\n\n"
_TABLE_EVENTS = Media(
    "text/event-stream",
    {
        "snapshot": TableSnapshot,
        "entry": EntryText,
        "state": StateView,
        "names": dict[str, PlayerName],
        "closed": TableClosed,
    },
)
_LOBBY_EVENTS = Media("text/event-stream", {"snapshot": Lobby, "table": LobbyChange})
_LAST = {"Last-Event-ID": "The id of the last event received; the stream goes on after it."}


def operations(services: Services, meter: Meter) -> list[Operation]:
    """The streams."""
    streams = Streams(meter)

    async def table(call: Call[None, None]) -> StreamingResponse:
        caller, table_id = call.caller_if_known, call.table_id
        await services.house.table(table_id, caller)
        scope = call.request.scope
        last = number_of(call.request.headers.get("last-event-id", ""))
        events = services.table_feed.follow(table_id, caller, token_of(scope), last)
        return streams.response(address_of(scope), events)

    async def lobby(call: Call[None, None]) -> StreamingResponse:
        scope = call.request.scope
        last = call.request.headers.get("last-event-id", "")
        events = services.lobby_feed.follow(call.caller_if_known, token_of(scope), last)
        return streams.response(address_of(scope), events)

    return [
        Operation(
            "follow_table",
            "GET",
            "/api/tables/{table_id}/events",
            table,
            tag="streams",
            summary="Follow a table.",
            description="A `snapshot`, then every `entry` of the table's record as it is "
            "committed, each time with the `state` after it; `names` of players who come, and "
            "`closed` at the end. The data of an event is JSON.",
            answer=_TABLE_EVENTS,
            answer_is="Server-sent events, without end.",
            access="known",
            headers=_LAST,
        ),
        Operation(
            "follow_lobby",
            "GET",
            "/api/lobby/events",
            lobby,
            tag="streams",
            summary="Follow the lobby.",
            description="A `snapshot`, then each `table` that changes. The data of an event is "
            "JSON.",
            answer=_LOBBY_EVENTS,
            answer_is="Server-sent events, without end.",
            access="known",
            headers=_LAST,
        ),
    ]


class Streams:
    """Sends streams, and counts them by address."""

    def __init__(self, meter: Meter) -> None:
        self._meter = meter
        self._open: Counter[str] = Counter()

    def response(self, address: str, events: AsyncIterator[FeedEvent | None]) -> StreamingResponse:
        """A stream; refused if its address has too many open."""
        if self._open[address] >= MOST_STREAMS:
            raise TooMany(f"there are {MOST_STREAMS} streams open to {address}", 60)
        return StreamingResponse(
            self._sent(address, events),
            media_type="text/event-stream",
            headers={"X-Accel-Buffering": "no"},
        )

    async def _sent(
        self, address: str, events: AsyncIterator[FeedEvent | None]
    ) -> AsyncIterator[bytes]:
        self._open[address] += 1
        self._meter.streams.inc()
        try:
            async for event in events:
                yield _HEARTBEAT if event is None else text_of(event)
        finally:
            self._open[address] -= 1
            self._meter.streams.dec()
            if not self._open[address]:
                del self._open[address]


def text_of(event: FeedEvent) -> bytes:
    """An event as it is sent."""
    place = b"" if event.id is None else f"id: {event.id}\n".encode()
    return b"%sevent: %s\ndata: %s\n\n" % (place, event.kind.encode(), event.data)
