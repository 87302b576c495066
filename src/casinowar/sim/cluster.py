"""An executor that plays the chunks of a simulation on a cluster of dask.distributed.

A chunk's counts depend only on its number. So it does not matter which worker plays it, or how
often: if a worker is lost, its chunks are played again and the totals are the same. Several chunks
make one task of about a second, so that sending costs next to nothing.

Workers must have the same kernels as this machine. Each worker is checked before the run and again
with every task, because workers come and go.
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
from casinowar.optional_libraries import require_library
from casinowar.sim.kernels import compiled

CALLS_PER_TASK = 8
"""The chunks of one task: about a second of work."""
_ADDRESS = re.compile(r"[a-z]+://[^/]+:[0-9]+")
_CONNECT_SECONDS = 5
_WORKERS_SECONDS = 10
_LOOK_SECONDS = 1
_PATIENCE = 60
"""Seconds that a run waits for a worker when none is left."""
_GONE = "--cluster: the scheduler is gone"

Call = tuple[Callable[..., Any], tuple[Any, ...]]


class Identity(NamedTuple):
    """The program's identity, which must be the same on every machine."""

    version: str
    kernels: str
    """A digest of the sources, because two checkouts of one version can differ."""


@cache
def identity() -> Identity:
    """Return the identity of this machine."""
    return Identity(version("casinowar"), compiled.sources_digest())


@contextmanager
def cluster(address: str) -> Iterator["Cluster"]:
    """Connect to the cluster whose scheduler has this address, such as ``tcp://10.0.0.5:8786``."""
    distributed = require_library("distributed", "a cluster", "cluster")
    _silence()
    try:
        asyncio.run(_try_connecting(distributed, address))
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


async def _try_connecting(distributed: Any, address: str) -> None:
    """Connect to the scheduler once: a client would wait forever for one that never answers."""
    if _ADDRESS.fullmatch(address) is None:
        raise ValueError(address)
    connecting = distributed.comm.connect(address, timeout=_CONNECT_SECONDS)
    connection = await asyncio.wait_for(connecting, _CONNECT_SECONDS + 1)
    await connection.close()


def _silence() -> None:
    """Silence the library's logs: our errors report everything that matters."""
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
        """Announce so many calls; return how many to submit before waiting for the first."""
        self._left = calls
        self._threads = max(1, sum(self._client.nthreads().values()))
        return 3 * self._threads * CALLS_PER_TASK

    def everywhere(self, function: Callable[..., object], *args: object) -> None:
        """Run a function on every worker, after checking that it runs the same program."""
        try:
            self._client.run(_checked, self._identity, [(function, args)])
        except CasinoWarError:
            raise
        except (
            Exception
        ) as error:  # a worker without this program, or a broken one, raises anything
            raise CasinoWarError(
                f"--cluster: a worker cannot run casinowar ({error}); "
                "install casinowar[cluster] on every machine"
            ) from error

    def submit(self, function: Callable[..., Any], /, *args: Any, **named: Any) -> "Future[Any]":
        """Queue a call; it is sent when a task is full, or when a caller waits for its result."""
        assert not named, "calls take positional arguments only"
        awaited = _Awaited(self)
        self._gathered.append((awaited, (function, args)))
        # tasks shrink towards the end, so that no worker is idle for long
        if len(self._gathered) >= min(CALLS_PER_TASK, self._left // (2 * self._threads)):
            self.send()
        return awaited

    def send(self) -> None:
        """Send the queued calls as one task."""
        gathered, self._gathered = self._gathered, []
        if not gathered:
            return
        self.check(0)
        self._left -= len(gathered)
        calls = [call for _, call in gathered]
        task = self._remote.submit(_checked, self._identity, calls)
        task.add_done_callback(lambda done: _hand_out(done, [awaited for awaited, _ in gathered]))

    def send_if_gathered(self, awaited: "_Awaited") -> None:
        """Send the queued calls if this is one of them; otherwise let the task fill up."""
        if any(each is awaited for each, _ in self._gathered):
            self.send()

    def check(self, waited: float) -> None:
        """Raise an error if the cluster is gone."""
        if self._client.status not in ("running", "connecting"):
            raise CasinoWarError(_GONE)
        if waited >= _PATIENCE and not self._client.nthreads():
            raise CasinoWarError(
                f"--cluster: no worker is left, and none joined within {_PATIENCE} s"
            )

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:  # noqa: ARG002
        """Disconnect from the workers and drop the calls they still run."""
        self._gathered = []
        self._remote.shutdown(wait=False)


class _Awaited(Future[Any]):
    """The future result of a call; waiting for it sends the call."""

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
    """Give each call its result or its error."""
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
    """Run calls on a worker, after checking that it runs the same program."""
    own = identity()
    if own != client:
        raise CasinoWarError(
            f"--cluster: a worker has other kernels (casinowar {own.version}, {own.kernels}) than "
            f"this machine (casinowar {client.version}, {client.kernels}); install the same "
            "version on both"
        )
    return [function(*args) for function, args in calls]
