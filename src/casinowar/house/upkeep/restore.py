"""A house that was copied, and is gone on with as it was then: its open shoes are abandoned.

The cards that the house dealt after the copy was made may be known to anyone, and the copy would
deal them again. So a copy that is opened for the first time takes every shoe off its tables, also
the one that is only committed to, and shows its seed: it is counted as abandoned, and what was
dealt of it can be verified. A round that is under way is void, and all its wagers go back.
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
    """Take the shoes off the tables of a house that is a copy, before it is started."""
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
        except IllegalAction as error:  # the rules know no void, or the last word is spoken
            log.warning(
                "a round goes on with cards that may be known", table=table_id, why=str(error)
            )
            return
    while (step := play.dealer.close(play.record)) is not None:
        play.take(step)
    floor.keep(work, play)
    log.info("shoe abandoned", table=table_id, why=REASON)
