"""The page's types of the API: ``python -m tests.support.page_types`` writes `lib/api.d.ts` anew.

They are made from the OpenAPI document: a type for each schema, and the types of bodies and answers
by path, so that `lib/api.js` knows what a path answers. The page's modules name them in comments:
only the type check reads the file, never a browser.
"""

import inspect
import json
import re
import subprocess
import textwrap
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from casinowar.house.house import House
from casinowar.house.services import open_services
from casinowar.house.settings import Settings
from casinowar.web.app import operations_of
from casinowar.web.http.meter import Meter
from casinowar.web.http.openapi import document
from tests.paths import ROOT
from tests.support.browser.page import SECONDS, deno

Schema = dict[str, Any] | bool
Paths = dict[str, dict[str, Any]]
Part = Callable[[dict[str, Any]], str]
"""The type of a part of an operation; empty if it has none."""

TYPES = ROOT / "src" / "casinowar" / "static" / "page" / "lib" / "api.d.ts"

HEAD = "// Written by python -m tests.support.page_types from the API's schemas: do not edit it.\n"
WIDTH = 96

PRIMITIVES = {
    "string": "string",
    "integer": "number",
    "number": "number",
    "boolean": "boolean",
    "null": "null",
}
SHAPES = frozenset(
    "$ref type properties required additionalProperties items prefixItems anyOf oneOf allOf enum "
    "const".split()
)
WHOLES = frozenset("$ref properties items anyOf oneOf allOf enum const".split())
"""A type is made from one of these."""
REMARKS = frozenset(
    "$comment title description default examples example deprecated readOnly writeOnly "
    "discriminator format pattern contentEncoding contentMediaType minLength maxLength minimum "
    "maximum exclusiveMinimum exclusiveMaximum multipleOf minItems maxItems uniqueItems "
    "minProperties maxProperties propertyNames".split()
)
"""What a schema may say beyond what a type can."""


def api_document() -> dict[str, Any]:
    """The OpenAPI document, of a house that never starts."""
    with TemporaryDirectory() as folder:
        house = House(str(Path(folder, "house.db")), clock=int, entropy=bytes)
        services = open_services(house, Settings.model_validate({}))
        made = document(operations_of(services, Meter(), metrics_token=""))
        services.close()
        house.close()
    return made


def page_types() -> str:
    """The whole file."""
    made = api_document()
    return declarations(made["components"]["schemas"], made["paths"])


def declarations(components: dict[str, Schema], paths: Paths | None = None) -> str:
    """A TypeScript file with a type for each schema, by name, as `deno fmt` formats it.

    With `paths` of an OpenAPI document it also has the types of bodies and answers by path.
    """
    parts = [HEAD, *(_declaration(name, components) for name in sorted(components))]
    if paths is not None:
        parts += [
            _by_path("GetAnswer", "What a GET of a path answers.", paths, "get", _answer),
            _by_path("PostAnswer", "What a POST to a path answers.", paths, "post", _answer),
            _by_path("PostBody", "The body of a POST to a path.", paths, "post", _body),
        ]
    return _formatted(_formatted("\n".join(parts)))  # long unions only settle the second time


def _formatted(text: str) -> str:
    done = subprocess.run(
        [deno(), "fmt", "--quiet", "--config", str(ROOT / "deno.json"), "--ext", "ts", "-"],
        input=text,
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def _by_path(name: str, says: str, paths: Paths, method: str, part: Part) -> str:
    """A type that follows from the path of a request; the query of a path does not matter."""
    cases = ["Path extends `${infer Bare}?${string}` ? " + f"{name}<Bare>"]
    for path in sorted(paths, key=_generality):
        if method in paths[path] and (written := part(paths[path][method])):
            pattern = re.sub(r"\{\w+\}", "${string}", path)
            cases.append(f"Path extends `{pattern}` ? {written}")
    return (
        f"/** {says} */\nexport type {name}<Path extends string> = {': '.join(cases)}: unknown;\n"
    )


def _generality(path: str) -> tuple[int, int]:
    """Longer paths come first: a pattern also takes in whatever follows it."""
    return -path.count("/"), path.count("{")


def _answer(operation: dict[str, Any]) -> str:
    return _json_type(operation["responses"]["200"])


def _body(operation: dict[str, Any]) -> str:
    return _json_type(operation.get("requestBody", {}))


def _json_type(described: dict[str, Any]) -> str:
    """The type of a JSON body or answer; empty if it has none."""
    media = described.get("content", {}).get("application/json")
    return _type(media["schema"]) if media else ""


def _declaration(name: str, components: dict[str, Schema]) -> str:
    schema = components[name]
    if re.fullmatch(r"[A-Za-z_$][\w$]*", name, re.ASCII) is None:
        raise ValueError(f"{name!r} cannot be the name of a type")
    try:
        written = _type(schema)
    except ValueError as error:
        raise ValueError(f"{name}: {error}") from None
    if lacking := sorted(set(_references(schema)) - components.keys()):
        raise ValueError(f"{name}: there is no schema {' or '.join(lacking)}")
    return f"{_comment(schema)}export type {name} = {written};\n"


def _type(schema: Schema) -> str:
    """A schema as a TypeScript type."""
    if isinstance(schema, bool):
        return "unknown" if schema else "never"
    if strange := sorted(schema.keys() - SHAPES - REMARKS):
        raise ValueError(f"no type is known for a schema with {', '.join(strange)}")
    if len(schema.keys() & WHOLES) > 1:
        raise ValueError(f"no type is known for {' and '.join(sorted(schema.keys() & WHOLES))}")
    match schema:
        case {"$ref": str(reference)}:
            return _name(reference)
        case {"const": value}:
            return json.dumps(value)
        case {"enum": values}:
            return _union(map(json.dumps, values))
        case {"anyOf": choices} | {"oneOf": choices}:
            return _union(map(_type, choices))
        case {"allOf": parts}:
            return " & ".join(map(_part, parts))
        case {"type": list(kinds)}:
            return _union(_type({**schema, "type": kind}) for kind in kinds)
        case {"type": "array"}:
            return _list(schema)
        case {"type": "object"} | {"properties": _}:
            return _object(schema)
        case {"type": str(kind)}:
            return PRIMITIVES[kind]
        case _:
            return "unknown"


def _list(schema: dict[str, Any]) -> str:
    items = schema.get("items", True)
    if "prefixItems" not in schema:
        return f"{_part(items)}[]"
    rest = [] if items is False else [f"...{_part(items)}[]"]
    return f"[{', '.join([*map(_type, schema['prefixItems']), *rest])}]"


def _object(schema: dict[str, Any]) -> str:
    properties = schema.get("properties", {})
    more = schema.get("additionalProperties", True)
    if not properties:
        return f"{{ [name: string]: {_type(more)} }}"
    members = [
        f"{_comment(inner)}{_key(name, name in schema.get('required', ()))}: {_type(inner)};"
        for name, inner in properties.items()
    ]
    if isinstance(more, dict):  # the type of any other name must fit those above too
        members.append("[name: string]: unknown;")
    return "\n".join(["{", *members, "}"])


def _key(name: str, is_required: bool) -> str:
    key = name if re.fullmatch(r"[A-Za-z_$][\w$]*", name, re.ASCII) else json.dumps(name)
    return key if is_required else f"{key}?"


def _union(kinds: Iterable[str]) -> str:
    return " | ".join(dict.fromkeys(kinds)) or "never"


def _part(schema: Schema) -> str:
    """A type that another one is made of, in brackets if it is a union or an intersection."""
    written = _type(schema)
    match schema:
        case {"enum": [_, _, *_]} | {"anyOf": [_, _, *_]} | {"oneOf": [_, _, *_]}:
            return f"({written})"
        case {"allOf": [_, _, *_]} | {"type": [_, _, *_]}:
            return f"({written})"
        case _:
            return written


def _comment(schema: Schema) -> str:
    """The description of a schema as a comment before it."""
    says = "" if isinstance(schema, bool) else inspect.cleandoc(schema.get("description", ""))
    if not says:
        return ""
    says = says.replace("*/", "*\\/")
    if "\n" not in says and len(says) <= WIDTH - len("/**  */"):
        return f"/** {says} */\n"
    paragraphs = [textwrap.wrap(each, WIDTH - len(" * ")) for each in says.split("\n\n")]
    lines = [line for each in paragraphs for line in ["", *each]][1:]
    return "\n".join(["/**", *(f" * {line}".rstrip() for line in lines), " */", ""])


def _references(value: object) -> Iterator[str]:
    """The names of the schemas that a schema refers to."""
    match value:
        case {"$ref": str(reference)}:
            yield _name(reference)
        case dict():
            for inner in value.values():
                yield from _references(inner)
        case list():
            for inner in value:
                yield from _references(inner)
        case _:
            pass


def _name(reference: str) -> str:
    return reference.rpartition("/")[2]


def main() -> None:
    TYPES.write_text(page_types(), encoding="utf-8")


if __name__ == "__main__":
    main()
