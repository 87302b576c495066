"""A saved simulation is read back whole, and what is not one is refused."""

import json
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from casinowar.errors import NotationError
from casinowar.rules.file import load_rules
from casinowar.sim import run as running
from casinowar.sim import saved, tallies
from casinowar.sim.chunks import count_chunk
from casinowar.sim.game import game_of
from casinowar.sim.kernels.compiled import KERNELS
from casinowar.sim.run import SimulationJob, Totals, no_totals
from casinowar.sim.saved import FORMAT, Goal, Subject, differences, read, subject_of, text_of

ONLINE = load_rules("online").rules()
GOAL = Goal(6_000, None)


@pytest.fixture(autouse=True)
def equal_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "_STEPS", 0)


def job(seats: int = 3, **asked: Any) -> SimulationJob:
    return SimulationJob(game_of(ONLINE, seats=seats, **asked), "general", 2**53 - 1)


def subject(own: SimulationJob | None = None) -> Subject:
    return subject_of("1.2.3", ONLINE, "war", own or job())


def totals(own: SimulationJob, rounds: int, tail: int = 0) -> Totals:
    chunk = tuple(count_chunk(own.game, "general", 1, 0, rounds).tolist())
    rest = tuple(count_chunk(own.game, "general", 1, 1, tail).tolist()) if tail else ()
    return Totals(1, chunk, rounds + tail, rest, 1.25, 0.5 if tail else 0.0)


@pytest.mark.parametrize("tail", [0, 77])
@pytest.mark.parametrize(
    "own",
    [job(1), job(8), job(2, decision="surrender"), job(rounds_per_shoe=4, decks=12)],
)
def test_what_is_saved_is_read_back(own: SimulationJob, tail: int) -> None:
    kept, found = replace(subject(own), chunk_rounds=5_000), totals(own, 5_000, tail)
    for goal in (GOAL, Goal(10**15, Fraction(1, 3_000))):
        assert read("run", text_of(kept, goal, found)) == (kept, goal, found)


def test_the_file_is_an_object_that_anyone_can_read() -> None:
    told = json.loads(text_of(subject(), GOAL, totals(job(), 5_000, 77)))
    assert told["format"] == FORMAT
    assert told["rules"] == "online"
    assert told["sha256"] == ONLINE.sha256
    assert told["job"]["game"]["seats"] == 3
    assert told["rounds"] == 5_077
    assert sum(row[-1] for row in told["whole_chunks"]) == 5_000
    assert sum(row[-1] for row in told["tail"]) == 77
    assert all(sum(row[:3]) == 3 and sum(row[3:6]) == row[2] for row in told["whole_chunks"])
    assert len(told["whole_chunks"]) < tallies.size(3)


TEXT = text_of(subject(), GOAL, totals(job(), 5_000, 77))


@pytest.mark.parametrize(
    "text, why",
    [
        ("", "is not a saved simulation, or a damaged one"),
        ("{", "is not a saved simulation, or a damaged one"),
        (TEXT[: len(TEXT) // 2], "is not a saved simulation, or a damaged one"),
        ("[" * 100_000, "is not a saved simulation, or a damaged one"),
        ("[]", "its format is not casinowar/simulation/1"),
        ("{}", "its format is not casinowar/simulation/1"),
        (TEXT.replace("simulation/1", "simulation/2"), "its format is not casinowar/simulation/1"),
        (TEXT.replace('"chunks": 1', '"chunks": 2'), "is damaged"),
        (TEXT.replace('"seed": 9007199254740991', '"seed": 9007199254740990'), "is damaged"),
        (TEXT.replace('"digest"', '"digset"'), "is damaged"),
        (json.dumps({"format": FORMAT}), "is damaged"),
    ],
)
def test_what_is_no_saved_simulation_is_refused(text: str, why: str) -> None:
    assert text != TEXT
    with pytest.raises(NotationError, match=f"^run.json: .*{why}"):
        read("run.json", text)


def test_an_object_with_a_right_digest_but_nothing_else_is_refused() -> None:
    told = {"format": FORMAT, "job": {"game": {}, "kernel": "general", "seed": 1}}
    with pytest.raises(NotationError, match="a field is missing or wrong"):
        read("run.json", json.dumps({**told, "digest": saved._digest(told)}))


def test_every_digit_is_watched() -> None:
    for at, digit in enumerate(TEXT):
        if digit.isdigit() and at % 7 == 0:
            other = TEXT[:at] + str((int(digit) + 1) % 10) + TEXT[at + 1 :]
            with pytest.raises(NotationError):
                read("run.json", other)


def test_what_differs_is_named() -> None:
    kept = subject()
    assert differences(kept, kept) == []
    washington = load_rules("washington").rules()
    other = subject_of("1.2.3", washington, "war", kept.job)
    named = differences(kept, other)
    assert named[0] == "rules online, not washington"
    assert named[1] == "reading by-the-text, not right-to-left"
    assert named[2].startswith(f"rule file SHA-256 {ONLINE.sha256[:16]}, not")


@pytest.mark.parametrize(
    "asked, named",
    [
        (subject(job(4)), "seats 3, not 4"),
        (subject(job(decks=8)), "decks 6, not 8"),
        (subject(job(rounds_per_shoe=2)), "rounds per shoe 1, not 2"),
        (subject(job(cut_card=60)), "cut card 0, not 60"),
        (replace(subject(), policy="surrender"), "policy war, not surrender"),
        (subject(replace(job(), seed=4)), "seed 9007199254740991, not 4"),
        (subject(replace(job(), kernel="vector")), "kernel general, not vector"),
        (
            replace(subject(), version="1.2.4", kernels=KERNELS + 1),
            f"kernels {KERNELS} (casinowar 1.2.3), not {KERNELS + 1} (casinowar 1.2.4)",
        ),
        (replace(subject(), chunk_rounds=5), "rounds of a chunk"),
    ],
)
def test_each_difference_is_named(asked: Subject, named: str) -> None:
    assert any(each.startswith(named) for each in differences(subject(), asked))


def test_the_size_of_a_chunk_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """A version with other chunks cannot go on with these."""
    kept, _, _ = read("run", text_of(subject(), GOAL, no_totals(job())))
    assert not differences(kept, subject())
    monkeypatch.setattr(running, "_CHUNK_CARDS", {"general": 1_000})
    assert kept.chunk_rounds != kept.job.chunk_rounds
    assert differences(kept, subject())


def test_another_version_that_deals_the_same_cards_may_go_on() -> None:
    assert differences(subject(), replace(subject(), version="1.2.4")) == []


@pytest.mark.parametrize(
    "written, read_as", [("f5e5f37666e2fa75", 1), ("0123456789abcdef", "0123456789abcdef"), (2, 2)]
)
def test_a_digest_of_the_kernels_counts_as_their_version(
    written: int | str, read_as: int | str
) -> None:
    kept, _, _ = read("run", text_of(replace(subject(), kernels=written), GOAL, no_totals(job())))
    assert kept.kernels == read_as
    assert bool(differences(kept, subject())) == (read_as != KERNELS)


@pytest.mark.parametrize(
    "change",
    [
        {"seconds": "abc"},
        {"seconds": -1},
        {"tail_seconds": 2},
        {"chunks": -3},
        {"rounds": 7},
        {"chunks": 2},
        {"goal": {"rounds": 0, "error": None}},
        {"goal": {"rounds": "many", "error": None}},
        {"goal": {"rounds": 10, "error": "1/0"}},
        {"goal": None},
    ],
    ids=str,
)
def test_a_file_whose_numbers_do_not_add_up_is_refused(change: dict[str, Any]) -> None:
    kept = replace(subject(), chunk_rounds=5_000)
    told = json.loads(text_of(kept, GOAL, totals(job(), 5_000, 77))) | change
    del told["digest"]
    text = json.dumps(told | {"digest": saved._digest(told)})
    with pytest.raises(NotationError, match="run: is damaged: a field is missing or wrong"):
        read("run", text)
