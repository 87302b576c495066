"""The JSON Schema of a class, as this package writes it: for OpenAPI, generated clients and types.

Types come from the class and names from `casinowar.record.codec.names`. What a number or a text
means, and so its range or pattern, follows from the field's name: `_MEANINGS` lists them.
"""

import inspect
from collections.abc import Mapping
from typing import Any, Literal, get_args, get_origin

from casinowar.cards import RANKS, SUITS, Card
from casinowar.game import actions, events, needs
from casinowar.game.round import Bet
from casinowar.game.table import Bank, Shoe
from casinowar.record.codec.canonical import Json
from casinowar.record.codec.names import type_name
from casinowar.record.codec.values import fields_of
from casinowar.record.header import ID_PATTERN
from casinowar.record.steps import ListClosed
from casinowar.rules.model import Limit
from casinowar.rules.options import Options

_COMPONENTS: dict[type, str] = {
    needs.Nothing: "NothingNeeded",
    Options: "TableOptions",
    Limit: "WagerLimit",
    Bet: "HandBet",
    Shoe: "ShoeState",
    Bank: "BankState",
    **{kind: f"{kind.__name__}Action" for kind in get_args(actions.Action)},
}
"""Schemas with another name than their class, because a request or an answer has that name."""


def number(says: str, least: int = 0) -> Json:
    """The schema of a whole number."""
    return {"type": "integer", "minimum": least, "description": says}


def text(says: str, **limits: object) -> Json:
    """The schema of a text."""
    return {"type": "string", **limits, "description": says}


HASH = text("A SHA-256, in hexadecimal digits.", pattern="^[0-9a-f]{64}$")
SHOE_ID = text(
    "The shoe's id: the table's id, a slash, and the shoe's number.",
    pattern=f"^{ID_PATTERN}/[1-9][0-9]*$",
)

_FACE = f"[{RANKS}][{''.join(SUITS)}]?"
_CARD = text("Each card is its rank and, if known, its suit.", pattern=f"^{_FACE}$")
_CENTS = number("Whole cents.")
_NET = {"type": "integer", "description": "Whole cents; below 0 the player loses."}
_SECRET = text("32 bytes, in hexadecimal digits.", pattern="^[0-9a-f]{64}$")
_SECONDS = number("Whole seconds since 1970; 0 if no time was given.")
_CARDS = number("A number of cards.")
_SHOE_NUMBER = number("The shoe's number at its table, from 1; 0 before the first.")
_CUT = number("The place of a cut: how many cards go to the rear.")
_ANY_CUT = number("The place of a cut: how many cards go to the rear; 0 if nobody counts them.")
_CUTTER = text("The player who cuts; empty for the dealer.")
_BANKER = text("The player who banks; empty if nobody does.")
_SEATS = number("Seats, counted from 1.", 1)
_ANY_SEAT = number("A seat, counted from 1; 0 is the dealer's place.")
_NO_SEAT = number("A seat, counted from 1; 0 if there was none yet.")

_MEANINGS: dict[str, Json] = {
    **dict.fromkeys(
        "amount felt primary tie war war_tie stake minimum maximum least most "
        "authorised "
        "most_returned".split(),
        _CENTS,
    ),
    **dict.fromkeys(["net", "due"], _NET),
    **dict.fromkeys(
        "count left excess behind behind_least behind_most behind_min behind_max "
        "burns_owed".split(),
        _CARDS,
    ),
    **dict.fromkeys(["commitment", "seed"], _SECRET),
    **dict.fromkeys(["at", "began_at"], _SECONDS),
    **dict.fromkeys(["banker", "last"], _BANKER),
    **dict.fromkeys(["leaving", "asked"], _SEATS),
    "amounts": number("The only amounts allowed, in whole cents; empty if any in the range is."),
    "backs": text("The colour of the cards' backs."),
    "batch": number("The batch of cards; 0 before the first shoe."),
    "before_card": number("How many of the round's actions came before the card entered last."),
    "cut": _CUT,
    "cutter": _NO_SEAT,
    "dealer": text("The dealer's name; empty if nobody is named."),
    "decks": number("A number of decks.", 1),
    "first_cutter": number("The seat that is asked first to cut.", 1),
    "hash": HASH,
    "honoured": text("The players whose one wager below the minimum was honoured."),
    "number": _SHOE_NUMBER,
    "offers": text("The players the bank is still offered to, the first of them now."),
    "player": text("A player."),
    "players": text("Players."),
    "reason": text("The reason of the ruling."),
    "round": number("The round's number at its table.", 1),
    "rounds": number("A number of rounds."),
    "seat": number("A seat, counted from 1.", 1),
    "seats": text("The player at each seat, seat 1 first; empty if nobody sits there."),
    "seen": text(
        "The cards seen from this shoe, in order, each with a blank after it.",
        pattern=f"^({_FACE} )*$",
    ),
    "seq": number("The entry's number in its record."),
    "shoe": SHOE_ID,
}
"""What a number or a text means, by the name of its field in JSON."""

_OTHER_MEANINGS: dict[tuple[type, str], Json] = {
    (actions.CutDeck, "player"): _CUTTER,
    (actions.CutDeck, "at"): _ANY_CUT,
    (events.DeckCut, "player"): _CUTTER,
    (events.DeckCut, "seat"): _ANY_SEAT,
    (events.DeckCut, "at"): _ANY_CUT,
    (events.CardDealt, "seat"): _ANY_SEAT,
    (events.CardCorrected, "seat"): _ANY_SEAT,
    (events.CardsCollected, "seat"): _ANY_SEAT,
    (events.ShoeBrought, "shoe"): _SHOE_NUMBER,
    (needs.CardNeeded, "seat"): _ANY_SEAT,
    (needs.CutNeeded, "player"): _CUTTER,
    (needs.CutNeeded, "seat"): _ANY_SEAT,
    (needs.CutNeeded, "least"): _ANY_CUT,
    (needs.CutNeeded, "most"): _ANY_CUT,
    (needs.CutCardNeeded, "least"): _CARDS,
    (needs.CutCardNeeded, "most"): _CARDS,
    (needs.PlayersNeeded, "count"): number("A number of players."),
    (Bank, "player"): _BANKER,
    (Bank, "seat"): _NO_SEAT,
    (Options, "seats"): number("A number of seats.", 1),
    (ListClosed, "seats"): _SEATS,
}
"""The fields that mean something else in one class than their name does elsewhere."""


def component(kind: type) -> str:
    """The name of a class's schema."""
    return _COMPONENTS.get(kind, kind.__name__)


def ref(name: str) -> Json:
    """A reference to a schema by its name."""
    return {"$ref": f"#/components/schemas/{name}"}


def several(items: Json) -> Json:
    """The schema of a list; the description of its items is the list's."""
    inner = dict(items)
    says = {"description": inner.pop("description")} if "description" in inner else {}
    return {"type": "array", "items": inner, **says}


def object_schema(
    says: str, properties: Mapping[str, Json], optional: tuple[str, ...] = ()
) -> Json:
    """The schema of an object with these properties and no other."""
    return {
        "type": "object",
        "description": says,
        "properties": dict(properties),
        "required": [name for name in properties if name not in optional],
        "additionalProperties": False,
    }


def tagged_schema(kind: type, beside: Mapping[str, Json] | None = None) -> Json:
    """The schema of an action, event or need: its type, its fields, and those `beside` them."""
    named = {"type": {"type": "string", "const": type_name(kind)}}
    return object_schema(description(kind), named | properties(kind) | dict(beside or {}))


def class_schema(kind: type) -> Json:
    """The schema of a class without a type; a field that may be `None` may be left out."""
    optional = tuple(name for name, field in fields_of(kind).items() if field.may_lack)
    return object_schema(description(kind), properties(kind), optional)


def properties(kind: type) -> dict[str, Json]:
    """The schema of each field of a class, by its name in JSON."""
    return {name: _value(field.kind, kind, name) for name, field in fields_of(kind).items()}


def one_of(says: str, field: str, names: Mapping[str, str]) -> Json:
    """The schema of a union: `names` has the schema's name for each value of a field."""
    references = {value: ref(name)["$ref"] for value, name in names.items()}
    return {
        "description": says,
        "oneOf": [ref(name) for name in names.values()],
        "discriminator": {"propertyName": field, "mapping": references},
    }


def description(kind: type) -> str:
    """A class's docstring in Markdown, each paragraph on one line."""
    paragraphs = inspect.cleandoc(kind.__doc__ or "").split("\n\n")
    return "\n\n".join(" ".join(each.split()) for each in paragraphs).replace("``", "`")


def _value(kind: Any, owner: type, name: str) -> Json:
    """The schema of a field's value."""
    origin, arguments = get_origin(kind), get_args(kind)
    if kind in (int, str):
        return _OTHER_MEANINGS.get((owner, name)) or _MEANINGS[name]
    if kind is Card:
        return _CARD
    if kind is bool:
        return {"type": "integer", "enum": [0, 1], "description": "1 is yes, 0 is no."}
    if origin is Literal:
        return {"type": "string", "enum": list(arguments)}
    if origin is tuple:
        return several(_value(arguments[0], owner, name))
    if origin is dict:  # the actions of a round are JSON in its state already
        return ref("RoundAction")
    return ref(component(kind))
