"""No text of PostgreSQL has a zero in it: who sends one is told that there is no such thing."""

from pathlib import Path

import pytest

from tests.support.house.postgres import Postgres
from tests.support.house.served import problem, served

pytestmark = pytest.mark.needs("postgres")


def test_zeros_are_nothing_that_there_is(server: Postgres, tmp_path: Path) -> None:
    name = server.new()
    with served(tmp_path, database=name) as house:
        ann = house.guest()
        zeros = "\0" * 64
        known = {"name": "\0", "password": "a long password"}
        answers = {
            "unknown-table": [
                ann.get("/api/tables/%00"),
                ann.get("/api/tables/%00/events"),
                ann.get("/api/tables/%00/rounds"),
                ann.post("/api/tables/%00/leave", {"seat": 1}),
                ann.post("/api/tables/%00/close"),
            ],
            "unknown-link": [
                ann.post("/api/join", {"invitation": "\0"}),
                ann.post("/api/password", {"secret": "\0", "password": "a long password"}),
            ],
            "unknown-page": [ann.get("/api/lobby", after="WzEsIlx1MDAwMCJd")],
            "not-found": [
                ann.get(f"/api/rules/{'%00' * 64}"),
                ann.post("/api/tables", {"rules": zeros}),
            ],
            "wrong-password": [ann.post("/api/sign-in", known, key="")],
            "bad-name": [ann.post("/api/register", known, key="")],
        }
        for kind, found in answers.items():
            assert {problem(answer)["kind"] for answer in found} == {kind}
    server.drop(name)
