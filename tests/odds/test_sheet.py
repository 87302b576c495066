"""A sheet says what it needs."""

from typing import Any

import pytest

from casinowar.errors import RuleError
from casinowar.odds.composition import fresh
from casinowar.odds.sheet import Sheet
from casinowar.rules.file import load_rules

RULES = load_rules("washington").rules()


@pytest.mark.parametrize(
    "rules, cards, says",
    [
        (RULES, 6, "cards: 6 cannot be priced; give a Composition: fresh(6) is that of six decks"),
        ("washington", fresh(6), "rules: 'washington' cannot be priced; give the RuleSet"),
    ],
)
def test_what_cannot_be_priced_is_refused_by_name(rules: Any, cards: Any, says: str) -> None:
    with pytest.raises(RuleError) as refused:
        Sheet(rules, cards)
    assert str(refused.value).startswith(says)
