"""Passwords: argon2 hashes, made and checked a few at a time."""

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from casinowar.house.pools import Pool

LEAST_LETTERS = 8
MOST_LETTERS = 200

HASHER = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)
"""19 MiB and one thread for each: a few at once are no burden to the tables."""

THREADS = 2
WAITING = 16


class Passwords:
    """Makes and checks hashes, in a pool of its own."""

    def __init__(self, hasher: PasswordHasher = HASHER, pool: Pool | None = None) -> None:
        self._hasher = hasher
        self._pool = pool or Pool("passwords", threads=THREADS, waiting=WAITING)
        self._nobodys = ""

    async def hash(self, password: str) -> str:
        """The hash to keep of a password."""
        return await self._pool.run(lambda: self._hasher.hash(password))

    async def matches(self, kept: str | None, password: str) -> bool:
        """Whether this is the password of a hash; without one it takes as long to say no."""
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
        """Hash nothing more."""
        self._pool.close()
