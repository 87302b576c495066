"""What went in and what came out of a table, entry by entry: a record that anyone can check.

`begin` opens a record; `take` gives it each action, and each step of the fair shuffle, and returns
the entries to keep. `open_again` or `resume`, then `follow`, read it again, as an audit does and as
a house does that was stopped. Everything is frozen data, and no entry needs another in memory.
"""

from casinowar.record.canonical import canonical, digest, read_object
from casinowar.record.chain import (
    Brought,
    Record,
    Recorded,
    begin,
    next_shoe,
    server_commitment,
    take,
)
from casinowar.record.entry import Entry
from casinowar.record.preparing import Preparation, listed
from casinowar.record.replaying import follow, open_again, replay, resume
from casinowar.record.state import read_table, write_table
from casinowar.record.steps import (
    ListClosed,
    PlayerCommitment,
    PlayerReveal,
    ServerCommitment,
    ServerReveal,
    Step,
    Withheld,
)

__all__ = [
    "Brought",
    "Entry",
    "ListClosed",
    "PlayerCommitment",
    "PlayerReveal",
    "Preparation",
    "Record",
    "Recorded",
    "ServerCommitment",
    "ServerReveal",
    "Step",
    "Withheld",
    "begin",
    "canonical",
    "digest",
    "follow",
    "listed",
    "next_shoe",
    "open_again",
    "read_object",
    "read_table",
    "replay",
    "resume",
    "server_commitment",
    "take",
    "write_table",
]
