"""Where a game's shoes are kept: a folder with one file for each, to be checked by anyone.

The file of the shoe on the table is written anew whenever something has happened, before anyone is
shown it, so that a game that is killed leaves all that was played; and no file of another game is
ever written over.
"""

import tempfile
from collections.abc import Sequence
from pathlib import Path

from casinowar.errors import CasinoWarError
from casinowar.files import write
from casinowar.record.chain import SHOE
from casinowar.record.entry import Entry
from casinowar.record.header import HEADER
from casinowar.shoefile import begin_shoe, with_entries


class Shelf:
    """Writes each shoe's file, from its first entry on until the next shoe comes."""

    def __init__(self, folder: str, rules: bytes) -> None:
        """`rules` are the bytes of the rule file; the folder is made if there is none."""
        if not folder:
            raise CasinoWarError("the folder for the shoes' files has no name; . is this one")
        try:
            Path(folder).mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise CasinoWarError(f"{folder}: cannot be made a folder: {error.strerror}") from error
        try:
            tempfile.TemporaryFile(dir=folder).close()
        except OSError as error:
            raise CasinoWarError(
                f"{folder}: no file can be made in it: {error.strerror}"
            ) from error
        self._folder = Path(folder)
        self._rules = rules
        self._header = ""
        self._earlier: list[str] = []
        self._entries: list[str] = []
        self._begun = ""
        """The text of the shoe's file up to its entries, once there is a shoe."""
        self.files: list[Path] = []
        """What has been written so far; the last is the file of the shoe on the table."""

    def keep(self, entries: Sequence[Entry]) -> None:
        """More entries of the record, the header first."""
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
        """Refuse a folder that has a shoe of a table of this name."""
        for file in sorted(self._folder.glob(f"{table}-*.json")):
            raise _taken(file)

    def _begin(self, shoe: str) -> None:
        """A shoe's file, which a game with the same seed may have made in the meantime."""
        file = self._folder / f"{shoe.replace('/', '-')}.json"
        if file.exists():
            raise _taken(file)
        self.files.append(file)
        self._begun = begin_shoe(self._header, self._rules, self._entries, self._earlier)

    def _write(self, *, surely: bool) -> None:
        text = self._begun + with_entries(self._entries)
        write(str(self.files[-1]), text.encode(), surely=surely)

    def close(self) -> None:
        """The game is over: the file of the shoe on the table, if there is one, is complete."""
        if self._begun:
            self._write(surely=True)

    def summary(self) -> str:
        """What was written, in one line."""
        match self.files:
            case []:
                return f"no shoe was brought: nothing is saved in {self._folder}"
            case [file]:
                return f"saved: {file}"
            case files:
                return f"saved: {len(files)} shoes, the last in {files[-1]}"


def _taken(file: Path) -> CasinoWarError:
    return CasinoWarError(
        f"{file}: is there already, from a game with this seed; name another folder"
    )
