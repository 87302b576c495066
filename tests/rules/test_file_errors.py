"""A wrong rule file is told everything that is wrong, and what would be right."""

from typing import Any

import pytest

from casinowar.errors import RuleError
from casinowar.rules.fields import TERMS
from casinowar.rules.file import load_rules, read_rules
from tests.support.game.rulefiles import dump, tree_of, variant, variant_rules, variant_text


def refusal(text: str | bytes, file: str = "my.toml") -> str:
    data = text.encode() if isinstance(text, str) else text
    with pytest.raises(RuleError) as refused:
        read_rules(data, file)
    return str(refused.value)


@pytest.mark.parametrize(
    "fields, message",
    [
        ({"shoe.deck": [6]}, "shoe.deck: unknown field; did you mean decks?"),
        ({"seats.zzz": 1}, "seats.zzz: unknown field; there are: most, usual, holding"),
        ({"shoes.decks": [6]}, "shoes: unknown field; did you mean shoe?"),
        ({"pays.highest.tie": "push"}, "pays.highest: unknown field; did you mean higher?"),
        ({"pays.higher.war-tie": "push"}, "unknown field; did you mean war_tie?"),
        ({"shoe.decks": 6}, "shoe.decks: 6 is not a list in square brackets"),
        ({"shoe.decks": [True]}, "shoe.decks: true is not allowed: write whole numbers"),
        ({"shoe.decks": [6.0]}, "shoe.decks: 6.0 is not allowed: write whole numbers"),
        ({"shoe.decks": ["6"]}, "shoe.decks: '6' is not allowed: write whole numbers"),
        ({"seats.most": True}, "seats.most: true is not allowed: write a whole number"),
        ({"seats.most": "7"}, "seats.most: '7' is not allowed: write a whole number"),
        (
            {"shoe.first_burn": "maybe"},
            "'maybe' is not allowed: write one of 'yes', 'no', 'option'",
        ),
        ({"shoe.first_burn": True}, "true is not allowed: write one of 'yes', 'no', 'option'"),
        ({"settle.collect": ["x"]}, "write some of 'pick and pay', 'lay and pay', 'by deal'"),
        ({"shoe.backs": [1]}, "shoe.backs: 1 is not allowed: write text in quotes"),
        ({"shoe.ranks": "A K Q J 10 9 8 7 6 5 4 3 1"}, "shoe.ranks: '1' is not a card"),
        ({"shoe.ranks": "Ah K Q J 10 9 8 7 6 5 4 3 2"}, "names suits, which do not matter"),
        ({"shoe.cut_card": "a few"}, "write '30 cards', '1/4 of the shoe' or 'none'"),
        ({"shoe.cut_card": 30}, "shoe.cut_card: 30 is not text in quotes"),
        ({"limits.primary": 5}, "limits.primary: 5 is not text in quotes"),
        ({"limits.primary": "5 - 10"}, "limits.primary: '5 - 10' is not an amount"),
        ({"limits.unit": "-1.00"}, "limits.unit: '-1.00' is not an amount"),
        ({"limits.authorised": "some"}, "limits.authorised: 'some' is not an amount"),
        ({"limits.most_returned": "all"}, "limits.most_returned: 'all' is not an amount"),
        ({"deal.original": ["each player"]}, "begin it with 'once:' or 'each:'"),
        ({"deal.original": "each: player"}, "deal.original: 'each: player' is not a list"),
        ({"settle.original": ["up: tie"]}, "is not a pass of a settlement"),
        ({"pays.higher.primary": "2-1"}, "'2-1' is not a pay: write push, lose, lose half"),
        ({"pays.higher.primary": 1}, "pays.higher.primary: 1 is not text in quotes"),
        ({"disputes.cancelled_after_days": "never"}, "'never' is not allowed"),
        ({"bank.rounds": [2]}, "bank.rounds: a list is not allowed: write a whole number"),
        ({"bank.rounds": {"a": 1}}, "bank.rounds: a table is not allowed"),
        ({"seats.most": "x" * 500}, "... is not allowed"),
    ],
)
def test_a_wrong_value_is_told_the_right_ones(fields: dict[str, object], message: str) -> None:
    assert message in refusal(variant_text("washington", fields))


REQUIRED = [path for path, term in TERMS.items() if term.required and path != "limits.tie"]


@pytest.mark.parametrize("path", REQUIRED)
def test_a_missing_field_is_told_its_meaning_and_an_example(path: str) -> None:
    message = refusal(variant_text("washington", removes=[path]))
    group, _, name = path.rpartition(".")
    start = f"my.toml: {path}: missing: {TERMS[path].means}; write in [{group}]: {name} = {{ is = "
    assert message.startswith(start)


def test_a_missing_group_is_told_all_its_fields() -> None:
    message = refusal(variant_text("washington", removes=["bank", "errors", "seats"]))
    assert message.startswith("my.toml: 8 errors\n")
    assert message.count(": missing: ") == 8


@pytest.mark.parametrize("key", ["id", "name", "document", "default_reading"])
def test_a_missing_head_is_told_an_example(key: str) -> None:
    assert f"my.toml: {key}: missing; write {key} = " in refusal(
        variant_text("washington", removes=[key])
        if key != "default_reading"
        else variant_text("washington", readings=True, removes=[key])
    )


@pytest.mark.parametrize(
    "head, message",
    [
        ({"id": "My Table"}, "id: 'My Table' is not a valid name: use small letters"),
        ({"id": 7}, "id: 7 is not one line of text"),
        ({"name": "two\nlines"}, "name: 'two\\nlines' is not one line of text"),
        ({"name": " "}, "name: ' ' is not one line of text"),
        ({"default_reading": "upside-down"}, "the readings are: right-to-left"),
        ({"readings": {}}, "readings: missing; write at least [readings.as-written]"),
        ({"readings": 1}, "readings: missing; write at least"),
        ({"clauses": 1}, "clauses: 1 is not a table; write [clauses]"),
        ({"shoe": 1}, "shoe: 1 is not a table; write [shoe]"),
        ({"printed": {}}, "printed: a table is not a list of tables; write [[printed]]"),
        ({"printed": [1]}, "printed.1: 1 is not a table"),
        ({"colour": "red"}, "colour: unknown field; there are: id, name, document"),
        ({"\x1b[31m": 1}, "'\\x1b[31m': unknown field"),
    ],
)
def test_a_wrong_head(head: dict[str, object], message: str) -> None:
    assert message in refusal(variant_text("washington", head=head))


def with_tree(change: Any) -> str:
    tree = tree_of("washington")
    change(tree)
    return dump(tree)


@pytest.mark.parametrize(
    "value, message",
    [
        ([6], 'shoe.decks: a list has no citation; write decks = { is = [6, 8], by = ["..."] }'),
        ({"is": [6]}, "shoe.decks: the value has no citation; write decks = { is ="),
        ({"by": ["WA-1"]}, "shoe.decks: has citations but no value"),
        ({"is": [6], "by": []}, "shoe.decks: cites nothing"),
        ({"is": [6], "by": "WA-1"}, "shoe.decks: cites nothing"),
        ({"is": [6], "by": [1]}, "shoe.decks: cites nothing"),
        ({"is": [6], "by": ["WA-44"]}, "cites 'WA-44', which is not a clause; did you mean WA-4"),
        ({"is": [6], "by": ["ZZZ"]}, "cites 'ZZZ', which is not a clause; give it a sentence"),
        ({"is": [6], "by": ["WA-1"], "why": 1}, "shoe.decks.why: unknown field; there are: is, by"),
    ],
)
def test_a_field_without_its_citation(value: object, message: str) -> None:
    def change(tree: dict[str, Any]) -> None:
        tree["shoe"]["decks"] = value

    assert message in refusal(with_tree(change))


def test_a_clause_needs_an_id_and_a_sentence() -> None:
    message = refusal(
        with_tree(lambda tree: tree["clauses"].update({"WA 9": "x", "WA-9": "", "ALL-1": "Mine."}))
    )
    assert "clauses.'WA 9': not a valid id" in message
    assert "clauses.WA-9: '' is not one line of text" in message
    assert (
        "clauses.ALL-1: this id belongs to one of the project's decisions; choose another"
        in message
    )


@pytest.mark.parametrize(
    "changes, message",
    [
        ({"says": ""}, "readings.left-to-right.says: '' is not one line of text"),
        ({"by": []}, "readings.left-to-right: cites nothing"),
        ({"sets": {}}, "readings.left-to-right.sets: unknown field; did you mean set?"),
        ({"set": 1}, "readings.left-to-right.set.: 1 is not a table"),
        ({"removes": "war"}, 'removes: not a list of fields; write removes = ["war"]'),
        ({"removes": ["wars"]}, "removes: 'wars' is not in the file"),
        ({"removes": ["shoe.decks"]}, "shoe.decks: missing: "),
        ({"removes": ["war"]}, "war: war is offered"),
        (
            {"set": {"settle.orginal": {"is": 1, "by": ["WA-1"]}}},
            "set.settle.orginal: unknown field; did you mean settle.original?",
        ),
        (
            {"set": {"shoe.decks": {"is": 1, "by": ["WA-1"]}}},
            "readings.left-to-right.set.shoe.decks: 1 is not a list",
        ),
        ({"set": {"shoe.decks": {"is": [13], "by": ["WA-1"]}}}, "(reading left-to-right)"),
    ],
)
def test_a_wrong_reading(changes: dict[str, object], message: str) -> None:
    def change(tree: dict[str, Any]) -> None:
        tree["readings"]["left-to-right"].pop("set")
        tree["readings"]["left-to-right"] |= changes

    assert message in refusal(with_tree(change))


def test_a_reading_may_set_fields_by_path_or_by_table() -> None:
    def change(tree: dict[str, Any]) -> None:
        leaf = tree["readings"]["left-to-right"]["set"].pop("settle.original")
        tree["readings"]["left-to-right"]["set"]["settle"] = {"original": leaf}

    rules = read_rules(with_tree(change).encode(), "my.toml").rules("left-to-right")
    assert rules.settle == load_rules("washington").rules("left-to-right").settle

    def twice(tree: dict[str, Any]) -> None:
        sets = tree["readings"]["left-to-right"]["set"]
        sets["settle"] = {"original": sets["settle.original"]}

    assert "set.settle.original: given twice" in refusal(with_tree(twice))


@pytest.mark.parametrize(
    "changes, message",
    [
        ({"measure": "primary.house_edge"}, "printed.1: a measure needs a basis"),
        ({"basis": "of it"}, "printed.1: a measure needs a basis, and a basis a measure"),
        ({"measure": "profit", "basis": "of it"}, "printed.1.measure: 'profit' is not a measure"),
        (
            {"measure": "tie.return", "basis": "of it"},
            "printed.1.figure: '1 to 1' is not a percentage",
        ),
        ({"figure": 1}, "printed.1.figure: 1 is not one line of text"),
        ({"by": ["WA"]}, "printed.1: cites 'WA', which is not a clause"),
        ({"figures": "1"}, "printed.1.figures: unknown field; did you mean figure?"),
    ],
)
def test_a_wrong_printed_figure(changes: dict[str, object], message: str) -> None:
    assert message in refusal(with_tree(lambda tree: tree["printed"][0].update(changes)))


def test_all_errors_are_reported_at_once_up_to_twenty() -> None:
    two = refusal(variant_text("washington", {"shoe.decks": 6, "seats.most": "7"}))
    assert two.startswith("my.toml: 2 errors\n  shoe.decks: 6 is")
    many = refusal(variant_text("washington", {f"shoe.x{number}": 1 for number in range(30)}))
    assert many.startswith("my.toml: 30 errors\n")
    assert many.endswith("\n  and 10 more")
    assert many.count("\n") == 21


def test_contradictions_are_looked_for_when_every_field_is_known() -> None:
    """They come together, and after the errors of fields."""
    contradicting: dict[str, object] = {"disputes.rulings": [], "choice.offers": ["surrender"]}
    both = refusal(variant_text("washington", contradicting))
    assert both.startswith("my.toml: 2 errors\n")
    wrong = refusal(variant_text("washington", {**contradicting, "war.tie_wager": "maybe"}))
    assert wrong.startswith("my.toml: war.tie_wager: 'maybe' is not allowed")


def test_an_unreadable_field_is_not_called_missing_too() -> None:
    assert refusal(variant_text("washington", {"shoe.decks": 6})).count("shoe.decks") == 1


def test_a_field_that_only_another_reading_sets_is_missing() -> None:
    def change(tree: dict[str, Any]) -> None:
        leaf = tree["shoe"].pop("decks")
        tree["readings"]["left-to-right"]["set"]["shoe.decks"] = leaf

    message = refusal(with_tree(change))
    assert message.startswith("my.toml: shoe.decks: missing: ")
    assert message.endswith("(reading right-to-left)")


def test_variants_keep_the_rest_of_the_rules() -> None:
    assert variant_rules("washington").shoe == load_rules("washington").rules().shoe


@pytest.mark.parametrize(
    "notice, wrong",
    [
        ("Beware.", r"notice: 'Beware\.' is not a list of tables; write \[\[notice\]\]"),
        ([{"says": "Beware."}], r"notice\.1: cites nothing"),
        ([{"by": ["WA-1"]}], r"notice\.1\.says: missing"),
        ([{"says": "Beware.", "by": ["WA-1"], "loud": "yes"}], r"notice\.1\.loud: unknown field"),
    ],
)
def test_a_notice_is_a_sentence_with_its_clauses(notice: object, wrong: str) -> None:
    with pytest.raises(RuleError, match=wrong):
        variant("washington", head={"notice": notice})


def test_a_file_without_notices_has_none() -> None:
    assert variant("washington", removes=["notice"]).notices == ()
