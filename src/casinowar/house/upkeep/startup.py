"""Open the floor: a table for each built-in rule set, and for each rule file of the operator.

The house does this at every start. Tables that exist stay as they are. If a rule file has changed,
it gets another table beside the old one.
"""

from collections.abc import Iterable

import structlog

from casinowar.house.house import House
from casinowar.house.tables.floor import Opening, check_edge, open_table
from casinowar.house.upkeep.restore import abandon_shoes
from casinowar.rules.file import RuleFile, builtin_names, load_rules
from casinowar.store.queries import floor as store_floor
from casinowar.store.queries.records import check_rules
from casinowar.store.writer.work import Work

log = structlog.get_logger("casinowar.house")

_FAVOURABLE = ("fun-casino",)
"""The built-in rules that are opened although they favour the players."""


def read_files(
    files: Iterable[str] = (), *, players_may_have_edge: bool = False
) -> tuple[Opening, ...]:
    """The tables for the operator's own rule files.

    A file that favours the players is refused without an explicit yes.
    """
    found = []
    for file in map(load_rules, files):
        name = f"{file.name[:60]} (house rules)" if _is_printed_otherwise(file) else ""
        found.append(Opening(file, name=name, players_may_have_edge=players_may_have_edge))
        check_edge(found[-1])
    return tuple(found)


def _is_printed_otherwise(file: RuleFile) -> bool:
    """Whether a file has the id of a built-in rule set, but other rules."""
    return file.id in builtin_names() and file.sha256 != load_rules(file.id).sha256


def open_floor(house: House, own: Iterable[Opening] = ()) -> list[str]:
    """Open the tables that are missing; returns their ids.

    Refused if a rule file in the database was altered after tables were opened under it.
    """
    house.read_now(check_rules)
    abandon_shoes(house)
    wanted = [*map(_as_printed, builtin_names()), *own]
    opened = [table_id for opening in wanted if (table_id := _open(house, opening)) is not None]
    for table_id in opened:
        log.info("table opened", table=table_id)
    return opened


def _as_printed(name: str) -> Opening:
    """A built-in rule set; if players bank, bots sit there too."""
    file = load_rules(name)
    banked = file.rules().player_banked
    return Opening(
        file,
        players_may_have_edge=name in _FAVOURABLE,
        bots=file.rules().seats.players_needed if banked else 0,
    )


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
