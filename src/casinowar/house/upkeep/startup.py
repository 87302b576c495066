"""Open the floor: a table for each built-in rule set, and for each rule file of the operator.

The house does this at every start. A table of a built-in rule set is replaced if the rule set or
its options have changed since it was opened, but never while people sit there. If an operator's own
rule file has changed, it gets another table beside the old one.
"""

from collections.abc import Iterable

import structlog

from casinowar.house.house import House
from casinowar.house.people.sessions import letters
from casinowar.house.pit.replacement import pause_games
from casinowar.house.tables import floor
from casinowar.house.tables.floor import Means, Opening, check_edge, open_table, within
from casinowar.house.timeouts import people
from casinowar.house.upkeep.restore import abandon_shoes
from casinowar.rules.file import RuleFile, builtin_names, load_rules
from casinowar.store.queries import floor as store_floor
from casinowar.store.queries.evidence import seated_at
from casinowar.store.queries.records import check_rules
from casinowar.store.writer.running import Running
from casinowar.store.writer.work import Work

log = structlog.get_logger("casinowar.house")

_FAVOURABLE = ("fun-casino",)
"""The built-in rules that are opened although they favour the players."""


def read_files(
    files: Iterable[str] = (),
    *,
    players_may_have_edge: bool = False,
    authorised: int | None = None,
) -> tuple[Opening, ...]:
    """The tables for the operator's own rule files.

    A file that favours the players is refused without an explicit yes.
    """
    found = []
    for file in map(load_rules, files):
        name = f"{file.name[:60]} (house rules)" if _is_printed_otherwise(file) else ""
        opening = Opening(file, name=name, players_may_have_edge=players_may_have_edge)
        found.append(within(opening, authorised))
        check_edge(found[-1])
    return tuple(found)


def _is_printed_otherwise(file: RuleFile) -> bool:
    """Whether a file has the id of a built-in rule set, but other rules."""
    return file.id in builtin_names() and file.sha256 != load_rules(file.id).sha256


def open_floor(
    house: House, own: Iterable[Opening] = (), *, authorised: int | None = None
) -> list[str]:
    """Open the tables that are missing, and replace old ones; returns the ids of the new tables.

    Refused if a rule file in the database was altered after tables were opened under it.
    """
    house.read_now(check_rules)
    abandon_shoes(house)
    built_in = [within(_as_printed(name), authorised) for name in builtin_names()]
    opened = [_renew(house, opening) for opening in built_in]
    opened += [_open(house, opening) for opening in own]
    found = [table_id for table_id in opened if table_id is not None]
    for table_id in found:
        log.info("table opened", table=table_id)
    return found


def _as_printed(name: str) -> Opening:
    """A built-in rule set."""
    return Opening(load_rules(name), players_may_have_edge=name in _FAVOURABLE)


def _open(house: House, opening: Opening) -> str | None:
    def run(work: Work) -> str | None:
        file = opening.file
        for table_id in (file.id, f"{file.id[:40]}-{file.sha256[:8]}"):
            known = store_floor.rules_of(work.connection, table_id)
            if known == file.sha256:
                return None
            if known is None:
                open_table(work, house.means, opening, table_id)
                return table_id
        return None

    return house.do_now(run)


def _renew(house: House, opening: Opening) -> str | None:
    """Open the table of a built-in rule set, or replace it if it is no longer as it would be."""

    def run(work: Work) -> str | None:
        first = opening.file.id
        if store_floor.rules_of(work.connection, first) is None:
            open_table(work, house.means, opening, first)
            return first
        running = _latest(work, first)
        if running is None or _is_up_to_date(running, opening):
            return None
        if _is_in_use(work, running):
            log.info("table kept", table=running.id, why="it has changed, but people sit there")
            return None
        return _replace(work, house.means, running, opening)

    return house.do_now(run)


def _latest(work: Work, first: str) -> Running | None:
    """The open table that the house has opened last in place of this one.

    `None` if an operator has closed it, or has replaced it with other limits.
    """
    running = work.running(first)
    while running.replaced_by is not None and running.replaced_by.startswith(f"{first}-"):
        running = work.running(running.replaced_by)
    return running if running.closed_at is None else None


def _is_up_to_date(running: Running, opening: Opening) -> bool:
    rules, options = check_edge(opening)
    table = running.record.table
    return (table.rules.sha256, table.options) == (rules.sha256, options)


def _is_in_use(work: Work, running: Running) -> bool:
    """Whether people sit or bet at a table, or at their own games of it."""
    table = running.record.table
    games = store_floor.games_of(work.connection, running.id)
    return (
        table.playing
        or bool(table.bets or people(running.record))
        or any(seated_at(work.connection, game) for game in games)
    )


def _replace(work: Work, means: Means, running: Running, opening: Opening) -> str:
    successor = f"{opening.file.id}-{letters(means.entropy, 8)}"
    floor.close(work, means.play(work, running), "house", replaced_by=successor)
    opened = open_table(work, means, opening, successor)
    pause_games(work, running.id, opened.id)
    why = "its rules or limits have changed since it was opened"
    log.info("table replaced", table=running.id, by=opened.id, why=why)
    return opened.id
