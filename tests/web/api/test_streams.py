"""Streams: a snapshot, then every entry once and in order, from where it broke off."""

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from casinowar.house import channels
from casinowar.house.tables import table_feed
from casinowar.store.writer.batch import Published
from casinowar.store.writer.running import Running
from casinowar.web.api import streams
from tests.support.house.served import SOON, Client, Served, served
from tests.web.api.test_tables import play


class Event(NamedTuple):
    kind: str
    id: str
    data: Any


class Stream:
    """The events of a stream as they come."""

    def __init__(self, lines: Iterator[str]) -> None:
        self._lines = lines
        self.comments = 0

    def next(self) -> Event:
        """The next event; the client's own time limit bounds the wait."""
        fields: dict[str, str] = {}
        for line in self._lines:
            if line.startswith(":"):
                self.comments += 1
            elif line:
                name, _, value = line.partition(": ")
                fields[name] = value
            elif fields:
                return Event(fields["event"], fields.get("id", ""), json.loads(fields["data"]))
        raise EOFError("the stream has ended")

    def until(self, seq: int) -> list[Event]:
        """The events up to the state after the entry of this number."""
        found: list[Event] = []
        while not (found and found[-1].kind == "state" and str(seq) in {e.id for e in found}):
            found.append(self.next())
        return found


@contextmanager
def stream(client: Client, path: str, last: int | str | None = None) -> Iterator[Stream]:
    headers = {} if last is None else {"Last-Event-ID": str(last)}
    with client.http.stream("GET", path, headers=headers) as answer:
        assert answer.status_code == 200
        assert answer.headers["content-type"].startswith("text/event-stream")
        assert answer.headers["cache-control"] == "no-store"
        yield Stream(answer.iter_lines())


def entries(events: list[Event]) -> list[tuple[int, Any]]:
    return [(int(each.id), each.data) for each in events if each.kind == "entry"]


def test_stream_begins_with_a_snapshot_and_tells_every_entry(ann: Client, table: str) -> None:
    with stream(ann, f"/api/tables/{table}/events") as told:
        first = told.next()
        view = ann.look(f"/api/tables/{table}")["view"]
        assert first.kind == "snapshot"
        assert first.data == {**view, "names": {}}
        assert int(first.id) == view["seq"] - 1
        assert told.next().kind == "state"
        ann.command(table, "sit", seat=1)
        me = ann.look("/api/me")
        named = told.next()
        assert named == Event(
            "names", "", {me["player"]: {"name": me["name"], "bot": False, "walk_in": False}}
        )
        done = play(ann, table)
        events = told.until(done["seq"] - 1)
    found = entries(events)
    assert [number for number, _ in found] == [*range(view["seq"], done["seq"])]
    assert all(number == entry["seq"] for number, entry in found)
    assert [entry for _, entry in found][-len(done["entries"]) :] == done["entries"]
    assert events[-1].data == done["state"]


def test_stream_goes_on_where_it_broke_off(ann: Client, table: str) -> None:
    ann.command(table, "sit", seat=1)
    before = ann.look(f"/api/tables/{table}")["view"]["seq"]
    done = play(ann, table)
    with stream(ann, f"/api/tables/{table}/events", last=before - 1) as told:
        missed = entries(told.until(done["seq"] - 1))
        again = play(ann, table)
        more = entries(told.until(again["seq"] - 1))
    assert [number for number, _ in missed] == [*range(before, done["seq"])]
    assert [entry for _, entry in missed][-len(done["entries"]) :] == done["entries"]
    assert [number for number, _ in more] == [*range(done["seq"], again["seq"])]


def test_stream_goes_on_after_a_restart(tmp_path: Path) -> None:
    with served(tmp_path) as house:
        ann = house.guest()
        ann.command("washington", "sit", seat=1)
        done = play(ann, "washington")
    with served(tmp_path) as house:
        with stream(house.stranger(), "/api/tables/washington/events", last=0) as told:
            found = entries(told.until(done["seq"] - 1))
        assert [number for number, _ in found] == [*range(1, done["seq"])]


@pytest.mark.parametrize("last", ["-1", "x", "9" * 30, "99999", "\u00b2"])
def test_last_event_that_cannot_be_gives_a_snapshot(house: Served, last: str) -> None:
    client = house.stranger()
    headers = {b"Last-Event-ID": last.encode()}
    with client.http.stream("GET", "/api/tables/washington/events", headers=headers) as answer:
        assert Stream(answer.iter_lines()).next().kind == "snapshot"


def test_who_missed_too_much_gets_a_snapshot(
    ann: Client, table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann.command(table, "sit", seat=1)
    play(ann, table)
    monkeypatch.setattr(table_feed, "MOST_MISSED", 3)
    with stream(ann, f"/api/tables/{table}/events", last=0) as told:
        assert told.next().kind == "snapshot"


def test_quiet_stream_shows_that_it_is_there(
    ann: Client, table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_feed, "QUIET", 0.05)
    with stream(ann, f"/api/tables/{table}/events") as told:
        told.next()
        told.next()
        time.sleep(0.3)
        ann.command(table, "sit", seat=1)
        told.next()
    assert told.comments >= 2


def test_two_who_listen_are_told_the_same(house: Served, ann: Client, table: str) -> None:
    ann.command(table, "sit", seat=1)
    start = ann.look(f"/api/tables/{table}")["view"]["seq"]
    path = f"/api/tables/{table}/events"
    with stream(ann, path) as one, stream(ann, path) as other:
        seq = play(ann, table)["seq"]
        heard = [entries(each.until(seq - 1)) for each in (one, other)]
    assert heard[0] == heard[1]
    assert len(heard[0]) == seq - start


def test_lobby_tells_of_tables_that_change(house: Served, ann: Client, bob: Client) -> None:
    with stream(ann, "/api/lobby/events") as told:
        first = told.next()
        assert first.kind == "snapshot"
        assert first.data == ann.look("/api/lobby")
        hidden = bob.ask("/api/tables", {"rules": "washington"})["table"]
        opened = ann.ask("/api/tables", {"rules": "washington", "name": "mine"})["table"]
        found = told.next()
        assert (found.kind, found.data["id"], found.data["name"]) == ("table", opened, "mine")
        assert found.data["id"] != hidden
        ann.command(opened, "sit", seat=1)
        assert told.next().data["people"] == 1
        own = ann.ask("/api/tables/online/game")["table"]
        ann.ask(f"/api/tables/{opened}/close")
        last = told.next()
        assert last.data["id"] != own
        assert (last.data["id"], last.data["closed"]) == (opened, True)


def number_of(event: Event) -> int:
    return int(event.id.rpartition("-")[2])


def test_lobby_goes_on_where_it_broke_off(ann: Client, bob: Client) -> None:
    with stream(ann, "/api/lobby/events") as told:
        first = told.next()
    one = ann.ask("/api/tables", {"rules": "washington", "name": "one"})["table"]
    other = ann.ask("/api/tables", {"rules": "washington", "name": "other"})["table"]
    hidden = bob.ask("/api/tables", {"rules": "washington"})["table"]
    ann.command(one, "sit", seat=1)
    with stream(ann, "/api/lobby/events", last=first.id) as told:
        missed = [told.next(), told.next()]
        ann.command(other, "sit", seat=1)
        more = told.next()
    assert [each.kind for each in (*missed, more)] == ["table"] * 3
    assert hidden not in {each.data["id"] for each in missed}
    # each as it is by now, in the order of the last changes
    assert [each.data["id"] for each in missed] == [other, one]
    assert [each.data["people"] for each in missed] == [0, 1]
    assert more.data["id"] == other
    numbers = [number_of(each) for each in (first, *missed, more)]
    assert numbers == sorted(set(numbers))
    with stream(ann, "/api/lobby/events", last=missed[0].id) as told:
        assert [told.next().id, told.next().id] == [missed[1].id, more.id]


def test_lobby_of_another_start_or_another_person_begins_anew(tmp_path: Path) -> None:
    with served(tmp_path) as house:
        ann, stranger = house.guest(), house.stranger()
        with stream(ann, "/api/lobby/events") as told:
            mine = told.next().id
        with stream(stranger, "/api/lobby/events", last=mine) as told:
            theirs = told.next()
        assert (theirs.kind, number_of(theirs)) == ("snapshot", int(mine.rpartition("-")[2]))
    with (
        served(tmp_path) as house,
        stream(house.stranger(), "/api/lobby/events", theirs.id) as told,
    ):
        assert told.next().kind == "snapshot"


@pytest.mark.parametrize("last", ["", "-", "1", "{mark}", "{mark}-", "{mark}-x", "{mark}-99999999"])
def test_last_event_of_the_lobby_that_cannot_be_gives_a_snapshot(house: Served, last: str) -> None:
    client = house.stranger()
    with stream(client, "/api/lobby/events") as told:
        mark = told.next().id.partition("-")[0]
    with stream(client, "/api/lobby/events", last.format(mark=mark)) as told:
        assert told.next().kind == "snapshot"


def test_lobby_that_changed_too_much_begins_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(channels, "MOST_CHANGED", 2)
    with served(tmp_path) as house:
        ann = house.guest()
        with stream(ann, "/api/lobby/events") as told:
            first = told.next()
        ids = [ann.ask("/api/tables", {"rules": "washington"})["table"] for _ in range(3)]
        with stream(ann, "/api/lobby/events", last=first.id) as told:
            again = told.next()
        assert again.kind == "snapshot"
        assert {row["id"] for row in again.data["tables"]} >= set(ids)
        before = f"{again.id.partition('-')[0]}-{number_of(again) - 2}"
        with stream(ann, "/api/lobby/events", last=before) as told:
            assert [told.next().data["id"] for _ in range(2)] == ids[1:]


def test_stream_ends_when_the_server_stops(tmp_path: Path) -> None:
    with served(tmp_path) as house:
        client = house.stranger()
        with stream(client, "/api/tables/washington/events") as told:
            told.next()
            told.next()
            began = time.monotonic()
            house.server.should_exit = True
            with pytest.raises(EOFError):
                told.next()
    assert time.monotonic() - began < SOON / 2


def test_streams_that_are_left_are_forgotten(house: Served, ann: Client, table: str) -> None:
    listeners = house.house.channels._listeners
    for _ in range(5):
        with stream(ann, f"/api/tables/{table}/events") as told:
            told.next()
            assert len(listeners[table]) >= 1
    until = time.monotonic() + SOON
    while listeners.get(table):
        assert time.monotonic() < until, "those who left are still told"
        time.sleep(0.01)


def test_stream_ends_with_its_table(ann: Client, table: str) -> None:
    path = f"/api/tables/{table}/events"
    with stream(ann, path) as told:
        ann.ask(f"/api/tables/{table}/close")
        kinds = [told.next().kind]
        while kinds[-1] != "closed":
            kinds.append(told.next().kind)
        assert "entry" in kinds
        with pytest.raises(EOFError):
            told.next()
    with stream(ann, path) as told:
        assert [told.next().kind for _ in range(3)] == ["snapshot", "state", "closed"]
        with pytest.raises(EOFError):
            told.next()


def test_commits_that_a_snapshot_has_already_are_not_told_again(
    house: Served, ann: Client, table: str
) -> None:
    def now() -> Running:
        return house.house._memory.running[table]

    opened = now()
    ann.command(table, "sit", seat=1)
    sat = now()
    done = play(ann, table)
    first, seq = opened.record.seq, done["seq"]
    sitting = Published(sat, ("{}",) * (sat.record.seq - first))
    playing = Published(now(), ("{}",) * (seq - sat.record.seq))
    for begins, told in ((first, sitting), (sat.record.seq, playing)):
        found = list(table_feed._entries(told, begins))
        assert len(found) == len(told.texts) + 1
    assert list(table_feed._entries(sitting, seq)) == []
    (state,) = table_feed._entries(playing, seq)
    assert state.kind == "state"


def test_one_address_has_so_many_streams(
    ann: Client, table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "MOST_STREAMS", 2)
    path = f"/api/tables/{table}/events"
    with stream(ann, path) as one, stream(ann, "/api/lobby/events") as other:
        assert (one.next().kind, other.next().kind) == ("snapshot", "snapshot")
        refused = ann.http.get(path)
        assert refused.status_code == 429
        assert refused.headers["retry-after"] == "60"
    until = time.monotonic() + SOON
    while True:  # the server hears a moment later that they are closed
        with ann.http.stream("GET", path) as answer:
            if answer.status_code == 200:
                break
        assert time.monotonic() < until
        time.sleep(0.05)
