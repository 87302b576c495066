"""A new field with a default takes one declaration, and every file there is loads as before.

The tests run a copy of the package in which `rules/vocabulary/groups.py` declares one more field.
"""

import gzip
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from casinowar.rules.file import builtin_names, load_rules
from casinowar.rules.template import template
from casinowar.rules.variant import written_fields
from tests.paths import ROOT, TESTS
from tests.support.game.rulefiles import variant_text

FIELD = "shoe.shuffled_by"
DECLARED = """
    shuffled_by: Literal["dealer", "machine"] = rule(
        "who shuffles the cards",
        example="machine",
        default="dealer",
        words={"dealer": "the dealer, by hand", "machine": "a machine"},
    )
"""
BEFORE = "\n\n@record\nclass SeatRules:"

ASK = """
import json, sys
from casinowar.errors import RuleError
from casinowar.rules import describe
from casinowar.rules.fields import TERMS
from casinowar.rules.file import builtin_names, load_rules, read_rules
from casinowar.rules.template import template
from casinowar.rules.variant import changed_rules, written_fields
from tests.docs.rule_tables import rule_table

field = "shoe.shuffled_by"

def about(file, rules=None):
    rules = rules or file.rules()
    return {
        "is": rules.shoe.shuffled_by,
        "by": file.cites(field),
        "sha256": file.sha256,
        "written": {r.name: written_fields(file, r.name) for r in file.readings},
        "sign": {line.title: line.says for line in describe.sign_lines(rules)},
    }

def load(source):
    try:
        return about(read_rules(source.encode(), "new.toml"))
    except RuleError as error:
        return str(error)

file = load_rules("washington")
new = template("new.toml")
print(json.dumps({
    "built in": {name: about(load_rules(name)) for name in builtin_names()},
    "given": [load(source) for source in json.load(sys.stdin)],
    "changed": about(file, changed_rules(file, None, {field: "machine"})),
    "template": new,
    "in the template": load(new.replace("# shuffled_by = { is =", "shuffled_by = { is =")
        .replace('by = ["..."]', 'by = ["T-1"]')),
    "table": rule_table("shoe"),
}))
"""


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the package, one field richer."""
    package = ROOT / "src" / "casinowar"
    folder = tmp_path_factory.mktemp("copy")
    (folder / "casinowar").mkdir()
    for path in package.iterdir():
        if path.name != "rules":
            (folder / "casinowar" / path.name).symlink_to(path)
    rules = folder / "casinowar" / "rules"
    shutil.copytree(package / "rules", rules, ignore=shutil.ignore_patterns("__pycache__"))
    source = (rules / "vocabulary" / "groups.py").read_text("utf-8")
    assert source.count(BEFORE) == 1
    (rules / "vocabulary" / "groups.py").write_text(
        source.replace(BEFORE, DECLARED + BEFORE), "utf-8"
    )
    return folder


def run(copy: Path, *words: str, given: str = "") -> str:
    """The output of a Python program that imports the copy."""
    path = os.pathsep.join([str(copy), str(ROOT)])
    env = {**os.environ, "PYTHONPATH": path, "COLUMNS": "100"}
    done = subprocess.run(
        [sys.executable, *words], input=given, capture_output=True, text=True, env=env, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def answers(copy: Path) -> dict[str, Any]:
    sources = [variant_text("washington", {FIELD: value}) for value in ("machine", "nobody")]
    found: dict[str, Any] = json.loads(run(copy, "-c", ASK, given=json.dumps(sources)))
    return found


@pytest.mark.parametrize("name", builtin_names())
def test_old_files_have_the_default_and_are_otherwise_the_same(
    answers: dict[str, Any], name: str
) -> None:
    file, found = load_rules(name), answers["built in"][name]
    assert (found["is"], found["by"]) == ("dealer", [])
    assert found["sha256"] == file.sha256
    before = {reading.name: written_fields(file, reading.name) for reading in file.readings}
    assert found["written"] == {name: {**own, FIELD: "dealer"} for name, own in before.items()}


def test_a_file_can_set_it(answers: dict[str, Any]) -> None:
    found, refused = answers["given"]
    assert (found["is"], found["by"]) == ("machine", ["ALL-18"])
    assert found["sign"]["Shuffled by"] == "a machine"
    assert refused.startswith(f"new.toml: {FIELD}: 'nobody' ")
    assert "'dealer', 'machine'" in refused
    assert "who shuffles the cards" in refused


def test_it_can_be_changed(answers: dict[str, Any]) -> None:
    assert answers["changed"]["is"] == "machine"
    assert answers["changed"]["sign"]["Shuffled by"] == "a machine"


def test_the_template_offers_it(answers: dict[str, Any]) -> None:
    new = set(answers["template"].splitlines()) - set(template("new.toml").splitlines())
    comment, line = sorted(new, key=lambda line: "=" in line)
    assert comment.startswith('# who shuffles the cards: "dealer", "machine"')
    assert '"dealer"' in comment.rpartition(";")[2]
    assert line == '# shuffled_by = { is = "machine", by = ["..."] }'
    assert answers["in the template"]["is"] == "machine"


def test_the_documentation_would_have_it(answers: dict[str, Any]) -> None:
    [row] = [row for row in answers["table"].splitlines() if f"`{FIELD}`" in row]
    assert "who shuffles the cards" in row
    assert '`"machine"`' in row


def test_the_command_line_shows_it(copy: Path) -> None:
    shown = run(copy, "-m", "casinowar", "rules", "washington")
    [line] = [line for line in shown.splitlines() if "Shuffled by" in line]
    assert line.split("Shuffled by")[1].strip() == "the dealer, by hand"
    assert "washington" in run(copy, "-m", "casinowar", "check", "washington")


def test_a_shoe_of_the_first_version_still_verifies(copy: Path, tmp_path: Path) -> None:
    kept = TESTS / "v0_1" / "shoes" / "california--hand-dealt-by-hand.json.gz"
    shoe = tmp_path / "shoe.json"
    shoe.write_bytes(gzip.decompress(kept.read_bytes()))
    told = json.loads(run(copy, "-m", "casinowar", "verify", str(shoe), "--json"))
    assert told["verified"] is True
