"""Golden shoes: files that some release has written verify for ever, to the last byte.

`python -m tests.support.record.shoes` writes new ones, where there is something new to show.
"""

import hashlib
import json
from pathlib import Path

import pytest

from casinowar.audit import Auditor
from casinowar.audit.files import audit_shoe
from casinowar.record.shoefile import read_shoe, write_shoe
from casinowar.rules.file import builtin_names
from tests.support.record.shoes import GOLDEN, golden_files

FILES = sorted(GOLDEN.glob("*.json"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_golden_shoe_is_verified(path: Path) -> None:
    file = read_shoe(path.read_bytes())
    auditor = audit_shoe(file)
    assert auditor.record.head == file.entries[-1]["hash"]
    by_hand = path.stem.endswith("by-hand")
    assert (auditor.shoes[0].fair is None) == by_hand


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_its_hashes_need_nothing_but_sha256(path: Path) -> None:
    file = json.loads(path.read_bytes())
    assert hashlib.sha256(file["rules"].encode()).hexdigest() == file["table"]["sha256"]
    prev = file["entries"][0]["prev"]
    for entry in file["entries"]:
        assert entry["prev"] == prev
        prev = entry.pop("hash")
        text = json.dumps(entry, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
        assert hashlib.sha256(text.encode()).hexdigest() == prev


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_it_would_be_written_the_same_today(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    file, lines = json.loads(text), text.splitlines()
    entries = lines[lines.index('"entries":[') + 1 : -1]
    steps = lines[5 : lines.index('"entries":[') - 1] if file["steps"] else []
    given = [line.rstrip(",") for line in (*steps, *entries)]
    header = lines[2].removeprefix('"table":').removesuffix(",")
    own = given[len(file["steps"]) :]
    assert write_shoe(header, file["rules"].encode(), own, given) == text


def test_every_rule_set_has_one() -> None:
    for name in builtin_names():
        assert any(path.stem.startswith(name) for path in FILES)
    assert {path.stem for path in FILES} >= set(golden_files())


def test_golden_shoes_in_a_row_are_one_chain() -> None:
    for name in ("fun-casino", "online"):
        before: Auditor | None = None
        for path in sorted(GOLDEN.glob(f"{name}-[0-9].json")):
            before = audit_shoe(read_shoe(path.read_bytes()), before)
            assert before.unchecked() == []
