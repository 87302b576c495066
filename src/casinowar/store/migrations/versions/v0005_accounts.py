"""Version 0005: indexes to find every row that names an account."""

from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Add the indexes that were missing.

    When a guest is deleted, every table that may name an account is searched.
    """
    op.create_index(op.f("ix_invited_account"), "invited", ["account"])
    op.create_index(op.f("ix_changes_by"), "changes", ["by"])
