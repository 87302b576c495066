"""A database filled from records that were made elsewhere: a second, plain way to write one."""

import hashlib
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, insert

from casinowar import record
from casinowar.game.events import (
    BetsClosed,
    RoundRuled,
    WagerReturned,
    WagerReversed,
    WagerRuled,
    WagerSettled,
)
from casinowar.game.table import round_to_rule_on
from casinowar.record import Record, Recorded
from casinowar.record.ledger import Transfer, grant, transfers
from casinowar.rules.file import load_rules
from casinowar.store import schema
from casinowar.store.backends.engine import connect_writer
from casinowar.store.migrations import migrate
from tests.support.game.table import NOON
from tests.support.game.walk import PLAYERS
from tests.support.house.template import begin
from tests.support.record.small_house import CHIPS, House

NOW = NOON * 1000
ACCOUNT = schema.accounts.c.player
NOTED = {
    "WagerRuled": "wager-ruling",
    "RoundRuled": "ruling",
    "RoundCancelled": "cancelled",
    "CardCorrected": "card-corrected",
    "DisclosureCorrected": "card-corrected",
    "CardDisclosed": "card-disclosed",
    "ExcessDrawn": "card-in-excess",
}


def empty(database: str | Path) -> Connection:
    """A database that has the tables, and nothing in them."""
    begin(database)
    writer = connect_writer(database)
    migrate(writer)
    return writer


def filled(database: str | Path, *houses: House) -> Connection:
    """A database with these tables in it."""
    writer = empty(database)
    stored = Stored(writer)
    for house in houses:
        stored.keep(house)
    return writer


def put(writer: Connection, table: Any, *rows: dict[str, Any]) -> None:
    if rows:
        writer.execute(insert(table), list(rows))


class Stored:
    """Writes whole records of a house in small into a database, row by row."""

    def __init__(self, writer: Connection) -> None:
        self.writer = writer
        self.balances: Counter[str] = Counter()

    def keep(self, house: House) -> "Stored":
        """Write everything of a table; its players get the chips they need from the mint."""
        id_, rules = house.record.id, house.table.rules
        with self.writer.begin():
            source = load_rules(rules.id).source
            sha256 = hashlib.sha256(source).hexdigest()
            self.put_rules(sha256, source)
            put(self.writer, schema.tables, self.table_row(house, sha256))
            before = record.open_again(rules, house.entries[0].text)
            self.put_entry(before, house.entries[0])
            self.admit((*PLAYERS, "eve"))
            for entry in house.entries[1:]:
                self.put_entry(before, entry)
                made = record.follow(before, entry.text)
                self.put_events(before, made)
                before = made.record
            revealed = {e.body["shoe"] for e in house.entries if e.kind == "server_reveal"}
            put(
                self.writer,
                schema.seeds,
                *(
                    {"shoe": shoe, "table_id": id_, "seed": seed}
                    for shoe, seed in house.seeds.items()
                    if shoe not in revealed
                ),
            )
            sitting = {player for player in house.table.seats if player}
            rows = ({"player": player, "table_id": id_} for player in sitting)
            put(self.writer, schema.seated, *rows)
            self.put_balances()
        return self

    def put_rules(self, sha256: str, source: bytes) -> None:
        rows = self.writer.execute(schema.rule_files.select()).all()
        if sha256 not in [row.sha256 for row in rows]:
            put(self.writer, schema.rule_files, {"sha256": sha256, "text": source, "at": NOW})

    def table_row(self, house: House, sha256: str) -> dict[str, Any]:
        return {
            "id": house.record.id,
            "name": f"Table {house.record.id}",
            "rules_sha256": sha256,
            "opened_at": NOW,
            "seq": house.record.seq,
            "ready": "",
            "since": NOW,
        }

    def put_entry(self, before: Record, entry: record.Entry) -> None:
        row = {"table_id": before.id, "seq": entry.seq, "text": entry.text}
        put(self.writer, schema.entries, row)
        if entry.kind == "shoe":
            number = int(entry.body["shoe"].rpartition("/")[2])
            shoe = {"table_id": before.id, "number": number, "first_seq": entry.seq}
            put(self.writer, schema.shoes, shoe)

    def put_events(self, before: Record, made: Recorded) -> None:
        place = {"table_id": before.id, "seq": made.entries[0].seq}
        number = before.table.rounds
        for event in made.events:
            match event:
                case BetsClosed(number):
                    at = made.entries[0].body.get("at", NOON + made.entries[0].seq)
                    banker, stake = before.table.bank.player, before.table.bank.stake
                    row = {**place, "number": number, "at": at}
                    row |= {"banker": banker or None, "stake": stake or None}
                    put(self.writer, schema.rounds, row)
                case RoundRuled(number):
                    pass
                case WagerReturned(why="corrected"):
                    pass
                case WagerRuled():
                    number = round_to_rule_on(before.table)
                    self.put_settlement({**place, "round": number}, event)
                case WagerSettled() | WagerReturned() | WagerReversed():
                    if any(isinstance(each, WagerRuled) for each in made.events):
                        number = round_to_rule_on(before.table)
                    self.put_settlement({**place, "round": number}, event)
                case _:
                    pass
        banked = before.table.rules.player_banked
        self.move(transfers(before.id, made.events, player_banked=banked), "play", **place)
        self.put_incidents(made)

    def put_incidents(self, made: Recorded) -> None:
        """What is of no ordinary round, told by the names of the events."""
        entry, table = made.entries[0], made.record.table
        for place, event in enumerate(made.events):
            kind = NOTED.get(type(event).__name__)
            if isinstance(event, RoundRuled) and event.ruling == "void":
                kind = "void"
            if isinstance(event, WagerSettled) and event.due != event.net:
                kind = None if table.rules.player_banked else "pay-cut"
            if kind is not None:
                number = getattr(event, "round", table.rounds)
                if isinstance(event, WagerRuled):
                    number = round_to_rule_on(table)
                self.put_incident(made, place, kind, number)
        shoe = made.record.shoe
        ended = shoe is not None and (entry.kind, shoe.end) == ("server_reveal", "abandoned")
        if ended and shoe is not None and entry.body["shoe"] == shoe.shoe:
            self.put_incident(made, 0, "shoe-abandoned", table.rounds)

    def put_incident(self, made: Recorded, place: int, kind: str, number: int) -> None:
        entry = made.entries[0]
        row = {"table_id": made.record.id, "seq": entry.seq, "place": place, "kind": kind}
        at = entry.body.get("at", NOON + entry.seq)
        put(self.writer, schema.incidents, {**row, "round": number, "at": at})

    def put_settlement(
        self,
        place: dict[str, Any],
        event: WagerSettled | WagerReturned | WagerReversed | WagerRuled,
    ) -> None:
        row = {"player": event.player, "seat": event.seat, "wager": event.wager, "kind": "settled"}
        match event:
            case WagerSettled():
                row |= {"stake": event.stake, "net": event.net}
            case WagerRuled():
                row |= {"kind": "ruled", "stake": event.felt, "net": event.net}
            case WagerReturned():
                row |= {"stake": event.amount, "net": 0}
            case WagerReversed():
                row |= {"kind": "reversed", "stake": 0, "net": -event.net}
        put(self.writer, schema.settlements, place | row)

    def admit(self, players: Iterable[str]) -> None:
        """Everyone who is not known yet has an account, and gets chips."""
        known = set(self.writer.scalars(schema.accounts.select().with_only_columns(ACCOUNT)))
        for player in players:
            if player not in known:
                row = {"player": player, "name": player, "name_key": player, "at": NOW}
                put(self.writer, schema.accounts, {**row, "kind": "guest", "role": "player"})
                self.move([grant(player, CHIPS)], "grant")

    def move(self, moved: Iterable[Transfer], why: str, **place: Any) -> None:
        for source, target, amount in moved:
            row = {"source": str(source), "target": str(target), "amount": amount}
            put(self.writer, schema.transfers, {**row, "why": why, "at": NOW, **place})
            self.balances[str(source)] -= amount
            self.balances[str(target)] += amount

    def put_balances(self) -> None:
        self.writer.execute(schema.balances.delete())
        rows = ({"account": name, "amount": amount} for name, amount in self.balances.items())
        put(self.writer, schema.balances, *rows)
