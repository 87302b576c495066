"""Version 0005: whatever names an account is found by it."""

from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Add the indexes that were missing.

    When a guest is forgotten, every table that may name an account is searched for theirs.
    """
    op.create_index(op.f("ix_invited_account"), "invited", ["account"])
    op.create_index(op.f("ix_changes_by"), "changes", ["by"])
