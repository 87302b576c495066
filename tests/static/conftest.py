"""Shoes' files that every test of the page's check may forge."""

import json

import pytest

from tests.support.browser.page import judged, two_shoes


@pytest.fixture(scope="session")
def two_tables() -> list[str]:
    """Files that begin with a header, and such that do not; with a cut card and without."""
    found = two_shoes("online", 5) + two_shoes("washington", 6)
    assert {judged(text) for text in found} == {("cards verified", None)}
    assert {bool(json.loads(text)["steps"]) for text in found} == {True, False}
    return found
