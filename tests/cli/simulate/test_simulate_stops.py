"""`casinowar simulate` cut short: by Ctrl-C, by a kill, and how much memory a long run takes."""

import json
import os
import pty
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from casinowar.api.simulation import run as dealing
from casinowar.cli import main
from casinowar.sim import run as running
from tests.support.interrupts import HEARING

PATIENCE = 120
CASINOWAR = (sys.executable, "-m", "casinowar")
CHUNK_CARDS = {"general": 200_000, "vector": 200_000}
"""So small that a run has many chunks; other programs are told by `PATCHED`."""

PATCHED = f"""
import sys
from casinowar.api.simulation import run as dealing
from casinowar.sim import run as running
running._CHUNK_CARDS, running._STEPS, dealing._KEEP_SECONDS = {CHUNK_CARDS}, 0, 0.05
from casinowar.__main__ import main
sys.argv[0] = "casinowar"
sys.exit(main())
"""

MEASURED = """
import resource, sys
from casinowar.cli import main
main(sys.argv[1:], standalone_mode=False)
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, file=sys.stderr)
"""


@pytest.fixture
def small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "_CHUNK_CARDS", CHUNK_CARDS)
    monkeypatch.setattr(running, "_STEPS", 0)


def run(*words: str) -> Result:
    return CliRunner().invoke(main, ["simulate", *words])


def wait_for(what: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not what():
        assert time.monotonic() < deadline, "waited in vain"
        time.sleep(0.02)


def interrupt(patched: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Press Ctrl-C when a run gets there."""

    def pressed(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(dealing, patched, pressed)


def test_ctrl_c_gives_what_there_is(
    small_chunks: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*args: Any, **named: Any) -> Any:
        for number, totals in enumerate(running.run(*args, **named), 1):
            yield totals
            if number == 3:
                raise KeyboardInterrupt

    file = tmp_path / "run.json"
    words = ("online", "--rounds", "1e9", "--seed", "5", "--save", str(file), "--json")
    with monkeypatch.context() as patched:
        patched.setattr(dealing, "run", interrupted)
        stopped = run(*words)
    assert stopped.exit_code == 0
    told = json.loads(stopped.stdout)
    assert (told["stopped"], told["rounds"]) == ("interrupted", 3 * 100_000)
    straight = json.loads(run("online", "--rounds", "3e5", "--seed", "5", "--json").stdout)
    assert told["wagers"] == straight["wagers"]
    on = json.loads(run("online", "--rounds", "5e5", "--resume", str(file), "--json").stdout)
    straight = json.loads(run("online", "--rounds", "5e5", "--seed", "5", "--json").stdout)
    assert on["wagers"] == straight["wagers"]


@pytest.mark.parametrize("patched", ["warm", "run"])
def test_ctrl_c_before_the_first_chunk_gives_nothing(
    patched: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    interrupt(patched, monkeypatch)
    result = run("online", "--save", str(tmp_path / "run.json"), "--json")
    assert result.exit_code == 130
    assert result.stdout == ""
    assert list(tmp_path.iterdir()) == []


def test_ctrl_c_at_a_terminal() -> None:
    """The line says how far it is; a key press later there is a valid result."""
    terminal, other = pty.openpty()
    words = ("simulate", "online", "--rounds", "1e15", "--json")
    program = subprocess.Popen(
        [*HEARING, *CASINOWAR, *words],
        stdout=subprocess.PIPE,
        stderr=other,
        env={**os.environ, "TERM": "xterm", "COLUMNS": "100"},
    )
    os.close(other)
    try:
        seen = b""
        deadline = time.monotonic() + PATIENCE
        while b" rounds, " not in seen or b", primary -0.0" not in seen:
            assert time.monotonic() < deadline
            if select.select([terminal], [], [], 1)[0]:
                seen += os.read(terminal, 1 << 16)
        assert b"compiling" in seen
        program.send_signal(signal.SIGINT)
        out, _ = program.communicate(timeout=PATIENCE)
    finally:
        program.kill()
        program.wait()
        os.close(terminal)
    assert program.returncode == 0
    told = json.loads(out)
    assert told["stopped"] == "interrupted"
    assert abs(told["wagers"]["primary"]["z"]) < 6


@pytest.fixture
def with_a_window() -> Iterator[None]:
    """Programs hear that a window is closed, also where the tests themselves were told not to."""
    before = signal.signal(signal.SIGHUP, signal.SIG_DFL)
    yield
    signal.signal(signal.SIGHUP, before)


@pytest.mark.usefixtures("with_a_window")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_request_to_end_is_heard_as_ctrl_c_is(number: signal.Signals, tmp_path: Path) -> None:
    """Nothing that was dealt is lost: the result and the file are of the same rounds."""
    file = tmp_path / "run.json"
    words = ("simulate", "fun-casino", "--rounds", "1e15", "--save", str(file), "--json")
    program = subprocess.Popen([sys.executable, "-c", PATCHED, *words], stdout=subprocess.PIPE)
    try:
        wait_for(file.exists)
        program.send_signal(number)
        out, _ = program.communicate(timeout=PATIENCE)
    finally:
        program.kill()
        program.wait()
    assert program.returncode == 0
    told, kept = json.loads(out), json.loads(file.read_text())
    assert (told["stopped"], told["rounds"]) == ("interrupted", kept["rounds"])


def test_what_was_told_to_ignore_a_closed_window_does(tmp_path: Path) -> None:
    file = tmp_path / "run.json"
    words = ("simulate", "fun-casino", "--rounds", "1e15", "--save", str(file))
    program = subprocess.Popen(
        ["nohup", sys.executable, "-c", PATCHED, *words],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        wait_for(file.exists)
        program.send_signal(signal.SIGHUP)
        first = file.stat().st_ino
        wait_for(lambda: file.stat().st_ino != first)
        assert program.poll() is None
    finally:
        program.kill()
        program.wait()


def test_a_run_that_is_killed_goes_on_as_if_nothing_had_been(
    small_chunks: None, tmp_path: Path
) -> None:
    file = tmp_path / "run.json"
    words = ("simulate", "fun-casino", "--rounds", "1e15", "--seed", "4", "--save", str(file))
    program = subprocess.Popen(
        [sys.executable, "-c", PATCHED, *words],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        wait_for(file.exists)
        first = file.stat().st_ino
        wait_for(lambda: file.stat().st_ino != first)
    finally:
        program.kill()
        program.wait()
    left = json.loads(file.read_text())
    assert left["chunks"] > 0
    rounds = str(left["rounds"] + 123_456)
    resumed = run("fun-casino", "--rounds", rounds, "--resume", str(file), "--json")
    assert resumed.exit_code == 0, resumed.output
    straight = run("fun-casino", "--rounds", rounds, "--seed", "4", "--json")
    one, other = json.loads(resumed.stdout), json.loads(straight.stdout)
    for name in ("rounds", "wagers", "outcomes", "chi_square"):
        assert one[name] == other[name]


def memory(rounds: str, *words: str) -> int:
    """The most memory that a simulation takes, in kilobytes."""
    ran = subprocess.run(
        [sys.executable, "-c", MEASURED, "simulate", "fun-casino", "--rounds", rounds, *words],
        capture_output=True,
        text=True,
        check=True,
        timeout=60 * PATIENCE,
    )
    return int(ran.stderr.split()[-1])


@pytest.mark.parametrize(
    "few, many",
    [("1e6", "1e8"), pytest.param("1e7", "1e10", marks=pytest.mark.long)],
)
def test_memory_is_flat(few: str, many: str) -> None:
    """Whole chunks take what one of them takes: within two in a hundred, for what libraries do."""
    words = ("--seats", "3", "--threads", "2")
    memory("10", *words)  # compiles what later runs find
    assert memory(many, *words) < 1.02 * memory(few, *words)


def test_light_imports() -> None:
    """What a simulation does not need would make every first card wait for it."""
    program = (
        "import sys; from casinowar.cli import main; "
        "main(['simulate', 'online', '--rounds', '10'], standalone_mode=False); "
        "print([name for name in ('distributed', 'dask', 'matplotlib', 'jinja2', 'asyncio') "
        "if name in sys.modules], file=sys.stderr)"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        check=True,
        timeout=PATIENCE,
    )
    assert ran.stderr.strip() == "[]"
