"""A file past 400 lines or a function past a screen is two things."""

import ast
from collections.abc import Iterator

import pytest

from tests.code.source import Module, modules

MOST_LINES_OF_A_FILE = 400
MOST_LINES_OF_A_FUNCTION = 60


def too_long(module: Module) -> Iterator[str]:
    lines = len(module.text.splitlines())
    if lines > MOST_LINES_OF_A_FILE:
        yield f"{module.name} has {lines} lines"
    for node in ast.walk(module.tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            assert node.end_lineno is not None
            lines = node.end_lineno - node.lineno + 1
            if lines > MOST_LINES_OF_A_FUNCTION:
                yield f"{module.name}:{node.lineno}: {node.name} has {lines} lines"


@pytest.mark.parametrize("module", modules(), ids=lambda module: module.name)
def test_module_fits(module: Module) -> None:
    assert not list(too_long(module))


def test_length_is_found() -> None:
    assert list(too_long(Module("round", "\n" * 400))) == []
    assert list(too_long(Module("round", "\n" * 401))) == ["round has 401 lines"]
    assert list(too_long(Module("round", "def f():" + "\n    x = 1" * 59))) == []
    assert list(too_long(Module("round", "def f():" + "\n    x = 1" * 60))) == [
        "round:1: f has 61 lines"
    ]
