"""Version 0006: a round changes fewer pages of the database."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Store entries in the order they came in, and index only players' transfers.

    In the order of their key, SQLite had six entries on a page, and a round changed five pages.
    No query asks when a felt or the house was paid.
    """
    if op.get_bind().dialect.name == "sqlite":
        own_rows = {"sqlite_with_rowid": True}
        with op.batch_alter_table("entries", recreate="always", table_kwargs=own_rows):
            pass
    for side in ("source", "target"):
        name = f"ix_transfers_{side}_why_at"
        players = sa.text(f"substr({side}, 1, 7) = 'player:'")
        op.drop_index(name, "transfers")
        op.create_index(
            name,
            "transfers",
            [side, "why", "at"],
            sqlite_where=players,
            postgresql_where=players,
        )
