"""What can be asked about rules: which rule files there are, what they say, and their prices."""

from collections.abc import Mapping
from functools import partial
from typing import Annotated

from msgspec import Meta

from casinowar.errors import RuleError
from casinowar.house.house import House
from casinowar.house.messages import Message
from casinowar.house.people import rights
from casinowar.house.pit.audit_log import note
from casinowar.house.pools import Pool
from casinowar.house.refusals import Refused
from casinowar.house.request_key import RequestKey
from casinowar.house.rules import prices
from casinowar.house.rules.prices import ExploredOdds, RuleComparison, TableOdds
from casinowar.house.tables.commands import Caller
from casinowar.house.tables.sign import (
    Edge,
    LeftOpen,
    ReadingSummary,
    edges,
    left_open,
    warning,
)
from casinowar.odds.checks.checklist import findings
from casinowar.odds.checks.finding import Finding
from casinowar.rules.file import RuleFile, builtin_names, decisions, load_rules, read_rules
from casinowar.rules.variant import Value
from casinowar.store.queries import floor, listing, records
from casinowar.store.writer.work import Work

MOST_TEXT = 60_000
"""The most characters of a rule file, so that it fits into a body."""

_SHA256_DIGITS = 64


class RuleSetHead(Message, frozen=True):
    """What a rule set is called, and what it lets you choose."""

    id: str
    name: str
    document: Annotated[str, Meta(description="The document that the rules come from.")]
    sha256: Annotated[str, Meta(description="The SHA-256 of the rule file.")]
    default_reading: str
    left_open: Annotated[
        dict[str, LeftOpen],
        Meta(description="What you choose when you open a table, by reading."),
    ]


class RuleSetSummary(RuleSetHead, frozen=True):
    """A rule set. Name one of the house's own by its SHA-256, a built-in one by its id."""

    own: Annotated[bool, Meta(description="Whether only this house has it.")]
    readings: list[str]


class RuleSets(Message, frozen=True):
    """The built-in rule sets, then those of this house."""

    rules: list[RuleSetSummary]


class RuleSetDetails(RuleSetHead, frozen=True):
    """A rule set with its readings, its clauses and the text of its rule file."""

    readings: list[ReadingSummary]
    clauses: Annotated[dict[str, str], Meta(description="The clauses of the document, by id.")]
    decisions: Annotated[
        dict[str, str],
        Meta(description="The decisions that its fields cite where the document is silent, by id."),
    ]
    text: Annotated[str, Meta(description="The rule file, byte for byte.")]


class UploadRules(Message, frozen=True):
    """Upload a rule file. It is checked, priced and kept."""

    text: Annotated[
        str, Meta(min_length=1, max_length=MOST_TEXT, description="The rule file, in TOML.")
    ]


class PricedReading(Message, frozen=True):
    """A reading of a rule file, and what its wagers cost."""

    name: str
    says: str
    decks: Annotated[int, Meta(description="The number of decks that was priced.")]
    edges: tuple[Edge, ...]
    warning: Annotated[
        str, Meta(description="Where the players have the edge, in words; empty if nowhere.")
    ]


class UploadedRules(Message, frozen=True):
    """A rule file that was kept, with everything that the check found, and its prices."""

    sha256: str
    id: str
    name: str
    document: str
    findings: list[Finding]
    readings: list[PricedReading]


class RuleService:
    """Finds, keeps and prices rules. Prices are computed in a pool of their own."""

    def __init__(self, house: House, pool: Pool) -> None:
        self._house = house
        self._pool = pool

    async def file(self, name: str) -> RuleFile:
        """A built-in rule file by its id, or a rule file of this house by its SHA-256."""
        if name in builtin_names():
            return load_rules(name)
        if len(name) != _SHA256_DIGITS or not name.isprintable():
            raise Refused("not-found", f"there is no rule set {name[:64]!r} here", status=404)
        return await self._house.read(lambda connection: records.rule_file(connection, name))

    async def files(self) -> RuleSets:
        """Every rule set. Of a file that was changed later, only the newest version is listed."""
        builtin = [load_rules(name) for name in builtin_names()]
        known = {file.sha256 for file in builtin}
        kept = await self._house.read(listing.rules)
        own = {file.id: file for file in kept if file.sha256 not in known}
        return RuleSets(
            [
                *(summarise(file, own=False) for file in builtin),
                *(summarise(file, own=True) for file in own.values()),
            ]
        )

    async def details(self, name: str) -> RuleSetDetails:
        """A rule set with the text of its file."""
        file = await self.file(name)
        cited = {clause for each in file.readings for clause in file.cited(each.name)}
        return RuleSetDetails(
            *_head(file),
            readings=[ReadingSummary(each.name, each.says) for each in file.readings],
            clauses=dict(file.clauses),
            decisions={clause: says for clause, says in decisions().items() if clause in cited},
            text=file.source.decode(),
        )

    async def upload(self, request: RequestKey, caller: Caller, text: str) -> bytes:
        """Check, price and keep a rule file, to open tables under it."""
        # Check the right before reading the file: a check of rules is a lot of work.
        await self._house.read(lambda connection: rights.check(connection, caller, "rules"))
        file = _read(text)
        uploaded = await self._pool.run(partial(check_and_price, file))

        def run(work: Work) -> UploadedRules:
            rights.check(work.connection, caller, "rules")
            floor.keep_rules(work.connection, file, work.now)
            after = {"sha256": file.sha256, "id": file.id, "name": file.name}
            note(work, caller, "rules", "uploaded", {}, after)
            return uploaded

        return (await self._house.once(request, run)).data

    async def price_table(
        self, caller: Caller | None, table_id: str, gone: str, rounds: int
    ) -> TableOdds:
        """The price of a table, from a fresh shoe or without the cards in `gone`."""
        table = (await self._house.table(table_id, caller)).record.table
        decks = str(table.options.decks)
        return await self._pool.run(partial(prices.price, table.rules, decks, gone, rounds))

    async def explore(
        self, name: str, reading: str, changes: Mapping[str, Value], decks: str, rounds: int
    ) -> ExploredOdds:
        """The price of a rule set with some fields changed."""
        file = await self.file(name)
        return await self._pool.run(partial(prices.explore, file, reading, changes, decks, rounds))

    async def compare(self) -> RuleComparison:
        """The built-in rule sets side by side."""
        return await self._pool.run(prices.comparison)


def _head(file: RuleFile) -> tuple[str, str, str, str, str, dict[str, LeftOpen]]:
    choices = {each.name: left_open(file.rules(each.name)) for each in file.readings}
    return file.id, file.name, file.document, file.sha256, file.default_reading, choices


def summarise(file: RuleFile, *, own: bool) -> RuleSetSummary:
    """A rule set as it is listed."""
    return RuleSetSummary(
        *_head(file), own=own, readings=[reading.name for reading in file.readings]
    )


def _read(text: str) -> RuleFile:
    """Read a rule file. If it cannot be used, refuse it with every error of its fields."""
    try:
        return read_rules(text.encode(), "this file")
    except RuleError as error:
        raise Refused("bad-rules", str(error)) from None


def check_and_price(file: RuleFile) -> UploadedRules:
    """What a check of a rule file finds, and what its wagers cost under each reading."""
    return UploadedRules(
        sha256=file.sha256,
        id=file.id,
        name=file.name,
        document=file.document,
        findings=findings(file),
        readings=[_priced(file, each.name) for each in file.readings],
    )


def _priced(file: RuleFile, name: str) -> PricedReading:
    rules = file.rules(name)
    decks = rules.shoe.decks[0]
    return PricedReading(
        name=name,
        says=file.reading(name).says,
        decks=decks,
        edges=edges(rules, decks),
        warning=warning(rules, decks),
    )
