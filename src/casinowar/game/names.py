"""Names of people at a table: short, and safe to use in a round's line."""

import re

from casinowar.errors import IllegalAction

NAME_PATTERN = r"[^\W_][\w.-]{0,31}"

_NAME = re.compile(NAME_PATTERN)


def is_name(name: object) -> bool:
    """Whether this is a valid name."""
    return isinstance(name, str) and _NAME.fullmatch(name) is not None


def check_name(name: object) -> None:
    """Raise `IllegalAction` unless this is a valid name."""
    if not is_name(name):
        raise IllegalAction(
            f"{str(name)[:40]!r} is not a name: use 1 to 32 letters, digits, dots, dashes or "
            "underscores, beginning with a letter or a digit"
        )
