"""Golden playthroughs: one readable text for each rule set and reading, line by line.

When one differs for a good reason, `python -m tests.support.game.playthrough` writes them anew.
"""

import pytest

from casinowar.rules.model import RuleSet
from tests.support.game.playthrough import GOLDEN, Playthrough, built_in


@pytest.mark.parametrize("name, rules", built_in(), ids=[name for name, _ in built_in()])
def test_the_playthrough_is_the_golden_one(name: str, rules: RuleSet) -> None:
    golden = (GOLDEN / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    for number, (told, expected) in enumerate(
        zip(Playthrough(rules).play().splitlines(), golden, strict=True), 1
    ):
        assert told == expected, f"line {number} of {name}.txt"


def test_every_golden_text_belongs_to_a_rule_set() -> None:
    assert {path.stem for path in GOLDEN.glob("*.txt")} == {name for name, _ in built_in()}
