"""What the database need not keep for ever: the answers of old requests."""

from sqlalchemy import Connection, delete, select, tuple_

from casinowar.store.schema import keys


def forget_keys(connection: Connection, before: int, most: int) -> int:
    """Forget so many of the requests that were accepted before some time; how many there were."""
    old = select(keys.c.account, keys.c.key).where(keys.c.at < before).limit(most)
    found = delete(keys).where(tuple_(keys.c.account, keys.c.key).in_(old))
    return connection.execute(found).rowcount
