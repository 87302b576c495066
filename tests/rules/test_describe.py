"""The sign of a table states every field of its rules."""

from collections import Counter

from casinowar.rules.describe import sign_lines
from casinowar.rules.fields import TERMS
from casinowar.rules.file import load_rules
from casinowar.rules.model import OUTCOMES


def test_every_field_is_stated_once_and_the_pays_stand_in_a_table_of_their_own() -> None:
    stated = Counter(
        field for line in sign_lines(load_rules("california").rules()) for field in line.fields
    )
    pays = {field for field in TERMS if field.split(".")[1] in OUTCOMES}
    assert set(TERMS) - pays <= set(stated) <= set(TERMS)
    assert set(stated.values()) == {1}


def test_rules_without_war_say_nothing_about_it() -> None:
    titles = [line.title for line in sign_lines(load_rules("south-dakota").rules("tie-loses"))]
    assert "Tie hand" in titles
    assert not [title for title in titles if title.startswith("War")]
