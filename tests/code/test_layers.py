"""Imports go down only, and the core stays pure.

`LAYERS` is the whole architecture, lowest first: a module may import what stands before it, and a
module that does not stand there fails. Each row says what its modules may do besides.
"""

import ast
import sys
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from tests.code.source import Module, imports, modules


@dataclass(frozen=True, slots=True)
class Kind:
    libraries: frozenset[str] = frozenset()
    """The third-party libraries it may import."""
    reads_files: bool = False
    is_pure: bool = True
    """Whether it has no hidden inputs (clock, entropy, environment) and no float."""
    has_floats: bool = False
    """Whether it may have floats although it is pure: it then states how far they are off."""


CORE = Kind()
NUMERIC = Kind(libraries=frozenset({"numpy"}), has_floats=True)
LOADER = Kind(libraries=frozenset({"pydantic"}), reads_files=True)
SIM = Kind(
    libraries=frozenset({"llvmlite", "numba", "numpy"}),
    reads_files=True,
    is_pure=False,
)
REPORT = Kind(
    libraries=frozenset({"jinja2", "matplotlib", "numpy", "typst"}),
    reads_files=True,
    is_pure=False,
)
WRITER = Kind(reads_files=True, is_pure=False)
SHELL = Kind(
    libraries=frozenset({"click", "pydantic", "rich"}),
    reads_files=True,
    is_pure=False,
)
STORE = Kind(libraries=frozenset({"alembic", "sqlalchemy"}), reads_files=True, is_pure=False)
HOUSE = Kind(
    libraries=frozenset(
        {"argon2", "platformdirs", "pydantic", "pydantic_settings", "sqlalchemy", "structlog"}
    ),
    reads_files=True,
    is_pure=False,
)
WEB = Kind(
    libraries=frozenset("fastapi prometheus_client pydantic starlette structlog uvicorn".split()),
    reads_files=True,
    is_pure=False,
)

LAYERS: tuple[tuple[Kind, str], ...] = (
    (CORE, "errors masking money names cards"),
    (WRITER, "files extras"),
    (CORE, "pay script"),
    (CORE, "rules soundness options"),
    (CORE, "fair.digest fair.stream fair.terms fair.shoe fair.ceremony fair.vectors fair"),
    (LOADER, "vocabulary problems ruledraft rulefile explore"),
    (CORE, "starter"),
    (CORE, "facts actions events needs words"),
    (CORE, "round.agenda round.state round.play round"),
    (CORE, "table.state table.banking table.seating table.betting table.shoe table.ruling"),
    (CORE, "table.playing table.legal table"),
    (CORE, "odds.composition odds.distribution odds.pricing odds.outcomes odds.sheet odds"),
    (CORE, "odds.rounding odds.tally odds.banker odds.exposure odds.figures odds.request"),
    (CORE, "odds.comparison"),
    (NUMERIC, "odds.convolution odds.sessions odds.ruin odds.outlook"),
    (CORE, "odds.finding odds.edges odds.printed odds.unreachable odds.remarks odds.findings"),
    (CORE, "odds.band"),
    (CORE, "sim sim.game sim.tallies sim.kernel sim.depth"),
    (CORE, "sim.trace sim.replay sim.banked"),
    (CORE, "sim.estimates"),
    (NUMERIC, "sim.chisquare"),
    (SIM, "sim.compiled sim.vector.lanes sim.vector.frames sim.vector.batches"),
    (SIM, "sim.vector.inlining"),
    (SIM, "sim.vector.streams sim.vector.places sim.vector.shoes sim.vector.codes"),
    (SIM, "sim.vector.single sim.vector.fresh sim.vector.several sim.vector.playing"),
    (SIM, "sim.vector.tracing sim.vector"),
    (SIM, "sim.words sim.chunks sim.run"),
    (SIM, "sim.watch sim.effect sim.counting sim.remark"),
    (NUMERIC, "sim.figures sim.saved sim.request"),
    (SIM, "sim.cluster sim.banking"),
    (SIM, "sim.machine sim.agreement sim.certificate sim.proof"),
    (CORE, "notation jsonform"),
    (CORE, "record.canonical record.plain record.texts record.entry record.limits"),
    (CORE, "record.soundness record.state record.header record.steps record.preparing"),
    (CORE, "record.chain record.difference record.replaying record"),
    (CORE, "grounds ledger shoefile audit.money audit.cards audit audit.files"),
    (CORE, "audit.chains audit.story"),
    (CORE, "bots dealer"),
    (CORE, "handdealt.grammar handdealt.scene handdealt.preparing handdealt.dealing"),
    (CORE, "handdealt.tally handdealt.orders handdealt.telling handdealt.helping"),
    (CORE, "handdealt.standing handdealt.desk handdealt"),
    (SHELL, "__init__"),
    (STORE, "store store.schema store.people store.changes store.money store.sqlite"),
    (STORE, "store.postgres store.engine store.lock store.hints store.bulk"),
    (STORE, "store.migrations store.migrations.env store.migrations.versions"),
    (STORE, "store.migrations.versions.v0001_house store.migrations.versions.v0002_offices"),
    (STORE, "store.migrations.versions.v0003_floor store.migrations.versions.v0004_answers"),
    (STORE, "store.migrations.versions.v0005_accounts"),
    (STORE, "store.migrations.versions.v0006_pages"),
    (STORE, "store.backup store.tidying store.ownlimits store.presence"),
    (STORE, "store.reading store.played store.evidence store.listing store.running store.floor"),
    (STORE, "store.incidents store.course"),
    (STORE, "store.batch store.work store.writer store.moving store.exporting store.figures"),
    (HOUSE, "house house.settings house.logs house.auditing house.exporting house.figures"),
    (HOUSE, "house.refusals house.signs house.pricing house.telling house.pools house.passwords"),
    (HOUSE, "house.sessions house.botnames house.accounts house.chips house.timing house.turns"),
    (HOUSE, "house.ownlimits"),
    (HOUSE, "house.playing house.commands house.rights house.noting house.away"),
    (HOUSE, "house.views house.offers house.floor house.pausing house.replacing house.requests"),
    (HOUSE, "house.alarms house.channels"),
    (HOUSE, "house.offices house.exclusion house.dealing"),
    (HOUSE, "house.others house.house house.watching house.pit house.tidying house.restoring"),
    (HOUSE, "house.presence"),
    (HOUSE, "house.opening house.moving"),
    (WEB, "web web.page web.notices web.problems web.limits web.meter web.direct"),
    (WEB, "web.guard web.routes"),
    (WEB, "web.pages web.site web.shapes web.metrics"),
    (
        WEB,
        "web.accounts web.commands web.tables web.history web.rulesets web.odds web.streams "
        "web.links web.docs",
    ),
    (WEB, "web.offices web.pitshapes web.pit web.uploads web.resets web.ownlimits web.dealing"),
    (WEB, "web.app web.server web.workers"),
    (SHELL, "terminal terminal.amounts terminal.purse terminal.entry terminal.faces"),
    (SHELL, "terminal.screen terminal.person terminal.game terminal.lines terminal.felt"),
    (SHELL, "terminal.drawing terminal.stage terminal.shelf terminal.sitting"),
    (CORE, "report report.page report.prices"),
    (NUMERIC, "report.certified"),
    (REPORT, "report.counted"),
    (NUMERIC, "report.sittings report.contents"),
    (REPORT, "report.plots report.html report.pdf report.publishing"),
    (SHELL, "cli.written"),
    (SHELL, "cli.sign cli.price cli.odds cli.compare cli.rules cli.check cli.counting"),
    (SHELL, "cli.progress cli.running cli.simulated cli.banking cli.simulate"),
    (SHELL, "cli.certificate cli.prove"),
    (SHELL, "cli.deal cli.play cli.slip cli.settle cli.shoes cli.verify cli.where cli.replay"),
    (SHELL, "cli.nearby"),
    (SHELL, "cli.bar cli.export cli.serve cli.config cli.audit cli.backup cli.restore cli.migrate"),
    (SHELL, "cli __main__"),
)

HIDDEN_INPUTS = frozenset(
    "asyncio calendar datetime getpass http locale multiprocessing os platform random secrets "
    "select signal socket subprocess sys tempfile threading time urllib uuid".split()
)
FILES = frozenset("glob importlib io pathlib shutil tomllib".split())
HIDDEN_CALLS = frozenset("__import__ breakpoint compile eval exec input print".split())

KINDS = {name: kind for kind, names in LAYERS for name in names.split()}
HEIGHT = {name: height for height, name in enumerate(KINDS)}


def faults(module: Module) -> list[str]:
    if module.name not in KINDS:
        return [f"{module.name} stands in no layer: add it to LAYERS in {__file__}"]
    found = {*import_faults(module)}
    kind = KINDS[module.name]
    if kind.is_pure:
        found |= {*call_faults(module)}
        if not kind.has_floats:
            found |= {*float_faults(module)}
    return [f"{module.name}:{line}: {fault}" for line, fault in sorted(found)]


def import_faults(module: Module) -> Iterator[tuple[int, str]]:
    kind = KINDS[module.name]
    for line, imported in imports(module):
        top, _, rest = imported.partition(".")
        if top == "casinowar":
            target = target_of(rest)
            if target not in HEIGHT:
                yield line, f"imports {target}, which stands in no layer"
            elif HEIGHT[target] >= HEIGHT[module.name]:
                yield line, f"imports {target}, which stands no lower"
        elif top not in sys.stdlib_module_names:
            if top not in kind.libraries:
                yield line, f"imports the library {top}"
        elif kind.is_pure and top in HIDDEN_INPUTS:
            yield line, f"imports {top}, a hidden input"
        elif not kind.reads_files and top in FILES:
            yield line, f"imports {top}, which reads files"


def target_of(name: str) -> str:
    """The module meant by ``table.betting.accept``: the longest part of it that is one."""
    parts = name.split(".") if name else []
    for end in range(len(parts), 0, -1):
        if (candidate := ".".join(parts[:end])) in HEIGHT:
            return candidate
    return parts[0] if len(parts) > 1 else "__init__"


def float_faults(module: Module) -> Iterator[tuple[int, str]]:
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, float | complex):
            yield node.lineno, f"has the float {node.value}"
        elif isinstance(node, ast.Name) and node.id in ("float", "complex"):
            yield node.lineno, f"names {node.id}"


def call_faults(module: Module) -> Iterator[tuple[int, str]]:
    hidden = HIDDEN_CALLS if KINDS[module.name].reads_files else HIDDEN_CALLS | {"open"}
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Name) and node.id in hidden:
            yield node.lineno, f"names {node.id}()"


@pytest.mark.parametrize("module", modules(), ids=lambda module: module.name)
def test_module_keeps_to_its_layer(module: Module) -> None:
    assert not faults(module), "\n".join(faults(module))


def test_every_module_stands_in_one_layer() -> None:
    names = [name for _, names in LAYERS for name in names.split()]
    assert len(names) == len(set(names))


@pytest.mark.parametrize(
    "name, text, fault",
    [
        ("pay", "from casinowar.rules import RuleSet", "imports rules, which stands no lower"),
        ("pay", "from casinowar import rules", "imports rules, which stands no lower"),
        ("pay", "from . import rules", "imports rules, which stands no lower"),
        ("pay", "from .rules import RuleSet", "imports rules, which stands no lower"),
        ("pay", "import casinowar.rules", "imports rules, which stands no lower"),
        ("pay", "import casinowar.pay", "imports pay, which stands no lower"),
        ("pay", "from casinowar import __version__", "imports __init__, which stands no lower"),
        ("pay", "def f():\n    import casinowar.cli", "imports cli, which stands no lower"),
        ("cli", "import casinowar.secret.door", "imports secret, which stands in no layer"),
        ("round", "import pydantic", "imports the library pydantic"),
        ("rulefile", "import click", "imports the library click"),
        ("cli", "import numpy", "imports the library numpy"),
        ("round", "from random import shuffle", "imports random, a hidden input"),
        ("rulefile", "import os.path", "imports os, a hidden input"),
        ("round", "from pathlib import Path", "imports pathlib, which reads files"),
        ("round", "half = 0.5", "has the float 0.5"),
        ("round", "many = 1e9", "has the float 1000000000.0"),
        ("round", "def edge() -> float: ...", "names float"),
        ("round", "print(1)", "names print()"),
        ("round", "open('cards')", "names open()"),
        ("odds.sheet", "import numpy", "imports the library numpy"),
        ("odds.ruin", "import random", "imports random, a hidden input"),
        ("odds.ruin", "print(0.5)", "names print()"),
        ("cellar", "", "cellar stands in no layer"),
    ],
)
def test_fault_is_found(name: str, text: str, fault: str) -> None:
    found = faults(Module(name, text))
    assert len(found) == 1
    assert fault in found[0]


@pytest.mark.parametrize(
    "name, text",
    [
        ("pay", "from casinowar.cards import Card"),
        ("pay", "from fractions import Fraction"),
        ("rulefile", "import pydantic, tomllib; from importlib import resources; open('rules')"),
        ("cli", "import os, random, click; from casinowar import __version__; print(0.5)"),
        ("round", "from casinowar import cards, errors"),
        ("odds.ruin", "import numpy; half = 0.5; from casinowar.odds import convolution"),
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
