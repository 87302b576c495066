"""Retention: delete what the house need not keep. Record, ledger and rules are kept for ever.

The house deletes the answers to old requests, sessions that have ended, and guests who never played
and have no session left. Such a guest's chips go back to the mint, so the ledger still adds up and
an audit finds nothing missing.

It deletes a little at a time, so that nobody has to wait.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from functools import partial
from typing import NamedTuple

import structlog
from sqlalchemy.exc import SQLAlchemyError

from casinowar.house.house import House
from casinowar.house.people.sessions import DAY_MS
from casinowar.record.ledger import MINT, Account, Transfer
from casinowar.store.backends.engine import DatabaseAway
from casinowar.store.queries import retention
from casinowar.store.writer.work import Work

KEYS_DAYS = 30
"""How long the answer to a request is kept under its key, by default."""

GUESTS_DAYS = 90
"""How long a guest who never played is kept, by default."""

MOST_AT_ONCE = 500
EVERY_SECONDS = 3600

log = structlog.get_logger("casinowar.house")


class Days(NamedTuple):
    """How long things are kept."""

    requests: int = KEYS_DAYS
    guests: int = GUESTS_DAYS
    """0 for ever."""


async def forget_old(house: House, days: Days | None = None) -> int:
    """Delete everything that is old enough; returns how many rows that were."""
    days = days or Days()
    now = await house.do(lambda work: work.now)
    old = now - days.requests * DAY_MS
    gone = {
        "requests": await _forget(house, lambda work: _keys(work, old)),
        "sessions": await _forget(house, lambda work: _sessions(work, now)),
        "guests": await _forget_guests(house, now - days.guests * DAY_MS) if days.guests else 0,
    }
    if any(gone.values()):
        log.info("old rows deleted", **gone)
    return sum(gone.values())


async def _forget(house: House, some: Callable[[Work], int]) -> int:
    total = 0
    while gone := await house.do(some, alone=True):
        total += gone
    return total


def _keys(work: Work, before: int) -> int:
    return retention.forget_keys(work.connection, before, MOST_AT_ONCE)


def _sessions(work: Work, before: int) -> int:
    return retention.forget_sessions(work.connection, before, MOST_AT_ONCE)


async def _forget_guests(house: House, before: int) -> int:
    total = 0
    async for found in _idle(house, before):
        total += await house.do(partial(_guests, among=found), alone=True)
    return total


async def _idle(house: House, before: int) -> AsyncIterator[list[int]]:
    """Accounts that may be deleted, read page by page outside the writer."""
    page = [0]
    while page:
        some = partial(retention.guests_after, account=page[-1], before=before, most=MOST_AT_ONCE)
        page = await house.read(some)
        idle = await house.read(partial(retention.idle_guests, among=page))
        if idle:
            yield [guest.account for guest in idle]


def _guests(work: Work, among: list[int]) -> int:
    """Delete those of these guests who still may be deleted; returns how many."""
    own = retention.lock_accounts(work.connection, among)
    gone = retention.idle_guests(work.connection, own)
    for guest in gone:
        account = Account("player", guest.player)
        chips = work.balance(account)
        if chips:
            work.move([Transfer(account, MINT, chips)], "lapse")
    retention.forget_accounts(work.connection, [guest.account for guest in gone])
    return len(gone)


async def keep_forgetting(house: House, days: Days | None = None) -> None:
    """Delete old rows every hour until the house is closed."""
    while True:
        try:
            await forget_old(house, days)
        except (DatabaseAway, SQLAlchemyError) as error:
            log.warning("old rows could not be deleted", error=type(error).__name__)
        await asyncio.sleep(EVERY_SECONDS)
