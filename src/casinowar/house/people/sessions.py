"""Sessions: random tokens, looked up quickly and ended at once.

Tokens are never stored: the database and the memory of recent sessions hold their SHA-256. Every
sign-in and registration creates a new token, so that a token planted by somebody else is useless.
"""

import base64
import hashlib
import re
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import NamedTuple, Protocol, TypeVar

from sqlalchemy import Connection

from casinowar.store.queries import people
from casinowar.store.queries.people import Person
from casinowar.store.writer.work import Work

T = TypeVar("T")

COOKIE = "casinowar_session"
DAYS = 90
"""How long a session lasts."""

DAY_MS = 24 * 60 * 60 * 1000
REMEMBERED = 10_000
"""How many sessions are remembered, so that the database need not be asked."""
REMEMBERED_MS = 30_000
"""For how long."""
SHARED_MS = 1_000
"""For how long if another server may end a session."""

_TOKEN = re.compile(r"[A-Za-z0-9_-]{43}", re.ASCII)

Entropy = Callable[[int], bytes]


class Reads(Protocol):
    """Reads the database, as a house does."""

    def read(self, query: Callable[[Connection], T]) -> Awaitable[T]:
        """Run a query in a reading transaction."""


class Session(NamedTuple):
    """A person, and the SHA-256 of their session's token."""

    person: Person
    token_sha256: str


def new_token(entropy: Entropy) -> str:
    """A token nobody can guess: 32 random bytes."""
    return base64.urlsafe_b64encode(entropy(32)).decode().rstrip("=")


def letters(entropy: Entropy, count: int) -> str:
    """A text of `count` random letters and digits."""
    return base64.b32encode(entropy(count)).decode().lower()[:count]


def sha256_of(token: str) -> str:
    """The form in which a token is stored."""
    return hashlib.sha256(token.encode()).hexdigest()


def begin(work: Work, entropy: Entropy, account: int) -> str:
    """Begin a session of an account; return its token."""
    token = new_token(entropy)
    until = work.now + DAYS * DAY_MS
    people.add_session(work.connection, sha256_of(token), account, work.now, until)
    return token


class Sessions:
    """Looks up sessions, and remembers recent ones."""

    def __init__(
        self, house: Reads, clock: Callable[[], int], remembered_ms: int = REMEMBERED_MS
    ) -> None:
        self._house = house
        self._clock = clock
        self._remembered_ms = remembered_ms
        self._seen: OrderedDict[str, tuple[Person, int]] = OrderedDict()
        self._forgotten = 0

    async def find(self, token: str) -> Session | None:
        """The session of a token; `None` if there is none, or it has ended."""
        if _TOKEN.fullmatch(token) is None:
            return None
        sha256, now = sha256_of(token), self._clock()
        seen = self._seen.get(sha256)
        if seen is not None and seen[1] > now:
            self._seen.move_to_end(sha256)
            return Session(seen[0], sha256)
        forgotten = self._forgotten
        found = await self._house.read(lambda connection: people.holder(connection, sha256, now))
        if found is None:
            return None
        person, until = found
        if forgotten == self._forgotten:  # otherwise it may have ended during the lookup
            self._remember(sha256, person, min(until, now + self._remembered_ms))
        return Session(person, sha256)

    def forget(self, account: int) -> None:
        """Look the sessions of an account up again: one ended, or the account changed."""
        self._forgotten += 1
        for sha256 in [sha for sha, (person, _) in self._seen.items() if person.account == account]:
            del self._seen[sha256]

    def _remember(self, sha256: str, person: Person, until: int) -> None:
        self._seen[sha256] = (person, until)
        self._seen.move_to_end(sha256)
        if len(self._seen) > REMEMBERED:
            self._seen.popitem(last=False)
