"""Shoes' files: what is in them, what is never in them, and what is refused."""

import hashlib
import itertools
import json
from random import Random
from typing import Any

import pytest

from casinowar.cards import Card
from casinowar.errors import RecordError, WrongEntry
from casinowar.game.events import CardDealt
from casinowar.record.codec.canonical import canonical
from casinowar.record.shoefile import read_shoe, write_shoe
from casinowar.rules.file import load_rules
from tests.support.game.playthrough import built_in
from tests.support.game.table import rules_of
from tests.support.record.shoes import files_of, shoes_of
from tests.support.record.small_house import House

FUN = load_rules("fun-casino")


def played(shoes: int = 2) -> House:
    house = House(FUN.rules(), Random(2), players=2, seats=2).play(shoes)
    house.reveal_server("dealt")
    return house


HOUSE = played()
FILES = files_of(HOUSE, FUN)


def test_a_first_shoe_begins_with_the_header() -> None:
    file = json.loads(FILES[0])
    assert list(file) == ["format", "shoe", "table", "rules", "steps", "entries"]
    assert (file["format"], file["shoe"], file["steps"]) == ("casinowar/shoe/1", "t1/1", [])
    assert file["entries"][0] == file["table"] == HOUSE.entries[0].body
    assert file["rules"].encode() == FUN.source


def test_a_later_shoe_begins_with_its_own_first_entry() -> None:
    file = json.loads(FILES[1])
    first = file["entries"][0]
    assert (first["kind"], first["shoe"], file["shoe"]) == ("shoe", "t1/2", "t1/2")
    assert file["table"] == HOUSE.entries[0].body
    named = [(place["seq"], place["hash"]) for place in first["steps"]]
    assert [(step["seq"], step["hash"]) for step in file["steps"]] == named
    assert all(step["seq"] < first["seq"] for step in file["steps"])


def test_the_files_together_have_every_entry_once() -> None:
    entries = [entry for text in FILES for entry in json.loads(text)["entries"]]
    assert entries == [entry.body for entry in HOUSE.entries]


def test_an_entry_is_a_line() -> None:
    lines = FILES[1].splitlines()
    for entry in shoes_of(HOUSE.entries)[1]:
        assert entry.text in (lines[0], *(line.rstrip(",") for line in lines))
    assert FILES[0].endswith("\n]}\n")


def test_what_is_written_reads_back() -> None:
    for text in FILES:
        file, raw = read_shoe(text.encode()), json.loads(text)
        assert file.shoe == raw["shoe"]
        assert file.header == raw["table"]
        assert file.rules.source == FUN.source
        assert list(file.steps) == raw["steps"]
        assert list(file.entries) == raw["entries"]
        spaced = json.dumps(raw, indent=2, ensure_ascii=True)
        assert read_shoe(spaced.encode()) == file


def test_the_steps_must_be_given() -> None:
    texts = [entry.text for entry in shoes_of(HOUSE.entries)[1]]
    header = HOUSE.entries[0].text
    with pytest.raises(RecordError, match=r"entry \d+, a step of this shoe, is missing"):
        write_shoe(header, FUN.source, texts, [])
    with pytest.raises(RecordError, match="there is no shoe in these entries"):
        write_shoe(header, FUN.source, texts[1:])
    assert write_shoe(header, FUN.source, texts, [e.text for e in HOUSE.entries]) == FILES[1]


def changed(**fields: Any) -> bytes:
    return canonical(json.loads(FILES[0]) | fields)


def without(field: str) -> bytes:
    file = json.loads(FILES[0])
    del file[field]
    return canonical(file)


@pytest.mark.parametrize(
    "data, error",
    [
        (b"", "this is not JSON"),
        (b"\xff", "this is not UTF-8"),
        (b"[]", "this is JSON, but not an object"),
        (b"{}", "this is not a shoe's file: its format is not 'casinowar/shoe/1'"),
        (changed(format="casinowar/shoe/2"), "this is not a shoe's file: its format is not"),
        (without("format"), "this is not a shoe's file: its format is not"),
        (without("shoe"), "a shoe's file must have exactly these fields: format, shoe,"),
        (without("entries"), "a shoe's file must have exactly these fields: format, shoe,"),
        (changed(colour="red"), "a shoe's file must have exactly these fields: format, shoe,"),
        (changed(shoe=5), "the shoe's id and the rules are texts"),
        (changed(rules=["x"]), "the shoe's id and the rules are texts"),
        (changed(table=[]), "the table is not the header of a record"),
        (changed(table={"kind": "action"}), "the table is not the header of a record"),
        (changed(steps={}), "steps is not a list of objects"),
        (changed(steps=[5]), "steps is not a list of objects"),
        (changed(entries="x"), "entries is not a list of objects"),
        (changed(entries=[]), "entries is empty"),
        (changed(entries=[[]]), "entries is not a list of objects"),
        (changed(entries=[{"seq": -1}]), "the first entry, or a step, does not have its number"),
        (changed(steps=[{"seq": "1"}]), "the first entry, or a step, does not have its number"),
    ],
    ids=itertools.count(),
)
def test_anything_else_is_refused(data: bytes, error: str) -> None:
    with pytest.raises(RecordError) as refused:
        read_shoe(data)
    assert error in str(refused.value)


@pytest.mark.parametrize("rules", ["id = 5", "not = [toml", ""])
def test_rules_that_the_header_does_not_name_are_not_even_read(rules: str) -> None:
    with pytest.raises(WrongEntry, match="entry 0: the file holds other rules: their SHA-2"):
        read_shoe(changed(rules=rules))


def test_rules_that_the_header_names_and_that_are_none() -> None:
    header = json.loads(FILES[0])["table"] | {"sha256": hashlib.sha256(b"id = 5").hexdigest()}
    wrong = "entry 0: no table can be opened under the rules in this file: "
    with pytest.raises(WrongEntry, match=wrong):
        read_shoe(changed(rules="id = 5", table=header))


# What nobody may know before its time.


def cards_in(value: Any) -> list[str]:
    """Every card that stands anywhere in a tree, as a text of its own or among others."""
    if isinstance(value, dict):
        return [card for inner in value.values() for card in cards_in(inner)]
    if isinstance(value, list):
        return [card for inner in value for card in cards_in(inner)]
    words = value.split() if isinstance(value, str) else []
    ranks, suits = "23456789TJQKA", "cdhs"
    return [w for w in words if len(w) == 2 and w[0] in ranks and w[1] in suits]


@pytest.mark.parametrize("name, rules", built_in())
def test_an_open_shoe_tells_nothing_that_is_secret(name: str, rules: Any) -> None:
    """Scan everything the world sees while shoes are dealt, entry by entry."""
    house = House(rules, Random(name), players=3)
    seen: list[str] = []
    checked = 0
    for _ in range(120):
        before = len(house.entries)
        for action in house.answers():
            house.take(action)
        text = "\n".join(entry.text for entry in house.entries[before:])
        hidden = hidden_seeds(house)
        assert not any(seed in text for seed in hidden)
        for entry in house.entries[before:]:
            if entry.kind == "shoe":
                assert set(cards_in(entry.body)) <= set(seen)
            for event in entry.body.get("events", []):
                if event["type"] == "card_dealt":
                    seen.append(event["card"])
                elif event["type"] != "cards_collected":
                    assert not cards_in(event), event
                if event["type"] == "cards_burned":
                    assert set(event) == {"type", "count", "why"}
        checked += len(hidden)
    assert checked
    assert seen == [str(event.card) for event in house.events if isinstance(event, CardDealt)]


def hidden_seeds(house: House) -> list[str]:
    """The server's seeds that nobody may know yet, in the forms they could leak in."""
    found = []
    shown = {e.body["shoe"] for e in house.entries if e.kind == "server_reveal"}
    for shoe, seed in house.seeds.items():
        if shoe not in shown:
            found += [seed.hex(), seed.hex().upper(), str(list(seed))]
    return found


@pytest.mark.parametrize("shoe", [1, 2])
def test_a_file_of_an_open_shoe_has_only_the_cards_that_were_dealt(shoe: int) -> None:
    house = House(rules_of("washington"), Random(5), players=3)
    house.play(until=lambda: house.table.shoe.number == shoe and house.table.rounds % 40 == 30)
    file = json.loads(files_of(house, load_rules("washington"))[shoe - 1])
    own = [e for e in file["entries"] if e["kind"] == "action"]
    dealt = [x["card"] for e in own for x in e["events"] if x["type"] == "card_dealt"]
    told = [card for e in own for card in cards_in(e)]
    assert set(told) <= set(dealt)
    assert house.fair is not None
    order = [str(card) for card in house.fair.cards]
    place, burned = 0, []
    for entry in own:
        for event in entry["events"]:
            if event["type"] == "cards_burned":
                burned += order[place : place + event["count"]]
                place += event["count"]
            elif event["type"] == "card_dealt":
                assert event["card"] == order[place]
                place += 1
    assert len(burned) > 3
    assert len(told) == 2 * len(dealt) + count_collected(own)
    secret = house.seeds[f"t1/{shoe}"].hex()
    assert secret not in json.dumps(file)
    assert house.seeds[f"t1/{shoe + 1}"].hex() not in json.dumps(file)
    assert not any(e["kind"] == "server_reveal" and e["shoe"] == file["shoe"] for e in own)


def count_collected(entries: list[dict[str, Any]]) -> int:
    collected = (x for e in entries for x in e["events"] if x["type"] == "cards_collected")
    return sum(len(event["cards"]) for event in collected)


def test_cards_are_noticed_by_the_scan() -> None:
    assert cards_in({"a": ["9h", {"b": "Ks 2c x"}], "c": 5}) == ["9h", "Ks", "2c"]
    assert str(Card("9")) not in cards_in({"a": "9"})
