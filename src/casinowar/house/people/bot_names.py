"""What the house's own players are called: a colour each, so that a table of them reads well.

Only what people see is a colour. In records a bot has its permanent name, as everyone has.
"""

from collections.abc import Container
from itertools import count

NAMES = (
    *("Azure", "Cerise", "Cobalt", "Copper", "Indigo", "Khaki", "Lilac", "Maroon", "Mauve"),
    *("Ochre", "Pewter", "Russet", "Saffron", "Sepia", "Slate", "Teal", "Umber"),
)


def bot_name(player: str, taken: Container[str]) -> str:
    """What a bot is called whom records name so; colours are numbered when all are taken.

    It follows from the permanent name, which is chance enough.
    """
    first = int.from_bytes(player.encode()) % len(NAMES)
    for turn in count(1):
        for name in (*NAMES[first:], *NAMES[:first]):
            numbered = name if turn == 1 else f"{name}-{turn}"
            if numbered not in taken:
                return numbered
    raise AssertionError("numbers do not run out")
