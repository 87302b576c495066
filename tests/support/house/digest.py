"""One number for everything a database holds: the same as long as nothing has changed."""

import hashlib

from sqlalchemy import Engine, select

from casinowar.store.schema import metadata


def digest(engine: Engine) -> str:
    """The SHA-256 of every row of every table."""
    found = hashlib.sha256()
    with engine.connect() as connection, connection.begin():
        for table in metadata.sorted_tables:
            found.update(f"{table.name}\n".encode())
            for row in connection.execute(select(table).order_by(*table.primary_key)):
                found.update(f"{tuple(row)!r}\n".encode())
    return found.hexdigest()
