"""Forgeries of a file's frame: the page and Python name the same entry, or cannot read it both."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from casinowar.record.entry import hash_of
from tests.support.browser.page import agree, first_of_shoe
from tests.support.record.shoes import relinked, written

Json = dict[str, Any]


@pytest.mark.parametrize("depth", [100, 101, 102, 500, 900, 3000])
def test_depth(two_tables: list[str], depth: int) -> None:
    """The file, its entries and one of them are three levels; the list is in the fourth and on."""
    deep = "[" * (depth - 3) + "]" * (depth - 3)

    def forge(file: Json) -> str:
        return written(file).decode().replace('"kind":"shoe"', f'"kind":"shoe","more":{deep}', 1)

    words = {word for word, _ in agree(two_tables, forge)}
    assert words == {"wrong" if depth == 100 else "not readable"}


@pytest.mark.parametrize("rules", ["not = [rules", "", "id = 7"])
def test_rules_that_cannot_be_read_are_others(two_tables: list[str], rules: str) -> None:
    assert agree(two_tables, lambda file: file.update(rules=rules)) == {("wrong", 0)}


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
def test_parts_of_a_file(two_tables: list[str], forge: Callable[[Json], None]) -> None:
    words = {word for word, _ in agree(two_tables, forge)}
    assert words == {"wrong"}


@pytest.mark.parametrize(
    "field, value",
    [
        ("seq", 1),
        ("prev", "1" * 64),
        ("format", "casinowar/record/2"),
        ("table", "a table"),
        ("table", 7),
        ("rules", 7),
        ("reading", []),
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
def test_header(two_tables: list[str], field: str, value: object) -> None:
    def forge(file: Json) -> None:
        *within, name = field.split(".")
        header = file["entries"][0]
        (header[within[0]] if within else header)[name] = value
        relinked(file)

    first = [text for text in two_tables if not json.loads(text)["steps"]]
    assert agree(first, forge) == {("wrong", 0)}


@pytest.mark.parametrize(
    "field, value",
    [("at", "noon"), ("who", ""), pytest.param("who", "é" * 201, id="who-long")],
)
def test_frame_of_an_entry(two_tables: list[str], field: str, value: object) -> None:
    def forge(file: Json) -> None:
        file["entries"][-1][field] = value
        relinked(file)

    lasts = [json.loads(text)["entries"][-1]["seq"] for text in two_tables]
    assert agree(two_tables, forge) == {("wrong", last) for last in lasts}


@pytest.mark.parametrize("kind", ["shoe", "action", "server_reveal"])
def test_field_that_no_entry_of_its_kind_has(two_tables: list[str], kind: str) -> None:
    def last(file: Json) -> Json:
        found: Json = [entry for entry in file["entries"] if entry["kind"] == kind][-1]
        return found

    def forge(file: Json) -> None:
        last(file)["more"] = "fields"
        relinked(file)

    numbers = [last(json.loads(text))["seq"] for text in two_tables]
    assert agree(two_tables, forge) == {("wrong", number) for number in numbers}


@pytest.mark.parametrize("cutter", ["1", -1, 8, None])
def test_state_that_does_not_tell_which_seat_cut_last(
    two_tables: list[str], cutter: object
) -> None:
    """Without it nobody can say whether the right seat was asked first."""

    def forge(file: Json) -> None:
        shoe = first_of_shoe(file)["state"]["shoe"]
        if cutter is None:
            del shoe["cutter"]
        else:
            shoe["cutter"] = cutter
        relinked(file)

    later = [text for text in two_tables if json.loads(text)["steps"]]
    numbers = [first_of_shoe(json.loads(text))["seq"] for text in later]
    assert agree(later, forge) == {("wrong", number) for number in numbers}


@pytest.mark.parametrize("prev", [None, 7])
def test_first_entry_that_names_nothing_before_it(two_tables: list[str], prev: object) -> None:
    def forge(file: Json) -> None:
        first = first_of_shoe(file)
        del first["prev"]
        if prev is not None:
            first["prev"] = prev
        first["hash"] = hash_of(first)
        file["entries"] = [first]

    later = [text for text in two_tables if json.loads(text)["steps"]]
    numbers = [first_of_shoe(json.loads(text))["seq"] for text in later]
    assert agree(later, forge) == {("wrong", number) for number in numbers}


def test_longest_name_of_who_acted(two_tables: list[str]) -> None:
    def forge(file: Json) -> None:
        file["entries"][-1]["who"] = "\N{GRINNING FACE}" * 200
        relinked(file)

    assert agree(two_tables, forge) == {("cards verified", None)}
