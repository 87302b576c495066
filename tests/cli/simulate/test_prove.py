"""`casinowar prove`: the certificate as people and machines get it."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from casinowar.cli import main
from casinowar.odds.composition import fresh
from casinowar.odds.sheet import Sheet
from casinowar.rules.file import load_rules
from casinowar.sim.proof import certificate
from casinowar.sim.proof.certificate import Certificate
from tests.support.game.rulefiles import variant_text

QUICK = ("--rounds", "1e6", "--seed", "4", "--kernel", "general")


def run(*words: str, columns: int = 80) -> Result:
    return CliRunner().invoke(main, ("prove", *words), env={"COLUMNS": str(columns)})


def found(*words: str) -> dict[str, Any]:
    result = run(*words, *QUICK, "--json")
    assert result.exit_code == 0, result.output
    certificate: dict[str, Any] = json.loads(result.output)
    return certificate


def test_certificate_for_people() -> None:
    result = run("fun-casino", "--reading", "first-bet-lost", *QUICK)
    assert result.exit_code == 0
    lines = result.output.splitlines()
    assert max(map(len, lines)) <= 80
    assert not any("…" in line for line in lines)
    file = load_rules("fun-casino")
    for part in (
        "fun-casino, reading first-bet-lost, 6 decks, 1 seat, cut card 30 from the end",
        file.sha256,
        "seed 4",
        "plain compiled core",
        "1,000,000 rounds with fresh shoes",
        "chi-square over whole tables",
        "The cut-card effect",
        "proved: play, price and simulation agree",
    ):
        assert part in result.output


def test_certificate_for_machines() -> None:
    told = found("washington", "--seats", "2")
    assert told["format"] == "casinowar/certificate/1"
    assert told["sha256"] == load_rules("washington").sha256
    assert (told["seats"], told["decks"], told["cut_card"], told["seed"]) == (2, 6, 78, 4)
    assert told["machine"]["python"]
    assert {each["shoe"] for each in told["agreements"]} == {"fresh", "cut card"}
    assert told["simulation"]["rounds"] == 1_000_000
    primary = told["simulation"]["wagers"]["primary"]
    assert abs(primary["z"]) < told["bounds"]["z"]
    exact = Sheet(load_rules("washington").rules(), fresh(6)).primary.mean
    assert primary["exact_fraction"] == str(exact)
    effect = told["cut_card_effect"]["wagers"]
    assert effect["tie"]["effect"] < -4 * effect["tie"]["effect_error"]
    assert told["proved"] is True
    assert told["failures"] == []


def test_table_without_a_cut_card_has_no_effect_of_it() -> None:
    assert found("online")["cut_card_effect"] is None


def test_other_tables_can_be_proved(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(variant_text("washington", {"pays.equal.tie": "11 to 1"}), encoding="utf-8")
    told = found(str(file), "--policy", "surrender", "--decks", "2", "--cut-card", "40")
    assert (told["policy"], told["decks"], told["cut_card"]) == ("surrender", 2, 40)
    assert set(told["simulation"]["wagers"]) == {"primary", "tie"}


def test_what_is_not_proved_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = certificate.prove

    def failing(*args: Any, **more: Any) -> Certificate:
        right = honest(*args, **more)
        return Certificate(
            right.bounds, right.agreements, right.fresh, right.cut_card, ("the sky fell",)
        )

    monkeypatch.setattr(certificate, "prove", failing)
    result = run("online", *QUICK)
    assert result.exit_code == 1
    assert "not proved:\n  the sky fell" in result.output


def test_report_has_the_certificate(tmp_path: Path) -> None:
    page = tmp_path / "online.html"
    result = run("online", *QUICK, "--html", str(page))
    assert result.exit_code == 0
    assert result.output.endswith(f"written: {page}\n")
    text = page.read_text(encoding="utf-8")
    assert "Proved: play, price and simulation agree." in text
    assert "The same rounds from the same cards" in text


@pytest.mark.parametrize(
    "words, error",
    [
        (("washington", "--rounds", "0"), "--rounds: cannot simulate 0"),
        (("washington", "--rounds", "1e30"), "--rounds: cannot simulate 1e30"),
        (("washington", "--rounds", "abc"), "--rounds: 'abc' is not a whole number"),
        (("washington", "--cut-card", "5"), "cut card: cannot put 5 cards behind it"),
        (("washington", "--seats", "9"), "seats: cannot simulate 9"),
        (("washington", "--reading", "none"), "has no reading 'none'"),
        (("fun-casino", "--policy", "war and tie"), "does not offer 'war and tie'"),
        (("nowhere.toml",), "nowhere.toml"),
        (("online", "--html", "."), "is a folder"),
    ],
    ids=str,
)
def test_bad_input_is_refused(words: tuple[str, ...], error: str) -> None:
    result = run(*words)
    assert result.exit_code == 2
    assert error in result.output
    assert "Traceback" not in result.output
