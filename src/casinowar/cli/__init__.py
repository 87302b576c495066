"""The command line: a thin layer over the library, each command in a module of its own here.

A refused input is one message on standard error and exit status 2; Ctrl-C ends without a
traceback and with status 130. Where nobody reads the output any more, the status is 2 without a
word.
"""

import io
import os
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import click

from casinowar.errors import CasinoWarError

COMMANDS = (
    "play",
    "deal",
    "rules",
    "settle",
    "odds",
    "compare",
    "check",
    "simulate",
    "prove",
    "counting",
    "verify",
    "replay",
    "serve",
    "audit",
    "export",
    "backup",
    "restore",
    "migrate",
    "config",
)
"""The commands, in the order of the help; each is `command` in the module of its name."""


class Refused(click.ClickException):
    """An input the library refused, told to the user in its own words."""

    exit_code = 2


class Commands(click.Group):
    """The commands, imported when they are asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f"casinowar.cli.{cmd_name}").command
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
            raise Refused(str(error)) from error
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
    """Nobody reads what is written: click would end with 1, which says that a thing is wrong."""
    return click.exceptions.Exit(2)


@click.command(
    cls=Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="RULES is the name of a built-in rule set, or the path of a rule file.",
)
@click.version_option(package_name="casinowar", prog_name="casinowar")
def main() -> None:
    """Casino War at tables whose rules are files.

    It is play money. The name Casino War is a trademark of its owner.
    """
    _open_closed_streams()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _open_closed_streams() -> None:
    """Python has no stream at all where a shell closed it (``<&-``): let it be an empty one."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115
