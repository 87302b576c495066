"""Version 0002: dealers and pit bosses, bans, new passwords, and who changed what about people."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

SERIAL = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Let accounts have more roles, and be banned; keep what is changed about them."""
    with op.batch_alter_table("accounts") as accounts:
        accounts.add_column(sa.Column("banned_until", sa.BigInteger(), nullable=True))
        accounts.drop_constraint(op.f("ck_accounts_role"), type_="check")
        accounts.create_check_constraint(
            op.f("ck_accounts_role"), "role IN ('player', 'dealer', 'pit-boss', 'operator')"
        )
    op.create_table(
        "resets",
        sa.Column("secret_sha256", sa.String(64), nullable=False),
        sa.Column("account", SERIAL, nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name=op.f("fk_resets_account")),
        sa.PrimaryKeyConstraint("secret_sha256", name=op.f("pk_resets")),
        sa.UniqueConstraint("account", name=op.f("uq_resets_account")),
    )
    op.create_table(
        "changes",
        sa.Column("id", SERIAL, nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("by", SERIAL, nullable=False),
        sa.Column("about", SERIAL, nullable=True),
        sa.Column("table_id", sa.String(64), nullable=True),
        sa.Column("what", sa.String(16), nullable=False),
        sa.Column("why", sa.Text(), nullable=False),
        sa.Column("before", sa.Text(), nullable=False),
        sa.Column("after", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["about"], ["accounts.id"], name=op.f("fk_changes_about")),
        sa.ForeignKeyConstraint(["by"], ["accounts.id"], name=op.f("fk_changes_by")),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_changes_table_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_changes")),
    )
    op.create_index(op.f("ix_changes_about"), "changes", ["about"])
