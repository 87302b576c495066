"""Version 0004: the answers of requests lie in SQLite in the order they came in."""

from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Make the table of requests anew in SQLite, with rows of its own.

    In the order of their keys, a row of more than a quarter of a page had one page more to itself:
    every answer was twice as many bytes to write.
    """
    if op.get_bind().dialect.name == "sqlite":
        own_rows = {"sqlite_with_rowid": True}
        with op.batch_alter_table("keys", recreate="always", table_kwargs=own_rows):
            pass
