"""Event streams of a house: the memory they take, and how soon they tell of a bet."""

import asyncio
import time

import psutil

from bench.served.clients import BET, SURRENDER, Client, post
from bench.served.server import Server


async def memory(server: Server, client: Client, streams: int) -> float:
    """KiB of the server's memory for each open stream; the first ones are not counted."""
    process = psutil.Process(server.pid)
    first = [await _open(server, client) for _ in range(20)]
    before = process.memory_info().rss
    others = [await _open(server, client) for _ in range(streams)]
    after = process.memory_info().rss
    for _, writer in [*first, *others]:
        writer.close()
    return (after - before) / streams / 1024


async def latencies(one: Server, other: Server, client: Client, times: int) -> list[float]:
    """Seconds from one server's answer to a bet until a stream of the other tells of it."""
    path = f"/api/tables/{client.table}"
    stream, closes = await _open(other, client)
    reader, writer = await asyncio.open_connection("127.0.0.1", one.port)

    async def ask(command: str, key: str, body: bytes) -> bytes:
        writer.write(post(f"{path}/{command}", client.cookie, key, body))
        head = await reader.readuntil(b"\r\n\r\n")
        length = head.partition(b"content-length: ")[2].partition(b"\r\n")[0]
        return await reader.readexactly(int(length))

    found = []
    for number in range(times):
        heard = asyncio.create_task(stream.readuntil(b'"bets_closed"'))
        answer = await ask("bet", f"late.{number}", BET)
        began = time.perf_counter()
        await heard
        found.append(time.perf_counter() - began)
        if b'"choice_needed"' in answer:
            await ask("choose", f"late.{number}c", SURRENDER)
    closes.close()
    writer.close()
    return found


async def _open(
    server: Server, client: Client
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A stream of the client's washington table, once the table's state has arrived."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    path = f"/api/tables/{client.table}/events"
    writer.write(
        f"GET {path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncookie: {client.cookie}\r\n\r\n".encode()
    )
    await reader.readuntil(b"event: state")
    return reader, writer
