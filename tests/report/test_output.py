"""A report appears whole or not at all, and what stands in its way is said."""

import json
import os
import stat
import sys
from pathlib import Path

import pytest

from casinowar.errors import CasinoWarError
from casinowar.files import writable_path, write
from tests.report.published import run


def refused(*words: str | Path) -> str:
    result = run(*words)
    assert result.exit_code == 2, result.output
    assert result.stdout == ""
    (line,) = result.stderr.splitlines()
    return line


@pytest.mark.parametrize("option", ["--html", "--pdf"])
def test_a_place_that_cannot_be_is_refused(option: str, tmp_path: Path) -> None:
    missing = tmp_path / "nowhere" / "report"
    assert f"{missing}: there is no folder {missing.parent}" in refused("online", option, missing)
    assert "is a folder; name a file in it" in refused("online", option, tmp_path)
    assert "is not a regular file" in refused("online", option, os.devnull)
    file = tmp_path / "file"
    file.touch()
    assert "there is no folder" in refused("online", option, file / "report")
    assert sorted(tmp_path.iterdir()) == [file]


def test_both_cannot_go_to_one_file(tmp_path: Path) -> None:
    one = tmp_path / "report"
    assert "cannot hold both" in refused("online", "--html", one, "--pdf", one)


@pytest.mark.parametrize(
    "library, option",
    [("matplotlib", "--html"), ("jinja2", "--html"), ("typst", "--pdf"), ("numpy", "--pdf")],
)
def test_a_missing_library_is_named_with_its_remedy(
    library: str, option: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, library, None)
    said = refused("online", option, tmp_path / "report")
    assert said == (
        f"Error: a report needs {library}: pip install 'casinowar[report]', "
        "or pip install '.[report]' in a checkout"
    )
    assert list(tmp_path.iterdir()) == []


def test_json_is_printed_beside_a_report(tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    result = run("online", "--json", "--html", file)
    assert json.loads(result.stdout)["rules"] == "online"
    assert file.exists()


def test_an_older_report_is_replaced_and_keeps_its_mode(tmp_path: Path) -> None:
    file = tmp_path / "report"
    file.write_text("old")
    file.chmod(0o640)
    link = tmp_path / "link"
    link.symlink_to(file)
    write(str(link), b"new")
    assert file.read_bytes() == b"new"
    assert stat.S_IMODE(file.stat().st_mode) == 0o640
    assert link.is_symlink()
    assert sorted(tmp_path.iterdir()) == [link, file]


def test_a_write_that_fails_leaves_the_older_report(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "report"
    file.write_text("old")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(CasinoWarError, match="report: cannot be written: No space left on device"):
        write(str(file), b"new")
    assert file.read_text() == "old"
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.parametrize("name", ["x" * 300, "a\0b"])
def test_a_name_that_no_file_has_is_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(CasinoWarError, match="cannot be written"):
        write(str(tmp_path / name), b"data")


def test_a_circle_of_links_is_refused(tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(link)
    with pytest.raises(CasinoWarError, match="cannot be written"):
        writable_path(str(link))
