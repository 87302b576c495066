"""Once in a while the house forgets requests that nobody repeats any more.

Few go at a time, so that no other request waits for it.
"""

import asyncio

from casinowar.house.house import House
from casinowar.house.sessions import DAY_MS
from casinowar.store.tidying import forget_keys
from casinowar.store.work import Work

KEYS_DAYS = 30
"""How long the answer of a request is kept under its key."""

MOST_AT_ONCE = 500
EVERY_SECONDS = 3600


async def tidy(house: House) -> int:
    """Forget everything that is old enough; how many requests that were."""

    def forget(work: Work) -> int:
        return forget_keys(work.connection, work.now - KEYS_DAYS * DAY_MS, MOST_AT_ONCE)

    total = 0
    while gone := await house.do(forget, alone=True):
        total += gone
    return total


async def keep_tidy(house: House) -> None:
    """Do so until the house is closed."""
    while True:
        await tidy(house)
        await asyncio.sleep(EVERY_SECONDS)
