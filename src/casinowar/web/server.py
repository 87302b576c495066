"""The server: uvicorn, changed to end streams before it waits for its connections.

A stream never ends by itself, and uvicorn waits for every connection before it lets the app stop.
"""

import asyncio
import gc
import socket
from collections.abc import Callable
from functools import partial
from types import FrameType
from typing import cast

import structlog
import uvicorn

from casinowar import __version__
from casinowar.house.house import House
from casinowar.house.people.passwords import Passwords
from casinowar.house.settings import Settings
from casinowar.web.app import make_app
from casinowar.web.http.connections import BoundedProtocol, ConnectionBounds, Crowd, end_slow
from casinowar.web.http.meter import Meter

log = structlog.get_logger("casinowar.web")

PATIENCE = 5
"""Seconds that requests have to finish when the server stops."""

_NEW_OBJECTS = 50_000
"""How many new objects start a search for unused cycles. A request leaves hardly any behind; with
Python's usual number a tenth of the time would go into searching."""


class Server(uvicorn.Server):
    """Uvicorn for one house."""

    def __init__(
        self,
        house: House,
        settings: Settings,
        started: Callable[[int], None] | None = None,
        passwords: Passwords | None = None,
        meter: Meter | None = None,
    ) -> None:
        """`started` gets the port when the server listens."""
        self._house = house
        self._store = settings.shown_house
        self._tell = started
        crowd = Crowd(ConnectionBounds(per_address=settings.connections_per_address))
        config = uvicorn.Config(
            make_app(house, settings, passwords, meter),
            host=settings.host,
            port=settings.port,
            log_config=None,
            access_log=False,
            server_header=False,
            http=cast(type[asyncio.Protocol], partial(BoundedProtocol, crowd=crowd)),
            ws="none",
            timeout_graceful_shutdown=PATIENCE,
        )
        super().__init__(config)

    def run(self, sockets: list[socket.socket] | None = None) -> None:
        """Serve until the process ends. Objects made so far are not searched for cycles."""
        gc.collect()
        gc.freeze()
        gc.set_threshold(_NEW_OBJECTS, *gc.get_threshold()[1:])
        super().run(sockets)

    async def on_tick(self, counter: int) -> bool:
        """Look for clients that are too slow, about once a second."""
        if counter % 10 == 0:
            end_slow(self.server_state.connections, asyncio.get_running_loop().time())
        return await super().on_tick(counter)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop. A second signal changes nothing: stopping takes a few seconds at most."""
        if not self.should_exit:
            super().handle_exit(sig, frame)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Listen, and say where."""
        await super().startup(sockets)
        if not self.started:
            return
        address = f"{self.config.host}, port {self.port}"
        log.info("house opened", address=address, store=self._store, version=__version__)
        if self._tell is not None:
            self._tell(self.port)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End the streams first."""
        self._house.channels.close()
        await super().shutdown(sockets)
        log.info("house closed")

    @property
    def port(self) -> int:
        """The port it listens at."""
        return int(self.servers[0].sockets[0].getsockname()[1])
