"""The worked examples, and files of them that differ or cannot be read."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from casinowar.errors import NotationError
from casinowar.fair import first_difference, read_vectors
from tests.paths import DATA

TEXT = (DATA / "fair-vectors.json").read_text(encoding="utf-8")

Change = Callable[[Any], object]


@pytest.mark.parametrize("number", range(len(json.loads(TEXT))))
def test_vector(number: int) -> None:
    vector = read_vectors(TEXT)[number]
    assert first_difference([vector]) is None


def test_vectors_hold_a_dropped_word_and_every_kind_of_cutter() -> None:
    vectors = json.loads(TEXT)
    assert {vector["expect"]["rejects"] for vector in vectors} == {0, 1}
    assert any(not player["revealed"] for vector in vectors for player in vector["players"])
    assert any(vector["expect"]["cutter"] == 0 for vector in vectors)
    assert any(0 < vector["expect"]["cutter"] < vector["first_cutter"] for vector in vectors)


VALUES = list(json.loads(TEXT)[0]["expect"])


def wrong(value: Any) -> Any:
    """Another value of the same kind."""
    match value:
        case int():
            return value + 1
        case str():
            return ("0" if value[0] != "0" else "1") + value[1:]
        case list():
            return [*value[:3], wrong(value[3]), *value[4:]]
        case _:
            return value | {"3": wrong(value["3"])}


@pytest.mark.parametrize("name", VALUES)
def test_first_difference_is_named(name: str) -> None:
    vectors = json.loads(TEXT)
    expected = vectors[0]["expect"]
    right, expected[name] = expected[name], wrong(expected[name])
    found = first_difference(read_vectors(json.dumps(vectors)))
    assert found is not None
    text = str(found)
    assert text.startswith("three seats, all revealed: ")
    place = {
        "player_commitments": "player_commitments of seat 3",
        "first_ids": "number 4 of first_ids",
        "first_cards": "number 4 of first_cards",
    }.get(name, name)
    inner: Any = right
    if isinstance(right, list | dict):
        inner = right[3] if isinstance(right, list) else right["3"]
    assert f": {place} is {json.dumps(wrong(inner))} in the file" in text
    assert text.endswith(f", but this program computes {json.dumps(inner)}")


@pytest.mark.parametrize(
    "change",
    [
        lambda expect: expect.update(rejects=False),
        lambda expect: expect.update(cutter=1.0),
        lambda expect: expect.update(first_ids=expect["first_ids"][:-1]),
        lambda expect: expect["player_commitments"].pop("5"),
        lambda expect: expect.update(player_commitments={}),
        lambda expect: expect.update(prk=None),
    ],
)
def test_other_shapes_differ_too(change: Change) -> None:
    vectors = json.loads(TEXT)
    change(vectors[0]["expect"])
    assert first_difference(read_vectors(json.dumps(vectors))) is not None


def test_difference_of_a_later_vector_is_found() -> None:
    vectors = json.loads(TEXT)
    vectors[-1]["expect"]["order_sha256"] = "0" * 64
    found = first_difference(read_vectors(json.dumps(vectors)))
    assert found is not None
    assert (found.vector, found.value) == (vectors[-1]["name"], "order_sha256")


def test_long_values_are_shown_in_part() -> None:
    vectors = json.loads(TEXT)
    vectors[0]["expect"]["first_ids"] = list(range(1000))
    assert len(str(first_difference(read_vectors(json.dumps(vectors))))) < 400


@pytest.mark.parametrize("text", ["", "{", "7", "{}", "[]", "[" * 100_000])
def test_what_is_no_file_of_vectors_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match="not a file of vectors: not "):
        read_vectors(text)


@pytest.mark.parametrize(
    "change, words",
    [
        (lambda v: v.pop("shoe"), "the vector is not an object with the fields name, shoe"),
        (lambda v: v.update(more=1), "the vector is not an object with the fields name, shoe"),
        (lambda v: v.update(name=7), "its name is not a string"),
        (lambda v: v.update(shoe=""), "is not the id of a shoe"),
        (lambda v: v.update(decks=0), "a shoe has 1 to 12 decks"),
        (lambda v: v.update(behind_min=400), "cards behind the cut card is not a range"),
        (lambda v: v.update(behind_max=3), "cards behind the cut card is not a range"),
        (lambda v: v.update(server_seed="00"), "server_seed: '00' is not 64 digits"),
        (lambda v: v.update(first_cutter=0), "0 is not a seat"),
        (lambda v: v.update(players={}), "its players are not a list"),
        (lambda v: v["players"].append(v["players"][0]), "in ascending order, each once"),
        (lambda v: v["players"].append(7), "a player is not an object with the fields seat, seed"),
        (
            lambda v: v["players"][0].pop("cut"),
            "a player is not an object with the fields seat, seed",
        ),
        (lambda v: v["players"][0].update(seed=7), "a player's seed: 7 is not 64 digits"),
        (lambda v: v["players"][0].update(cut=312), "a cut must be at 1 to 311"),
        (lambda v: v["players"][0].update(seat=0), "0 is not a seat"),
        (lambda v: v["players"][0].update(revealed=1), "revealed is not true or false"),
        (
            lambda v: v["expect"].pop("prk"),
            "expect is not an object with the fields server_commitment",
        ),
        (
            lambda v: v["expect"].update(more=1),
            "expect is not an object with the fields server_commitment",
        ),
    ],
)
def test_vector_that_cannot_be_read_is_named(change: Change, words: str) -> None:
    vectors = json.loads(TEXT)[:2]
    change(vectors[0])
    with pytest.raises(NotationError, match=f"^vector 1: .*{words}"):
        read_vectors(json.dumps(vectors))


def test_second_vector_is_named_as_such() -> None:
    vectors = [json.loads(TEXT)[0], 7]
    with pytest.raises(NotationError, match="vector 2: the vector is not an object"):
        read_vectors(json.dumps(vectors))
