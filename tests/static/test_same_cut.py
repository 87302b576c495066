"""Forgeries of the cut and of the cut card: what the page says of them, and what Python does."""

import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from casinowar.game.actions import Action, CutDeck, Leave, Sit
from casinowar.rules.file import load_rules
from tests.support.browser.page import agree, first_of_shoe, judged, said, two_shoes, verdicts
from tests.support.record.shoes import files_of, relinked, renumbered, written
from tests.support.record.small_house import House
from tests.support.record.tampering import action

Json = dict[str, Any]


def both_refuse(texts: list[str]) -> None:
    """The page knows no rules: it may be later than Python, but it sees that something is wrong."""
    found, due = [said(verdict) for verdict in verdicts(texts)], list(map(judged, texts))
    assert {word for word, _ in (*found, *due)} == {"wrong"}
    for (_, page), (_, rules) in zip(found, due, strict=True):
        assert page is not None
        assert rules is not None
        assert page >= rules


@pytest.fixture(scope="module")
def with_first_burn() -> list[str]:
    """Shoes whose first card is burned as soon as the cut card is in them."""
    return two_shoes("fun-casino", 8)


@pytest.fixture(scope="module")
def with_cut_card() -> list[str]:
    return two_shoes("washington", 6)


@pytest.fixture(scope="module")
def without_cut_card() -> list[str]:
    return two_shoes("online", 5)


def without_its_cut_card(file: Json) -> str:
    file["entries"].remove(action(file, "place_cut_card"))
    return written(renumbered(file)).decode()


def test_cut_card_is_left_out(with_first_burn: list[str], with_cut_card: list[str]) -> None:
    """The first card must not leave the shoe; by the rules nobody can bet before that."""
    burns = {action(json.loads(text), "burn")["seq"] - 1 for text in with_first_burn}
    assert agree(with_first_burn, without_its_cut_card) == {("wrong", seq) for seq in burns}
    both_refuse([without_its_cut_card(json.loads(text)) for text in with_cut_card])


def test_shoe_without_its_cut_card_is_not_dealt_after_a_round(with_cut_card: list[str]) -> None:
    """Where there is no cut card, a shoe is dealt after one round: so a house could stop a shoe."""

    def forge(file: Json) -> str:
        entries = file["entries"]
        ends = [n for n, e in enumerate(entries) if "round_ended" in json.dumps(e.get("events"))]
        (shown,) = (
            n
            for n, e in enumerate(entries)
            if e["kind"] == "server_reveal" and e["shoe"] == file["shoe"]
        )
        del entries[ends[0] + 1 : shown]
        return without_its_cut_card(file)

    both_refuse([forge(json.loads(text)) for text in with_cut_card])


def test_no_card_is_needed_to_see_that_the_cut_card_is_missing(with_cut_card: list[str]) -> None:
    """The shoe is brought and cut, and said to be dealt."""

    def forge(file: Json) -> str:
        entries = file["entries"]
        placed = entries.index(action(file, "place_cut_card"))
        (shown,) = (
            n
            for n, e in enumerate(entries)
            if e["kind"] == "server_reveal" and e["shoe"] == file["shoe"]
        )
        del entries[placed:shown]
        del entries[placed + 1 :]
        return written(renumbered(file)).decode()

    assert {word for word, _ in agree(with_cut_card, forge)} == {"wrong"}


def test_cut_card_that_is_not_used(without_cut_card: list[str]) -> None:
    """Where every round has a fresh shoe, the fair place of a cut card is no reason to use one."""
    places = []

    def forge(file: Json) -> str:
        cut = action(file, "cut_deck")
        behind = next(e for e in file["entries"] if e["kind"] == "server_commitment")["behind_max"]
        places.append(cut["seq"] + 1)
        placed = {
            "kind": "action",
            "action": {"type": "place_cut_card", "behind": behind},
            "events": [{"type": "cut_card_placed", "behind": behind}],
            "hash": "placed",
        }
        file["entries"].insert(file["entries"].index(cut) + 1, placed)
        return written(renumbered(file)).decode()

    assert agree(without_cut_card, forge) == {("wrong", place) for place in places}


def test_cut_card_before_the_cut(with_cut_card: list[str]) -> None:
    places = []

    def forge(file: Json) -> str:
        entries, cut = file["entries"], action(file, "cut_deck")
        places.append(cut["seq"])
        entries.remove(cut)
        entries.insert(entries.index(action(file, "place_cut_card")) + 1, cut)
        return written(renumbered(file)).decode()

    assert agree(with_cut_card, forge) == {("wrong", place) for place in places}


def test_cut_card_twice(with_cut_card: list[str]) -> None:
    places = []

    def forge(file: Json) -> str:
        entries, placed = file["entries"], action(file, "place_cut_card")
        places.append(placed["seq"] + 1)
        again = json.loads(json.dumps(placed | {"hash": "again"}))
        entries.insert(entries.index(placed) + 1, again)
        return written(renumbered(file)).decode()

    assert agree(with_cut_card, forge) == {("wrong", place) for place in places}


@pytest.mark.parametrize("outside", [lambda options: options["behind_least"] - 1, lambda _: 79])
def test_cut_card_out_of_its_place_in_an_open_shoe(
    with_cut_card: list[str], outside: Callable[[Json], int]
) -> None:
    """Its fair place is not known yet; where it can never be is."""

    def forge(file: Json) -> None:
        placed = action(file, "place_cut_card")
        del file["entries"][file["entries"].index(placed) + 1 :]
        behind = outside(file["table"]["options"])
        placed["action"]["behind"] = placed["events"][0]["behind"] = behind
        relinked(file)

    places = {action(json.loads(text), "place_cut_card")["seq"] for text in with_cut_card}
    assert agree(with_cut_card, forge) == {("wrong", place) for place in places}


@pytest.mark.parametrize("seat", [0, 1, 2, 3, 7, "1"])
def test_cut_from_another_seat(with_cut_card: list[str], seat: object) -> None:
    """Also of a shoe after which no list is closed that would begin with another seat."""

    def forge(file: Json) -> None:
        event = action(file, "cut_deck")["events"][0]
        event["seat"] = seat if seat != event["seat"] else 2 if seat == 1 else 1
        relinked(file)

    both = agree(with_cut_card, forge)
    assert both == {
        ("wrong", action(json.loads(text), "cut_deck")["seq"]) for text in with_cut_card
    }


@pytest.mark.parametrize("seat", [0, 1])
def test_cut_that_is_told_of_another_than_the_action(with_cut_card: list[str], seat: int) -> None:
    """The player cut, and the dealer is said to have."""

    def forge(file: Json) -> None:
        action(file, "cut_deck")["events"][0] |= {"player": "", "seat": seat}
        relinked(file)

    assert {word for word, _ in agree(with_cut_card, forge)} == {"wrong"}


@pytest.mark.parametrize("kind, field", [("cut_deck", "at"), ("place_cut_card", "behind")])
def test_action_that_says_another_place(with_cut_card: list[str], kind: str, field: str) -> None:
    def forge(file: Json) -> None:
        action(file, kind)["action"][field] -= 1
        relinked(file)

    places = {action(json.loads(text), kind)["seq"] for text in with_cut_card}
    assert agree(with_cut_card, forge) == {("wrong", place) for place in places}


def test_cut_by_another_player(with_cut_card: list[str]) -> None:
    """From that player's own seat, as if the one whose cut it is had passed."""

    def forge(file: Json) -> None:
        cut, seats = action(file, "cut_deck"), first_of_shoe(file)["state"]["seats"]
        other = next(p for p in seats if p not in ("", cut["action"]["player"]))
        cut["action"]["player"] = cut["events"][0]["player"] = other
        cut["events"][0]["seat"] = seats.index(other) + 1
        relinked(file)

    places = {action(json.loads(text), "cut_deck")["seq"] for text in with_cut_card}
    assert agree(with_cut_card, forge) == {("wrong", place) for place in places}


def test_cut_on_top_of_an_open_shoe() -> None:
    """Nobody committed, so the place of the dealer's cut is not known; but it is no cut."""
    rules = load_rules("online")
    house = House(rules.rules(), Random(3))
    house.shy = True
    house.play(until=lambda: house.table.shoe.stage == "ready")
    (text,) = files_of(house, rules)
    assert agree([text], relinked) == {("open", None)}

    def forge(file: Json) -> None:
        cut = action(file, "cut_deck")
        cut["action"]["at"] = cut["events"][0]["at"] = 0
        relinked(file)

    assert agree([text], forge) == {("wrong", action(json.loads(text), "cut_deck")["seq"])}


def test_dealer_has_no_seat(without_cut_card: list[str]) -> None:
    def forge(file: Json) -> None:
        action(file, "cut_deck")["events"][0]["seat"] = 1
        relinked(file)

    assert {word for word, _ in agree(without_cut_card, forge)} == {"wrong"}


@pytest.mark.parametrize(
    "seats", [[], ["ann"], ["ann"] * 8, ["ann", 7], "ann", [["ann"]] * 7, None]
)
def test_state_with_other_seats_than_the_table(with_cut_card: list[str], seats: object) -> None:
    def forge(file: Json) -> None:
        state = first_of_shoe(file)["state"]
        if seats is None:
            del state["seats"]
        else:
            state["seats"] = seats
        relinked(file)

    firsts = {first_of_shoe(json.loads(text))["seq"] for text in with_cut_card}
    assert agree(with_cut_card, forge) == {("wrong", seq) for seq in firsts}


def test_player_with_two_seats_cuts_from_the_first_that_is_asked() -> None:
    """Though it may be their other seat whose cut it is."""
    rules = load_rules("washington")
    for seed in range(60):
        house = House(rules.rules(), Random(seed), players=1)
        house.take(Sit("ann", 2))
        house.take(Sit("ann", 5))
        house.play(until=lambda house=house: house.table.shoe.stage == "ready")  # type: ignore[misc]
        (text,) = files_of(house.close(), rules)
        assert house.fair is not None
        (cut,) = action(json.loads(text), "cut_deck")["events"]
        if cut["player"] == "ann" and cut["seat"] != house.fair.cutter:
            break
    else:
        pytest.fail("there is no such shoe")
    assert (cut["seat"], house.fair.cutter) == (2, 5)
    assert agree([text], relinked) == {("cards verified", None)}

    def forge(file: Json) -> None:
        action(file, "cut_deck")["events"][0]["seat"] = 5
        relinked(file)

    assert {word for word, _ in agree([text], forge)} == {"wrong"}


def test_player_with_two_seats_cuts_from_one_after_the_other() -> None:
    """The next shoe is cut from the seat after the one that cut last."""
    rules = load_rules("washington")
    for seed in range(60):
        house = House(rules.rules(), Random(seed), players=1)
        house.take(Sit("ann", 2))
        house.take(Sit("ann", 5))
        house.play().play(until=lambda house=house: house.table.shoe.stage == "ready")  # type: ignore[misc]
        files = files_of(house.close(), rules)
        cuts = [action(json.loads(text), "cut_deck")["events"][0]["seat"] for text in files]
        if 0 not in cuts:
            break
    else:
        pytest.fail("there are no such shoes")
    assert cuts == [2, 5]
    assert agree(files, relinked) == {("cards verified", None)}


def test_dealer_cuts_for_a_player_who_has_changed_seats() -> None:
    """The cut was committed to at the seat that they have left since."""
    rules = load_rules("washington")
    for seed in range(60):
        house = House(rules.rules(), Random(seed), players=2)
        house.take(Sit("ann", 1))
        house.commit_players(house.coming)
        house.close_list(house.coming)
        house.take(Leave("ann", 1))
        house.take(Sit("ann", 5))
        house.play(until=lambda house=house: house.table.shoe.stage == "ready")  # type: ignore[misc]
        assert house.fair is not None
        if house.fair.cutter == 1:
            break
    else:
        pytest.fail("there is no such shoe")
    (text,) = files_of(house.close(), rules)
    (cut,) = action(json.loads(text), "cut_deck")["events"]
    assert (cut["player"], cut["seat"]) == ("", 0)
    assert agree([text], relinked) == {("cards verified", None)}


@pytest.mark.parametrize(
    "moves, seat",
    [
        ([Leave("ann", 2)], 5),
        ([Leave("ann", 5)], 2),
        ([Sit("ann", 1), Leave("ann", 2)], 1),
        ([Sit("ann", 3), Leave("ann", 5)], 2),
        ([Leave("ann", 2), Sit("bob", 2), Leave("ann", 5)], 0),
        ([Leave("ann", 2), Leave("ann", 5), Sit("ann", 2), Sit("ann", 5)], 0),
    ],
)
def test_turn_to_cut_goes_with_its_player_to_another_seat(moves: list[Action], seat: int) -> None:
    rules = load_rules("washington")
    house = House(rules.rules(), Random(3), players=1, hand_dealt=True)
    house.take(Sit("ann", 2))
    house.take(Sit("ann", 5))
    house.play(until=lambda: house.table.shoe.stage == "cut")
    for move in moves:
        house.take(move)
    house.play(until=lambda: house.table.rounds == 2)
    (text,) = files_of(house, rules)
    assert action(json.loads(text), "cut_deck")["events"][0]["seat"] == seat
    assert agree([text], relinked) == {("by hand", None)}

    def forge(file: Json) -> None:
        cut = action(file, "cut_deck")
        cut["action"]["player"] = cut["events"][0]["player"] = "ann"
        cut["events"][0]["seat"] = 2 if seat != 2 else 5
        relinked(file)

    assert {word for word, _ in agree([text], forge)} == {"wrong"}


@pytest.mark.parametrize("at", [0, 1, 311])
def test_cut_by_hand_anywhere(at: int) -> None:
    """People may lay the cutting card on top of the pack."""
    rules = load_rules("washington")
    house = House(rules.rules(), Random(3), players=2, hand_dealt=True)
    house.play(until=lambda: house.table.shoe.stage == "cut")
    house.take(CutDeck("ann", at))
    house.play(until=lambda: house.table.rounds == 2)
    (text,) = files_of(house, rules)
    assert agree([text], relinked) == {("by hand", None)}


@pytest.mark.parametrize("at, seat", [(312, 1), (-1, 1), (100, 2), (100, 0)])
def test_cut_by_hand_that_cannot_be(at: int, seat: int) -> None:
    rules = load_rules("washington")
    house = House(rules.rules(), Random(3), players=2, hand_dealt=True)
    house.play(until=lambda: house.table.rounds == 2)
    (text,) = files_of(house, rules)

    def forge(file: Json) -> None:
        cut = action(file, "cut_deck")
        cut["action"]["at"] = cut["events"][0]["at"] = at
        cut["events"][0]["seat"] = seat
        relinked(file)

    assert agree([text], forge) == {("wrong", action(json.loads(text), "cut_deck")["seq"])}
