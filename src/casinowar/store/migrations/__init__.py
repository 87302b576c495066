"""The versions of the database, one step each, and the way from any of them to the newest.

Alembic does the steps; they are part of the package and called from code, so that a house that is
installed anew brings its own database up to date. There is no way back: that is what backups are
for. A step names everything itself and never reads `casinowar.store.schema`, which goes on
changing; a test compares what the steps make with what stands there.
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
"""The table that tells which version a database has, and that it is one of ours."""


def migrate(connection: Connection) -> None:
    """Bring a database to the newest version, in one transaction; an empty one gets everything.

    Refused is what a newer program has written, and what is no database of a house.
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
    """Refuse a database that this program does not read: another's, a newer or an older one."""
    version = check_known(connection)
    if version != newest():
        raise CasinoWarError(
            f"this database has version {version} and is read from version {newest()} on; "
            "casinowar serve brings it up to date"
        )


def check_known(connection: Connection) -> str:
    """The version of a database; refused is another program's, and one newer than this program."""
    version = version_of(connection)
    if version is None:
        raise CasinoWarError(_NOT_OURS)
    _check_known(version)
    return version


def version_of(connection: Connection) -> str | None:
    """The version of a database; none where it is not of a house."""
    if not inspect(connection).has_table(VERSION_TABLE):
        return None
    found = connection.scalar(text(f"SELECT version_num FROM {VERSION_TABLE}"))
    return None if found is None else str(found)


def write_version(connection: Connection) -> None:
    """Write the version that a database has once more: whether anything can be written at all."""
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
