"""Clients who do anything at any time: money and record hold, whatever they try."""

import shutil
import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from sqlalchemy import select

from casinowar import fair
from casinowar.errors import FairError, IllegalAction
from casinowar.house.people.chips import staked
from casinowar.house.refusals import Refused
from casinowar.house.tables.commands import (
    Bet,
    Caller,
    Choose,
    Command,
    Commit,
    Cut,
    Decline,
    GiveUpBank,
    Leave,
    PostStake,
    Ready,
    Rebet,
    Reveal,
    Secret,
    Sit,
    TakeBank,
    Wager,
    Withdraw,
)
from casinowar.house.tables.offers import Purse
from casinowar.house.upkeep.audit import audit
from casinowar.record import open_again, replay
from casinowar.store import schema
from casinowar.store.writer.work import Work
from tests.support.house.floor import Floor
from tests.support.house.plain import offers
from tests.support.house.postgres import Postgres

pytestmark = pytest.mark.takes(10)

SEATS = st.integers(1, 8)
PEOPLE = st.integers(0, 3)
AMOUNTS = st.sampled_from([500, 1000, 2500, 10_000, 50_000, 1])
RULES = ["washington", "south-dakota", "fun-casino", "california"]
HAS = 1_500_00
SECRET = Secret("5a" * 32, 111)
GOES_ON = ("bet", "choose", "take-bank", "post-stake", "ready", "cut")
PLAIN: dict[str, type[TakeBank | Decline | GiveUpBank | Ready]] = {
    "take-bank": TakeBank,
    "decline": Decline,
    "give-up-bank": GiveUpBank,
    "ready": Ready,
}


class Clients(RuleBasedStateMachine):
    """A few people, one table, and everything they can send."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp())
        self.house = Floor(self.database())
        self.people: list[Caller] = []
        self.sent: list[tuple[Caller, Command, str, bytes]] = []

    def database(self) -> str:
        """The name of a new one."""
        return str(self.folder / "house.db")

    @initialize(rules=st.sampled_from(RULES), bots=st.booleans(), seated=st.integers(0, 3))
    def open(self, rules: str, bots: bool, seated: int) -> None:
        self.house.open(rules, bots=2 if bots else 0)
        self.people = [self.house.guest(HAS) for _ in range(4)]
        for seat in range(1, seated + 1):
            self.house.do(self.people[seat - 1], Sit(seat))

    def send(self, who: int, command: Command) -> None:
        """Send a command; one that is refused changes nothing."""
        caller, key = self.people[who], f"key {len(self.sent)} {self.house.keys}"
        self.house.keys += 1
        before = self.house.table(), [self.house.chips(each) for each in self.people]
        try:
            answer = self.house.raw(caller, command, "t1", key)
        except (Refused, IllegalAction, FairError):
            assert before == (
                self.house.table(),
                [self.house.chips(each) for each in self.people],
            )
        else:
            self.sent.append((caller, command, key, answer))

    @rule(who=PEOPLE, seat=SEATS)
    def sit(self, who: int, seat: int) -> None:
        self.send(who, Sit(seat))

    @rule(who=PEOPLE, seat=SEATS)
    def leave(self, who: int, seat: int) -> None:
        self.send(who, Leave(seat))

    @rule(who=PEOPLE, seat=SEATS, amount=AMOUNTS, tie=st.booleans(), ready=st.booleans())
    def bet(self, who: int, seat: int, amount: int, tie: bool, ready: bool) -> None:
        bets = [Wager(seat, "primary", amount)] + [Wager(seat, "tie", amount)] * tie
        self.send(who, Bet(tuple(bets), ready))

    @rule(who=PEOPLE, which=st.integers(0, 20), much=st.booleans())
    def do_as_offered(self, who: int, which: int, much: bool) -> None:
        """What is offered is accepted, at both ends of its range."""
        caller = self.people[who]
        found = offers(self.house.table(), caller.player, Purse(self.house.chips(caller)))["offers"]
        if found:
            self.house.do(caller, self.command(found[which % len(found)], much=much))

    @rule(turns=st.integers(1, 6))
    def play_on(self, turns: int) -> None:
        """Everyone does what brings a round on, again and again."""
        for _ in range(turns):
            for caller in self.people:
                found = offers(self.house.table(), caller.player, Purse(self.house.chips(caller)))
                brings = [offer for offer in found["offers"] if offer["command"] in GOES_ON]
                if brings:
                    self.house.do(caller, self.command(brings[0]))
            self.house.wait(20)

    def command(self, offer: dict[str, Any], *, much: bool = False) -> Command:
        """An offer taken up, at its least or at its most."""
        seat, amount = offer.get("seat", 0), offer.get("most" if much else "least", 0)
        match offer["command"]:
            case "bet":
                return Bet((Wager(seat, offer["wager"], self.in_units(offer, amount)),), ready=True)
            case "choose":
                tie = amount if offer.get("field") == "tie" else 0
                return Choose(seat, offer["choice"], self.in_units(offer, tie))
            case "post-stake":
                return PostStake(amount)
            case "commit":
                return Commit(seat, self.commitment(seat))
            case "reveal":
                return Reveal(seat, SECRET.seed, SECRET.cut)
            case "cut":
                return Cut(SECRET.seed, SECRET.cut)
            case "sit" | "leave" as name:
                return Sit(seat) if name == "sit" else Leave(seat)
            case "withdraw":
                return Withdraw(seat, offer["wager"])
            case name:
                return PLAIN[name]()

    def in_units(self, offer: dict[str, Any], amount: int) -> int:
        """An amount that is a wager here: one of the fixed ones, or whole units."""
        unit = self.house.table().record.table.rules.limits.unit
        if offer.get("amounts"):
            return int(min(offer["amounts"]))
        return max(unit, amount - amount % unit) if amount else 0

    def commitment(self, seat: int) -> str:
        coming = self.house.table().record.coming
        assert coming is not None
        reveal = fair.Reveal(bytes.fromhex(SECRET.seed), SECRET.cut)
        terms, server = coming.ceremony.terms, coming.ceremony.server
        return fair.player_commitment(terms, server, seat, reveal).hex()

    @rule(who=PEOPLE, ready=st.booleans())
    def rebet(self, who: int, ready: bool) -> None:
        self.send(who, Rebet(ready))

    @rule(who=PEOPLE, seat=SEATS, tie=st.booleans())
    def withdraw(self, who: int, seat: int, tie: bool) -> None:
        self.send(who, Withdraw(seat, "tie" if tie else "primary"))

    @rule(who=PEOPLE)
    def ready(self, who: int) -> None:
        self.send(who, Ready())

    @rule(who=PEOPLE, stake=st.none() | AMOUNTS)
    def take_bank(self, who: int, stake: int | None) -> None:
        self.send(who, TakeBank(stake))

    @rule(who=PEOPLE, amount=AMOUNTS)
    def post_stake(self, who: int, amount: int) -> None:
        self.send(who, PostStake(amount))

    @rule(who=PEOPLE, up=st.booleans())
    def decline(self, who: int, up: bool) -> None:
        self.send(who, GiveUpBank() if up else Decline())

    @rule(who=PEOPLE, seat=SEATS, war=st.booleans())
    def choose(self, who: int, seat: int, war: bool) -> None:
        self.send(who, Choose(seat, "war" if war else "surrender"))

    @rule(who=PEOPLE, cut=st.integers(1, 311), wager=st.booleans())
    def cut(self, who: int, cut: int, wager: bool) -> None:
        seats = self.house.table().record.table.seats_of(self.people[who].player) or [1]
        bets = (Wager(seats[0], "primary", 1000),)
        secret = Secret("5a" * 32, cut)
        self.send(who, Bet(bets, fair=secret) if wager else Cut(secret.seed, cut))

    @precondition(lambda self: self.sent)
    @rule(back=st.integers(0, 50))
    def repeat(self, back: int) -> None:
        """The same request has the same answer, and does nothing again."""
        caller, command, key, answer = self.sent[-1 - back % len(self.sent)]
        before = self.house.table()
        assert self.house.raw(caller, command, "t1", key) == answer
        assert self.house.table() == before

    @rule(seconds=st.sampled_from([0.5, 3, 15, 60]))
    def time_passes(self, seconds: float) -> None:
        self.house.wait(seconds)

    @rule()
    def restart(self) -> None:
        before = self.house.table()
        self.house.restart()
        after = self.house.table()
        assert after.record == before.record
        assert after.dealer.seeds == before.dealer.seeds
        assert after[3:] == before[3:]

    @invariant()
    def all_accounts_add_up_to_nothing(self) -> None:
        def run(work: Work) -> dict[str, int]:
            table = schema.balances
            found = work.connection.execute(select(table.c.account, table.c.amount))
            return {row.account: row.amount for row in found}

        held = self.house.alone(run)
        assert sum(held.values()) == 0
        assert min([0, *(n for name, n in held.items() if name not in ("house", "mint"))]) == 0
        table = self.house.table().record.table
        for caller in self.people:
            on_table = staked(table, caller.player)
            assert held.get(f"player:{caller.player}", 0) >= 0
            assert on_table >= 0
        felt = held.get("felt:t1", 0) + held.get("stake:t1", 0)
        players = {*table.seats, *(bet.player for bet in table.bets_in_play())} - {""}
        assert felt == sum(staked(table, player) for player in players)

    def teardown(self) -> None:
        try:
            if self.people:
                self.check_record()
                self.house.alone(lambda work: audit(work.connection))
        finally:
            self.house.close()
            shutil.rmtree(self.folder)

    def check_record(self) -> None:
        """The state is the replay of the record; every wager was placed, and settled once."""

        def run(work: Work) -> list[str]:
            query = select(schema.entries.c.text).where(schema.entries.c.table_id == "t1")
            return list(work.connection.scalars(query.order_by(schema.entries.c.seq)))

        texts = self.house.alone(run)
        running = self.house.table()
        record = replay(open_again(running.record.table.rules, texts[0]), texts[1:])
        assert record == running.record
        assert record.seq == len(texts)


SETTINGS = settings(
    max_examples=30,
    stateful_step_count=50,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
TestClients = Clients.TestCase
TestClients.settings = SETTINGS


@pytest.mark.needs("postgres")
def test_clients_on_postgres(server: Postgres) -> None:
    class OnPostgres(Clients):
        def database(self) -> str:
            self.name = server.new()
            return self.name

        def teardown(self) -> None:
            super().teardown()
            server.drop(self.name)

    run_state_machine_as_test(OnPostgres, settings=settings(SETTINGS, max_examples=4))
