"""Several workers on PostgreSQL, any of them and any connection killed while people play."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import cycle
from pathlib import Path
from random import Random
from typing import NamedTuple

import httpx2
import pytest
from sqlalchemy import Connection

from casinowar.house.house import House
from casinowar.house.people.sessions import SHARED_MS
from casinowar.rules.file import builtin_names, load_rules
from tests.support.house.load import Load, load
from tests.support.house.nursery import SOON
from tests.support.house.player import PATIENCE, Player
from tests.support.house.postgres import Postgres
from tests.web.faults.test_killed import HURRIED, check, records

pytestmark = pytest.mark.needs("postgres")

READINGS = [
    (name, reading.name) for name in builtin_names() for reading in load_rules(name).readings
]


class Size(NamedTuple):
    """How large the floor is, and how many times something of it is killed."""

    workers: int
    clients: int
    kills: int


SMALL, LARGE = Size(2, 12, 8), Size(4, 64, 400)
"""As a rule, and in long mode."""


class Workers:
    """`casinowar serve` with several workers."""

    def __init__(self, database: str, folder: Path, number: int) -> None:
        variables = {f"CASINOWAR_{name.upper()}": str(value) for name, value in HURRIED.items()}
        command = [sys.executable, "-m", "casinowar", "serve", "--port", "0"]
        self._log = (folder / "log").open("ab")
        self.process = subprocess.Popen(
            [*command, "--database", database, "--workers", str(number)],
            stdout=subprocess.PIPE,
            stderr=self._log,
            text=True,
            env={**os.environ, "PYTHONUNBUFFERED": "1", **variables},
        )
        assert self.process.stdout is not None
        self.url = self.process.stdout.readline().split()[-1]

    def pids(self) -> list[int]:
        """The processes that serve."""
        parent = self.process.pid
        listed = Path(f"/proc/{parent}/task/{parent}/children").read_text(encoding="ascii")
        return [int(pid) for pid in listed.split() if _serves(int(pid))]

    def close(self, number: int = signal.SIGINT) -> int:
        self.process.send_signal(number)
        try:
            self.process.communicate(timeout=SOON)
        finally:
            self._log.close()
        return self.process.returncode


def _serves(pid: int) -> bool:
    try:
        return b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return False


@contextmanager
def workers(database: str, folder: Path, number: int = 2) -> Iterator[Workers]:
    made = Workers(database, folder, number)
    try:
        yield made
    finally:
        if made.process.poll() is None:
            made.close()


class Witness:
    """One who listens to a table all the while, and comes back when cut off."""

    def __init__(self, player: Player) -> None:
        self.table = player.table
        self.heard: list[tuple[int, str]] = []
        self._player = player
        self.over = threading.Event()
        self._last = ""
        self._thread = threading.Thread(target=self._listen)
        self._thread.start()

    @property
    def last(self) -> int:
        """The number of the last entry that was heard of; what came before it is in a snapshot."""
        return int(self._last or -1)

    def stop(self) -> None:
        self.over.set()
        self._thread.join(SOON)
        assert not self._thread.is_alive()

    def _listen(self) -> None:
        while not self.over.is_set():
            with suppress(httpx2.TransportError):
                self._hear()

    def _hear(self) -> None:
        url = f"{self._player.where()}/api/tables/{self.table}/events"
        headers = {"Last-Event-ID": self._last} if self._last else {}
        jar = self._player.http.cookies
        with httpx2.stream("GET", url, headers=headers, cookies=jar, timeout=PATIENCE) as answer:
            event: dict[str, str] = {}
            for line in answer.iter_lines():
                if self.over.is_set():
                    return
                if line:
                    name, _, value = line.partition(": ")
                    event[name] = value
                    continue
                if "id" in event:
                    self._last = event["id"]
                if event.get("event") == "entry":
                    self.heard.append((int(event["id"]), event["data"]))
                event = {}


def kill(random: Random, house: Workers, server: Postgres, name: str) -> None:
    """Every other worker, a connection of one, or all connections at once."""
    what = random.randrange(3)
    if what == 0:
        with suppress(ProcessLookupError):
            pids = house.pids()
            for pid in random.sample(pids, (len(pids) + 1) // 2):
                os.kill(pid, signal.SIGKILL)
    else:
        server.kill_connections(name, all_of_them=what == 1)


def arrived(house: Workers, random: Random, clients: int) -> list[Player]:
    """So many players, at private tables of every rule set and reading; who plays alone has one."""
    players = [Player(lambda: house.url, Random(random.random())) for _ in range(clients)]
    invitations: dict[tuple[str, str], str] = {}
    for player, (name, reading) in zip(players, cycle(READINGS), strict=False):
        is_solo = load_rules(name).rules(reading).seats.holding == "solo"
        if is_solo or (name, reading) not in invitations:
            invitations[name, reading] = player.open(name, reading)
        else:
            player.join(invitations[name, reading])
    return players


def heard_all(database: str, witnesses: list[Witness]) -> None:
    """Wait until nothing happens any more, and everyone has heard of it."""
    tables, end = {each.table for each in witnesses}, time.monotonic() + 2 * SOON
    before: dict[str, int] = {}
    while True:
        now = {table: len(texts) for table, texts in records(database, tables).items()}
        if now == before and all(each.last == now[each.table] - 1 for each in witnesses):
            return
        assert time.monotonic() < end, "some stream does not come to the last entry"
        before = now
        time.sleep(1.5)  # longer than any wait of this house


@contextmanager
def listening(players: list[Player]) -> Iterator[list[Witness]]:
    """A witness beside each player."""
    made = [Witness(player) for player in players]
    try:
        yield made
    finally:
        for witness in made:
            witness.over.set()
        for witness in made:
            witness.stop()


def wait_for_answers(players: list[Player], playing: Load) -> None:
    """Let everyone be answered: a floor that is always dead would lose nothing, either."""
    before, end = [player.answers for player in players], time.monotonic() + PATIENCE
    while any(now.answers == then for now, then in zip(players, before, strict=True)):
        playing.check()
        assert time.monotonic() < end, "someone is not answered any more"
        time.sleep(0.02)


@pytest.mark.takes(20)
def test_nothing_is_lost_whatever_is_killed(
    server: Postgres, tmp_path: Path, pytestconfig: pytest.Config
) -> None:
    size = LARGE if pytestconfig.getoption("--long") else SMALL
    random, name = Random(21), server.new()
    with workers(name, tmp_path, size.workers) as house:
        players = arrived(house, random, size.clients)
        with listening(players) as witnesses:
            with load(players) as playing:
                for _ in range(size.kills):
                    time.sleep(random.uniform(0.1, 0.8))
                    wait_for_answers(players, playing)
                    kill(random, house, server, name)
            heard_all(name, witnesses)
            told = [player.look("/api/me") for player in players]
            for player in players:
                player.repeat()
                player.close()
            for witness in witnesses:
                witness.over.set()
            assert house.close() == 0, "which ends every stream"
    check(name, players, told)
    found = records(name, {witness.table for witness in witnesses})
    for witness in witnesses:
        heard, texts = [seq for seq, _ in witness.heard], found[witness.table]
        assert heard == list(range(heard[0], len(texts))), "each once, in order, to the last"
        assert [text for _, text in witness.heard] == texts[heard[0] :]
    assert sum(player.asked_again for player in players) > 0
    server.drop(name)


def test_what_one_worker_does_is_seen_at_the_others(server: Postgres, tmp_path: Path) -> None:
    """Two servers of one house, each asked by itself."""
    name = server.new()
    with workers(name, tmp_path, 1) as one, workers(name, tmp_path, 1) as other:
        at = [one.url]
        ann = Player(lambda: at[0], Random(1))
        ann.arrive("washington")
        at[0] = other.url
        witness = Witness(ann)
        at[0] = one.url
        end = time.monotonic() + SOON
        while len(witness.heard) < 10:
            ann.act()
            assert time.monotonic() < end, "nothing is heard"
            time.sleep(0.05)
        view = ann.look("/api/tables/washington")
        at[0] = other.url
        assert ann.look("/api/tables/washington")["view"]["seq"] >= view["view"]["seq"]
        me = ann.look("/api/me")
        at[0] = one.url
        assert ann.look("/api/me")["balance"] == me["balance"]
        witness.over.set()
        ann.close()
    witness.stop()
    server.drop(name)


def test_a_connection_that_is_killed_while_a_house_is_opened_is_made_anew(
    server: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = server.new()
    killed: list[bool] = []

    def migrated(connection: Connection) -> None:
        with connection.begin():
            connection.exec_driver_sql("SELECT 1")
            if not killed:
                killed.append(True)
                server.kill_connections(name)
            connection.exec_driver_sql("SELECT 1")

    monkeypatch.setattr("casinowar.house.house.migrate", migrated)
    house = House(name, clock=lambda: 0, entropy=Random(1).randbytes)
    assert killed
    house.close()
    server.drop(name)


def test_a_worker_that_finds_no_database_ends_with_a_line(tmp_path: Path) -> None:
    database = f"postgresql://ann:secret@/house?host={tmp_path}"
    worker = (
        "from casinowar.cli.house.serve import _work; "
        "from casinowar.house.settings import Settings; "
        f"_work(Settings(database={database!r}, workers=2), None, 1, None)"
    )
    done = subprocess.run(
        [sys.executable, "-c", worker], capture_output=True, text=True, timeout=SOON, check=False
    )
    assert done.returncode == 1
    (line,) = done.stderr.splitlines()
    told = json.loads(line)
    assert (told["event"], told["worker"]) == ("worker could not start", 1)
    assert "cannot be opened" in told["why"]
    assert "secret" not in line


@pytest.mark.takes(7)
def test_a_database_that_is_away_is_said_and_comes_back(server: Postgres, tmp_path: Path) -> None:
    name = server.new()
    with workers(name, tmp_path, 1) as house:
        ann = Player(lambda: house.url, Random(1))
        ann.arrive("washington")
        with server.away(name):
            time.sleep(SHARED_MS / 1000)  # then who asks has to be looked up
            begun = time.monotonic()
            looked = ann.http.post(
                f"{house.url}/api/tables/washington/ready", json={}, timeout=SOON
            )
            at_once, begun = time.monotonic() - begun, time.monotonic()
            answer = httpx2.post(house.url + "/api/guest", timeout=SOON)  # nobody yet
            waited = time.monotonic() - begun
            assert looked.status_code == answer.status_code == 503
            assert json.loads(answer.content)["type"] == "urn:casinowar:problem:database-away"
            assert answer.headers["retry-after"] == "1"
            assert at_once < 2 < 4 < waited, "what has to be read first is refused at once"
        assert ann.act()
        ann.close()
    server.drop(name)
