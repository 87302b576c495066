"""Reading shoes' files, and other files to be checked, from a path or from standard input."""

import stat
import sys
from pathlib import Path

from casinowar.errors import RecordError
from casinowar.shoefile import MOST_BYTES, ShoeFile, read_shoe


def read_bytes(path: str) -> bytes:
    """What is in a file of bounded size, or on standard input for ``-``."""
    try:
        if path == "-":
            data = sys.stdin.buffer.read(MOST_BYTES + 1)
        else:
            mode = Path(path).stat().st_mode
            if stat.S_ISDIR(mode):
                raise RecordError(f"{path}: this is a directory; give the path of a file in it")
            if not stat.S_ISREG(mode):
                raise RecordError(f"{path}: this is no regular file; pipe it in, and give - for it")
            with Path(path).open("rb") as opened:
                data = opened.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise RecordError(f"{path[:200]!r}: this file cannot be read: {reason}") from None
    if len(data) > MOST_BYTES:
        raise RecordError(f"{path}: this file is over 64 MiB, which is too large")
    return data


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
