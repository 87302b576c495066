"""A job of the writer: what it sees of tables and money, and what it changes.

A job sees what the jobs before it in the same commit have changed. One that fails leaves its `Work`
behind.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sqlalchemy import Table

from casinowar.game.events import (
    BetsClosed,
    Event,
    WagerReturned,
    WagerReversed,
    WagerRuled,
    WagerSettled,
)
from casinowar.game.table import round_of
from casinowar.record import Record, Recorded
from casinowar.record.chain import SHOE
from casinowar.record.ledger import MAY_OWE, Account, CheckedBalances, Transfer
from casinowar.store import schema
from casinowar.store.queries.incidents import incidents_in
from casinowar.store.queries.own_limits import OwnLimits
from casinowar.store.writer.batch import Batch, Changes, Kept, Key, Published
from casinowar.store.writer.running import Running


class Work(Changes):
    """One job, with its view and its changes."""

    def __init__(self, batch: Batch, key: Key | None) -> None:
        super().__init__(key, CheckedBalances(batch.purse.__getitem__))
        self.connection = batch.connection
        self.now = batch.now
        self._batch = batch

    @property
    def server(self) -> str:
        """The name of this server, if there are others; else empty."""
        return self._batch.memory.server

    def kept(self) -> Kept | None:
        """The first answer to this request, if it is a repetition."""
        return None if self.key is None else self._batch.kept.get(self.key)

    def keep(self, request_sha256: str, answer: bytes) -> None:
        """Keep the answer to this request for repetitions."""
        assert self.key is not None, "only a request with a key is remembered"
        self.answered = Kept(request_sha256, answer)
        account, key = self.key
        self.rows[schema.keys].append(
            {
                "account": account,
                "key": key,
                "request_sha256": request_sha256,
                "answer": answer,
                "at": self.now,
            }
        )

    def running(self, table_id: str) -> Running:
        """A table, including the changes of jobs before this one."""
        self._batch.hold((table_id,))
        for known in (self.changed, self._batch.running, self._batch.memory.running):
            if table_id in known:
                return known[table_id]
        loaded = self._batch.memory.load(self.connection, table_id, None)
        self._batch.memory.running[table_id] = loaded
        return loaded

    def own(self, account: int) -> OwnLimits:
        """A player's own limits."""
        return self.own_set.get(account) or self._batch.own(account)

    def unwritten(self, table: Table) -> list[dict[str, Any]]:
        """The rows of a table that this job and those before it have not written yet."""
        return [*self._batch.rows.get(table, ()), *self.rows.get(table, ())]

    def balance(self, account: Account) -> int:
        """The balance of an account."""
        assert account not in MAY_OWE, "a job knows only how these change"
        return self.purse[account]

    def move(self, transfers: Sequence[Transfer], why: str) -> None:
        """Move money outside any table."""
        self.purse.post(transfers)
        self._write_down(transfers, why)

    def take(
        self,
        running: Running,
        made: Iterable[Recorded],
        beside: Mapping[str, Iterable[Transfer]],
    ) -> None:
        """Write a table's new entries, and the money that moved outside them, by reason.

        All of this money was posted to the purse when it moved.
        """
        texts = []
        for recorded in made:
            for entry in recorded.entries:
                texts.append(entry.text)
                self.rows[schema.entries].append(
                    {"table_id": running.id, "seq": entry.seq, "text": entry.text}
                )
                if entry.kind == SHOE:
                    self._shoe(recorded.record, entry.seq)
            if recorded.events:
                self._events(running.id, recorded)
            self.rows[schema.incidents] += incidents_in(recorded, self.now)
            if recorded.transfers:
                self._write_down(recorded.transfers, "play", running.id, recorded.entries[-1].seq)
        for why, transfers in beside.items():
            if transfers:
                self._write_down(transfers, why)
        self.changed[running.id] = running
        self.published.append(Published(running, tuple(texts)))

    def tell(self, running: Running) -> None:
        """Publish a change that adds no record entry."""
        self.changed[running.id] = running
        self.published.append(Published(running, ()))

    def remembered(self) -> list[str]:
        """The ids of the tables in memory, in order."""
        known = {**self._batch.memory.running, **self._batch.running}
        return sorted(known)

    def hold(self, table_ids: Iterable[str]) -> None:
        """Lock several tables."""
        self._batch.hold(table_ids)

    def _shoe(self, record: Record, seq: int) -> None:
        assert record.shoe is not None, "its first entry is written when a shoe is brought"
        number = int(record.shoe.shoe.rpartition("/")[2])
        row = {"table_id": record.id, "number": number, "first_seq": seq}
        self.rows[schema.shoes].append(row)

    def _events(self, table_id: str, recorded: Recorded) -> None:
        """Add the rows that find rounds and the results of their wagers."""
        seq = recorded.entries[-1].seq
        number = round_of(recorded.events, recorded.record.table)
        for event in recorded.events:
            if isinstance(event, BetsClosed):
                bank = recorded.record.table.bank
                row = {"table_id": table_id, "number": event.round, "seq": seq, "at": self.now}
                row |= {"banker": bank.player or None, "stake": bank.stake or None}
                self.rows[schema.rounds].append(row)
            elif (decided := _decided(event)) is not None:
                decided |= {"table_id": table_id, "round": number, "seq": seq}
                self.rows[schema.settlements].append(decided)

    def _write_down(
        self,
        transfers: Iterable[Transfer],
        why: str,
        table_id: str | None = None,
        seq: int | None = None,
    ) -> None:
        self.rows[schema.transfers] += [
            {
                "table_id": table_id,
                "seq": seq,
                "source": str(source),
                "target": str(target),
                "amount": amount,
                "why": why,
                "at": self.now,
            }
            for source, target, amount in transfers
        ]


def _decided(event: Event) -> dict[str, Any] | None:
    """The row of a wager that is settled, returned, reversed or ruled on.

    Corrections produce no row.
    """
    match event:
        case WagerSettled(player=player, seat=seat, wager=wager, stake=stake, net=net):
            pass
        case WagerReturned(player=player, seat=seat, wager=wager, amount=stake, why=why):
            if why == "corrected":
                return None
            net = 0
        case WagerReversed(player=player, seat=seat, wager=wager, net=won):
            row = {"player": player, "seat": seat, "wager": wager, "kind": "reversed"}
            return {**row, "stake": 0, "net": -won}
        case WagerRuled(player=player, seat=seat, wager=wager, felt=felt, net=net):
            row = {"player": player, "seat": seat, "wager": wager, "kind": "ruled"}
            return {**row, "stake": felt, "net": net}
        case _:
            return None
    row = {"player": player, "seat": seat, "wager": wager, "kind": "settled"}
    return {**row, "stake": stake, "net": net}
