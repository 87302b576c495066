"""Forgeries of steps, ends and events: the page and Python name the same entry."""

import json
from random import Random
from typing import Any

import pytest

from casinowar.game.actions import CancelRound, PassCut, Rule
from casinowar.game.needs import CutNeeded
from casinowar.game.table import need
from casinowar.rules.file import load_rules
from tests.support.browser.page import agree
from tests.support.record.shoes import files_of, relinked, renumbered, written
from tests.support.record.small_house import House

Json = dict[str, Any]


@pytest.mark.parametrize("end", ["dealt", "abandoned"])
def test_end_of_a_shoe(two_tables: list[str], end: str) -> None:
    def forge(file: Json) -> None:
        for entry in file["entries"]:
            if entry["kind"] == "server_reveal" and entry["shoe"] == file["shoe"]:
                entry["end"] = end
        relinked(file)

    words = {word for word, _ in agree(two_tables, forge)}
    assert words == {"cards verified" if end == "dealt" else "wrong"}


def test_shoe_in_the_middle_of_a_round_is_not_dealt_to_its_end() -> None:
    """Even with its cut card out: the round is still owed its cards."""
    rules = load_rules("washington")
    house = House(rules.rules(), Random(3), players=3, seats=3)

    def cut_card_is_out() -> bool:
        return house.table.playing and house.table.shoe.left <= house.table.shoe.behind

    house.play(until=cut_card_is_out)
    house.reveal_server("abandoned")
    *_, text = files_of(house, rules)
    assert agree([text], relinked) == {("cards verified", None)}

    def forge(file: Json) -> None:
        file["entries"][-1]["end"] = "dealt"
        relinked(file)

    assert agree([text], forge) == {("wrong", house.record.seq - 1)}


@pytest.mark.parametrize("name", ["washington", "california", "fun-casino"])
def test_table_goes_on_after_a_shoe_that_was_abandoned(name: str) -> None:
    rules = load_rules(name)
    house = House(rules.rules(), Random(7), players=3, seats=3)

    def may_end() -> bool:
        return house.table.playing and len(house.table.shoe.seen.split()) > 30

    house.play(until=may_end)
    house.take(Rule("void", "the shoe is abandoned"))
    house.reveal_server("abandoned")
    house.play(1).close()
    files = files_of(house, rules)
    assert len(files) == 2
    ends = [entry["end"] for entry in json.loads(files[0])["entries"] if "end" in entry]
    assert ends == ["abandoned"]
    assert agree(files, relinked) == {("cards verified", None)}


@pytest.mark.parametrize("stage, kind", [("cut", "cut_deck"), ("cut card", "place_cut_card")])
def test_nothing_is_done_with_a_shoe_whose_seed_is_shown(stage: str, kind: str) -> None:
    rules = load_rules("washington")
    house = House(rules.rules(), Random(3), players=3, seats=3)
    house.play(until=lambda: house.table.shoe.stage == stage)
    while isinstance(awaited := need(house.table), CutNeeded) and awaited.player != house.cutter():
        house.take(PassCut(awaited.player))
    (text,) = files_of(house, rules)
    house.play(until=lambda: house.table.shoe.stage == "ready")
    later = next(e for e in house.entries if e.body.get("action", {}).get("type") == kind)
    shown = {"kind": "server_reveal", "shoe": "t1/1", "seed": house.seeds["t1/1"].hex()}

    def forge(file: Json) -> str:
        file["entries"].append({**shown, "end": "abandoned", "hash": "shown"})
        return written(renumbered(file)).decode()

    assert agree([text], forge) == {("cards verified", None)}

    def forge_more(file: Json) -> str:
        forge(file)
        file["entries"].append({**later.body, "hash": "later"})
        return written(renumbered(file)).decode()

    assert agree([text], forge_more) == {("wrong", later.seq + 1)}


@pytest.mark.parametrize("how", ["void", "cancelled"])
def test_round_that_is_called_off_can_be_the_last_of_a_shoe(how: str) -> None:
    rules = load_rules("online")
    house = House(rules.rules(), Random(4))
    house.play(until=lambda: house.table.playing and bool(house.table.shoe.seen))
    began = house.table.began_at
    house.take(Rule("void", "a doubt") if how == "void" else CancelRound(began + 10**8))
    assert not house.table.playing
    house.reveal_server("dealt")
    (text,) = files_of(house, rules)
    assert agree([text], relinked) == {("cards verified", None)}


@pytest.mark.parametrize("own", [True, False])
def test_first_cutter_is_another(two_tables: list[str], own: bool) -> None:
    def forge(file: Json) -> None:
        for entry in (*file["steps"], *file["entries"]):
            if entry["kind"] == "list_closed" and (entry["shoe"] == file["shoe"]) is own:
                entry["first_cutter"] += 1
        relinked(file)

    words = {word for word, _ in agree(two_tables, forge)}
    assert words == {"wrong"} if own else {"wrong", "cards verified"}


def test_list_is_closed_before_the_shoe_on_the_table_is_cut(two_tables: list[str]) -> None:
    """Nobody knows then who is to be asked first."""

    def forge(file: Json) -> None:
        entries = file["entries"]
        coming = [e for e in entries if e.get("shoe") not in (None, file["shoe"])]
        moved = [e for e in coming if e["kind"] in ("player_commitment", "list_closed")]
        others = [entry for entry in entries if entry not in moved]
        place = others.index(coming[0]) + 1
        file["entries"] = [*others[:place], *moved, *others[place:]]
        for entry in moved:
            if entry["kind"] == "list_closed":
                entry["first_cutter"] = 1
        renumbered(file)

    first = [text for text in two_tables if not json.loads(text)["steps"]]
    assert {word for word, _ in agree(first, forge)} == {"wrong"}


def test_shoe_whose_seed_is_shown_is_not_prepared_any_more(two_tables: list[str]) -> None:
    """The seed is shown as soon as the server has committed; the next step is the wrong one."""

    def forge(file: Json) -> None:
        entries = file["entries"]
        (shown,) = (
            e for e in entries if e["kind"] == "server_reveal" and e["shoe"] == file["shoe"]
        )
        early = shown | {"end": "abandoned", "hash": "early"}
        entries.insert(1 + [e["kind"] for e in entries].index("server_commitment"), early)
        renumbered(file)

    first = [text for text in two_tables if not json.loads(text)["steps"]]
    steps = ("player_commitment", "list_closed")
    nexts = {
        next(e["seq"] + 1 for e in json.loads(text)["entries"] if e["kind"] in steps)
        for text in first
    }
    assert agree(first, forge) == {("wrong", number) for number in nexts}


@pytest.mark.parametrize("linked", [False, True])
@pytest.mark.parametrize("seq", [-1, 1, 5, 7, 2**40, "x"])
def test_number_of_the_first_entry(two_tables: list[str], seq: object, linked: bool) -> None:
    def forge(file: Json) -> None:
        file["entries"][0]["seq"] = seq
        if linked:
            relinked(file)

    words = {word for word, _ in agree(two_tables, forge)}
    assert words == {"not readable" if seq in (-1, "x") else "wrong"}


@pytest.mark.parametrize("begins", [0, 1, 2])
def test_shoe_that_begins_before_anyone_has_a_seat(begins: int) -> None:
    """Nothing would be left to say about what came before, though the state is taken from it."""
    rules = load_rules("washington")
    house = House(rules.rules(), Random(3), players=2, hand_dealt=True)
    house.play(until=lambda: house.table.shoe.number == 2 and house.table.shoe.stage == "ready")

    def forge(file: Json) -> None:
        for number, entry in enumerate(file["entries"], begins):
            entry["seq"] = number
        relinked(file)

    _, second = files_of(house, rules)
    due = ("wrong", begins) if begins < 2 else ("by hand", None)
    assert agree([second], forge) == {due}


@pytest.mark.parametrize("linked", [False, True])
@pytest.mark.parametrize("seq", [-1, 2**40, "x"])
def test_number_of_a_step(two_tables: list[str], seq: object, linked: bool) -> None:
    def forge(file: Json) -> None:
        file["steps"][0]["seq"] = seq
        if linked:
            relinked(file)

    with_steps = [text for text in two_tables if json.loads(text)["steps"]]
    words = {word for word, _ in agree(with_steps, forge)}
    assert words == {"wrong" if seq == 2**40 else "not readable"}


def test_step_of_another_shoe(two_tables: list[str]) -> None:
    def forge(file: Json) -> None:
        file["steps"][0]["shoe"] = "t1/9"
        relinked(file)

    with_steps = [text for text in two_tables if json.loads(text)["steps"]]
    assert {word for word, _ in agree(with_steps, forge)} == {"wrong"}


@pytest.mark.parametrize(
    "kind, field",
    [("card_dealt", "card"), ("cards_burned", "count"), ("deck_cut", "at")],
)
@pytest.mark.parametrize("ended", [True, False])
def test_event_whose_field_is_of_another_kind(
    two_tables: list[str], kind: str, field: str, ended: bool
) -> None:
    """The text of a number is no number, and a list of a card is no card."""

    def forge(file: Json) -> None:
        for entry in file["entries"]:
            for event in entry.get("events", ()):
                if event["type"] == kind:
                    value = event[field]
                    event[field] = str(value) if isinstance(value, int) else [value]
                    if field in entry["action"]:
                        entry["action"][field] = event[field]
        if not ended:
            del file["entries"][-3:]
        relinked(file)

    among = [text for text in two_tables if f'"type":"{kind}"' in text]
    assert {word for word, _ in agree(among, forge)} == {"wrong"}
