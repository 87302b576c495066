"""Rule files: where they come from, what they offer, and what is none."""

import hashlib
import os
import pickle
from collections.abc import Iterator
from importlib import resources
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casinowar.errors import RuleError
from casinowar.rules.file import (
    MOST_BYTES,
    RuleFile,
    builtin_names,
    decisions,
    load_rules,
    read_rules,
)
from casinowar.rules.model import RuleSet
from tests.support.game.rulefiles import variant_text


def every_reading() -> Iterator[tuple[RuleFile, RuleSet]]:
    for name in builtin_names():
        file = load_rules(name)
        for reading in file.readings:
            yield file, file.rules(reading.name)


def test_a_file_keeps_its_bytes_and_their_hash() -> None:
    data = (resources.files("casinowar.rules") / "sets" / "online.toml").read_bytes()
    file = load_rules("online")
    assert file.source == data
    assert file.sha256 == hashlib.sha256(data).hexdigest() == file.rules().sha256
    assert read_rules(file.source, "again") == file


def test_rules_and_files_can_be_hashed_and_pickled() -> None:
    for file, rules in every_reading():
        assert hash(rules) == hash(file.rules(rules.reading))
        assert pickle.loads(pickle.dumps(rules)) == rules
        assert pickle.loads(pickle.dumps(file)) == file


def test_cites_of_a_table_are_those_of_its_fields() -> None:
    file = load_rules("washington")
    assert file.cites("pays.war_higher.war") == ("WA-4c-ii-1a",)
    assert file.cites("pays.equal.primary") == ()
    assert file.cites("pays.war_higher") == ("WA-4c-ii-1a",)
    assert file.cites("limits") == ("ALL-18", "ALL-14", "ALL-4", "WA-LIM", "ALL-19")


def test_an_unknown_field_reading_or_clause_is_named_with_what_there_is() -> None:
    file = load_rules("washington")
    with pytest.raises(RuleError, match=r"'shoe\.deck' .*; did you mean shoe\.decks\?"):
        file.cites("shoe.deck")
    with pytest.raises(RuleError, match="no reading 'literal'; it has: right-to-left, left-to-r"):
        file.rules("literal")
    with pytest.raises(RuleError, match=r"no clause 'WA-5'; did you mean WA-\d"):
        file.says("WA-5")
    assert file.says("ALL-1") == decisions()["ALL-1"]


@pytest.mark.parametrize(
    "name, hint",
    [
        ("washingtin", "did you mean washington?"),
        ("Online", "did you mean online?"),
        ("poker", "'poker'; the built-in ones are california, fun-casino, online"),
        ("", "''; the built-in ones are"),
        ("decisions", "there is no rule set 'decisions'"),
        ("online.toml", "no such file; the built-in rule set is online"),
        ("/nowhere/my.toml", "/nowhere/my.toml: there is no such file"),
        ("bad\0name.toml", "cannot be read: "),
        ("x" * 5000 + ".toml", "cannot be read: "),
    ],
)
def test_a_name_that_is_none(name: str, hint: str) -> None:
    with pytest.raises(RuleError) as refused:
        load_rules(name)
    assert hint in str(refused.value)
    assert len(str(refused.value)) < 6000


def test_a_file_by_its_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(variant_text("washington", {"shoe.decks": [8]}), encoding="utf-8")
    assert load_rules(path) == load_rules(str(path))
    assert load_rules(path).rules().shoe.decks == (8,)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "washington").write_bytes(path.read_bytes())
    (tmp_path / "mine").write_bytes(path.read_bytes())
    assert load_rules("mine").rules().shoe.decks == (8,)
    assert load_rules("washington").rules().shoe.decks == (6,)
    assert load_rules("./washington").rules().shoe.decks == (8,)


def test_only_regular_files_of_some_size_are_opened(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with (tmp_path / "huge.toml").open("wb") as file:
        file.truncate(1 << 40)
    for path, message in (
        (tmp_path, "this is a directory"),
        (tmp_path / "pipe", "not a regular file"),
        (Path("/dev/zero"), "not a regular file"),
        (tmp_path / "huge.toml", "over 1 MiB"),
    ):
        with pytest.raises(RuleError, match=message):
            load_rules(path)


def test_an_unreadable_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "mine.toml"
    path.touch()

    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(RuleError, match="cannot be read: Permission denied"):
        load_rules(path)


def test_the_largest_file_is_read(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    line = b"#" * 99 + b"\n"
    text = variant_text("washington").encode()
    path.write_bytes(text + line * ((MOST_BYTES - len(text)) // 100))
    assert load_rules(path).id == "washington"


@pytest.mark.parametrize(
    "data, message",
    [
        (b"", "this file is empty"),
        (b" \n\n", "this file is empty"),
        (b"\xff\xfe\x00\x01", "not UTF-8 text"),
        (b"\x00\x01", "not TOML"),
        (b"id = \n", "not TOML: .*line 1"),
        (b"id = 1\nid = 2", "not TOML"),
        (b"a = " + b"[" * 900, "nests too deeply|not TOML"),
        (b"x = " + b"9" * 999, "line 1 has over 1000 characters"),
        (b"\n" + b"a." * 600 + b"a = 1", "line 2 has over 1000 characters"),
        (b"id = 1979-05-27", "id: a date is not one line of text"),
    ],
)
def test_a_text_that_is_no_rule_file(data: bytes, message: str) -> None:
    with pytest.raises(RuleError, match=f"^my.toml: (?s:.*)({message})"):
        read_rules(data, "my.toml")


def test_a_byte_order_mark_and_windows_lines_are_read() -> None:
    text = variant_text("online").replace("\n", "\r\n")
    assert read_rules(text.encode("utf-8-sig"), "my.toml").id == "online"


@given(st.binary(max_size=300) | st.text(max_size=300).map(str.encode))
def test_any_bytes_are_refused_with_a_rule_error(data: bytes) -> None:
    with pytest.raises(RuleError):
        read_rules(data, "my.toml")
