"""The schemas of what the pit is answered, for the OpenAPI document."""

from casinowar.web.http.schemas import (
    CENTS,
    NUMBER,
    TEXT,
    TIME,
    YES_NO,
    Json,
    by_name,
    maybe,
    object_schema,
    ref,
    several,
)

_SIDE: Json = {"enum": ["", "low", "high"]}
_BAND = {
    "result": {**CENTS, "description": "What the house won, less what it lost, in cents."},
    "expected": {**CENTS, "description": "What it was to expect of these wagers, exactly."},
    "low": {**CENTS, "description": "Two standard deviations below."},
    "high": {**CENTS, "description": "Two standard deviations above."},
    "lowest": {**CENTS, "description": "Below this there is an alarm."},
    "highest": {**CENTS, "description": "Above this there is an alarm."},
}
_AGAINST = object_schema(
    "How the house's result at decided rounds compares with its exact price; shares are of all "
    "that was wagered.",
    **_BAND,
    rounds=NUMBER,
    wagered=CENTS,
    alarm=_SIDE,
    **{"return": maybe(TEXT)},
    expected_return=maybe(TEXT),
    least_return=maybe(TEXT),
    most_return=maybe(TEXT),
    basis=TEXT,
)
_WAGER = object_schema(
    "A wager that is not decided.",
    player=TEXT,
    seat=NUMBER,
    wager=TEXT,
    amount=CENTS,
)

SCHEMAS: dict[str, Json] = {
    "Pit": object_schema(
        "Every table that is open, or the first of them; and the house.",
        now=TIME,
        house=object_schema(
            "The whole house; `paused` says why it is, and is empty where it is not.",
            paused=TEXT,
            tables=NUMBER,
            left_out={"type": "integer", "description": "Tables that are not told of here."},
            people=NUMBER,
            bots=NUMBER,
            sessions=NUMBER,
            rounds=NUMBER,
            handle=CENTS,
            hold=CENTS,
            balance=CENTS,
            alarms=NUMBER,
        ),
        tables=several(
            object_schema(
                "A table; of one for one player, the figures are those of all its games.",
                id=TEXT,
                seq=NUMBER,
                name=TEXT,
                rules=TEXT,
                reading=TEXT,
                kind={"enum": ["public", "private", "game"]},
                hand_dealt=YES_NO,
                seats=several(TEXT),
                leaving=several(NUMBER),
                people=NUMBER,
                bots=NUMBER,
                need=ref("Need"),
                since=TIME,
                due=maybe(TIME),
                paused=TEXT,
                playing=YES_NO,
                round=NUMBER,
                rulings={**several(TEXT), "description": "How its round may be ruled on now."},
                rules_on={
                    **maybe(NUMBER),
                    "description": "The round that a ruling now is about; null where none is.",
                },
                wagered={**CENTS, "description": "All open wagers, in cents."},
                open=several(_WAGER),
                rounds=NUMBER,
                wagers=NUMBER,
                handle=CENTS,
                hold=maybe(CENTS),
                against=maybe(_AGAINST),
            )
        ),
        names=by_name(ref("Name")),
    ),
    "Course": object_schema(
        "How the house's result at a table went; none where players bank.",
        table=TEXT,
        banked_by={"enum": ["house", "player"]},
        basis=TEXT,
        points=several(object_schema("After a round.", round=NUMBER, **_BAND)),
    ),
    "Incidents": object_schema(
        "A page of incidents, the newest first; `next` is the cursor of the page after it.",
        incidents=several(
            object_schema(
                "What happened, in words; at which table, and in which round of it.",
                at=TIME,
                kind=TEXT,
                table=maybe(TEXT),
                name=maybe(TEXT),
                round=maybe(NUMBER),
                replay={**YES_NO, "description": "Whether the round can be replayed."},
                says=TEXT,
            )
        ),
        next=maybe(TEXT),
    ),
    "Paused": object_schema("Why the house is paused; empty where it is not.", paused=TEXT),
    "Replaced": object_schema(
        "A table that was closed, and the one in its place.", table=TEXT, replaced_by=TEXT
    ),
    "Uploaded": object_schema(
        "A rule file that was read, checked and priced, and is kept now.",
        sha256=TEXT,
        id=TEXT,
        name=TEXT,
        document=TEXT,
        findings=several(
            object_schema(
                "What a check found.",
                severity={"enum": ["warning", "note"]},
                code=TEXT,
                reading=maybe(TEXT),
                field=maybe(TEXT),
                clauses=several(TEXT),
                says=TEXT,
                mend=TEXT,
            )
        ),
        readings=several(
            object_schema(
                "A reading, its prices, and what its sign warns of.",
                name=TEXT,
                says=TEXT,
                decks=NUMBER,
                edges=several(
                    object_schema(
                        "The bank's edge on a wager.",
                        wager=TEXT,
                        edge=TEXT,
                        percent=TEXT,
                        basis=TEXT,
                        assumes=TEXT,
                    )
                ),
                warning=TEXT,
            )
        ),
    ),
}
