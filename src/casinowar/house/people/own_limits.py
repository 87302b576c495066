"""Limits that players set themselves, and the pace of the house. Both are checked before a wager.

A player may limit the stakes of a round, and their loss and their time of play within 24 hours, at
all tables together. A tighter limit takes effect at once, a looser one after a day. The house may
require some seconds between two rounds of a player. An open round can always be finished: surrender
costs nothing more, and if war is the only choice, it is allowed and was counted with the wager.
"""

from typing import Annotated, Literal, NamedTuple

from msgspec import Meta
from sqlalchemy import Connection

from casinowar.game.events import WarDeclared
from casinowar.game.round.state import Bet
from casinowar.game.table import Table
from casinowar.house.messages import Message
from casinowar.house.people.sessions import DAY_MS
from casinowar.house.refusals import Refused
from casinowar.money import format_money
from casinowar.record.ledger import Account
from casinowar.rules.model import RuleSet
from casinowar.store import schema
from casinowar.store.queries import own_limits
from casinowar.store.queries.own_limits import NOTHING, PAUSE_MS, Limit, OwnLimits, Playtime, What
from casinowar.store.writer.work import Work

MINUTE_MS = 60_000


class Pace(Message, frozen=True):
    """How fast this house lets players play."""

    seconds: Annotated[
        int, Meta(description="The least seconds from one round of a player to the next.")
    ]
    rebet: Annotated[bool, Meta(description="Whether players may repeat their last wagers.")]


ANY_PACE = Pace(seconds=0, rebet=True)


class Room(NamedTuple):
    """How much more a player may wager now, and why not more."""

    most: int
    kind: Literal["own-limit", "excluded", "too-soon"]
    says: str
    at: int | None = None
    """When there will be more room, if that is soon."""
    is_amount: bool = False
    """Whether a smaller wager may be possible."""

    def why(self, takes: str) -> str:
        """Why a wager that takes more is refused."""
        return f"{takes}, and {self.says}" if self.is_amount else self.says


class At(NamedTuple):
    """A table, and the pace of its house."""

    table_id: str
    pace: Pace


class State(NamedTuple):
    """A player's limits and recent play, as far as they matter for a wager."""

    own: OwnLimits
    played: Playtime
    last_round: int | None
    """When their last round began, if the house has a pace."""


def set_limit(work: Work, account: int, player: str, what: What, most: int | None) -> Limit:
    """Set a limit: at once if it is tighter, in a day if it is looser.

    Setting a limit that takes effect at once, or the one in force, cancels a looser one to come.
    """
    work.balance(Account("player", player))  # locks the balance, so that no wager comes between
    own = work.own(account)
    limit = changed(own.of(what), most, work.now)
    own_limits.set_limit(work.connection, account, what, limit)
    work.own_set[account] = own.having(what, limit)
    return limit


def changed(limit: Limit, most: int | None, now: int) -> Limit:
    """A limit after its player asks for another amount."""
    current = limit.at(now)
    if current is None or (most is not None and most <= current):
        return Limit(most)
    if not limit.is_over(now) and limit.coming_at is not None and limit.coming == most:
        return limit  # asked for before: its day has begun
    return Limit(current, most, now + DAY_MS)


def playtime_at(connection: Connection, player: str, now: int) -> Playtime:
    """A player's losses and time of play within the last 24 hours."""
    found = own_limits.playtime(connection, player, now - DAY_MS)
    since = now - found.last if found.last is not None else PAUSE_MS + 1
    return found._replace(ms=found.ms + since) if since <= PAUSE_MS else found


def state(
    connection: Connection, own: OwnLimits, table: Table, player: str, now: int, at: At
) -> State:
    """What must be known about a player before they wager. Most have no limits."""
    has_limits = own.loss != Limit() or own.time != Limit()
    played = playtime_at(connection, player, now) if has_limits else Playtime()
    last = _last_round(connection, table, player, now, at) if at.pace.seconds else None
    return State(own, played, last)


def _last_round(connection: Connection, table: Table, player: str, now: int, at: At) -> int | None:
    """When a player's last round began. At other tables a round counts from its first wager."""
    since = now - at.pace.seconds * 1000
    found = [own_limits.last_wager(connection, player, since, at.table_id)]
    if _took_part(table, player):
        found.append(own_limits.last_round(connection, at.table_id))
    return max((time for time in found if time is not None), default=None)


def _took_part(table: Table, player: str) -> bool:
    """Whether a player took part in the last round of a table."""
    bets: tuple[Bet, ...] = table.round.bets if table.round is not None else ()
    return player == table.bank.player or any(bet.player == player for bet in bets)


def is_free(own: OwnLimits, pace: Pace) -> bool:
    """Whether nothing limits a player, as for most players of most houses."""
    return own is NOTHING and not pace.seconds


def state_of(work: Work, table: Table, account: int, player: str, at: At) -> State:
    """The same within a job, with what the jobs before it have not written yet."""
    own = work.own(account)
    found = state(work.connection, own, table, player, work.now, at)
    name = str(Account("player", player))
    lost, last = found.played.lost, found.last_round
    for row in work.unwritten(schema.transfers):
        if row["why"] == "play" and name in (row["source"], row["target"]):
            lost += row["amount"] if row["source"] == name else -row["amount"]
            if row["source"] == name and row["table_id"] != at.table_id:
                last = row["at"]
    closed = (row["at"] for row in work.unwritten(schema.rounds) if row["table_id"] == at.table_id)
    if _took_part(table, player):
        last = max(closed, default=last)
    return found._replace(played=found.played._replace(lost=lost), last_round=last)


def room(found: State, table: Table, player: str, now: int, pace: Pace) -> Room | None:
    """How much more a player may put on a new wager; `None` means any amount."""
    own, bound = found.own, room_for_war(found, table, player, now)
    if own.excluded_until is not None and own.excluded_until > now:
        return Room(0, "excluded", "you have excluded yourself from play")
    minutes = own.time.at(now)
    if minutes is not None and found.played.ms >= minutes * MINUTE_MS:
        says = f"your own limit is {_minutes(minutes)} of play within 24 hours, and it is reached"
        return Room(0, "own-limit", says)
    begins = None if found.last_round is None else found.last_round + pace.seconds * 1000
    if begins is not None and begins > now:
        seconds = -(-(begins - now) // 1000)
        return Room(0, "too-soon", f"your next round may begin in {seconds} s", begins)
    return bound


def room_for_war(found: State, table: Table, player: str, now: int) -> Room | None:
    """How much more a player may wager in an open round; `None` means any amount.

    If war is the only choice, no limit forbids it. A player who has excluded themselves may finish
    their rounds.
    """
    own, rooms = found.own, []
    if table.playing and war_is_sure(table.rules):
        return None
    sure = primaries(table, player) if war_is_sure(table.rules) else 0
    if (most := own.stake.at(now)) is not None:
        left = max(0, most - at_stake(table, player) - sure)
        rooms.append(_left(left, f"{format_money(most)} a round"))
    if (most := own.loss.at(now)) is not None:
        left = max(0, most - found.played.lost - sure)
        rooms.append(_left(left, f"{format_money(most)} lost within 24 hours"))
    return min(rooms, key=lambda each: each.most, default=None)


def _left(left: int, of: str) -> Room:
    says = f"your own limit of {of} leaves {format_money(left)}"
    return Room(left, "own-limit", says, is_amount=True)


def _minutes(count: int) -> str:
    return "one minute" if count == 1 else f"{count} minutes"


def war_is_sure(rules: RuleSet) -> bool:
    """Whether war is the only choice after a tie."""
    return rules.choice is not None and "surrender" not in rules.choice.offers


def at_stake(table: Table, player: str) -> int:
    """All of a player's wagers in a round, decided or not, and a banker's stake."""
    stake = table.bank.stake if table.bank.player == player else 0
    if not table.playing or table.round is None:
        return stake + sum(bet.primary + bet.tie for bet in table.bets if bet.player == player)
    bets = sum(bet.primary + bet.tie for bet in table.round.bets if bet.player == player)
    wars = sum(
        answer.war + answer.war_tie
        for answer in table.round.answers
        if isinstance(answer, WarDeclared) and answer.player == player
    )
    return stake + bets + wars


def primaries(table: Table, player: str) -> int:
    """A player's primary wagers on the coming round."""
    return sum(bet.primary for bet in table.bets if bet.player == player)


def check(bound: Room | None, takes: int) -> None:
    """Refuse a wager beyond the player's own limits or the house's pace."""
    if bound is None or takes <= bound.most:
        return
    why = bound.why(f"this takes {format_money(takes)}")
    match bound.kind:
        case "excluded":
            raise Refused("excluded", why, status=403)
        case "too-soon":
            raise Refused("too-soon", why)
        case "own-limit":
            raise Refused("own-limit", why)
