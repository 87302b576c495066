"""Variants of the built-in rule files: the same text with some fields set and others removed."""

import json
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from importlib import resources
from typing import Any

from casinowar.rules.file import RuleFile, read_rules
from casinowar.rules.model import RuleSet

CITED = "ALL-18"
"""What a field cites that the built-in file does not have."""


def variant_text(
    base: str,
    fields: Mapping[str, object] | None = None,
    *,
    removes: Iterable[str] = (),
    readings: bool = False,
    head: Mapping[str, object] | None = None,
) -> str:
    """The text of a rule file like a built-in one, fields given by dotted paths.

    Its other readings are left out unless asked for; `head` replaces whole keys of the file.
    """
    tree = tree_of(base)
    if not readings:
        tree["readings"] = {tree["default_reading"]: tree["readings"][tree["default_reading"]]}
        for printed in tree.get("printed", ()):
            printed.pop("readings", None)
            if isinstance(printed.get("instead"), dict):
                del printed["instead"]
    for path in removes:
        remove(tree, path)
    for path, value in (fields or {}).items():
        table, name = _place(tree, path)
        by = table[name]["by"] if name in table else [CITED]
        table[name] = {"is": value, "by": by}
    tree |= head or {}
    return dump(tree)


def variant(base: str, fields: Mapping[str, object] | None = None, **more: Any) -> RuleFile:
    """The rule file of `variant_text`, loaded."""
    return read_rules(variant_text(base, fields, **more).encode(), "variant.toml")


def variant_rules(base: str, fields: Mapping[str, object] | None = None, **more: Any) -> RuleSet:
    """The rules of `variant_text` under their default reading."""
    return variant(base, fields, **more).rules()


def tree_of(base: str) -> dict[str, Any]:
    file = resources.files("casinowar.rules") / "sets" / f"{base}.toml"
    return tomllib.loads(file.read_text(encoding="utf-8"))


def remove(tree: dict[str, Any], path: str) -> None:
    table, name = _place(tree, path)
    del table[name]


def dump(tree: Mapping[str, Any]) -> str:
    """The TOML text of a tree of tables, lists of tables, texts, numbers and lists."""
    return "\n".join(_section(tree, "")) + "\n"


def _section(table: Mapping[str, Any], path: str) -> Iterator[str]:
    """The lines of a table: its fields first, then the tables in it under their headings."""
    inner = {key: value for key, value in table.items() if _is_table(value)}
    for key, value in table.items():
        if key not in inner:
            yield f"{_key(key)} = {_value(value)}"
    for key, value in inner.items():
        name = f"{path}.{_key(key)}" if path else _key(key)
        for item in value if isinstance(value, list) else [value]:
            yield f"[[{name}]]" if isinstance(value, list) else f"[{name}]"
            yield from _section(item, name)


def _is_table(value: object) -> bool:
    if isinstance(value, list):
        return bool(value) and all(isinstance(item, dict) for item in value)
    return isinstance(value, dict) and "is" not in value


def _place(tree: dict[str, Any], path: str) -> tuple[dict[str, Any], str]:
    *parents, name = path.split(".")
    for parent in parents:
        tree = tree.setdefault(parent, {})
    return tree, name


def _key(key: str) -> str:
    return json.dumps(key, ensure_ascii=False)


def _value(value: object) -> str:
    match value:
        case dict():
            inner = (f"{_key(key)} = {_value(item)}" for key, item in value.items())
            return "{ " + ", ".join(inner) + " }"
        case list() | tuple():
            return "[" + ", ".join(_value(item) for item in value) + "]"
        case _:
            return json.dumps(value, ensure_ascii=False)
