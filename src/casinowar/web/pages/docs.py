"""The page that describes the API: made of the OpenAPI document here, with no script at all."""

import json
from collections.abc import Iterator
from functools import cache
from html import escape
from typing import Any

from fastapi import FastAPI, Response

from casinowar.web.http.routes import Json

STYLE = """\
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
h2 { font: bold 1rem/1.5 ui-monospace, monospace; border-top: 1px solid; padding-top: 1rem }
pre { overflow: auto; padding: .5rem; border: 1px solid; border-radius: .3rem }
dt { font-family: ui-monospace, monospace }
"""


def add_docs(app: FastAPI) -> None:
    """Serve the page and its style."""

    @cache
    def whole() -> str:
        return "".join(page(app.openapi()))

    @app.get("/api/docs", include_in_schema=False)
    async def docs() -> Response:
        return Response(whole(), media_type="text/html")

    @app.get("/api/docs.css", include_in_schema=False)
    async def style() -> Response:
        return Response(STYLE, media_type="text/css")


def page(document: Json) -> Iterator[str]:
    """The page, piece by piece."""
    info = document["info"]
    title = escape(f"{info['title']} {info['version']}: the API")
    yield (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
        '<meta name="viewport" content="width=device-width">'
        '<link rel="stylesheet" href="docs.css"></head>'
        f"<body><h1>{title}</h1><p>{escape(info['description'])}</p>"
        '<p>The same for programs: <a href="openapi.json">openapi.json</a> (OpenAPI '
        f"{escape(document['openapi'])}).</p>"
    )
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            yield from _operation(f"{method.upper()} {path}", operation)
    yield "<h1>Schemas</h1>"
    for name, schema in sorted(document["components"]["schemas"].items()):
        yield f'<h2 id="{escape(name)}">{escape(name)}</h2>{_pre(schema)}'
    yield "</body></html>"


def _operation(title: str, operation: Json) -> Iterator[str]:
    yield f"<h2>{escape(title)}</h2><p>{escape(operation.get('summary', ''))}</p>"
    if parameters := operation.get("parameters"):
        yield "<dl>"
        for parameter in parameters:
            kind = f"{parameter['in']}{', required' if parameter.get('required') else ''}"
            says = parameter.get("description", "")
            yield f"<dt>{escape(parameter['name'])} ({kind})</dt><dd>{escape(says)}</dd>"
        yield "</dl>"
    if body := operation.get("requestBody"):
        yield f"<p>Body:</p>{_pre(body['content']['application/json']['schema'])}"
    yield "<dl>"
    for status, told in operation["responses"].items():
        schemas = [each.get("schema", {}) for each in told.get("content", {}).values()]
        names = [schema["$ref"].rpartition("/")[2] for schema in schemas if "$ref" in schema]
        links = ", ".join(f'<a href="#{escape(name)}">{escape(name)}</a>' for name in names)
        yield f"<dt>{status} {links}</dt><dd>{escape(told['description'])}</dd>"
    yield "</dl>"


def _pre(schema: Any) -> str:
    return f"<pre>{escape(json.dumps(schema, indent=2, ensure_ascii=False))}</pre>"
