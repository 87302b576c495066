"""Actions and events as JSON: an object with a ``type`` and every field, and nothing else.

``{"type": "place_bet", "player": "ann", "seat": 1, "wager": "primary", "amount": 500}``

The object holds only texts, whole numbers and lists, and no field is ever left out. So each value
has one text, which can be hashed and reads the same in every language. `format_json` keeps the
fields in the order of the class, for people; `text_of` is the canonical text, for records.
"""

import json
from functools import lru_cache
from typing import get_args

from casinowar.errors import NotationError
from casinowar.game.actions import Action
from casinowar.game.events import Event
from casinowar.record.codec.canonical import Json
from casinowar.record.codec.names import NAMES, type_name
from casinowar.record.codec.values import Misfit, checked_fields, read_fields, show, template

_BOTH = {*get_args(Action), *get_args(Event)}

KINDS: dict[str, type] = {type_name(kind): kind for kind in NAMES if kind in _BOTH}
"""Every action and event by its name in JSON."""

_TYPES = {kind: name for name, kind in KINDS.items()}
_TEMPLATES = {kind: template(kind, name) for kind, name in _TYPES.items()}


def to_json(thing: Action | Event) -> Json:
    """An action or event as a JSON object."""
    name = _TYPES.get(type(thing))
    if name is None:
        raise NotationError(f"{show(thing)} is neither an action nor an event")
    try:
        return {"type": name, **checked_fields(thing)}
    except Misfit as misfit:
        raise NotationError(f"{name}{misfit}") from None


def from_json(value: object) -> Action | Event:
    """Read an action or event from a JSON object of exactly this form."""
    if not isinstance(value, dict) or "type" not in value:
        raise NotationError(f"{show(value)} is not an object with a type, such as place_bet")
    name = value["type"]
    if not isinstance(name, str) or name not in KINDS:
        raise NotationError(f"type: {show(name)} is not an action or event, such as place_bet")
    kind = KINDS[name]
    try:
        made: Action | Event = kind(*read_fields(kind, value, beside="type"))
    except Misfit as misfit:
        raise NotationError(f"{name}{misfit}") from None
    return made


def format_json(thing: Action | Event) -> str:
    """An action or event as JSON text: ASCII, no blanks, the fields in the order of the class."""
    return json.dumps(to_json(thing), separators=(",", ":"))


def parse_json(text: str) -> Action | Event:
    """Read an action or event from JSON text; blanks and the order of fields do not matter."""
    try:
        value = json.loads(text, object_pairs_hook=_object)
    except (ValueError, RecursionError) as error:
        raise NotationError(f"{show(text)} is not JSON: {error}") from None
    return from_json(value)


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    made = dict(pairs)
    if len(made) < len(pairs):
        raise ValueError("a field is given twice")
    return made


@lru_cache(maxsize=1 << 14)
def text_of(thing: Action | Event) -> str:
    """The canonical JSON of an action or an event.

    The same as `canonical(to_json(thing))`, but filled into a template, which is faster. Texts are
    cached, because the same cards, wagers and settlements come again and again.
    """
    text, gaps = _TEMPLATES[type(thing)]
    return text % tuple([write(getattr(thing, attribute)) for attribute, write in gaps])
