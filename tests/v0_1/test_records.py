"""Records and shoe files that version 0.1 wrote: they replay, audit and verify for ever.

`tests/golden/shoes` has whole shoes of ordinary play. Here are shoes still open, abandoned and
dealt by hand, with everything else that can happen at a table.
"""

import gzip
import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from casinowar.audit import Auditor
from casinowar.audit.files import audit_shoe
from casinowar.record.codec.events import KINDS
from casinowar.record.reader import open_again, replay
from casinowar.record.shoefile import read_shoe, write_shoe
from casinowar.record.state import read_table, write_table
from casinowar.record.steps import STEPS
from casinowar.rules.file import builtin_names, load_rules
from tests.support.record.shoes import GOLDEN

HERE = Path(__file__).parent
RECORDS = sorted((HERE / "records").glob("*.jsonl.gz"))
SHOES = sorted((HERE / "shoes").glob("*.json.gz"))


def text_of(path: Path) -> str:
    return gzip.decompress(path.read_bytes()).decode()


def name_of(path: Path) -> str:
    return path.name.partition(".")[0]


@pytest.mark.parametrize("path", RECORDS, ids=name_of)
def test_a_record_is_replayed_and_audited(path: Path) -> None:
    texts = text_of(path).splitlines()
    header = json.loads(texts[0])
    rules = load_rules(header["rules"]).rules(header["reading"])
    assert rules.sha256 == header["sha256"]
    record = replay(open_again(rules, texts[0]), texts[1:])
    assert record.head == json.loads(texts[-1])["hash"]
    auditor = Auditor(open_again(rules, texts[0]))
    for number, text in enumerate(texts[1:]):
        if number % 20 == 0:
            table = auditor.record.table
            assert read_table(rules, table.options, write_table(table)) == table
        auditor.take(text)
    assert auditor.record == record


@pytest.mark.parametrize("path", SHOES, ids=name_of)
def test_a_shoe_file_is_verified_and_would_be_written_alike(path: Path) -> None:
    text = text_of(path)
    file = read_shoe(text.encode())
    auditor = audit_shoe(file)
    assert auditor.record.head == file.entries[-1]["hash"]
    state = name_of(path).rpartition("-")[2]
    assert (auditor.shoes[-1].fair is not None) == (state == "abandoned")
    told = json.loads(text)
    prev = told["entries"][0]["prev"]
    for entry in told["entries"]:
        body = {name: value for name, value in entry.items() if name != "hash"}
        plain = json.dumps(body, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
        assert (entry["prev"], entry["hash"]) == (prev, hashlib.sha256(plain.encode()).hexdigest())
        prev = entry["hash"]
    lines = [line.rstrip(",") for line in text.splitlines()]
    header = lines[2].removeprefix('"table":')
    steps = lines[5 : 5 + len(told["steps"])] if told["steps"] else []
    entries = [line for line in lines[lines.index('"entries":[') + 1 :] if line != "]}"]
    assert write_shoe(header, told["rules"].encode(), entries, [*steps, *entries]) == text


def kinds(entries: list[dict[str, Any]]) -> set[str]:
    """The types of everything in some entries."""
    found = {entry["kind"] for entry in entries}
    for entry in entries:
        if entry["kind"] == "action":
            found |= {entry["action"]["type"], *(event["type"] for event in entry["events"])}
    return found


def test_everything_that_can_be_written_is_among_them() -> None:
    found = set()
    for path in RECORDS:
        found |= kinds([json.loads(line) for line in text_of(path).splitlines()])
    texts = [*map(text_of, SHOES), *(path.read_text("utf-8") for path in GOLDEN.glob("*.json"))]
    for text in texts:
        file = json.loads(text)
        found |= kinds([*file["steps"], *file["entries"]])
    assert found == {*KINDS, *STEPS, "table", "shoe", "action"}


def test_every_rule_set_and_state_is_among_them() -> None:
    for name in builtin_names():
        records, shoes = ({name_of(path) for path in paths} for paths in (RECORDS, SHOES))
        assert {name, f"{name}--hand-dealt"} <= records
        assert {f"{name}-open", f"{name}-abandoned", f"{name}--hand-dealt-by-hand"} <= shoes
