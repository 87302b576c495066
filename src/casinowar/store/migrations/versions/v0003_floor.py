"""Version 0003: players without an account, pauses, incidents, and limits players set themselves."""

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
        tables.add_column(sa.Column("paused_at", sa.BigInteger(), nullable=True))
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
