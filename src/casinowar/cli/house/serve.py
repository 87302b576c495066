"""`casinowar serve`: run a house until Ctrl-C."""

import os
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from casinowar.cli.amounts import cents
from casinowar.cli.house.location import house_options
from casinowar.cli.house.network import EVERYWHERE, addresses_nearby

if TYPE_CHECKING:
    from casinowar.house.house import House
    from casinowar.house.settings import Settings
    from casinowar.house.tables.floor import Opening

EXAMPLES = """\b
Examples:
  casinowar serve
  casinowar serve --host 0.0.0.0 --port 8080
  casinowar serve --data /srv/casinowar --rules my-table.toml
  casinowar serve --database postgresql://casinowar@db/house --workers 4
  casinowar serve --authorised 300
  CASINOWAR_BETTING_SECONDS=30 casinowar serve
"""


@click.command("serve", epilog=EXAMPLES)
@click.option("--host", metavar="ADDRESS", help="Address to listen on; 127.0.0.1 if not set.")
@click.option(
    "--port",
    type=int,
    metavar="PORT",
    help="Port to listen on; 8000 if not set, 0 for any free port.",
)
@house_options
@click.option(
    "--rules", multiple=True, metavar="FILE", help="Open a table with these rules; repeatable."
)
@click.option(
    "--workers", type=int, metavar="N", help="Number of processes; 2 or more need PostgreSQL."
)
@click.option(
    "--players-may-have-edge",
    is_flag=True,
    default=None,
    help="Open tables even if their rules favour the players.",
)
@click.option(
    "--authorised",
    callback=cents,
    metavar="M",
    help="Authorised limit of a wager, for rules that require one.",
)
def command(**options: Any) -> None:
    """Run a house: a server with tables to play at in the browser.

    The first start creates a database with one table for each built-in rule set. It prints a link:
    the first person to open it becomes the operator. Every step is saved: however the server
    stops, it continues with the same next card when you start it again. casinowar config shows all
    settings.
    """
    from casinowar.house import logs, settings

    chosen = settings.load(options)
    for stranger in settings.unknown_variables():
        click.echo(f"Note: {stranger}", err=True)
    logs.configure(chosen.log_format, chosen.log_level)
    own = _own_tables(chosen)
    with chosen.folder(), _to_oneself(chosen), _listening(chosen) as listening:
        house = _open(chosen, own)
        try:
            _serve(house, chosen, listening)
        finally:
            house.close()
    _say("The house is closed.")


def _to_oneself(settings: "Settings") -> AbstractContextManager[object]:
    """Lock an SQLite house, which can have one server only; PostgreSQL houses can have many."""
    from casinowar.errors import CasinoWarError
    from casinowar.store.backends.engine import is_shared
    from casinowar.store.backends.lock import Lock

    if is_shared(settings.house):
        return nullcontext()
    if settings.workers > 1:
        raise CasinoWarError(
            f"--workers {settings.workers}: a house in SQLite can have one process only; for "
            "several, use PostgreSQL: --database postgresql://user@host/name"
        )
    return Lock(settings.house)


def _own_tables(settings: "Settings") -> "tuple[Opening, ...]":
    """Read the operator's own rule files into tables, before anything is created."""
    from casinowar.errors import CasinoWarError
    from casinowar.house.refusals import Refused
    from casinowar.house.upkeep.startup import read_files

    may = settings.players_may_have_edge
    try:
        return read_files(settings.rules, players_may_have_edge=may, authorised=settings.authorised)
    except Refused as error:
        why = error.why.removesuffix(".")
        raise CasinoWarError(f"{why}: --players-may-have-edge") from None


def _open(settings: "Settings", own: "tuple[Opening, ...]") -> "House":
    """Open the house and its tables."""
    from casinowar.errors import CasinoWarError
    from casinowar.house.upkeep.startup import open_floor
    from casinowar.store.backends.engine import Unwritable, shown

    house = _make_house(settings)
    try:
        open_floor(house, own, authorised=settings.authorised)
    except Unwritable as error:
        house.close()
        raise CasinoWarError(
            f"{shown(settings.house)}: cannot write to this database: {error.cause}"
        ) from None
    except BaseException:
        house.close()
        raise
    return house


def _make_house(settings: "Settings") -> "House":
    """Create the house from its settings."""
    import secrets
    import time

    from casinowar.house.house import House
    from casinowar.house.people.own_limits import Pace
    from casinowar.house.timeouts import Seconds

    return House(
        settings.house,
        clock=lambda: time.time_ns() // 1_000_000,
        entropy=secrets.token_bytes,
        seconds=Seconds(
            commitments=settings.commit_seconds,
            reveals=settings.reveal_seconds,
            bank=settings.bank_seconds,
            stake=settings.stake_seconds,
            bets=settings.betting_seconds,
            choice=settings.choice_seconds,
        ),
        pace=Pace(settings.round_seconds, settings.quick_rebet),
        authorised=settings.authorised,
    )


def _serve(house: "House", settings: "Settings", listening: socket.socket) -> None:
    """Serve until a signal arrives, in this process or in several."""
    from casinowar.house.people.accounts import new_operator_link
    from casinowar.web import workers

    secret = house.do_now(lambda work: new_operator_link(work, house.means.entropy))

    def opened(port: int) -> None:
        tell(settings, port, secret)

    if settings.workers == 1:
        _run(house, settings, listening, opened)
        return
    house.close()
    with workers.shared_folder():
        workers.serve(_work, settings, listening, lambda: opened(listening.getsockname()[1]))


def _work(settings: "Settings", listening: socket.socket, number: int, tells: Any) -> None:
    """Run one of several worker processes."""
    from casinowar.house import logs
    from casinowar.web import workers

    logs.configure(settings.log_format, settings.log_level, worker=number)
    with workers.ends_with_a_line():
        house = _make_house(settings)
        try:
            _run(house, settings, listening, lambda _port: tells.close(), worker=number)
        finally:
            house.close()


def _run(
    house: "House",
    settings: "Settings",
    listening: socket.socket,
    opened: Callable[[int], None],
    *,
    worker: int = 0,
) -> None:
    """Serve in this process until a signal arrives; call `opened` with the port.

    Workers are numbered from 1; worker 1, or a single process, deletes old data.
    """
    import asyncio

    from casinowar.errors import CasinoWarError
    from casinowar.house.upkeep.retention import Days, keep_forgetting
    from casinowar.web.http.meter import Meter
    from casinowar.web.server import Server

    beside = []
    days = Days(settings.keep_requests_days, settings.keep_guests_days)

    def started(port: int) -> None:
        opened(port)
        if worker <= 1:
            beside.append(asyncio.get_running_loop().create_task(keep_forgetting(house, days)))

    server = Server(house, settings, started, meter=Meter(worker))
    with _quiet_signals():
        server.run(sockets=[listening])
    if not server.started:
        raise CasinoWarError("the server did not start; the log says why")


def tell(settings: "Settings", port: int, secret: str | None) -> None:
    """Print the address of the house, and the operator's link while there is no operator."""
    is_everywhere = settings.host in EVERYWHERE
    address = _address("localhost" if is_everywhere else settings.host, port)
    _say(f"The house is open at {address}")
    if is_everywhere:
        _tell_others(settings.host, port)
    if secret is not None:
        _say(f"  operator  {address}/operator/{secret}")
        _say("            the first person to open this link becomes the operator; then register")
    _say(f"  API       {address}/api/docs")
    _say(f"  database  {settings.shown_house}")
    _say("Press Ctrl-C to close the house.")


def _tell_others(host: str, port: int) -> None:
    """Print the addresses at which other machines reach the house."""
    found = addresses_nearby(host)
    for each in found:
        _say(f"  others    {_address(each, port)}")
    if found:
        _say("            for people on this network; open this address yourself to invite them")
    else:
        _say("  others    use this machine's network address, which could not be found")


def _say(line: str) -> None:
    """Print a line; if the reader has closed the pipe, discard this and all later output."""
    try:
        click.echo(line)
    except BrokenPipeError:
        with Path(os.devnull).open("w", encoding="utf-8") as nowhere:
            os.dup2(nowhere.fileno(), sys.stdout.fileno())


def _address(host: str, port: int) -> str:
    """Return the URL of a house."""
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


@contextmanager
def _listening(settings: "Settings") -> Iterator[socket.socket]:
    """Open the listening socket, before anything else happens."""
    from casinowar.errors import CasinoWarError

    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    try:
        opened = socket.create_server((settings.host, settings.port), family=family)
    except OSError as error:
        where = f"{settings.host}, port {settings.port}"
        raise CasinoWarError(f"cannot listen on {where}: {error.strerror or error}") from error
    with opened:
        yield opened


@contextmanager
def _quiet_signals() -> Iterator[None]:
    """Ignore signals here: the server handles them, and raises each again when it has stopped."""
    known = (signal.SIGINT, signal.SIGTERM)
    before = {number: signal.signal(number, lambda *_: None) for number in known}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
