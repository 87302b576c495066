"""A cluster gives the totals of one thread, whatever becomes of its workers; what fails is said.

The cluster is dask's own: its scheduler and workers are started here, on this machine alone.
"""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections import deque
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from click.testing import CliRunner, Result

from casinowar.api.simulation import run as dealing
from casinowar.cli import main
from casinowar.errors import CasinoWarError
from casinowar.rules.file import load_rules
from casinowar.sim import cluster as clustering
from casinowar.sim import run as running
from casinowar.sim.chunks import warm
from casinowar.sim.cluster import CALLS_PER_TASK, Cluster, Identity, cluster
from casinowar.sim.game import game_of
from casinowar.sim.run import SimulationJob, Totals, run

PATIENCE = 120
DASK = Path(sys.executable).with_name("dask")
JOB = SimulationJob(game_of(load_rules("washington").rules(), seats=2), "general", 12)
CHUNK_CARDS = {"general": 1_000_000, "vector": 1_000_000}
Process = subprocess.Popen[bytes]


@pytest.fixture(autouse=True)
def small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "_CHUNK_CARDS", CHUNK_CARDS)
    monkeypatch.setattr(running, "_STEPS", 0)


def free_port() -> int:
    with socket.socket() as opened:
        opened.bind(("127.0.0.1", 0))
        port: int = opened.getsockname()[1]
        return port


@contextmanager
def started(*words: str, folder: Path, **more: str) -> Iterator[Process]:
    """One of dask's commands, running until the test is over."""
    program = subprocess.Popen(
        [DASK, *words],
        cwd=folder,
        env={**os.environ, **more},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        yield program
    finally:
        program.kill()
        program.wait()


@contextmanager
def scheduler(folder: Path) -> Iterator[tuple[str, Process]]:
    port = free_port()
    words = ("scheduler", "--host", "127.0.0.1", "--port", str(port), "--no-dashboard")
    with started(*words, folder=folder) as program:
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                socket.create_connection(("127.0.0.1", port), timeout=1).close()
                break
            except OSError:
                assert time.monotonic() < deadline, "no scheduler came up"
                time.sleep(0.1)
        yield f"tcp://127.0.0.1:{port}", program


def worker_words(address: str, folder: Path) -> tuple[str, ...]:
    return (
        *("worker", address, "--nthreads", "1", "--no-nanny", "--no-dashboard"),
        *("--memory-limit", "0", "--death-timeout", "60", "--local-directory", str(folder)),
    )


@contextmanager
def workers(address: str, folder: Path, number: int) -> Iterator[list[Process]]:
    from distributed import Client

    words = worker_words(address, folder)
    with started(*words, folder=folder) as first, started(*words, folder=folder) as second:
        with Client(address, timeout=PATIENCE, set_as_default=False) as client:
            client.wait_for_workers(number, timeout=PATIENCE)
        yield [first, second]


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("dask")
    with scheduler(folder) as (address, _), workers(address, folder, 2):
        yield address


def straight(rounds: int) -> Totals:
    with ThreadPoolExecutor(2) as pool:
        return list(run(JOB, rounds, pool, ahead=4, clock=time.perf_counter))[-1]


def same(one: Totals, other: Totals) -> bool:
    names = ("chunks", "counts", "rounds", "tail")
    return all(getattr(one, name) == getattr(other, name) for name in names)


def simulate(*words: str) -> Result:
    return CliRunner().invoke(main, ["simulate", "washington", *words])


def told(*words: str) -> dict[str, Any]:
    result = simulate(*words, "--json")
    assert result.exit_code == 0, result.output
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def refused(*words: str) -> str:
    result = simulate(*words)
    assert result.exit_code == 2, result.output
    assert result.stdout == ""
    (line,) = result.stderr.splitlines()
    return line


def test_a_cluster_gives_the_totals_of_threads(address: str, tmp_path: Path) -> None:
    words = ("--rounds", "4e6", "--seed", "12")
    file = tmp_path / "run.json"
    there = told(*words, "--cluster", address, "--save", str(file))
    assert (there["cluster"], there["threads"]) == (address, None)
    here = told(*words, "--threads", "1")
    for name in ("rounds", "wagers", "outcomes", "chi_square"):
        assert there[name] == here[name]
    on = told("--rounds", "5e6", "--resume", str(file))
    assert on["wagers"] == told("--rounds", "5e6", "--seed", "12")["wagers"]
    shown = simulate(*words, "--cluster", address).output
    assert f"on {address}, seed 12" in shown


def test_calls_are_sent_together_and_handed_out_in_their_order(address: str) -> None:
    with cluster(address) as executor:
        executor.spread(1_000)
        futures = [executor.submit(divmod, number, 7) for number in range(20)]
        assert [future.result() for future in futures] == [divmod(n, 7) for n in range(20)]
        wrong = executor.submit(divmod, 1, 0)
        with pytest.raises(ZeroDivisionError):
            wrong.result()
        executor.shutdown()


def test_who_waits_for_a_call_that_is_sent_leaves_the_next_task_to_fill(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    tasks: list[int] = []
    with cluster(address) as executor:
        remote = executor._remote

        def submit(function: Any, identity: Any, calls: list[Any]) -> Any:
            tasks.append(len(calls))
            return remote.submit(function, identity, calls)

        monkeypatch.setattr(executor, "_remote", SimpleNamespace(submit=submit))
        executor.spread(10_000)
        waiting = deque(executor.submit(divmod, number, 7) for number in range(3 * CALLS_PER_TASK))
        for number in range(3 * CALLS_PER_TASK, 10 * CALLS_PER_TASK):
            waiting.popleft().result()
            waiting.append(executor.submit(divmod, number, 7))
        assert tasks == [CALLS_PER_TASK] * 10
        remote.shutdown(wait=False)


def dealt_with_a_death(executor: Cluster, victim: Process, rounds: int) -> Totals:
    executor.everywhere(warm, JOB.game, JOB.kernel)
    ahead = executor.spread(rounds // JOB.chunk_rounds)
    dealt = run(JOB, rounds, executor, ahead=ahead, clock=time.perf_counter)
    for totals in dealt:
        if totals.chunks == 3:
            victim.send_signal(signal.SIGKILL)
            victim.wait()
        last = totals
    return last


def test_a_worker_that_dies_changes_nothing(tmp_path: Path) -> None:
    rounds = 40 * JOB.chunk_rounds + 5
    with scheduler(tmp_path) as (address, _), workers(address, tmp_path, 2) as both:
        with cluster(address) as executor:
            found = dealt_with_a_death(executor, both[0], rounds)
            executor.shutdown()
        assert both[0].returncode == -signal.SIGKILL
        assert both[1].poll() is None
    assert same(found, straight(rounds))


def test_a_cluster_whose_scheduler_dies_is_given_up(tmp_path: Path) -> None:
    with (
        scheduler(tmp_path) as (address, program),
        workers(address, tmp_path, 2),
        cluster(address) as executor,
    ):
        began = time.monotonic()
        with pytest.raises(CasinoWarError, match="--cluster: the scheduler is gone"):
            dealt_with_a_death(executor, program, 10**12)
        assert time.monotonic() - began < PATIENCE


@pytest.mark.parametrize("kept", [True, False])
def test_what_was_dealt_before_a_scheduler_died_is_a_result(
    kept: bool, address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest = running.run

    def cut_off(*args: Any, **named: Any) -> Iterator[Totals]:
        for number, totals in enumerate(honest(*args, **named), 1):
            yield totals
            if number == 3:
                raise CasinoWarError("--cluster: the scheduler is gone")

    monkeypatch.setattr(dealing, "run", cut_off)
    file = tmp_path / "run.json"
    save = ("--save", str(file)) if kept else ()
    result = simulate("--rounds", "1e9", "--seed", "12", "--cluster", address, *save, "--json")
    assert result.exit_code == 2
    found = json.loads(result.stdout)
    assert (found["stopped"], found["rounds"]) == ("cluster", 3 * 500_000)
    where = f"{file} has the first" if kept else "the result covers the first"
    assert f"Error: --cluster: the scheduler is gone; {where} {found['rounds']:,}" in result.stderr
    assert file.exists() is kept


def test_a_cluster_without_workers_is_said_to_have_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clustering, "_WORKERS_SECONDS", 0.5)
    monkeypatch.setattr(clustering, "_PATIENCE", 1)
    with scheduler(tmp_path) as (address, _):
        said = refused("--cluster", address)
        assert said == (
            f"Error: --cluster: the scheduler at {address} has no workers; "
            f"start some with: dask worker {address}"
        )
        with workers(address, tmp_path, 2) as both, cluster(address) as executor:
            for each in both:
                each.kill()
                each.wait()
            with pytest.raises(
                CasinoWarError, match="no worker is left, and none joined within 1 s"
            ):
                executor.submit(divmod, 7, 2).result()
            executor.shutdown()


def test_workers_without_this_program_are_said_to_lack_it(tmp_path: Path) -> None:
    (tmp_path / "casinowar").mkdir()
    (tmp_path / "casinowar" / "__init__.py").touch()
    with scheduler(tmp_path) as (address, _):
        words = worker_words(address, tmp_path)
        with started(*words, folder=tmp_path, PYTHONPATH=str(tmp_path)):
            said = refused("--cluster", address, "--rounds", "100")
    assert said.startswith("Error: --cluster: a worker cannot run casinowar (")
    assert "No module named 'casinowar.sim'" in said
    assert said.endswith("install casinowar[cluster] on every machine")


def test_workers_of_another_version_are_refused(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clustering, "identity", lambda: Identity("9.9", "0123456789abcdef"))
    said = refused("--cluster", address, "--rounds", "100")
    assert "a worker has other kernels (casinowar " in said
    assert "than this machine (casinowar 9.9, 0123456789abcdef); install the same version" in said
    with cluster(address) as executor:
        late = executor.submit(divmod, 7, 2)
        with pytest.raises(CasinoWarError, match="a worker has other kernels"):
            late.result()
        executor.shutdown()


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:{free}", "nowhere", "tcp://", "x://y:1", ""])
def test_a_scheduler_that_is_not_there_is_said_to_be_missing(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clustering, "_CONNECT_SECONDS", 0.5)
    began = time.monotonic()
    address = address.format(free=free_port())
    said = refused("--cluster", address)
    assert said.startswith(f"Error: --cluster: no dask scheduler answers at {address}; start one")
    assert time.monotonic() - began < 30


@pytest.mark.parametrize("greeting", [b"", b"SSH-2.0-x\r\n", b"\x00" * 64, b"\xff" * 64], ids=len)
def test_something_else_that_answers_is_no_scheduler(
    greeting: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clustering, "_CONNECT_SECONDS", 0.5)
    with socket.socket() as listening, ThreadPoolExecutor(1) as pool:
        listening.bind(("127.0.0.1", 0))
        listening.listen()

        def greet() -> None:
            other, _ = listening.accept()
            with other:
                other.sendall(greeting)
                other.settimeout(PATIENCE)
                while other.recv(1 << 16):
                    pass

        pool.submit(greet)
        address = f"tcp://127.0.0.1:{listening.getsockname()[1]}"
        assert f"no dask scheduler answers at {address}" in refused("--cluster", address)


def test_a_missing_library_is_named_with_its_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    said = refused("--cluster", "tcp://127.0.0.1:1")
    assert "a cluster needs distributed: pip install 'casinowar[cluster]'" in said
