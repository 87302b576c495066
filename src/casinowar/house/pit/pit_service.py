"""What staff can ask about tables: the overview, results, incidents, pauses and replacements."""

from collections.abc import Callable

import structlog
from sqlalchemy import Connection

from casinowar.house import cursors
from casinowar.house.house import House
from casinowar.house.people import rights
from casinowar.house.people.names import Names
from casinowar.house.pit import pauses, replacement
from casinowar.house.pit.incidents import incident_page
from casinowar.house.pit.overview import Pit, result_history
from casinowar.house.pit.pit_messages import (
    HousePause,
    IncidentPage,
    PitOverview,
    ReplaceTable,
    ResultHistory,
    TableReplaced,
)
from casinowar.house.request_key import RequestKey
from casinowar.house.tables.commands import Caller
from casinowar.house.tables.floor import Means
from casinowar.house.tables.table_messages import TableId
from casinowar.store.writer.running import Running
from casinowar.store.writer.work import Work

log = structlog.get_logger("casinowar.house")


class PitService:
    """Shows all tables to staff, and pauses and replaces them."""

    def __init__(self, house: House, names: Names) -> None:
        self._house = house
        self._pit = Pit(house, names)

    async def overview(self, caller: Caller) -> PitOverview:
        """Every table, and the house."""
        await self._check(caller)
        return await self._pit.overview()

    async def result_history(self, caller: Caller, table_id: str) -> ResultHistory:
        """The house's result at a table, round by round."""
        await self._check(caller)
        running = await self._house.table(table_id, caller)
        return await self._house.read(lambda connection: result_history(connection, running))

    async def _check(self, caller: Caller) -> None:
        await self._house.read(lambda connection: rights.check(connection, caller, "pit"))

    async def incidents(self, caller: Caller, table: str, limit: int, after: str) -> IncidentPage:
        """A page of incidents, of one table or (without one) of the whole house."""
        place = cursors.incident_place(after)

        def query(connection: Connection) -> IncidentPage:
            rights.check(connection, caller, "pit")
            if not table.isprintable():  # no table has such an id
                return IncidentPage([], None)
            return incident_page(connection, limit, place, table)

        return await self._house.read(query)

    async def pause(self, request: RequestKey, caller: Caller, table_id: str, why: str) -> bytes:
        """Begin no new round at a table."""
        return await self._change(request, pauses.pause, caller, table_id, why)

    async def resume(self, request: RequestKey, caller: Caller, table_id: str, why: str) -> bytes:
        """Begin rounds again at a table."""
        return await self._change(request, pauses.resume, caller, table_id, why)

    async def _change(
        self,
        request: RequestKey,
        change: Callable[[Work, Means, Caller, str, str], Running],
        caller: Caller,
        table_id: str,
        why: str,
    ) -> bytes:
        means = self._house.means
        answer = await self._house.once(
            request, lambda work: TableId(change(work, means, caller, table_id, why).id)
        )
        return answer.data

    async def pause_house(self, request: RequestKey, caller: Caller, why: str) -> bytes:
        """Begin no new round anywhere."""

        def run(work: Work) -> HousePause:
            pauses.pause_house(work, self._house.means, caller, why)
            return HousePause(why)

        return await self._everywhere(request, caller, run, "house paused")

    async def resume_house(self, request: RequestKey, caller: Caller, why: str) -> bytes:
        """Begin rounds again everywhere."""

        def run(work: Work) -> HousePause:
            pauses.resume_house(work, self._house.means, caller, why)
            return HousePause("")

        return await self._everywhere(request, caller, run, "house resumed")

    async def _everywhere(
        self, request: RequestKey, caller: Caller, run: Callable[[Work], HousePause], says: str
    ) -> bytes:
        answer = await self._house.once(request, run)
        if answer.made is not None:
            log.info(says, player=caller.player)
        return answer.data

    async def replace(
        self, request: RequestKey, caller: Caller, table_id: str, asked: ReplaceTable
    ) -> bytes:
        """Open another table in place of one."""

        def run(work: Work) -> TableReplaced:
            opened = replacement.replace(
                work,
                self._house.means,
                caller,
                table_id,
                asked.options(),
                asked.why,
                reading=asked.reading,
                players_may_have_edge=asked.players_may_have_edge,
            )
            return TableReplaced(table_id, opened.id)

        answer = await self._house.once(request, run)
        return answer.data
