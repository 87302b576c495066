"""The house asked by those who watch it: whether it can serve, and its figures.

A database that does not answer is an answer here, and one that comes in time.
"""

import asyncio
import time

from sqlalchemy.exc import SQLAlchemyError

from casinowar.errors import CasinoWarError
from casinowar.house.house import House
from casinowar.house.upkeep.metrics import Metrics, MetricsReader
from casinowar.store.backends.engine import DatabaseAway
from casinowar.store.migrations import check_version, write_version

PATIENCE = 4.0
"""Seconds that the database has to answer: those who ask wait five to ten, as a rule."""


WRITES_SECONDS = 1.0
"""How long a database counts as one that can be written, without another try."""


class Readiness:
    """Asks a house whether it can serve; many who ask at once have it write little."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._wrote = -WRITES_SECONDS
        """When something was written down last, by a clock that never goes back."""

    async def why_not(self) -> str:
        """Why this server cannot serve; ``""`` if it can.

        Its database is up to date, and answers, and takes what is written.
        """
        try:
            async with asyncio.timeout(PATIENCE):
                await self._house.read(check_version)
                await self._write()
        except TimeoutError:
            return f"the database has not answered within {PATIENCE:.0f} seconds"
        except SQLAlchemyError:
            return "the database cannot be used"
        except CasinoWarError as error:
            return str(error)
        return ""

    async def _write(self) -> None:
        now = time.monotonic()
        if now - self._wrote < WRITES_SECONDS:
            await self._house.do(lambda work: work.now)
            return
        await self._house.do(lambda work: write_version(work.connection), alone=True)
        self._wrote = now


class Watcher:
    """Reads the figures of a house: once for all who ask at the same time."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._counting = MetricsReader()
        self._reading: asyncio.Task[Metrics] | None = None

    async def figures(self) -> Metrics | None:
        """The figures now; none if the database does not tell them in time."""
        if self._reading is None or self._reading.done():
            self._reading = asyncio.create_task(self._read())
        reading = self._reading
        await asyncio.wait([reading], timeout=PATIENCE)
        if not reading.done():
            return None
        try:
            return reading.result()
        except (DatabaseAway, SQLAlchemyError):
            return None

    async def _read(self) -> Metrics:
        return await self._house.read_with_time(self._counting.read)
