"""A lock that lets only one server open a house in SQLite. It ends with its process.

SQLite lets several processes write in turn, but a server keeps the tables in memory, and two of
them would disagree. The lock is on a file beside the database. The file stays there; what counts is
whether a process has locked it. The system unlocks it when that process dies.
"""

import os
import sys
from pathlib import Path
from types import TracebackType
from typing import BinaryIO

from casinowar.errors import CasinoWarError
from casinowar.store.backends.sqlite import file_of

if sys.platform == "win32":
    import msvcrt

    _FAR = 1 << 30  # others cannot read locked bytes, so these are beyond all that is written

    def _lock(file: BinaryIO) -> None:
        file.seek(_FAR)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        file.seek(0)
else:
    import fcntl

    def _lock(file: BinaryIO) -> None:
        fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)


def lock_file(house: Path) -> Path:
    """The file beside a database that is locked while a server has the house open."""
    return house.with_name(f"{house.name}.lock")


class Lock:
    """The lock, held from its creation until it is closed or its process ends."""

    def __init__(self, database: str | Path) -> None:
        """Lock a database, which need not exist yet; refused while another process has it."""
        house = file_of(database).resolve()
        path = lock_file(house)
        self._house = house
        try:
            self._file = os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT, 0o600), "r+b")
        except OSError as error:
            raise CasinoWarError(f"{path}: cannot be opened: {error.strerror}") from error
        try:
            _lock(self._file)
        except OSError:
            holder = self._file.read(20).decode("ascii", "replace").strip()
            self._file.close()
            by = f" (process {holder})" if holder.isdigit() else ""
            raise CasinoWarError(f"{house}: a server has this house open already{by}") from None
        self._file.truncate(0)
        self._file.write(f"{os.getpid()}\n".encode())
        self._file.flush()

    def close(self) -> None:
        """Unlock it. If there is no house, delete the file of the lock."""
        self._file.close()
        if not self._house.exists():
            lock_file(self._house).unlink(missing_ok=True)

    def __enter__(self) -> "Lock":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
