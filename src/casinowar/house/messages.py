"""Messages: the typed records that go into the house and come out of it.

Every answer and every body of a request is one `Message`. Its class alone says what it holds: the
JSON, the OpenAPI document and the types of the page are all made from it. Entries of a record are
embedded as the text that was recorded.
"""

from collections.abc import Iterable
from typing import Annotated

import msgspec
from msgspec import Meta, Raw


class Message(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A body or an answer. Its fields are those of the JSON object, in the same order."""


Cents = Annotated[int, Meta(description="Whole cents.")]
Milliseconds = Annotated[int, Meta(description="Milliseconds since 1970.")]


def _described_by(*names: str) -> Meta:
    """The schema of a text that is embedded: one of those with these names."""
    found = [{"$ref": f"#/components/schemas/{name}"} for name in names]
    return Meta(extra_json_schema=found[0] if len(found) == 1 else {"oneOf": found})


EntryText = Annotated[Raw, _described_by("Entry")]
EventText = Annotated[Raw, _described_by("Event")]
CardText = Annotated[Raw, _described_by("CardDealt")]
TieAnswerText = Annotated[Raw, _described_by("Surrendered", "Forfeited", "WarDeclared")]
ResultText = Annotated[Raw, _described_by("WagerSettled", "WagerReturned", "WagerRuled")]
NeedText = Annotated[Raw, _described_by("Need")]
"""JSON texts that are embedded as they are. `casinowar.record.codec` writes and describes them."""


def encode(message: Message) -> bytes:
    """The JSON of a message."""
    return msgspec.json.encode(message)


def embed(texts: Iterable[str]) -> list[Raw]:
    """JSON texts, to be embedded as they are."""
    return [Raw(text.encode()) for text in texts]
