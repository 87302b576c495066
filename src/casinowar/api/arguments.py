"""Checks of the arguments that a program passes; each error says what would be right."""

import os

from casinowar.api.rules import Rules
from casinowar.errors import CasinoWarError, RuleError


def rules_given(value: object) -> Rules:
    """The loaded rules a function was given."""
    if isinstance(value, Rules):
        return value
    if isinstance(value, str | os.PathLike):
        raise RuleError(f"rules: not loaded yet; use cw.load({os.fspath(value)!r:.80})")
    raise RuleError(f"rules: {value!r:.80} cannot be used; give what cw.load returns")


def whole(name: str, value: object, least: int, most: int) -> int:
    """A whole number within bounds."""
    if type(value) is not int or not least <= value <= most:
        raise CasinoWarError(
            f"{name}: {value!r:.80} is not a whole number from {least:,} to {most:,}"
        )
    return value


def whole_or_none(name: str, value: object, least: int, most: int) -> int | None:
    """The same, but `None` is allowed."""
    return None if value is None else whole(name, value, least, most)


def path_given(name: str, value: object) -> str:
    """The path of a file, as a text."""
    if not isinstance(value, str | os.PathLike) or not isinstance(text := os.fspath(value), str):
        raise CasinoWarError(f"{name}: {value!r:.80} is not a path; give a text or a pathlib.Path")
    return text
