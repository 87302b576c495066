"""The meter: counts of requests, commits and streams, added up over all workers.

Any worker may answer a scrape, and must not report its own counts alone. So the workers keep their
counts in files of a shared folder (prometheus-client's multiprocess mode), and each adds up all of
them. A file is named by its worker's number, so a restarted worker continues its counts.
"""

from collections.abc import Iterable

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest, values
from prometheus_client.metrics import disable_created_metrics
from prometheus_client.metrics_core import Metric
from prometheus_client.multiprocess import MultiProcessCollector

from casinowar import __version__
from casinowar.house.house import Watch

_METHODS = frozenset({"GET", "HEAD", "POST"})
_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
_JOBS = (1, 2, 4, 8, 16, 32, 64, 128, 256)

disable_created_metrics()  # type: ignore[no-untyped-call]


class Meter(Watch):
    """The counts of one process, or of all workers."""

    def __init__(self, worker: int = 0) -> None:
        """`worker` is the number of a worker that shares a folder with others; else 0."""
        values.ValueClass = values.MutexValue
        if worker:
            kept = values.MultiProcessValue(lambda: worker)  # type: ignore[no-untyped-call]
            values.ValueClass = kept
        self._is_shared = bool(worker)
        self._own = CollectorRegistry()
        self._known: dict[tuple[str, str, str], tuple[Counter, Histogram]] = {}
        self._requests = Counter(
            "casinowar_requests",
            "Requests by the template of their path, with the status of the answer.",
            ("method", "route", "status"),
            registry=self._own,
        )
        self._seconds = Histogram(
            "casinowar_request_seconds",
            "Seconds until the answer began.",
            ("route",),
            buckets=_SECONDS,
            registry=self._own,
        )
        self._commits = Histogram(
            "casinowar_commit_jobs",
            "Jobs that shared a durable commit; its count is the number of commits.",
            buckets=_JOBS,
            registry=self._own,
        )
        self._waiting = self._gauge("casinowar_jobs_waiting", "Jobs that wait for a commit.")
        self.streams = self._gauge("casinowar_streams_open", "Open streams of events.")
        Counter(
            "casinowar_worker_starts",
            "Starts of workers, including the first of each.",
            registry=self._own,
        ).inc()
        Gauge(
            "casinowar_info",
            "The version of the server.",
            ("version",),
            registry=self._own,
            multiprocess_mode="max",
        ).labels(__version__).set(1)

    def _gauge(self, name: str, says: str) -> Gauge:
        gauge = Gauge(name, says, registry=self._own, multiprocess_mode="livesum")
        gauge.set(0)  # drops what an earlier worker with this number left behind
        return gauge

    def answered(self, method: str, route: str, status: int, seconds: float | None) -> None:
        """Count a request; `seconds` is the time until its answer began, if it did."""
        method = method if method in _METHODS else "other"
        counter, histogram = self._of(method, route, str(status) if status else "none")
        counter.inc()
        if seconds is not None:
            histogram.observe(seconds)

    def _of(self, method: str, route: str, status: str) -> tuple[Counter, Histogram]:
        """The counters of a kind of request; there are few kinds, so each is looked up once."""
        found = self._known.get((method, route, status))
        if found is None:
            counter = self._requests.labels(method, route, status)
            found = self._known[method, route, status] = counter, self._seconds.labels(route)
        return found

    def waiting(self, jobs: int) -> None:
        """Note how many jobs wait for the next commit."""
        self._waiting.set(jobs)

    def committed(self, jobs: int) -> None:
        """Count a commit that so many jobs shared."""
        self._commits.observe(jobs)

    def text(self, more: Iterable[Metric]) -> bytes:
        """All counts and the given metrics, in the text format of Prometheus."""
        counts = self._own
        if self._is_shared:
            counts = CollectorRegistry()
            MultiProcessCollector(counts)  # type: ignore[no-untyped-call]
        return generate_latest(counts) + generate_latest(_Given(more))


class _Given(CollectorRegistry):
    """A registry of given metrics."""

    def __init__(self, metrics: Iterable[Metric]) -> None:
        super().__init__()
        self._metrics = list(metrics)

    def collect(self) -> Iterable[Metric]:
        return self._metrics
