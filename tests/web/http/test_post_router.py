"""POSTs are found without the framework as it would find them, and refused in the same words."""

import asyncio
from typing import Any

import pytest
from fastapi import FastAPI, Request, Response
from fastapi.routing import APIRoute
from starlette.routing import Match
from starlette.types import Message, Scope

from casinowar.errors import CasinoWarError
from casinowar.house.refusals import Refused
from casinowar.web.http.post_router import Direct, Posts
from casinowar.web.http.problems import of_error
from tests.support.house.served import Client, Served, problem


async def nothing(_: Request) -> Response:
    return Response()


def test_paths_are_found_by_their_parts() -> None:
    posts = Posts()
    for path in ("/api/join", "/api/tables", "/api/tables/{table_id}/bet", "/api/{a}/and/{b}"):
        posts.add(path, nothing)

    def found(path: str) -> tuple[str, dict[str, str]] | None:
        known = posts.find(path)
        return None if known is None else (known[0].path, known[1])

    assert found("/api/join") == ("/api/join", {})
    assert found("/api/tables/t 1/bet") == ("/api/tables/{table_id}/bet", {"table_id": "t 1"})
    assert found("/api/x/and/y") == ("/api/{a}/and/{b}", {"a": "x", "b": "y"})
    for other in (
        *("", "/", "/api", "/api/join/", "/api/tables//bet", "/api/tables/t1/bet/"),
        *("/api/tables/t1", "/api/tables/t1/Bet", "/api//and/y", "api/join", "/api/x/or/y"),
    ):
        assert found(other) is None, other


def test_every_post_is_found_as_the_framework_finds_it(house: Served) -> None:
    """A path by path comparison: a POST that only one of them knew would be two things."""
    app = house.server.config.app
    assert isinstance(app, FastAPI)
    routes = [route for route in app.routes if isinstance(route, APIRoute)]
    posts = app.state.posts
    found = 0
    for route in routes:
        path = route.path.replace("{table_id}", "t1").replace("{player}", "ann")
        scope = {"type": "http", "method": "POST", "path": path}
        first = next((each for each in routes if each.matches(scope)[0] is Match.FULL), None)
        known = posts.find(path)
        if known is not None:
            assert first is not None
            assert known[0].endpoint is first.endpoint
            assert known[1] == first.matches(scope)[1]["path_params"]
            found += 1
    assert found >= 40


def asked(app: Any, scope: Scope) -> list[Message]:
    sent: list[Message] = []

    async def receive() -> Message:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Message) -> None:
        sent.append(message)

    asyncio.run(app({"type": "http", "method": "POST", "headers": [], **scope}, receive, send))
    return sent


def test_what_an_endpoint_raises_is_answered_by_its_kind_or_goes_on() -> None:
    async def refuse(request: Request) -> Response:
        raise Refused("no-chips", f"{request.path_params['a']} has none")

    async def fail(_: Request) -> Response:
        raise ZeroDivisionError

    async def on_error(_: Request, error: CasinoWarError) -> Response:
        return of_error(error)

    async def app(_: Scope, receive: Any, send: Any) -> None:
        await send({"type": "the app's"})

    posts = Posts()
    posts.add("/{a}/refuse", refuse)
    posts.add("/fail", fail)
    direct = Direct(app, posts, {CasinoWarError: on_error})
    start, body = asked(direct, {"path": "/ann/refuse"})
    assert start["status"] == 409
    assert b"ann has none" in body["body"]
    with pytest.raises(ZeroDivisionError):
        asked(direct, {"path": "/fail"})
    for other in ({"path": "/fail", "method": "GET"}, {"path": "/x"}, {"type": "lifespan"}):
        assert asked(direct, other) == [{"type": "the app's"}]


def test_other_methods_and_addresses_are_refused_by_the_app(ann: Client, table: str) -> None:
    answer = ann.get(f"/api/tables/{table}/bet")
    assert problem(answer)["kind"] == "wrong-method"
    assert answer.headers["allow"] == "POST"
    answer = ann.post(f"/api/tables/{table}/bat", {})
    assert answer.status_code == 404
    assert "there are" in answer.json()["detail"]
