"""Passwords are hashed a few at a time, and a flood of them is refused at once."""

import asyncio
import threading

import pytest
from argon2 import PasswordHasher

from casinowar.house.people.passwords import HASHER, Passwords
from casinowar.house.pools import Pool, TooMany

CHEAP = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
SOON = 10


def run(coroutine: object) -> object:
    async def bounded() -> object:
        return await asyncio.wait_for(coroutine, SOON)  # type: ignore[arg-type]

    return asyncio.run(bounded())


def test_password_matches_its_own_hash_alone() -> None:
    async def story() -> None:
        passwords = Passwords(CHEAP)
        kept = await passwords.hash("correct horse")
        assert "correct horse" not in kept
        assert await passwords.matches(kept, "correct horse")
        assert not await passwords.matches(kept, "correct horse ")
        assert kept != await passwords.hash("correct horse")
        passwords.close()

    run(story())


def test_nobodys_password_never_matches() -> None:
    async def story() -> None:
        passwords = Passwords(CHEAP)
        assert not await passwords.matches(None, "nobody has this password")
        assert not await passwords.matches("no hash at all", "password")
        passwords.close()

    run(story())


def test_hashes_are_argon2id() -> None:
    assert HASHER.hash("password").startswith("$argon2id$v=19$m=19456,t=2,p=1$")


def test_full_queue_refuses_and_never_waits() -> None:
    async def story() -> None:
        go = threading.Event()
        pool = Pool("test", threads=1, waiting=2)
        waiting = [asyncio.ensure_future(pool.run(lambda: go.wait(SOON))) for _ in range(3)]
        await asyncio.sleep(0)
        with pytest.raises(TooMany) as refused:
            await pool.run(lambda: None)
        assert (refused.value.status, refused.value.seconds) == (429, 1)
        go.set()
        assert await asyncio.gather(*waiting) == [True] * 3
        assert await pool.run(lambda: "free again") == "free again"
        pool.close()

    run(story())


def test_work_that_nobody_waits_for_still_has_its_place() -> None:
    async def story() -> None:
        go = threading.Event()
        pool = Pool("test", threads=1, waiting=0)
        impatient = asyncio.ensure_future(pool.run(lambda: go.wait(SOON)))
        await asyncio.sleep(0)
        impatient.cancel()
        await asyncio.sleep(0)
        with pytest.raises(TooMany):
            await pool.run(lambda: None)
        go.set()
        while True:
            try:
                assert await pool.run(lambda: "mine") == "mine"
                break
            except TooMany:
                await asyncio.sleep(0.001)
        pool.close()

    run(story())
