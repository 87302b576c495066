"""Version 0007: a table knows which of its players are away."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Add the column to tables; nobody is away yet."""
    with op.batch_alter_table(
        "tables", recreate="always" if op.get_bind().dialect.name == "sqlite" else "never"
    ) as tables:
        tables.add_column(sa.Column("away", sa.Text(), nullable=False, server_default=""))
