"""No secret leaves early: everything that is sent during 200 shoes is kept, and looked through.

A seed may stand in the entry that reveals it, and nowhere else; the keys that follow from it, and
the order of cards that were not dealt, nowhere at all. A card is shown where it was dealt.
"""

import io
import json
import logging
import re
import secrets
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import cycle, islice
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import httpx2
import pytest
import structlog

from casinowar.fair import FairShoe, Terms, card_of, ceremony, shoe, stream
from casinowar.house import logs
from casinowar.house.upkeep.audit import audit
from casinowar.record.codec.canonical import canonical
from casinowar.store.backends.engine import open_reader
from casinowar.store.queries.records import entries_from, hidden_seeds, list_tables
from tests.support.house.leaks import CORE, RUN, Leaks, Runs, forms
from tests.support.house.player import Player
from tests.support.house.served import SOON, Served, served

REVEALS = ("server_reveal", "player_reveal")
_CARD = re.compile(r"[2-9TJQKA][cdhs]")
_SHOWN = {("round", "cards", "card"), ("shoe", "seen")}
"""Where a table's view has cards."""


class Sent(NamedTuple):
    """Something the house sent, and what it was."""

    what: str
    data: bytes


class Heard:
    """Everything that is sent, and what only the house knew meanwhile."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.sent: list[Sent] = []
        self.keys: set[bytes] = set()
        self.shoes: dict[str, FairShoe] = {}
        self.log = io.StringIO()
        make_keys, build = stream.keys, shoe.build

        def keys_heard(transcript: bytes, seed: bytes) -> stream.Keys:
            made = make_keys(transcript, seed)
            self.keys.update(made)
            return made

        def build_heard(terms: Terms, *more: Any) -> FairShoe:
            self.shoes[terms.shoe] = built = build(terms, *more)
            return built

        monkeypatch.setattr(shoe, "keys", keys_heard)
        monkeypatch.setattr(ceremony, "build", build_heard)

    def hear(self, answer: httpx2.Response) -> None:
        head = "\n".join(f"{name}: {value}" for name, value in answer.headers.items())
        self.sent.append(Sent("headers", head.encode()))
        self.sent.append(Sent("body", answer.content))

    @contextmanager
    def logged(self) -> Iterator[None]:
        """Have every log line, also those nobody asks for."""
        handlers, level = list(logging.root.handlers), logging.root.level
        logs.configure("json", "debug", self.log)
        yield
        logging.root.handlers[:] = handlers
        logging.root.setLevel(level)
        structlog.reset_defaults()
        self.sent.append(Sent("log", self.log.getvalue().encode()))


class Listening:
    """Streams that are listened to until they end."""

    def __init__(self, heard: Heard, house: Served, *paths: str) -> None:
        self._heard = heard
        self._url = house.url
        self._threads = [threading.Thread(target=self._listen, args=(path,)) for path in paths]
        for thread in self._threads:
            thread.start()

    def _listen(self, path: str) -> None:
        with (
            httpx2.Client(timeout=3 * SOON, verify=False) as client,
            client.stream("GET", self._url + path) as answer,
        ):
            data = b"".join(answer.iter_raw())
        self._heard.sent += [
            Sent("event", line.removeprefix(b"data: "))
            for line in data.split(b"\n")
            if line.startswith(b"data: ")
        ]

    def end(self) -> None:
        for thread in self._threads:
            thread.join(SOON)
            assert not thread.is_alive(), "a stream does not end"


class Known(NamedTuple):
    """What the house knew when all was over."""

    texts: frozenset[str]
    """Every entry of every record."""
    dealt: dict[str, list[tuple[int, str, str]]]
    """Of each table, the cards that were dealt: entry, shoe and card."""
    leaks: Leaks
    runs: Runs


def known(house: Served, heard: Heard, players: Sequence[Player]) -> Known:
    """Everything there is to find, and everything that may be."""
    hidden = set(heard.keys)
    for player in players:
        hidden.update(secret.seed for secret in player.secrets.values())
        bodies = [each.body for each in player.accepted if each.body]
        hidden.update(bytes.fromhex(body["seed"]) for body in bodies if "seed" in body)
    texts: set[str] = set()
    dealt: dict[str, list[tuple[int, str, str]]] = {}
    left = {name: list(built.order) for name, built in heard.shoes.items()}
    with open_reader(house.settings.house) as reader:
        audit(reader)
        for row in list_tables(reader, 1000):
            hidden.update(hidden_seeds(reader, row.id).values())
            at, dealt[row.id] = "", []
            for text in entries_from(reader, row.id, 0):
                texts.add(text)
                entry = json.loads(text)
                at = entry["shoe"] if entry["kind"] == "shoe" else at
                if entry["kind"] in REVEALS:
                    hidden.add(bytes.fromhex(entry["seed"]))
                action = entry.get("action", {})
                if action.get("type") == "deal":
                    card = left[at].pop(0)
                    assert str(card_of(card)) == action["card"]
                    dealt[row.id].append((entry["seq"], at, action["card"]))
                elif action.get("type") == "burn":
                    del left[at][: action["count"]]
    runs = Runs()
    for order in left.values():
        runs.add(order, [str(card_of(number)) for number in order])
    return Known(frozenset(texts), dealt, Leaks(hidden), runs)


def faults(sent: Sent, known: Known) -> list[str]:
    """What should not have been sent."""
    found = [f"{sent.what}: cards {run[:80]!r}" for run in known.runs.find(sent.data)]
    data = sent.data
    if sent.what in ("body", "event") and data[:1] == b"{":
        told = json.loads(data)
        for view in (told, told.get("view")):
            if isinstance(view, dict) and "coming" in view:
                found += _wrong_cards(view, known)
        found += _untold(told, known)
        rest: list[str] = []
        found += _walk(told, (), known, rest)
        data = "\n".join(rest).encode()
    found += [f"{sent.what}: secret {leak!r}" for leak in known.leaks.find(data)]
    return found


def _untold(answer: dict[str, Any], known: Known) -> list[str]:
    """What rounds are told by that is not of their record: events, and cards never dealt.

    What was looked at here need not be looked at again.
    """
    entries = [each for each in answer.get("entries", []) if isinstance(each, dict)]
    events = [event for entry in entries for event in entry.get("events", [])]
    found = []
    for line in answer.get("told", []):
        event = line.pop("event", None)
        if event is not None and event not in events:
            found.append(f"told is {event}, which no entry tells")
    rows = answer.get("rounds")
    for row in rows if isinstance(rows, list) else ():
        dealt = {card for _, _, card in known.dealt[row["table"]]}
        cards = {each["card"] for each in row.pop("cards")}
        found += [f"the card {card} was not dealt at {row['table']}" for card in cards - dealt]
    lobby = answer.get("tables", [answer] if "places" in answer else [])
    return [*found, *_undealt(lobby, known)]


def _undealt(rows: Sequence[dict[str, Any]], known: Known) -> Iterator[str]:
    """Cards in rows of the lobby that were never on their table."""
    for row in rows:
        dealt = {card for _, _, card in known.dealt[row["id"]]}
        cards = {each["card"] for each in row.pop("cards", ())}
        yield from (f"the card {card} was not dealt at {row['id']}" for card in cards - dealt)


def _walk(value: Any, path: tuple[str, ...], known: Known, rest: list[str]) -> list[str]:
    """What is wrong in a JSON value; everything in it but reveals is added to the rest."""
    found: list[str] = []
    match value:
        case {"hash": str(), "kind": str(kind), "seq": int()}:
            if canonical(value).decode() not in known.texts:
                found.append(f"{path}: an entry of no record")
            rest.append(json.dumps({**value, "seed": ""} if kind in REVEALS else value))
        case dict():
            for name, inner in value.items():
                found += _walk(name, path, known, rest)
                found += _walk(inner, (*path, name), known, rest)
        case list():
            for inner in value:
                found += _walk(inner, path, known, rest)
        case str():
            rest.append(value)
            if _CARD.fullmatch(value) and path[path[:1] == ("view",) :] not in _SHOWN:
                found.append(f"{path}: the card {value}")
        case _:  # numbers are looked through as they were sent
            pass
    return found


def _wrong_cards(view: dict[str, Any], known: Known) -> list[str]:
    """The cards of a view are those that were dealt before it, and no others."""
    dealt = [each for each in known.dealt[view["id"]] if each[0] < view["seq"]]
    seen = [] if view["shoe"] is None else view["shoe"]["seen"]
    last = "" if view["shoe"] is None else view["shoe"]["id"]
    cards = [] if view["round"] is None else [each["card"] for each in view["round"]["cards"]]
    right = seen == [card for _, at, card in dealt if at == last]
    right &= cards == [card for _, _, card in dealt[len(dealt) - len(cards) :]]
    return [] if right else [f"the view of {view['id']} at {view['seq']}"]


def play_online(players: Sequence[Player], heard: Heard, shoes: int) -> None:
    """Games of one player, each with a shoe of its own."""
    for player in islice(cycle(players), 20 * shoes):
        if len(heard.shoes) >= shoes:
            return
        player.act()
        if player.random.random() < 0.05:
            look_around(player)


def look_around(player: Player) -> None:
    """See all there is to see, and be refused what is not."""
    at = f"/api/tables/{player.table}"
    number = player.look(at)["view"]["shoe"]
    for path in (f"{at}/shoes/{(number or {'number': 1})['number']}", f"{at}/rounds/1", "/api/me"):
        player.send("GET", path)
    for path in ("/api/me/rounds", "/api/lobby", f"{at}/shoes/99999", f"{at}/odds?gone=x"):
        player.send("GET", path)
    player.command("reveal", seat=1, seed=secrets.token_hex(32), cut=7)
    player.command("commit", seat=1, commitment="short")
    player.command("cut", seed=secrets.token_hex(32), cut=10**6)
    player.send("POST", f"{at}/rule", {"ruling": "void", "reason": "x"}, secrets.token_hex(8))


def play_together(players: Sequence[Player], shoes: int) -> None:
    """Two with three seats each, who commit and reveal."""
    seats = {player.player: range(3 * at + 1, 3 * at + 4) for at, player in enumerate(players)}
    for player in players:
        for seat in seats[player.player]:
            player.command("sit", seat=seat)
    for turn, player in zip(range(600 * shoes), cycle(players), strict=False):
        if turn % 40 == 39:
            look_around(player)
            view = player.look(f"/api/tables/{player.table}")["view"]
            if view["shoe"]["number"] > shoes:
                return
        offers = player.offers()
        own = {bet["seat"] for bet in offers.get("bet", ())} & set(seats[player.player])
        if own and not {"commit", "withdraw"} & offers.keys():
            wagers = [{"seat": seat, "wager": "primary", "amount": 500} for seat in sorted(own)]
            player.command("bet", bets=wagers, ready=True)
        else:
            player.act()
    raise AssertionError("the shoes do not end")


@pytest.fixture(scope="module")
def story(
    tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest
) -> Iterator[tuple[Heard, Known]]:
    """What was heard of many shoes, and what the house knew."""
    long = request.config.getoption("--long")
    with pytest.MonkeyPatch.context() as monkeypatch:
        heard = Heard(monkeypatch)
        with served(tmp_path_factory.mktemp("secrets"), grant=10**9) as house, heard.logged():
            players = [Player(lambda: house.url, Random(seed)) for seed in range(5)]
            for player, table in zip(players, ["washington"] * 2 + ["online"] * 3, strict=True):
                player.hears = heard.hear
                player.arrive(table)
            paths = ("/api/tables/washington/events", "/api/lobby/events")
            listening = Listening(heard, house, *paths)
            play_together(players[:2], 20 if long else 2)
            play_online(players[2:], heard, 2000 if long else 203)
            for player in players:
                player.close()
            house.stop()
            listening.end()
        yield heard, known(house, heard, players)


def test_nothing_was_sent_that_should_not_be(story: tuple[Heard, Known]) -> None:
    heard, knew = story
    assert len(heard.shoes) > 200
    assert {sent.what for sent in heard.sent} == {"headers", "body", "event", "log"}
    for sent in heard.sent:
        assert faults(sent, knew) == []


def test_entries_of_the_record_hold_no_secret_but_what_they_reveal(
    story: tuple[Heard, Known],
) -> None:
    """The same of entries that were never sent to anyone who listened."""
    _, knew = story
    revealed = 0
    for text in knew.texts:
        assert faults(Sent("event", text.encode()), knew) == []
        revealed += json.loads(text)["kind"] in REVEALS
    assert revealed > 200


def last_answer(heard: Heard) -> dict[str, Any]:
    """What the last command was answered."""
    bodies = (sent.data for sent in reversed(heard.sent) if sent.what == "body")
    told = (data for data in bodies if b'"entries":[{' in data and b'"state":{' in data)
    found: dict[str, Any] = json.loads(next(told))
    return found


def planted(heard: Heard, what: str) -> Sent:
    """A real answer, with something more in it."""
    told = last_answer(heard)
    told["state"]["need"]["says"] += f" {what}"
    return Sent("body", json.dumps(told).encode())


@pytest.mark.parametrize("form", range(1, 9))
def test_seed_that_is_planted_is_found(story: tuple[Heard, Known], form: int) -> None:
    heard, knew = story
    seeds = sorted(knew.leaks._raw)
    for seed in (seeds[0], seeds[-1]):
        text = list(forms(seed))[form].decode()
        assert faults(planted(heard, text), knew)
        assert faults(Sent("log", b"x" + seed + b"y"), knew)
    nobodys = list(forms(b"\x81" * 32))[form].decode()
    assert not faults(planted(heard, nobodys), knew)


def test_key_in_a_longer_text_is_found(story: tuple[Heard, Known]) -> None:
    heard, knew = story
    key = min(heard.keys)
    assert faults(planted(heard, "00ff" + key.hex() + "aa"), knew)
    assert len(list(forms(key))[3]) == CORE


def test_cards_that_are_planted_are_found(story: tuple[Heard, Known]) -> None:
    heard, knew = story
    order = heard.shoes["washington/1"].order[-RUN:]
    names = [str(card_of(number)) for number in order]
    for text in (" ".join(names), "".join(names), ", ".join(names), ", ".join(map(str, order))):
        assert faults(planted(heard, text), knew), text
    assert not faults(planted(heard, " ".join(names[: RUN - 1])), knew)


def test_card_out_of_its_place_is_found(story: tuple[Heard, Known]) -> None:
    heard, knew = story
    told = last_answer(heard)
    told["state"]["next"] = "Kh"
    assert faults(Sent("body", json.dumps(told).encode()), knew)
    entry = last_answer(heard)["entries"][-1]
    assert not faults(Sent("event", json.dumps(entry).encode()), knew)
    entry["card"] = "Kh"
    assert faults(Sent("event", json.dumps(entry).encode()), knew)


def test_view_that_shows_a_card_too_many_is_found(story: tuple[Heard, Known]) -> None:
    heard, knew = story
    tables = [json.loads(sent.data) for sent in heard.sent if b'"view"' in sent.data]
    told = next(table for table in tables if table["view"]["shoe"] is not None)
    told["view"]["shoe"]["seen"].append("Kh")
    assert faults(Sent("body", json.dumps(told).encode()), knew)


def test_folder_is_for_nobody_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The seeds are in the database's file, which the house makes itself here."""
    monkeypatch.setattr("tests.support.house.served.begin", lambda _: None)
    with served(tmp_path) as house:
        house.guest()
    assert (tmp_path / "house.db").stat().st_mode & 0o077 == 0
