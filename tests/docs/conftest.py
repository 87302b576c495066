"""The documentation as a reader sees it: built, served on loopback, opened in a browser."""

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.docs.test_examples import sessions
from tests.paths import ROOT
from tests.support.browser.browsing import chromium, served


@pytest.fixture(scope="package")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("docs")
    shutil.copy(ROOT / "zensical.toml", folder)
    shutil.copytree(ROOT / "docs", folder / "docs")
    zensical = Path(sys.executable).with_name("zensical")
    subprocess.run([zensical, "build", "--strict"], cwd=folder, check=True)
    return folder / "site"


@pytest.fixture(scope="package")
def address(site: Path) -> Iterator[str]:
    with served(site) as address:
        yield address


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as opened:
        yield opened


@pytest.fixture(scope="package")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The program on the page about fair shoes, as it stands there."""
    (block,) = sessions(ROOT / "docs" / "fair.md", "python")
    file = tmp_path_factory.mktemp("fair") / "check_shoe.py"
    file.write_text(block.text, encoding="utf-8")
    return file
