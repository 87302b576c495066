"""Importing the package costs nothing; its public names are all there."""

import ast
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import casinowar as cw
from tests.support.reference import HOME

HEAVY = (
    *(
        "pydantic",
        "numpy",
        "numba",
        "sqlalchemy",
        "click",
        "rich",
        "starlette",
        "msgspec",
        "uvicorn",
    ),
    *("matplotlib", "typing", "dataclasses", "fractions", "casinowar.errors", "casinowar.api"),
)


def loaded_by(program: str, *options: str) -> set[str]:
    """The modules that a program leaves loaded."""
    tell = f"import sys\n{program}\nprint(*sys.modules)"
    source = Path(cw.__file__).parents[1]
    told = f"sys.path.insert(0, {str(source)!r})"
    run = [sys.executable, "-I", *options, "-c", f"import sys; {told}\n{tell}"]
    done = subprocess.run(run, capture_output=True, text=True, check=True)
    return set(done.stdout.split())


def test_import_loads_nothing_heavy() -> None:
    found = loaded_by("import casinowar; dir(casinowar); casinowar.__all__", "-S")
    assert "casinowar" in found
    assert found.isdisjoint(HEAVY)


def test_names_load_only_what_they_need() -> None:
    found = loaded_by("import casinowar as cw; cw.CasinoWarError; cw.parse_money")
    assert found.isdisjoint({"numba", "sqlalchemy", "click"})
    assert "casinowar.errors" in found


def test_every_name_is_there_and_listed_once() -> None:
    names = [name for text in HOME.values() for name in text.split()]
    assert len(names) == len(set(names))
    assert sorted([*names, "__version__"]) == sorted(cw.__all__)
    assert dir(cw) == sorted(cw.__all__)
    for name in names:
        assert getattr(cw, name) is getattr(cw, name)


def test_type_checkers_see_the_same_names() -> None:
    tree = ast.parse(Path(cw.__file__).read_text("utf-8"))
    (block,) = (node for node in tree.body if isinstance(node, ast.If))
    imported = [node.module for node in block.body if isinstance(node, ast.ImportFrom)]
    assert sorted(map(str, imported)) == sorted(HOME)
    for module, names in HOME.items():
        assert sorted(import_module(module).__all__) == sorted(names.split())


def test_star_import_gives_the_public_names() -> None:
    names: dict[str, object] = {}
    exec("from casinowar import *", names)
    assert set(cw.__all__) <= names.keys()


def test_other_names_are_refused() -> None:
    with pytest.raises(AttributeError, match="module 'casinowar' has no attribute 'nothing'"):
        _ = cw.nothing  # type: ignore[attr-defined]
    assert cw.__version__


def test_every_name_is_there_without_the_extras() -> None:
    script = """
import sys
for library in ("llvmlite", "matplotlib", "numba", "numpy"):
    sys.modules[library] = None
from casinowar import *
import casinowar as cw
try:
    cw.simulate(cw.load("washington"), rounds=10)
except cw.CasinoWarError as error:
    print(error)
"""
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout.startswith("a simulation needs numba: pip install")
