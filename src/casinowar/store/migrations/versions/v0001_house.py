"""Version 0001: a house on one machine."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

SERIAL = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Make every table."""
    op.create_table(
        "rule_files",
        sa.Column("sha256", sa.String(64), nullable=False),
        sa.Column("text", sa.LargeBinary(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("sha256", name=op.f("pk_rule_files")),
    )
    op.create_table(
        "notes",
        sa.Column("name", sa.String(32), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_notes")),
    )
    _accounts()
    _tables()
    _people()
    _record()
    _rounds()
    _money()
    _keys()


def _accounts() -> None:
    op.create_table(
        "accounts",
        sa.Column("id", SERIAL, nullable=False),
        sa.Column("player", sa.String(32), nullable=False),
        sa.Column("name", sa.String(32), nullable=False),
        sa.Column("name_key", sa.String(64), nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("role", sa.String(8), nullable=False),
        sa.Column("password", sa.Text(), nullable=True),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.CheckConstraint("kind IN ('guest', 'member', 'bot')", name=op.f("ck_accounts_kind")),
        sa.CheckConstraint("role IN ('player', 'operator')", name=op.f("ck_accounts_role")),
        sa.CheckConstraint(
            "(kind = 'member') = (password IS NOT NULL)", name=op.f("ck_accounts_password")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_accounts")),
        sa.UniqueConstraint("name_key", name=op.f("uq_accounts_name_key")),
        sa.UniqueConstraint("player", name=op.f("uq_accounts_player")),
    )
    op.create_table(
        "sessions",
        sa.Column("token_sha256", sa.String(64), nullable=False),
        sa.Column("account", SERIAL, nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name=op.f("fk_sessions_account")),
        sa.PrimaryKeyConstraint("token_sha256", name=op.f("pk_sessions")),
    )
    op.create_index(op.f("ix_sessions_account"), "sessions", ["account"])
    op.create_index(op.f("ix_sessions_until"), "sessions", ["until"])


def _tables() -> None:
    op.create_table(
        "tables",
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("rules_sha256", sa.String(64), nullable=False),
        sa.Column("owner", SERIAL, nullable=True),
        sa.Column("game_of", sa.String(64), nullable=True),
        sa.Column("invitation_sha256", sa.String(64), nullable=True),
        sa.Column("opened_at", sa.BigInteger(), nullable=False),
        sa.Column("closed_at", sa.BigInteger(), nullable=True),
        sa.Column("seq", sa.BigInteger(), nullable=False),
        sa.Column("ready", sa.Text(), nullable=False),
        sa.Column("since", sa.BigInteger(), nullable=False),
        sa.Column("due", sa.BigInteger(), nullable=True),
        sa.CheckConstraint(
            "owner IS NOT NULL OR (game_of IS NULL AND invitation_sha256 IS NULL)",
            name=op.f("ck_tables_private"),
        ),
        sa.ForeignKeyConstraint(["owner"], ["accounts.id"], name=op.f("fk_tables_owner")),
        sa.ForeignKeyConstraint(
            ["rules_sha256"], ["rule_files.sha256"], name=op.f("fk_tables_rules_sha256")
        ),
        sa.ForeignKeyConstraint(["game_of"], ["tables.id"], name=op.f("fk_tables_game_of")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tables")),
        sa.UniqueConstraint("invitation_sha256", name=op.f("uq_tables_invitation_sha256")),
        sa.UniqueConstraint("owner", "game_of", name=op.f("uq_tables_owner_game_of")),
    )
    op.create_index(op.f("ix_tables_due"), "tables", ["due"])
    op.create_index(op.f("ix_tables_owner"), "tables", ["owner"])


def _people() -> None:
    op.create_table(
        "seated",
        sa.Column("player", sa.String(32), nullable=False),
        sa.Column("table_id", sa.String(64), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_seated_table_id")),
        sa.PrimaryKeyConstraint("player", "table_id", name=op.f("pk_seated")),
        sqlite_with_rowid=False,
    )
    op.create_index(op.f("ix_seated_table_id"), "seated", ["table_id"])
    op.create_table(
        "invited",
        sa.Column("table_id", sa.String(64), nullable=False),
        sa.Column("account", SERIAL, nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_invited_table_id")),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name=op.f("fk_invited_account")),
        sa.PrimaryKeyConstraint("table_id", "account", name=op.f("pk_invited")),
        sqlite_with_rowid=False,
    )


def _record() -> None:
    op.create_table(
        "entries",
        sa.Column("table_id", sa.String(64), nullable=False),
        sa.Column("seq", sa.BigInteger(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_entries_table_id")),
        sa.PrimaryKeyConstraint("table_id", "seq", name=op.f("pk_entries")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "shoes",
        sa.Column("table_id", sa.String(64), nullable=False),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.Column("first_seq", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_shoes_table_id")),
        sa.PrimaryKeyConstraint("table_id", "number", name=op.f("pk_shoes")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "seeds",
        sa.Column("shoe", sa.String(90), nullable=False),
        sa.Column("table_id", sa.String(64), nullable=False),
        sa.Column("seed", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_seeds_table_id")),
        sa.PrimaryKeyConstraint("shoe", name=op.f("pk_seeds")),
    )
    op.create_index(op.f("ix_seeds_table_id"), "seeds", ["table_id"])


def _rounds() -> None:
    op.create_table(
        "rounds",
        sa.Column("table_id", sa.String(64), nullable=False),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.Column("seq", sa.BigInteger(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_rounds_table_id")),
        sa.PrimaryKeyConstraint("table_id", "number", name=op.f("pk_rounds")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "settlements",
        sa.Column("table_id", sa.String(64), nullable=False),
        sa.Column("round", sa.BigInteger(), nullable=False),
        sa.Column("player", sa.String(32), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("wager", sa.String(8), nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("stake", sa.BigInteger(), nullable=False),
        sa.Column("net", sa.BigInteger(), nullable=False),
        sa.Column("seq", sa.BigInteger(), nullable=False),
        sa.CheckConstraint("kind IN ('settled', 'reversed')", name=op.f("ck_settlements_kind")),
        sa.CheckConstraint(
            "stake >= 0 AND (stake > 0) = (kind = 'settled')", name=op.f("ck_settlements_stake")
        ),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_settlements_table_id")),
        sa.PrimaryKeyConstraint(
            "table_id", "round", "player", "seat", "wager", "kind", name=op.f("pk_settlements")
        ),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_settlements_player", "settlements", ["player", "table_id", "round"])


def _money() -> None:
    op.create_table(
        "transfers",
        sa.Column("id", SERIAL, nullable=False),
        sa.Column("table_id", sa.String(64), nullable=True),
        sa.Column("seq", sa.BigInteger(), nullable=True),
        sa.Column("source", sa.String(80), nullable=False),
        sa.Column("target", sa.String(80), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.Column("why", sa.String(16), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.CheckConstraint("amount > 0", name=op.f("ck_transfers_amount")),
        sa.CheckConstraint("source <> target", name=op.f("ck_transfers_accounts")),
        sa.CheckConstraint("(table_id IS NULL) = (seq IS NULL)", name=op.f("ck_transfers_entry")),
        sa.CheckConstraint(
            "(table_id IS NOT NULL) = (why = 'play')", name=op.f("ck_transfers_why")
        ),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_transfers_table_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_transfers")),
    )
    op.create_index("ix_transfers_table_id_seq", "transfers", ["table_id", "seq"])
    op.create_index("ix_transfers_target_why_at", "transfers", ["target", "why", "at"])
    op.create_table(
        "balances",
        sa.Column("account", sa.String(80), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.CheckConstraint(
            "amount >= 0 OR account = 'house' OR account = 'mint'",
            name=op.f("ck_balances_never_below_zero"),
        ),
        sa.PrimaryKeyConstraint("account", name=op.f("pk_balances")),
        sqlite_with_rowid=False,
    )


def _keys() -> None:
    op.create_table(
        "keys",
        sa.Column("account", SERIAL, nullable=False),
        sa.Column("key", sa.String(80), nullable=False),
        sa.Column("request_sha256", sa.String(64), nullable=False),
        sa.Column("answer", sa.LargeBinary(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name=op.f("fk_keys_account")),
        sa.PrimaryKeyConstraint("account", "key", name=op.f("pk_keys")),
        sqlite_with_rowid=False,
    )
    op.create_index(op.f("ix_keys_at"), "keys", ["at"])
