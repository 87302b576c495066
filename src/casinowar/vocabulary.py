"""The vocabulary of rule files: every field, what it means, and how its text becomes a value.

The fields are those of the records in `casinowar.rules`; `TERMS` adds to each what a person who
writes a rule file needs to know. Values are validated against the types of the records.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass
from fractions import Fraction
from functools import lru_cache
from numbers import Real
from typing import Any, get_args, get_type_hints

from pydantic import TypeAdapter, ValidationError

from casinowar.cards import Suit, parse_card
from casinowar.errors import NotationError
from casinowar.money import parse_money
from casinowar.pay import parse_pay
from casinowar.rules import GROUPS, Limit, RuleSet
from casinowar.script import parse_pass, parse_step

Read = Callable[[object], object]

_SHOWN = 60
_CUT_CARD = re.compile(r"([1-9]\d{0,3}) cards|([1-9]\d{0,2})/([1-9]\d{0,2}) of the shoe", re.ASCII)


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


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise NotationError(f"{show(value)} is not a text in quotes")
    return value


def _as_is(value: object) -> object:
    return value


def _list_of(read: Read) -> Read:
    def read_list(value: object) -> object:
        if not isinstance(value, list):
            raise NotationError(f"{show(value)} is not a list in square brackets")
        return tuple(read(item) for item in value)

    return read_list


def _or(word: str, meaning: object, read: Read) -> Read:
    return lambda value: meaning if value == word else read(value)


def _ranks(value: object) -> str:
    cards = [parse_card(rank) for rank in _text(value).split()]
    if any(card.suit is not Suit.UNKNOWN for card in cards):
        raise NotationError(f"{show(value)} names suits, which never matter: name ranks alone")
    return "".join(card.rank for card in cards)


def _cut_card(value: object) -> int | Fraction:
    match = _CUT_CARD.fullmatch(_text(value))
    if match is None:
        raise NotationError(
            f"{show(value)} is no place for a cut card: write '30 cards', '1/4 of the shoe' or "
            "'none'"
        )
    cards, share, whole = match.groups()
    return int(cards) if cards else Fraction(int(share), int(whole))


def parse_limit(text: str) -> Limit:
    """The limit written ``5.00 to 500.00`` or, as fixed amounts, ``5.00, 10.00, 25.00``."""
    least, to, most = text.partition(" to ")
    if to:
        return Limit(parse_money(least), parse_money(most))
    amounts = tuple(sorted(parse_money(amount) for amount in re.split(r",\s+", text)))
    return Limit(amounts[0], amounts[-1], amounts)


def _money(value: object) -> int:
    return parse_money(_text(value))


_FORMS: Mapping[str, Read] = {
    "shoe.ranks": _ranks,
    "shoe.decks": _list_of(_as_is),
    "shoe.backs": _list_of(_as_is),
    "shoe.cut_card": _or("none", None, _cut_card),
    "limits.primary": lambda value: parse_limit(_text(value)),
    "limits.tie": lambda value: parse_limit(_text(value)),
    "limits.unit": _money,
    "limits.authorised": _or("stated", "stated", _or("none", "none", _money)),
    "limits.most_returned": _or("none", None, _money),
    "deal.original": _list_of(lambda value: parse_step(_text(value))),
    "settle.original": _list_of(lambda value: parse_pass(_text(value))),
    "settle.collect": _list_of(_as_is),
    "choice.offers": _list_of(_as_is),
    "war.deal": _list_of(lambda value: parse_step(_text(value))),
    "war.settle": _list_of(lambda value: parse_pass(_text(value))),
    "disputes.rulings": _list_of(_as_is),
    "disputes.cancelled_after_days": _or("none", None, _as_is),
}
"""How a value is read where the file's own value is not yet the record's."""

_MEANINGS: Mapping[str, tuple[str, str]] = {
    "shoe.ranks": ("the thirteen ranks, highest first", '"A K Q J 10 9 8 7 6 5 4 3 2"'),
    "shoe.decks": ("the numbers of decks a shoe may have, the usual one first", "[6, 8]"),
    "shoe.backs": ("the colour of the backs of each batch of cards, one or two", '["red"]'),
    "shoe.cut_by": ("who places the cut card: players or dealer", '"players"'),
    "shoe.cut_card": ("the most cards behind the cut card", '"1/4 of the shoe"'),
    "shoe.first_burn": ("whether the first card of a shoe is burned", '"option"'),
    "shoe.dealer_burn": ("how many cards each new dealer burns", "0"),
    "seats.most": ("the most seats a table may have", "7"),
    "seats.usual": ("the seats of a table unless its operator says otherwise", "7"),
    "seats.holding": ("how many seats a player may hold", '"several"'),
    "seats.players_needed": ("how many players a round needs", "1"),
    "seats.backline": ("whether people without a seat may bet on a seat's card", '"no"'),
    "bank.held_by": ("who pays and collects: house or player", '"house"'),
    "bank.rounds": ("the most rounds running that one player may bank", "2"),
    "bets.tie": ("whether there is a tie wager, and whether it may stand alone", '"none"'),
    "limits.primary": ("the amounts a primary wager may have", '"5.00 to 500.00"'),
    "limits.tie": ("the amounts a tie wager may have", '"5.00 to 500.00"'),
    "limits.unit": ("the amount of which every wager is a multiple", '"1.00"'),
    "limits.below": ("what becomes of a wager under the minimum", '"refuse"'),
    "limits.above": ("what becomes of a wager over the maximum", '"refuse"'),
    "limits.authorised": ("the limit that no table may exceed", '"none"'),
    "limits.most_returned": ("the most that one round returns in all", '"none"'),
    "deal.direction": ("the direction of the deal along the seats", '"left to right"'),
    "deal.original": ("the script of the original deal", '["each: player", "once: dealer"]'),
    "settle.original": (
        "the passes that settle the original deal",
        '["left to right: primary, tie"]',
    ),
    "settle.collect": ("when cards are picked up, the usual way first", '["pick and pay"]'),
    "choice.offers": ("what the holder of a tie hand may choose", '["surrender", "war"]'),
    "choice.time_out": ("what becomes of a choice that is not made in time", '"surrender"'),
    "war.deal": ("the script of the war deal", '["each: burn 3, player, burn 3, dealer"]'),
    "war.settle": ("the passes that settle the war deal", '["left to right: primary, war"]'),
    "war.tie_wager": ("whether there is a tie wager on the war deal", '"none"'),
    "pays.odd_cent": ("who keeps the part of a cent that a pay leaves over", '"player"'),
    "disputes.ruled_by": ("who rules on a disputed round", '"pit boss"'),
    "disputes.rulings": ("the rulings there can be", '["stands", "void"]'),
    "disputes.cancelled_after_days": ("the age at which an open round is cancelled", '"none"'),
    "errors.excess": ("what becomes of an unseen card drawn too many", '"next card"'),
    "errors.disclosed": ("what becomes of a card shown by mistake", '"discard"'),
}


@dataclass(frozen=True, slots=True)
class Term:
    """One field of a rule file."""

    field: str
    means: str
    example: str
    """A value, as TOML."""
    type: Any
    required: bool
    """Whether its group cannot be without it."""
    form: Read

    def read(self, value: object) -> object:
        """The value for the record; a `NotationError` says what would be right."""
        parsed = self.form(value)
        try:
            return _adapter(self.type).validate_python(parsed, strict=True)
        except ValidationError as error:
            wrong = show(error.errors()[0]["input"])
            raise NotationError(f"{wrong} will not do: {_expected(self.type)}") from None

    @property
    def name(self) -> str:
        """The last part of the field's path."""
        return self.field.rpartition(".")[2]

    @property
    def line(self) -> str:
        """How the field is written in its group."""
        return f'{self.name} = {{ is = {self.example}, by = ["..."] }}'


@lru_cache(maxsize=128)
def _adapter(kind: Any) -> TypeAdapter[Any]:
    return TypeAdapter(kind)


def _expected(kind: Any) -> str:
    """What a value of this type looks like, in words."""
    listed = getattr(kind, "__origin__", None) is tuple
    item = get_args(kind)[0] if listed else kind
    words = [word for word in get_args(item) if isinstance(word, str)]
    if words:
        some = "some of" if listed else "one of"
        return f"write {some} {', '.join(repr(word) for word in words)}"
    if item is str:
        return "write texts in quotes"
    return "write whole numbers" if listed else "write a whole number"


def _terms() -> dict[str, Term]:
    terms: dict[str, Term] = {}

    def add(path: str, record: Any) -> None:
        hints = get_type_hints(record)
        for field in fields(record):
            name, kind = f"{path}.{field.name}", hints[field.name]
            inner = next((arg for arg in (kind, *get_args(kind)) if is_dataclass(arg)), None)
            if inner is not None and name not in _FORMS:
                add(name, inner)
            else:
                required = field.default is MISSING
                terms[name] = _term(name, kind, required=required)

    groups = get_type_hints(RuleSet)
    for group in GROUPS:
        add(
            group,
            next(arg for arg in (groups[group], *get_args(groups[group])) if is_dataclass(arg)),
        )
    return terms


def _term(name: str, kind: Any, *, required: bool) -> Term:
    if name in _MEANINGS:
        means, example = _MEANINGS[name]
        return Term(name, means, example, kind, required, _FORMS.get(name, _as_is))
    _, outcome, wager = name.split(".")
    means = f"what the {wager.replace('_', ' ')} wager pays at {outcome.replace('_', ' ')}"
    return Term(name, means, '"1 to 1"', kind, required, lambda value: parse_pay(_text(value)))


TERMS: Mapping[str, Term] = _terms()
"""Every field of a rule file, by its dotted path."""

GROUPED: frozenset[str] = frozenset(
    field[:end] for field in TERMS for end, sign in enumerate(field) if sign == "."
)
"""Every table of a rule file that holds fields or further tables."""
