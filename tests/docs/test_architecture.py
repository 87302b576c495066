"""The architecture page and CONTRIBUTING name what is there, and leave no package out."""

import re

import pytest

from tests.code.source import PACKAGE
from tests.code.test_layers import PACKAGES
from tests.paths import ROOT

PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("path", sorted(set(re.findall(r"`([a-z_]+/[\w/.-]+)`", PAGE))))
def test_place_on_the_page_exists(path: str) -> None:
    inside = path.removeprefix("tests/")
    assert (PACKAGE / path).exists() or (ROOT / "tests" / inside).exists()


@pytest.mark.parametrize("package", PACKAGES)
def test_package_is_on_the_page(package: str) -> None:
    assert f"| `{package}` |" in PAGE


@pytest.mark.parametrize("path", sorted(set(re.findall(r"^\| `([\w./-]+)`", CONTRIBUTING, re.M))))
def test_place_in_contributing_exists(path: str) -> None:
    assert (ROOT / path).exists() or (PACKAGE / path).exists()
