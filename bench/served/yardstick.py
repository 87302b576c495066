"""The yardstick: a bare Starlette app with one POST that msgspec decodes.

    python -m bench.served.yardstick

It runs on uvicorn as the house does, and takes the same request as a bet at a table. It prints its
port as soon as it listens.
"""

import gc
import socket
import sys

import msgspec
import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route


class Wager(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An amount on a seat's card."""

    seat: int
    wager: str
    amount: int


class Bet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of the POST."""

    bets: tuple[Wager, ...]
    ready: bool = False


class Placed(msgspec.Struct, frozen=True):
    """The answer."""

    bets: int
    amount: int


_decode = msgspec.json.Decoder(Bet).decode
_encode = msgspec.json.Encoder().encode


async def place_bet(request: Request) -> Response:
    """Decode the body and answer with a sum."""
    bet = _decode(await request.body())
    placed = Placed(len(bet.bets), sum(wager.amount for wager in bet.bets))
    return Response(_encode(placed), media_type="application/json")


def main() -> None:
    """Serve until a signal arrives."""
    app = Starlette(routes=[Route("/bet", place_bet, methods=["POST"])])
    config = uvicorn.Config(
        app,
        loop="uvloop",
        http="httptools",
        log_config=None,
        access_log=False,
        server_header=False,
    )
    with socket.create_server(("127.0.0.1", 0)) as listening:
        sys.stdout.write(f"{listening.getsockname()[1]}\n")
        sys.stdout.flush()
        gc.collect()
        gc.freeze()
        gc.set_threshold(50_000, *gc.get_threshold()[1:])
        uvicorn.Server(config).run(sockets=[listening])


if __name__ == "__main__":
    main()
