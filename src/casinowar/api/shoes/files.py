"""Reading shoes' files, and other files to be checked, from a path or from standard input."""

import codecs
import os
import stat
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from casinowar.audit.chains import place
from casinowar.errors import CasinoWarError, RecordError, WrongEntry
from casinowar.fair import Vector, read_vectors
from casinowar.record.shoefile import MOST_BYTES, ShoeFile, read_shoe

_OF_VECTORS = "this is a file of vectors, not a shoe file: use casinowar verify --vectors"
_OF_A_SHOE = "this is a shoe file, not a file of vectors: use casinowar verify without --vectors"


def read_bytes(path: str) -> bytes:
    """What is in a file of bounded size, comes through a pipe, or for ``-`` on standard input."""
    try:
        data = sys.stdin.buffer.read(MOST_BYTES + 1) if path == "-" else _read(path)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise RecordError(f"{path[:200]!r}: this file cannot be read: {reason}") from None
    if len(data) > MOST_BYTES:
        raise RecordError(f"{path}: this file is over 64 MiB, which is too large")
    if data.startswith(codecs.BOM_UTF8):
        raise RecordError(f"{path}: this file begins with a byte order mark")
    return data


def _read(path: str) -> bytes:
    if not path:
        raise RecordError("the name of a file is empty")
    mode = Path(path).stat().st_mode
    if stat.S_ISDIR(mode):
        raise RecordError(f"{path}: this is a directory; give the path of a file in it")
    is_pipe = stat.S_ISFIFO(mode)
    if not stat.S_ISREG(mode) and not is_pipe:
        raise RecordError(f"{path}: this is neither a file nor a pipe")
    with open(path, "rb", opener=_open_at_once if is_pipe else None) as opened:
        data = opened.read(MOST_BYTES + 1)
    if is_pipe and not data:
        raise RecordError(f"{path}: nothing comes through this pipe; nobody writes to it")
    return data


def _open_at_once(path: str, flags: int) -> int:
    """Open a pipe without waiting for someone who writes to it; if nobody does, it is empty."""
    opened = os.open(path, flags | os.O_NONBLOCK)
    os.set_blocking(opened, True)
    return opened


def load_shoe(path: str) -> ShoeFile:
    """Read the shoe file at a path; errors name the path."""
    return Given(path, read_bytes(path)).shoe()


@dataclass(frozen=True, slots=True)
class Given:
    """A file that someone named, and what is in it; a pipe can be read once only."""

    path: str
    data: bytes | RecordError

    def shoe(self) -> ShoeFile:
        """Read it as a shoe file; errors name the path."""
        data = self._known()
        try:
            return read_shoe(data)
        except RecordError as error:
            words = _OF_VECTORS if _are_vectors(data) else error
            raise RecordError(f"{self.path}: {words}") from None

    def vectors(self) -> tuple[Vector, ...]:
        """Read it as a file of vectors; errors name the path."""
        data = self._known()
        try:
            return read_vectors(data.decode())
        except UnicodeDecodeError:
            raise RecordError(f"{self.path}: this is not UTF-8") from None
        except CasinoWarError as error:
            words = _OF_A_SHOE if _is_shoe(data) else error
            raise RecordError(f"{self.path}: {words}") from None

    def _known(self) -> bytes:
        if isinstance(self.data, RecordError):
            raise self.data
        return self.data


def _are_vectors(data: bytes) -> bool:
    try:
        return bool(read_vectors(data.decode()))
    except (UnicodeDecodeError, CasinoWarError):
        return False


def _is_shoe(data: bytes) -> bool:
    try:
        return bool(read_shoe(data))
    except CasinoWarError as error:
        return isinstance(error, WrongEntry)


def in_order(paths: Iterable[str]) -> list[Given]:
    """Files in the order of their tables' records: a shell puts shoe 10 before shoe 2.

    Tables come in the order in which they were first given, and so does what is no shoe's file.
    """
    found: list[tuple[int, int, Given]] = []
    tables: dict[str, int] = {}
    for number, path in enumerate(paths):
        try:
            given = Given(path, read_bytes(path))
        except RecordError as error:
            given = Given(path, error)
        try:
            table, begins = place(given.shoe())
        except CasinoWarError:  # reported when its turn comes
            found.append((number, 0, given))
        else:
            found.append((tables.setdefault(table, number), begins, given))
    return [given for *_, given in sorted(found, key=lambda each: each[:2])]
