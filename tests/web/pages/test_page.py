"""The page as it is served: one shell at every screen, files that may be kept for ever."""

import gzip
import re

import pytest

from casinowar.web.pages.page import SCREENS, read_files, version_of
from tests.support.house.served import Served

HERE = {"table": "washington", "number": "1", "name": "washington"}


@pytest.mark.parametrize("path", SCREENS)
def test_shell_is_at_every_screen(house: Served, path: str) -> None:
    answer = house.stranger().get(path.format(**HERE))
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/html")
    assert answer.headers["cache-control"] == "no-cache"
    assert "script-src 'self'" in answer.headers["content-security-policy"]
    assert "{{" not in answer.text


def test_files_the_shell_names_are_there_and_kept(house: Served) -> None:
    client = house.stranger()
    named = re.findall(r'(?:src|href)="(/static/[^"]+)"', client.get("/").text)
    assert len(named) >= 6
    for path in named:
        answer = client.get(path)
        assert answer.status_code == 200, path
        assert "immutable" in answer.headers["cache-control"]
        kind = path.rpartition(".")[2]
        assert {"js": "javascript", "css": "css", "svg": "svg"}[kind] in answer.headers[
            "content-type"
        ]


def test_icon_is_where_browsers_look_for_one(house: Served) -> None:
    """Beside an address that is not the page, such as /healthz, a browser asks for it."""
    answer = house.stranger().http.get("/favicon.ico")
    assert answer.content == read_files()["page/icon.svg"].data
    assert answer.headers["content-type"].startswith("image/svg+xml")


def test_files_are_sent_as_they_are_and_zipped(house: Served) -> None:
    client, files = house.stranger(), read_files()
    path = f"/static/{version_of(files)}/page/app.js"
    plain = client.http.get(path, headers={"Accept-Encoding": "identity"})
    zipped = client.http.get(path, headers={"Accept-Encoding": "gzip"})
    file = files["page/app.js"]
    assert plain.content == zipped.content == file.data == gzip.decompress(file.zipped)
    assert "content-encoding" not in plain.headers
    assert zipped.headers["content-encoding"] == "gzip"


@pytest.mark.parametrize(
    "path",
    ["{v}/page/none.js", "{v}/page/index.html", "{v}/../web/app.py", "old/page/app.js"],
)
def test_nothing_else_is_served(house: Served, path: str) -> None:
    version = version_of(read_files())
    assert house.stranger().get(f"/static/{path.format(v=version)}").status_code == 404


def test_address_changes_with_the_files() -> None:
    files = read_files()
    other = dict(files)
    name, file = other.popitem()
    assert version_of(other) != version_of(files)
    assert version_of(other | {f"{name}x": file}) != version_of(files)
