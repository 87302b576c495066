"""Where a game's shoes are kept: a folder with one file for each, to be checked by anyone."""

from collections.abc import Sequence
from pathlib import Path

from casinowar.errors import CasinoWarError
from casinowar.files import write
from casinowar.record.chain import SHOE
from casinowar.record.entry import Entry
from casinowar.shoefile import write_shoe


class Shelf:
    """Writes each shoe's file when the next shoe comes, and the last one's at the end."""

    def __init__(self, folder: str, rules: bytes) -> None:
        """`rules` are the bytes of the rule file; the folder is made if there is none."""
        try:
            Path(folder).mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise CasinoWarError(f"{folder}: cannot be made a folder: {error.strerror}") from error
        self._folder = folder
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
            self._header = self._header or entry.text
            if entry.kind == SHOE:
                if self._shoe:
                    self.close()
                    self._earlier, self._entries = self._entries, []
                self._shoe = entry.body["shoe"]
            self._entries.append(entry.text)

    def close(self) -> None:
        """Write the file of the shoe on the table, if there is one."""
        if self._shoe:
            text = write_shoe(self._header, self._rules, self._entries, self._earlier)
            file = Path(self._folder) / f"{self._shoe.replace('/', '-')}.json"
            write(str(file), text.encode())
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
