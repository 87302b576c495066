"""Timeouts: for how long a table waits for people, and what the house does when time is up.

A wait follows from the table's record, so a house that was stopped finds the same one again. Its
beginning is kept beside the record. A clock runs only while someone else waits: nobody who plays
alone has one, until they leave. A player who is away counts as company only while their money is
on the table.
"""

from collections.abc import Iterable, Set
from dataclasses import dataclass
from typing import Literal, NamedTuple

from casinowar.game.actions import Action, CancelRound, CloseBets, TimeOut
from casinowar.game.needs import BankerNeeded, BetsNeeded, ChoiceNeeded, ShoeNeeded, StakeNeeded
from casinowar.game.players import kind_of
from casinowar.game.table import need
from casinowar.game.table.rulings import DAY
from casinowar.record import Record, Step, Withheld

Kind = Literal["commitments", "reveals", "bank", "stake", "bets", "choice", "cancel"]


@dataclass(frozen=True, slots=True)
class Seconds:
    """How long the house waits for people."""

    commitments: int = 3
    reveals: int = 3
    bank: int = 15
    stake: int = 20
    bets: int = 15
    choice: int = 20


class Wait(NamedTuple):
    """A wait: what the table waits for, and for whom."""

    kind: Kind
    who: tuple[object, ...] = ()
    """For whom, each by name, seat or hand; if only some of them are left, it is the same wait."""
    turn: int = 0
    """The round or shoe that it belongs to."""


def people(record: Record) -> list[str]:
    """Those who sit at a table and are not bots."""
    seated = dict.fromkeys(player for player in record.table.seats if player)
    return [player for player in seated if kind_of(player) != "bot"]


NOBODY: frozenset[str] = frozenset()


def company(record: Record, away: Set[str] = NOBODY) -> set[str]:
    """The people a table goes on for: those who are there, and those with money on it."""
    table = record.table
    with_money = {bet.player for bet in table.bets_in_play()}
    if table.bank.stake:
        with_money.add(table.bank.player)
    return {player for player in people(record) if player not in away} | {
        player for player in with_money if kind_of(player) != "bot"
    }


def _is_waited_for(record: Record, awaited: Iterable[str], company: Set[str]) -> bool:
    """Whether someone waits for another person, or for one who is leaving."""
    table = record.table
    return any(
        company - {player} or {*table.seats_of(player)} <= {*table.leaving} for player in awaited
    )


def waits_for_alone(record: Record, player: str, away: Set[str] = NOBODY) -> bool:
    """Whether the next shoe waits for this player alone; anything they do then brings it."""
    coming = record.coming
    return (
        isinstance(need(record.table), ShoeNeeded)
        and coming is not None
        and not coming.ceremony.is_closed
        and company(record, away - {player}) == {player}
    )


def uncommitted(record: Record, away: Set[str] = NOBODY) -> list[str]:
    """The people who can still commit to the shoe in preparation, and have not done so.

    Those who are away are left out, unless all are.
    """
    coming = record.coming
    if coming is None or coming.ceremony.is_closed:
        return []
    committed = {player for _, player, _ in coming.committed}
    here = people(record)
    if away >= {*here}:
        away = NOBODY
    return [player for player in here if player not in committed and player not in away]


def wait_of(record: Record, away: Set[str] = NOBODY) -> Wait | None:
    """What a table waits for, if a clock runs. No clock runs for someone who plays alone.

    At a hand-dealt table no clock runs: the dealer decides when to go on.
    """
    table, coming = record.table, record.coming
    rules = table.rules
    if table.options.hand_dealt:
        return None
    others = company(record, away)
    match need(table):
        case ShoeNeeded() if coming is not None:
            if coming.ceremony.is_closed:
                awaited = tuple(coming.ceremony.awaited)
                return Wait("reveals", awaited, record.shoes) if awaited else None
            missing = tuple(uncommitted(record, away))
            if _is_waited_for(record, missing, others):
                return Wait("commitments", missing, record.shoes)
        case BankerNeeded(players) if table.bank.offers and _is_waited_for(record, players, others):
            return Wait("bank", players, table.rounds)
        case StakeNeeded(player) if _is_waited_for(record, (player,), others):
            return Wait("stake", (player,), table.rounds)
        case BetsNeeded() if table.bets and len(others) > 1:
            return Wait("bets", turn=table.rounds)
        case ChoiceNeeded(hands) if (
            rules.choice is not None
            and rules.choice.time_out != "wait"
            and _is_waited_for(record, (hand.player for hand in hands), others)
        ):
            return Wait("choice", hands, table.rounds)
    if table.playing and rules.disputes.cancelled_after_days is not None:
        return Wait("cancel", turn=table.rounds)
    return None


def goes_on(before: Wait | None, after: Wait | None) -> bool:
    """Whether a wait is still the one that began before."""
    if before is None or after is None:
        return before is after
    return before[::2] == after[::2] and set(after.who) <= set(before.who)


def due(record: Record, wait: Wait | None, since: int, seconds: Seconds) -> int | None:
    """When the house acts by itself, in milliseconds since 1970."""
    if wait is None:
        return None
    if wait.kind == "cancel":
        days = record.table.rules.disputes.cancelled_after_days
        assert days is not None, "only rules that cancel have this wait"
        return (record.table.began_at + days * DAY + 1) * 1000
    return since + int(getattr(seconds, wait.kind)) * 1000


def when_due(record: Record, wait: Wait, now: int) -> tuple[Action | Step, ...]:
    """What the house does when a wait is over; it goes on without missing commitments."""
    match wait.kind:
        case "commitments":
            return ()
        case "reveals":
            assert record.coming is not None, "reveals are of a shoe in preparation"
            coming = record.coming
            return tuple(Withheld(coming.shoe, seat) for seat in coming.ceremony.awaited)
        case "bets":
            return (CloseBets(now // 1000),)
        case "cancel":
            return (CancelRound(now // 1000),)
        case _:
            return (TimeOut(),)
