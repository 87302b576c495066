"""The dealer's console over HTTP: a line of the desk's language, and how the table stands."""

from dataclasses import dataclass
from typing import Annotated

from fastapi import FastAPI, Request, Response
from pydantic import Field

from casinowar.house.tables import hand_dealt
from casinowar.web.http.routes import (
    TABLE_ID,
    Call,
    Json,
    Post,
    add_post,
    answer,
    caller_of,
    json_answer,
    not_signed_in,
    refusals,
    session_of,
    table_in,
)
from casinowar.web.http.schemas import (
    ANY,
    CENTS,
    NUMBER,
    TEXT,
    YES_NO,
    by_name,
    maybe,
    object_schema,
    ref,
    several,
)
from casinowar.web.http.site import Site

_AT = "/api/tables/{table_id}"

_BET = object_schema(
    "A bet on a seat's card.",
    player=TEXT,
    primary=CENTS,
    tie=CENTS,
    answer={"enum": ["", "war", "surrendered"], "description": "What it answered to a tie."},
    open={**by_name(CENTS), "description": "Its wagers that are not decided yet."},
)
_SEAT = object_schema(
    "A seat, who sits there, and what is bet on its card.",
    seat=NUMBER,
    player=TEXT,
    leaving=YES_NO,
    bets=several(_BET),
)
_CHOICE = object_schema(
    "A tie hand that is asked, what it may answer, and which tie wagers may go with a war.",
    player=TEXT,
    seat=NUMBER,
    war=YES_NO,
    surrender=YES_NO,
    ties=several(object_schema("A tie wager.", least=CENTS, most=CENTS, amounts=several(CENTS))),
)
_SHOE = object_schema(
    "The shoe on the table.", number=NUMBER, backs=TEXT, left=NUMBER, behind=NUMBER
)

SCHEMAS: dict[str, Json] = {
    "Desk": object_schema(
        "A hand-dealt table as its dealer has to know it.",
        table=TEXT,
        seq=NUMBER,
        turn={"type": "string", "description": "What a line of the dealer's is said at."},
        closed=YES_NO,
        replaced_by={**maybe(TEXT), "description": "The table that took its place."},
        paused={"type": "string", "description": "Why no new round begins; else empty."},
        dealer={"type": "string", "description": "Who deals; nobody where it is empty."},
        deals={
            "type": "boolean",
            "description": "Whether the caller's lines count: that is the caller, or `stands_in`.",
        },
        stands_in={
            "type": "boolean",
            "description": "Whether the caller ends the round of who may deal there no longer.",
        },
        rulings={**several(TEXT), "description": "How the caller may rule on the round now."},
        rules_on={"type": "integer", "description": "The round that a ruling now is about."},
        need=ref("Need"),
        says={"type": "string", "description": "What comes next."},
        hint={"type": "string", "description": "What is typed for it."},
        pay={**several(TEXT), "description": "What is to be paid now, in order."},
        orders={
            **several(TEXT),
            "description": "What was settled or ruled since the dealer went on, to be carried out.",
        },
        corrects={**maybe(TEXT), "description": "The card that may be corrected."},
        aside={"type": "integer", "description": "Cards set aside, to be used first."},
        gone={**several(TEXT), "description": "Cards that cannot come; whole ranks by rank."},
        words={**several(TEXT), "description": "What may be said beside what comes next."},
        choices=several(_CHOICE),
        round=NUMBER,
        playing=YES_NO,
        shoe=maybe(_SHOE),
        bank=object_schema("The bank, where players hold it.", player=TEXT, stake=CENTS),
        dealt=several(ANY),
        seats=several(_SEAT),
        names=by_name(object_schema("What someone is called.", name=TEXT, walk_in=YES_NO)),
        ready=several(TEXT),
    ),
    "Dealt": object_schema(
        "What came of a dealer's words; `left` is what of them was not taken.",
        lines=several(object_schema("A line for the dealer.", kind=TEXT, text=TEXT)),
        left=TEXT,
        was={"type": "string", "description": "The turn at which they were taken."},
        desk=ref("Desk"),
    ),
}


@dataclass(frozen=True, slots=True)
class DeskLine:
    """What the dealer says, in the words of `casinowar deal`; nothing at all is the key Enter."""

    words: Annotated[str, Field(max_length=hand_dealt.MOST_LETTERS)]
    turn: Annotated[
        str | None,
        Field(
            max_length=64,
            description="That of the desk when it was said; refused if it is over.",
        ),
    ] = None


def add_dealing(app: FastAPI, site: Site) -> None:
    """Have a hand-dealt table's dealer heard."""
    app.state.schemas |= SCHEMAS

    async def deal(call: Call[DeskLine]) -> Response:
        house, body = site.house, call.body
        return await site.keyed(
            call,
            lambda work: hand_dealt.deal(
                work, house.means, call.caller, call.table_id, body.words, body.turn
            ),
        )

    post = Post(f"{_AT}/dealer", DeskLine, "Say what happens at a hand-dealt table.", "Dealt")
    add_post(app, site.sessions, post, deal)

    @app.get(
        f"{_AT}/desk",
        summary="A hand-dealt table as its dealer has to know it.",
        responses={200: answer("Desk", "The desk."), **refusals(401, 403, 404, 409, 429)},
        openapi_extra={"parameters": [TABLE_ID], "security": [{"session": []}]},
        response_class=Response,
    )
    async def desk(request: Request) -> Response:
        session = await session_of(site.sessions, request)
        if session is None:
            raise not_signed_in()
        caller = caller_of(session)
        running = await site.house.table(table_in(request), caller)
        return json_answer(
            await site.house.read(lambda connection: hand_dealt.look(connection, running, caller))
        )
