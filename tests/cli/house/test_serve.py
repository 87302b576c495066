"""`casinowar serve` as a process: it opens, answers, refuses a second, and stops cleanly."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx2
import pytest

from casinowar import __version__
from casinowar.cli.house import serve
from casinowar.errors import CasinoWarError
from casinowar.house import settings
from casinowar.house.settings import PREFIX
from casinowar.house.upkeep import startup
from casinowar.rules.file import load_rules
from casinowar.store.backends.engine import Unwritable, connect_writer, open_reader
from casinowar.store.migrations import VERSION_TABLE, migrate
from casinowar.store.queries.records import list_tables
from tests.support.house.served import served
from tests.support.interrupts import HEARING

PROGRAM = (sys.executable, "-m", "casinowar")
SOON = 40.0


class Process:
    """A server, and what it printed."""

    def __init__(self, folder: Path, *options: str, printing_to: int | None = None) -> None:
        self.out, self.err = folder / "stdout.txt", folder / "stderr.txt"
        with self.out.open("w") as out, self.err.open("w") as err:
            self.running = subprocess.Popen(
                [*HEARING, *PROGRAM, "serve", "--port", "0", *options],
                stdin=subprocess.DEVNULL,
                stdout=out if printing_to is None else printing_to,
                stderr=err,
                env={name: value for name, value in os.environ.items() if PREFIX not in name},
            )

    @property
    def printed(self) -> str:
        return self.out.read_text()

    def opened(self) -> str:
        """Wait until it is open; the address."""
        end = time.monotonic() + SOON
        while "Ctrl-C" not in self.printed:
            assert self.running.poll() is None, f"it ended: {self.err.read_text()}"
            assert time.monotonic() < end, f"it printed only {self.printed!r}"
            time.sleep(0.02)
        found = re.search(r"open at (\S+)", self.printed)
        assert found is not None
        return found[1]

    def ended(self) -> tuple[int, str, str]:
        """Wait until it has ended; status, output and errors."""
        status = self.running.wait(SOON)
        return status, self.printed, self.err.read_text()

    def stop(self, number: int = signal.SIGINT) -> tuple[int, str, str]:
        self.running.send_signal(number)
        return self.ended()


@pytest.fixture
def serving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., Process]]:
    """Starts servers on a data folder, and ends those that are left."""
    started: list[Process] = []

    def start(data: Path, *options: str, **more: int) -> Process:
        folder = tmp_path_factory.mktemp("printed")
        started.append(Process(folder, "--data", str(data), *options, **more))
        return started[-1]

    yield start
    for process in started:
        if process.running.poll() is None:
            process.running.kill()
        process.running.wait(SOON)


Serving = Callable[..., Process]


def tables(data: Path) -> list[str]:
    with open_reader(data / "house.db") as reader:
        return [table.id for table in list_tables(reader, 100)]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_opens_a_floor_and_stops_within_seconds(
    serving: Serving, tmp_path: Path, number: int
) -> None:
    data = tmp_path / "new" / "house"
    process = serving(data)
    url = process.opened()
    assert httpx2.get(f"{url}/healthz", timeout=SOON).json() == {"status": "ok"}
    with httpx2.stream("GET", f"{url}/api/lobby/events", timeout=SOON) as stream:
        assert stream.status_code == 200
        began = time.monotonic()
        status, out, err = process.stop(number)
        seconds = time.monotonic() - began
    assert status == 0
    assert out.endswith("The house is closed.\n")
    assert seconds < 10
    logged = [json.loads(line) for line in err.splitlines()]
    told = [(line["level"], line["event"], line.get("table")) for line in logged]
    opened = [("info", "table opened", table) for table in tables(data)]
    assert sorted(told[:5]) == opened
    assert told[5:] == [("info", "house opened", None), ("info", "house closed", None)]
    assert logged[5]["address"] == url.removeprefix("http://").replace(":", ", port ")
    assert logged[5]["store"] == str(data / "house.db")
    assert logged[5]["version"] == __version__
    assert tables(data) == ["california", "fun-casino", "online", "south-dakota", "washington"]


@pytest.mark.parametrize("apart", [0, 0.02, 0.1])
def test_who_is_impatient_stops_it_as_well(serving: Serving, tmp_path: Path, apart: float) -> None:
    process = serving(tmp_path / "house")
    process.opened()
    process.running.send_signal(signal.SIGINT)
    time.sleep(apart)
    status, out, err = process.stop()
    assert (status, out.splitlines()[-1]) == (0, "The house is closed.")
    assert {json.loads(line)["level"] for line in err.splitlines()} == {"info"}


def test_a_start_without_room_on_the_disk_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise Unwritable("database or disk is full")

    monkeypatch.setattr(startup, "open_floor", full)
    why = re.escape(
        f"{tmp_path / 'house.db'}: cannot write to this database: database or disk is full"
    )
    with pytest.raises(CasinoWarError, match=f"^{why}$"):
        serve._open(settings.load({"data": tmp_path}), ())


def link_in(printed: str) -> str:
    found = re.search(r"operator +(\S+)", printed)
    assert found is not None
    return found[1]


def test_the_operators_link_works_once_and_is_printed_until_a_member_used_it(
    serving: Serving, tmp_path: Path
) -> None:
    process = serving(tmp_path)
    process.opened()
    status, printed, _ = process.stop()
    assert status == 0
    process = serving(tmp_path)
    process.opened()
    link = link_in(process.printed)
    assert link.rpartition("/")[2] not in printed
    assert httpx2.post(link, timeout=SOON).status_code == 200
    assert httpx2.post(link, timeout=SOON).status_code == 404
    process.stop()
    process = serving(tmp_path)
    url = process.opened()
    with httpx2.Client(base_url=url, timeout=SOON) as operator:
        assert operator.post(link_in(process.printed)).status_code == 200
        member = {"name": "ann", "password": "correct horse"}
        assert operator.post("/api/register", json=member).status_code == 200
    process.stop()
    process = serving(tmp_path)
    process.opened()
    assert "/operator/" not in process.printed


def test_a_second_server_is_refused_and_a_killed_house_opens_again(
    serving: Serving, tmp_path: Path
) -> None:
    process = serving(tmp_path)
    url = process.opened()
    status, _, err = serving(tmp_path).ended()
    assert status == 2
    assert f"a server has this house open already (process {process.running.pid})" in err
    assert httpx2.get(f"{url}/healthz", timeout=SOON).status_code == 200
    with httpx2.Client(base_url=url, timeout=SOON) as guest:
        before = guest.post("/api/guest").json()
        cookies = dict(guest.cookies)
    process.running.kill()
    process.ended()
    url = serving(tmp_path).opened()
    with httpx2.Client(base_url=url, cookies=cookies, timeout=SOON) as again:
        me = again.get("/api/me").json()
    assert me["player"] == before["player"]
    assert me["balance"] == before["balance"] == 100_000
    audit = [*PROGRAM, "audit", "--data", str(tmp_path), "--json"]
    told = subprocess.run(audit, capture_output=True, check=True, timeout=SOON)
    assert json.loads(told.stdout)["sound"] is True


def test_rules_of_the_operators_own(serving: Serving, tmp_path: Path) -> None:
    """Those under a built-in id are shown as the house's own."""
    printed = load_rules("washington")
    source = printed.source.decode()
    other, same = tmp_path / "other.toml", tmp_path / "same.toml"
    other.write_text(source.replace('id = "washington"', 'id = "my-table"', 1))
    same.write_text(source + "\n# as we play it\n")
    process = serving(tmp_path / "data", "--rules", str(other), "--rules", str(same))
    url = process.opened()
    lobby = httpx2.get(f"{url}/api/lobby", timeout=SOON).json()["tables"]
    names = {row["id"]: row["name"] for row in lobby if row["rules"] == "washington"}
    id_ = f"washington-{load_rules(str(same)).sha256[:8]}"
    assert names == {"washington": printed.name, id_: f"{printed.name} (house rules)"}
    assert process.stop()[0] == 0
    assert "my-table" in tables(tmp_path / "data")


def test_rules_that_favour_the_players_need_a_yes(serving: Serving, tmp_path: Path) -> None:
    source = load_rules("fun-casino").source.decode()
    own = tmp_path / "own.toml"
    own.write_text(source.replace('id = "fun-casino"', 'id = "generous"', 1))
    status, _, err = serving(tmp_path / "data", "--rules", str(own)).ended()
    assert status == 2
    assert "Say explicitly that it is to be opened: --players-may-have-edge" in err
    assert not (tmp_path / "data").exists()
    process = serving(tmp_path / "data", "--rules", str(own), "--players-may-have-edge")
    process.opened()
    process.stop()
    assert "generous" in tables(tmp_path / "data")


@pytest.mark.parametrize(
    "options, message",
    [
        (["--rules", "nowhere.toml"], "there is no such file"),
        (["--port", "70000"], "--port: input should be less than or equal to 65535"),
        (["--host", "203.0.113.7"], "cannot listen on 203.0.113.7, port 0"),
    ],
)
def test_what_cannot_be_is_one_sentence(
    serving: Serving, tmp_path: Path, options: list[str], message: str
) -> None:
    status, out, err = serving(tmp_path / "new" / "house", *options).ended()
    assert (status, out) == (2, "")
    assert err.startswith("Error: ")
    assert message in err
    assert "Traceback" not in err
    assert not (tmp_path / "new").exists()


def test_a_newer_house_is_refused(serving: Serving, tmp_path: Path) -> None:
    with connect_writer(tmp_path / "house.db") as writer:
        migrate(writer)
        writer.exec_driver_sql(f"UPDATE {VERSION_TABLE} SET version_num = '9999'")
        writer.commit()
    status, out, err = serving(tmp_path).ended()
    assert (status, out) == (2, "")
    assert err.startswith("Error: this database has version 9999, which is newer")


def test_a_house_whose_rules_were_altered_is_refused(serving: Serving, tmp_path: Path) -> None:
    with served(tmp_path):
        pass
    with connect_writer(tmp_path / "house.db") as writer:
        washington = load_rules("washington")
        change = "UPDATE rule_files SET text = replace(text, '3', '4') WHERE sha256 = ?"
        writer.exec_driver_sql(change, (washington.sha256,))
        writer.commit()
    status, out, err = serving(tmp_path).ended()
    assert (status, out) == (2, "")
    altered = "Error: a rule file of this house was altered: its SHA-256 should be "
    assert err.startswith(altered + washington.sha256)


def test_a_house_goes_on_when_nobody_reads_what_it_prints(serving: Serving, tmp_path: Path) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    process = serving(tmp_path, printing_to=writing)
    os.close(writing)
    end = time.monotonic() + SOON
    while "house opened" not in process.err.read_text():
        assert time.monotonic() < end
        time.sleep(0.02)
    found = re.search(r'"address": "127.0.0.1, port (\d+)"', process.err.read_text())
    assert found is not None
    url = f"http://127.0.0.1:{found[1]}/healthz"
    assert httpx2.get(url, timeout=SOON).json() == {"status": "ok"}
    status, _, err = process.stop()
    assert status == 0
    assert "Traceback" not in err
    assert "BrokenPipe" not in err


def test_a_port_that_is_taken(serving: Serving, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        status, _, err = serving(tmp_path, "--port", port).ended()
    assert status == 2
    assert f"cannot listen on 127.0.0.1, port {port}: Address already in use" in err
