"""Collects what is wrong with a rule file, so that its author sees everything at once."""

import re
from collections.abc import Iterable
from difflib import get_close_matches

from casinowar.errors import RuleError
from casinowar.rules.vocabulary.forms import show

Tree = dict[str, object]

_MOST_SHOWN = 20
_MOST_NAMES = 40
_PLAIN = re.compile(r"[A-Za-z0-9_.-]{1,60}", re.ASCII)


def plain(key: str) -> str:
    """A key of the file, made safe for a message."""
    return key if _PLAIN.fullmatch(key) else show(key)


class Problems:
    """The errors found so far, each with its field."""

    def __init__(self, file: str) -> None:
        self._file = file
        self._found: dict[tuple[str, str], list[str]] = {}

    def problem(self, field: str, message: str, reading: str | None = None) -> None:
        """Add an error, with the reading it appears in if it depends on one."""
        readings = self._found.setdefault((field, message), [])
        if reading is not None:
            readings.append(reading)

    def stop_if_wrong(self, readings: int = 0) -> None:
        """Raise one `RuleError` with all errors, and name readings unless all have the error."""
        if not self._found:
            return
        lines = [
            f"{field}: {message}{_among(names, readings)}"
            for (field, message), names in self._found.items()
        ]
        if len(lines) == 1:
            raise RuleError(f"{self._file}: {lines[0]}")
        left = len(lines) - _MOST_SHOWN
        more = [f"and {left} more"] if left > 0 else []
        listed = "".join(f"\n  {line}" for line in [*lines[:_MOST_SHOWN], *more])
        raise RuleError(f"{self._file}: {len(lines)} errors{listed}")

    def text(self, table: Tree, key: str, where: str, example: str) -> str:
        """A line of text that must be in the table."""
        path = f"{where}.{key}" if where else key
        value = table.get(key)
        if isinstance(value, str) and value.strip() and value.isprintable():
            return value.strip()
        if key not in table:
            self.problem(path, f"missing; write {key} = {example}")
        else:
            self.problem(path, f"{show(value)} is not one line of text; write {key} = {example}")
        return ""

    def table(self, value: object, where: str) -> Tree:
        """The value if it is a table; otherwise report it and return an empty one."""
        if isinstance(value, dict):
            return value
        self.problem(where, f"{show(value)} is not a table; write [{where}]")
        return {}

    def only(self, table: Tree, where: str, allowed: Iterable[str]) -> None:
        """Report the keys of a table that are not allowed there."""
        names = list(allowed)
        for key in table:
            if key not in names:
                self.unknown(key, where, names)

    def unknown(self, key: str, where: str, names: list[str]) -> None:
        """Report a key that is not allowed here."""
        near = get_close_matches(key, names, n=1)
        left = ", ..." if len(names) > _MOST_NAMES else ""
        listed = f"there are: {', '.join(names[:_MOST_NAMES])}{left}"
        place = f"{where}.{plain(key)}" if where else plain(key)
        self.problem(place, f"unknown field; {f'did you mean {near[0]}?' if near else listed}")


def _among(names: list[str], readings: int) -> str:
    return f" (reading {', '.join(names)})" if 0 < len(names) < readings else ""
