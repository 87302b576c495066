"""SQL of the ledger: balances, refills, and which tables have money on them."""

from sqlalchemy import Connection, exists, literal, select

from casinowar.record.ledger import Account
from casinowar.store.schema import balances, of_player, tables, transfers


def last_moved(connection: Connection, player: str, why: str, count: int) -> int | None:
    """The time of a player's n-th last transfer of a kind."""
    name = str(Account("player", player))
    return connection.scalar(
        select(transfers.c.at)
        .where(transfers.c.target == name, of_player("target"), transfers.c.why == why)
        .order_by(transfers.c.at.desc(), transfers.c.id.desc())
        .offset(count - 1)
        .limit(1)
    )


def tables_with_money(connection: Connection) -> list[str]:
    """The ids of the tables with money on the felt, or in a banker's stake."""
    places = (literal("felt:") + tables.c.id, literal("stake:") + tables.c.id)
    lies = exists().where(balances.c.account.in_(places), balances.c.amount > 0)
    return list(connection.scalars(select(tables.c.id).where(lies).order_by(tables.c.id)))


def balance(connection: Connection, account: Account) -> int:
    """What an account holds."""
    query = select(balances.c.amount).where(balances.c.account == str(account))
    return int(connection.scalar(query) or 0)
