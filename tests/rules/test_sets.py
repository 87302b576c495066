"""The built-in rule files say what their documents say, reading by reading."""

import tomllib
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from fractions import Fraction
from typing import Any, get_args, get_origin, get_type_hints

import pytest

from casinowar.rules.fields import TERMS
from casinowar.rules.file import Printed, RuleFile, builtin_names, decisions, load_rules
from casinowar.rules.model import GROUPS, OUTCOMES, Limit, Row, RuleSet
from casinowar.rules.script import Pass
from tests.paths import DATA
from tests.support.game.rulefiles import variant

EVEN, LOSE, HALF, PUSH = Fraction(1), Fraction(-1), Fraction(-1, 2), Fraction(0)
CLAUSES = DATA / "clauses.txt"


def every_reading() -> Iterator[tuple[RuleFile, RuleSet]]:
    for name in builtin_names():
        file = load_rules(name)
        for reading in file.readings:
            yield file, file.rules(reading.name)


def primary_and_war(rules: RuleSet) -> dict[str, tuple[Fraction | None, Fraction | None]]:
    """Net pay of primary and war wager for each way a war ends, wherever they are decided."""
    collected = rules.pays.pay("war_declared", "primary")
    ends = {"won": "war_higher", "tied": "war_equal", "lost": "war_lower"}
    return {
        name: (
            getattr(rules.pays, row).primary if collected is None else collected,
            getattr(rules.pays, row).war,
        )
        for name, row in ends.items()
    }


def test_the_five_rule_sets_are_built_in() -> None:
    names = ("california", "fun-casino", "online", "south-dakota", "washington")
    assert builtin_names() == names
    assert [load_rules(name).id for name in names] == list(names)


def test_every_clause_has_its_sentence() -> None:
    expected: dict[str, set[str]] = {}
    for line in CLAUSES.read_text().splitlines():
        name, clause = line.split()
        expected.setdefault(name, set()).add(clause)
    found = {name: set(load_rules(name).clauses) for name in builtin_names()}
    assert {**found, "decisions": set(decisions())} == expected


def test_every_sentence_is_one_of_its_own() -> None:
    sentences = [*decisions().values()]
    for name in builtin_names():
        sentences += load_rules(name).clauses.values()
    assert len(sentences) == len(set(sentences))
    assert all(sentence.endswith(".") and len(sentence) > 20 for sentence in sentences)


def test_every_decision_is_cited_by_some_rule_set() -> None:
    cited = {clause for file, rules in every_reading() for clause in file.cited(rules.reading)}
    assert set(decisions()) <= cited


def test_every_field_of_every_reading_cites_a_known_clause() -> None:
    """A field may cite nothing only where the file leaves it out and it has its default."""
    for file, rules in every_reading():
        for path, value in fields_of(rules):
            cites = file.cites(path, rules.reading)
            assert cites or value == TERMS[path].default, f"{file.id} {path}"
            assert all(file.says(clause) for clause in cites)


def fields_of(rules: RuleSet) -> Iterator[tuple[str, object]]:
    for path in TERMS:
        value: Any = rules
        for name in path.split("."):
            value = None if value is None else getattr(value, name)
        if value is not None:
            yield path, value


def test_every_value_can_be_written_as_a_file_writes_it() -> None:
    for _, rules in every_reading():
        for path, value in fields_of(rules):
            term = TERMS[path]
            assert term.read(term.write(value)) == value


def test_what_a_field_can_be_is_told_in_words_for_all_of_its_words_or_none() -> None:
    for term in TERMS.values():
        assert set(term.rule.words) in (set(), set(term.allowed_words)), term.field


def test_the_vocabulary_is_the_model() -> None:
    def leaves(record: Any, path: str) -> Iterator[str]:
        for field in fields(record):
            kind = get_type_hints(record)[field.name]
            kinds = (kind,) if get_origin(kind) is tuple else (kind, *get_args(kind))
            inner = [one for one in kinds if is_dataclass(one) and one is not Limit]
            if inner:
                yield from leaves(inner[0], f"{path}{field.name}.")
            else:
                yield f"{path}{field.name}"

    own = {path for path in leaves(RuleSet, "") if path.partition(".")[0] in GROUPS}
    assert set(TERMS) == own


def test_every_example_of_the_vocabulary_can_be_read() -> None:
    for term in TERMS.values():
        term.read(tomllib.loads(f"value = {term.example}")["value"])


@pytest.mark.clause("WA-4a")
@pytest.mark.clause("WA-4b")
@pytest.mark.clause("WA-4c")
@pytest.mark.clause("WA-4c-i")
@pytest.mark.parametrize("name", builtin_names())
def test_the_first_deal_pays_alike_everywhere(name: str) -> None:
    pays = load_rules(name).rules().pays
    assert pays.higher == Row(primary=EVEN, tie=LOSE)
    assert pays.lower == Row(primary=LOSE, tie=LOSE)
    assert pays.equal == Row(tie=Fraction(10))
    assert pays.surrender == Row(primary=HALF)


@pytest.mark.clause("WA-4c-ii-1a")
@pytest.mark.clause("WA-4c-ii-1b")
@pytest.mark.clause("WA-4c-ii-1c")
@pytest.mark.clause("SG-9")
@pytest.mark.clause("SD-4d")
@pytest.mark.parametrize("name", ["washington", "online", "south-dakota", "california"])
def test_a_war_pays_three_units_and_one_more_for_a_tie(name: str) -> None:
    pays = primary_and_war(load_rules(name).rules())
    assert pays == {"won": (PUSH, 1), "tied": (PUSH, 2), "lost": (LOSE, LOSE)}


@pytest.mark.clause("FC-10")
def test_fun_casino_pays_wars_as_no_other_house() -> None:
    file = load_rules("fun-casino")
    assert file.default_reading == "as-printed"
    printed = {"won": (PUSH, 2), "tied": (PUSH, 3), "lost": (LOSE, LOSE)}
    assert primary_and_war(file.rules()) == printed
    lost = {"won": (LOSE, 2), "tied": (LOSE, 3), "lost": (LOSE, LOSE)}
    assert primary_and_war(file.rules("first-bet-lost")) == lost


@pytest.mark.clause("WA-4")
@pytest.mark.clause("WA-4c-iii")
def test_washington_has_both_directions() -> None:
    file = load_rules("washington")
    for reading in ("right-to-left", "left-to-right"):
        rules = file.rules(reading)
        direction = reading.replace("-", " ")
        assert rules.war is not None
        assert [one.direction for one in rules.settle.original] == [direction]
        assert [one.direction for one in rules.war.settle] == [direction]
    assert file.rules().reading == "right-to-left"
    assert file.cites("settle.original") == ("WA-4",)
    assert file.cites("settle.original", "left-to-right") == ("WA-4c-iii",)


@pytest.mark.clause("SD-4a")
@pytest.mark.clause("SD-4b")
def test_south_dakota_to_the_letter_has_no_war_and_loses_ties() -> None:
    file = load_rules("south-dakota")
    intended, literal = file.rules(), file.rules("tie-loses")
    assert intended.reading == "intended"
    assert intended.choice is not None
    assert intended.choice.offers == ("surrender", "war")
    assert (literal.choice, literal.war) == (None, None)
    assert literal.pays.equal.primary == LOSE
    assert literal.pays.equal.tie == 10
    assert literal.reachable() == ("higher", "lower", "equal")
    assert file.cites("pays.equal.primary", "tie-loses") == ("SD-4b",)
    assert file.cites("war.deal", "tie-loses") == ()


@pytest.mark.clause("CA-ROUND-5")
@pytest.mark.clause("CA-ODDS")
def test_california_to_the_letter_collects_the_primary_when_war_is_declared() -> None:
    file = load_rules("california")
    assert file.default_reading == "three-units"
    rules = file.rules("primary-collected")
    assert rules.pays.pay("war_declared", "primary") == LOSE
    collected = {"won": (LOSE, 1), "tied": (LOSE, 2), "lost": (LOSE, LOSE)}
    assert primary_and_war(rules) == collected
    assert all(
        rules.pays.pay(end, "primary") is None for end in OUTCOMES if end.startswith("war_h")
    )
    assert file.rules().pays.war_declared is None


@pytest.mark.clause("SG-7")
@pytest.mark.clause("SG-9")
@pytest.mark.clause("CA-BET-4")
@pytest.mark.parametrize("name, offered", [("online", "equal"), ("california", "free")])
def test_a_war_tie_wager_pays_ten_to_one(name: str, offered: str) -> None:
    rules = load_rules(name).rules()
    assert rules.war is not None
    assert rules.war.tie_wager == offered
    ends = (rules.pays.war_higher, rules.pays.war_equal, rules.pays.war_lower)
    assert [end.war_tie for end in ends if end] == [LOSE, 10, LOSE]


@pytest.mark.clause("SD-1b")
def test_south_dakota_has_six_to_eight_decks() -> None:
    assert load_rules("south-dakota").rules().shoe.decks == (6, 7, 8)


@pytest.mark.clause("CA-DECK-1")
def test_california_has_two_batches_of_six_decks_or_more() -> None:
    shoe = load_rules("california").rules().shoe
    assert shoe.decks == (6, 7, 8, 9, 10, 11, 12)
    assert len(set(shoe.backs)) == 2


@pytest.mark.clause("FC-1")
@pytest.mark.clause("SG-1")
@pytest.mark.clause("SG-10")
@pytest.mark.clause("SD-1c")
@pytest.mark.clause("CA-RANK")
@pytest.mark.clause("ALL-17")
@pytest.mark.parametrize("name", builtin_names())
def test_aces_are_high_and_six_decks_are_usual(name: str) -> None:
    shoe = load_rules(name).rules().shoe
    assert shoe.ranks == "AKQJT98765432"
    assert shoe.decks[0] == 6


@pytest.mark.clause("ALL-14")
@pytest.mark.parametrize("name", builtin_names())
def test_tie_limits_are_those_of_the_primary_wager(name: str) -> None:
    limits = load_rules(name).rules().limits
    assert (limits.tie.least, limits.tie.most) == (limits.primary.least, limits.primary.most)
    assert not limits.tie.amounts, "fixed amounts are the primary's alone (SD-2)"
    file = variant(name, removes=["limits.tie"])
    assert file.rules().limits.tie == limits.primary
    assert file.cites("limits.tie") == ("ALL-14",)


@pytest.mark.clause("ALL-18")
def test_usual_limits_where_a_text_has_none() -> None:
    for name in ("washington", "fun-casino", "california"):
        limits = load_rules(name).rules().limits
        assert limits.primary == Limit(500, 50_000)
        assert limits.unit == 100


@pytest.mark.clause("SG-12")
@pytest.mark.clause("SG-16")
def test_online_limits() -> None:
    limits = load_rules("online").rules().limits
    assert (limits.primary, limits.authorised) == (Limit(100, 10_000), 10_000)
    assert limits.most_returned == 780_000


@pytest.mark.clause("WA-PAY")
@pytest.mark.clause("SG-11")
def test_printed_shares_have_a_basis() -> None:
    shares = {
        (name, printed.figure, printed.measure)
        for name in builtin_names()
        for printed in load_rules(name).printed
        if printed.measure is not None and printed.basis
    }
    assert shares == {
        ("washington", "2.33 %", "primary.house_edge"),
        ("washington", "18.65 %", "tie.house_edge"),
        ("online", "97.83 %", "primary.return_of_total"),
        ("online", "81.35 %", "tie.return"),
    }


@pytest.mark.clause("SG-17")
def test_the_misprinted_push_is_replaced() -> None:
    replaced = [one for one in load_rules("online").printed if one.instead]
    says = "first round, main bet, tie"
    push = Printed(says, "PUSH", ("SG-17", "SG-5"), "surrender or war", readings=("by-the-table",))
    assert replaced == [push]
    assert push.holds_in("by-the-table")
    assert not push.holds_in("by-the-text")


def citing(clause: str, field: str) -> set[str]:
    return {name for name in builtin_names() if clause in load_rules(name).cites(field)}


@pytest.mark.clause("ALL-19")
def test_what_a_text_does_not_bound_is_not_bounded() -> None:
    for name in citing("ALL-19", "limits.authorised"):
        assert load_rules(name).rules().limits.authorised == "none"
    for name in citing("ALL-19", "limits.most_returned"):
        assert load_rules(name).rules().limits.most_returned is None
    for name in citing("ALL-19", "disputes.cancelled_after_days"):
        assert load_rules(name).rules().disputes.cancelled_after_days is None
    assert citing("ALL-19", "limits.most_returned") == {*builtin_names()} - {"online"}


@pytest.mark.clause("ALL-20")
def test_without_an_order_it_is_left_to_right_primary_first() -> None:
    rules = load_rules("online").rules()
    assert citing("ALL-20", "deal.direction") == {"online"}
    assert rules.deal.direction == "left to right"
    assert rules.settle.original == (Pass("left to right", ("primary", "tie")),)
    assert rules.war is not None
    assert rules.war.settle == (Pass("left to right", ("primary", "war", "war_tie")),)


@pytest.mark.clause("ALL-21")
def test_cards_are_picked_up_at_the_end_where_nothing_is_said() -> None:
    assert citing("ALL-21", "settle.collect") == {"online"}
    assert load_rules("online").rules().settle.collect == ("lay and pay",)


@pytest.mark.clause("ALL-22")
def test_no_more_is_asked_than_a_text_asks_for() -> None:
    house_banked = {*builtin_names()} - {"california"}
    for field in ("shoe.backs", "shoe.dealer_burn", "seats.backline"):
        assert citing("ALL-22", field) == house_banked
    for name in house_banked:
        rules = load_rules(name).rules()
        assert (len(rules.shoe.backs), rules.shoe.dealer_burn) == (1, 0)
        assert (rules.seats.players_needed, rules.seats.backline) == (1, "no")


@pytest.mark.clause("ALL-23")
def test_dealers_errors_are_treated_as_in_the_one_text_that_does() -> None:
    told = load_rules("fun-casino").rules().errors
    assert citing("ALL-23", "errors") == {*builtin_names()} - {"fun-casino"}
    assert all(load_rules(name).rules().errors == told for name in builtin_names())


@pytest.mark.clause("ALL-24")
def test_the_pit_boss_rules_where_nobody_is_named() -> None:
    silent = citing("ALL-24", "disputes")
    assert silent == {"washington", "south-dakota", "california"}
    for name in silent:
        disputes = load_rules(name).rules().disputes
        assert (disputes.ruled_by, disputes.rulings) == ("pit boss", ("stands", "void"))
