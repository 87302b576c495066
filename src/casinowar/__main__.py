"""The program `casinowar`, and `python -m casinowar`: runs the command line and ends it cleanly.

It imports nothing large before it can handle Ctrl-C, so that even an early interrupt ends without a
traceback. If output cannot be written, for instance to a full disk, it prints one line and exits
with status 2. Status 1 is for commands that found something wrong.
"""

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TextIO


def main() -> int:
    """Run the command line and return the exit status, unless the command line exits itself."""
    try:
        try:
            from casinowar.cli import main as command_line

            command_line(prog_name="casinowar")
        finally:
            if sys.stdout is not None:
                sys.stdout.flush()
    except KeyboardInterrupt:
        _print_error("")
        return 130
    except BrokenPipeError:
        _close(sys.stdout)
        return 2
    except OSError as error:
        _close(sys.stdout)
        where = f"{error.filename}: " if error.filename else ""
        _print_error(f"Error: {where}{error.strerror or error}")
        return 2
    return 0


def _print_error(message: str) -> None:
    """Write a message to standard error, unless that cannot be written to either."""
    try:
        if sys.stderr is not None:
            sys.stderr.write(f"{message}\n")
    except OSError:
        _close(sys.stderr)


def _close(stream: "TextIO | None") -> None:
    """Close a stream now; otherwise Python reports at exit what it could not write."""
    try:
        if stream is not None:
            stream.close()
    except OSError:
        return


if __name__ == "__main__":
    sys.exit(main())
