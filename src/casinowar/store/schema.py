"""The tables of the database, and the rules of money that it keeps by itself.

A table's record is in `entries` and its money in `transfers`. Everything else about it follows from
these two, and is there only to be found quickly. Times are milliseconds since 1970, amounts whole
cents. The server's seeds are in `seeds` alone until they are revealed; no export reads that table.
"""

from typing import Literal

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    TextClause,
    UniqueConstraint,
    text,
)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

Serial = BigInteger().with_variant(Integer, "sqlite")
"""A number that the database counts up by itself; in SQLite only INTEGER does so."""

rule_files = Table(
    "rule_files",
    metadata,
    Column("sha256", String(64), primary_key=True),
    Column("text", LargeBinary, nullable=False),
    Column("at", BigInteger, nullable=False),
)
"""Every rule file that any table was opened under, byte for byte."""

accounts = Table(
    "accounts",
    metadata,
    Column("id", Serial, primary_key=True),
    Column("player", String(32), nullable=False, unique=True),
    Column("name", String(32), nullable=False),
    Column("name_key", String(64), nullable=False, unique=True),
    Column("kind", String(8), nullable=False),
    Column("role", String(8), nullable=False),
    Column("password", Text),
    Column("at", BigInteger, nullable=False),
    Column("banned_until", BigInteger),
    Column("excluded_until", BigInteger),
    CheckConstraint("kind IN ('guest', 'member', 'bot', 'walk-in')", name="kind"),
    CheckConstraint("role IN ('player', 'dealer', 'pit-boss', 'operator')", name="role"),
    CheckConstraint("(kind = 'member') = (password IS NOT NULL)", name="password"),
)
"""Everyone who may sit. `player` is used in records and never changes; `name` is what others see. A
walk-in sits at a hand-dealt table without a session. Players exclude themselves; staff ban them."""

sessions = Table(
    "sessions",
    metadata,
    Column("token_sha256", String(64), primary_key=True),
    Column("account", ForeignKey("accounts.id"), nullable=False, index=True),
    Column("at", BigInteger, nullable=False),
    Column("until", BigInteger, nullable=False, index=True),
)

resets = Table(
    "resets",
    metadata,
    Column("secret_sha256", String(64), primary_key=True),
    Column("account", ForeignKey("accounts.id"), nullable=False, unique=True),
    Column("until", BigInteger, nullable=False),
)
"""Reset links: with the secret, a member can choose a new password, once, until then."""

tables = Table(
    "tables",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("name", String(80), nullable=False),
    Column("rules_sha256", ForeignKey("rule_files.sha256"), nullable=False),
    Column("owner", ForeignKey("accounts.id"), index=True),
    Column("game_of", ForeignKey("tables.id")),
    Column("invitation_sha256", String(64), unique=True),
    Column("opened_at", BigInteger, nullable=False),
    Column("closed_at", BigInteger),
    Column("paused", Text),
    Column("house_paused", Text),
    Column("replaced_by", String(64)),
    Column("seq", BigInteger, nullable=False),
    Column("ready", Text, nullable=False),
    Column("away", Text, nullable=False, server_default=""),
    Column("since", BigInteger, nullable=False),
    Column("due", BigInteger, index=True),
    CheckConstraint(
        "owner IS NOT NULL OR (game_of IS NULL AND invitation_sha256 IS NULL)", name="private"
    ),
    UniqueConstraint("owner", "game_of"),
)
"""A table with an owner is private: others need an invitation, or it is the owner's own game of a
public table for one player. `seq` is the number of its next entry, `since` is when its wait began,
`due` is when the house acts by itself. `ready` has the players it need not wait for, `away` those
whose browser is gone. While the table or the house is paused, `paused` and `house_paused` have the
reason."""

seated = Table(
    "seated",
    metadata,
    Column("player", String(32), primary_key=True),
    Column("table_id", ForeignKey("tables.id"), primary_key=True, index=True),
    Column("seen", BigInteger),
    sqlite_with_rowid=False,
)
"""Who sits where, and when they were last seen there; NULL for bots and walk-ins."""

invited = Table(
    "invited",
    metadata,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("account", ForeignKey("accounts.id"), primary_key=True, index=True),
    sqlite_with_rowid=False,
)
"""Who joined a private table by its link."""

entries = Table(
    "entries",
    metadata,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("seq", BigInteger, primary_key=True),
    Column("text", Text, nullable=False),
)
"""The record: the entries of each table's chain, as canonical JSON. They are long, so SQLite stores
them in the order they came in, not in the order of their key."""

shoes = Table(
    "shoes",
    metadata,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("number", BigInteger, primary_key=True),
    Column("first_seq", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)
"""Where each shoe's first entry is; `number` is the one in the shoe's id."""

rounds = Table(
    "rounds",
    metadata,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("number", BigInteger, primary_key=True),
    Column("seq", BigInteger, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("banker", String(32)),
    Column("stake", BigInteger),
    Index(
        "ix_rounds_banker",
        "banker",
        "table_id",
        "number",
        sqlite_where=text("banker IS NOT NULL"),
        postgresql_where=text("banker IS NOT NULL"),
    ),
    sqlite_with_rowid=False,
)
"""The entry that closed the bets of each round; if a player was the bank, who, and the stake."""

incidents = Table(
    "incidents",
    metadata,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("seq", BigInteger, primary_key=True),
    Column("place", Integer, primary_key=True),
    Column("kind", String(24), nullable=False),
    Column("round", BigInteger, nullable=False),
    Column("at", BigInteger, nullable=False, index=True),
    sqlite_with_rowid=False,
)
"""Incidents for the pit: unusual events of the record, by their place in their entry."""

settlements = Table(
    "settlements",
    metadata,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("round", BigInteger, primary_key=True),
    Column("player", String(32), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("wager", String(8), primary_key=True),
    Column("kind", String(8), primary_key=True),
    Column("seq", BigInteger, primary_key=True),
    Column("stake", BigInteger, nullable=False),
    Column("net", BigInteger, nullable=False),
    CheckConstraint("kind IN ('settled', 'reversed', 'ruled')", name="kind"),
    CheckConstraint(
        "stake >= 0 AND (kind = 'ruled' OR (stake > 0) = (kind = 'settled'))", name="stake"
    ),
    Index("ix_settlements_player", "player", "table_id", "round"),
    sqlite_with_rowid=False,
)
"""Every wager that was settled or returned, reversed by a ruling, or decided by one ('ruled'). A
wager can be settled, reversed and settled again, each by an entry of its own. A reversal has no
stake and the opposite net, and a ruling on a settled wager has no stake, so that sums are right."""


def of_player(side: Literal["source", "target"]) -> TextClause:
    """Whether a transfer goes out of a player's purse, or into one.

    Only these transfers have an index by account and time, and a query must contain exactly this
    text to use it.
    """
    return text(f"substr({side}, 1, 7) = 'player:'")


transfers = Table(
    "transfers",
    metadata,
    Column("id", Serial, primary_key=True),
    Column("table_id", ForeignKey("tables.id")),
    Column("seq", BigInteger),
    Column("source", String(80), nullable=False),
    Column("target", String(80), nullable=False),
    Column("amount", BigInteger, nullable=False),
    Column("why", String(16), nullable=False),
    Column("at", BigInteger, nullable=False),
    CheckConstraint("amount > 0", name="amount"),
    CheckConstraint("source <> target", name="accounts"),
    CheckConstraint("(table_id IS NULL) = (seq IS NULL)", name="entry"),
    CheckConstraint("(table_id IS NOT NULL) = (why = 'play')", name="why"),
    Index("ix_transfers_table_id_seq", "table_id", "seq"),
    *(
        Index(
            f"ix_transfers_{side}_why_at",
            side,
            "why",
            "at",
            sqlite_where=of_player(side),
            postgresql_where=of_player(side),
        )
        for side in ("source", "target")
    ),
)
"""The ledger: what an entry of a record moved ('play'), or the house by itself ('grant', 'refill',
'bot', 'walk-in' for people who bet real chips, 'cover' if a ruling took more than a player had
left, and 'lapse' if a guest who never played is deleted)."""

balances = Table(
    "balances",
    metadata,
    Column("account", String(80), primary_key=True),
    Column("amount", BigInteger, nullable=False),
    CheckConstraint(
        "amount >= 0 OR account = 'house' OR account = 'mint'", name="never_below_zero"
    ),
    sqlite_with_rowid=False,
)
"""The sum of the transfers of each account of the ledger."""

keys = Table(
    "keys",
    metadata,
    Column("account", ForeignKey("accounts.id"), primary_key=True),
    Column("key", String(80), primary_key=True),
    Column("request_sha256", String(64), nullable=False),
    Column("answer", LargeBinary, nullable=False),
    Column("at", BigInteger, nullable=False, index=True),
)
"""The accepted requests with their answers, so that none is done twice. Answers are long, so SQLite
stores them in the order they came in, not in the order of their keys."""

seeds = Table(
    "seeds",
    metadata,
    Column("shoe", String(90), primary_key=True),
    Column("table_id", ForeignKey("tables.id"), nullable=False, index=True),
    Column("seed", LargeBinary, nullable=False),
)
"""The server's seeds that are not yet revealed, and nothing else."""

limits = Table(
    "limits",
    metadata,
    Column("account", ForeignKey("accounts.id"), primary_key=True),
    Column("what", String(8), primary_key=True),
    Column("most", BigInteger),
    Column("coming", BigInteger),
    Column("coming_at", BigInteger),
    CheckConstraint("what IN ('stake', 'loss', 'time')", name="what"),
    CheckConstraint("most > 0 AND coming > 0", name="most"),
    sqlite_with_rowid=False,
)
"""Players' own limits: `most` until `coming_at`, and `coming` from then on; NULL for no limit."""

changes = Table(
    "changes",
    metadata,
    Column("id", Serial, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("by", ForeignKey("accounts.id"), nullable=False, index=True),
    Column("about", ForeignKey("accounts.id"), index=True),
    Column("table_id", ForeignKey("tables.id")),
    Column("what", String(16), nullable=False),
    Column("why", Text, nullable=False),
    Column("before", Text, nullable=False),
    Column("after", Text, nullable=False),
)
"""What staff did to people and tables; `before` and `after` are JSON. Rows are only added."""

notes = Table(
    "notes",
    metadata,
    Column("name", String(32), primary_key=True),
    Column("text", Text, nullable=False),
)
"""Notes of the house, such as the SHA-256 of the operator's link, and the secret of each private
table's link, which its owner may see again."""
