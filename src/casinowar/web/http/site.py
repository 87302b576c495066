"""What the requests share: the house, who is who, and the small pools for what takes long."""

from collections import OrderedDict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import structlog
from fastapi import Response

from casinowar.game.players import PLAYER_ID
from casinowar.house.house import House
from casinowar.house.people.chips import ChipRules
from casinowar.house.people.passwords import Passwords
from casinowar.house.people.presence import Presence
from casinowar.house.people.sessions import SHARED_MS, Sessions
from casinowar.house.pools import Pool
from casinowar.house.tables.jobs import repeated
from casinowar.store.queries import people
from casinowar.store.writer.work import Work
from casinowar.web.http.meter import Meter
from casinowar.web.http.routes import Call, Json, to_bytes

_NAMES = 20_000

_NOTED = {"tables": "table opened", "close": "table closed"}
"""Requests, by the end of their path, that an operator wants to see; the others are many."""

log = structlog.get_logger("casinowar.web")


class Names:
    """What players are called, for those who look at a table."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._known: OrderedDict[str, Json] = OrderedDict()
        self._fresh_until = 0

    async def of(self, players: Iterable[str]) -> dict[str, Json]:
        """Name of each player, and whether it is one of the house's own."""
        if self._house.is_shared and self._house.clock() > self._fresh_until:
            self._known.clear()  # another server may have given someone a name
            self._fresh_until = self._house.clock() + SHARED_MS
        wanted = {player for player in players if player}
        missing = {player for player in wanted if player not in self._known}
        if missing:
            found = await self._house.read(lambda connection: people.names_of(connection, missing))
            for player, person in found.items():
                self._known[player] = {
                    "name": person.name,
                    "bot": person.kind == "bot",
                    "walk_in": person.kind == "walk-in",
                }
        told = {player: self._known[player] for player in sorted(wanted) if player in self._known}
        while len(self._known) > _NAMES:
            self._known.popitem(last=False)
        return told

    async def in_words(self, text: str) -> str:
        """A text for people: with the names of its players."""
        players = set(PLAYER_ID.findall(text))
        if not players:
            return text
        known = await self.of(players)
        return PLAYER_ID.sub(lambda found: known.get(found[0], {"name": found[0]})["name"], text)

    def forget(self, player: str) -> None:
        """Someone is called otherwise from now on."""
        self._known.pop(player, None)


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
