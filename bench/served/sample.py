"""A measurement: what clients did within some seconds, and the processor time it took."""

import os
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import psutil

from bench.served.clients import Client, Script, load
from bench.served.server import Server


@dataclass(frozen=True, slots=True)
class Job:
    """A script that clients run against servers."""

    script: Script
    clients: Sequence[Client]
    servers: Sequence[Server]
    database: int | None = None
    """The process of the database, if it has one of its own."""


@dataclass(frozen=True, slots=True)
class Sample:
    """A job, done for some seconds."""

    acts: int
    seconds: float
    server: float
    """Processor seconds of the servers."""
    database: float
    client: float
    others: float
    """Share of all processors that other programs took."""
    requests: list[float]
    """How long each request took."""

    @property
    def rate(self) -> float:
        """Acts a second."""
        return self.acts / self.seconds

    @property
    def efficiency(self) -> float:
        """Acts for each processor-second of the servers."""
        return self.acts / self.server


@dataclass(frozen=True, slots=True)
class Summary:
    """The samples of one job: medians, and processor time for each act."""

    name: str
    a_second: float
    median_ms: float
    p99_ms: float
    server_us: float
    database_us: float
    client_us: float


def summarise(name: str, samples: Sequence[Sample]) -> Summary:
    """Summarise the samples of a job."""
    requests = [1000 * each for sample in samples for each in sample.requests]
    acts = sum(sample.acts for sample in samples) / 1e6
    return Summary(
        name,
        a_second=statistics.median(sample.rate for sample in samples),
        median_ms=statistics.median(requests),
        p99_ms=statistics.quantiles(requests, n=100, method="inclusive")[98],
        server_us=sum(sample.server for sample in samples) / acts,
        database_us=sum(sample.database for sample in samples) / acts,
        client_us=sum(sample.client for sample in samples) / acts,
    )


def take_sample(job: Job, seconds: float, key: str) -> Sample:
    """Do a job for some seconds."""
    used, busy, began = _used(job), _busy(), time.perf_counter()
    ports = [server.port for server in job.servers]
    tallies = load(ports, job.clients, job.script, seconds, key)
    took, all_of_it = time.perf_counter() - began, _busy() - busy
    server, database, client = (
        after - before for after, before in zip(_used(job), used, strict=True)
    )
    return Sample(
        acts=sum(tally.acts for tally in tallies),
        seconds=took,
        server=server,
        database=database,
        client=client,
        others=max(0.0, all_of_it - server - database - client) / took / (os.cpu_count() or 1),
        requests=[each for tally in tallies for each in tally.seconds],
    )


def ratio(
    ours: Sequence[Sample],
    base: Sequence[Sample],
    figure: Callable[[Sample], float] = lambda sample: sample.rate,
) -> float:
    """The median of the ratios of a figure, turn by turn."""
    return statistics.median(
        figure(one) / figure(other) for one, other in zip(ours, base, strict=True)
    )


def _used(job: Job) -> tuple[float, float, float]:
    """Processor seconds of servers, database and clients so far."""
    database = [] if job.database is None else _family(job.database)
    servers = [psutil.Process(server.pid) for server in job.servers]
    return _seconds(servers), _seconds(database), _seconds([psutil.Process()])


def _family(pid: int) -> list[psutil.Process]:
    parent = psutil.Process(pid)
    return [parent, *parent.children(recursive=True)]


def _seconds(processes: Sequence[psutil.Process]) -> float:
    times = (process.cpu_times() for process in processes)
    return float(sum(each.user + each.system for each in times))


def _busy() -> float:
    """Seconds that all processors together were busy, with whatever."""
    times = psutil.cpu_times()
    return float(sum(times) - times.idle - getattr(times, "iowait", 0.0))
