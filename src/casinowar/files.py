"""Reads and writes the files that a user names.

A file is written completely or not at all, and errors say what is in the way.
"""

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from casinowar.errors import CasinoWarError


def writable_path(file: str) -> Path:
    """Return the path to write a file to, with links followed; raise if it cannot be written."""
    try:
        path = Path(file).resolve()
        if path.is_dir():
            raise CasinoWarError(f"{file}: is a folder; name a file in it")
        if path.exists() and not stat.S_ISREG(path.stat().st_mode):
            raise CasinoWarError(f"{file}: is not a regular file; name one that is")
        if not path.parent.is_dir():
            raise CasinoWarError(f"{file}: there is no folder {path.parent}")
    except (OSError, RuntimeError, ValueError) as error:
        raise _unwritable(file, error) from error
    return path


def write(file: str, data: bytes, *, surely: bool = True) -> None:
    """Write a whole file; with `surely`, it is on the disk even if the power fails."""
    with draft_file(file, surely=surely) as opened:
        opened.write(data)


@contextmanager
def draft_file(file: str, *, surely: bool = True) -> Iterator[BinaryIO]:
    """Open a draft beside the file; move it into place at the end, unless something goes wrong.

    With `surely`, wait until the disk has the data. Without, a crash of the program loses nothing,
    but a power failure may.
    """
    path = writable_path(file)
    draft = path.with_name(f".{path.name[:200]}.{os.getpid()}.part")
    try:
        try:
            with draft.open("xb") as opened:
                yield opened
                opened.flush()
                if surely:
                    os.fsync(opened.fileno())
            if path.exists():
                draft.chmod(stat.S_IMODE(path.stat().st_mode))
            draft.replace(path)
        finally:
            draft.unlink(missing_ok=True)
    except OSError as error:
        raise _unwritable(file, error) from error


def _unwritable(file: str, error: Exception) -> CasinoWarError:
    why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return CasinoWarError(f"{file}: cannot be written: {why}")


def read_text(file: str) -> str:
    """Read the text of a file that a user named."""
    try:
        path = Path(file)
        if path.exists() and not path.is_file():
            raise CasinoWarError(f"{file}: is not a regular file; name one that is")
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise CasinoWarError(f"{file}: is not a text file in UTF-8") from error
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise CasinoWarError(f"{file}: cannot be read: {why}") from error
