"""Where a report goes: the file it is written to, and the libraries it takes.

A file appears whole or not at all, and a folder that cannot take it is refused before the work.
"""

import os
import stat
from importlib import import_module
from pathlib import Path
from types import ModuleType

from casinowar.errors import CasinoWarError


def needed(library: str) -> ModuleType:
    """A library that only reports use, or an error that says how to get it."""
    try:
        return import_module(library)
    except ImportError as missing:
        raise CasinoWarError(
            f"a report needs {library}: pip install 'casinowar[report]', "
            "or pip install '.[report]' in a checkout"
        ) from missing


def target(file: str) -> Path:
    """The path a report can be written to; links are followed."""
    try:
        path = Path(file).resolve()
        if path.is_dir():
            raise CasinoWarError(f"{file}: is a folder; name a file in it")
        if path.exists() and not stat.S_ISREG(path.stat().st_mode):
            raise CasinoWarError(f"{file}: is no regular file; a report is written to one")
        if not path.parent.is_dir():
            raise CasinoWarError(f"{file}: there is no folder {path.parent}")
    except (OSError, RuntimeError, ValueError) as error:
        raise _unwritable(file, error) from error
    return path


def write(file: str, data: bytes) -> None:
    """Write a file whole: beside its place first, then into it."""
    path = target(file)
    draft = path.with_name(f".{path.name[:200]}.{os.getpid()}.part")
    try:
        try:
            with draft.open("xb") as opened:
                opened.write(data)
                opened.flush()
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
