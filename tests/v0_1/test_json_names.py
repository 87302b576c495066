"""Every type and field of the JSON that is kept or sent, against a list that is kept by hand.

An added, lost, renamed or re-ordered field turns this red. Files of earlier versions hold these
names: add to the list what is new, and change nothing that it has.
"""

import gzip
import json
from pathlib import Path
from random import Random
from typing import Any, get_args

import pytest

from casinowar.game.actions import Action
from casinowar.game.needs import Need
from casinowar.game.round import Bet
from casinowar.game.table import Bank, Shoe
from casinowar.house.tables import views
from casinowar.record import state
from casinowar.record.codec import values
from casinowar.record.codec.events import KINDS, parse_json, to_json
from casinowar.record.codec.values import to_plain
from casinowar.record.state import write_table
from casinowar.record.steps import STEPS
from casinowar.rules.file import load_rules
from casinowar.rules.model import Limit
from casinowar.rules.options import Options
from casinowar.sim.game import game_of
from casinowar.sim.run import SimulationJob, no_totals
from casinowar.sim.saved import Goal, subject_of, text_of
from tests.support.record.shoes import files_of
from tests.support.record.small_house import House

HERE = Path(__file__).parent
NAMES: dict[str, Any] = json.loads((HERE / "json-names.json").read_text("utf-8"))
EXAMPLES = (HERE.parent / "data" / "json-examples.jsonl").read_text("utf-8").splitlines()


def played(name: str, *, by_hand: bool) -> House:
    """A table in the middle of a round, with everything recorded by the current code."""
    made = House(load_rules(name).rules(), Random(3), players=3, hand_dealt=by_hand)
    made.play(until=lambda: made.table.rounds == 3 and made.table.playing)
    return made


HOUSES = [
    (name, played(name, by_hand=by_hand))
    for name, by_hand in (("california", False), ("fun-casino", True), ("online", False))
]


def test_actions_and_events() -> None:
    actions = get_args(Action)
    found: dict[str, dict[str, list[str]]] = {"actions": {}, "events": {}}
    for text in EXAMPLES:
        thing = parse_json(text)
        written = to_json(thing)
        where = found["actions" if isinstance(thing, actions) else "events"]
        name = written.pop("type")
        where[name] = list(written)
    assert found == {"actions": NAMES["actions"], "events": NAMES["events"]}
    assert list(found["actions"]) + list(found["events"]) == list(KINDS)


def test_needs() -> None:
    assert set(views.NEEDS) >= set(get_args(Need))
    assert {name: list(values.fields_of(kind)) for kind, name in views.NEEDS.items()} == NAMES[
        "needs"
    ]


def test_steps_of_the_shuffle() -> None:
    steps: dict[str, Any] = dict(STEPS)
    assert {name: list(values.fields_of(kind)) for name, kind in steps.items()} == NAMES["steps"]


def seen(known: dict[str, list[str]], name: str, written: dict[str, Any]) -> None:
    """A written object has only fields of the list, in its order."""
    assert list(written) == [field for field in known[name] if field in written], name


@pytest.mark.parametrize("name, house", HOUSES, ids=[name for name, _ in HOUSES])
def test_options_and_the_state_of_a_table(name: str, house: House) -> None:
    assert house.table.rules.id == name
    known = NAMES["state"]
    options = to_plain(house.table.options)
    seen(known, "options", options)
    seen(known, "limit", options["primary"])
    whole = write_table(house.table)
    seen(known, "table", whole)
    seen(known, "shoe", whole["shoe"])
    seen(known, "bank", whole["bank"])
    seen(known, "banked_before", whole["banked_before"])
    seen(known, "round", whole["round"])
    for bet in (*whole["bets"], *whole["round"]["bets"]):
        seen(known, "bet", bet)


def test_fields_that_may_be_left_out() -> None:
    kinds: dict[str, Any] = {
        "options": Options,
        "limit": Limit,
        "table": state.TableState,
        "shoe": Shoe,
        "bank": Bank,
        "bet": Bet,
        "round": state.RoundState,
        "banked_before": state.BankedBefore,
    }
    assert {name: list(values.fields_of(kind)) for name, kind in kinds.items()} == NAMES["state"]


@pytest.mark.parametrize("name, house", HOUSES, ids=[name for name, _ in HOUSES])
def test_entries_and_shoe_files(name: str, house: House) -> None:
    known = {kind: set(fields) for kind, fields in NAMES["entries"].items()}
    optional = {"who", "at"}
    for entry in house.entries:
        assert entry.body.keys() - optional == known[entry.kind] - optional, entry.kind
    file = json.loads(files_of(house, load_rules(name))[-1])
    assert list(file) == NAMES["shoe file"]


def shape(value: Any) -> Any:
    """The fields of an object, and of the objects in it."""
    if not isinstance(value, dict):
        return None
    return [[name, shape(each)] if isinstance(each, dict) else name for name, each in value.items()]


def test_a_saved_simulation() -> None:
    rules = load_rules("online").rules()
    job = SimulationJob(game_of(rules), "general", 1)
    text = text_of(subject_of("0.1", rules, "war", job), Goal(10, None), no_totals(job))
    assert shape(json.loads(text)) == NAMES["saved simulation"]


def test_what_version_0_1_wrote_has_these_names() -> None:
    for path in sorted((HERE / "simulations").glob("*.json")):
        assert shape(json.loads(path.read_text("utf-8"))) == NAMES["saved simulation"]
    for path in sorted((HERE / "shoes").glob("*.json.gz")):
        assert list(json.loads(gzip.decompress(path.read_bytes()))) == NAMES["shoe file"]
