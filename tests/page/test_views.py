"""The page's reducer has the same view of a table as the house, after every entry."""

import json
import subprocess
from pathlib import Path

import pytest

from tests.support.page import SECONDS, deno
from tests.support.viewlogs import GOLDEN, RULES, golden_text, play_log

REDUCE = Path(__file__).parent / "reduce.js"


@pytest.mark.parametrize("rules", RULES)
def test_view_is_the_same_after_every_entry(rules: str) -> None:
    log = play_log(rules, 500, seed=1)
    kinds = {event["type"] for step in log["steps"] for event in step["entry"].get("events", ())}
    assert {"bets_closed", "card_dealt", "wager_settled", "round_ended", "shoe_brought"} <= kinds
    done = subprocess.run(
        [deno(), "run", "--quiet", "--no-config", str(REDUCE)],
        input=json.dumps(log),
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    assert int(done.stdout) == len(log["steps"])


@pytest.mark.parametrize("rules", RULES)
def test_golden_log_is_what_the_house_tells(rules: str) -> None:
    assert (GOLDEN / f"{rules}.json").read_text(encoding="utf-8") == golden_text(rules)
