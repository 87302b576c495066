"""The page's own check of a shoe, and Python's, side by side: they must never disagree."""

import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from casinowar.fair import first_difference, read_vectors
from tests.paths import ROOT
from tests.support.browser.page import answers, judged, said, shoes_of_every_rule_set, verdicts
from tests.support.record.shoes import GOLDEN, relinked, written

VECTORS = (ROOT / "tests" / "data" / "fair-vectors.json").read_text(encoding="utf-8")

Json = dict[str, Any]
LONG = "many words " * 10_000


def check(inputs: list[Json]) -> None:
    """Python finds no difference in what the page computes."""
    found = answers(inputs)
    assert len(found) == len(inputs)
    vectors = [{**given, "expect": expect} for given, expect in zip(inputs, found, strict=True)]
    assert first_difference(read_vectors(json.dumps(vectors))) is None


def test_every_vector() -> None:
    vectors = json.loads(VECTORS)
    found = answers(vectors)
    for vector, expect in zip(vectors, found, strict=True):
        assert expect == vector["expect"], vector["name"]


def random_shoe(random: Random, number: int) -> Json:
    """Any shoe there can be: any decks, any cut card, up to seven seats, some of them silent."""
    decks = random.randint(1, 12)
    least = random.randint(0, 52 * decks)
    seats = sorted(random.sample(range(1, 8), random.randint(0, 7)))
    return {
        "name": f"random {number}",
        "shoe": random.choice(("t1/{}", "café ♠/{}", "{}😀")).format(number),
        "decks": decks,
        "behind_min": least,
        "behind_max": random.randint(least, 52 * decks),
        "server_seed": random.randbytes(32).hex(),
        "first_cutter": random.randint(1, 8),
        "players": [
            {
                "seat": seat,
                "seed": random.randbytes(32).hex(),
                "cut": random.randint(1, 52 * decks - 1),
                "revealed": random.random() < 0.8,
            }
            for seat in seats
        ],
    }


def test_thousands_of_random_shoes() -> None:
    random = Random("random shoes")
    check([random_shoe(random, number) for number in range(2_000)])


@pytest.mark.long
def test_many_thousands_of_random_shoes() -> None:
    random = Random("many random shoes")
    check([random_shoe(random, number) for number in range(20_000)])


@pytest.mark.parametrize("file", sorted(GOLDEN.glob("*.json")), ids=lambda file: file.stem)
def test_golden_files(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    (verdict,) = verdicts([text])
    assert said(verdict) == judged(text)
    assert verdict["verdict"] in ("cards verified", "by hand")


@pytest.fixture(scope="module")
def shoes() -> list[str]:
    return shoes_of_every_rule_set(1)


def test_shoes_of_every_rule_set(shoes: list[str]) -> None:
    found = verdicts(shoes)
    assert [said(verdict) for verdict in found] == [judged(text) for text in shoes]
    assert {verdict["verdict"] for verdict in found} == {"cards verified", "open"}


@pytest.mark.long
def test_many_shoes_of_every_rule_set() -> None:
    many = [text for seed in range(2, 30) for text in shoes_of_every_rule_set(seed)]
    assert [said(verdict) for verdict in verdicts(many)] == [judged(text) for text in many]


Tamper = Callable[[Json, Random], object]


def chosen(file: Json, random: Random, *kinds: str) -> Json:
    """An entry of some kinds, or any but the first."""
    among = [e for e in file["entries"][1:] if not kinds or e["kind"] in kinds]
    picked: Json = random.choice(among)
    return picked


def flip(file: Json, random: Random) -> None:
    """One digit of one hash."""
    entry = chosen(file, random)
    name = random.choice(("hash", "prev"))
    entry[name] = ("0" if entry[name][0] != "0" else "1") + entry[name][1:]


def drop(file: Json, random: Random) -> None:
    file["entries"].remove(chosen(file, random, "action"))


def swap(file: Json, random: Random) -> None:
    entries = file["entries"]
    place = random.randrange(1, len(entries) - 1)
    entries[place], entries[place + 1] = entries[place + 1], entries[place]


def insert(file: Json, random: Random) -> None:
    entries = file["entries"]
    entries.insert(random.randrange(1, len(entries)), dict(chosen(file, random, "action")))


def told(file: Json, kind: str) -> list[tuple[Json, Json]]:
    """Every event of a type, with the action behind it."""
    return [
        (entry["action"], event)
        for entry in file["entries"]
        for event in entry.get("events", ())
        if event["type"] == kind
    ]


def other_card(file: Json, random: Random) -> None:
    """A card is another, in the action and in the event, and the chain is whole again."""
    for action, event in random.sample(told(file, "card_dealt"), 1):
        others = [card for card in ("2c", "9h", "Ks", "Td") if card[0] != event["card"][0]]
        action["card"] = event["card"] = random.choice(others)
    relinked(file)


def told_card(file: Json, random: Random) -> None:
    """An event tells another card than was dealt."""
    for _, event in random.sample(told(file, "card_dealt"), 1):
        event["card"] = "2c" if event["card"] != "2c" else "3c"
    relinked(file)


def other_cut(file: Json, random: Random) -> None:
    for action, event in told(file, "deck_cut"):
        action["at"] = event["at"] = event["at"] - 1 or 2
    relinked(file)


def other_cut_card(file: Json, random: Random) -> None:
    for action, event in told(file, "cut_card_placed"):
        action["behind"] = event["behind"] = event["behind"] + 1
    relinked(file)


def other_seed(file: Json, random: Random) -> None:
    for entry in file["entries"]:
        if entry["kind"] == "server_reveal":
            entry["seed"] = random.randbytes(32).hex()
    relinked(file)


def other_commitment(file: Json, random: Random) -> None:
    """The server's commitment to this shoe is another than the seed's."""
    every = (*file["steps"], *file["entries"])
    for entry in every:
        if entry["kind"] == "server_commitment" and entry["shoe"] == file["shoe"]:
            entry["commitment"] = random.randbytes(32).hex()
    relinked(file)


def other_reveal(file: Json, random: Random) -> None:
    """A player's cut or seed is another than was committed to."""
    shown = [
        e for e in (*file["steps"], *file["entries"]) if e["kind"] in ("player_reveal", "withheld")
    ]
    for entry in shown:
        if entry["kind"] == "player_reveal":
            entry["cut"] = entry["cut"] - 1 or 2
        else:
            entry |= {"kind": "player_reveal", "seed": "ab" * 32, "cut": 7}
    relinked(file)


def other_rules(file: Json, random: Random) -> None:
    file["rules"] += "\n# a remark\n"


def without_next_commitment(file: Json, random: Random) -> None:
    """The server does not commit to the next shoe before the first card."""
    for entry in file["entries"]:
        if entry["kind"] == "server_commitment" and entry["shoe"] != file["shoe"]:
            file["entries"].remove(entry)
            for number, later in enumerate(file["entries"], file["entries"][0]["seq"]):
                later["seq"] = number
            break
    relinked(file)


ALWAYS_FOUND: list[Tamper] = [
    flip,
    drop,
    swap,
    insert,
    other_card,
    told_card,
    other_cut,
    other_commitment,
    other_rules,
]
FOUND_WHERE_IT_IS: list[Tamper] = [
    other_seed,
    other_reveal,
    other_cut_card,
    without_next_commitment,
]


@pytest.mark.parametrize("tamper", [*ALWAYS_FOUND, *FOUND_WHERE_IT_IS], ids=lambda t: t.__name__)
def test_tampering_is_found_at_the_same_entry(tamper: Tamper, shoes: list[str]) -> None:
    random = Random(tamper.__name__)
    forged = []
    for text in shoes:
        file = json.loads(text)
        if judged(text)[0] == "cards verified" and told(file, "card_dealt"):
            tamper(file, random)
            forged.append(written(file).decode())
    found = [said(verdict) for verdict in verdicts(forged)]
    assert found == [judged(text) for text in forged]
    words = {word for word, _ in found}
    assert "wrong" in words
    if tamper in ALWAYS_FOUND:
        assert words == {"wrong"}


def test_payouts_are_left_to_those_who_know_the_rules(shoes: list[str]) -> None:
    file = json.loads(shoes[0])
    _, event = told(file, "wager_settled")[0]
    event["net"] += 1
    forged = written(relinked(file)).decode()
    (verdict,) = verdicts([forged])
    assert judged(forged)[0] == "wrong"
    assert verdict["verdict"] == "cards verified"
    assert verdict["unchecked"] == ["the rules and what was paid: casinowar verify checks them"]


def leaves(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The places of all texts and numbers in a value."""
    match value:
        case dict():
            return [leaf for key in value for leaf in leaves(value[key], (*path, key))]
        case list():
            return [leaf for n, item in enumerate(value) for leaf in leaves(item, (*path, n))]
        case _:
            return [path]


def changed(value: Any, random: Random) -> Any:
    if isinstance(value, int):
        return random.choice((value + 1, value - 1, 0, -value, str(value)))
    return random.choice((f"{value}0", value[1:], "", "you", "2c", 7, "dealt", "abandoned"))


def test_page_accuses_nobody_falsely(shoes: list[str]) -> None:
    """Any text or number of a small file is another, half of the time with a whole chain.

    What the page cannot know, the rules may find earlier; it never names an earlier entry itself.
    """
    random = Random("anything")
    small = [json.loads(text) for text in shoes if len(text) < 30_000]
    forged = []
    for number in range(600):
        file = json.loads(json.dumps(small[number % len(small)]))
        within = random.choice([part for part in (file["entries"], file["steps"]) if part])
        *path, last = random.choice(leaves(within))
        for step in path:
            within = within[step]
        within[last] = changed(within[last], random)
        try:
            forged.append(written(relinked(file) if number % 2 else file).decode())
        except (KeyError, TypeError, AttributeError):
            continue
    found = [said(verdict) for verdict in verdicts(forged)]
    both = list(zip(found, map(judged, forged), strict=True))
    bad = ("wrong", "not readable")
    assert [pair for pair in both if pair[0][0] in bad and pair[1][0] not in bad] == []
    assert sum(page[0] in bad for page, _ in both) > 400
    named = [(page, rules) for (_, page), (_, rules) in both if page is not None]
    assert [pair for pair in named if pair[1] is None or pair[0] < pair[1]] == []


def truncated(file: Json, random: Random) -> None:
    """The end is missing: what is left is a shoe that is still open, or was."""
    shoe = next(n for n, e in enumerate(file["entries"]) if e["kind"] == "shoe")
    del file["entries"][random.randrange(shoe + 2, len(file["entries"])) :]


def test_truncated_file_is_of_an_open_shoe(shoes: list[str]) -> None:
    random = Random("truncated")
    forged = []
    for text in shoes:
        file = json.loads(text)
        truncated(file, random)
        forged.append(written(file).decode())
    found = [said(verdict) for verdict in verdicts(forged)]
    assert found == [judged(text) for text in forged]
    assert ("open", None) in found


@pytest.mark.parametrize(
    "spoil",
    [
        lambda _: "",
        lambda text: text[:-3],
        lambda text: text.replace("casinowar/shoe/1", "casinowar/shoe/2", 1),
        lambda text: text.replace('"shoe":', '"shoes":', 1),
        lambda text: text.replace('"seq":0,', '"seq":0.0,', 1),
        lambda text: text.replace('"seq":0,', '"seq":0,"seq":0,', 1),
        lambda text: text.replace('"seq":0,', '"seq":null,', 1),
        lambda text: text.replace('"seq":0,', '"seq":9007199254740993,', 1),
        lambda text: text.replace('"format":', '"more":1,"format":', 1),
        lambda text: text.replace('"shoe":"', f'"shoe":"{LONG}\x00', 1),
        lambda text: text.replace('"shoe":"', f'"shoe":"{LONG}\\x', 1),
        lambda text: text[: text.index('"shoe":"')] + f'"shoe":"{LONG}',
        lambda text: text.replace('\n"rules":"', '\n"rules":"# ', 1).replace(
            '"seq":0,', '"seq":0,"\\ud800":1,'
        ),
        lambda _: "[" * 50_000,
        lambda text: f"\ufeff{text}",
        lambda text: json.dumps([json.loads(text)]),
    ],
)
def test_what_cannot_be_read_is_read_by_neither(
    spoil: Callable[[str], str], shoes: list[str]
) -> None:
    text = spoil(shoes[0])
    (verdict,) = verdicts([text])
    assert said(verdict) == judged(text) == ("not readable", None)
    assert verdict["why"]
