"""What everyone may see of a table, as JSON. Nothing here knows more than a record does.

A card is shown where it was dealt. Of the shoe on the table and of the next one only what was
published: the server's commitments, who committed, and how many cards are left.
"""

import json
from functools import lru_cache
from typing import Any, get_args

from casinowar.game.needs import Need
from casinowar.game.round import Round
from casinowar.game.table import Table, cards_shown, need
from casinowar.record.ceremonies import Preparation
from casinowar.record.codec.events import to_json
from casinowar.record.codec.names import type_name
from casinowar.record.codec.values import to_plain
from casinowar.store.writer.running import Running

Json = dict[str, Any]

NEEDS: dict[type, str] = {kind: type_name(kind) for kind in get_args(Need)}
"""What clients call each thing that can be awaited."""

_written = json.JSONEncoder(separators=(",", ":")).encode


def view(running: Running) -> Json:
    """The table as it stands."""
    record, table = running.record, running.record.table
    return {
        "id": running.id,
        "seq": record.seq,
        "closed": running.closed_at is not None,
        "seats": list(table.seats),
        "leaving": list(table.leaving),
        "bets": [to_plain(bet) for bet in table.bets],
        "bank": _bank(table),
        "dealer": table.dealer,
        "shoe": _shoe(running),
        "coming": None if record.coming is None else _coming(record.coming),
        "round": None if table.round is None else _round(table, table.round),
        **state(running),
    }


def state(running: Running) -> Json:
    """What a table waits for, and until when; in milliseconds."""
    return {"need": need_json(need(running.record.table)), **_clock(running)}


def _clock(running: Running) -> Json:
    """How long a table waits, and for whom."""
    return {
        "since": running.since,
        "due": running.due,
        "ready": sorted(running.ready),
        "paused": running.why_paused,
        "replaced_by": running.replaced_by,
    }


def need_json(awaited: Need) -> Json:
    """What is awaited, for programs and in words."""
    return {"type": NEEDS[type(awaited)], **to_plain(awaited), "says": str(awaited)}


def state_text(running: Running) -> str:
    """The same as `state`, as a JSON text; every command is answered with it."""
    awaited = _need_text(need(running.record.table))
    return f'{{"need":{awaited},{_written(_clock(running))[1:]}'


@lru_cache(maxsize=1024)
def _need_text(awaited: Need) -> str:
    return _written(need_json(awaited))


def _bank(table: Table) -> Json | None:
    return to_plain(table.bank) if table.rules.player_banked else None


def _shoe(running: Running) -> Json | None:
    brought, shoe = running.record.shoe, running.record.table.shoe
    if brought is None:
        return None
    prepared = brought.prepared
    return {
        "id": brought.shoe,
        "number": shoe.number,
        "batch": shoe.batch,
        "backs": running.record.table.backs,
        "stage": shoe.stage,
        "left": shoe.left,
        "behind": shoe.behind,
        "excess": shoe.excess,
        "seen": shoe.seen.split(),
        "end": brought.end,
        "commitment": None if prepared is None else prepared.ceremony.server.hex(),
        "parts": [] if prepared is None else [part.seat for part in prepared.ceremony.parts],
    }


def _coming(coming: Preparation) -> Json:
    ceremony = coming.ceremony
    return {
        "id": coming.shoe,
        "commitment": ceremony.server.hex(),
        "decks": ceremony.terms.decks,
        "behind_least": ceremony.terms.behind_least,
        "behind_most": ceremony.terms.behind_most,
        "committed": [{"seat": seat, "player": player} for seat, player, _ in coming.committed],
        "closed": ceremony.is_closed,
        "awaited": list(ceremony.awaited),
    }


def _round(table: Table, round_: Round) -> Json:
    return {
        "number": table.rounds,
        "began_at": table.began_at,
        "playing": table.playing,
        "banker": table.bank.player if table.playing else table.bank.last,
        "bets": [to_plain(bet) for bet in round_.bets],
        "cards": [to_json(card) for card in cards_shown(table)],
        "answers": [to_json(answer) for answer in round_.answers],
        "results": [to_json(result) for result in round_.results],
    }
