"""The page's types are those of the API, and its modules can be checked against them."""

import re
import subprocess
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
import pytest

from casinowar.web.pages.page import STATIC, read_files
from tests.paths import ROOT
from tests.support.browser.page import SECONDS, deno
from tests.support.page_types import HEAD, TYPES, declarations, page_types

TEXT, NUMBER, NULL = {"type": "string"}, {"type": "integer"}, {"type": "null"}


def written(schema: Any, **others: Any) -> str:
    """The type of one schema, on one line."""
    text = declarations({"X": schema, **others}).rpartition("export type X =")[2]
    return " ".join(text.split()).removesuffix(";")


def test_types_are_those_of_the_api() -> None:
    fresh = TYPES.read_text("utf-8") == page_types()
    assert fresh, "python -m tests.support.page_types writes them anew"


@pytest.mark.parametrize(
    "schema, kind",
    [
        (TEXT, "string"),
        (NUMBER, "number"),
        ({"type": "number"}, "number"),
        ({"type": "boolean"}, "boolean"),
        ({"enum": ["a", "b"]}, '"a" | "b"'),
        ({"type": "string", "const": "a"}, '"a"'),
        ({"type": "integer", "enum": [0, 1]}, "0 | 1"),
        ({"anyOf": [TEXT, NULL]}, "string | null"),
        ({"oneOf": [NUMBER, {"type": "number"}]}, "number"),
        ({"type": ["string", "null"]}, "string | null"),
        ({"type": "array", "items": TEXT}, "string[]"),
        ({"type": "array", "items": {"enum": ["a", "b"]}}, '("a" | "b")[]'),
        ({"type": "array"}, "unknown[]"),
        ({"type": "array", "prefixItems": [TEXT, NUMBER], "items": False}, "[string, number]"),
        ({"type": "array", "prefixItems": [TEXT], "items": NUMBER}, "[string, ...number[]]"),
        ({"type": "object"}, "{ [name: string]: unknown }"),
        ({"type": "object", "additionalProperties": NUMBER}, "{ [name: string]: number }"),
        (
            {"type": "object", "properties": {}, "additionalProperties": False},
            "{ [name: string]: never }",
        ),
        (
            {"type": "object", "properties": {"a": TEXT, "b-c": NUMBER}, "required": ["a"]},
            '{ a: string; "b-c"?: number; }',
        ),
        (
            {"type": "object", "properties": {"a": TEXT}, "additionalProperties": NUMBER},
            "{ a?: string; [name: string]: unknown; }",
        ),
        ({"allOf": [{"anyOf": [TEXT, NULL]}, {"enum": ["a"]}]}, '(string | null) & "a"'),
        ({}, "unknown"),
        (True, "unknown"),
        (False, "never"),
    ],
)
def test_a_schema_and_its_type(schema: Any, kind: str) -> None:
    assert written(schema) == kind


def test_a_reference_is_a_name() -> None:
    row = {"$ref": "#/components/schemas/Row", "description": "A row."}
    assert written({"type": "array", "items": row}, Row=TEXT) == "Row[]"


@pytest.mark.parametrize(
    "schemas, why",
    [
        ({"X": {"$ref": "#/components/schemas/Row"}}, "X: there is no schema Row"),
        ({"X": {"type": "array", "contains": TEXT}}, "X: no type is known .* contains"),
        ({"X": {"properties": {}, "anyOf": [TEXT]}}, "X: no type is known for anyOf and prop"),
        ({"Page[Row]": TEXT}, "cannot be the name of a type"),
    ],
)
def test_a_schema_without_a_type_is_refused(schemas: dict[str, Any], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        declarations(schemas)


class Card(msgspec.Struct, forbid_unknown_fields=True, tag="card", tag_field="type"):
    """A card.

    It is dealt face up, and its suit decides nothing: only its rank is compared with the one of the
    dealer, */ or with none.
    """

    rank: Annotated[str, msgspec.Meta(description="2 to A.")]
    to: Literal["dealer", "player"]
    seat: int | None = None


class Burn(msgspec.Struct, forbid_unknown_fields=True, tag="burn", tag_field="type"):
    count: int


class Dealt(msgspec.Struct):
    """What was dealt."""

    cards: list[Card | Burn]
    pays: dict[str, tuple[int, int]]
    wagers: list[Literal["primary wager", "tie wager", "war wager", "tie wager on the war deal"]]


STRUCTS = f"""{HEAD}
export type Burn = {{
  type: "burn";
  count: number;
}};

/**
 * A card.
 *
 * It is dealt face up, and its suit decides nothing: only its rank is compared with the one of
 * the dealer, *\\/ or with none.
 */
export type Card = {{
  type: "card";
  /** 2 to A. */
  rank: string;
  to: "dealer" | "player";
  seat?: number | null;
}};

/** What was dealt. */
export type Dealt = {{
  cards: (Card | Burn)[];
  pays: {{ [name: string]: [number, number] }};
  wagers: ("primary wager" | "tie wager" | "tie wager on the war deal" | "war wager")[];
}};
"""


def struct_types() -> str:
    _, found = msgspec.json.schema_components([Dealt], ref_template="#/components/schemas/{name}")
    return declarations(found)


def test_structs_become_types() -> None:
    assert struct_types() == STRUCTS


MODULE = """\
/** @param {import("./api.d.ts").Dealt} dealt */
export function ranks(dealt) {
  return dealt.cards.map((card) => (card.type === "card" ? card.FIELD.length : card.count));
}
"""


@pytest.mark.parametrize("field, passes", [("rank", True), ("suit", False)])
def test_a_module_is_checked_against_them(tmp_path: Path, field: str, passes: bool) -> None:
    (tmp_path / "api.d.ts").write_text(struct_types(), "utf-8")
    (tmp_path / "api.js").write_text("export const other = 1;\n", "utf-8")
    module = tmp_path / "ranks.js"
    module.write_text(MODULE.replace("FIELD", field), "utf-8")
    done = subprocess.run(
        [deno(), "check", "--quiet", "--config", str(ROOT / "deno.json"), str(module)],
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    assert (done.returncode == 0) == passes, done.stderr
    assert passes or f"Property '{field}' does not exist on type 'Card'" in done.stderr


def operation(body: str, answer: str) -> dict[str, Any]:
    """A part of an OpenAPI document: these schemas, by name, as body and answer."""

    def content(name: str) -> dict[str, Any]:
        schema = {"$ref": f"#/components/schemas/{name}"}
        return {"content": {"application/json": {"schema": schema}}} if name else {}

    return {"requestBody": content(body), "responses": {"200": content(answer)}}


PATHS = {
    "/api/tables": {"get": operation("", "Tables"), "post": operation("Opening", "Table")},
    "/api/tables/{table_id}": {"get": operation("", "Table")},
    "/api/tables/{table_id}/rounds/{number}": {"get": operation("", "Round")},
    "/api/tables/{table_id}/events": {"get": operation("", "")},
    "/api/tables/{table_id}/game": {"post": operation("", "Table")},
}

BY_PATH = """
/** What a GET of a path answers. */
export type GetAnswer<Path extends string> = Path extends `${infer Bare}?${string}`
  ? GetAnswer<Bare>
  : Path extends `/api/tables/${string}/rounds/${string}` ? Round
  : Path extends `/api/tables/${string}` ? Table
  : Path extends `/api/tables` ? Tables
  : unknown;

/** What a POST to a path answers. */
export type PostAnswer<Path extends string> = Path extends `${infer Bare}?${string}`
  ? PostAnswer<Bare>
  : Path extends `/api/tables/${string}/game` ? Table
  : Path extends `/api/tables` ? Table
  : unknown;

/** The body of a POST to a path. */
export type PostBody<Path extends string> = Path extends `${infer Bare}?${string}` ? PostBody<Bare>
  : Path extends `/api/tables` ? Opening
  : unknown;
"""


def test_answers_and_bodies_follow_from_paths() -> None:
    found: dict[str, Any] = dict.fromkeys(["Opening", "Round", "Table", "Tables"], TEXT)
    assert declarations(found, PATHS).endswith(BY_PATH)


def test_types_are_imported_on_one_line() -> None:
    """Deno does not find a module that is named on the next line: its types would be `any`."""
    lines = [line for path in STATIC.rglob("*.js") for line in path.read_text("utf-8").splitlines()]
    imports = [line for line in lines if "@import" in line]
    assert imports
    assert not [line for line in imports if not re.search(r'} from "[^"]+"', line)]


def test_types_are_not_sent_to_browsers() -> None:
    assert TYPES.is_relative_to(STATIC)
    assert not [name for name in read_files() if name.endswith(".ts")]
    imports = re.compile(r"""^\s*(import|export)\b.*\.ts["']""", re.MULTILINE)
    assert not [path for path in STATIC.rglob("*.js") if imports.search(path.read_text("utf-8"))]
