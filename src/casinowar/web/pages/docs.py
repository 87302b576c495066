"""The page that describes the API, made from the OpenAPI document. It needs no script."""

import json
from collections.abc import Callable, Iterator
from html import escape
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from casinowar.web.http.operations import Schema

STYLE = """\
body { font: 16px/1.5 system-ui, sans-serif; max-width: 62rem; margin: 2rem auto; padding: 0 1rem }
:root { color-scheme: light dark }
h2 { margin-top: 3rem; border-bottom: 2px solid }
h3 { font: bold 1rem/1.5 ui-monospace, monospace; margin: 2rem 0 0; overflow-wrap: anywhere }
h4 { margin: 1rem 0 .3rem }
code { font: .9em ui-monospace, monospace }
nav ul { columns: 16rem; padding-left: 1.2rem }
table { border-collapse: collapse; width: 100% }
td { border-top: 1px solid #8886; padding: .3rem .8rem .3rem 0; vertical-align: top }
td:first-child { font: .9em ui-monospace, monospace; white-space: nowrap }
.id { color: GrayText; font-weight: normal }
.scroll { overflow-x: auto }
"""

_ACCESS = {0: "Anyone may ask.", 1: "Needs a session.", 2: "Works with or without a session."}


def routes(document: Callable[[], Schema]) -> list[Route]:
    """The page, its style, and the document for programs; it is made once."""
    kept: dict[str, bytes] = {}

    def text(name: str, make: Callable[[Schema], str]) -> bytes:
        if name not in kept:
            kept[name] = make(document()).encode()
        return kept[name]

    async def docs(_: Request) -> Response:
        return Response(text("page", lambda made: "".join(page(made))), media_type="text/html")

    async def style(_: Request) -> Response:
        return Response(STYLE, media_type="text/css")

    async def openapi(_: Request) -> Response:
        return Response(text("json", _json), media_type="application/json")

    return [
        Route("/api/docs", docs),
        Route("/api/docs.css", style),
        Route("/api/openapi.json", openapi),
        Route("/openapi.json", openapi),
    ]


def _json(document: Schema) -> str:
    return json.dumps(document, ensure_ascii=False, separators=(",", ":"))


def page(document: Schema) -> Iterator[str]:
    """The page, piece by piece."""
    info = document["info"]
    title = escape(f"{info['title']} {info['version']}: the API")
    yield (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
        '<meta name="viewport" content="width=device-width">'
        '<link rel="stylesheet" href="docs.css"></head>'
        f"<body><main><h1>{title}</h1><p>{_inline(info['description'])}</p>"
        '<p>For programs: <a href="openapi.json">openapi.json</a> (OpenAPI '
        f"{escape(document['openapi'])}).</p>"
    )
    by_tag = _by_tag(document)
    yield "<nav><ul>"
    for tag in by_tag:
        yield f'<li><a href="#{_anchor(tag)}">{escape(tag.capitalize())}</a></li>'
    yield '<li><a href="#schemas">Schemas</a></li></ul></nav>'
    says = {tag["name"]: tag["description"] for tag in document["tags"]}
    for tag, operations in by_tag.items():
        yield f'<h2 id="{_anchor(tag)}">{escape(tag.capitalize())}</h2><p>{_inline(says[tag])}</p>'
        for title, operation in operations:
            yield from _operation(title, operation)
    yield '<h2 id="schemas">Schemas</h2>'
    for name, schema in sorted(document["components"]["schemas"].items()):
        yield f'<h3 id="{escape(name)}">{escape(name)}</h3>'
        yield from _schema(schema)
    yield "</main></body></html>"


def _by_tag(document: Schema) -> dict[str, list[tuple[str, Schema]]]:
    found: dict[str, list[tuple[str, Schema]]] = {tag["name"]: [] for tag in document["tags"]}
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            found[operation["tags"][0]].append((f"{method.upper()} {path}", operation))
    return {tag: operations for tag, operations in found.items() if operations}


def _operation(title: str, operation: Schema) -> Iterator[str]:
    name = escape(operation["operationId"])
    yield f'<h3 id="{name}">{escape(title)} <span class="id">{name}</span></h3>'
    yield f"<p>{_inline(operation['summary'])}"
    if operation["description"] != operation["summary"]:
        yield f" {_inline(operation['description'])}"
    yield f" {_ACCESS[len(operation['security'])]}</p>"
    rows = [
        (
            each["name"],
            f"{each['in']}{', required' if each.get('required') else ''}: {_type(each['schema'])}",
            each.get("description", ""),
        )
        for each in operation.get("parameters", ())
    ]
    if body := operation.get("requestBody"):
        rows.append(("body", _type(body["content"]["application/json"]["schema"]), ""))
    rows += [
        (status, ", ".join(_type(each["schema"]) for each in told["content"].values()), says)
        for status, told in operation["responses"].items()
        for says in [told["description"]]
    ]
    yield from _table(rows)


def _schema(schema: Schema) -> Iterator[str]:
    if says := schema.get("description"):
        yield f"<p>{_inline(says)}</p>"
    if properties := schema.get("properties"):
        required = schema.get("required", ())
        yield from _table(
            (
                name if name in required else f"{name}?",
                _type(given),
                given.get("description", ""),
            )
            for name, given in properties.items()
        )
    elif kinds := schema.get("oneOf") or schema.get("anyOf"):
        yield f"<p>One of {', '.join(_type(kind) for kind in kinds)}.</p>"
    elif schema.get("type") != "object":
        yield f"<p>{_type(schema)}</p>"


def _table(rows: Any) -> Iterator[str]:
    yield '<div class="scroll"><table>'
    for name, kind, says in rows:
        yield f"<tr><td>{escape(name)}</td><td>{kind}</td><td>{_inline(says)}</td></tr>"
    yield "</table></div>"


def _type(schema: Schema) -> str:
    """The type of a value in a few words, with a link if it has a name."""
    if "$ref" in schema:
        name = escape(schema["$ref"].rpartition("/")[2])
        return f'<a href="#{name}">{name}</a>'
    if "enum" in schema or "const" in schema:
        values = schema.get("enum", [schema.get("const")])
        return " or ".join(f"<code>{escape(json.dumps(value))}</code>" for value in values)
    if kinds := schema.get("anyOf") or schema.get("oneOf"):
        return " or ".join(_type(kind) for kind in kinds)
    if schema.get("type") == "array":
        return f"list of {_type(schema.get('items') or {})}"
    if isinstance(inside := schema.get("additionalProperties"), dict):
        return f"object of {_type(inside)}"
    return escape(str(schema.get("type", "any value")))


def _inline(text: str) -> str:
    """A text of the document, with its `code`."""
    parts = escape(text).split("`")
    return "".join(
        f"<code>{part}</code>" if at % 2 and at < len(parts) - 1 else part
        for at, part in enumerate(parts)
    )


def _anchor(tag: str) -> str:
    return escape(tag.replace(" ", "-"))
