"""The program `casinowar`, and `python -m casinowar`: the command line, however it ends.

It imports nothing of weight before it is ready for Ctrl-C, so that an early interrupt too ends
without a traceback; and what cannot be written, to a full disk for instance, is one line and exit
status 2, for 1 is what some commands say of a thing they found wrong.
"""

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TextIO


def main() -> int:
    """Run the command line; the exit status, where the command line does not set it itself."""
    try:
        try:
            from casinowar.cli import main as command_line

            command_line(prog_name="casinowar")
        finally:
            if sys.stdout is not None:
                sys.stdout.flush()
    except KeyboardInterrupt:
        _tell("")
        return 130
    except BrokenPipeError:
        _close(sys.stdout)
        return 2
    except OSError as error:
        _close(sys.stdout)
        where = f"{error.filename}: " if error.filename else ""
        _tell(f"Error: {where}{error.strerror or error}")
        return 2
    return 0


def _tell(message: str) -> None:
    """Say it on standard error, unless that cannot be written either."""
    try:
        if sys.stderr is not None:
            sys.stderr.write(f"{message}\n")
    except OSError:
        _close(sys.stderr)


def _close(stream: "TextIO | None") -> None:
    """Close a stream now, or Python would complain at its end of what it cannot write."""
    try:
        if stream is not None:
            stream.close()
    except OSError:
        return


if __name__ == "__main__":
    sys.exit(main())
