"""Migrations: bring a database from any version to the newest, one step for each version.

Alembic runs the steps. They are part of the package and called from code, so a new program brings
its database up to date by itself. There is no step back: make a backup first. A step names
everything itself and never reads `casinowar.store.schema`, which keeps changing; a test compares
the result of the steps with the schema.
"""

from contextlib import nullcontext

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect, text
from sqlalchemy.exc import DBAPIError

from casinowar.errors import CasinoWarError
from casinowar.store.backends import postgres, sqlite

VERSION_TABLE = "casinowar_version"
"""The table with the version of a database. It also shows that the database is ours."""


def migrate(connection: Connection) -> None:
    """Bring a database to the newest version, in one transaction; an empty one gets everything.

    Refused if a newer program has written it, or if it is not the database of a house.
    """
    is_sqlite = connection.dialect.name == "sqlite"
    try:
        with sqlite.rebuilding(connection) if is_sqlite else nullcontext(), connection.begin():
            if connection.dialect.name == "postgresql":
                postgres.lock_schema(connection)
            version = version_of(connection)
            if version is None and inspect(connection).get_table_names():
                raise CasinoWarError(_NOT_OURS)
            if version == newest():
                return
            if version is not None:
                _check_known(version)
            command.upgrade(_config(connection), "head")
            if is_sqlite:
                sqlite.check_references(connection)
    except DBAPIError as error:
        raise CasinoWarError(f"this database cannot be brought up to date: {error.orig}") from error


def check_version(connection: Connection) -> None:
    """Refuse a database that this program cannot read: foreign, newer or older."""
    version = check_known(connection)
    if version != newest():
        raise CasinoWarError(
            f"this database has version {version}, but this program needs version {newest()}; "
            "casinowar serve brings it up to date"
        )


def check_known(connection: Connection) -> str:
    """The version of a database; refused if it is foreign, or newer than this program."""
    version = version_of(connection)
    if version is None:
        raise CasinoWarError(_NOT_OURS)
    _check_known(version)
    return version


def version_of(connection: Connection) -> str | None:
    """The version of a database; `None` if it is not the database of a house."""
    if not inspect(connection).has_table(VERSION_TABLE):
        return None
    found = connection.scalar(text(f"SELECT version_num FROM {VERSION_TABLE}"))
    return None if found is None else str(found)


def write_version(connection: Connection) -> None:
    """Write the version again, to see whether the database can be written."""
    connection.execute(text(f"UPDATE {VERSION_TABLE} SET version_num = version_num"))


def newest() -> str:
    """The version that this program works with."""
    head = _scripts().get_current_head()
    assert head is not None, "there is a first version"
    return head


def _check_known(version: str) -> None:
    if version not in {script.revision for script in _scripts().walk_revisions()}:
        raise CasinoWarError(
            f"this database has version {version[:40]}, which is newer than this casinowar "
            f"knows (it knows {newest()}); use the casinowar that wrote it"
        )


_NOT_OURS = "this is not the database of a casinowar house"


def _config(connection: Connection | None = None) -> Config:
    config = Config()
    config.set_main_option("script_location", "casinowar.store:migrations")
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    return config


def _scripts() -> ScriptDirectory:
    return ScriptDirectory.from_config(_config())
