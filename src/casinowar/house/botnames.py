"""What the house's own players are called: a colour each, so that a table of them reads well.

Only what people see is a colour. In records a bot has its permanent name, as everyone has.
"""

from collections.abc import Callable, Container
from itertools import count

NAMES = (
    *("Azure", "Cerise", "Cobalt", "Copper", "Indigo", "Khaki", "Lilac", "Maroon", "Mauve"),
    *("Ochre", "Pewter", "Russet", "Saffron", "Sepia", "Slate", "Teal", "Umber"),
)


def bot_name(taken: Container[str], randrange: Callable[[int], int]) -> str:
    """A name that nobody at a table has yet; colours are numbered when they run out."""
    first = randrange(len(NAMES))
    for turn in count(1):
        for name in (*NAMES[first:], *NAMES[:first]):
            numbered = name if turn == 1 else f"{name}-{turn}"
            if numbered not in taken:
                return numbered
    raise AssertionError("numbers do not run out")
