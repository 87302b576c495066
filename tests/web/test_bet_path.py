"""The path of a bet: the modules it enters between the request and the commit, and no other.

docs/architecture.md walks the same path. A bet that enters another module turns this red, so the
path cannot grow unnoticed.
"""

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any
from unittest.mock import patch

from casinowar.store.writer.batch import Batch
from casinowar.store.writer.writer import Writer
from tests.paths import ROOT
from tests.support.house.inprocess import InProcess

SOURCE = f"{ROOT / 'src' / 'casinowar'}/"
FREE = ("rules/", "game/", "money.py", "cards.py")
"""The core, and its values: a bet has to ask the rules."""

WEB = "web/http/guard web/http/endpoint web/http/operations web/api/commands web/http/meter"
HOUSE = (
    "house/people/sessions house/house house/tables/jobs house/people/rights "
    "house/tables/commands house/tables/turn house/timeouts house/tables/absent house/tables/floor "
    "house/tables/offers house/people/own_limits house/tables/views house/messages"
)
RECORD = "record/chain record/entry record/dealer record/ledger record/ceremonies fair/ceremony"
STORE = (
    "store/writer/writer store/writer/batch store/writer/work store/writer/running "
    "store/queries/incidents store/backends/bulk store/backends/engine store/backends/sqlite"
)
PATH = {f"{module}.py" for part in (WEB, HOUSE, RECORD, STORE) for module in part.split()}

BET = {"bets": [{"seat": 1, "wager": "primary", "amount": 500}]}
FAIR = {"ready": True, "fair": {"seed": "ab" * 32, "cut": 7}}


@contextmanager
def entered(found: set[str]) -> Iterator[None]:
    """Collect the modules that are entered in any thread, until something is committed."""
    is_over = False

    def look(frame: FrameType, event: str, _: object) -> None:
        path = frame.f_code.co_filename
        if event == "call" and not is_over and path.startswith(SOURCE):
            found.add(path.removeprefix(SOURCE))

    begin, remember = Writer._commit, Batch.remember

    def commit(writer: Writer, *given: Any, **more: Any) -> None:
        sys.setprofile(look)  # this thread has a profile of its own
        begin(writer, *given, **more)

    def committed(batch: Batch) -> None:
        nonlocal is_over
        is_over = True
        remember(batch)

    with patch.object(Writer, "_commit", commit), patch.object(Batch, "remember", committed):
        sys.setprofile(look)
        try:
            yield
        finally:
            sys.setprofile(None)


def test_a_bet_enters_these_modules_and_no_other(tmp_path: Path) -> None:
    house = InProcess(tmp_path, 1_700_000_000_000, seed=3)
    with house.running():
        cookie = house.post("/api/guest").headers["set-cookie"]
        token = cookie.partition("=")[2].partition(";")[0]
        opened = house.post("/api/tables", b'{"rules":"washington"}', token, "open").told
        at = f"/api/tables/{opened['table']}"
        house.post(f"{at}/sit", b'{"seat":1}', token, "sit")
        house.post(f"{at}/bet", json.dumps(BET | FAIR).encode(), token, "first")
        found: set[str] = set()
        with entered(found):
            placed = house.post(f"{at}/bet", json.dumps(BET).encode(), token, "second").told
    assert [entry["events"][0]["type"] for entry in placed["entries"]] == ["bet_placed"]
    outside = {path for path in found if not path.startswith(FREE)}
    assert outside - PATH == set(), "a bet enters another module: is it needed?"
    assert PATH - outside == set(), "a bet enters this module no longer"
