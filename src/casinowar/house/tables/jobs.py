"""The jobs of a table: carry out a command, or act on a deadline.

An accepted command keeps its answer under its Idempotency-Key for ever. A refused one changed
nothing, and is tried again if it is repeated.
"""

from typing import Any

from casinowar.errors import IllegalAction
from casinowar.game.decided_wager import DecidedWager
from casinowar.game.table import need
from casinowar.house.messages import Cents, EntryText, Message, embed, encode
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
    RuleWager,
    Sit,
    TakeBank,
    Wager,
    carry_out,
)
from casinowar.house.tables.floor import Means
from casinowar.house.tables.offers import OfferedCommand, WithheldCommand, offers, purse_in
from casinowar.house.tables.turn import Turn
from casinowar.house.tables.views import StateView, state
from casinowar.record.ledger import Account
from casinowar.store.queries import floor as store_floor
from casinowar.store.queries import people
from casinowar.store.queries.incidents import has_ruling
from casinowar.store.queries.records import one_round
from casinowar.store.writer.running import Running
from casinowar.store.writer.work import Work

_WAGERS = (Bet, Rebet, Choose, TakeBank, PostStake)
"""The commands that take money out of a purse."""

_RULINGS = (Rule, RuleWager)

MOST_DUE = 20
"""The most overdue tables handled in one transaction."""


class CommandAnswer(Message, frozen=True):
    """What happened, the state of the table, and what the caller may do next."""

    table: str
    seq: int
    balance: Cents
    entries: list[EntryText]
    state: StateView
    offers: list[OfferedCommand]
    withheld: list[WithheldCommand]


def act(
    work: Work, means: Means, caller: Caller, table_id: str, command: Command, request_sha256: str
) -> bytes:
    """Carry out a command, once; return its answer."""
    kept = repeated(work, request_sha256)
    if kept is not None:
        return kept
    running = floor.checked(floor.found(work, table_id), caller)
    right: Here = "rule" if isinstance(command, _RULINGS) else "play"
    rights.check_at(work.connection, running, caller, right)
    if running.why_paused:
        pauses.check(running, command)
    if isinstance(command, Sit):
        _check_may_sit(work, running, caller)
    if isinstance(command, Rebet) and not means.pace.rebet:
        raise Refused("no-rebet", "this house repeats no wagers: place them anew")
    play = means.play(work, running)
    play.away.discard(caller.player)
    try:
        carry_out(play, caller, command, _Past(work))
        if isinstance(command, _WAGERS):
            _check_own_limits(work, means.pace, running, play, caller, command)
        after = floor.keep(work, play)
        if isinstance(command, _RULINGS):
            note_rulings(work, caller, play)
    except (IllegalAction, Refused) as error:
        raise _refusal(error, running) from None
    answer = encode(_done(work, means, caller, play, after))
    work.keep(request_sha256, answer)
    return answer


def _check_own_limits(
    work: Work, pace: Pace, running: Running, play: Turn, caller: Caller, command: Command
) -> None:
    """Refuse a wager beyond the player's own limits, or faster than the house's pace."""
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
    """The same refusal with what the table waits for now, before the command's first step."""
    if not error.awaited:
        return error
    awaited = str(need(running.record.table))
    if isinstance(error, Refused):
        return Refused(error.kind, error.why, awaited=awaited, status=error.status)
    return IllegalAction(error.why, awaited)


def is_alone(command: Command) -> bool:
    """Whether a command reads more than its own table, and so needs its own transaction."""
    return isinstance(command, (Sit, *_RULINGS))


def time_is_up(work: Work, means: Means, table_id: str) -> bool:
    """Act on a table's deadline if it has passed; return whether it had."""
    play = means.play(work, work.running(table_id))
    is_up = play.time_is_up()
    if is_up:
        floor.keep(work, play)
    return is_up


def overdue(work: Work, means: Means) -> None:
    """Act on passed deadlines of any server's tables: the server that set them may be gone."""
    for table_id in store_floor.due(work.connection, work.now, MOST_DUE):
        time_is_up(work, means, table_id)


def repeated(work: Work, request_sha256: str) -> bytes | None:
    """The first answer to a repeated request; refuse a different request with the same key."""
    kept = work.kept()
    if kept is not None and kept.request_sha256 != request_sha256:
        raise Refused("key-reused", "another request was made under this Idempotency-Key")
    return None if kept is None else kept.answer


def _done(work: Work, means: Means, caller: Caller, play: Turn, after: Running) -> CommandAnswer:
    """The answer to a command that was carried out."""
    purse = purse_in(work, after, caller, means.pace)
    choices = offers(after, caller.player, purse)
    return CommandAnswer(
        table=after.id,
        seq=after.record.seq,
        balance=purse.chips,
        entries=embed(entry.text for made in play.made for entry in made.entries),
        state=state(after),
        offers=choices.offers,
        withheld=choices.withheld,
    )


def _check_may_sit(work: Work, running: Running, caller: Caller) -> None:
    """Refuse players who are banned or excluded, and a second open solo game (SG-5)."""
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


class _Past:
    """What the store knows of earlier rounds."""

    def __init__(self, work: Work) -> None:
        self._work = work

    def last_wagers(self, table_id: str, player: str) -> tuple[Wager, ...]:
        """The wagers of a player's last round at a table."""
        found: list[tuple[int, Any, int]] = list(
            store_floor.last_wagers(self._work.connection, table_id, player)
        )
        return tuple(Wager(*wager) for wager in found)

    def decided_wagers(self, table_id: str, number: int) -> tuple[DecidedWager, ...]:
        """The wagers of a round that has no ruling yet; refused if it has one (SG-14)."""
        if has_ruling(self._work.connection, table_id, number):
            raise Refused("ruled", f"round {number} already has its final ruling")
        found = one_round(self._work.connection, table_id, number)
        return tuple(DecidedWager(*each) for each in found.settlements)
