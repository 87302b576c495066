"""The names of bots: each is a colour, so that a table full of bots is easy to read.

People see the colour. Records hold a bot's permanent name, as they do for everyone.
"""

from collections.abc import Container
from itertools import count

NAMES = (
    *("Azure", "Cerise", "Cobalt", "Copper", "Indigo", "Khaki", "Lilac", "Maroon", "Mauve"),
    *("Ochre", "Pewter", "Russet", "Saffron", "Sepia", "Slate", "Teal", "Umber"),
)


def bot_name(player: str, taken: Container[str]) -> str:
    """The name of the bot with this permanent name; numbered if all colours are taken.

    It is derived from the permanent name, which is random enough.
    """
    first = int.from_bytes(player.encode()) % len(NAMES)
    for turn in count(1):
        for name in (*NAMES[first:], *NAMES[:first]):
            numbered = name if turn == 1 else f"{name}-{turn}"
            if numbered not in taken:
                return numbered
    raise AssertionError("numbers do not run out")
