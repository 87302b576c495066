"""What those with an office do to tables and to the house, kept with who, when and why."""

from typing import Any

from casinowar.game.events import RoundRuled
from casinowar.house.refusals import Refused
from casinowar.house.tables.commands import Caller
from casinowar.house.tables.turn import Turn
from casinowar.store.queries import audit_log
from casinowar.store.queries.people import Person
from casinowar.store.writer.work import Work

Json = dict[str, Any]


def checked_why(why: str) -> str:
    """A reason as it is kept: one line of visible characters."""
    why = " ".join(why.split())
    if not why or not why.isprintable():
        raise Refused("bad-reason", "a reason is a line of visible characters")
    return why


def note(
    work: Work,
    caller: Caller,
    what: str,
    why: str,
    before: Json,
    after: Json,
    table_id: str | None = None,
    about: int | None = None,
) -> None:
    """Keep that something was done, to an account or not, and how it was before and after."""
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
    """Keep, once, that someone ends a round whose dealer may deal no longer."""
    new = ("finish", caller.player, table_id, {"round": number})
    for last in audit_log.newest(work.connection, 1, about=dealer.player):
        if (last.what, last.by, last.table, last.after) == new:
            return
    why = f"{dealer.name} may deal no longer"
    note(work, caller, "finish", why, {}, {"round": number}, table_id, dealer.account)


def note_rulings(work: Work, caller: Caller, play: Turn) -> None:
    """Keep what was ruled at a table."""
    for made in play.made:
        for event in made.events:
            if isinstance(event, RoundRuled):
                after = {"round": event.round, "ruling": event.ruling}
                note(work, caller, "rule", event.reason, {}, after, play.record.id)
