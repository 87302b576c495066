"""The page's copy of what an event moves says the same as the core, for every kind of event."""

import json
import subprocess
from pathlib import Path
from random import Random
from typing import Any, Literal, cast, get_args, get_origin

from casinowar.cards import DECK
from casinowar.game.events import Event
from casinowar.game.money_moves import chips_moved
from casinowar.record.codec import values
from casinowar.record.codec.events import KINDS, to_json
from tests.support.browser.page import SECONDS, deno

MOVES = Path(__file__).parent / "moves.js"
PLAYERS = ("ann", "bob", "cy")
EACH = 20


def value(kind: Any, field: str, random: Random) -> object:
    """Something that a field of this type can hold; players and bankers are never the same."""
    if kind is str:
        return {"player": random.choice(PLAYERS[:2]), "banker": random.choice(("", "cy"))}.get(
            field, "some text"
        )
    if kind is int:
        return random.randint(-1000, 1000)
    if get_origin(kind) is Literal:
        return random.choice(get_args(kind))
    return DECK[random.randrange(52)] if get_origin(kind) is None else DECK[:2]


def any_events(random: Random) -> list[Event]:
    kinds = [kind for kind in KINDS.values() if kind in get_args(Event)]
    return [
        cast(
            Event,
            kind(*(value(f.kind, name, random) for name, f in values.fields_of(kind).items())),
        )
        for kind in kinds
        for _ in range(EACH)
    ]


def test_the_page_moves_what_the_core_moves() -> None:
    events = any_events(Random(1))
    assert {type(event) for event in events} == set(get_args(Event))
    asked = {"events": [to_json(event) for event in events], "players": PLAYERS}
    done = subprocess.run(
        [deno(), "run", "--quiet", "--no-config", str(MOVES)],
        input=json.dumps(asked),
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    told = json.loads(done.stdout)
    for event, amounts in zip(events, told, strict=True):
        moved = chips_moved(event)
        assert amounts == [moved.get(player, 0) for player in PLAYERS], event
