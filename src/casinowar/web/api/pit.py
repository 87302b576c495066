"""The pit over HTTP: all tables, their results, incidents, pauses and replacements."""

from typing import Annotated

from msgspec import Meta

from casinowar.house.pit.audit_log import Reason
from casinowar.house.pit.pit_messages import (
    HousePause,
    IncidentPage,
    PitOverview,
    ReplaceTable,
    ResultHistory,
    TableReplaced,
)
from casinowar.house.services import Services
from casinowar.house.tables.table_messages import TableId
from casinowar.web.http.operations import Call, Operation
from casinowar.web.http.paging import Page

AT = "/api/tables/{table_id}"


class IncidentQuery(Page, frozen=True):
    """Which page of the incidents, and of which table."""

    table: Annotated[str, Meta(max_length=64, description="Only incidents at this table.")] = ""


def operations(services: Services) -> list[Operation]:
    """The requests of the pit."""
    return [*_looks(services), *_table_changes(services), *_house_changes(services)]


def _looks(services: Services) -> list[Operation]:
    pit = services.pit

    async def overview(call: Call[None, None]) -> PitOverview:
        return await pit.overview(call.caller)

    async def result_history(call: Call[None, None]) -> ResultHistory:
        return await pit.result_history(call.caller, call.table_id)

    async def incidents(call: Call[None, IncidentQuery]) -> IncidentPage:
        asked = call.query
        return await pit.incidents(call.caller, asked.table, asked.limit, asked.after)

    return [
        Operation(
            "get_pit",
            "GET",
            "/api/pit",
            overview,
            tag="pit",
            summary="Show all tables and their results.",
            description="For pit bosses and operators. Who sits where, what each table waits for, "
            "what the house won there, and whether that can be chance.",
            answer=PitOverview,
            answer_is="The house and its tables.",
            refuses=(403,),
        ),
        Operation(
            "get_result_history",
            "GET",
            "/api/pit/tables/{table_id}/course",
            result_history,
            tag="pit",
            summary="Show the house's result at a table, round by round.",
            description="For pit bosses and operators. Up to 200 points beside the band that "
            "chance allows, for a plot.",
            answer=ResultHistory,
            answer_is="Points for a plot.",
            refuses=(403,),
        ),
        Operation(
            "list_incidents",
            "GET",
            "/api/incidents",
            incidents,
            tag="pit",
            summary="List incidents, newest first.",
            description="For pit bosses and operators. Anything unusual, at all tables or at one.",
            query=IncidentQuery,
            answer=IncidentPage,
            answer_is="A page of incidents.",
            refuses=(403, 404),
        ),
    ]


def _table_changes(services: Services) -> list[Operation]:
    pit = services.pit

    async def pause(call: Call[Reason, None]) -> bytes:
        return await pit.pause(call.request_key, call.caller, call.table_id, call.body.why)

    async def resume(call: Call[Reason, None]) -> bytes:
        return await pit.resume(call.request_key, call.caller, call.table_id, call.body.why)

    async def replace(call: Call[ReplaceTable, None]) -> bytes:
        return await pit.replace(call.request_key, call.caller, call.table_id, call.body)

    return [
        Operation(
            "pause_table",
            "POST",
            f"{AT}/pause",
            pause,
            tag="pit",
            summary="Pause a table.",
            description="For pit bosses and operators. The round under way is finished, and no "
            "new one begins.",
            body=Reason,
            example=Reason("The camera is down."),
            answer=TableId,
            answer_is="The table.",
            keyed=True,
        ),
        Operation(
            "resume_table",
            "POST",
            f"{AT}/resume",
            resume,
            tag="pit",
            summary="Resume a paused table.",
            description="For pit bosses and operators. Rounds begin again.",
            body=Reason,
            example=Reason("The camera works again."),
            answer=TableId,
            answer_is="The table.",
            keyed=True,
        ),
        Operation(
            "replace_table",
            "POST",
            f"{AT}/replace",
            replace,
            tag="pit",
            summary="Replace a table by one with other limits or options.",
            description="For operators. The table closes, and another opens in its place. Options "
            "that you leave out stay the same.",
            body=ReplaceTable,
            example=ReplaceTable(why="Higher limits for the weekend.", seats=7),
            answer=TableReplaced,
            answer_is="The closed table and the new one.",
            keyed=True,
        ),
    ]


def _house_changes(services: Services) -> list[Operation]:
    pit = services.pit

    async def pause(call: Call[Reason, None]) -> bytes:
        return await pit.pause_house(call.request_key, call.caller, call.body.why)

    async def resume(call: Call[Reason, None]) -> bytes:
        return await pit.resume_house(call.request_key, call.caller, call.body.why)

    return [
        Operation(
            "pause_house",
            "POST",
            "/api/house/pause",
            pause,
            tag="pit",
            summary="Pause the whole house.",
            description="For operators. Rounds under way are finished, and no new one begins at "
            "any table.",
            body=Reason,
            example=Reason("The computer is moved."),
            answer=HousePause,
            answer_is="The reason.",
            keyed=True,
        ),
        Operation(
            "resume_house",
            "POST",
            "/api/house/resume",
            resume,
            tag="pit",
            summary="Resume the house.",
            description="For operators. Rounds begin again, except at tables that are paused "
            "themselves.",
            body=Reason,
            example=Reason("The computer has been moved."),
            answer=HousePause,
            answer_is="An empty reason.",
            keyed=True,
        ),
    ]
