"""Generated requests, right and wrong: no mistake of ours, no answer that is not documented.

A request that is refused changes nothing: the rows of the database are counted before and after.
Streams are left out, because they do not end.
"""

from collections.abc import Iterator
from secrets import token_bytes
from typing import Any
from zlib import crc32

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from sqlalchemy import func, select

from casinowar.house.people import sessions
from casinowar.house.people.sessions import COOKIE
from casinowar.store import schema as tables
from casinowar.store.queries import people
from tests.support.examples import percent
from tests.support.house.served import Served, served

COUNTED = (
    tables.accounts,
    tables.sessions,
    tables.tables,
    tables.entries,
    tables.transfers,
    tables.keys,
    tables.invited,
    tables.seated,
    tables.changes,
    tables.resets,
)


@pytest.fixture(scope="module")
def own_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("schemathesis")) as house:
        yield house


@pytest.fixture(scope="module")
def api(own_house: Served) -> Any:
    """Everything but streams, asked by someone at a table in the middle of its life."""
    loaded = schemathesis.openapi.from_url(f"{own_house.url}/api/openapi.json")
    ann = own_house.guest()
    ann.command("washington", "sit", seat=1)
    bet = {"seat": 1, "wager": "primary", "amount": 500}
    ann.command("washington", "bet", bets=[bet])
    account = own_house.house.read_now(
        lambda connection: people.names_of(connection, {ann.look("/api/me")["player"]})
    )

    @loaded.auth(refresh_interval=None)
    class Sessions:
        """A session of its own for each request: some of them end it."""

        def get(self, _case: schemathesis.Case[Any], _context: schemathesis.AuthContext) -> str:
            (person,) = account.values()
            return own_house.house.do_now(
                lambda work: sessions.begin(work, token_bytes, person.account)
            )

        def set(
            self, case: schemathesis.Case[Any], data: str, _context: schemathesis.AuthContext
        ) -> None:
            case.cookies = {**(case.cookies or {}), COOKIE: data}

    @loaded.hook("map_body")
    def without_fractions(_context: schemathesis.HookContext, body: Any) -> Any:
        return whole(body)

    return loaded


def whole(value: Any) -> Any:
    """The same with 6 for 6.0: to JSON Schema both are integers, but no amount is written so."""
    match value:
        case float() if value.is_integer():
            return int(value)
        case list():
            return [whole(item) for item in value]
        case dict():
            return {name: whole(item) for name, item in value.items()}
        case _:
            return value


schema = schemathesis.pytest.from_fixture("api").exclude(path_regex="/events$")


COUNTS = select(*(select(func.count()).select_from(table).scalar_subquery() for table in COUNTED))


def rows(house: Served) -> tuple[int, ...]:
    return house.house.read_now(lambda connection: tuple(connection.execute(COUNTS).one()))


@pytest.mark.takes(20)
@schema.parametrize()
@settings(percent(5), suppress_health_check=[*HealthCheck])
def test_answers_are_documented_and_refusals_change_nothing(
    case: schemathesis.Case[Any], own_house: Served
) -> None:
    if "{table_id}" in case.path and crc32(str(case.path_parameters).encode()) % 2:
        case.path_parameters = {**(case.path_parameters or {}), "table_id": "washington"}
    before = rows(own_house)
    answer = case.call(timeout=20)
    if answer.status_code >= 400:
        assert rows(own_house) == before
    case.validate_response(answer)
