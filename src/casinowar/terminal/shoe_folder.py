"""Saves a game's shoes: a folder with one file for each shoe, which anyone can check.

The file of the shoe on the table is rewritten after each event, before the event is shown. So a
game that is killed leaves everything that was played. Files of other games are never overwritten.
"""

import tempfile
from collections.abc import Sequence
from pathlib import Path

from casinowar.errors import CasinoWarError
from casinowar.files import write
from casinowar.record.chain import SHOE
from casinowar.record.entry import Entry
from casinowar.record.header import HEADER
from casinowar.record.shoefile import begin_shoe, with_entries


class ShoeFolder:
    """Writes a file for each shoe, from its first entry until the next shoe comes."""

    def __init__(self, folder: str, rules: bytes) -> None:
        """Create the folder if it does not exist; `rules` is the content of the rule file."""
        if not folder:
            raise CasinoWarError("name the folder for the shoe files; . is the current folder")
        try:
            Path(folder).mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise CasinoWarError(
                f"{folder}: cannot create this folder: {error.strerror}"
            ) from error
        try:
            tempfile.TemporaryFile(dir=folder).close()
        except OSError as error:
            raise CasinoWarError(
                f"{folder}: cannot create a file in it: {error.strerror}"
            ) from error
        self._folder = Path(folder)
        self._rules = rules
        self._header = ""
        self._earlier: list[str] = []
        self._entries: list[str] = []
        self._begun = ""
        """The text of the shoe's file up to its entries; empty before the first shoe."""
        self.files: list[Path] = []
        """The files written so far; the last one is that of the shoe on the table."""

    def keep(self, entries: Sequence[Entry]) -> None:
        """Save more entries of the record; the first call begins with the header."""
        for entry in entries:
            if entry.kind == HEADER:
                self._header = entry.text
                self._check_free(entry.body["table"])
            if entry.kind == SHOE and self._begun:
                self._write(surely=True)
                self._earlier, self._entries = self._entries, []
            self._entries.append(entry.text)
            if entry.kind == SHOE:
                self._begin(entry.body["shoe"])
        if self._begun:
            self._write(surely=False)

    def _check_free(self, table: str) -> None:
        """Refuse a folder that already has shoes of a table with this id."""
        for file in sorted(self._folder.glob(f"{table}-*.json")):
            raise _taken(file)

    def _begin(self, shoe: str) -> None:
        """Begin a shoe's file; refuse if a game with the same seed has made it in the meantime."""
        file = self._folder / f"{shoe.replace('/', '-')}.json"
        if file.exists():
            raise _taken(file)
        self.files.append(file)
        self._begun = begin_shoe(self._header, self._rules, self._entries, self._earlier)

    def _write(self, *, surely: bool) -> None:
        text = self._begun + with_entries(self._entries)
        write(str(self.files[-1]), text.encode(), surely=surely)

    def close(self) -> None:
        """Write the last shoe's file, if there is one: the game is over."""
        if self._begun:
            self._write(surely=True)

    def summary(self) -> str:
        """Say in one line what was written."""
        match self.files:
            case []:
                return f"nothing saved in {self._folder}: no shoe came to the table"
            case [file]:
                return f"saved: {file}"
            case files:
                return f"saved: {len(files)} shoes, the last in {files[-1]}"


def _taken(file: Path) -> CasinoWarError:
    return CasinoWarError(
        f"{file}: already exists, from a game with this seed; name another folder"
    )
