"""Operations: every request of the API, each declared once.

A declaration names the path, the body, the query, the answer and who may ask. The route that serves
the request and its part of the OpenAPI document are both made from it.
"""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Annotated, Any, Generic, Literal, NamedTuple, TypeVar

from msgspec import Meta
from starlette.requests import Request
from starlette.responses import Response

from casinowar.house.messages import Message
from casinowar.house.people.sessions import Session
from casinowar.house.refusals import Refused, unknown_player, unknown_table
from casinowar.house.request_key import RequestKey
from casinowar.house.tables.commands import Caller, caller_of

B = TypeVar("B")
Q = TypeVar("Q")

Access = Literal["public", "known", "signed-in", "token"]
"""Who may ask: anyone, anyone with their session looked up if they have one, a session only, or
monitoring with the metrics token of the house."""

Tag = Literal[
    "accounts", "tables", "play", "streams", "history", "rules and odds", "limits", "dealing",
    "pit", "people", "service",
]  # fmt: skip
"""The resources, in the order of the documentation."""

Schema = dict[str, Any]
"""A JSON Schema, or a part of an OpenAPI document: free-form by nature."""


class Media(NamedTuple):
    """An answer that is a text and not a message: its media type."""

    media_type: str
    events: Mapping[str, Any] = MappingProxyType({})
    """The type of the data of each event, if it is a stream of them."""


MOST_NUMBER = 10**12
"""No round and no shoe has a higher number."""


class PathParameter(NamedTuple):
    """A part of a path that varies."""

    type: Any
    description: str
    example: str | int


PATH: dict[str, PathParameter] = {
    "table_id": PathParameter(
        Annotated[str, Meta(min_length=1, max_length=64)],
        "The id of a table, as the lobby lists it.",
        "washington",
    ),
    "player": PathParameter(
        Annotated[str, Meta(min_length=1, max_length=32)],
        "The permanent name of a player, as records have it.",
        "p7f3k2m9qxw4d",
    ),
    "rules": PathParameter(
        Annotated[str, Meta(min_length=1, max_length=64)],
        "A built-in rule set by its id, or a rule file of this house by its SHA-256.",
        "washington",
    ),
    "number": PathParameter(
        Annotated[int, Meta(ge=1, le=MOST_NUMBER)],
        "The number of the round or shoe, counted from 1.",
        1,
    ),
}
"""Every path parameter there is, by its name."""


@dataclass(frozen=True, slots=True)
class Call(Generic[B, Q]):
    """A request, read and checked."""

    request: Request
    body: B
    query: Q
    session: Session | None
    sha256: str = ""
    """Of method, path and body, if the operation needs a key."""
    key: str = ""
    """The Idempotency-Key, if the operation needs one."""

    @property
    def known(self) -> Session:
        """The caller's session, which the operation requires."""
        assert self.session is not None, "this operation is declared to need a session"
        return self.session

    @property
    def caller(self) -> Caller:
        """The caller, as a table knows them."""
        return caller_of(self.known)

    @property
    def caller_if_known(self) -> Caller | None:
        """The same, or `None` for somebody without a session."""
        return None if self.session is None else caller_of(self.session)

    @property
    def request_key(self) -> RequestKey:
        """What makes a repetition of this request harmless."""
        return RequestKey(self.known.person.account, self.key, self.sha256)

    @property
    def table_id(self) -> str:
        """The table in the path. What cannot be an id is refused without asking the database."""
        table_id = self._path("table_id")
        if not table_id.isprintable():
            raise unknown_table(table_id)
        return table_id

    @property
    def player(self) -> str:
        """The player in the path. What cannot be one is refused without asking the database."""
        player = self._path("player")
        if not player.isprintable():
            raise unknown_player(player)
        return player

    @property
    def rules(self) -> str:
        """The rule set in the path."""
        return self._path("rules")

    @property
    def number(self) -> int:
        """The number in the path."""
        text = self._path("number")
        if text.isascii() and text.isdecimal() and 0 < int(text[:14]) <= MOST_NUMBER:
            return int(text)
        raise Refused("bad-form", f"number: use a whole number up to {MOST_NUMBER}", status=422)

    def _path(self, name: str) -> str:
        return str(self.request.path_params[name])


Handler = Callable[[Call[Any, Any]], Awaitable[Message | bytes | Response]]
"""Answers a call: a message, JSON that is already written, or a response of its own."""


@dataclass(frozen=True, slots=True)
class Operation:
    """The declaration of one request."""

    id: str
    """What a client generated from the OpenAPI document calls it."""
    method: Literal["GET", "POST"]
    path: str
    handler: Handler
    tag: Tag
    summary: str
    """One short sentence in the imperative."""
    description: str
    """What a caller should know besides: who may ask, and what else happens."""
    answer: type[Message] | Media
    body: type[Message] | None = None
    example: Message | None = None
    """A body that somebody could send."""
    query: type[Message] | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    """Optional request headers, each with its meaning."""
    access: Access = "signed-in"
    keyed: bool = False
    """Whether the request needs an Idempotency-Key."""
    body_may_be_missing: bool = False
    sets_cookie: bool = False
    """Whether the answer begins or ends a session of the browser."""
    refuses: tuple[int, ...] = ()
    """Statuses beyond those that follow from the rest of the declaration."""
    answer_is: str = "Done."
    """What the answer is, in a sentence."""

    @property
    def path_parameters(self) -> list[str]:
        """The names of the parts of the path that vary, in order."""
        parts = self.path.split("/")
        return [part[1:-1] for part in parts if part.startswith("{")]
