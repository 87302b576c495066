"""Splits what the dealer types into units that are done one after the other.

A line is a row of cards (``9 k b 4``), a row of bets (``1=20/5 2=10``), or commands with a
semicolon, or a comma and a space, between them. The whole line is read before any of it is done:
if one word cannot be read, nothing happens.
"""

import re
from dataclasses import dataclass

from casinowar.cards import parse_card
from casinowar.errors import NotationError

VERBS = (
    "sit leave bet withdraw again close bank decline stake giveup shoe cut pass cutcard dealer "
    "burn excess shown fix pay war surrender rule timeout cancel status sign rules help quit"
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
"""Short forms of verbs."""

WORDS = frozenset(
    (*VERBS, *SHORT, "all", "card", "primary", "stands", "tie", "undo", "void", "war_tie")
)
"""Every word with a meaning of its own; nobody at the table can have it as a name."""

_CHOICES = ("war", "surrender")
_BURN = re.compile(r"(?:b|burn)(\d{1,2})", re.ASCII)
_BET = re.compile(r"(\d{1,2})=(\S+)", re.ASCII)
_BETWEEN = re.compile(r";|,(?:\s+|$)")


@dataclass(frozen=True, slots=True)
class Unit:
    """One command, done completely or not at all: a verb, its words, and the text typed."""

    verb: str
    words: tuple[str, ...] = ()
    typed: str = ""
    then: str = ""
    """The word after a burn, or the tie wager of a war."""


def read(line: str) -> list[Unit]:
    """The units of a line; an empty line means the Enter key alone."""
    text = "".join(letter if letter.isprintable() else " " for letter in line).strip()
    if not text:
        return [Unit("enter")]
    # A ruling's reason is free text, so it may hold the marks that separate commands.
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
            "there is no undo: fix CARD corrects the last card, rule void REASON voids the round"
        )
    if verb not in VERBS:
        raise NotationError(f"{typed[:40]!r} is not understood; ? shows what can be typed")
    return [Unit(verb, tuple(words[1:]), typed)]


def _choice_at(words: list[str]) -> int | None:
    """The place of a choice among the words: first, or after a seat, a name, or both."""
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
                f"{word[:20]!r} is neither a card nor b for a burn; nothing on this line is done"
            )
    return units


def _bet(word: str) -> Unit:
    match = _BET.fullmatch(word)
    if match is None:
        raise NotationError(
            f"{word[:20]!r} is not a bet: write SEAT=PRIMARY/TIE, as 1=20/5 or 1=20 or 1=/5; "
            "nothing on this line is done"
        )
    return Unit("bet", (match[1], match[2]), word)
