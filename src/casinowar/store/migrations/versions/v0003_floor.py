"""Version 0003: players without a session, pauses, incidents, bankers, and players' own limits."""

import json
from collections.abc import Iterator
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

SERIAL = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Let people without a session sit, tables pause, and players limit themselves."""
    with op.batch_alter_table("accounts") as accounts:
        accounts.add_column(sa.Column("excluded_until", sa.BigInteger(), nullable=True))
        accounts.drop_constraint(op.f("ck_accounts_kind"), type_="check")
        accounts.create_check_constraint(
            op.f("ck_accounts_kind"), "kind IN ('guest', 'member', 'bot', 'walk-in')"
        )
    with op.batch_alter_table(
        "tables", recreate="always" if op.get_bind().dialect.name == "sqlite" else "never"
    ) as tables:
        tables.add_column(sa.Column("paused", sa.Text(), nullable=True))
        tables.add_column(sa.Column("house_paused", sa.Text(), nullable=True))
        tables.add_column(sa.Column("replaced_by", sa.String(64), nullable=True))
    with op.batch_alter_table(
        "seated",
        recreate="always" if op.get_bind().dialect.name == "sqlite" else "never",
        table_kwargs={"sqlite_with_rowid": False},
    ) as seated:
        seated.add_column(sa.Column("seen", sa.BigInteger(), nullable=True))
    op.create_table(
        "incidents",
        sa.Column("table_id", sa.String(64), nullable=False),
        sa.Column("seq", sa.BigInteger(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(24), nullable=False),
        sa.Column("round", sa.BigInteger(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_incidents_table_id")),
        sa.PrimaryKeyConstraint("table_id", "seq", "place", name=op.f("pk_incidents")),
        sqlite_with_rowid=False,
    )
    op.create_index(op.f("ix_incidents_at"), "incidents", ["at"])
    _find_incidents(op.get_bind())
    _add_bankers()
    op.create_index("ix_transfers_source_why_at", "transfers", ["source", "why", "at"])
    op.create_table(
        "limits",
        sa.Column("account", SERIAL, nullable=False),
        sa.Column("what", sa.String(8), nullable=False),
        sa.Column("most", sa.BigInteger(), nullable=True),
        sa.Column("coming", sa.BigInteger(), nullable=True),
        sa.Column("coming_at", sa.BigInteger(), nullable=True),
        sa.CheckConstraint("what IN ('stake', 'loss', 'time')", name=op.f("ck_limits_what")),
        sa.CheckConstraint("most > 0 AND coming > 0", name=op.f("ck_limits_most")),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name=op.f("fk_limits_account")),
        sa.PrimaryKeyConstraint("account", "what", name=op.f("pk_limits")),
        sqlite_with_rowid=False,
    )


_FIND_BANKERS = sa.text(
    "UPDATE rounds SET (banker, stake) = (SELECT substr(source, 8), amount FROM transfers "
    "WHERE transfers.table_id = rounds.table_id AND transfers.seq < rounds.seq "
    "AND source LIKE 'player:%' AND target = 'stake:' || rounds.table_id "
    "ORDER BY transfers.seq DESC LIMIT 1) "
    "WHERE table_id IN (SELECT table_id FROM transfers WHERE target LIKE 'stake:%')"
)
"""The stake of a round is the last one posted before its bets were closed."""


def _add_bankers() -> None:
    with op.batch_alter_table(
        "rounds",
        recreate="always" if op.get_bind().dialect.name == "sqlite" else "never",
        table_kwargs={"sqlite_with_rowid": False},
    ) as rounds:
        rounds.add_column(sa.Column("banker", sa.String(32), nullable=True))
        rounds.add_column(sa.Column("stake", sa.BigInteger(), nullable=True))
    op.get_bind().execute(_FIND_BANKERS)
    op.create_index(
        "ix_rounds_banker",
        "rounds",
        ["banker", "table_id", "number"],
        sqlite_where=sa.text("banker IS NOT NULL"),
        postgresql_where=sa.text("banker IS NOT NULL"),
    )


_RULED = ('%"type":"round_ruled"%', '%"type":"round_cancelled"%', '%"end":"abandoned"%')
_BROUGHT = sa.text("SELECT 1 FROM shoes WHERE table_id = :of AND number = :number")
_LAST = sa.text("SELECT max(number) FROM rounds WHERE table_id = :of AND seq <= :seq")
_CAPPED = sa.text(
    "SELECT table_id FROM entries WHERE seq = 0 AND text NOT LIKE :none "
    "AND NOT EXISTS (SELECT 1 FROM transfers WHERE transfers.table_id = entries.table_id "
    "AND transfers.source = 'stake:' || entries.table_id)"
)


def _find_incidents(connection: sa.Connection) -> None:
    """Find the incidents in existing records; before this version no table was dealt by hand.

    A pay can only be cut if the rules limit what a round returns, and the house banks.
    """
    entries = sa.table("entries", sa.column("table_id"), sa.column("seq"), sa.column("text"))
    capped = list(connection.scalars(_CAPPED, {"none": '%"most_returned":null%'}))
    settled = sa.and_(
        entries.c.table_id.in_(capped), entries.c.text.like('%"type":"wager_settled"%')
    )
    query = (
        sa.select(entries.c.table_id, entries.c.seq, entries.c.text)
        .where(sa.or_(settled, *(entries.c.text.like(each) for each in _RULED)))
        .order_by(entries.c.table_id, entries.c.seq)
    )
    rows: list[dict[str, Any]] = []
    voids: dict[str, int] = {}
    for table_id, seq, text in connection.execute(query).all():
        entry = json.loads(text)
        for place, kind, given in _incidents_of(connection, table_id, entry, table_id in capped):
            last = connection.scalar(_LAST, {"of": table_id, "seq": seq}) or 0
            number = max(last, voids.get(table_id, 0)) if given is None else given
            if kind == "void":
                voids[table_id] = number
            row = {"table_id": table_id, "seq": seq, "place": place, "kind": kind}
            rows.append({**row, "round": number, "at": entry["at"]})
    if rows:
        kept = sa.table("incidents", *(sa.column(name) for name in rows[0]))
        connection.execute(sa.insert(kept), rows)


def _incidents_of(
    connection: sa.Connection, table_id: str, entry: dict[str, Any], is_capped: bool
) -> Iterator[tuple[int, str, int | None]]:
    """Place, kind and round of each incident; if it names no round, the last one before it."""
    for place, event in enumerate(entry.get("events", ())):
        match event:
            case {"type": "round_ruled", "round": number, "ruling": ruling}:
                yield place, "void" if ruling == "void" else "ruling", number
            case {"type": "round_cancelled", "round": number}:
                yield place, "cancelled", number
            case {"type": "wager_settled", "due": due, "net": net} if is_capped and due != net:
                yield place, "pay-cut", None
    if entry.get("end") == "abandoned":
        number = int(entry["shoe"].rpartition("/")[2])
        if connection.execute(_BROUGHT, {"of": table_id, "number": number}).first():
            yield 0, "shoe-abandoned", None
