"""Presence: the players that this server hears from, and those whose streams have ended.

A player is present while they listen to a table or send it requests. Everything here runs in the
one thread of the event loop.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

from casinowar.store.queries.presence import SeatSeen

ASK_AFTER = 3
AWAY_AFTER = 5
"""After how many looks without a stream the other servers are asked, and a player is away."""


class Silent(NamedTuple):
    """The players who have no stream here any more, by what is to be done about them."""

    ask: list[SeatSeen]
    """Another server may hear from them: ask."""
    away: list[SeatSeen]
    """They have been silent for long enough."""


class Presence:
    """The players that this server has heard from."""

    def __init__(self) -> None:
        self._listening: Counter[SeatSeen] = Counter()
        self._asked: set[SeatSeen] = set()
        self._left: dict[SeatSeen, int] = {}
        """Players whose last stream ended, with the looks at them since they were last heard."""

    def asks(self, player: str, table_id: str) -> None:
        """Note that a player sent a request to a table."""
        place = SeatSeen(table_id, player)
        self._asked.add(place)
        if place in self._left:
            self._left[place] = 0

    @contextmanager
    def listens(self, player: str, table_id: str) -> Iterator[None]:
        """Note that a player listens to a table, within a `with` block."""
        place = SeatSeen(table_id, player)
        self._listening[place] += 1
        self._left.pop(place, None)
        try:
            yield
        finally:
            self._listening[place] -= 1
            if not self._listening[place]:
                del self._listening[place]
                self._left[place] = 0
            self._asked.add(place)

    def heard(self) -> list[SeatSeen]:
        """The players heard from since the last call, without those asked of other servers."""
        there = {*self._listening, *self._asked}
        self._asked.clear()
        return sorted(place for place in there if self._left.get(place, 0) < ASK_AFTER)

    def among(self, places: Iterable[SeatSeen]) -> list[SeatSeen]:
        """Those of these players who listen here."""
        return [place for place in places if place in self._listening]

    def look(self) -> Silent:
        """Look once more at the players whose streams have ended; the grace is some looks long.

        A page that is loaded again has no stream for a moment: nobody is away because of that.
        """
        for place in self._left:
            self._left[place] += 1
        ask = [place for place, looks in self._left.items() if looks == ASK_AFTER]
        away = [place for place, looks in self._left.items() if looks >= AWAY_AFTER]
        for place in away:
            del self._left[place]
        return Silent(ask, away)
