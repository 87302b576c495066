"""The command line: a thin layer over the library, with one module for each command.

Invalid input gives one message on standard error and exit status 2. Ctrl-C ends a command with
status 130 and no traceback. If the reader of the output has gone, the status is 2 without a
message.
"""

import io
import os
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import click

from casinowar.errors import CasinoWarError

COMMANDS = {
    "play": "play",
    "deal": "play",
    "rules": "price",
    "settle": "play",
    "odds": "price",
    "compare": "price",
    "check": "price",
    "simulate": "simulate",
    "prove": "simulate",
    "counting": "price",
    "verify": "play",
    "replay": "play",
    "serve": "house",
    "audit": "house",
    "export": "house",
    "backup": "house",
    "restore": "house",
    "migrate": "house",
    "config": "house",
}
"""The commands in the order of the help, each with the package of its module."""


class RefusedInput(click.ClickException):
    """Input that the library refused; shows the library's own message."""

    exit_code = 2


class Commands(click.Group):
    """The commands; each is imported when it is needed."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in COMMANDS:
            return None
        module = f"casinowar.cli.{COMMANDS[cmd_name]}.{cmd_name}"
        command: click.Command = import_module(module).command
        return command

    def make_context(
        self,
        info_name: str | None,
        args: list[str],
        parent: click.Context | None = None,
        **extra: Any,
    ) -> click.Context:
        try:
            return super().make_context(info_name, args, parent, **extra)
        except KeyboardInterrupt:
            raise _interrupted() from None
        except BrokenPipeError:
            raise _unread() from None

    def invoke(self, ctx: click.Context) -> object:
        try:
            return super().invoke(ctx)
        except CasinoWarError as error:
            raise RefusedInput(str(error)) from error
        except KeyboardInterrupt:
            raise _interrupted() from None
        except click.Abort as error:
            if isinstance(error.__context__, KeyboardInterrupt):
                raise _interrupted() from None
            raise
        except BrokenPipeError:
            raise _unread() from None


def _interrupted() -> click.exceptions.Exit:
    click.echo(err=True)
    return click.exceptions.Exit(130)


def _unread() -> click.exceptions.Exit:
    """Exit with 2 when the reader has gone; click would use 1, which means a failed check."""
    return click.exceptions.Exit(2)


@click.command(
    cls=Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="RULES is the name of a built-in rule set, or the path of a rule file.",
)
@click.version_option(package_name="casinowar", prog_name="casinowar")
def main() -> None:
    """Play, price, simulate and host Casino War under rules written in files.

    All money is play money. The name Casino War is a trademark of its owner.
    """
    _open_closed_streams()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _open_closed_streams() -> None:
    """Open /dev/null for any standard stream that the shell closed (``<&-``)."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115
