"""What the dealer types, cut into units that are done one after the other.

A line is a row of cards (``9 k b 4``), a row of bets (``1=20/5 2=10``), or commands with a
semicolon or a comma and a space between them. A line is read as a whole before any of it is done:
one word that cannot be read, and nothing of the line happens.
"""

import re
from dataclasses import dataclass

from casinowar.cards import parse_card
from casinowar.errors import NotationError

VERBS = (
    "sit leave bet withdraw again close bank decline stake giveup shoe cut pass cutcard dealer "
    "burn excess shown fix pay war surrender rule timeout cancel status rules help quit"
).split()

SHORT = {
    "?": "help",
    "b": "burn",
    "p": "pay",
    "s": "surrender",
    "w": "war",
    "x": "excess",
    "exit": "quit",
    "same": "again",
}
"""What may be typed instead of a verb."""

WORDS = frozenset((*VERBS, *SHORT, "all", "card", "primary", "stands", "tie", "undo", "void"))
"""Every word that has a meaning of its own, so that nobody at the table can be called by it."""

_CHOICES = ("war", "surrender")
_BURN = re.compile(r"(?:b|burn)(\d{1,2})", re.ASCII)
_BET = re.compile(r"(\d{1,2})=(\S+)", re.ASCII)
_BETWEEN = re.compile(r";|,(?:\s+|$)")


@dataclass(frozen=True, slots=True)
class Unit:
    """One thing to do, all of it or nothing: a verb, what came with it, and how it was typed."""

    verb: str
    words: tuple[str, ...] = ()
    typed: str = ""
    then: str = ""
    """What follows: the word after a burn, the tie wager of a war."""


def read(line: str) -> list[Unit]:
    """The units of a line; an empty one is the key Enter alone."""
    text = "".join(letter if letter.isprintable() else " " for letter in line).strip()
    if not text:
        return [Unit("enter")]
    # a reason is free text, and may hold whatever separates commands elsewhere
    parts = [text] if _verb(text.split()[0]) == "rule" else _BETWEEN.split(text)
    return [unit for part in parts if part.strip() for unit in _units(part.split())]


def is_card(word: str) -> bool:
    """Whether a word can be read as a card."""
    try:
        parse_card(word)
    except NotationError:
        return False
    return True


def _units(words: list[str]) -> list[Unit]:
    typed = " ".join(words)
    verb, chosen = _verb(words[0]), _choice_at(words)
    if chosen is not None:
        if len(words) > chosen + 2:
            raise NotationError(f"{typed[:40]!r}: a choice is SEAT w, SEAT s or SEAT w TIE-WAGER")
        return [Unit(_verb(words[chosen]), tuple(words[:chosen]), typed, *words[chosen + 1 :])]
    if _is_movement(words[0]):
        return _movements(words)
    if "=" in words[0]:
        return [_bet(word) for word in words]
    if verb == "undo":
        raise NotationError(
            "nothing is undone here: fix CARD corrects the last card, rule void REASON the round"
        )
    if verb not in VERBS:
        raise NotationError(f"{typed[:40]!r} is not understood; ? shows what can be typed")
    return [Unit(verb, tuple(words[1:]), typed)]


def _choice_at(words: list[str]) -> int | None:
    """Where a choice stands: first, or after a seat, a name, or both."""
    for at, word in enumerate(words[:3]):
        if _verb(word) in _CHOICES:
            return at
        if _verb(word) in VERBS:
            return None
    return None


def _verb(word: str) -> str:
    return SHORT.get(word.lower(), word.lower())


def _is_movement(word: str) -> bool:
    return is_card(word) or _verb(word) == "burn" or _BURN.fullmatch(word.lower()) is not None


def _movements(words: list[str]) -> list[Unit]:
    """A row of cards and burns."""
    units = []
    for word, then in zip(words, [*words[1:], ""], strict=True):
        burn = _BURN.fullmatch(word.lower())
        if burn is not None:
            units.append(Unit("burn", (burn[1],), word))
        elif _verb(word) == "burn":
            units.append(Unit("burn", (), word, then))
        elif is_card(word):
            units.append(Unit("card", (word,), word))
        else:
            raise NotationError(
                f"{word[:20]!r} is neither a card nor b for a burn; nothing of this line is taken"
            )
    return units


def _bet(word: str) -> Unit:
    match = _BET.fullmatch(word)
    if match is None:
        raise NotationError(
            f"{word[:20]!r} is not a bet: write SEAT=PRIMARY/TIE, as 1=20/5 or 1=20 or 1=/5; "
            "nothing of this line is taken"
        )
    return Unit("bet", (match[1], match[2]), word)
