"""The house that is measured: the whole app on its own database, and one POST that does nothing.

    python -m bench.served.server --data FOLDER --clients 64 [--flush-ms 4]
    python -m bench.served.server --database URL

It prints one line of JSON when it listens: its port, and for each client a session and tables.
With --flush-ms every commit takes so much longer, as on a disk that is slower to promise. Without
clients it is one more server of a house that another has prepared.
"""

import json
import secrets
import sys
import time
from functools import partial
from pathlib import Path

import click
from fastapi import FastAPI, Request, Response
from sqlalchemy import Engine, event

from casinowar.house import logs, settings
from casinowar.house.house import House
from casinowar.house.people import accounts
from casinowar.house.people.sessions import COOKIE
from casinowar.house.tables import floor
from casinowar.house.tables.commands import Caller, Sit
from casinowar.house.tables.floor import Opening
from casinowar.house.tables.jobs import act
from casinowar.rules.file import load_rules
from casinowar.store.writer.work import Work
from casinowar.web.server import Server

CHIPS = 10**11


def prepare(house: House, number: int) -> dict[str, str]:
    """A client who sits at a washington table and at an online game of their own."""

    def come(work: Work) -> tuple[Caller, str]:
        arrived = accounts.new_guest(work, secrets.token_bytes, CHIPS)
        return Caller(arrived.person.account, arrived.person.player), arrived.token

    caller, token = house.do_now(come)
    table = f"w{number}"
    house.open_now(Opening(load_rules("washington")), table)
    game = house.do_now(lambda work: floor.own_game(work, house.means, caller, "online")).id
    for table_id in (table, game):
        house.do_now(partial(_sit, house=house, caller=caller, table_id=table_id))
    return {"cookie": f"{COOKIE}={token}", "table": table, "game": game}


def _sit(work: Work, house: House, caller: Caller, table_id: str) -> None:
    work.key = (caller.account, f"sit {table_id}")
    act(work, house.means, caller, table_id, Sit(1), "sit")


@click.command(help=__doc__)
@click.option("--data", type=click.Path(path_type=Path))
@click.option("--database")
@click.option("--clients", default=0)
@click.option("--flush-ms", default=0.0)
def main(data: Path | None, database: str | None, clients: int, flush_ms: float) -> None:
    """Serve until the process is ended."""
    logs.configure("json", "warning")
    chosen = settings.load(
        {"port": 0, "data": data, "database": database, "requests_per_second": 0}
    )
    house = House(
        chosen.house, clock=lambda: time.time_ns() // 1_000_000, entropy=secrets.token_bytes
    )
    if clients:
        house.open_now(Opening(load_rules("online")), "online")
    people = [prepare(house, number) for number in range(clients)]

    def started(port: int) -> None:
        sys.stdout.write(json.dumps({"port": port, "clients": people}) + "\n")
        sys.stdout.flush()

    if flush_ms:
        event.listen(Engine, "commit", lambda _: time.sleep(flush_ms / 1000))
    server = Server(house, chosen, started)

    async def empty(request: Request) -> Response:
        await request.body()
        return Response(b"{}", media_type="application/json")

    app = server.config.app
    assert isinstance(app, FastAPI)
    app.post("/empty")(empty)
    routes = app.router.routes
    routes.insert(0, routes.pop())  # found as soon as a bet is
    server.run()


if __name__ == "__main__":
    main()
