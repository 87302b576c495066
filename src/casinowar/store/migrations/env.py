"""What Alembic runs to bring a database up to date, in the caller's transaction."""

from alembic import context

from casinowar.store.migrations import VERSION_TABLE

context.configure(
    connection=context.config.attributes["connection"],
    version_table=VERSION_TABLE,
    transactional_ddl=True,
)
context.run_migrations()
