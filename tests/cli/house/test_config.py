"""`casinowar config` shows what a house would be opened with."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from casinowar.cli import main
from casinowar.house.settings import Settings


def run(*args: str, **environment: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(main, ["config", *args], env=environment)
    return result.exit_code, result.stdout, result.stderr


def test_every_setting_with_its_origin(tmp_path: Path) -> None:
    status, out, _ = run("--json", "--data", str(tmp_path), CASINOWAR_GRANT="700")
    assert status == 0
    told = json.loads(out)
    assert told["grant"] == {"value": 700, "origin": "environment"}
    assert told["data"] == {"value": str(tmp_path), "origin": "option"}
    assert told["database"]["value"] == str(tmp_path / "house.db")
    assert told["port"] == {"value": 8000, "origin": "default"}


def test_it_is_shown_to_people_too() -> None:
    status, out, _ = run("--no-color", CASINOWAR_BETTING_SECONDS="30", COLUMNS="120")
    assert status == 0
    (line,) = [line for line in out.splitlines() if "CASINOWAR_BETTING_SECONDS" in line]
    assert line.split()[1:3] == ["30", "environment"]


def test_a_pipe_gets_a_line_for_each(tmp_path: Path) -> None:
    folder = tmp_path / ("long" * 40)
    _, out, _ = run("--no-color", "--data", str(folder), COLUMNS="80")
    head, *lines = out.splitlines()
    assert head.split() == ["variable", "value", "origin"]
    assert len(lines) == len(Settings.model_fields)
    assert all(line.startswith("CASINOWAR_") for line in lines)
    assert str(folder / "house.db") in out


def test_a_password_is_not_shown() -> None:
    for form in ([], ["--json"]):
        _, out, err = run(
            *form, "--database", "postgresql://ann:opensesame@db/house", COLUMNS="160"
        )
        assert "opensesame" not in out + err
        assert "postgresql://ann:***@db/house" in out.replace("\n", "")


@pytest.mark.parametrize("variable", ["CASINOWAR_BETING_SECONDS"])
def test_a_slip_is_told(variable: str) -> None:
    status, _, err = run(**{variable: "5"})
    assert status == 0
    assert f"{variable} is not a setting; did you mean CASINOWAR_BETTING_SECONDS?" in err


def test_a_wrong_value_is_one_sentence() -> None:
    status, out, err = run(CASINOWAR_PORT="high")
    assert (status, out) == (2, "")
    assert err.startswith("Error: CASINOWAR_PORT: input should be a valid integer")
