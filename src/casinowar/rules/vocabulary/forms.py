"""How a rule file writes values that are more than a word or a number, with a round trip.

A `ValueForm` turns what a file writes into the value of a record, and back. If the file is wrong,
reading raises a `NotationError` that says what would be right.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from numbers import Real
from typing import Any

from casinowar.cards import Suit, parse_card, rank_name
from casinowar.errors import NotationError
from casinowar.money import format_money, parse_money
from casinowar.rules.pay import format_pay, parse_pay
from casinowar.rules.script import format_pass, format_step, parse_pass, parse_step

Value = str | int | list[str] | list[int]
"""A value as a rule file writes it."""

_SHOWN = 60
_CUT_CARD = re.compile(r"([1-9]\d{0,3}) cards|([1-9]\d{0,2})/([1-9]\d{0,2}) of the shoe", re.ASCII)


@dataclass(frozen=True, slots=True)
class ValueForm:
    """Two functions, each the other's inverse.

    `write` gives `None` for a value that a file states by leaving the field out.
    """

    read: Callable[[Any], Any]
    write: Callable[[Any], Any]


def show(value: object) -> str:
    """A value of a rule file, short enough for a message whatever it is."""
    match value:
        case bool():
            return "true" if value else "false"
        case str() | Real():
            text = repr(value)
            return text if len(text) <= _SHOWN else text[:_SHOWN] + "..."
        case list():
            return "[]" if not value else "a list"
        case dict():
            return "a table"
        case _:
            return f"a {type(value).__name__}"


def text(parse: Callable[[str], Any], write: Callable[[Any], str]) -> ValueForm:
    """The form of a value that a file writes as a text in quotes."""

    def read(value: object) -> Any:
        if not isinstance(value, str):
            raise NotationError(f"{show(value)} is not text in quotes")
        return parse(value)

    return ValueForm(read, lambda value: None if value is None else write(value))


def list_of(form: ValueForm) -> ValueForm:
    """The form of a tuple that a file writes as a list."""

    def read(value: object) -> tuple[Any, ...]:
        if not isinstance(value, list):
            raise NotationError(f"{show(value)} is not a list in square brackets")
        return tuple(form.read(item) for item in value)

    return ValueForm(read, lambda value: [form.write(item) for item in value])


def word_or(word: str, meaning: object, form: ValueForm) -> ValueForm:
    """The form of a value for which a file may also write one word with a meaning of its own."""
    return ValueForm(
        lambda value: meaning if value == word else form.read(value),
        lambda value: word if value == meaning else form.write(value),
    )


def _parse_ranks(written: str) -> str:
    cards = [parse_card(rank) for rank in written.split()]
    if any(card.suit is not Suit.UNKNOWN for card in cards):
        raise NotationError(
            f"{show(written)} names suits, which do not matter here: write ranks only"
        )
    return "".join(card.rank for card in cards)


def _parse_cut_card(written: str) -> int | Fraction:
    match = _CUT_CARD.fullmatch(written)
    if match is None:
        raise NotationError(
            f"{show(written)} is not a place for the cut card: write '30 cards', "
            "'1/4 of the shoe' or 'none'"
        )
    cards, share, whole = match.groups()
    return int(cards) if cards else Fraction(int(share), int(whole))


def _format_cut_card(most: int | Fraction) -> str:
    return f"{most} cards" if isinstance(most, int) else f"{most} of the shoe"


@dataclass(frozen=True, slots=True)
class Limit:
    """The amounts a wager may have: a range, or a few fixed amounts."""

    least: int
    most: int
    amounts: tuple[int, ...] = ()


def parse_limit(text: str) -> Limit:
    """The limit written ``5.00 to 500.00`` or, as fixed amounts, ``5.00, 10.00, 25.00``."""
    least, to, most = text.partition(" to ")
    if to:
        return Limit(parse_money(least), parse_money(most))
    amounts = tuple(sorted(parse_money(amount) for amount in re.split(r",\s+", text)))
    return Limit(amounts[0], amounts[-1], amounts)


def format_limit(limit: Limit) -> str:
    """The text that `parse_limit` reads."""
    if limit.amounts:
        return ", ".join(format_money(amount) for amount in limit.amounts)
    return f"{format_money(limit.least)} to {format_money(limit.most)}"


PLAIN = ValueForm(lambda value: value, lambda value: value)
"""Words and numbers, which a record has as the file writes them."""

PLAIN_LIST = list_of(PLAIN)
RANKS = text(_parse_ranks, lambda ranks: " ".join(rank_name(rank) for rank in ranks))
CUT_CARD = word_or("none", None, text(_parse_cut_card, _format_cut_card))
MONEY = text(parse_money, format_money)
LIMIT = text(parse_limit, format_limit)
SCRIPT = list_of(text(parse_step, format_step))
PASSES = list_of(text(parse_pass, format_pass))
PAY = text(parse_pay, format_pay)
