"""The audit of a whole house: every record, every cent, every row that must agree with them.

It replays each table's record through its rules and compares (`casinowar.audit`). With each entry
it checks the rows that were written with it: transfers, the shoe, the round, the settlements. In
the end it compares the sums of all transfers with the balances. It stops at the first error.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from sqlalchemy import Connection

from casinowar.audit import Auditor
from casinowar.errors import CasinoWarError, WrongEntry
from casinowar.game.events import (
    BetsClosed,
    WagerReturned,
    WagerReversed,
    WagerRuled,
    WagerSettled,
)
from casinowar.game.table import Table, round_of
from casinowar.money import format_money
from casinowar.record import Preparation, Record, Recorded, open_again, read_object
from casinowar.record.ceremonies import check_server_seed
from casinowar.record.chain import SHOE
from casinowar.store.migrations import check_version
from casinowar.store.queries import evidence
from casinowar.store.queries.evidence import Moved, Row
from casinowar.store.queries.incidents import incidents_in
from casinowar.store.queries.records import (
    TableRow,
    entries_from,
    entry,
    hidden_seeds,
    list_tables,
    rule_file,
    rules_in,
)

_PAGE = 100
_TELL_AFTER = 500

Tell = Callable[[int, int], None]
"""Gets the number of entries checked, and of all entries."""


class Wrong(CasinoWarError):
    """The first error that an audit finds: where it is, and why it is wrong."""

    def __init__(self, where: str, why: str) -> None:
        self.where = where
        self.why = why
        super().__init__(f"{where}: {why}")


@dataclass
class Findings:
    """What was checked."""

    rule_files: int = 0
    tables: int = 0
    entries: int = 0
    shoes: int = 0
    """Shoes that came to a table."""
    open_shoes: int = 0
    """Those whose seed is not public yet, checked with the house's copy; and hand-dealt ones."""
    rounds: int = 0
    settled: int = 0
    transfers: int = 0
    accounts: int = 0


def audit(connection: Connection, tell: Tell | None = None) -> Findings:
    """Check everything that a connection sees; raises `Wrong` at the first error."""
    check_version(connection)
    findings = Findings()
    total = evidence.count_entries(connection)
    for sha256 in evidence.hashes(connection):
        try:
            rule_file(connection, sha256)
        except CasinoWarError as error:
            raise Wrong(f"rule file {sha256}", str(error)) from None
        findings.rule_files += 1
    for row in _tables(connection):
        _TableAudit(connection, row).run(findings, lambda: tell and tell(findings.entries, total))
    stray = evidence.records_of_nothing(connection)
    if stray is not None:
        raise Wrong(f"table {stray}", "there are entries of it, but no such table")
    _check_ledger(connection, findings)
    return findings


def _has_open_shoe(auditor: Auditor) -> bool:
    """Whether a shoe is in use. A shoe shuffled by hand reveals no seed at its end."""
    if not auditor.shoes:
        return False
    end = auditor.shoes[-1].end
    return end == "open" or (end == "by hand" and auditor.record.table.shoe.stage != "spent")


def _tables(connection: Connection) -> Iterator[TableRow]:
    page = list_tables(connection, _PAGE)
    while page:
        yield from page
        page = list_tables(connection, _PAGE, page[-1].id)


class _TableAudit:
    """One table: its record, and the rows beside it."""

    def __init__(self, connection: Connection, row: TableRow) -> None:
        self.connection = connection
        self.row = row
        self.where = f"table {row.id}"
        self.seeds = hidden_seeds(connection, row.id)
        self.shoes = evidence.shoes_beside(connection, row.id)
        self.rounds = evidence.rounds_beside(connection, row.id)
        self.settlements = evidence.settlements_beside(connection, row.id)
        self.incidents = evidence.incidents_beside(connection, row.id)
        self.transfers = evidence.transfers_beside(connection, row.id)

    def run(self, findings: Findings, tell: Callable[[], object]) -> None:
        try:
            self._run(findings, tell)
        finally:
            for beside in (
                self.shoes,
                self.rounds,
                self.settlements,
                self.incidents,
                self.transfers,
            ):
                beside.close()

    def _run(self, findings: Findings, tell: Callable[[], object]) -> None:
        auditor = self._begin()
        for text in entries_from(self.connection, self.row.id, 1):
            try:
                made = auditor.take(text)
            except WrongEntry as error:
                raise self._wrong(error.seq, error.why) from None
            except CasinoWarError as error:
                raise self._wrong(auditor.record.seq, str(error)) from None
            self._check_beside(made)
            findings.entries += 1
            if auditor.entries % _TELL_AFTER == 0:
                tell()
        self._check_end(auditor.record)
        self._check_felt(auditor)
        findings.tables += 1
        findings.entries += 1
        findings.shoes += auditor.brought
        findings.open_shoes += _has_open_shoe(auditor)
        findings.rounds += auditor.rounds
        findings.settled += auditor.money.settled
        findings.transfers += auditor.money.transfers
        tell()

    def _begin(self) -> Auditor:
        """The table as it was opened, under the rules that its row names too."""
        try:
            header = entry(self.connection, self.row.id, 0)
            record = open_again(rules_in(self.connection, header), header)
        except WrongEntry as error:
            raise self._wrong(error.seq, error.why) from None
        except (CasinoWarError, KeyError) as error:
            raise self._wrong(0, str(error)) from None
        if read_object(header)["sha256"] != self.row.rules_sha256:
            raise self._wrong(0, "it names other rules than the table's row")
        if record.id != self.row.id:
            raise self._wrong(0, f"it is the first entry of table {record.id}")
        return Auditor(record, {shoe: seed.hex() for shoe, seed in self.seeds.items()})

    def _check_beside(self, made: Recorded) -> None:
        """Compare an entry with the rows that were written with it."""
        first, seq = made.entries[0], made.entries[0].seq
        number = round_of(made.events, made.record.table)
        begun = [(int(first.body["shoe"].rpartition("/")[2]),)] if first.kind == SHOE else []
        due = [(str(source), str(target), amount) for source, target, amount in made.transfers]
        self._compare(seq, "shoes", self.shoes.at(seq), begun)
        self._compare(seq, "rounds", *self._rounds(made))
        settled = sorted(_settled(made, number))
        self._compare(seq, "settlements", sorted(self.settlements.at(seq)), settled)
        self._compare(seq, "incidents", *self._incidents(made))
        kept = [row[1:] for row in self.transfers.at(seq)]
        self._compare(seq, "transfers", kept, due)

    def _rounds(self, made: Recorded) -> tuple[list[Row], list[Row]]:
        """The rounds in the rows of an entry, and those it began; with times, if it has one."""
        kept = self.rounds.at(made.entries[0].seq)
        bank = made.record.table.bank
        begun = [
            (event.round, bank.player or None, bank.stake or None)
            for event in made.events
            if isinstance(event, BetsClosed)
        ]
        at = made.entries[0].body.get("at") if begun else None
        if at is None:
            return [row[:3] for row in kept], list(begun)
        return kept, [(*row, at) for row in begun]

    def _incidents(self, made: Recorded) -> tuple[list[Row], list[Row]]:
        """The incidents in the rows of an entry, and those it has; with times, if it has one."""
        at = made.entries[0].body.get("at")
        kept = self.incidents.at(made.entries[0].seq)
        due = [
            (row["place"], row["kind"], row["round"], row["at"])
            for row in incidents_in(made, at or 0)
        ]
        if at is None:
            return [row[:3] for row in kept], [row[:3] for row in due]
        return kept, due

    def _compare(self, seq: int, name: str, kept: list[Row], due: list[Row]) -> None:
        if kept == due:
            return
        for found, right in zip(kept, due, strict=False):
            if found != right:
                raise self._wrong(seq, f"{name} has {_told(found)}, but {_told(right)} is right")
        if len(kept) > len(due):
            raise self._wrong(
                seq, f"{name} has {_told(kept[len(due)])}, which the entry does not say"
            )
        raise self._wrong(seq, f"{name} lacks {_told(due[len(kept)])}")

    def _check_end(self, record: Record) -> None:
        """Compare the record's end with the rows about the table as it is now."""
        for name in ("shoes", "rounds", "settlements", "incidents", "transfers"):
            left = getattr(self, name).left()
            if left is not None:
                raise Wrong(self.where, f"{name} has a row of entry {left}, which is not there")
        if self.row.seq != record.seq:
            raise Wrong(
                self.where,
                f"its row expects entry {self.row.seq}, its record entry {record.seq}",
            )
        seats = {player for player in record.table.seats if player}
        if evidence.seated_at(self.connection, self.row.id) != seats:
            raise Wrong(self.where, "its rows name other players at the seats than its record")
        self._check_seeds(record)

    def _check_seeds(self, record: Record) -> None:
        """Check that each open shoe with a commitment has its seed, and that there is no other."""
        open_shoes: dict[str, Preparation] = {}
        if record.coming is not None:
            open_shoes[record.coming.shoe] = record.coming
        if record.shoe is not None and record.shoe.end is None and record.shoe.prepared is not None:
            open_shoes[record.shoe.shoe] = record.shoe.prepared
        for shoe, prepared in open_shoes.items():
            if shoe not in self.seeds:
                raise Wrong(f"shoe {shoe}", "its seed is missing and was not revealed")
            try:
                check_server_seed(prepared, self.seeds[shoe].hex())
            except CasinoWarError as error:
                raise Wrong(f"shoe {shoe}", str(error)) from None
        for shoe in self.seeds:
            if shoe not in open_shoes:
                raise Wrong(f"shoe {shoe}", "there is a seed for it, but it is not open")

    def _check_felt(self, auditor: Auditor) -> None:
        """Compare the money on the felt with the open wagers."""
        table = auditor.record.table
        felt = sum(
            amount for account, amount in auditor.money.balances.items() if account.kind == "felt"
        )
        if felt != _lies(table):
            raise Wrong(
                self.where,
                f"{format_money(felt)} is on its felt, but {format_money(_lies(table))} in wagers",
            )

    def _wrong(self, seq: int, why: str) -> Wrong:
        return Wrong(f"{self.where}, entry {seq}", why)


def _settled(made: Recorded, number: int) -> Iterator[Row]:
    """The rows of the wagers that an entry settles, returns, reverses or rules on."""
    for event in made.events:
        match event:
            case WagerSettled(player, seat, wager, _, stake, _, net):
                yield number, player, seat, wager, "settled", stake, net
            case WagerReturned(player, seat, wager, amount, why) if why != "corrected":
                yield number, player, seat, wager, "settled", amount, 0
            case WagerReversed(player, seat, wager, net):
                yield number, player, seat, wager, "reversed", 0, -net
            case WagerRuled(player, seat, wager, _, _, _, felt, net):
                yield number, player, seat, wager, "ruled", felt, net
            case _:
                pass


def _lies(table: Table) -> int:
    """All undecided wagers of a table."""
    if table.playing and table.round is not None:
        return sum(amount for _, _, amount in table.round.open_wagers())
    return sum(bet.primary + bet.tie for bet in table.bets)


def _told(row: Row) -> str:
    return " ".join(str(part) for part in row if part is not None)


def _check_ledger(connection: Connection, findings: Findings) -> None:
    """Check the house's own transfers, and compare all balances with all transfers."""
    welcomed = set[str]()
    for moved in evidence.transfers_elsewhere(connection):
        if not _is_known(moved):
            raise Wrong(
                f"transfer {moved.id}",
                f"{format_money(moved.amount)} from {moved.source} to {moved.target} is not a "
                f"{moved.why!r:.20} that a house makes",
            )
        if moved.why == "grant":
            if moved.target in welcomed:
                raise Wrong(f"transfer {moved.id}", f"{moved.target} got chips on arrival before")
            welcomed.add(moved.target)
        findings.transfers += 1
    due, kept = evidence.sums(connection), evidence.held(connection)
    for account in sorted(due.keys() | kept.keys()):
        if due[account] != kept.get(account, 0):
            raise Wrong(
                f"account {account}",
                f"it holds {format_money(kept.get(account, 0))}, but its transfers come to "
                f"{format_money(due[account])}",
            )
        if kept.get(account, 0) < 0 and account not in ("house", "mint"):
            raise Wrong(f"account {account}", "it is below zero")
    if sum(kept.values()):
        raise Wrong("the ledger", "the accounts do not sum to 0")
    known = evidence.players(connection) | evidence.lapsed(connection)
    for account in kept:
        kind, _, name = account.partition(":")
        if kind == "player" and name not in known:
            raise Wrong(f"account {account}", "there is no such player")
    findings.accounts = len(kept)


def _is_known(moved: Moved) -> bool:
    """Whether a transfer outside all tables is one that a house makes."""
    match moved.why, moved.source:
        case ("grant" | "refill", "mint") | ("cover", "house"):
            return moved.target.startswith("player:")
        case "bot", "mint":
            return moved.target.startswith("player:bot-")
        case "walk-in", "mint":
            return moved.target.startswith("player:walk-")
        case "walk-in", _:
            return moved.source.startswith("player:walk-") and moved.target == "mint"
        case "lapse", _:
            return moved.source.startswith("player:") and moved.target == "mint"
        case _:
            return False
