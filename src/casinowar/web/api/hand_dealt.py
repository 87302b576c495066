"""Hand-dealt tables over HTTP: the lines of their dealer, and the table as the dealer needs it."""

from casinowar.house.dealing.dealer_view import DealerView
from casinowar.house.dealing.hand_dealt import DealerAnswer, DealerLine
from casinowar.house.services import Services
from casinowar.web.http.operations import Call, Operation

AT = "/api/tables/{table_id}"


def operations(services: Services) -> list[Operation]:
    """The requests of dealers."""
    dealing = services.dealing

    async def enter(call: Call[DealerLine, None]) -> bytes:
        return await dealing.enter(call.request_key, call.caller, call.table_id, call.body)

    async def view(call: Call[None, None]) -> DealerView:
        return await dealing.view(call.caller, call.table_id)

    return [
        Operation(
            "enter_dealer_line",
            "POST",
            f"{AT}/dealer",
            enter,
            tag="dealing",
            summary="Enter a line at a hand-dealt table.",
            description="For the table's dealer: cards, bets, and what the players say, in the "
            "words of `casinowar deal`. The parts of a line are done one after the "
            "other; if the first one is refused, nothing has changed.",
            body=DealerLine,
            example=DealerLine("9 k 4"),
            answer=DealerAnswer,
            answer_is="Lines for the dealer, and the table after them.",
            keyed=True,
        ),
        Operation(
            "get_dealer_view",
            "GET",
            f"{AT}/desk",
            view,
            tag="dealing",
            summary="Show a hand-dealt table as its dealer needs it.",
            description="For staff. What comes next, what to type for it, and what to pay.",
            answer=DealerView,
            answer_is="The table.",
            refuses=(403, 409),
        ),
    ]
