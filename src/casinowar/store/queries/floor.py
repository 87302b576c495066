"""SQL of tables: open, find and close them, and who may come to them."""

from typing import Any

from sqlalchemy import Connection, exists, func, insert, select, update

from casinowar.fair import Entropy
from casinowar.record import replay
from casinowar.record.dealer import Dealer
from casinowar.rules.file import RuleFile
from casinowar.store.queries.records import Unknown, entries_from, hidden_seeds, load_record
from casinowar.store.schema import (
    entries,
    invited,
    rounds,
    rule_files,
    seated,
    settlements,
    tables,
)
from casinowar.store.writer.running import Running, TableStatus

_PAUSES = ("paused", "house_paused", "replaced_by")
_ROW = ("owner", "closed_at", "seq", "ready", "away", "since", "due", *_PAUSES)


def load(
    connection: Connection, table_id: str, entropy: Entropy, known: Running | None = None
) -> Running:
    """Read a table; what is known of it is not read again."""
    chosen = select(*(tables.c[name] for name in _ROW)).where(tables.c.id == table_id)
    row = connection.execute(chosen).first()
    if row is None:
        raise Unknown(f"there is no table {table_id[:64]}")
    if known is None or known.record.seq > row.seq:
        record, seeds = load_record(connection, table_id)
    else:
        record = replay(known.record, entries_from(connection, table_id, known.record.seq))
        seeds = hidden_seeds(connection, table_id)
    came = connection.scalars(select(invited.c.account).where(invited.c.table_id == table_id))
    return Running(
        record,
        Dealer(entropy, seeds),
        owner=row.owner,
        invited=frozenset(came),
        closed_at=row.closed_at,
        ready=frozenset(row.ready.split()),
        away=frozenset(row.away.split()),
        since=row.since,
        due=row.due,
        paused=row.paused,
        house_paused=row.house_paused,
        replaced_by=row.replaced_by,
    )


HOUSE_PAUSED = "paused"
"""The note with the reason while the whole house is paused."""


def set_house_paused(connection: Connection, why: str | None) -> None:
    """Pause or resume every open table with the house, locked in the order of their ids."""
    is_open = tables.c.closed_at.is_(None)
    connection.execute(select(tables.c.id).where(is_open).order_by(tables.c.id).with_for_update())
    connection.execute(update(tables).where(is_open).values(house_paused=why))


def public_tables(connection: Connection) -> list[str]:
    """The ids of the open public tables."""
    is_public = tables.c.owner.is_(None) & tables.c.closed_at.is_(None)
    return list(connection.scalars(select(tables.c.id).where(is_public)))


def by_hand(connection: Connection) -> list[str]:
    """The ids of the open hand-dealt tables, by the first entry of each."""
    says = entries.c.text.contains('"hand_dealt":1,')
    is_public = tables.c.owner.is_(None) & tables.c.closed_at.is_(None)
    query = select(tables.c.id).join(entries, entries.c.table_id == tables.c.id)
    return list(connection.scalars(query.where(is_public, entries.c.seq == 0, says)))


def games_of(connection: Connection, table_id: str) -> list[str]:
    """The ids of players' own games of a public table."""
    return list(connection.scalars(select(tables.c.id).where(tables.c.game_of == table_id)))


def pause_games(connection: Connection, table_id: str, why: str, successor: str) -> None:
    """Pause players' own games of a table that another table has replaced."""
    games = update(tables).where(tables.c.game_of == table_id)
    connection.execute(games.values(paused=why, replaced_by=successor))


def keep_rules(connection: Connection, file: RuleFile, at: int) -> None:
    """Keep the bytes of a rule file for ever, once."""
    known = select(exists().where(rule_files.c.sha256 == file.sha256))
    if not connection.scalar(known):
        connection.execute(insert(rule_files).values(sha256=file.sha256, text=file.source, at=at))


def add_table(connection: Connection, **row: Any) -> None:
    """Add a new table; its first entries are written with it."""
    connection.execute(
        insert(tables).values(seq=0, ready="", away="", since=row["opened_at"], **row)
    )


def rules_of(connection: Connection, table_id: str) -> str | None:
    """The SHA-256 of the rule file that a table was opened under, if there is such a table."""
    query = select(tables.c.rules_sha256).where(tables.c.id == table_id)
    return connection.scalar(query)


def own_game(connection: Connection, account: int, table_id: str) -> str | None:
    """The id of an account's own game of a public table, if there is one."""
    query = select(tables.c.id).where(tables.c.owner == account, tables.c.game_of == table_id)
    return connection.scalar(query)


def is_own_game(connection: Connection, table_id: str) -> bool:
    """Whether a table is a player's own game of a public one."""
    query = select(tables.c.game_of.is_not(None)).where(tables.c.id == table_id)
    return bool(connection.scalar(query))


def count_private(connection: Connection, account: int) -> int:
    """How many private tables an account has open."""
    query = (
        select(func.count())
        .select_from(tables)
        .where(tables.c.owner == account, tables.c.game_of.is_(None), tables.c.closed_at.is_(None))
    )
    return int(connection.scalar(query) or 0)


def invitation(connection: Connection, token_sha256: str) -> str | None:
    """The id of the open table of a link."""
    query = select(tables.c.id).where(
        tables.c.invitation_sha256 == token_sha256, tables.c.closed_at.is_(None)
    )
    return connection.scalar(query)


def invite(connection: Connection, table_id: str, account: int) -> None:
    """Note that an account joined a table by its link."""
    connection.execute(insert(invited).values(table_id=table_id, account=account))


def name_of(connection: Connection, table_id: str) -> str:
    """The name of a table."""
    return str(connection.scalar(select(tables.c.name).where(tables.c.id == table_id)))


def seats_of(connection: Connection, player: str) -> list[str]:
    """The ids of the tables where a player sits."""
    return list(connection.scalars(select(seated.c.table_id).where(seated.c.player == player)))


def deadlines(connection: Connection) -> dict[str, int]:
    """The deadline of each table that has one."""
    query = select(tables.c.id, tables.c.due).where(
        tables.c.due.is_not(None), tables.c.closed_at.is_(None)
    )
    return {row.id: row.due for row in connection.execute(query)}


def due(connection: Connection, now: int, most: int) -> list[str]:
    """Lock some tables that are due, except those another server has; their ids, in order."""
    query = (
        select(tables.c.id)
        .where(tables.c.due <= now, tables.c.closed_at.is_(None))
        .order_by(tables.c.due)
        .limit(most)
        .with_for_update(skip_locked=True)
    )
    return sorted(connection.scalars(query))


def stands(connection: Connection, table_ids: list[str]) -> dict[str, TableStatus]:
    """How far tables have come, by their rows."""
    chosen = select(tables.c.id, *(tables.c[name] for name in TableStatus._fields))
    found = connection.execute(chosen.where(tables.c.id.in_(table_ids)))
    return {row.id: TableStatus(*row[1:]) for row in found}


def open_tables(connection: Connection) -> list[str]:
    """The ids of all open tables."""
    return list(connection.scalars(select(tables.c.id).where(tables.c.closed_at.is_(None))))


def last_wagers(connection: Connection, table_id: str, player: str) -> list[tuple[int, str, int]]:
    """Seat, wager and amount of each bet of a player in their last round."""
    own = (settlements.c.table_id == table_id) & (settlements.c.player == player)
    last = select(func.max(settlements.c.round)).where(own).scalar_subquery()
    query = select(settlements.c.seat, settlements.c.wager, settlements.c.stake).where(
        own,
        settlements.c.round == last,
        settlements.c.wager.in_(("primary", "tie")),
        settlements.c.stake > 0,
    )
    found = connection.execute(query.order_by(settlements.c.seat, settlements.c.wager))
    return [(row.seat, row.wager, row.stake) for row in found]


def last_bets(connection: Connection, table_id: str) -> list[tuple[str, int, str, int]]:
    """Player, seat, wager and amount of each bet in the last round."""
    here = settlements.c.table_id == table_id
    last = select(func.max(settlements.c.round)).where(here).scalar_subquery()
    query = select(
        *(settlements.c.player, settlements.c.seat, settlements.c.wager, settlements.c.stake)
    ).where(
        here,
        settlements.c.round == last,
        settlements.c.wager.in_(("primary", "tie")),
        settlements.c.stake > 0,
    )
    found = connection.execute(query.order_by(settlements.c.seat, settlements.c.player))
    return [(row.player, row.seat, row.wager, row.stake) for row in found]


def last_stake(connection: Connection, table_id: str, player: str) -> int | None:
    """The stake of a player when they last were the bank of a table."""
    query = select(rounds.c.stake).where(rounds.c.table_id == table_id, rounds.c.banker == player)
    return connection.scalar(query.order_by(rounds.c.number.desc()).limit(1))
