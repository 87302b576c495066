"""Version 0008: a wager can be ruled on, and settled again after its reversal."""

from alembic import op

revision = "0008"
down_revision = "0007"

_KEY = ["table_id", "round", "player", "seat", "wager", "kind", "seq"]


def upgrade() -> None:
    """Let each entry settle, reverse or rule on a wager; before, each was possible once.

    SQLite cannot change a key: there the table is made anew. Its check of a file expects the
    columns of the key first.
    """
    is_sqlite = op.get_bind().dialect.name == "sqlite"
    with op.batch_alter_table(
        "settlements",
        recreate="always" if is_sqlite else "never",
        table_kwargs={"sqlite_with_rowid": False},
        partial_reordering=[(*_KEY, "stake", "net")] if is_sqlite else None,
    ) as settlements:
        for name in ("kind", "stake"):
            settlements.drop_constraint(op.f(f"ck_settlements_{name}"), type_="check")
        settlements.drop_constraint(op.f("pk_settlements"), type_="primary")
        settlements.create_primary_key(op.f("pk_settlements"), _KEY)
        settlements.create_check_constraint(
            op.f("ck_settlements_kind"), "kind IN ('settled', 'reversed', 'ruled')"
        )
        settlements.create_check_constraint(
            op.f("ck_settlements_stake"),
            "stake >= 0 AND (kind = 'ruled' OR (stake > 0) = (kind = 'settled'))",
        )
