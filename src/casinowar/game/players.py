"""The kinds of players, and the permanent names that records use for them.

A house draws each name at random: ``p`` and twelve letters or digits for a person with an account,
``bot-`` or ``walk-`` and eight for the others. Only this module tells the kind from the name.
"""

import re
from collections.abc import Callable
from typing import Literal

PlayerKind = Literal["person", "bot", "walk-in"]
"""A bot is the house's own player; a walk-in sits at a hand-dealt table without an account."""

_FORMS: dict[PlayerKind, tuple[str, int]] = {
    "person": ("p", 12),
    "bot": ("bot-", 8),
    "walk-in": ("walk-", 8),
}
"""The prefix of each kind's names, and how many letters follow it."""

_BOT, _WALK_IN = _FORMS["bot"][0], _FORMS["walk-in"][0]

PLAYER_ID = re.compile(
    rf"(?<![\w-])(?:{'|'.join(f'{start}[a-z2-7]{{{n}}}' for start, n in _FORMS.values())})(?![\w-])"
)
"""Matches a player's permanent name inside a text."""


def kind_of(player: str) -> PlayerKind:
    """The kind of player that a permanent name belongs to; any other name means a person."""
    if player.startswith(_BOT):
        return "bot"
    return "walk-in" if player.startswith(_WALK_IN) else "person"


def player_id(kind: PlayerKind, letters: Callable[[int], str]) -> str:
    """A new permanent name; `letters(n)` draws `n` random letters and digits."""
    start, count = _FORMS[kind]
    return f"{start}{letters(count)}"
