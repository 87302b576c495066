"""Abandon the open shoes of a house that was restored from a backup.

The cards that the house dealt after the backup may be known, and the copy would deal them again. So
a copy that is opened for the first time takes every shoe off its tables, even one that it has only
committed to, and reveals its seed. The shoe counts as abandoned, and its dealt cards can be
verified. A round under way is void, and all its wagers are returned.
"""

from functools import partial

import structlog
from sqlalchemy import Connection

from casinowar.errors import IllegalAction
from casinowar.game.actions import Rule
from casinowar.house.house import House
from casinowar.house.tables import floor
from casinowar.house.tables.floor import Means
from casinowar.store.backup import COPIED
from casinowar.store.queries import floor as store_floor
from casinowar.store.queries import people
from casinowar.store.writer.work import Work

REASON = "the house goes on from a backup"

log = structlog.get_logger("casinowar.house")


def abandon_shoes(house: House) -> None:
    """If a house is a copy, take the shoes off its tables, before it starts."""
    if house.read_now(_is_copy):
        for table_id in house.read_now(store_floor.open_tables):
            house.do_now(partial(_abandon, means=house.means, table_id=table_id))
        house.do_now(lambda work: people.drop_note(work.connection, COPIED))


def _is_copy(connection: Connection) -> bool:
    return people.note(connection, COPIED) is not None


def _abandon(work: Work, means: Means, table_id: str) -> None:
    play = means.play(work, work.running(table_id))
    table = play.record.table
    if table.playing or table.bets:
        try:
            play.take(Rule("void", REASON), "house")
        except IllegalAction as error:  # the rules have no void, or the round has its final ruling
            log.warning(
                "a round continues with cards that may be known", table=table_id, why=str(error)
            )
            return
    while (step := play.dealer.close(play.record)) is not None:
        play.take(step)
    floor.keep(work, play)
    log.info("shoe abandoned", table=table_id, why=REASON)
