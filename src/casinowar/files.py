"""Files that a user names: each appears whole or not at all, and what stands in its way is said."""

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from casinowar.errors import CasinoWarError


def target(file: str) -> Path:
    """The path a file can be written to; links are followed."""
    try:
        path = Path(file).resolve()
        if path.is_dir():
            raise CasinoWarError(f"{file}: is a folder; name a file in it")
        if path.exists() and not stat.S_ISREG(path.stat().st_mode):
            raise CasinoWarError(f"{file}: is no regular file; name one")
        if not path.parent.is_dir():
            raise CasinoWarError(f"{file}: there is no folder {path.parent}")
    except (OSError, RuntimeError, ValueError) as error:
        raise _unwritable(file, error) from error
    return path


def write(file: str, data: bytes, *, surely: bool = True) -> None:
    """Write a file whole; `surely`, so that it is there even after the power has failed."""
    with drafted(file, surely=surely) as opened:
        opened.write(data)


@contextmanager
def drafted(file: str, *, surely: bool = True) -> Iterator[BinaryIO]:
    """A file to be written: beside its place first, then into it, unless something goes wrong.

    The disk is waited for only to write `surely`; a program that ends loses nothing without.
    """
    path = target(file)
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
    """The text of a file that a user named."""
    try:
        path = Path(file)
        if path.exists() and not path.is_file():
            raise CasinoWarError(f"{file}: is no regular file; name one")
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise CasinoWarError(f"{file}: is no text") from error
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise CasinoWarError(f"{file}: cannot be read: {why}") from error
