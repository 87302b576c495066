"""`casinowar serve`: a house that is open until Ctrl-C."""

import os
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from casinowar.cli.nearby import EVERYWHERE, addresses_nearby
from casinowar.cli.where import house_options

if TYPE_CHECKING:
    from casinowar.house.floor import Opening
    from casinowar.house.house import House
    from casinowar.house.settings import Settings

EXAMPLES = """\b
Examples:
  casinowar serve
  casinowar serve --host 0.0.0.0 --port 8080
  casinowar serve --data /srv/casinowar --rules my-table.toml
  casinowar serve --database postgresql://casinowar@db/house --workers 4
  CASINOWAR_BETTING_SECONDS=30 casinowar serve
"""


@click.command("serve", epilog=EXAMPLES)
@click.option("--host", metavar="ADDRESS", help="The address to listen at; 127.0.0.1 if not set.")
@click.option("--port", type=int, metavar="PORT", help="Its port; 8000 if not set, 0 is any.")
@house_options
@click.option(
    "--rules", multiple=True, metavar="FILE", help="Open a table under these rules; repeatable."
)
@click.option(
    "--workers", type=int, metavar="N", help="How many processes serve; more need PostgreSQL."
)
@click.option(
    "--players-may-have-edge",
    is_flag=True,
    default=None,
    help="Open it even if its rules favour the players.",
)
def command(**options: Any) -> None:
    """Open a house: its tables, played over HTTP.

    The first time a database is made, with one table for each of the built-in rule sets. The link
    that is printed makes whoever opens it first the operator. Everything is kept: stopped in any
    way and started again, the house goes on with the same next card. casinowar config shows all
    settings.
    """
    from casinowar.house import logs, settings

    chosen = settings.load(options)
    for stranger in settings.strangers():
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
    """Refuse a second server of a house in one file; in PostgreSQL there may be many."""
    from casinowar.errors import CasinoWarError
    from casinowar.store.engine import is_shared
    from casinowar.store.lock import Lock

    if is_shared(settings.house):
        return nullcontext()
    if settings.workers > 1:
        raise CasinoWarError(
            f"--workers {settings.workers}: a house in SQLite has one server at a time; several "
            "share one in PostgreSQL: --database postgresql://user@host/name"
        )
    return Lock(settings.house)


def _own_tables(settings: "Settings") -> "tuple[Opening, ...]":
    """The tables of the operator's own rule files, read before anything is made."""
    from casinowar.errors import CasinoWarError
    from casinowar.house.opening import read_files
    from casinowar.house.refusals import Refused

    may = settings.players_may_have_edge
    try:
        return read_files(settings.rules, players_may_have_edge=may)
    except Refused as error:
        why = error.why.removesuffix(".")
        raise CasinoWarError(f"{why}: --players-may-have-edge") from None


def _open(settings: "Settings", own: "tuple[Opening, ...]") -> "House":
    """The house with its floor."""
    from casinowar.errors import CasinoWarError
    from casinowar.house.opening import open_floor
    from casinowar.store.engine import Unwritable, shown

    house = _make_house(settings)
    try:
        open_floor(house, own)
    except Unwritable as error:
        house.close()
        raise CasinoWarError(
            f"{shown(settings.house)}: nothing can be written: {error.cause}"
        ) from None
    except BaseException:
        house.close()
        raise
    return house


def _make_house(settings: "Settings") -> "House":
    """The house as it is set."""
    import secrets
    import time

    from casinowar.house.house import House
    from casinowar.house.ownlimits import Pace
    from casinowar.house.timing import Seconds

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
    )


def _serve(house: "House", settings: "Settings", listening: socket.socket) -> None:
    """Serve until a signal comes, here or in several processes."""
    from casinowar.house.accounts import new_operator_link
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
    """What one of several processes does."""
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
    """Serve in this process until a signal comes; `opened` is told the port.

    One of several workers has a number; the first of them keeps the house tidy.
    """
    import asyncio

    from casinowar.errors import CasinoWarError
    from casinowar.house.tidying import Days, keep_tidy
    from casinowar.web.meter import Meter
    from casinowar.web.server import Server

    beside = []
    days = Days(settings.keep_requests_days, settings.keep_guests_days)

    def started(port: int) -> None:
        opened(port)
        if worker <= 1:
            beside.append(asyncio.get_running_loop().create_task(keep_tidy(house, days)))

    server = Server(house, settings, started, meter=Meter(worker))
    with _quiet_signals():
        server.run(sockets=[listening])
    if not server.started:
        raise CasinoWarError("the house could not be opened; the log says why")


def tell(settings: "Settings", port: int, secret: str | None) -> None:
    """Say where the house is, and whose it is if nobody's yet."""
    from casinowar.masking import mask

    is_everywhere = settings.host in EVERYWHERE
    address = _address("localhost" if is_everywhere else settings.host, port)
    _say(f"The house is open at {address}")
    if is_everywhere:
        _tell_others(settings.host, port)
    if secret is not None:
        _say(f"  operator  {address}/operator/{secret}")
        _say("            whoever uses this link first runs the house: then register")
    _say(f"  API       {address}/api/docs")
    _say(f"  database  {mask(settings.house)}")
    _say("Ctrl-C closes it.")


def _tell_others(host: str, port: int) -> None:
    """Say by which addresses it is reached from other machines."""
    found = addresses_nearby(host)
    for each in found:
        _say(f"  others    {_address(each, port)}")
    if found:
        _say("            for others on this network: open it there to invite them")
    else:
        _say("  others    at this machine's own address on the network, which was not found")


def _say(line: str) -> None:
    """Print a line; should nobody read what is printed any more, the house goes on without."""
    try:
        click.echo(line)
    except BrokenPipeError:
        with Path(os.devnull).open("w", encoding="utf-8") as nowhere:
            os.dup2(nowhere.fileno(), sys.stdout.fileno())


def _address(host: str, port: int) -> str:
    """The URL of a house."""
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


@contextmanager
def _listening(settings: "Settings") -> Iterator[socket.socket]:
    """A socket at the address, before anything else is done."""
    from casinowar.errors import CasinoWarError

    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    try:
        opened = socket.create_server((settings.host, settings.port), family=family)
    except OSError as error:
        where = f"{settings.host}, port {settings.port}"
        raise CasinoWarError(f"cannot listen at {where}: {error.strerror or error}") from error
    with opened:
        yield opened


@contextmanager
def _quiet_signals() -> Iterator[None]:
    """The server hears signals itself, and sends each again when it is done: that is enough."""
    known = (signal.SIGINT, signal.SIGTERM)
    before = {number: signal.signal(number, lambda *_: None) for number in known}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
