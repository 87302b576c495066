"""A web server in front, on this machine, is believed when it says whom it asks for."""

from pathlib import Path

from tests.support.house.served import problem, served


def test_addresses_behind_a_proxy_have_rates_of_their_own(tmp_path: Path) -> None:
    with served(tmp_path, requests_per_second=1) as house:
        client = house.stranger()
        one, other = ({"X-Forwarded-For": f"203.0.113.{number}"} for number in (1, 2))
        statuses = {client.http.get("/healthz", headers=one).status_code for _ in range(30)}
        assert statuses == {200, 429}
        assert client.http.get("/healthz", headers=other).status_code == 200


def test_the_door_has_a_rate(tmp_path: Path) -> None:
    with served(tmp_path, requests_per_second=100) as house:
        client = house.stranger()
        answers = [client.post("/api/sign-in", {"name": "x", "password": ""}) for _ in range(22)]
        assert {answer.status_code for answer in answers[:20]} == {401}
        assert problem(answers[-1])["kind"] == "too-many"
        assert 1 <= int(answers[-1].headers["retry-after"]) <= 10


def test_a_cookie_is_for_https_where_the_proxy_speaks_it(tmp_path: Path) -> None:
    with served(tmp_path) as house:
        for proto, is_secure in (("https", True), ("http", False)):
            headers = {"X-Forwarded-Proto": proto, "X-Forwarded-For": "203.0.113.1"}
            answer = house.stranger().post("/api/guest", headers=headers)
            assert ("Secure" in answer.headers["set-cookie"]) is is_secure
