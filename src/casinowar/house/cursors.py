"""Cursors: the end of a page of a list, as a text that clients send to get the next page."""

import base64
import json

from casinowar.house.refusals import Refused
from casinowar.store.queries.incidents import Place
from casinowar.store.queries.player_rounds import Cursor

_MOST_NUMBER = 2**53


def cursor(*place: int | str) -> str:
    """The cursor of a place."""
    text = json.dumps(place, separators=(",", ":"))
    return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")


def lobby_place(text: str) -> tuple[int, str] | None:
    """The opening time and the id of the last table on a page."""
    match _read(text):
        case None:
            return None
        case [int(at), str(table_id)]:
            return at, table_id
        case _:
            raise _no_page()


def round_place(text: str) -> Cursor | None:
    """The place of the last round on a page."""
    match _read(text):
        case None:
            return None
        case [int(at), str(table_id), int(number)]:
            return Cursor(at, table_id, number)
        case _:
            raise _no_page()


def number_place(text: str) -> int | None:
    """The number of the last round on a page of a table's rounds."""
    match _read(text):
        case None:
            return None
        case [int(number)]:
            return number
        case _:
            raise _no_page()


def incident_place(text: str) -> Place | None:
    """The place of the last incident on a page."""
    match _read(text):
        case None:
            return None
        case [int(at), str(table_id), int(seq), int(place)]:
            return at, table_id, seq, place
        case _:
            raise _no_page()


def name_place(text: str) -> str | None:
    """The key of the last name on a page."""
    match _read(text):
        case None:
            return None
        case [str(key)]:
            return key
        case _:
            raise _no_page()


def _read(text: str) -> list[object] | None:
    if not text:
        return None
    try:
        place = json.loads(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)))
    except (ValueError, RecursionError):
        raise _no_page() from None
    if not isinstance(place, list):
        raise _no_page()
    if any(type(part) is int and abs(part) > _MOST_NUMBER for part in place):
        raise _no_page()
    if any(isinstance(part, str) and not part.isprintable() for part in place):
        raise _no_page()
    return place


def _no_page() -> Refused:
    return Refused("unknown-page", "there is no such page: begin with the first one", status=404)
