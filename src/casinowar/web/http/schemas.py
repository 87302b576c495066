"""The schemas of the answers, for the OpenAPI document.

They say what a client can rely on. What is a table's own (a view, an entry of its record) is an
object whose parts `docs/api.md` and `docs/shoe-file.md` describe.
"""

from typing import Any

Json = dict[str, Any]

TEXT: Json = {"type": "string"}
NUMBER: Json = {"type": "integer"}
CENTS: Json = {"type": "integer", "description": "Whole cents."}
TIME: Json = {"type": "integer", "description": "Milliseconds since 1970."}
YES_NO: Json = {"type": "boolean"}
ANY: Json = {"type": "object"}
COLLECT: Json = {"enum": ["pick and pay", "lay and pay", "by deal"]}


def maybe(schema: Json) -> Json:
    """The same, or null."""
    return {"anyOf": [schema, {"type": "null"}]}


def several(schema: Json) -> Json:
    """A list."""
    return {"type": "array", "items": schema}


def by_name(schema: Json) -> Json:
    """An object whose keys are names."""
    return {"type": "object", "additionalProperties": schema}


def object_schema(says: str, /, **properties: Json) -> Json:
    """An object with these properties, all of them there, and no other."""
    return {
        "type": "object",
        "description": says,
        "required": list(properties),
        "properties": properties,
        "additionalProperties": False,
    }


def ref(name: str) -> Json:
    """A schema by its name."""
    return {"$ref": f"#/components/schemas/{name}"}


_VALUE: Json = {"anyOf": [TEXT, NUMBER, several(TEXT)]}
_LIMIT = object_schema(
    "What a wager may amount to.", least=CENTS, most=CENTS, amounts=several(CENTS)
)

_CARDS = several(
    object_schema(
        "A card at one of these seats, or the dealer's.",
        deal={"enum": ["original", "war"]},
        to={"enum": ["player", "dealer"]},
        seat=NUMBER,
        card=TEXT,
    )
)
_MADE = {"player": TEXT, "seat": NUMBER, "wager": TEXT, "stake": CENTS}
_SETTLED = several(object_schema("A wager that was settled or given back.", **_MADE, net=CENTS))
_BANK = maybe(
    object_schema(
        "The player who was the bank, and what it won so far.", player=TEXT, stake=CENTS, net=CENTS
    )
)

SCHEMAS: dict[str, Json] = {
    "Me": object_schema(
        "Who is signed in, and what they have.",
        player={"type": "string", "description": "What stands in records; it never changes."},
        name=TEXT,
        kind={"enum": ["guest", "member"]},
        role={"enum": ["player", "dealer", "pit-boss", "operator"]},
        may=several(TEXT),
        balance=CENTS,
        at_tables=by_name(CENTS),
        seats=several(TEXT),
        refill=object_schema(
            "Chips for who has less than `below`, from `at` on; null is never.",
            amount=CENTS,
            below=CENTS,
            at=maybe(TIME),
        ),
    ),
    "Ended": object_schema("How many sessions were ended.", ended=NUMBER),
    "Nothing": object_schema("Done."),
    "Chips": object_schema("What a player has now.", balance=CENTS),
    "Need": {
        "type": "object",
        "description": "What a table waits for: `type` for programs, `says` for people.",
        "required": ["type", "says"],
        "properties": {"type": TEXT, "says": TEXT},
    },
    "State": object_schema(
        "What a table waits for, and until when.",
        need=ref("Need"),
        since=TIME,
        due=maybe(TIME),
        ready=several(TEXT),
        paused={"type": "string", "description": "Why no new round begins; empty if one may."},
        replaced_by={**maybe(TEXT), "description": "The table that took its place."},
    ),
    "Entry": {
        "type": "object",
        "description": "An entry of the table's record.",
        "required": ["seq", "kind", "prev", "hash"],
        "properties": {"seq": NUMBER, "kind": TEXT, "prev": TEXT, "hash": TEXT},
    },
    "Done": object_schema(
        "What happened, and how things stand.",
        table=TEXT,
        seq=NUMBER,
        balance=CENTS,
        entries=several(ref("Entry")),
        state=ref("State"),
    ),
    "Sign": object_schema(
        "What a table's sign says.",
        rules=TEXT,
        rules_name=TEXT,
        document=TEXT,
        sha256=TEXT,
        reading=object_schema("How the document is read here.", name=TEXT, says=TEXT),
        decks=NUMBER,
        seats=NUMBER,
        first_burn=YES_NO,
        collect=COLLECT,
        hand_dealt=YES_NO,
        banked_by={"enum": ["house", "player"]},
        backline=YES_NO,
        solo=YES_NO,
        limits=object_schema(
            "What wagers may amount to.",
            primary=_LIMIT,
            tie=maybe(_LIMIT),
            unit=CENTS,
            authorised=maybe(CENTS),
            most_returned=maybe(CENTS),
            above_by=several(TEXT),
            below_by=several(TEXT),
        ),
        pays=several(
            object_schema(
                "A row of the pay table.",
                outcome=TEXT,
                says=TEXT,
                pays=by_name(TEXT),
                by=by_name(several(TEXT)),
            )
        ),
        edges=several(
            object_schema(
                "The bank's edge on a wager, exactly; below 0 it is the player's.",
                wager=TEXT,
                edge={"type": "string", "pattern": "^-?[0-9]+(/[0-9]+)?$"},
                percent=TEXT,
                basis=TEXT,
                assumes=TEXT,
            )
        ),
        players_have_edge=YES_NO,
        warning=TEXT,
        pace=object_schema(
            "How fast this house lets anyone play: seconds between rounds, and repeated wagers.",
            seconds=NUMBER,
            rebet=YES_NO,
        ),
    ),
    "View": {
        "type": "object",
        "description": "The table as everyone may see it.",
        "required": ["id", "seq", "closed", "seats", "bets", "shoe", "round", "need", "due"],
        "properties": {
            "id": TEXT,
            "seq": NUMBER,
            "closed": YES_NO,
            "seats": several(TEXT),
            "leaving": several(NUMBER),
            "bets": several(ANY),
            "bank": maybe(ANY),
            "shoe": maybe(ANY),
            "coming": maybe(ANY),
            "round": maybe(ANY),
            "need": ref("Need"),
            "since": TIME,
            "due": maybe(TIME),
            "ready": several(TEXT),
            "paused": TEXT,
            "replaced_by": maybe(TEXT),
        },
    },
    "Name": object_schema(
        "What a player is called; a bot is the house's, a walk-in has no account of their own.",
        name=TEXT,
        bot=YES_NO,
        walk_in=YES_NO,
    ),
    "Table": object_schema(
        "A table: as it stands, its sign, and what its players are called.",
        name=TEXT,
        private=YES_NO,
        manages={"type": "boolean", "description": "Whether the caller may close it."},
        may=several(TEXT),
        view=ref("View"),
        sign=ref("Sign"),
        names=by_name(ref("Name")),
    ),
    "Opened": object_schema(
        "A table that was opened, and the secret that lets others come to a private one.",
        table=TEXT,
        invitation=maybe(TEXT),
        link=maybe(TEXT),
    ),
    "Invitation": object_schema(
        "What lets others come to a private table; null where nothing does.",
        invitation=maybe(TEXT),
        link=maybe(TEXT),
    ),
    "Came": object_schema("A table that the caller may come to now.", table=TEXT),
    "Row": object_schema(
        "A table of the lobby.",
        id=TEXT,
        name=TEXT,
        rules=TEXT,
        reading=TEXT,
        private=YES_NO,
        solo=YES_NO,
        hand_dealt=YES_NO,
        seats=NUMBER,
        people=NUMBER,
        bots=NUMBER,
        places=several(maybe(object_schema("Who sits there.", player=TEXT, bot=YES_NO))),
        cards=_CARDS,
        primary=_LIMIT,
        players_have_edge=YES_NO,
        playing=YES_NO,
        paused=TEXT,
        rounds=NUMBER,
    ),
    "Lobby": object_schema(
        "A page of tables; `next` is the cursor of the page after it.",
        tables=several(ref("Row")),
        next=maybe(TEXT),
    ),
    "Offer": {
        "type": "object",
        "description": "A command that would be accepted, with the fields of its body; "
        "`field` is the one that is free, from `least` to `most` or one of `amounts`; where the "
        "table would take more, `most_by` is what does not.",
        "required": ["command"],
        "properties": {
            "command": TEXT,
            **_LIMIT["properties"],
            "most_by": {"enum": ["no-chips", "own-limit", "excluded", "too-soon"]},
        },
    },
    "Offers": object_schema(
        "What the caller may do now, and what they could with more chips or other limits; `at` is "
        "when, where that is soon.",
        offers=several(ref("Offer")),
        withheld=several(
            {
                "type": "object",
                "required": ["command", "why", "kind"],
                "properties": {"command": TEXT, "why": TEXT, "kind": TEXT, "at": TIME},
            }
        ),
        need=ref("Need"),
    ),
    "Odds": {
        "type": "object",
        "description": "Every figure, as `casinowar odds --json` has them; `session` where rounds "
        "were asked for, null where it has too many different results.",
        "required": ["rules", "reading", "decks", "primary"],
    },
    "Explored": {
        "type": "object",
        "description": "The same with some fields changed, and the fields that can be: what each "
        "is now, what the rule file has, and the words it can be.",
        "required": ["rules", "reading", "decks", "primary", "fields"],
        "properties": {
            "fields": several(
                object_schema(
                    "A field.",
                    field=TEXT,
                    means=TEXT,
                    **{"is": _VALUE, "was": _VALUE},
                    words=several(TEXT),
                    by=several(TEXT),
                )
            )
        },
    },
    "Comparison": object_schema(
        "Rule sets side by side; `differs` marks what most of them have not.",
        columns=several(TEXT),
        rows=several(
            object_schema(
                "A rule set under a reading.",
                rules=TEXT,
                reading=TEXT,
                facts=several(TEXT),
                differs=several(YES_NO),
            )
        ),
    ),
    "Rounds": object_schema(
        "A page of the caller's rounds, the newest first; `next` is the cursor of the page "
        "after it.",
        rounds=several(
            object_schema(
                "A round of the caller's.",
                table=TEXT,
                name={"type": "string", "description": "What the table is called."},
                round=NUMBER,
                at=TIME,
                staked=CENTS,
                net=CENTS,
                banked={"type": "boolean", "description": "Whether the caller was the bank."},
                wagers=several(
                    object_schema(
                        "A wager of the caller's.", seat=NUMBER, wager=TEXT, stake=CENTS, net=CENTS
                    )
                ),
                cards=_CARDS,
            )
        ),
        next=maybe(TEXT),
    ),
    "TableRounds": object_schema(
        "A page of a table's rounds, the newest first; `next` is the cursor of the page after it.",
        table=TEXT,
        name={"type": "string", "description": "What the table is called."},
        names=by_name(ref("Name")),
        rounds=several(
            object_schema(
                "A round, as far as it is.",
                round=NUMBER,
                at=TIME,
                bank=_BANK,
                wagers=_SETTLED,
                cards=_CARDS,
            )
        ),
        next=maybe(TEXT),
    ),
    "Round": object_schema(
        "One round: its entries in the record, and what became of every wager.",
        table=TEXT,
        name={"type": "string", "description": "What the table is called."},
        round=NUMBER,
        at=TIME,
        shoe={"type": "integer", "description": "The number of the shoe it is in."},
        rules=object_schema("What it was played by.", id=TEXT, name=TEXT, reading=TEXT),
        names=by_name(ref("Name")),
        bank=_BANK,
        told=several(
            object_schema(
                "What happened, event by event: in words, and by which fields and clauses.",
                entry=NUMBER,
                event={"type": "object", "required": ["type"]},
                says=TEXT,
                grounds=several(TEXT),
                clauses=several(TEXT),
            )
        ),
        clauses=by_name(TEXT),
        entries=several(ref("Entry")),
        settlements=_SETTLED,
        open=several(object_schema("A wager of a round under way that is not decided.", **_MADE)),
    ),
    "ShoeFile": {
        "type": "object",
        "description": "A shoe's file, as `casinowar verify` reads it.",
        "required": ["format", "shoe", "table", "rules", "steps", "entries"],
    },
    "Health": object_schema("The house is there.", status={"const": "ok"}),
}
