"""Reading shoes' files, and other files to be checked, from a path or from standard input."""

import os
import stat
import sys
from pathlib import Path

from casinowar.errors import RecordError
from casinowar.shoefile import MOST_BYTES, ShoeFile, read_shoe


def read_bytes(path: str) -> bytes:
    """What is in a file of bounded size, comes through a pipe, or for ``-`` on standard input."""
    try:
        data = sys.stdin.buffer.read(MOST_BYTES + 1) if path == "-" else _read(path)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise RecordError(f"{path[:200]!r}: this file cannot be read: {reason}") from None
    if len(data) > MOST_BYTES:
        raise RecordError(f"{path}: this file is over 64 MiB, which is too large")
    return data


def _read(path: str) -> bytes:
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
    """The shoe's file at a path; what is wrong with it is told with the path."""
    data = read_bytes(path)
    try:
        return read_shoe(data)
    except RecordError as error:
        raise RecordError(f"{path}: {error}") from None


def printable(text: str) -> str:
    """A text from a file that nobody vouches for, without what would move a terminal's cursor."""
    return "".join(
        char if char.isprintable() or char == "\n" else f"\\u{ord(char):04x}" for char in text
    )
