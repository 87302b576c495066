"""The record of a table, entry by entry: every action and event, in a form anyone can check.

`begin` opens a record; `take` adds an action or a step of the fair shuffle, and returns the entries
to keep. To read a record, as an audit does, or a house after a restart, call `open_again` or
`resume`, then `follow`. All data is frozen, and no earlier entry has to stay in memory.
"""

from casinowar.record.ceremonies import Preparation, listed
from casinowar.record.chain import (
    Brought,
    Record,
    Recorded,
    begin,
    next_shoe,
    server_commitment,
    take,
)
from casinowar.record.codec.canonical import canonical, digest, read_object
from casinowar.record.entry import Entry
from casinowar.record.reader import follow, open_again, replay, resume
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
