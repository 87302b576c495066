"""`casinowar export`: CSV that adds up to the ledger, to the cent."""

import csv
import fcntl
import io
import os
import pty
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner
from sqlalchemy import Connection, select, update

from casinowar.cli import main
from casinowar.house.tables.commands import Rule
from casinowar.house.upkeep.export import ROUNDS, TRANSFERS, plain, read_time, time
from casinowar.rules.file import builtin_names, load_rules
from casinowar.store import schema
from casinowar.store.backends.engine import connect_writer
from tests.house.tables.test_rounds import operator, played
from tests.support.house.floor import CHIPS, Floor
from tests.support.house.stored import NOW, filled
from tests.support.record.small_house import House

Rows = list[dict[str, str]]


def run(*words: str) -> tuple[int, str, str]:
    done = CliRunner().invoke(main, ["export", *words])
    return done.exit_code, done.stdout, done.stderr


def exported(*words: str) -> Rows:
    status, out, err = run(*words)
    assert (status, err) == (0, "")
    return list(csv.DictReader(io.StringIO(out)))


def is_in_the_middle(house: House) -> bool:
    return house.table.rounds > 25 and house.table.playing


@pytest.fixture
def house(database: str) -> Iterator[Connection]:
    """A table of each rule set, played wildly, with rulings, and left in the middle."""
    played = []
    for number, name in enumerate(builtin_names()):
        one = House(load_rules(name).rules(), Random(number), id=name, players=3, wildness=0.05)
        one.play(until=partial(is_in_the_middle, one))
        played.append(one)
    with filled(database, *played) as writer:
        yield writer


def held(writer: Connection) -> dict[str, int]:
    with writer.begin():
        rows = writer.execute(select(schema.balances)).all()
    return {row.account: row.amount for row in rows if row.amount}


def added_up(transfers: Rows) -> dict[str, int]:
    found: Counter[str] = Counter()
    for row in transfers:
        found[row["target"]] += int(row["amount"])
        found[row["source"]] -= int(row["amount"])
    return {account: amount for account, amount in found.items() if amount}


def test_transfers_add_up_to_every_balance(house: Connection, database: str) -> None:
    transfers = exported("transfers", "--database", database)
    assert tuple(transfers[0]) == TRANSFERS
    assert added_up(transfers) == held(house)
    assert [int(row["id"]) for row in transfers] == list(range(1, len(transfers) + 1))


def test_rounds_and_transfers_of_a_table_agree(house: Connection, database: str) -> None:
    for name in builtin_names():
        rounds = exported("rounds", "--database", database, "--table", name)
        transfers = exported("transfers", "--database", database, "--table", name)
        assert tuple(rounds[0]) == ROUNDS
        assert {row["table"] for row in rounds} == {name} == {row["rules"] for row in rounds}
        assert {row["why"] for row in transfers} == {"play"}
        if not load_rules(name).rules().player_banked:
            won = sum(int(row["net"]) for row in rounds)
            assert added_up(transfers).get("house", 0) == -won


@pytest.mark.usefixtures("house")
@pytest.mark.parametrize("what", ["rounds", "transfers"])
def test_a_reader_that_has_enough_is_no_error(database: str, what: str) -> None:
    """As ``casinowar export transfers | head -3``; the pipe holds less than the whole export."""
    reading, writing = os.pipe()
    fcntl.fcntl(writing, fcntl.F_SETPIPE_SZ, 4096)
    command = [sys.executable, "-m", "casinowar", "export", what, "--database", database]
    with subprocess.Popen(command, stdout=writing, stderr=subprocess.PIPE, text=True) as program:
        os.close(writing)
        with os.fdopen(reading) as lines:
            assert len([lines.readline() for _ in range(3)]) == 3
        _, err = program.communicate(timeout=60)
    assert (program.returncode, err) == (2, "")


def test_a_round_that_is_void_is_told_and_taken_back(database: str) -> None:
    floor = Floor(database)
    floor.open("fun-casino")
    (ann,) = floor.seat(1)
    while floor.chips(ann) == CHIPS:
        played(floor, ann)
    floor.do(operator(floor), Rule("void", "the shoe fell down"))
    floor.close()
    rounds = exported("rounds", "--database", database)
    assert sum(int(row["net"]) for row in rounds) == 0
    assert "reversed" in {row["kind"] for row in rounds}
    moved = added_up(exported("transfers", "--database", database))
    assert "house" not in moved
    assert moved[f"player:{ann.player}"] == CHIPS


def test_a_span_of_time_is_the_same_of_both(house: Connection, database: str) -> None:
    """Each entry in a minute of its own: whatever is cut where, the parts are the whole."""
    at = schema.transfers.c
    with house.begin():
        house.execute(
            update(schema.transfers).where(at.seq.is_not(None)).values(at=NOW + at.seq * 60_000)
        )
    middle = time(NOW + 150 * 60_000)
    where = ("--database", database, "--table", "washington")
    for what in ("rounds", "transfers"):
        parts = [
            exported(what, *where, "--until", middle),
            exported(what, *where, "--since", middle),
        ]
        assert all(parts)
        whole = exported(what, *where)
        assert sorted(map(str, parts[0] + parts[1])) == sorted(map(str, whole))
        assert max(row["at"] for row in parts[0]) < middle <= min(row["at"] for row in parts[1])
    before = exported("rounds", *where, "--until", middle)
    moved = added_up(exported("transfers", *where, "--until", middle))
    assert moved.get("house", 0) == -sum(int(row["net"]) for row in before)


def test_rows_say_who_and_when(house: Connection, database: str) -> None:
    with house.begin():
        ann = update(schema.accounts).where(schema.accounts.c.player == "ann")
        house.execute(ann.values(name="=HYPERLINK(1)"))
        house.execute(update(schema.tables).values(name=' +cmd|"x"!A1, with a comma'))
    rounds = exported("rounds", "--database", database, "--table", "washington")
    names = {row["player"]: row["name"] for row in rounds}
    assert names["ann"] == "'=HYPERLINK(1)"
    assert {row["table_name"] for row in rounds} == {'\' +cmd|"x"!A1, with a comma'}
    assert all(re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", row["at"]) for row in rounds)
    _, out, _ = run("transfers", "--database", database)
    assert not re.search(r"(?m)(?:^|,)[=+@]", out)


def test_rows_name_the_bank_of_their_round(house: Connection, database: str) -> None:
    with house.begin():
        bob = update(schema.accounts).where(schema.accounts.c.player == "bob")
        house.execute(bob.values(name="=HYPERLINK(1)"))
        kept = house.execute(select(schema.rounds).where(schema.rounds.c.table_id == "california"))
        bankers = {str(row.number): row.banker for row in kept}
    rounds = exported("rounds", "--database", database, "--table", "california")
    assert ROUNDS[-2:] == ("banker", "banker_name")
    found = {(row["round"], row["banker"]) for row in rounds if row["round"] in bankers}
    assert found <= set(bankers.items())
    assert len({banker for _, banker in found}) > 1
    assert all(row["banker"] != row["player"] for row in rounds)
    names = {row["banker"]: row["banker_name"] for row in rounds if row["banker"]}
    assert names["bob"] == "'=HYPERLINK(1)"
    others = exported("rounds", "--database", database, "--table", "washington")
    assert {(row["banker"], row["banker_name"]) for row in others} == {("", "")}


@pytest.mark.parametrize(
    "cell, written",
    [
        *((text, f"'{text}") for text in ("=1", "+1", "-1", "@a", "\t1", " =1", "\rx", "\uff1d1")),
        *((cell, cell) for cell in ("ann", "a=1", "", "'", "player:p1", -500, 0, None)),
    ],
)
def test_a_text_is_no_formula(cell: str | int | None, written: str | int | None) -> None:
    assert plain(cell) == written


@pytest.mark.parametrize(
    "text, seconds",
    [
        ("1970-01-02", 86_400),
        ("1970-01-01T00:01", 60),
        ("1970-01-01T01:00+01:00", 0),
        ("1970-01-01T00:00:00.250Z", 0.25),
    ],
)
def test_dates(text: str, seconds: float) -> None:
    assert read_time(text) == seconds * 1000
    assert read_time(time(read_time(text))) == read_time(text)


@pytest.mark.parametrize(
    "words, message",
    [
        (("transfers", "--since", "May"), "'May' is not a date: write 2026-05-04"),
        (("rounds", "--table", "none"), "there is no table none here"),
        (("cards",), "'cards' is not one of 'rounds', 'transfers'"),
        (("rounds", "-o", "{folder}"), "is a folder; name a file in it"),
        (("rounds", "-o", "{folder}/no/x.csv"), "there is no folder"),
    ],
)
def test_what_is_refused(tmp_path: Path, words: tuple[str, ...], message: str) -> None:
    filled(tmp_path / "house.db").close()
    given = [word.format(folder=tmp_path) for word in words]
    status, out, err = run(*given, "--data", str(tmp_path))
    assert (status, out) == (2, "")
    assert message in err


def test_a_house_that_is_not_there(tmp_path: Path) -> None:
    status, out, err = run("rounds", "--data", str(tmp_path))
    assert (status, out) == (2, "")
    assert "there is no such database" in err


def test_a_file_is_written_whole(tmp_path: Path) -> None:
    filled(tmp_path / "house.db").close()
    file = tmp_path / "transfers.csv"
    assert run("transfers", "--data", str(tmp_path), "-o", str(file)) == (
        0,
        f"{file}: 0 rows\n",
        "",
    )
    assert file.read_bytes() == f"{','.join(TRANSFERS)}\n".encode()
    with connect_writer(tmp_path / "house.db") as writer, writer.begin():
        writer.exec_driver_sql("DROP TABLE transfers")
    assert run("transfers", "--data", str(tmp_path), "-o", str(file))[0] == 2
    assert file.read_bytes() == f"{','.join(TRANSFERS)}\n".encode(), "as it was"
    assert {*tmp_path.glob("*.part"), *tmp_path.glob(".*.part")} == set()


def test_progress_is_shown_at_a_terminal(tmp_path: Path) -> None:
    one = House(load_rules("washington").rules(), Random(1), players=3)
    one.play(until=lambda: one.table.rounds > 200)
    filled(tmp_path / "house.db", one).close()
    terminal, other = pty.openpty()
    command = [sys.executable, "-m", "casinowar", "export", "transfers", "--data", str(tmp_path)]
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "80"}
    file = tmp_path / "transfers.csv"
    with file.open("wb") as out:
        exporting = subprocess.Popen(command, stdout=out, stderr=other, env=environment)
    os.close(other)
    shown = b""
    with suppress(OSError):  # when there is nobody any more who could write
        while some := os.read(terminal, 10_000):
            shown += some
    os.close(terminal)
    assert exporting.wait(60) == 0
    assert b"transfers" in shown
    assert b"%" in shown
    assert len(file.read_text().splitlines()) > 1000
