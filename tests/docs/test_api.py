"""The page on the API: its examples play a round, and it has every command and refusal."""

import json
import re
import subprocess
from pathlib import Path

import pytest

from casinowar.house.people import rights
from casinowar.web.api.commands import COMMANDS
from tests.paths import ROOT
from tests.support.house.served import served

PAGE = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
SOURCES = [
    path.read_text(encoding="utf-8")
    for layer in ("house", "web")
    for path in (ROOT / "src" / "casinowar" / layer).rglob("*.py")
]
KINDS = re.compile(r'(?:Refused|problem|super\(\).__init__)\(\s*"([a-z-]+)"')


@pytest.mark.needs("curl")
def test_examples_play_a_whole_round(tmp_path: Path) -> None:
    script = "set -eu\n" + "".join(re.findall(r"^```sh\n(.*?)^```$", PAGE, re.M | re.S))
    (tmp_path / "home").mkdir()
    with served(tmp_path / "home") as house:
        ran = subprocess.run(
            ["bash", "-c", script.replace("curl -sS", "curl -sS -w '\\n'")],
            cwd=tmp_path,
            env={"HOUSE": house.url, "PATH": "/usr/bin:/bin"},
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
    assert ran.returncode == 0, ran.stderr
    answers = [json.loads(line) for line in ran.stdout.splitlines() if line]
    assert len(answers) >= 12
    assert not [answer for answer in answers if "urn:casinowar" in str(answer)]
    guest, named = answers[0], next(each for each in answers if each.get("name") == "ann")
    assert named["player"] == guest["player"]
    assert any(each.get("round") == 1 and each["settlements"] for each in answers)
    assert json.loads((tmp_path / "shoe.json").read_text())["shoe"] == "washington/1"


def test_every_command_is_documented() -> None:
    documented = set(re.findall(r"^\| `([a-z-]+)` \| (?:`|\{)", PAGE, re.MULTILINE))
    assert documented == {*COMMANDS}


def test_who_may_is_documented() -> None:
    row = re.compile(r"^\| `([a-z-]+)` \|" + r"([^|\n]*)\|" * 6 + "$", re.MULTILINE)
    table = {
        right: [bool(cell.strip()) for cell in cells] for right, _, *cells in row.findall(PAGE)
    }
    both = (*rights.AT_TABLES.items(), *rights.IN_THE_HOUSE.items())
    roles: dict[str, set[str]] = {right: {*given} for right, given in both}
    assert list(table) == list(roles)
    for right, (owner, *cells) in table.items():
        assert {role for role, may in zip(rights.RANKS, cells, strict=True) if may} == roles[right]
        assert owner == (right in {*rights.OWNERS, "play"})


def test_every_kind_of_refusal_is_documented_and_no_other() -> None:
    rows = re.findall(r"^\| (`[a-z-]+`(?:, `[a-z-]+`)*) \| \d{3}", PAGE, re.MULTILINE)
    documented = {name for row in rows for name in re.findall(r"`([a-z-]+)`", row)}
    known = {kind for source in SOURCES for kind in KINDS.findall(source)}
    assert documented == known | {"wrong-method"}
