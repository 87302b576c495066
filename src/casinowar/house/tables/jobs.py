"""What is asked of a table, as jobs of the writer: a command, or that time has passed.

A command that was accepted has one answer for ever, under the key its caller gave it. One that is
refused has changed nothing, and is looked at afresh when it comes again.
"""

from collections.abc import Callable, Iterable
from typing import Any

from casinowar.errors import IllegalAction
from casinowar.game.table import need
from casinowar.house.people import own_limits, rights
from casinowar.house.people.accounts import check_not_banned, check_not_excluded
from casinowar.house.people.own_limits import Pace
from casinowar.house.people.rights import Here
from casinowar.house.pit import pauses
from casinowar.house.pit.audit_log import note_rulings
from casinowar.house.refusals import Refused, not_yours
from casinowar.house.tables import floor
from casinowar.house.tables.commands import (
    Bet,
    Caller,
    Choose,
    Command,
    PostStake,
    Rebet,
    Rule,
    Sit,
    TakeBank,
    Wager,
    carry_out,
)
from casinowar.house.tables.floor import Means
from casinowar.house.tables.turn import Turn
from casinowar.house.tables.views import state_text
from casinowar.record.ledger import Account
from casinowar.store.queries import floor as store_floor
from casinowar.store.queries import people
from casinowar.store.writer.running import Running
from casinowar.store.writer.work import Work

_WAGERS = (Bet, Rebet, Choose, TakeBank, PostStake)
"""The commands that take money out of a purse."""

MOST_DUE = 20
"""How many tables that are due are seen to in one transaction."""


def act(
    work: Work, means: Means, caller: Caller, table_id: str, command: Command, request_sha256: str
) -> bytes:
    """Carry a command out, once: its answer."""
    kept = repeated(work, request_sha256)
    if kept is not None:
        return kept
    running = floor.checked(floor.found(work, table_id), caller)
    right: Here = "rule" if isinstance(command, Rule) else "play"
    rights.check_at(work.connection, running, caller, right)
    pauses.check(running, command)
    if isinstance(command, Sit):
        _check_may_sit(work, running, caller)
    if isinstance(command, Rebet) and not means.pace.rebet:
        raise Refused("no-rebet", "this house repeats no wagers: place them anew")
    play = means.play(work, running)
    try:
        carry_out(play, caller, command, _last_wagers(work))
        if isinstance(command, _WAGERS):
            _check_own_limits(work, means.pace, running, play, caller, command)
        after = floor.keep(work, play)
        if isinstance(command, Rule):
            note_rulings(work, caller, play)
    except (IllegalAction, Refused) as error:
        raise _refusal(error, running) from None
    answer = answer_of(after, play, work.balance(Account("player", caller.player)))
    work.keep(request_sha256, answer)
    return answer


def _check_own_limits(
    work: Work, pace: Pace, running: Running, play: Turn, caller: Caller, command: Command
) -> None:
    """Refuse what goes beyond what a player allows themselves, or the house's pace."""
    player, table = caller.player, running.record.table
    if own_limits.is_free(work.own(caller.account), pace):
        return
    takes = -work.purse.change(Account("player", player))
    if takes <= 0:
        return
    at = own_limits.At(running.id, pace)
    found = own_limits.state_of(work, table, caller.account, player, at)
    if isinstance(command, Choose):
        bound = own_limits.room_for_war(found, table, player, work.now)
    else:
        bound = own_limits.room(found, table, player, work.now, pace)
        if own_limits.war_is_sure(table.rules):
            takes += own_limits.primaries(play.record.table, player)
            takes -= own_limits.primaries(table, player)
    own_limits.check(bound, takes)


def _refusal(error: IllegalAction | Refused, running: Running) -> IllegalAction | Refused:
    """The same refusal, with what the table awaits: a command of several steps may be beyond it."""
    if not error.awaited:
        return error
    awaited = str(need(running.record.table))
    if isinstance(error, Refused):
        return Refused(error.kind, error.why, awaited=awaited, status=error.status)
    return IllegalAction(error.why, awaited)


def is_alone(command: Command) -> bool:
    """Whether a command looks at more than its own table, and needs a transaction of its own."""
    return isinstance(command, (Sit, Rule))


def time_is_up(work: Work, means: Means, table_id: str) -> bool:
    """Do what the house does at a table that is due, if it is; whether it was."""
    play = means.play(work, work.running(table_id))
    is_up = play.time_is_up()
    if is_up:
        floor.keep(work, play)
    return is_up


def overdue(work: Work, means: Means) -> None:
    """Do what is due at tables that no server minds: each looks after those it moved last."""
    for table_id in store_floor.due(work.connection, work.now, MOST_DUE):
        time_is_up(work, means, table_id)


def repeated(work: Work, request_sha256: str) -> bytes | None:
    """The answer of a request that was accepted before; another under its key is refused."""
    kept = work.kept()
    if kept is not None and kept.request_sha256 != request_sha256:
        raise Refused("key-reused", "another request was made under this Idempotency-Key")
    return None if kept is None else kept.answer


def answer_of(after: Running, play: Turn, balance: int) -> bytes:
    """What a command is answered: what happened, and how things stand."""
    texts = ",".join(_texts(play))
    return (
        f'{{"table":"{after.id}","seq":{after.record.seq},"balance":{balance},'
        f'"entries":[{texts}],"state":{state_text(after)}}}'
    ).encode()


def _texts(play: Turn) -> Iterable[str]:
    return (entry.text for recorded in play.made for entry in recorded.entries)


def _check_may_sit(work: Work, running: Running, caller: Caller) -> None:
    """Who is out sits nowhere; a game for one player is one's own, and one at a time (SG-5)."""
    person = people.person(work.connection, caller.account, stays=True)
    assert person is not None, "an account is never deleted"
    check_not_banned(person, work.now)
    check_not_excluded(person, work.now)
    if not running.record.table.rules.is_solo:
        return
    if running.owner is None:
        raise Refused("own-game", "this game is for one player: open your own of it first")
    if caller.account != running.owner and caller.account not in running.invited:
        raise not_yours("this is another player's own game")
    for other in store_floor.seats_of(work.connection, caller.player):
        table = work.running(other).record.table
        if other != running.id and table.rules.is_solo and table.playing:
            raise Refused("game-open", f"your game at table {other} is not over yet")


def _last_wagers(work: Work) -> Callable[[str, str], tuple[Wager, ...]]:
    def last(table_id: str, player: str) -> tuple[Wager, ...]:
        found: list[tuple[int, Any, int]] = list(
            store_floor.last_wagers(work.connection, table_id, player)
        )
        return tuple(Wager(*wager) for wager in found)

    return last
