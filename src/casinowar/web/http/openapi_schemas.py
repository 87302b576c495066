"""The schemas of the OpenAPI document: of every message, and of everything that records hold.

msgspec and `casinowar.record.schema` make them from the classes. Here they become uniform: each
property is described, a description stands where readers look for it, and an enum has a type.
"""

from collections.abc import Iterable, Sequence
from inspect import cleandoc
from typing import Any

import msgspec

from casinowar.house.messages import Message
from casinowar.record.schema import schemas
from casinowar.web.http.field_descriptions import description_of
from casinowar.web.http.operations import Media, Operation, Schema
from casinowar.web.http.problems import Problem

_REFERENCE = "#/components/schemas/{name}"
_SAYS: Schema = {"type": "string", "description": "The same for people, in words."}


def component_schemas(operations: Sequence[Operation]) -> Schema:
    """The schemas of all messages, and of what records hold."""
    recorded, sent = schemas(beside_need={"says": _SAYS}), _schemas(_messages(operations))
    twice = recorded.keys() & sent.keys()
    assert not twice, f"a schema of a record and a message have the same name: {sorted(twice)}"
    return {name: _described(name, schema) for name, schema in {**recorded, **sent}.items()}


def query_schema(query: type[Message]) -> Schema:
    """The schema of a query; its properties are the parameters."""
    found: Schema = _schemas([query])[query.__name__]
    return found


def reference(message: type[Message]) -> Schema:
    """A reference to the schema of a message."""
    return {"$ref": _REFERENCE.format(name=message.__name__)}


def media_schema(media: Media) -> Schema:
    """The schema of a text; of a stream, `contentSchema` describes its events one after another."""
    if not media.events:
        return {"type": "string"}
    types = media.events.values()
    made, _ = msgspec.json.schema_components(types, ref_template=_REFERENCE)
    events = [
        {
            "type": "object",
            "properties": {"event": {"type": "string", "const": name}, "data": _plain(data)},
            "required": ["event", "data"],
        }
        for name, data in zip(media.events, made, strict=True)
    ]
    return {
        "type": "string",
        "contentMediaType": media.media_type,
        "contentSchema": {"type": "array", "items": {"oneOf": events}},
    }


def _messages(operations: Iterable[Operation]) -> list[Any]:
    """The types of all bodies, answers and events, each once."""
    found: dict[Any, None] = {Problem: None}
    for operation in operations:
        answer = operation.answer
        answers = answer.events.values() if isinstance(answer, Media) else (answer,)
        found.update(dict.fromkeys(each for each in (operation.body, *answers) if each))
    return list(found)


def _schemas(types: Sequence[type[Any]]) -> Schema:
    _, components = msgspec.json.schema_components(types, ref_template=_REFERENCE)
    return {name: _plain(schema) for name, schema in components.items()}


def _plain(schema: Schema) -> Schema:
    """A schema as people would write it.

    It has no title that only repeats its name. The description of a value that may be null, or of
    the items of a list, is moved to the value or the list itself.
    """
    plain = {name: _plain_part(name, part) for name, part in schema.items() if name != "title"}
    inner = [*plain.get("anyOf", ()), *([plain["items"]] if "items" in plain else [])]
    for part in inner:
        says = part.pop("description", None)
        if says is not None:
            plain.setdefault("description", says)
    if "enum" in plain and all(isinstance(value, str) for value in plain["enum"]):
        plain["type"] = "string"
    if "description" in plain:
        plain["description"] = cleandoc(plain["description"])
    return plain


def _plain_part(name: str, part: Any) -> Any:
    match name, part:
        case ("properties", dict()):
            return {each: _plain(schema) for each, schema in part.items()}
        case ("anyOf" | "oneOf", list()):
            return [_plain(each) for each in part]
        case ("items" | "additionalProperties", dict()):
            return _plain(part)
        case _:
            return part


def _described(name: str, schema: Schema) -> Schema:
    """A schema whose properties have a description; a reference leads to one of its own."""
    if "properties" not in schema:
        return schema
    described = {**schema["properties"]}
    for field, part in described.items():
        says = description_of(name, field, is_reference=_is_reference(part))
        if says and "description" not in part:
            described[field] = {**part, "description": says}
    return {**schema, "properties": described}


def _is_reference(schema: Schema) -> bool:
    """Whether a value, or each item of a list, has a schema with a name."""
    found = [schema, schema.get("items") or {}, *schema.get("anyOf", ())]
    return any("$ref" in each for each in found)
