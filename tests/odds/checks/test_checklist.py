"""Each kind of finding, with a rule file that has it and one that does not."""

import re
from dataclasses import replace
from fractions import Fraction
from hashlib import sha256

import pytest
from hypothesis import given, settings

from casinowar.odds import Sheet, fresh
from casinowar.odds.checks.checklist import exit_status, findings
from casinowar.odds.checks.finding import Finding, best_mean, decks_words, sheet_for
from casinowar.odds.checks.unreachable import most_due
from casinowar.rules.file import Reading, RuleFile, _Resolved, builtin_names, load_rules
from casinowar.rules.model import RuleSet
from casinowar.rules.pay import parse_pay
from tests.support.game.random_rules import rule_sets
from tests.support.game.rulefiles import variant

NO_CHOICE = ["choice", "war", "pays.surrender", "pays.war_higher", "pays.war_equal"]
NO_CHOICE += ["pays.war_lower"]
NO_TIE = ["pays.higher.tie", "pays.lower.tie", "pays.equal.tie"]


def found(file: RuleFile, code: str) -> list[Finding]:
    return [finding for finding in findings(file) if finding.code == code]


def only(file: RuleFile, code: str) -> Finding:
    (finding,) = found(file, code)
    return finding


VERDICTS = {
    "washington": (0, {"never-right"}),
    "fun-casino": (1, {"player-edge", "never-right", "readings-differ"}),
    "online": (1, {"no-edge", "never-happens", "never-right", "readings-differ"}),
    "south-dakota": (0, {"never-right", "readings-differ"}),
    "california": (0, {"never-right", "readings-differ"}),
}


@pytest.mark.parametrize("name", builtin_names())
def test_the_verdict_on_each_built_in_rule_set(name: str) -> None:
    told = findings(load_rules(name))
    assert (exit_status(told), {finding.code for finding in told}) == VERDICTS[name]


@pytest.mark.parametrize("name", builtin_names())
def test_a_finding_names_its_field_its_clauses_and_what_would_mend_it(name: str) -> None:
    file = load_rules(name)
    for finding in findings(file):
        assert finding.field
        assert finding.clauses
        assert all(file.says(clause) for clause in finding.clauses)
        assert finding.says
        assert finding.mend


@pytest.mark.clause("FC-10")
def test_fun_casino_as_printed_gives_the_player_the_edge() -> None:
    finding = only(load_rules("fun-casino"), "player-edge")
    assert finding.severity == "warning"
    assert (finding.reading, finding.field) == ("as-printed", "pays.war_higher.war")
    assert finding.clauses == ("FC-10",)
    assert "1.641 % (81489/4965115) of the primary wager with 6 decks, going to war" in finding.says
    assert "write 1 to 1 instead of 2 to 1" in finding.mend
    assert "the reading first-bet-lost, with a house edge of 2.330 %" in finding.mend


@pytest.mark.parametrize(
    "base, fields, removes, field, mended",
    [
        ("washington", {"pays.equal.tie": "13 to 1"}, [], "pays.equal.tie", "12 to 1"),
        ("washington", {"pays.higher.primary": "6 to 5"}, [], "pays.higher.primary", "1 to 1"),
        ("washington", {"pays.lower.primary": "push"}, [], "pays.lower.primary", "lose"),
        (
            "washington",
            {"pays.surrender.primary": "1 to 1"},
            [],
            "pays.surrender.primary",
            "lose half",
        ),
        (
            "online",
            {"pays.war_equal.war_tie": "13 to 1"},
            [],
            "pays.war_equal.war_tie",
            "12 to 1",
        ),
        (
            "south-dakota",
            {"pays.equal.primary": "2 to 1"},
            NO_CHOICE,
            "pays.equal.primary",
            "lose half",
        ),
        (
            "washington",
            {"choice.time_out": "forfeit", "pays.forfeit.primary": "1 to 1"},
            [],
            "pays.forfeit.primary",
            "lose",
        ),
    ],
)
def test_the_edge_of_the_player_is_found_and_mended(
    base: str, fields: dict[str, object], removes: list[str], field: str, mended: str
) -> None:
    finding = only(variant(base, fields, removes=removes), "player-edge")
    assert finding.field == field
    assert f"write {mended} instead of" in finding.mend
    after = variant(base, {**fields, field: mended}, removes=removes)
    assert found(after, "player-edge") == []


def test_the_edge_is_looked_for_with_every_number_of_decks() -> None:
    tie = {"pays.equal.tie": "12 to 1"}
    assert found(variant("california", tie), "player-edge") == []
    finding = only(variant("california", {"pays.equal.tie": "13 to 1"}), "player-edge")
    assert "the players have the edge" in finding.says
    assert "from 3.537 % of the tie wager with 6 decks to 5.618 %" in finding.says


def test_an_edge_that_no_single_pay_mends() -> None:
    generous = {"pays.higher.primary": "9 to 1", "pays.lower.primary": "9 to 1"}
    finding = only(variant("washington", generous), "player-edge")
    assert finding.field == "pays"
    assert "changing one pay is not enough" in finding.mend


def test_best_play_is_priced_like_the_best_policy() -> None:
    for name in builtin_names():
        for reading in load_rules(name).readings:
            sheet = sheet_for(load_rules(name).rules(reading.name), 6)
            assert best_mean(sheet) == sheet.main(sheet.best).mean


def test_a_pay_that_is_always_rounded_away() -> None:
    small = {"pays.odd_cent": "house", "pays.war_equal.war": "1 to 1000"}
    finding = only(
        variant("washington", {**small, "limits.primary": "1.00 to 5.00"}), "never-happens"
    )
    assert (finding.severity, finding.field) == ("warning", "pays.war_equal.war")
    assert found(variant("washington", small), "never-happens") == []
    whole = {**small, "limits.primary": "1.00 to 5.00", "limits.above": "accept whole"}
    assert found(variant("washington", whole), "never-happens") == []


def test_limits_of_a_wager_that_is_not_offered() -> None:
    without = {"bets.tie": "none", "settle.original": ["left to right: primary"]}
    same = variant("washington", without, removes=NO_TIE)
    assert found(same, "never-happens") == []
    other = variant("washington", {**without, "limits.tie": "1.00 to 2.00"}, removes=NO_TIE)
    assert only(other, "never-happens").field == "limits.tie"
    free = variant("california", {**without, "limits.tie": "1.00 to 2.00"}, removes=NO_TIE)
    assert found(free, "never-happens") == []


@pytest.mark.clause("SG-16")
def test_the_cap_of_the_online_game_is_reached_exactly() -> None:
    assert most_due(load_rules("online").rules()) == 780_000
    beyond = only(variant("online", {"limits.most_returned": "7,800.01"}), "never-happens")
    assert beyond.field == "limits.most_returned"
    assert beyond.clauses == ("SG-16",)
    assert "all seats together can get is 7,800.00" in beyond.says


def test_a_cap_that_cuts_is_a_note_and_one_below_a_single_pay_a_warning() -> None:
    cut = variant("online", {"limits.most_returned": "7,799.99"})
    assert found(cut, "never-happens") == []
    assert only(cut, "cap-cuts").severity == "note"
    one = {"seats.most": 1, "seats.usual": 1}
    enough = variant("online", {**one, "limits.most_returned": "1,100.00"})
    assert found(enough, "never-happens") == []
    low = variant("online", {**one, "limits.most_returned": "1,099.99"})
    fields = {finding.field for finding in found(low, "never-happens")}
    assert fields == {"pays.equal.tie", "pays.war_equal.war_tie"}


def test_a_cap_is_measured_at_the_authorised_limit() -> None:
    assert most_due(variant("online", {"limits.authorised": "200.00"}).rules()) == 2 * 780_000
    capped = {"limits.most_returned": "10,000.00"}
    assert only(variant("online", capped), "never-happens").field == "limits.most_returned"
    raised = variant("online", {**capped, "limits.authorised": "200.00"})
    assert found(raised, "never-happens") == []


@pytest.mark.clause("ALL-11")
def test_a_cut_card_that_a_number_of_seats_makes_unsafe() -> None:
    finding = only(variant("washington", {"seats.most": 9}), "cut-card")
    assert (finding.severity, finding.field) == ("warning", "shoe.cut_card")
    assert "can need 82 cards" in finding.says
    assert "are enough for at most 8" in finding.says
    assert "write 8 in seats.most, or put at least 82 cards behind" in finding.mend
    assert found(variant("washington", {"seats.most": 8}), "cut-card") == []


@pytest.mark.clause("FC-3c")
def test_thirty_cards_serve_twelve_seats_of_fun_casino() -> None:
    assert found(variant("fun-casino", {"seats.most": 12}), "cut-card") == []


def test_only_the_decks_that_are_too_few_are_named() -> None:
    fields: dict[str, object] = {"shoe.decks": [6, 8], "seats.most": 9}
    assert "with 6 decks, the cards" in only(variant("washington", fields), "cut-card").says
    fresh: dict[str, object] = {"shoe.decks": [1], "seats.most": 7, "seats.usual": 3}
    finding = only(variant("washington", {**fresh, "shoe.cut_card": "none"}), "cut-card")
    assert finding.field == "shoe.decks"
    assert "cards in the shoe are enough for at most 5" in finding.says


@pytest.mark.clause("WA-4c-i")
def test_surrender_is_never_right_and_what_it_costs() -> None:
    finding = only(load_rules("washington"), "never-right")
    assert (finding.severity, finding.reading) == ("note", None)
    assert f"18.494 % ({Fraction(1, 2) - Fraction(1006, 3193)})" in finding.says
    assert "31.506 %" in finding.mend
    assert "WA-4c-i" in finding.clauses


@pytest.mark.clause("CA-ROUND-5")
def test_war_is_never_right_where_it_costs_the_primary() -> None:
    told = {
        (finding.reading, finding.field): finding.says
        for finding in found(load_rules("california"), "never-right")
    }
    assert "war is never the best answer" in told["primary-collected", "choice.offers"]
    assert "surrender is never the best answer" in told["three-units", "choice.offers"]
    assert (
        "a tie wager on the war deal is never worth making" in told["three-units", "war.tie_wager"]
    )


def test_a_choice_that_is_right_or_alone_is_not_named() -> None:
    same = {"pays.surrender.primary": "push", "pays.war_higher.war": "1 to 1"}
    assert [f.says.split()[4] for f in found(variant("washington", same), "never-right")] == ["war"]
    alone = variant(
        "washington",
        {"choice.offers": ["war"], "choice.time_out": "wait"},
        removes=["pays.surrender.primary"],
    )
    assert found(alone, "never-right") == []
    fair = variant("online", {"pays.war_equal.war_tie": "13 to 1"})
    assert [f.field for f in found(fair, "never-right")] == ["choice.offers"]


def test_silence_that_beats_every_answer() -> None:
    push = {"choice.time_out": "forfeit", "pays.forfeit.primary": "push"}
    told = [finding.says for finding in found(variant("washington", push), "never-right")]
    assert len(told) == 2
    assert all("forfeit" not in says for says in told)
    assert all("against letting the time run out" in says for says in told)


@pytest.mark.clause("ALL-4")
@pytest.mark.parametrize(
    "fields, field",
    [
        ({"limits.primary": "0.05 to 5.00", "limits.unit": "0.05"}, "limits.primary"),
        ({"limits.primary": "1.00, 2.25", "limits.unit": "0.01"}, "limits.primary"),
        ({"limits.unit": "0.01"}, "limits.unit"),
        ({"limits.primary": "0.05 to 0.05", "limits.unit": "0.05"}, "limits.primary"),
        ({"pays.equal.tie": "19 to 3"}, "limits.tie"),
        ({"pays.war_equal.war": "7 to 3"}, "limits.primary"),
        ({"pays.war_equal.war": "7 to 3", "limits.primary": "5.00, 7.00"}, "limits.primary"),
        ({"pays.war_equal.war": "7 to 3", "limits.authorised": "500.00"}, "limits.primary"),
        ({"pays.war_equal.war": "7 to 1000", "limits.primary": "1.00 to 5.00"}, "limits.primary"),
    ],
)
def test_a_limit_whose_half_is_not_whole_cents(fields: dict[str, object], field: str) -> None:
    finding = only(variant("washington", fields), "odd-half")
    assert (finding.severity, finding.field) == ("note", field)
    assert "ALL-4" in finding.clauses
    followed = {**fields, **written(finding)}
    assert followed != fields
    assert found(variant("washington", followed), "odd-half") == []


def test_amounts_that_divide_are_multiples_of_the_unit() -> None:
    third = only(variant("washington", {"pays.war_equal.war": "7 to 3"}), "odd-half")
    assert third.mend == (
        "for whole cents, write '3.00' in limits.unit, '6.00 to 498.00' in limits.primary and "
        "'6.00 to 498.00' in limits.tie"
    )
    few = {"pays.war_equal.war": "7 to 3", "limits.primary": "1.00 to 2.00"}
    assert "write 2 to 1 in pays.war_equal.war" in only(variant("washington", few), "odd-half").mend


def written(finding: Finding) -> dict[str, str]:
    """The fields that a mend says to write."""
    told = re.findall(r"'([^']+)' in (limits\.\w+)|write (.+) in (pays[.\w]+)", finding.mend)
    return {limit or field: amount or pay for amount, limit, pay, field in told}


def test_limits_that_halve_evenly() -> None:
    for fields in ({"limits.primary": "5.02 to 10.00", "limits.unit": "0.02"}, {}):
        assert found(variant("washington", fields), "odd-half") == []
    fixed = {"limits.primary": "1.00, 2.50", "limits.unit": "0.01", "limits.tie": "1.00, 2.50"}
    assert found(variant("washington", fixed), "odd-half") == []


def test_readings_that_differ_in_price() -> None:
    finding = only(load_rules("california"), "readings-differ")
    assert (finding.severity, finding.reading, finding.field) == ("note", None, "readings")
    assert "2.330 % in three-units" in finding.says
    assert "6.301 % (3.698 % with the best play) in primary-collected" in finding.says
    assert found(load_rules("washington"), "readings-differ") == []


@pytest.mark.parametrize(
    "decks, words",
    [([1], "1 deck"), ([6], "6 decks"), ([8, 6], "6 and 8 decks"), ([6, 7, 8], "6 to 8 decks")],
)
def test_numbers_of_decks_in_words(decks: list[int], words: str) -> None:
    assert decks_words(decks) == words


def test_the_gravest_finding_decides_the_exit_status() -> None:
    note = Finding("note", "odd-half", None, "limits.unit", (), "", "")
    warning = Finding("warning", "cut-card", None, "shoe.cut_card", (), "", "")
    error = Finding("error", "rule-file", None, None, (), "", "")
    assert exit_status([]) == exit_status([note]) == 0
    assert exit_status([note, warning]) == 1
    assert exit_status([warning, error, note]) == 2


def hashed(rules: RuleSet) -> RuleSet:
    """The rules with a hash of their own, by which caches find them quickly."""
    return replace(rules, sha256=sha256(str(rules).encode()).hexdigest())


def file_of(rules: RuleSet) -> RuleFile:
    """A rule file whose only reading has these rules."""
    rules = hashed(rules)
    reading = Reading(rules.reading, "random", ())
    return replace(
        load_rules("washington"),
        readings=(reading,),
        default_reading=reading.name,
        printed=(),
        _resolved={reading.name: _Resolved(rules, {})},
    )


def mended(rules: RuleSet, finding: Finding) -> RuleSet:
    """The rules with the one change that a finding asks for."""
    match = re.match(r"write (.+) instead of .+ in pays\.(\w+)\.(\w+),", finding.mend)
    assert match is not None, finding.mend
    pay, outcome, wager = match.groups()
    row = replace(getattr(rules.pays, outcome), **{wager: parse_pay(pay)})
    return replace(rules, pays=replace(rules.pays, **{outcome: row}))


@settings(max_examples=settings().max_examples // 4)
@given(rules=rule_sets())
def test_any_rule_set_can_be_checked_and_a_mend_mends(rules: RuleSet) -> None:
    rules = hashed(rules)
    told = findings(file_of(rules))
    edges = [finding for finding in told if finding.code == "player-edge"]
    sheets = [Sheet(rules, fresh(decks)) for decks in rules.shoe.decks]
    assert any("of the primary wager" in finding.says for finding in edges) == any(
        best_mean(sheet) > 0 for sheet in sheets
    )
    for finding in edges:
        if finding.field != "pays":
            wager = re.search(r"of the (primary|tie|war tie) wager", finding.says)
            assert wager is not None, finding.says
            after = found(file_of(mended(rules, finding)), "player-edge")
            assert not any(wager[0] in left.says for left in after)
