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
            summary="List tables.",
            description="Public tables, your own, and those you were invited to. Without a "
            "session you see public tables only.",
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
            summary="Show a table.",
            description="The table as it stands, its sign with limits, pays and prices, the names "
            "of its players, and what you may do there besides playing. Ask once, "
            "then follow the table's stream.",
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
            summary="Show the link to a private table.",
            description="For the owner of the table and for operators. Null if the table is "
            "public.",
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
            description="Each offer has the command and its fields. `withheld` are commands that "
            "only your chips, your own limits or a pause forbid, with the reason. The "
            "answer to a command has both too.",
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
            description="A table of your own is private, and others join it by its link; you can "
            "have three. Operators open tables for everyone with `public`. "
            "`left_open` of a rule set says which options there are.",
            body=OpenTable,
            example=OpenTable(rules="washington", name="Friday night", seats=5, bots=2),
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
            description="Afterwards the table is among your tables.",
            body=JoinTable,
            example=JoinTable("pVqRk2fJ0n3uYcXw"),
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
            description="If you have one already, you get that one.",
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
            description="For the owner of the table and for operators. Not possible while there "
            "are wagers on the table.",
            body=CloseTable,
            example=CloseTable("The evening is over."),
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
            summary="Seat a bot at a table.",
            description="For the owner of a private table, and for staff at public ones.",
            body=BotSeat,
            example=BotSeat(5),
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
            summary="Remove a bot from a table.",
            description="For the owner of a private table, and for staff at public ones. The bot "
            "leaves when the round allows it.",
            body=BotSeat,
            example=BotSeat(5),
            answer=TableId,
            answer_is="The table.",
            keyed=True,
        ),
    ]
