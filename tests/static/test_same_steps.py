"""Forgeries of what came before a shoe's first entry: the page and Python name the same entry."""

import json
from typing import Any

import pytest

from tests.support.browser.page import agree, first_of_shoe
from tests.support.record.forged_steps import FRAMES, LINKS, forge_step
from tests.support.record.shoes import relinked

Json = dict[str, Any]


@pytest.fixture(scope="module")
def later(two_tables: list[str]) -> list[str]:
    """Files that do not begin with a header; their steps are partly one after the other."""
    found = [text for text in two_tables if json.loads(text)["steps"]]
    for text in found:
        file = json.loads(text)
        numbers = [entry["seq"] for entry in (*file["steps"], file["entries"][0])]
        assert numbers[2:4] == [numbers[1] + 1, numbers[1] + 2]
        assert numbers[-1] == numbers[-2] + 1
    return found


@pytest.mark.parametrize("place, field, value", [*LINKS, *FRAMES])
def test_steps(later: list[str], place: int, field: str, value: object) -> None:
    numbers = []

    def forge(file: Json) -> None:
        numbers.append(forge_step(file, place, field, value))

    assert agree(later, forge) == {("wrong", number) for number in numbers}


def test_steps_without_a_gap_in_another_order(later: list[str]) -> None:
    """Two commitments change places and numbers: neither follows what it says it does."""

    def forge(file: Json) -> None:
        one, other = file["steps"][1:3]
        one["seq"], other["seq"] = other["seq"], one["seq"]
        file["steps"][1:3] = other, one
        places = first_of_shoe(file)["steps"]
        places[1]["hash"], places[2]["hash"] = places[2]["hash"], places[1]["hash"]
        relinked(file)

    assert {word for word, _ in agree(later, forge)} == {"wrong"}


@pytest.mark.parametrize("cutter", [1, 2])
def test_first_shoe_whose_state_tells_of_a_cut(two_tables: list[str], cutter: int) -> None:
    """Nobody has cut yet at a table that is new."""

    def forge(file: Json) -> None:
        first_of_shoe(file)["state"]["shoe"]["cutter"] = cutter
        relinked(file)

    firsts = [text for text in two_tables if not json.loads(text)["steps"]]
    numbers = [first_of_shoe(json.loads(text))["seq"] for text in firsts]
    assert agree(firsts, forge) == {("wrong", number) for number in numbers}


def test_first_of_two_wrong_steps_is_named(later: list[str]) -> None:
    """The other one lacks a field: that is seen at once, but stands later."""
    numbers = []

    def forge(file: Json) -> None:
        forge_step(file, 2, "commitment", None)
        numbers.append(forge_step(file, 0, "decks", 1))

    assert agree(later, forge) == {("wrong", number) for number in numbers}
