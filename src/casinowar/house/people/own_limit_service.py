"""What players can ask about their own limits: read them, set one, exclude themselves."""

from typing import Annotated, NamedTuple

import structlog
from msgspec import Meta
from sqlalchemy import Connection

from casinowar.house.house import House
from casinowar.house.messages import Message, Milliseconds
from casinowar.house.people import chips, exclusion, own_limits
from casinowar.house.people.sessions import DAY_MS, Sessions
from casinowar.house.request_key import RequestKey
from casinowar.house.tables import absent
from casinowar.house.tables.commands import Caller
from casinowar.store.queries import own_limits as store_limits
from casinowar.store.queries.own_limits import NOTHING, Limit, OwnLimits, Playtime, What
from casinowar.store.queries.people import Person
from casinowar.store.queries.player_rounds import tables_with_wagers
from casinowar.store.writer.work import Work

log = structlog.get_logger("casinowar.house")

Most = Annotated[int | None, Meta(description="The limit; null means no limit.")]


class LooserLimit(Message, frozen=True):
    """A looser limit that takes effect later."""

    most: Most
    at: Milliseconds


class PlayerLimit(Message, frozen=True):
    """A limit that the caller has set: the one in force, and a looser one to come, if any."""

    most: Most
    coming: LooserLimit | None


class RecentPlay(Message, frozen=True):
    """The caller's play within the last 24 hours."""

    ms: Annotated[int, Meta(description="How long they played, in milliseconds.")]
    net: Annotated[int, Meta(description="What they won, in cents; a loss is negative.")]
    at_stake: Annotated[int, Meta(description="Undecided wagers, in cents.")]


class PlayerLimits(Message, frozen=True):
    """The limits that the caller has set, and how they played in the last 24 hours."""

    stake: Annotated[PlayerLimit, Meta(description="On the stakes of a round, in cents.")]
    loss: Annotated[PlayerLimit, Meta(description="On the loss within 24 hours, in cents.")]
    time: Annotated[PlayerLimit, Meta(description="On the play within 24 hours, in minutes.")]
    excluded_until: Annotated[
        int | None,
        Meta(description="When the caller's exclusion ends, in milliseconds since 1970."),
    ]
    played: RecentPlay


class SelfExclusion(Message, frozen=True):
    """When the caller's exclusion ends."""

    excluded_until: Milliseconds


class Excluded(NamedTuple):
    """The answer to somebody who excluded themselves."""

    data: bytes
    is_signed_out: bool
    """Whether their sessions have ended with this request."""


class OwnLimitService:
    """The limits that the players of a house set themselves."""

    def __init__(self, house: House, sessions: Sessions) -> None:
        self._house = house
        self._sessions = sessions

    async def describe(self, caller: Caller) -> PlayerLimits:
        """Describe the caller's limits, and how they played."""

        def look(connection: Connection, now: int) -> tuple[OwnLimits, Playtime, list[str], int]:
            found = store_limits.own_limits_of(connection, (caller.account,))
            played = own_limits.playtime_at(connection, caller.player, now)
            tables = tables_with_wagers(connection, caller.player, now - DAY_MS)
            return found.get(caller.account, NOTHING), played, tables, now

        own, played, tables, now = await self._house.read_with_time(look)
        at_stake = sum((await chips.staked_at(self._house, caller, tables)).values())
        until = own.excluded_until
        return PlayerLimits(
            stake=_describe(own.stake, now),
            loss=_describe(own.loss, now),
            time=_describe(own.time, now),
            excluded_until=until if until is not None and until > now else None,
            played=RecentPlay(played.ms, at_stake - played.lost, at_stake),
        )

    async def set_limit(
        self, request: RequestKey, caller: Caller, what: What, most: int | None
    ) -> bytes:
        """Set a limit: a tighter one takes effect at once, a looser one in a day."""
        account, player = caller.account, caller.player
        answered = await self._house.once(
            request,
            lambda work: _describe(
                own_limits.set_limit(work, account, player, what, most), work.now
            ),
        )
        return answered.data

    async def exclude(self, request: RequestKey, caller: Caller, days: int) -> Excluded:
        """Exclude the caller from play at once. The sessions of a member end."""
        persons: list[Person] = []

        def run(work: Work) -> SelfExclusion:
            excluded = exclusion.exclude(work, self._house.means, caller, days)
            persons[:] = [excluded.person]
            return SelfExclusion(excluded.until)

        answered = await self._house.once(request, run)
        if answered.made is None:
            return Excluded(answered.data, is_signed_out=False)
        (person,) = persons
        self._sessions.forget(person.account)
        log.info("player excluded themselves", player=person.player, days=days)
        return Excluded(answered.data, absent.is_signed_out(person))


def _describe(limit: Limit, now: int) -> PlayerLimit:
    at = limit.coming_at
    coming = LooserLimit(limit.coming, at) if at is not None and at > now else None
    return PlayerLimit(limit.at(now), coming)
