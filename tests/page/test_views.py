"""The page's reducer has the same view of a table as the house, after every entry."""

import json
import subprocess
from pathlib import Path

import pytest

from tests.support.browser.page import SECONDS, deno
from tests.support.house.viewlogs import GOLDEN, RULES, ByHand, Json, golden_text, play_log

REDUCE = Path(__file__).parent / "reduce.js"


@pytest.mark.parametrize("rules", RULES)
def test_view_is_the_same_after_every_entry(rules: str) -> None:
    log = play_log(rules, 500, seed=1)
    kinds = {event["type"] for step in log["steps"] for event in step["entry"].get("events", ())}
    assert {"bets_closed", "card_dealt", "wager_settled", "round_ended", "shoe_brought"} <= kinds
    check(log)


@pytest.mark.parametrize("rules", ["fun-casino", "california"])
def test_view_of_a_hand_dealt_table_is_the_same(rules: str) -> None:
    log = play_log(rules, 400, seed=2, kind=ByHand)
    kinds = {event["type"] for step in log["steps"] for event in step["entry"].get("events", ())}
    mistakes = {"card_corrected", "disclosure_corrected", "excess_drawn", "dealer_changed"}
    assert {*mistakes, "card_disclosed", "war_declared", "wager_settled"} <= kinds
    check(log)


def check(log: Json) -> None:
    """Have the page reduce a log."""
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
