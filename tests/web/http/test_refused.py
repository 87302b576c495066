"""A request that is refused has changed nothing: the whole database is compared after each test.

Every body with every value spoiled in every way, sent by someone with a seat and a wager, so that
much could happen if it were taken.
"""

import json
import secrets
import socket
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
from sqlalchemy import Engine

from casinowar.store.backends.engine import reading
from casinowar.web.api.commands import COMMANDS
from casinowar.web.http.guard import MOST_BODY
from tests.support.house.digest import digest
from tests.support.house.served import Client, Served, problem, served

WAGER = {"seat": 1, "wager": "primary", "amount": 500}
BODIES: dict[str, dict[str, Any]] = {
    "sit": {"seat": 2},
    "leave": {"seat": 1},
    "bet": {"bets": [WAGER], "ready": True, "fair": {"seed": "ab" * 32, "cut": 7}},
    "rebet": {"ready": True, "fair": {"seed": "ab" * 32, "cut": 7}},
    "withdraw": {"seat": 1, "wager": "primary"},
    "ready": {},
    "take-bank": {"stake": 500},
    "post-stake": {"amount": 500},
    "decline": {},
    "give-up-bank": {},
    "choose": {"seat": 1, "choice": "war", "tie": 0},
    "commit": {"seat": 1, "commitment": "ab" * 32},
    "reveal": {"seat": 1, "seed": "ab" * 32, "cut": 7},
    "cut": {"seed": "ab" * 32, "cut": 7},
    "rule": {"ruling": "void", "reason": "because"},
    "rule-wager": {
        "player": "p-ann",
        "seat": 1,
        "wager": "tie",
        "ruling": "take",
        "reason": "because",
    },
    "add-bot": {"seat": 3},
    "remove-bot": {"seat": 1},
}
OPENING = {
    "rules": "washington",
    "reading": "",
    "name": "ours",
    "decks": 6,
    "seats": 7,
    "primary": {"least": 500, "most": 1000, "amounts": [500, 1000]},
    "first_burn": True,
    "players_may_have_edge": False,
    "bots": 1,
}

SPOILED = [
    *(
        "true",
        "null",
        '"1"',
        '"x"',
        "1.0",
        "1.5",
        "1e400",
        "-1e400",
        "NaN",
        "Infinity",
        "-Infinity",
    ),
    *("[]", "{}", "[1]", '{"seat":1}', "1" + "0" * 30, "-1" + "0" * 30, "9" * 4000, "9" * 5000),
    *('"\\ud800"', '"\\u0000"', '"\x01"', "01", "+1", "0x1", "1_000", '"' + "9" * 9000 + '"'),
]
"""What stands where something else should, as JSON or as what is none."""

WHOLE = [
    b"",
    b"null",
    b"[]",
    b"true",
    b'"seat"',
    b"{",
    b"{}}",
    b'{"seat":1}{"seat":2}',
    b"{'seat':1}",
    b'{"seat":1,}',
    b'{"seat":1,"seat":2}',
    b'{"seat":1,"nobody":2}',
    b'{"\\u0073eat":1,"seat":2}',
    b"\xef\xbb\xbf" + b'{"seat":1}',
    b'{"seat":1,"commitment":"\xff\xfe"}',
    b'{"seat":1,"commitment":"\xed\xa0\x80"}',
    b'{"seat":1,"commitment":"\xc0\xaf"}',
    '{"seat":1}'.encode("utf-16"),
    b"[" * 30_000 + b"]" * 30_000,
    b'{"seat":' * 7_000 + b"1" + b"}" * 7_000,
    b'{"seat":1}' + b" " * MOST_BODY,
]
"""Bodies that are none of sit's."""


class Scene(NamedTuple):
    """Someone with a seat and a wager, whose database is watched."""

    house: Served
    database: Engine
    ann: Client
    table: str

    def refused(self, path: str, content: bytes, **headers: str) -> dict[str, Any]:
        """The problem that a body meets."""
        given = {
            "Idempotency-Key": secrets.token_hex(8),
            "Content-Type": "application/json",
            **{name.replace("_", "-"): value for name, value in headers.items()},
        }
        return problem(self.ann.http.post(path, content=content, headers=given))


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scene]:
    with served(tmp_path_factory.mktemp("refused")) as house:
        ann = house.guest()
        table = ann.ask("/api/tables", {"rules": "washington"})["table"]
        ann.command(table, "sit", seat=1)
        ann.command(table, "bet", bets=[WAGER])
        database = reading(house.settings.house)
        yield Scene(house, database, ann, table)
        database.dispose()


@pytest.fixture(autouse=True)
def nothing_changes(scene: Scene) -> Iterator[None]:
    before = digest(scene.database)
    yield
    assert digest(scene.database) == before


def spoilt(body: Any, spoiled: str) -> Iterator[str]:
    """A body's text, with each of its values in turn replaced."""
    mark = json.dumps("*mark*")
    for variant in _marked(body):
        yield json.dumps(variant).replace(mark, spoiled)


def _marked(value: Any) -> Iterator[Any]:
    match value:
        case dict():
            for name, inner in value.items():
                yield from ({**value, name: marked} for marked in _marked(inner))
        case list():
            for at, inner in enumerate(value):
                yield from ([*value[:at], marked, *value[at + 1 :]] for marked in _marked(inner))
        case _:
            yield "*mark*"


def test_every_command_has_a_body_here() -> None:
    assert BODIES.keys() >= COMMANDS.keys()


@pytest.mark.parametrize("command", [name for name, body in BODIES.items() if body])
def test_spoilt_command_changes_nothing(scene: Scene, command: str) -> None:
    for spoiled in SPOILED:
        for text in spoilt(BODIES[command], spoiled):
            path = f"/api/tables/{scene.table}/{command}"
            found = scene.refused(path, text.encode(errors="surrogatepass"))
            assert found["status"] in (400, 403, 409, 422), text[:200]


def test_spoilt_opening_changes_nothing(scene: Scene) -> None:
    for spoiled in SPOILED:
        for text in spoilt(OPENING, spoiled):
            if any(f'"{name}": {spoiled}' in text for name in _OPTIONAL.get(spoiled, ())):
                continue
            found = scene.refused("/api/tables", text.encode())
            assert found["status"] in (400, 404, 409, 422), text[:200]


_OPTIONAL = {
    "null": ("decks", "seats", "first_burn"),
    "true": ("first_burn", "players_may_have_edge"),
    '"1"': ("name",),
    '"x"': ("name",),
}
"""Values that may stand there."""


@pytest.mark.parametrize("content", WHOLE, ids=lambda content: repr(content[:24]))
def test_what_is_no_body_changes_nothing(scene: Scene, content: bytes) -> None:
    found = scene.refused(f"/api/tables/{scene.table}/sit", content)
    assert found["status"] in (400, 413, 422)


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Sec_Fetch_Site": "cross-site"},
        {"Content_Type": "text/plain"},
        {"Content_Type": "multipart/form-data"},
        {"Idempotency_Key": "a b"},
    ],
)
@pytest.mark.parametrize("command", BODIES)
def test_forged_or_strange_headers_change_nothing(
    scene: Scene, command: str, headers: dict[str, str]
) -> None:
    path = f"/api/tables/{scene.table}/{command}"
    found = scene.refused(path, json.dumps(BODIES[command]).encode(), **headers)
    assert found["status"] in (400, 403, 415)


ALLOWED_BY_NO_RULE = [
    ("sit", {"seat": 1}),
    ("leave", {"seat": 2}),
    ("bet", {"bets": [WAGER, {**WAGER, "seat": 2}]}),
    ("bet", {"bets": [WAGER, {**WAGER, "amount": 501}], "ready": True}),
    ("bet", {"bets": [WAGER, {**WAGER, "wager": "tie", "amount": 10**9}], "ready": True}),
    ("bet", {"bets": [{**WAGER, "amount": 1000}, {**WAGER, "amount": 10**12}]}),
    ("bet", {"bets": [WAGER], "fair": {"seed": "ab" * 32, "cut": 7}}),
    ("rebet", {"ready": True}),
    ("withdraw", {"seat": 1, "wager": "tie"}),
    ("take-bank", {}),
    ("post-stake", {"amount": 500}),
    ("decline", {}),
    ("give-up-bank", {}),
    ("choose", {"seat": 1, "choice": "surrender"}),
    ("choose", {"seat": 1, "choice": "war", "tie": 500}),
    ("reveal", {"seat": 1, "seed": "ab" * 32, "cut": 7}),
    ("cut", {"seed": "ab" * 32, "cut": 7}),
    ("rule", {"ruling": "void", "reason": "I lost"}),
    ("add-bot", {"seat": 1}),
    ("remove-bot", {"seat": 1}),
    ("close", None),
    ("game", None),
]


@pytest.mark.parametrize("command, body", ALLOWED_BY_NO_RULE)
def test_what_the_rules_refuse_changes_nothing(scene: Scene, command: str, body: Any) -> None:
    """Several wagers are placed together or not at all."""
    path = f"/api/tables/{scene.table}/{command}"
    content = b"" if body is None else json.dumps(body).encode()
    assert scene.refused(path, content)["status"] in (403, 409)


@pytest.mark.parametrize(
    "path, body",
    [
        ("register", {"name": "guest-1", "password": "long enough"}),
        ("register", {"name": "ann", "password": "short"}),
        ("register", {"name": "a\u0000b", "password": "long enough"}),
        ("sign-in", {"name": "nobody", "password": "long enough"}),
        ("chips", {}),
        ("join", {"invitation": "x" * 43}),
        ("tables", {"rules": "fun-casino"}),
        ("tables", {"rules": "washington", "seats": 2, "bots": 3}),
    ],
)
def test_what_the_door_refuses_changes_nothing(scene: Scene, path: str, body: Any) -> None:
    assert scene.refused(f"/api/{path}", json.dumps(body).encode())["status"] in (
        401,
        404,
        409,
        422,
    )


RAW = [
    b"Content-Length: 11\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    b"Content-Length: -5\r\n\r\n",
    b"Content-Length: 5\r\nContent-Length: 6\r\n\r\n{}",
    b"Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n",
    b"Transfer-Encoding: chunked\r\n\r\n"
    + (b"1000\r\n" + b" " * 4096 + b"\r\n") * 20
    + b"0\r\n\r\n",
    b"Content-Length: 99999999\r\n\r\n{",
    b"Bad Header\r\nContent-Length: 2\r\n\r\n{}",
]


@pytest.mark.parametrize("rest", RAW, ids=lambda rest: repr(rest[:48]))
def test_broken_messages_are_refused_and_change_nothing(scene: Scene, rest: bytes) -> None:
    cookie = "; ".join(f"{name}={value}" for name, value in scene.ann.http.cookies.items())
    head = (
        f"POST /api/tables/{scene.table}/sit HTTP/1.1\r\nHost: house\r\nCookie: {cookie}\r\n"
        "Content-Type: application/json\r\nIdempotency-Key: raw\r\nConnection: close\r\n"
    )
    with socket.create_connection(("127.0.0.1", scene.house.server.port), timeout=20) as raw:
        raw.sendall(head.encode() + rest)
        status = int(raw.recv(64).split()[1])
    assert status in (400, 413, 422)
