"""What every request passes: origin, size, rate, and answers that tell nothing of the inside."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from functools import partial
from typing import Any

import httpx2
import pytest
import structlog
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Message

from casinowar.errors import FairError, IllegalAction, RuleError
from casinowar.house import logs
from casinowar.house.pools import TooMany
from casinowar.house.refusals import DatabaseAway, Refused
from casinowar.web.http import guard
from casinowar.web.http.guard import MOST_BODY, SAFE, Guard, GuardedApp
from casinowar.web.http.limits import Buckets, Rate, Rates
from casinowar.web.http.meter import Meter
from casinowar.web.http.problems import InWords, problems_in

ERRORS: dict[str, Callable[[], Exception]] = {
    "refused": lambda: Refused("no-chips", "too few chips", awaited="bets", status=409),
    "many": lambda: TooMany("too many at once", 7),
    "illegal": lambda: IllegalAction("not your turn", "a card"),
    "fair": lambda: FairError("no seed"),
    "rules": lambda: RuleError("no such reading"),
    "bug": lambda: ZeroDivisionError("secret inside"),
}


async def echo(request: Request) -> Response:
    return Response(str(len(await request.body())))


async def sign_in(_: Request) -> Response:
    return Response("in")


async def fails(request: Request) -> Response:
    raise ERRORS[request.path_params["how"]]()


async def number(request: Request) -> Response:
    return Response(str(request.path_params["number"]))


async def as_it_is(text: str) -> str:
    return text


def make_app(rates: Rates | None = None, *more: Route, in_words: InWords = as_it_is) -> GuardedApp:
    app = GuardedApp(
        routes=[
            *more,
            Route("/echo", echo, methods=["POST"]),
            Route("/api/sign-in", sign_in, methods=["POST"]),
            Route("/fails/{how}", fails),
            Route("/number/{number:int}", number),
        ],
    )
    app.guard = partial(
        Guard,
        entropy=lambda count: b"\x01" * count,
        rates=rates,
        meter=Meter(),
        on_error=problems_in(in_words),
    )
    return app


def ask(
    app: Starlette, method: str, path: str, *, times: int = 1, address: str = "1.2.3.4", **more: Any
) -> httpx2.Response:
    """The last answer to a request that is sent so many times."""

    async def story() -> httpx2.Response:
        transport = httpx2.ASGITransport(app, client=(address, 1), raise_app_exceptions=False)
        async with httpx2.AsyncClient(transport=transport, base_url="http://house") as client:
            for _ in range(times):
                answer = await client.request(method, path, **more)
        return answer

    with structlog.testing.capture_logs():
        return asyncio.run(asyncio.wait_for(story(), 20))


def problem_of(answer: httpx2.Response) -> dict[str, Any]:
    assert answer.headers["content-type"] == "application/problem+json"
    body: dict[str, Any] = answer.json()
    assert body["status"] == answer.status_code
    assert body["type"].startswith("urn:casinowar:problem:")
    return body


@pytest.mark.parametrize(
    "how, status, kind, awaited",
    [
        ("refused", 409, "no-chips", "bets"),
        ("many", 429, "too-many", None),
        ("illegal", 409, "not-now", "a card"),
        ("fair", 409, "not-now", None),
        ("rules", 409, "not-possible", None),
        ("bug", 500, "our-mistake", None),
    ],
)
def test_every_error_is_a_problem(how: str, status: int, kind: str, awaited: str | None) -> None:
    answer = ask(make_app(), "GET", f"/fails/{how}")
    body = problem_of(answer)
    assert answer.status_code == status
    assert body["type"] == f"urn:casinowar:problem:{kind}"
    assert body.get("awaited") == awaited
    assert "secret inside" not in answer.text
    assert answer.headers.get("retry-after") == ("7" if how == "many" else None)


@pytest.mark.parametrize(
    "method, path, status, kind",
    [
        ("GET", "/nowhere", 404, "not-found"),
        ("GET", "/echo", 405, "wrong-method"),
    ],
)
def test_what_the_framework_refuses_is_a_problem_too(
    method: str, path: str, status: int, kind: str
) -> None:
    answer = ask(make_app(), method, path)
    assert answer.status_code == status
    assert problem_of(answer)["type"].endswith(f":{kind}")


def test_every_answer_has_its_number_and_is_safe() -> None:
    app = make_app()
    for number, path in enumerate(("/number/7", "/nowhere", "/fails/bug"), 1):
        answer = ask(app, "GET", path)
        assert answer.headers["x-request-id"] == f"{'01' * 6}-{number}"
        assert answer.headers["cache-control"] == "no-store"
        for name, value in SAFE.items():
            assert answer.headers[name] == value


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://[house"},
        {"Origin": "http://house:8000"},
        {"Origin": "http://house.evil.example"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Origin": "http://house", "Sec-Fetch-Site": "cross-site"},
    ],
)
def test_another_sites_request_is_refused(headers: dict[str, str]) -> None:
    answer = ask(make_app(), "POST", "/echo", content=b"{}", headers=headers)
    assert answer.status_code == 403
    assert problem_of(answer)["type"].endswith(":other-origin")


@pytest.mark.parametrize(
    "headers",
    [{}, {"Origin": "http://house"}, {"Origin": "https://HOUSE", "Sec-Fetch-Site": "same-origin"}],
)
def test_own_pages_and_programs_may_ask(headers: dict[str, str]) -> None:
    assert ask(make_app(), "POST", "/echo", content=b"{}", headers=headers).text == "2"


def test_body_has_a_limit() -> None:
    assert ask(make_app(), "POST", "/echo", content=b"x" * MOST_BODY).text == str(MOST_BODY)
    answer = ask(make_app(), "POST", "/echo", content=b"x" * (MOST_BODY + 1))
    assert answer.status_code == 413
    assert problem_of(answer)["type"].endswith(":too-large")


def test_body_without_a_stated_length_has_the_same_limit() -> None:
    async def parts(count: int) -> AsyncIterator[bytes]:
        for _ in range(count):
            yield b"x" * 1024

    assert ask(make_app(), "POST", "/echo", content=parts(64)).text == str(MOST_BODY)
    answer = ask(make_app(), "POST", "/echo", content=parts(65))
    assert answer.status_code == 413


@pytest.mark.parametrize("length", ["-1", "9" * 5000, "x"])
def test_nonsense_as_length_is_refused(length: str) -> None:
    answer = ask(make_app(), "POST", "/echo", headers={"Content-Length": length})
    assert answer.status_code == 413


@pytest.mark.parametrize("path, noted", [("/echo", 0), ("/fails/bug", 1)])
def test_who_hangs_up_is_no_mistake_of_ours(path: str, noted: int) -> None:
    sent: list[Message] = []

    async def hung_up() -> Message:
        return {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        sent.append(message)

    method = "POST" if path == "/echo" else "GET"
    headers = [(b"content-length", b"100"), (b"host", b"house")]
    scope: dict[str, Any] = {"type": "http", "method": method, "path": path, "headers": headers}
    scope |= {"query_string": b"", "root_path": "", "http_version": "1.1", "scheme": "http"}
    with structlog.testing.capture_logs() as logged:
        asyncio.run(make_app()(scope, hung_up, send))
    assert len([line for line in logged if line["log_level"] == "error"]) == noted
    assert bool(sent) == bool(noted)


FEW = Rates(Rate(4, 0.001), Rate(2, 0.001), Rate(1, 0.001), Rate(1, 0.001))


def test_address_has_a_rate() -> None:
    app = make_app(FEW)
    assert ask(app, "GET", "/number/7", times=4).status_code == 200
    refused = ask(app, "GET", "/number/7")
    assert refused.status_code == 429
    assert 900 <= int(refused.headers["retry-after"]) <= 1000
    assert problem_of(refused)["type"].endswith(":too-many")
    assert ask(app, "GET", "/number/7", address="1.2.3.5").status_code == 200


def test_addresses_of_one_network_share_a_rate() -> None:
    app = make_app(FEW)
    ask(app, "GET", "/number/7", times=4, address="2001:db8:0:1::1")
    assert ask(app, "GET", "/number/7", address="2001:db8:0:1:9::2").status_code == 429
    assert ask(app, "GET", "/number/7", address="2001:db8:0:2::1").status_code == 200


def test_session_has_a_rate_at_any_address() -> None:
    app, cookie = make_app(FEW), {"Cookie": "a=1; casinowar_session=token"}
    ask(app, "GET", "/number/7", times=2, headers=cookie)
    assert ask(app, "GET", "/number/7", headers=cookie, address="9.9.9.9").status_code == 429


def test_signing_in_has_a_smaller_rate() -> None:
    app = make_app(FEW)
    assert ask(app, "POST", "/api/sign-in").status_code == 200
    assert ask(app, "POST", "/api/sign-in").status_code == 429
    assert ask(app, "GET", "/number/7").status_code == 200


def test_without_rates_nothing_is_counted() -> None:
    assert ask(make_app(), "POST", "/api/sign-in", times=50).status_code == 200


def test_bucket_fills_with_time() -> None:
    now = 0.0
    buckets, rate = Buckets(lambda: now), Rate(2, 0.5)
    buckets.take("a", "x", rate)
    buckets.take("a", "x", rate)
    with pytest.raises(TooMany) as refused:
        buckets.take("a", "x", rate)
    assert refused.value.seconds == 2
    now = 2.0
    buckets.take("a", "x", rate)
    with pytest.raises(TooMany):
        buckets.take("a", "x", rate)
    now = 1000.0
    buckets.take("a", "x", rate)
    buckets.take("a", "x", rate)
    with pytest.raises(TooMany):
        buckets.take("a", "x", rate)


def test_refusal_without_a_database_is_503() -> None:
    async def away(_: str) -> str:
        raise DatabaseAway

    answer = ask(make_app(in_words=away), "GET", "/fails/illegal")
    assert (answer.status_code, answer.headers["retry-after"]) == (503, "1")
    assert problem_of(answer)["type"].endswith(":database-away")


def test_problem_is_json_whatever_is_in_it() -> None:
    from casinowar.web.http.problems import problem

    answer = problem("bad-name", 409, "half of a pair: \ud800")
    assert json.loads(bytes(answer.body))["detail"] == "half of a pair: ?"


@pytest.mark.parametrize("path, table", [("/api/tables/t1/bet", "t1"), ("/echo", None)])
def test_what_is_logged_names_request_and_table(path: str, table: str | None) -> None:
    seen: dict[str, Any] = {}

    async def look(_: Request) -> Response:
        seen.update(logs.add_request(None, "", {}))
        return Response("")

    answered = ask(make_app(None, Route("/{path:path}", look, methods=["POST"])), "POST", path)
    assert (seen["request"], seen.get("table")) == (answered.headers["x-request-id"], table)


@pytest.mark.parametrize(
    "path, shown",
    [("/operator/s3cr3t", "/operator/..."), ("/echo", "/echo"), ("/join/a/b", "/join/...")],
)
def test_no_link_is_logged_with_its_secret(path: str, shown: str) -> None:
    assert guard._shown(path) == shown
