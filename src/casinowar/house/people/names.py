"""The names of players, for everyone who looks at a table."""

from collections import OrderedDict
from collections.abc import Callable, Iterable

from casinowar.game.players import PLAYER_ID
from casinowar.house.messages import Message
from casinowar.house.people.sessions import SHARED_MS, Reads
from casinowar.store.queries import people

_REMEMBERED = 20_000


class PlayerName(Message, frozen=True):
    """The name of a player. A bot belongs to the house; a walk-in has no account."""

    name: str
    bot: bool
    walk_in: bool


class Names:
    """Looks up names, and remembers those it saw lately."""

    def __init__(self, house: Reads, clock: Callable[[], int], *, is_shared: bool) -> None:
        """`is_shared` says that another server may rename somebody."""
        self._house = house
        self._clock = clock
        self._is_shared = is_shared
        self._known: OrderedDict[str, PlayerName] = OrderedDict()
        self._fresh_until = 0

    async def of(self, players: Iterable[str]) -> dict[str, PlayerName]:
        """The name of each player, in the order of their ids."""
        if self._is_shared and self._clock() > self._fresh_until:
            self._known.clear()
            self._fresh_until = self._clock() + SHARED_MS
        wanted = {player for player in players if player}
        missing = {player for player in wanted if player not in self._known}
        if missing:
            found = await self._house.read(lambda connection: people.names_of(connection, missing))
            for player, person in found.items():
                kind = person.kind
                self._known[player] = PlayerName(person.name, kind == "bot", kind == "walk-in")
        names = {player: self._known[player] for player in sorted(wanted) if player in self._known}
        while len(self._known) > _REMEMBERED:
            self._known.popitem(last=False)
        return names

    async def in_words(self, text: str) -> str:
        """A text with the names of its players in place of their ids."""
        players = set(PLAYER_ID.findall(text))
        if not players:
            return text
        known = await self.of(players)
        return PLAYER_ID.sub(
            lambda found: known[found[0]].name if found[0] in known else found[0], text
        )

    def forget(self, player: str) -> None:
        """Look a player up again: they have a new name."""
        self._known.pop(player, None)
