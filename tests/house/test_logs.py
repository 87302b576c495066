"""Log lines tell what happened, and no secret."""

import base64
import io
import logging
import re
from collections.abc import Iterator

import pytest
import structlog
from hypothesis import given
from hypothesis import strategies as st

from casinowar.house.logs import MASK, redact
from tests.support.house.logged import lines_of, logged

SEED = bytes(range(7, 39))
FORMS = {
    "hex": SEED.hex(),
    "capitals": SEED.hex().upper(),
    "base64": base64.b64encode(SEED).decode(),
    "url": base64.urlsafe_b64encode(SEED).decode().rstrip("="),
    "python": repr(SEED),
}


@pytest.fixture
def lines() -> Iterator[io.StringIO]:
    """What is logged as JSON."""
    with logged() as stream:
        yield stream


def has_secret(text: str) -> bool:
    return any(form in text for form in FORMS.values())


def test_a_line_names_its_request_and_its_table(lines: io.StringIO) -> None:
    with structlog.contextvars.bound_contextvars(request="r1", table="t1"):
        structlog.get_logger().info("bet placed", amount=500)
    structlog.get_logger().debug("too much")
    (line,) = lines_of(lines)
    assert line.pop("timestamp").endswith("Z")
    assert line == {
        "event": "bet placed",
        "level": "info",
        "request": "r1",
        "table": "t1",
        "amount": 500,
    }


def test_people_read_the_time_of_their_clock() -> None:
    with logged("console") as stream:
        structlog.get_logger().info("house opened", version="1")
    line = stream.getvalue()
    assert re.fullmatch(
        r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d \[info +\] house opened +version=1\n", line
    )


def test_libraries_log_in_the_same_form(lines: io.StringIO) -> None:
    logging.getLogger("uvicorn.error").warning("shutting down %s", "now")
    (line,) = lines_of(lines)
    assert (line["event"], line["level"]) == ("shutting down now", "warning")


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
def test_a_seed_is_masked_wherever_it_stands(lines: io.StringIO, form: str) -> None:
    log = structlog.get_logger()
    log.info(f"drew {form} now", path=f"/operator/{form}", inside={"a": [form], form: 1})
    try:
        raise ValueError(f"the seed {form} is wrong")
    except ValueError as error:
        log.exception("failed", error=error)
    logging.getLogger("library").error("it says %s", form)
    assert len(lines_of(lines)) == 3
    assert not has_secret(lines.getvalue())
    assert "ValueError" in lines.getvalue()


@pytest.mark.parametrize("name", ["password", "Cookie", "seed", "token", "Authorization", "key"])
def test_a_field_with_a_telling_name_is_masked(name: str) -> None:
    assert redact(None, "", {name: "short", "more": {name: "short"}}) == {
        name: MASK,
        "more": {name: MASK},
    }


def test_an_object_does_not_show_what_it_holds() -> None:
    class Dealer:
        def __repr__(self) -> str:
            return "Dealer(the next card is 9h)"

    assert redact(None, "", {"dealer": Dealer(), "raw": SEED, "all": [Dealer()]}) == {
        "dealer": "<Dealer>",
        "raw": "<bytes>",
        "all": ["<Dealer>"],
    }


@given(st.binary(min_size=32, max_size=32), st.text(max_size=10), st.text(max_size=10))
def test_no_32_bytes_get_through(secret: bytes, before: str, after: str) -> None:
    forms = (
        secret.hex(),
        base64.b64encode(secret).decode(),
        base64.urlsafe_b64encode(secret).decode(),
    )
    for form in forms:
        shown = redact(None, "", {"event": f"{before} {form} {after}"})["event"]
        assert form not in shown


def test_what_is_not_secret_stays() -> None:
    fields = {
        "event": "round over",
        "table": "washington-1",
        "path": "/api/tables/washington-1/events",
        "ms": 1.5,
        "ok": True,
        "none": None,
    }
    assert redact(None, "", dict(fields)) == fields
