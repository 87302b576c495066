"""Where a game's shoes are kept: a folder with one file for each, to be checked by anyone.

A shoe's file is written anew after each of its rounds, so that a game that is killed leaves what
was played; and no file of another game is ever written over.
"""

import tempfile
from collections.abc import Sequence
from pathlib import Path

from casinowar.errors import CasinoWarError
from casinowar.files import write
from casinowar.record.chain import SHOE
from casinowar.record.entry import Entry
from casinowar.record.header import HEADER
from casinowar.shoefile import write_shoe

_ROUND_ENDED = '{"type":"round_ended"}'


class Shelf:
    """Writes each shoe's file: after its rounds, when the next shoe comes, and at the end."""

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
        self._shoe = ""
        """The shoe that the entries at hand are of."""
        self.files: list[Path] = []
        """What has been written so far."""

    def keep(self, entries: Sequence[Entry]) -> None:
        """More entries of the record, the header first."""
        for entry in entries:
            if entry.kind == HEADER:
                self._header = entry.text
                self._check_free(entry.body["table"])
            if entry.kind == SHOE:
                if self._shoe:
                    self.close()
                    self._earlier, self._entries = self._entries, []
                self._shoe = entry.body["shoe"]
            self._entries.append(entry.text)
            if _ROUND_ENDED in entry.text:
                self.close()

    def _check_free(self, table: str) -> None:
        """Refuse a folder that has a shoe of a table of this name."""
        for file in sorted(self._folder.glob(f"{table}-*.json")):
            raise CasinoWarError(
                f"{file}: is there already, from a game with this seed; name another folder"
            )

    def close(self) -> None:
        """Write the file of the shoe on the table, if there is one."""
        if self._shoe:
            text = write_shoe(self._header, self._rules, self._entries, self._earlier)
            file = self._folder / f"{self._shoe.replace('/', '-')}.json"
            write(str(file), text.encode())
            if file not in self.files:
                self.files.append(file)

    def summary(self) -> str:
        """What was written, in one line."""
        match self.files:
            case []:
                return f"no shoe was brought: nothing is saved in {self._folder}"
            case [file]:
                return f"saved: {file}"
            case files:
                return f"saved: {len(files)} shoes, the last in {files[-1]}"
