"""The architecture: which package may import which, and which of them are pure.

Read `PACKAGES` from the bottom up. A package imports only the packages its line names, all of which
stand before it; root modules such as `errors` are free to all. A pure package has no hidden inputs
(clock, entropy, environment, files) and no floats. `MAY_DO_MORE` names the few modules with a
wider permit, `PURER` those that are pure inside a package that is not.
"""

import ast
import sys
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from tests.code.source import Module, imports, modules


@dataclass(frozen=True, slots=True)
class Permit:
    """What the modules of a package may import and do."""

    packages: str = ""
    """Packages it may import, beside its own and the root modules."""
    libraries: str = ""
    is_pure: bool = True
    reads_files: bool = False
    has_floats: bool = False
    """A pure module may have floats if it says how far off they can be."""


def shell(packages: str, libraries: str = "") -> Permit:
    return Permit(packages, libraries, is_pure=False, reads_files=True, has_floats=True)


CORE = "rules game fair record audit"
TOOLS = f"{CORE} odds sim"

PACKAGES: dict[str, Permit] = {
    "rules": Permit(),
    "game": Permit("rules"),
    "fair": Permit("rules"),
    "record": Permit("rules game fair"),
    "audit": Permit("rules game fair record"),
    "odds": Permit("rules game"),
    "sim": shell("rules game odds", "llvmlite numba numpy"),
    "api": shell(TOOLS, "numpy"),
    "desk": Permit("rules game record"),
    "store": shell("rules game fair record odds", "alembic sqlalchemy"),
    "house": shell(
        f"{CORE} odds desk store",
        "argon2 msgspec platformdirs pydantic pydantic_settings sqlalchemy structlog",
    ),
    "web": shell(
        f"{CORE} odds desk house",
        "msgspec prometheus_client starlette structlog uvicorn",
    ),
    "report": shell(f"{TOOLS} api", "jinja2 matplotlib numpy typst"),
    "terminal": shell(CORE, "rich"),
    "cli": shell(f"{TOOLS} api desk store house web report terminal", "click rich"),
}

ROOT: dict[str, Permit] = {
    "errors": Permit(),
    "money": Permit(),
    "cards": Permit(),
    "files": shell(""),
    "optional_libraries": shell(""),
    "__init__": shell("api"),
    "__main__": shell("cli"),
}
"""The modules beside the packages; each may import those before it."""

LOADER = Permit(reads_files=True)
NUMERIC = Permit("rules game", libraries="numpy", has_floats=True)

MAY_DO_MORE: dict[str, Permit] = {
    **dict.fromkeys("rules.reader rules.file".split(), LOADER),
    **dict.fromkeys(
        "odds.sessions.convolution odds.sessions.session odds.sessions.ruin "
        "odds.sessions.outlook".split(),
        NUMERIC,
    ),
}

PURER = (
    "sim sim.game sim.tallies sim.estimates sim.kernels sim.kernels.general sim.kernels.watching "
    "sim.kernels.trace sim.proof.replay sim.banker.rounds report report.layout report.prices"
).split()

HIDDEN_INPUTS = frozenset(
    "asyncio calendar datetime getpass http locale multiprocessing os platform random secrets "
    "select signal socket subprocess sys tempfile threading time urllib uuid".split()
)
FILES = frozenset("glob importlib io pathlib shutil tomllib".split())
HIDDEN_CALLS = frozenset("__import__ breakpoint compile eval exec input print".split())

EVERY_MODULE = {module.name: module for module in modules()}


def permit_of(name: str) -> Permit | None:
    permit = MAY_DO_MORE.get(name) or PACKAGES.get(name.partition(".")[0]) or ROOT.get(name)
    return Permit(permit.packages) if permit is not None and name in PURER else permit


def faults(module: Module) -> list[str]:
    permit = permit_of(module.name)
    if permit is None:
        return [f"{module.name} is in no package of PACKAGES in {__file__}"]
    found = {*import_faults(module, permit)}
    if permit.is_pure:
        found |= {*call_faults(module, permit)}
    if not permit.has_floats:
        found |= {*float_faults(module)}
    return [f"{module.name}:{line}: {fault}" for line, fault in sorted(found)]


def import_faults(module: Module, permit: Permit) -> Iterator[tuple[int, str]]:
    for line, imported in imports(module):
        top, _, rest = imported.partition(".")
        if top == "casinowar":
            if not may_import(module.name, permit, target_of(rest)):
                yield line, f"may not import {target_of(rest)}"
        elif top not in sys.stdlib_module_names:
            if top not in permit.libraries.split():
                yield line, f"imports the library {top}"
        elif permit.is_pure and top in HIDDEN_INPUTS:
            yield line, f"imports {top}, a hidden input"
        elif not permit.reads_files and top in FILES:
            yield line, f"imports {top}, which reads files"


def may_import(name: str, permit: Permit, target: str) -> bool:
    if target in ROOT:
        order = list(ROOT)
        below = name not in ROOT or order.index(target) < order.index(name)
        return below and (not permit.is_pure or ROOT[target].is_pure)
    own, package = name.partition(".")[0], target.partition(".")[0]
    return target != name and package in (own, *permit.packages.split())


def target_of(name: str) -> str:
    """The module meant by ``game.table.bets.accept``: the longest part of it that is one."""
    parts = name.split(".") if name else []
    for end in range(len(parts), 0, -1):
        if (candidate := ".".join(parts[:end])) in EVERY_MODULE:
            return candidate
    return name if len(parts) > 1 else "__init__"


def float_faults(module: Module) -> Iterator[tuple[int, str]]:
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, float | complex):
            yield node.lineno, f"has the float {node.value}"
        elif isinstance(node, ast.Name) and node.id in ("float", "complex"):
            yield node.lineno, f"names {node.id}"


def call_faults(module: Module, permit: Permit) -> Iterator[tuple[int, str]]:
    hidden = HIDDEN_CALLS if permit.reads_files else HIDDEN_CALLS | {"open"}
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Name) and node.id in hidden and isinstance(node.ctx, ast.Load):
            yield node.lineno, f"names {node.id}()"


@pytest.mark.parametrize("module", modules(), ids=lambda module: module.name)
def test_module_keeps_to_its_layer(module: Module) -> None:
    assert not faults(module), "\n".join(faults(module))


def test_packages_import_only_those_before_them() -> None:
    order = list(PACKAGES)
    for place, (name, permit) in enumerate(PACKAGES.items()):
        assert set(permit.packages.split()) <= set(order[:place]), name


def test_every_name_in_the_tables_is_there() -> None:
    named = [*PACKAGES, *ROOT, *PURER, *MAY_DO_MORE]
    assert set(named) <= set(EVERY_MODULE)
    assert {name.partition(".")[0] for name in EVERY_MODULE} == {*PACKAGES, *ROOT}


def test_no_module_imports_itself_by_way_of_others() -> None:
    graph = {
        name: {
            target_of(imported.partition(".")[2])
            for _, imported in imports(module)
            if imported.partition(".")[0] == "casinowar"
        }
        for name, module in EVERY_MODULE.items()
    }
    assert cycle_in(graph) is None


def cycle_in(graph: dict[str, set[str]]) -> list[str] | None:
    done: set[str] = set()

    def visit(name: str, path: list[str]) -> list[str] | None:
        if name in path:
            return [*path[path.index(name) :], name]
        if name in done:
            return None
        for target in sorted(graph.get(name, ())):
            if found := visit(target, [*path, name]):
                return found
        done.add(name)
        return None

    return next((found for name in graph if (found := visit(name, []))), None)


def test_cycle_is_found() -> None:
    assert cycle_in({"a": {"b"}, "b": {"c"}, "c": set()}) is None
    assert cycle_in({"a": {"b"}, "b": {"c"}, "c": {"b"}}) == ["b", "c", "b"]


@pytest.mark.parametrize(
    "name, text, fault",
    [
        ("rules.pay", "from casinowar.game.round import Round", "may not import game.round"),
        ("rules.pay", "from casinowar import game", "may not import game"),
        ("rules.pay", "from ..game import round", "may not import game.round"),
        ("rules.pay", "import casinowar.game.events", "may not import game.events"),
        ("rules.pay", "import casinowar.rules.pay", "may not import rules.pay"),
        ("rules.pay", "from casinowar import files", "may not import files"),
        ("rules.pay", "from casinowar import __version__", "may not import __init__"),
        ("rules.pay", "def f():\n    import casinowar.cli", "may not import cli"),
        ("cli", "import casinowar.secret.door", "may not import secret.door"),
        ("odds.sheet", "from casinowar.fair import shoe", "may not import fair.shoe"),
        ("money", "from casinowar.cards import Card", "may not import cards"),
        ("game.round", "import pydantic", "imports the library pydantic"),
        ("rules.file", "import click", "imports the library click"),
        ("cli", "import numpy", "imports the library numpy"),
        ("game.round", "from random import shuffle", "imports random, a hidden input"),
        ("rules.file", "import os.path", "imports os, a hidden input"),
        ("game.round", "from pathlib import Path", "imports pathlib, which reads files"),
        ("game.round", "half = 0.5", "has the float 0.5"),
        ("game.round", "many = 1e9", "has the float 1000000000.0"),
        ("game.round", "def edge() -> float: ...", "names float"),
        ("game.round", "print(1)", "names print()"),
        ("game.round", "open('cards')", "names open()"),
        ("sim.kernels.general", "import numba", "imports the library numba"),
        ("odds.sheet", "import numpy", "imports the library numpy"),
        ("odds.sessions.ruin", "import random", "imports random, a hidden input"),
        ("odds.sessions.ruin", "print(0.5)", "names print()"),
        ("cellar", "", "cellar is in no package"),
        ("cellar.door", "", "cellar.door is in no package"),
    ],
)
def test_fault_is_found(name: str, text: str, fault: str) -> None:
    found = faults(Module(name, text))
    assert len(found) == 1
    assert fault in found[0]


@pytest.mark.parametrize(
    "name, text",
    [
        ("rules.pay", "from casinowar.cards import Card"),
        ("rules.pay", "from fractions import Fraction"),
        ("rules.file", "import tomllib; from importlib import resources; open('rules')"),
        ("cli", "import os, random, click; from casinowar import __version__; print(0.5)"),
        ("game.round", "from casinowar import cards, errors"),
        ("game.round", "class Wager:\n    open: int"),
        ("odds.sessions.ruin", "import numpy; half = 0.5"),
    ],
)
def test_rightful_code_passes(name: str, text: str) -> None:
    assert faults(Module(name, text)) == []


def test_relative_imports_inside_a_package_are_resolved() -> None:
    package = Module("table", "from .betting import x\nfrom .. import cards", is_package=True)
    assert [name for _, name in imports(package)] == [
        "casinowar.table.betting.x",
        "casinowar.cards",
    ]
    inside = Module("table.betting", "from . import seats\nfrom ..cards import Card")
    assert [name for _, name in imports(inside)] == [
        "casinowar.table.seats",
        "casinowar.cards.Card",
    ]
