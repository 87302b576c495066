"""Passwords: argon2 hashes, computed and checked a few at a time."""

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from casinowar.house.pools import Pool

LEAST_LETTERS = 8
MOST_LETTERS = 200

HASHER = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)
"""Each takes 19 MiB and one thread, so that a few at once do not slow the tables down."""

THREADS = 2
WAITING = 16


class Passwords:
    """Computes and checks hashes, in a pool of threads."""

    def __init__(self, hasher: PasswordHasher = HASHER, pool: Pool | None = None) -> None:
        self._hasher = hasher
        self._pool = pool or Pool("passwords", threads=THREADS, waiting=WAITING)
        self._nobodys = ""

    async def hash(self, password: str) -> str:
        """The hash of a password, to be stored."""
        return await self._pool.run(lambda: self._hasher.hash(password))

    async def matches(self, kept: str | None, password: str) -> bool:
        """Whether a password matches a stored hash. Without a hash, "no" takes just as long."""
        return await self._pool.run(lambda: self._matches(kept, password))

    def _matches(self, kept: str | None, password: str) -> bool:
        if kept is None:
            self._nobodys = self._nobodys or self._hasher.hash("nobody has this password")
        try:
            self._hasher.verify(kept or self._nobodys, password)
        except (VerificationError, InvalidHashError):
            return False
        return kept is not None

    def close(self) -> None:
        """Accept no more work."""
        self._pool.close()
