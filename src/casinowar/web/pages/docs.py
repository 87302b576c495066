"""The page that describes the API, made from the OpenAPI document. It needs no script."""

import json
from collections.abc import Callable, Iterable, Iterator
from html import escape
from pathlib import Path
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from casinowar.web.http.operations import Schema

_ACCESS = {
    "": "Anyone may ask.",
    "session": "Needs a session.",
    "session?": "Works with or without a session.",
    "metrics?": "May need the metrics token of the house.",
}


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
        css = text("style", lambda _: Path(__file__).with_name("docs.css").read_text("utf-8"))
        return Response(css, media_type="text/css")

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


class DocsEntry(NamedTuple):
    """An operation as the page shows it."""

    method: str
    path: str
    operation: Schema


def page(document: Schema) -> Iterator[str]:
    """The page, piece by piece."""
    info, by_tag = document["info"], _by_tag(document)
    title = escape(f"{info['title']} {info['version']}: the API")
    yield (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
        '<meta name="viewport" content="width=device-width">'
        '<link rel="stylesheet" href="docs.css"></head>'
        f"<body><main><h1>{title}</h1><p>{_inline(info['description'])}</p>"
        '<p>For programs: <a href="openapi.json">openapi.json</a> (OpenAPI '
        f"{escape(document['openapi'])}).</p>"
    )
    yield from _contents(by_tag)
    says = {tag["name"]: tag["description"] for tag in document["tags"]}
    for tag, operations in by_tag.items():
        yield f'<h2 id="{_anchor(tag)}">{_heading(tag)}</h2><p>{_inline(says[tag])}</p>'
        yield f'<div class="narrow">{_links(operations)}</div>'
        for entry in operations:
            yield from _operation(document, entry)
    yield from _refusals(document)
    yield '<h2 id="schemas">Schemas</h2><p>What requests and answers are made of.</p>'
    for name, schema in sorted(document["components"]["schemas"].items()):
        yield f'<section id="{escape(name)}"><h3>{escape(name)}</h3>'
        yield from _schema(document, schema)
        yield "</section>"
    yield "</main></body></html>"


def _contents(by_tag: dict[str, list[DocsEntry]]) -> Iterator[str]:
    """The contents, which a wide screen shows beside the text; a narrow one has room for less."""
    yield '<nav aria-label="Contents"><ul>'
    for tag, operations in by_tag.items():
        yield f'<li><a href="#{_anchor(tag)}">{_heading(tag)}</a>{_links(operations)}</li>'
    yield '<li><a href="#refusals">Refusals</a></li><li><a href="#schemas">Schemas</a></li>'
    yield "</ul></nav>"


def _links(operations: list[DocsEntry]) -> str:
    links = (
        f'<li><a href="#{escape(operation["operationId"])}">{_title(operation)}</a></li>'
        for _, _, operation in operations
    )
    return f"<ul>{''.join(links)}</ul>"


def _title(operation: Schema) -> str:
    return _inline(operation["summary"].removesuffix("."))


def _by_tag(document: Schema) -> dict[str, list[DocsEntry]]:
    found: dict[str, list[DocsEntry]] = {tag["name"]: [] for tag in document["tags"]}
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            found[operation["tags"][0]].append(DocsEntry(method, path, operation))
    return {tag: operations for tag, operations in found.items() if operations}


def _operation(document: Schema, entry: DocsEntry) -> Iterator[str]:
    method, path, operation = entry
    name = escape(operation["operationId"])
    yield (
        f'<section id="{name}"><h3>{_title(operation)}</h3>'
        f'<p class="request"><code><span class="method {method}">{method.upper()}</span> '
        f'{escape(path)}</code> <code class="soft">{name}</code></p>'
        f"<p>{_inline(operation['description'])} "
        f'<span class="soft">{_access(operation["security"])}</span></p>'
    )
    parameters = [_found(document, each) for each in operation.get("parameters", ())]
    if parameters:
        yield "<h4>Parameters</h4>"
        yield from _fields(
            (
                each["name"],
                "" if each.get("required") else "optional",
                f"{each['in']}: {_type(each['schema'])}",
                each["description"],
            )
            for each in parameters
        )
    if body := operation.get("requestBody"):
        content = body["content"]["application/json"]
        yield f"<h4>Body: {_type(content['schema'])}</h4>"
        yield from _properties(document, _found(document, content["schema"]))
        yield f"<pre>{escape(json.dumps(content['example'], indent=2))}</pre>"
    yield from _answers(document, operation["responses"])
    yield "</section>"


def _answers(document: Schema, responses: Schema) -> Iterator[str]:
    """What comes back, and the statuses of refusals."""
    answer = responses["200"]
    ((media_type, content),) = answer["content"].items()
    made_of = _type(content["schema"]) if media_type == "application/json" else escape(media_type)
    yield f"<h4>Answer</h4><p>{made_of}: {_inline(answer['description'])}</p>"
    if events := content["schema"].get("contentSchema"):
        parts = (each["properties"] for each in events["items"]["oneOf"])
        yield from _fields(
            (each["event"]["const"], "", _type(each["data"]), _meaning(document, each["data"]))
            for each in parts
        )
    refused = (
        f'<a href="#refusals" title="{escape(_found(document, each)["description"])}">{status}</a>'
        for status, each in responses.items()
        if status != "200"
    )
    yield f'<p class="soft">Refusals: {", ".join(refused)}</p>'


def _refusals(document: Schema) -> Iterator[str]:
    """The refusals that all operations share."""
    yield (
        '<h2 id="refusals">Refusals</h2><p>A refused request has changed nothing. The answer is a '
        '<a href="#Problem">Problem</a>, as <code>application/problem+json</code>.</p>'
    )
    statuses = {
        status: _found(document, each)
        for methods in document["paths"].values()
        for operation in methods.values()
        for status, each in operation["responses"].items()
        if status != "200"
    }
    yield from _fields(
        (status, "", ", ".join(found.get("headers", ())), found["description"])
        for status, found in sorted(statuses.items())
    )


def _found(document: Schema, part: Schema) -> Schema:
    """A parameter or a response, wherever the document declares it."""
    if "$ref" not in part:
        return part
    _, _, kind, name = part["$ref"].split("/")
    found: Schema = document["components"][kind][name]
    return found


def _access(security: list[Schema]) -> str:
    names = [name for each in security for name in each]
    return _ACCESS["".join(names) + "?" * ({} in security)]


def _schema(document: Schema, schema: Schema) -> Iterator[str]:
    if says := schema.get("description"):
        yield f"<p>{_inline(says)}</p>"
    if schema.get("properties"):
        yield from _properties(document, schema)
    elif kinds := schema.get("oneOf") or schema.get("anyOf"):
        yield f"<p>One of {', '.join(_type(kind) for kind in kinds)}.</p>"
    elif schema.get("type") != "object":
        yield f"<p>{_type(schema)}</p>"


def _properties(document: Schema, schema: Schema) -> Iterator[str]:
    required = schema.get("required", ())
    yield from _fields(
        (name, "" if name in required else "optional", _type(given), _meaning(document, given))
        for name, given in schema.get("properties", {}).items()
    )


def _meaning(document: Schema, schema: Schema) -> str:
    """The description of a value, or of the schema that it, or an item of it, refers to."""
    parts = [schema, schema.get("items") or {}, *schema.get("anyOf", ())]
    found = (_found(document, part).get("description", "") for part in parts)
    return next((says.partition("\n")[0] for says in found if says), "")


def _fields(rows: Iterable[tuple[str, str, str, str]]) -> Iterator[str]:
    """A list of names, each with a remark, its type and its description."""
    yield "<dl>"
    for name, remark, kind, says in rows:
        small = f" <small>{remark}</small>" if remark else ""
        yield (
            f"<div><dt><code>{escape(name)}</code>{small}</dt>"
            f'<dd class="type">{kind}</dd><dd>{_inline(says)}</dd></div>'
        )
    yield "</dl>"


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
        return f"list of {_type(schema.get('items') or {})}{_bounds(schema)}"
    if isinstance(inside := schema.get("additionalProperties"), dict):
        return f"object of {_type(inside)}"
    return escape(str(schema.get("type", "any value"))) + _bounds(schema)


def _bounds(schema: Schema) -> str:
    """The least and the most of a number, the characters of a text, or the items of a list."""
    kind, unit = {"string": ("Length", " characters"), "array": ("Items", "")}.get(
        schema.get("type", ""), ("imum", "")
    )
    least, most = schema.get(f"min{kind}"), schema.get(f"max{kind}")
    if most is not None:
        return f", {least:,} to {most:,}{unit}" if least is not None else f", up to {most:,}{unit}"
    return f", at least {least:,}{unit}" if least else ""


def _inline(text: str) -> str:
    """A text of the document, with its `code`."""
    parts = escape(text).split("`")
    return "".join(
        f"<code>{part}</code>" if at % 2 and at < len(parts) - 1 else part
        for at, part in enumerate(parts)
    )


def _heading(tag: str) -> str:
    return escape(tag.capitalize())


def _anchor(tag: str) -> str:
    return escape(tag.replace(" ", "-"))
