"""Replacing a table, to change its limits or options: a record never changes them.

The old table is closed and the new one opened in one transaction, with the same name and rules.
Everyone who watches the old table learns the id of the new one. Players' own games of a table for
one player keep their record and limits and are paused; their players can open a new game.
"""

from collections.abc import Mapping

from casinowar.game.players import kind_of
from casinowar.game.table import Table
from casinowar.house.people import rights
from casinowar.house.people.sessions import letters
from casinowar.house.pit.audit_log import checked_why, note
from casinowar.house.refusals import Refused
from casinowar.house.tables import floor
from casinowar.house.tables.commands import Caller
from casinowar.house.tables.floor import Means, Opening
from casinowar.house.tables.sign import warning
from casinowar.record.codec.values import to_plain
from casinowar.rules.model import RuleSet
from casinowar.rules.options import resolve
from casinowar.store.backends.engine import lock_floor
from casinowar.store.queries import floor as store_floor
from casinowar.store.queries.records import rule_file
from casinowar.store.writer.running import Running
from casinowar.store.writer.work import Work

_CHOSEN = (
    *("decks", "seats", "primary", "tie", "authorised", "most_returned"),
    *("first_burn", "collect", "hand_dealt"),
)
"""The options that are chosen; the others follow from these."""

GAME_PAUSED = "the rules or limits of this game have changed: open a new one from the lobby"


def replace(
    work: Work,
    means: Means,
    caller: Caller,
    table_id: str,
    given: Mapping[str, object],
    why: str,
    *,
    reading: str = "",
    players_may_have_edge: bool = False,
) -> Running:
    """Close a table and open another in its place, with other options or another reading."""
    lock_floor(work.connection, whole=False)
    running = floor.checked(floor.found(work, table_id), caller)
    rights.check_at(work.connection, running, caller, "limits")
    why = checked_why(why)
    if running.owner is not None:
        raise Refused("not-public", "only public tables can be replaced: close it and open another")
    table = running.record.table
    file = rule_file(work.connection, table.rules.sha256)
    rules = file.rules(reading or table.rules.reading)
    unstated = rules.limits.authorised == "stated"
    favours = bool(warning(table.rules, table.options.decks))
    opening = Opening(
        file,
        reading=rules.reading,
        name=store_floor.name_of(work.connection, table_id),
        options=options_of(table, rules, given),
        players_may_have_edge=players_may_have_edge or favours,
        bots=sum(kind_of(player) == "bot" for player in table.players()),
        practice=table.options.practice and not (unstated and "authorised" in given),
    )
    successor = f"t{letters(means.entropy, 12)}"
    floor.close_table(work, means, caller, table_id, replaced_by=successor)
    opened = floor.open_table(work, means, opening, successor)
    pause_games(work, table_id, opened.id)
    before = {"reading": table.rules.reading, **to_plain(table.options)}
    after = {"reading": rules.reading, **to_plain(opened.record.table.options)}
    changed = {name for name in before if before[name] != after[name]}
    note(
        work,
        caller,
        "replace",
        why,
        {name: before[name] for name in sorted(changed)},
        {"table": opened.id, **{name: after[name] for name in sorted(changed)}},
        table_id,
    )
    return opened


def options_of(table: Table, rules: RuleSet, given: Mapping[str, object]) -> dict[str, object]:
    """The options of a table with some changed; the others stay.

    Under another reading, an option with the old reading's default gets the new one's.
    """
    options = table.options
    chosen: dict[str, object] = {name: getattr(options, name) for name in _CHOSEN}
    if rules.reading != table.rules.reading:
        before, after = resolve(table.rules, practice=True), resolve(rules, practice=True)
        for name in _CHOSEN:
            if chosen[name] == getattr(before, name) != getattr(after, name):
                del chosen[name]
    if not rules.has_tie:
        chosen.pop("tie", None)
    if options.practice and rules.limits.authorised == "stated":
        chosen.pop("authorised", None)
    if options.most_returned == table.rules.limits.most_returned:
        chosen.pop("most_returned", None)
    return {**chosen, **given}


def pause_games(work: Work, table_id: str, successor: str) -> None:
    """Pause players' own games of a table that another one has replaced."""
    games = store_floor.games_of(work.connection, table_id)
    store_floor.pause_games(work.connection, table_id, GAME_PAUSED, successor)
    for game in sorted({*games} & {*work.remembered()}):
        paused = work.running(game)._replace(paused=GAME_PAUSED, replaced_by=successor)
        work.tell(paused)
