"""The package's source as syntax trees, for the tests of the code itself."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from tests.paths import ROOT

PACKAGE = ROOT / "src" / "casinowar"


@dataclass(frozen=True, slots=True)
class Module:
    """One module; its name is what follows ``casinowar.``, as in ``table.betting``."""

    name: str
    text: str = field(repr=False)
    is_package: bool = False

    @property
    def tree(self) -> ast.Module:
        return ast.parse(self.text)

    @property
    def full_name(self) -> str:
        return "casinowar" if self.name == "__init__" else f"casinowar.{self.name}"


def modules() -> list[Module]:
    return [_module(path) for path in sorted(PACKAGE.rglob("*.py"))]


def _module(path: Path) -> Module:
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    is_package = parts[-1] == "__init__"
    if is_package and len(parts) > 1:
        parts = parts[:-1]
    return Module(".".join(parts), path.read_text(encoding="utf-8"), is_package)


def imports(module: Module) -> Iterator[tuple[int, str]]:
    """Line and absolute name of everything imported, wherever in the module it happens.

    ``from a import b`` gives ``a.b``: whether b is a module is for the reader to find out.
    """
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, alias.name
        elif isinstance(node, ast.ImportFrom):
            for alias in node.names:
                yield node.lineno, f"{_origin(module, node)}.{alias.name}"


def _origin(module: Module, node: ast.ImportFrom) -> str:
    if not node.level:
        assert node.module is not None
        return node.module
    up = node.level - module.is_package
    base = module.full_name.split(".")
    base = base[: len(base) - up]
    return ".".join([*base, node.module] if node.module else base)
