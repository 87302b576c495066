"""The reference is complete, up to date, and every example in it runs."""

import doctest
import re
from pathlib import Path

import pytest

from tests.support.reference import (
    GROUPED,
    HOME,
    PAGE,
    examples_of,
    markdown,
    names_of,
    page,
    undocumented,
)

NAMES = [(name, module) for module in HOME for name in names_of(module)]


def test_page_is_up_to_date() -> None:
    fresh = PAGE.read_text("utf-8") == page()
    assert fresh, "python -m tests.support.reference writes it anew"


def test_every_name_has_a_docstring() -> None:
    assert undocumented() == []


@pytest.mark.parametrize("name, module", NAMES, ids=lambda each: each.rpartition(".")[2])
def test_name_stands_in_an_example(name: str, module: str) -> None:
    text = examples_of(name, module)
    code = "\n".join(each.source for each in doctest.DocTestParser().get_examples(text))
    shown = rf"cw\.{name}\b" if module in GROUPED or name.islower() else r"cw\."
    assert re.search(shown, code), f"{name} has no example"


@pytest.mark.parametrize(
    "where", [*sorted(GROUPED), *(name for name, module in NAMES if module not in GROUPED)]
)
def test_example_runs(where: str, in_examples: Path) -> None:
    name, module = (where, where) if where in GROUPED else (where, "")
    text = examples_of(name, module)
    test = doctest.DocTestParser().get_doctest(text, {}, where, None, 0)
    assert test.examples
    report: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    assert not runner.run(test, out=report.append).failed, "".join(report)


def test_examples_become_blocks_of_their_own() -> None:
    text = "Say ``9h``.\n\n>>> 1\n1\n\nThen:\n\n>>> 2\n2"
    assert markdown(text) == (
        "Say `9h`.\n\n```pycon\n>>> 1\n1\n```\n\nThen:\n\n```pycon\n>>> 2\n2\n```\n"
    )
