"""History over HTTP: the rounds of a player or a table, one round, and the files of shoes."""

from casinowar.house.history.history_messages import (
    OwnRounds,
    RecordedShoe,
    RoundDetails,
    TableRounds,
)
from casinowar.house.history.history_service import HistoryService
from casinowar.house.services import Services
from casinowar.web.http.operations import Call, Operation
from casinowar.web.http.paging import Page

_AT = "/api/tables/{table_id}"


def operations(services: Services) -> list[Operation]:
    """The requests about rounds and shoes."""
    return [*_lists(services.history), *_details(services.history)]


def _lists(history: HistoryService) -> list[Operation]:
    async def own_rounds(call: Call[None, Page]) -> OwnRounds:
        return await history.rounds_of(call.caller.player, call.query.limit, call.query.after)

    async def table_rounds(call: Call[None, Page]) -> TableRounds:
        query = call.query
        return await history.rounds_at(
            call.caller_if_known, call.table_id, query.limit, query.after
        )

    return [
        Operation(
            "list_own_rounds",
            "GET",
            "/api/me/rounds",
            own_rounds,
            tag="history",
            summary="List your rounds, newest first.",
            description="With your wagers and cards. A round in which you were the bank is marked "
            "`banked`, with the bank's stake and result.",
            query=Page,
            answer=OwnRounds,
            answer_is="A page of your rounds.",
            refuses=(404,),
        ),
        Operation(
            "list_rounds",
            "GET",
            f"{_AT}/rounds",
            table_rounds,
            tag="history",
            summary="List the rounds of a table, newest first.",
            description="With everyone's wagers and cards. A round under way is listed as it is "
            "so far.",
            query=Page,
            answer=TableRounds,
            answer_is="A page of rounds.",
            access="known",
        ),
    ]


def _details(history: HistoryService) -> list[Operation]:
    async def one_round(call: Call[None, None]) -> RoundDetails:
        return await history.round(call.caller_if_known, call.table_id, call.number)

    async def shoe_file(call: Call[None, None]) -> bytes:
        return await history.shoe_file(call.caller_if_known, call.table_id, call.number)

    return [
        Operation(
            "get_round",
            "GET",
            f"{_AT}/rounds/{{number}}",
            one_round,
            tag="history",
            summary="Show a round card by card.",
            description="Its wagers, its events in words with the clauses that decided them, and "
            "its recorded entries.",
            answer=RoundDetails,
            answer_is="The round.",
            access="known",
        ),
        Operation(
            "get_shoe_file",
            "GET",
            f"{_AT}/shoes/{{number}}",
            shoe_file,
            tag="history",
            summary="Get the file of a shoe.",
            description="`casinowar verify` checks it. The file of an open shoe is unfinished: "
            "the seeds follow when the shoe is over.",
            answer=RecordedShoe,
            answer_is="The file of the shoe.",
            access="known",
        ),
    ]
