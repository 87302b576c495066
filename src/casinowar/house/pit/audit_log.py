"""The log of what staff did to people, to tables and to the house, with who, when and why."""

from typing import Annotated, Any

from msgspec import Meta

from casinowar.game.events import RoundRuled, WagerRuled
from casinowar.game.table import round_of
from casinowar.house.messages import Message
from casinowar.house.refusals import Refused
from casinowar.house.tables.commands import Caller
from casinowar.house.tables.turn import Turn
from casinowar.store.queries import audit_log
from casinowar.store.queries.audit_log import ChangeKind
from casinowar.store.queries.people import Person
from casinowar.store.writer.work import Work

Why = Annotated[str, Meta(min_length=1, max_length=200, description="The reason, for the log.")]

Logged = dict[str, Any]
"""The state before or after a change: free-form, as each kind of change has its own fields."""


class Reason(Message, frozen=True):
    """The reason for a change."""

    why: Why


def checked_why(why: str) -> str:
    """A reason in one line of visible characters; an empty one is refused."""
    why = " ".join(why.split())
    if not why or not why.isprintable():
        raise Refused("bad-reason", "a reason is one line of visible characters")
    return why


def note(
    work: Work,
    caller: Caller,
    what: ChangeKind,
    why: str,
    before: Logged,
    after: Logged,
    table_id: str | None = None,
    about: int | None = None,
) -> None:
    """Log a change; `about` is the account that it was made to, if any."""
    audit_log.add(
        work.connection,
        at=work.now,
        by=caller.account,
        about=about,
        table_id=table_id,
        what=what,
        why=why,
        before=before,
        after=after,
    )


def note_finished(work: Work, caller: Caller, table_id: str, dealer: Person, number: int) -> None:
    """Log, once a round, that the caller finishes it for a dealer who may no longer deal."""
    new = ("finish", caller.player, table_id, {"round": number})
    for last in audit_log.newest(work.connection, 1, about=dealer.player):
        if (last.what, last.by, last.table, last.after) == new:
            return
    why = f"{dealer.name} may no longer deal"
    note(work, caller, "finish", why, {}, {"round": number}, table_id, dealer.account)


def note_rulings(work: Work, caller: Caller, play: Turn) -> None:
    """Log the rulings made at a table."""
    for made in play.made:
        for event in made.events:
            if not isinstance(event, RoundRuled | WagerRuled):
                continue
            number = round_of(made.events, made.record.table)
            after: Logged = {"round": number, "ruling": event.ruling}
            if isinstance(event, WagerRuled):
                after |= {"seat": event.seat, "wager": event.wager, "player": event.player}
                after |= {"outcome": event.outcome, "net": event.net}
            note(work, caller, "rule", event.reason, {}, after, play.record.id)
