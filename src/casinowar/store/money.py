"""The ledger, asked in SQL: how often the mint gave, and which tables have money on them."""

from sqlalchemy import Connection, exists, func, literal, select

from casinowar.ledger import Account
from casinowar.store.schema import balances, tables, transfers


def count_moved(connection: Connection, account: Account, why: str, since: int) -> int:
    """How many transfers of a kind an account has had since some time."""
    found = connection.scalar(
        select(func.count())
        .select_from(transfers)
        .where(transfers.c.target == str(account), transfers.c.why == why, transfers.c.at > since)
    )
    return int(found or 0)


def tables_with_money(connection: Connection) -> list[str]:
    """The ids of the tables on whose felt, or as whose banker's stake, money lies."""
    places = (literal("felt:") + tables.c.id, literal("stake:") + tables.c.id)
    lies = exists().where(balances.c.account.in_(places), balances.c.amount > 0)
    return list(connection.scalars(select(tables.c.id).where(lies).order_by(tables.c.id)))


def balance(connection: Connection, account: Account) -> int:
    """What an account holds."""
    query = select(balances.c.amount).where(balances.c.account == str(account))
    return int(connection.scalar(query) or 0)
