"""The reference in docs/library.md, made from the docstrings of the public names.

``python -m tests.support.reference`` writes it anew. Everything above the marker is kept.
"""

import ast
import dataclasses
import inspect
import re
import textwrap
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import casinowar as cw
from tests.paths import ROOT

PAGE = ROOT / "docs" / "library.md"
MARKER = "<!-- Below: python -m tests.support.reference -->\n"

TITLES = {
    "casinowar.api.rules": "Rules",
    "casinowar.api.price": "Prices",
    "casinowar.api.wager": "",
    "casinowar.api.session": "",
    "casinowar.api.settle": "Settling a round",
    "casinowar.api.table": "A table",
    "casinowar.api.shoe": "",
    "casinowar.api.simulation.simulate": "Simulations and proofs",
    "casinowar.api.simulation.result": "",
    "casinowar.api.simulation.prove": "",
    "casinowar.api.check": "Checking and comparing rule files",
    "casinowar.api.compare": "",
    "casinowar.api.shoes.verify": "Verifying and replaying shoes",
    "casinowar.api.shoes.replay": "",
    "casinowar.api.actions": "Actions",
    "casinowar.api.events": "Events",
    "casinowar.api.needs": "What a table waits for",
    "casinowar.api.values": "Values",
    "casinowar.errors": "Errors",
}
"""The sections by module; one without a title goes on with the section before it."""

GROUPED = {
    "casinowar.api.actions",
    "casinowar.api.events",
    "casinowar.api.needs",
    "casinowar.api.values",
    "casinowar.errors",
}
"""Modules whose names share the examples in the module's docstring."""

HOME: dict[str, str] = vars(cw)["_HOME"]


def names_of(module: str) -> list[str]:
    return HOME[module].split()


def examples_of(name: str, module: str) -> str:
    """The docstring in which a name's example stands."""
    of = import_module(module) if module in GROUPED else getattr(cw, name)
    return inspect.getdoc(of) or ""


def reference() -> str:
    return "\n".join("\n".join(_section(module)) for module in HOME)


def page() -> str:
    return PAGE.read_text("utf-8").partition(MARKER)[0] + MARKER + "\n" + reference()


def _section(module: str) -> Iterator[str]:
    if TITLES[module]:
        yield f"## {TITLES[module]}\n"
    if module in GROUPED:
        yield markdown(inspect.getdoc(import_module(module)) or "")
        yield "| name | meaning |\n|---|---|"
        for name in names_of(module):
            yield f"| `{name}{_fields(getattr(cw, name))}` | {_first(getattr(cw, name))} |"
        yield ""
        return
    for name in sorted(names_of(module), key=str.swapcase):
        value = getattr(cw, name)
        kind = "" if inspect.isclass(value) else _signature(value)
        yield f"### cw.{name}\n"
        if kind:
            yield f"```python\n{_wrapped(f'cw.{name}{kind}')}\n```\n"
        yield markdown(inspect.getdoc(value) or "")
        if inspect.isclass(value):
            yield from _members(value)


def markdown(text: str) -> str:
    """A docstring as Markdown: its examples are blocks of their own."""
    text = re.sub(r"``(.+?)``", r"`\1`", text)
    lines, is_code = [], False
    for line in text.splitlines():
        if line.startswith(">>>") and not is_code:
            lines.append("```pycon")
            is_code = True
        elif not line and is_code:
            lines.append("```")
            is_code = False
        lines.append(line)
    return "\n".join([*lines, *(["```"] if is_code else [])]) + "\n"


def _first(value: object) -> str:
    text = inspect.getdoc(value) or ""
    return re.sub(r"``(.+?)``", r"`\1`", " ".join(text.partition("\n\n")[0].split()))


def _signature(value: object) -> str:
    """As the source has it, so that every version of Python shows the same."""
    function = inspect.unwrap(value)  # type: ignore[arg-type] # a function
    (node,) = ast.parse(textwrap.dedent(inspect.getsource(function))).body
    assert isinstance(node, ast.FunctionDef)
    if node.args.args and node.args.args[0].arg == "self":
        del node.args.args[0]
    node.args.kw_defaults = [
        ast.Name(f"{function.__globals__[each.id]:_}") if isinstance(each, ast.Name) else each
        for each in node.args.kw_defaults
    ]
    text = f"({ast.unparse(node.args)}) -> {ast.unparse(node.returns or ast.Constant(None))}"
    text = re.sub(r"(: |-> )'(\w[^']*)'", r"\1\2", text)
    return re.sub(r"(?<=[\w\]])=(?=\S)", " = ", text)


def _wrapped(signature: str) -> str:
    """A signature with a line for each argument where it is long."""
    if len(signature) <= 88:
        return signature
    name, _, rest = signature.partition("(")
    arguments, _, answer = rest.rpartition(") -> ")
    lines = re.split(r", (?=\w+:|\*)", arguments)
    return "\n".join([f"{name}(", *(f"    {line}," for line in lines), f") -> {answer}"])


def _fields(value: object) -> str:
    if dataclasses.is_dataclass(value):
        names = [field.name for field in dataclasses.fields(value)]
    elif inspect.isclass(value):
        names = list(getattr(value, "_fields", ()))
    else:
        return _signature(value)
    return f"({', '.join(names)})" if names else "()" if dataclasses.is_dataclass(value) else ""


def _members(value: type) -> Iterator[str]:
    rows = [*_stored(value), *_derived(value)]
    if rows:
        yield "| attribute | meaning |\n|---|---|"
        yield from (f"| `{name}` | {meaning} |" for name, meaning in rows)
        yield ""


def _stored(value: type) -> Iterator[tuple[str, str]]:
    """The fields of a dataclass, with the text below each."""
    (node,) = ast.parse(inspect.cleandoc(inspect.getsource(value))).body
    assert isinstance(node, ast.ClassDef)
    for field, after in zip(node.body, [*node.body[1:], None], strict=True):
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name):
            name = field.target.id
            if name.startswith("_"):
                continue
            said = ""
            if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant):
                said = " ".join(str(after.value.value).replace("``", "`").split())
            yield name, said or f"`{ast.unparse(field.annotation)}`".replace("|", "\\|")


def _derived(value: type) -> Iterator[tuple[str, str]]:
    for name, member in vars(value).items():
        if name.startswith("_"):
            continue
        if isinstance(member, classmethod):
            yield f"{name}(...)", _first(member.__func__)
        elif inspect.isfunction(member):
            own = _signature(member).rpartition(" -> ")[0]
            yield f"{name}{own}".replace("|", "\\|"), _first(member)
        elif isinstance(member, property) or hasattr(member, "__set_name__"):
            if not isinstance(member, property) and not hasattr(member, "func"):
                continue
            yield name, _first(member)


def undocumented() -> list[str]:
    """Public names, and public methods of theirs, without a docstring of their own."""
    found = []
    for module in HOME:
        for name in names_of(module):
            value = getattr(cw, name)
            if not (value.__doc__ or "").strip() or value.__doc__.startswith(f"{name}("):
                found.append(name)
            if inspect.isclass(value) and module not in GROUPED:
                found += [f"{name}.{own}" for own, said in _derived(value) if not said]
    return found


def main(target: Path = PAGE) -> None:
    target.write_text(page(), "utf-8")


if __name__ == "__main__":
    main()
