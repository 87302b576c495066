"""What the requests share: the house, who is who, and the small pools for what takes long."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import structlog
from fastapi import Response

from casinowar.house.house import House
from casinowar.house.people.chips import ChipRules
from casinowar.house.people.names import Names
from casinowar.house.people.passwords import Passwords
from casinowar.house.people.presence import Presence
from casinowar.house.people.sessions import Sessions
from casinowar.house.pools import Pool
from casinowar.house.tables.jobs import repeated
from casinowar.store.writer.work import Work
from casinowar.web.http.meter import Meter
from casinowar.web.http.routes import Call, Json, to_bytes

_NOTED = {"tables": "table opened", "close": "table closed"}
"""Requests, by the end of their path, that an operator wants to see; the others are many."""

log = structlog.get_logger("casinowar.web")


@dataclass(frozen=True, slots=True)
class Site:
    """Everything a handler may need."""

    house: House
    sessions: Sessions
    names: Names
    passwords: Passwords
    prices: Pool
    chips: ChipRules
    meter: Meter
    presence: Presence

    async def keyed(self, call: Call[Any], run: Callable[[Work], Json]) -> Response:
        """Do something once for a caller's key, in a transaction of its own."""
        done: Json = {}

        def job(work: Work) -> bytes:
            done.clear()  # it may be done again
            kept = repeated(work, call.sha256)
            if kept is not None:
                return kept
            done.update(run(work))
            answer = to_bytes(done)
            work.keep(call.sha256, answer)
            return answer

        key = (call.known.person.account, call.key)
        answer = await self.house.do(job, key=key, alone=True)
        says = _NOTED.get(call.request.scope["path"].rpartition("/")[2])
        if done and says is not None:
            log.info(says, table=done["table"], player=call.caller.player)
        return as_json(answer)

    def close(self) -> None:
        """Start nothing more."""
        self.passwords.close()
        self.prices.close()


def as_json(data: bytes) -> Response:
    """An answer whose JSON is written already."""
    return Response(data, media_type="application/json")
