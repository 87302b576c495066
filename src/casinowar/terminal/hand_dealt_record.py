"""The record of a hand-dealt table, saved as its dealer works."""

from collections.abc import Sequence

from casinowar.game.actions import Action
from casinowar.game.table import Table
from casinowar.record.chain import begin, take
from casinowar.record.entry import Entry
from casinowar.terminal.shoe_folder import ShoeFolder


class HandDealtRecord:
    """Records each action of a table in the files of a folder."""

    def __init__(self, folder: ShoeFolder, table_id: str, table: Table, *, at: int) -> None:
        """Begin the record of a table that was just opened; `at` is the time in milliseconds."""
        self.folder = folder
        self._actions = 0
        recorded = begin(table_id, table.rules, table.options, at=at)
        self._record = recorded.record
        folder.keep(recorded.entries)

    def keep(self, actions: Sequence[Action], table: Table) -> None:
        """Save the new ones of all actions so far, which led to this table."""
        entries: list[Entry] = []
        for action in actions[self._actions :]:
            recorded = take(self._record, action)
            self._record = recorded.record
            entries.extend(recorded.entries)
        self._actions = len(actions)
        assert self._record.table == table, "the record and the desk have the same table"
        if entries:
            self.folder.keep(entries)
