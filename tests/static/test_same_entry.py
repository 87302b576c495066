"""Forgeries of a file's frame: the page and Python name the same entry, or cannot read it both."""

import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from casinowar.actions import CancelRound, Rule
from casinowar.record.entry import hash_of
from casinowar.rulefile import load_rules
from tests.support.house import House
from tests.support.page import judged, said, verdicts
from tests.support.shoes import files_of, relinked, written

Json = dict[str, Any]


def played(name: str, seed: int, **options: Any) -> list[str]:
    """The files of a table that has dealt two shoes to their end."""
    rules = load_rules(name)
    house = House(rules.rules(), Random(seed), players=2, **options)
    house.play(2).close()
    return files_of(house, rules)


@pytest.fixture(scope="module")
def shoes() -> list[str]:
    """Files that begin with a header, and such that do not; with a cut card and without."""
    found = played("online", 5) + played("washington", 6)
    assert {judged(text) for text in found} == {("cards verified", None)}
    assert {bool(json.loads(text)["steps"]) for text in found} == {True, False}
    return found


def first_of_shoe(file: Json) -> Json:
    first: Json = next(entry for entry in file["entries"] if entry["kind"] == "shoe")
    return first


def agree(shoes: list[str], forge: Callable[[Json], object]) -> set[tuple[str, int | None]]:
    """What both say of every file after it was forged."""
    forged = []
    for text in shoes:
        file = json.loads(text)
        made = forge(file)
        forged.append(made if isinstance(made, str) else written(file).decode())
    found = [said(verdict) for verdict in verdicts(forged)]
    assert found == [judged(text) for text in forged]
    return set(found)


@pytest.mark.parametrize("end", ["dealt", "abandoned"])
def test_end_of_a_shoe(shoes: list[str], end: str) -> None:
    def forge(file: Json) -> None:
        for entry in file["entries"]:
            if entry["kind"] == "server_reveal" and entry["shoe"] == file["shoe"]:
                entry["end"] = end
        relinked(file)

    words = {word for word, _ in agree(shoes, forge)}
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
def test_first_cutter_is_another(shoes: list[str], own: bool) -> None:
    def forge(file: Json) -> None:
        for entry in (*file["steps"], *file["entries"]):
            if entry["kind"] == "list_closed" and (entry["shoe"] == file["shoe"]) is own:
                entry["first_cutter"] += 1
        relinked(file)

    words = {word for word, _ in agree(shoes, forge)}
    assert words == {"wrong"} if own else {"wrong", "cards verified"}


def test_list_is_closed_before_the_shoe_on_the_table_is_cut(shoes: list[str]) -> None:
    """Nobody knows then who is to be asked first."""

    def forge(file: Json) -> None:
        entries = file["entries"]
        coming = [e for e in entries if e.get("shoe") not in (None, file["shoe"])]
        moved = [e for e in coming if e["kind"] in ("player_commitment", "list_closed")]
        others = [entry for entry in entries if entry not in moved]
        place = others.index(coming[0]) + 1
        file["entries"] = [*others[:place], *moved, *others[place:]]
        for number, entry in enumerate(file["entries"], entries[0]["seq"]):
            entry["seq"] = number
            entry["prev"] = file["entries"][number - 1]["hash"] if number else "0" * 64
            if entry in moved and entry["kind"] == "list_closed":
                entry["first_cutter"] = 1
        relinked(file)

    first = [text for text in shoes if not json.loads(text)["steps"]]
    assert {word for word, _ in agree(first, forge)} == {"wrong"}


def renumbered(file: Json) -> None:
    """Whole again after entries were put in."""
    for number, entry in enumerate(file["entries"]):
        entry["seq"] = number
        entry["prev"] = file["entries"][number - 1]["hash"] if number else "0" * 64
    relinked(file)


def test_shoe_whose_seed_is_shown_is_not_prepared_any_more(shoes: list[str]) -> None:
    """The seed is shown as soon as the server has committed; the next step is the wrong one."""

    def forge(file: Json) -> None:
        entries = file["entries"]
        (shown,) = (
            e for e in entries if e["kind"] == "server_reveal" and e["shoe"] == file["shoe"]
        )
        early = shown | {"end": "abandoned", "hash": "early"}
        entries.insert(1 + [e["kind"] for e in entries].index("server_commitment"), early)
        renumbered(file)

    first = [text for text in shoes if not json.loads(text)["steps"]]
    steps = ("player_commitment", "list_closed")
    nexts = {
        next(e["seq"] + 1 for e in json.loads(text)["entries"] if e["kind"] in steps)
        for text in first
    }
    assert agree(first, forge) == {("wrong", number) for number in nexts}


@pytest.mark.parametrize("linked", [False, True])
@pytest.mark.parametrize("seq", [-1, 1, 5, 7, 2**40, "x"])
def test_number_of_the_first_entry(shoes: list[str], seq: object, linked: bool) -> None:
    def forge(file: Json) -> None:
        file["entries"][0]["seq"] = seq
        if linked:
            relinked(file)

    words = {word for word, _ in agree(shoes, forge)}
    assert words == {"not readable" if seq in (-1, "x") else "wrong"}


@pytest.mark.parametrize("linked", [False, True])
@pytest.mark.parametrize("seq", [-1, 2**40, "x"])
def test_number_of_a_step(shoes: list[str], seq: object, linked: bool) -> None:
    def forge(file: Json) -> None:
        file["steps"][0]["seq"] = seq
        if linked:
            relinked(file)

    with_steps = [text for text in shoes if json.loads(text)["steps"]]
    words = {word for word, _ in agree(with_steps, forge)}
    assert words == {"wrong" if seq == 2**40 else "not readable"}


def test_step_of_another_shoe(shoes: list[str]) -> None:
    def forge(file: Json) -> None:
        file["steps"][0]["shoe"] = "t1/9"
        relinked(file)

    with_steps = [text for text in shoes if json.loads(text)["steps"]]
    assert {word for word, _ in agree(with_steps, forge)} == {"wrong"}


@pytest.mark.parametrize("depth", [100, 101, 102, 500, 900, 3000])
def test_depth(shoes: list[str], depth: int) -> None:
    """The file, its entries and one of them are three levels; the list is in the fourth and on."""
    deep = "[" * (depth - 3) + "]" * (depth - 3)

    def forge(file: Json) -> str:
        return written(file).decode().replace('"kind":"shoe"', f'"kind":"shoe","more":{deep}', 1)

    words = {word for word, _ in agree(shoes, forge)}
    assert words == {"wrong" if depth == 100 else "not readable"}


@pytest.mark.parametrize("rules", ["not = [rules", "", "id = 7"])
def test_rules_that_cannot_be_read_are_others(shoes: list[str], rules: str) -> None:
    assert agree(shoes, lambda file: file.update(rules=rules)) == {("wrong", 0)}


def shoe_of_another_id(file: Json) -> None:
    file["shoe"] = "t1/99"


def kind_of_first_entry(file: Json) -> None:
    first_of_shoe(file)["kind"] = "action"


def without_first_entry(file: Json) -> None:
    del file["entries"][0]


def nothing_after_first_entry(file: Json) -> None:
    del file["entries"][file["entries"].index(first_of_shoe(file)) + 1 :]


def steps_of_first_entry(file: Json) -> None:
    del first_of_shoe(file)["steps"]


def one_step_too_many(file: Json) -> None:
    file["steps"] = [file["entries"][1], *file["steps"]]


def step_and_first_entry(file: Json) -> None:
    """The server's commitment is gone from both; what is left of the steps is no ceremony."""
    del first_of_shoe(file)["steps"][0]
    del file["steps"][:1]


def other_header(file: Json) -> None:
    file["table"]["at"] = 7
    file["table"] = relinked({"steps": [file["table"]], "entries": [{"kind": "x"}]})["steps"][0]


@pytest.mark.parametrize(
    "forge",
    [
        shoe_of_another_id,
        kind_of_first_entry,
        without_first_entry,
        nothing_after_first_entry,
        steps_of_first_entry,
        one_step_too_many,
        step_and_first_entry,
        other_header,
    ],
)
def test_parts_of_a_file(shoes: list[str], forge: Callable[[Json], None]) -> None:
    words = {word for word, _ in agree(shoes, forge)}
    assert words == {"wrong"}


@pytest.mark.parametrize(
    "field, value",
    [
        ("seq", 1),
        ("prev", "1" * 64),
        ("format", "casinowar/record/2"),
        ("table", "a table"),
        ("table", 7),
        ("fair", ""),
        ("fair", "casinowar/fair/2"),
        ("options", "none"),
        ("options.decks", "6"),
        ("options.seats", 0),
        ("options.behind_least", -1),
        ("options.behind_most", "none"),
        ("options.hand_dealt", 2),
        ("more", "fields"),
        ("sha256", "0" * 64),
        ("at", -1),
        ("at", "noon"),
        ("who", ""),
        ("who", 7),
        pytest.param("who", "é" * 201, id="who-long"),
    ],
)
def test_header(shoes: list[str], field: str, value: object) -> None:
    def forge(file: Json) -> None:
        *within, name = field.split(".")
        header = file["entries"][0]
        (header[within[0]] if within else header)[name] = value
        relinked(file)

    first = [text for text in shoes if not json.loads(text)["steps"]]
    assert agree(first, forge) == {("wrong", 0)}


@pytest.mark.parametrize(
    "field, value",
    [("at", "noon"), ("who", ""), pytest.param("who", "é" * 201, id="who-long")],
)
def test_frame_of_an_entry(shoes: list[str], field: str, value: object) -> None:
    def forge(file: Json) -> None:
        file["entries"][-1][field] = value
        relinked(file)

    lasts = [json.loads(text)["entries"][-1]["seq"] for text in shoes]
    assert agree(shoes, forge) == {("wrong", last) for last in lasts}


@pytest.mark.parametrize("kind", ["shoe", "action", "server_reveal"])
def test_field_that_no_entry_of_its_kind_has(shoes: list[str], kind: str) -> None:
    def last(file: Json) -> Json:
        found: Json = [entry for entry in file["entries"] if entry["kind"] == kind][-1]
        return found

    def forge(file: Json) -> None:
        last(file)["more"] = "fields"
        relinked(file)

    numbers = [last(json.loads(text))["seq"] for text in shoes]
    assert agree(shoes, forge) == {("wrong", number) for number in numbers}


@pytest.mark.parametrize("cutter", ["1", -1, 8, None])
def test_state_that_does_not_tell_which_seat_cut_last(shoes: list[str], cutter: object) -> None:
    """Without it nobody can say whether the right seat was asked first."""

    def forge(file: Json) -> None:
        shoe = first_of_shoe(file)["state"]["shoe"]
        if cutter is None:
            del shoe["cutter"]
        else:
            shoe["cutter"] = cutter
        relinked(file)

    later = [text for text in shoes if json.loads(text)["steps"]]
    numbers = [first_of_shoe(json.loads(text))["seq"] for text in later]
    assert agree(later, forge) == {("wrong", number) for number in numbers}


@pytest.mark.parametrize("prev", [None, 7])
def test_first_entry_that_names_nothing_before_it(shoes: list[str], prev: object) -> None:
    def forge(file: Json) -> None:
        first = first_of_shoe(file)
        del first["prev"]
        if prev is not None:
            first["prev"] = prev
        first["hash"] = hash_of(first)
        file["entries"] = [first]

    later = [text for text in shoes if json.loads(text)["steps"]]
    numbers = [first_of_shoe(json.loads(text))["seq"] for text in later]
    assert agree(later, forge) == {("wrong", number) for number in numbers}


@pytest.mark.parametrize(
    "kind, field",
    [("card_dealt", "card"), ("cards_burned", "count"), ("deck_cut", "at")],
)
@pytest.mark.parametrize("ended", [True, False])
def test_event_whose_field_is_of_another_kind(
    shoes: list[str], kind: str, field: str, ended: bool
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

    among = [text for text in shoes if f'"type":"{kind}"' in text]
    assert {word for word, _ in agree(among, forge)} == {"wrong"}


def test_longest_name_of_who_acted(shoes: list[str]) -> None:
    def forge(file: Json) -> None:
        file["entries"][-1]["who"] = "\N{GRINNING FACE}" * 200
        relinked(file)

    assert agree(shoes, forge) == {("cards verified", None)}
