"""Version 0004: SQLite stores the answers to requests in the order they came in."""

from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Make the table of requests anew in SQLite, with rows of its own.

    In the order of their keys, each row longer than a quarter of a page needed another page of its
    own, which doubled the bytes to write for every answer.
    """
    if op.get_bind().dialect.name == "sqlite":
        own_rows = {"sqlite_with_rowid": True}
        with op.batch_alter_table("keys", recreate="always", table_kwargs=own_rows):
            pass
