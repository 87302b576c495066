"""Tables over HTTP: find, open, join and close them, and look at them."""

from starlette.responses import Response

from casinowar.house.services import Services
from casinowar.house.tables.offers import Offers
from casinowar.house.tables.table_messages import (
    BotSeat,
    CloseTable,
    Invitation,
    JoinTable,
    Lobby,
    OpenedTable,
    OpenTable,
    TableAnswer,
    TableId,
)
from casinowar.web.http.endpoint import zipped_response
from casinowar.web.http.operations import Call, Operation
from casinowar.web.http.paging import Page

AT = "/api/tables/{table_id}"


def operations(services: Services) -> list[Operation]:
    """The requests about tables."""
    parts = (_for_everyone, _for_players, _openings, _games, _bots)
    return [operation for part in parts for operation in part(services)]


def _for_everyone(services: Services) -> list[Operation]:
    tables = services.tables

    async def lobby(call: Call[None, Page]) -> Lobby:
        return await tables.lobby(call.caller_if_known, call.query.limit, call.query.after)

    async def table(call: Call[None, None]) -> Response:
        found = await tables.table(call.caller_if_known, call.table_id)
        return zipped_response(call.request, found)

    return [
        Operation(
            "list_tables",
            "GET",
            "/api/lobby",
            lobby,
            tag="tables",
            summary="List the tables: public ones, your own, and those you were invited to.",
            query=Page,
            answer=Lobby,
            answer_is="A page of tables.",
            access="known",
            refuses=(404,),
        ),
        Operation(
            "get_table",
            "GET",
            AT,
            table,
            tag="tables",
            summary="Show a table as it stands, its sign, and the names of its players.",
            answer=TableAnswer,
            answer_is="The table.",
            access="known",
        ),
    ]


def _for_players(services: Services) -> list[Operation]:
    tables = services.tables

    async def invitation(call: Call[None, None]) -> Invitation:
        return await tables.invitation(call.caller, call.table_id)

    async def offers(call: Call[None, None]) -> Offers:
        return await tables.offers(call.caller, call.table_id)

    return [
        Operation(
            "get_invitation",
            "GET",
            f"{AT}/invitation",
            invitation,
            tag="tables",
            summary="Show the link to a private table, for its owner or an operator.",
            answer=Invitation,
            answer_is="The link.",
            refuses=(403,),
        ),
        Operation(
            "list_offers",
            "GET",
            f"{AT}/offers",
            offers,
            tag="play",
            summary="List what you may do at a table now.",
            answer=Offers,
            answer_is="The commands that would be accepted.",
        ),
    ]


def _openings(services: Services) -> list[Operation]:
    tables = services.tables

    async def open_table(call: Call[OpenTable, None]) -> bytes:
        return await tables.open(call.request_key, call.caller, call.body)

    async def join(call: Call[JoinTable, None]) -> bytes:
        return await tables.join(call.request_key, call.caller, call.body.invitation)

    return [
        Operation(
            "open_table",
            "POST",
            "/api/tables",
            open_table,
            tag="tables",
            summary="Open a table.",
            body=OpenTable,
            answer=OpenedTable,
            answer_is="The new table.",
            keyed=True,
            refuses=(404,),
        ),
        Operation(
            "join_table",
            "POST",
            "/api/join",
            join,
            tag="tables",
            summary="Join a private table with the secret of its link.",
            body=JoinTable,
            answer=TableId,
            answer_is="The table.",
            keyed=True,
            refuses=(404,),
        ),
    ]


def _games(services: Services) -> list[Operation]:
    tables = services.tables

    async def own_game(call: Call[None, None]) -> bytes:
        return await tables.own_game(call.request_key, call.caller, call.table_id)

    async def close(call: Call[CloseTable, None]) -> bytes:
        return await tables.close(call.request_key, call.caller, call.table_id, call.body.why)

    return [
        Operation(
            "open_own_game",
            "POST",
            f"{AT}/game",
            own_game,
            tag="tables",
            summary="Open your own game of a table for one player.",
            answer=TableId,
            answer_is="The game's table.",
            keyed=True,
        ),
        Operation(
            "close_table",
            "POST",
            f"{AT}/close",
            close,
            tag="tables",
            summary="Close a table for good.",
            body=CloseTable,
            body_may_be_missing=True,
            answer=TableId,
            answer_is="The closed table.",
            keyed=True,
        ),
    ]


def _bots(services: Services) -> list[Operation]:
    tables = services.tables

    async def add_bot(call: Call[BotSeat, None]) -> bytes:
        return await tables.add_bot(call.request_key, call.caller, call.table_id, call.body.seat)

    async def remove_bot(call: Call[BotSeat, None]) -> bytes:
        return await tables.remove_bot(call.request_key, call.caller, call.table_id, call.body.seat)

    return [
        Operation(
            "add_bot",
            "POST",
            f"{AT}/add-bot",
            add_bot,
            tag="tables",
            summary="Seat a bot at your table.",
            body=BotSeat,
            answer=TableId,
            answer_is="The table.",
            keyed=True,
        ),
        Operation(
            "remove_bot",
            "POST",
            f"{AT}/remove-bot",
            remove_bot,
            tag="tables",
            summary="Let a bot leave your table.",
            body=BotSeat,
            answer=TableId,
            answer_is="The table.",
            keyed=True,
        ),
    ]
