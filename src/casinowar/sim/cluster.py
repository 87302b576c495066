"""The chunks of a simulation on a cluster of dask.distributed, through its executor.

A chunk's counts follow from its number alone, so it does not matter which worker plays it, nor how
often: one that was lost with its worker is played again, and the totals are the same. Several
chunks make one task, about a second of work, so that sending costs next to nothing.

Workers must have the same kernels as this machine: each says so before the run, and again with
every task, for workers come and go.
"""

import asyncio
import logging
import re
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from functools import cache
from importlib.metadata import version
from typing import Any, NamedTuple

from casinowar.errors import CasinoWarError
from casinowar.extras import needed
from casinowar.sim import compiled

CALLS_PER_TASK = 8
"""As many chunks as take about a second."""
_ADDRESS = re.compile(r"[a-z]+://[^/]+:[0-9]+")
_CONNECT_SECONDS = 5
_WORKERS_SECONDS = 10
_LOOK_SECONDS = 1
_PATIENCE = 60
"""Seconds that a run waits for a worker where none is left."""
_GONE = "--cluster: the scheduler is gone"

Call = tuple[Callable[..., Any], tuple[Any, ...]]


class Identity(NamedTuple):
    """What must be the same on every machine."""

    version: str
    kernels: str
    """A digest of the sources: two checkouts of one version can differ."""


@cache
def identity() -> Identity:
    """That of this machine."""
    return Identity(version("casinowar"), compiled.sources_digest())


@contextmanager
def cluster(address: str) -> Iterator["Cluster"]:
    """A cluster at the address of its scheduler, such as ``tcp://10.0.0.5:8786``."""
    distributed = needed("distributed", "a cluster", "cluster")
    _silence()
    try:
        asyncio.run(_greet(distributed, address))
    except Exception as error:
        raise CasinoWarError(
            f"--cluster: no dask scheduler answers at {address}; "
            "start one with: dask scheduler, and give its address as tcp://host:port"
        ) from error
    with distributed.Client(address, timeout=_CONNECT_SECONDS, set_as_default=False) as client:
        try:
            client.wait_for_workers(1, timeout=_WORKERS_SECONDS)
        except TimeoutError as error:
            raise CasinoWarError(
                f"--cluster: the scheduler at {address} has no workers; "
                f"start some with: dask worker {address}"
            ) from error
        yield Cluster(client)


async def _greet(distributed: Any, address: str) -> None:
    """Meet the scheduler: a client would wait for ever for one that never says a word."""
    if _ADDRESS.fullmatch(address) is None:
        raise ValueError(address)
    greeting = distributed.comm.connect(address, timeout=_CONNECT_SECONDS)
    met = await asyncio.wait_for(greeting, _CONNECT_SECONDS + 1)
    await met.close()


def _silence() -> None:
    """What matters is said by errors; the library logs much besides."""
    for name in ("distributed", *logging.root.manager.loggerDict):
        if name.partition(".")[0] == "distributed":
            logging.getLogger(name).setLevel(logging.CRITICAL)


class Cluster(Executor):
    """An executor that sends calls to the workers of a cluster, several at a time."""

    def __init__(self, client: Any) -> None:
        self._client = client
        self._identity = identity()
        self._remote: Executor = client.get_executor(pure=False)
        self._gathered: list[tuple[_Awaited, Call]] = []
        self._left = 0
        self._threads = 1

    def spread(self, calls: int) -> int:
        """Share out so many calls: how many of them to submit before waiting for the first."""
        self._left = calls
        self._threads = max(1, sum(self._client.nthreads().values()))
        return 3 * self._threads * CALLS_PER_TASK

    def everywhere(self, function: Callable[..., object], *args: object) -> None:
        """Let every worker do something, if it is the same program."""
        try:
            self._client.run(_checked, self._identity, [(function, args)])
        except CasinoWarError:
            raise
        except Exception as error:  # whatever a worker without this program, or a broken one, says
            raise CasinoWarError(
                f"--cluster: a worker cannot run casinowar ({error}); "
                "install casinowar[cluster] on every machine"
            ) from error

    def submit(self, function: Callable[..., Any], /, *args: Any, **named: Any) -> "Future[Any]":
        """Gather a call; it is sent when a task is full, or when somebody waits for it."""
        assert not named, "calls have arguments by place alone"
        awaited = _Awaited(self)
        self._gathered.append((awaited, (function, args)))
        # tasks grow small towards the end, so that no worker is long without one
        if len(self._gathered) >= min(CALLS_PER_TASK, self._left // (2 * self._threads)):
            self.send()
        return awaited

    def send(self) -> None:
        """Send what is gathered as one task."""
        gathered, self._gathered = self._gathered, []
        if not gathered:
            return
        self.check(0)
        self._left -= len(gathered)
        calls = [call for _, call in gathered]
        task = self._remote.submit(_checked, self._identity, calls)
        task.add_done_callback(lambda done: _hand_out(done, [awaited for awaited, _ in gathered]))

    def send_if_gathered(self, awaited: "_Awaited") -> None:
        """Send what is gathered if this is among it; other tasks are left to fill."""
        if any(each is awaited for each, _ in self._gathered):
            self.send()

    def check(self, waited: float) -> None:
        """Refuse to wait longer for a cluster that is gone."""
        if self._client.status not in ("running", "connecting"):
            raise CasinoWarError(_GONE)
        if waited >= _PATIENCE and not self._client.nthreads():
            raise CasinoWarError(f"--cluster: no worker is left, and none came in {_PATIENCE} s")

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:  # noqa: ARG002
        """Leave the workers; what they still play is dropped."""
        self._gathered = []
        self._remote.shutdown(wait=False)


class _Awaited(Future[Any]):
    """What will come of a call: whoever waits for it has it sent."""

    def __init__(self, cluster: Cluster) -> None:
        super().__init__()
        self._cluster = cluster

    def result(self, timeout: float | None = None) -> Any:
        self._cluster.send_if_gathered(self)
        waited = 0.0
        while timeout is None:
            try:
                return super().result(_LOOK_SECONDS)
            except TimeoutError:
                waited += _LOOK_SECONDS
                self._cluster.check(waited)
        return super().result(timeout)


def _hand_out(task: "Future[list[Any]]", awaited: list[_Awaited]) -> None:
    """Give each call what came of it."""
    for place, each in enumerate(awaited):
        if not each.set_running_or_notify_cancel():
            continue
        if task.cancelled():
            each.set_exception(CasinoWarError(_GONE))
        elif (error := task.exception()) is not None:
            each.set_exception(error)
        else:
            each.set_result(task.result()[place])


def _checked(client: Identity, calls: list[Call]) -> list[Any]:
    """On a worker: do calls, if they mean the same there."""
    own = identity()
    if own != client:
        raise CasinoWarError(
            f"--cluster: a worker has other kernels (casinowar {own.version}, {own.kernels}) than "
            f"this machine (casinowar {client.version}, {client.kernels}); install the same version"
        )
    return [function(*args) for function, args in calls]
