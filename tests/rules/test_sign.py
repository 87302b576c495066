"""The sign of a table: each document's schedule line by line, its reading, limits and notices."""

import pytest

from casinowar.rules.file import builtin_names, load_rules
from casinowar.rules.model import Limit
from casinowar.rules.options import resolve
from casinowar.rules.sign import Sign, sign
from tests.support.game.schedules import SCHEDULES


def sign_of(name: str, reading: str | None = None) -> Sign:
    file = load_rules(name)
    rules = file.rules(reading)
    return sign(file, rules, resolve(rules, practice=True))


@pytest.mark.clause("WA-PAY")
@pytest.mark.clause("FC-ODDS")
@pytest.mark.clause("SG-17")
@pytest.mark.clause("SD-5")
@pytest.mark.clause("CA-ODDS")
@pytest.mark.parametrize("name", builtin_names())
def test_the_printed_schedule_stands_on_the_sign_line_by_line(name: str) -> None:
    shown = [(line.says, line.applies) for line in sign_of(name).printed]
    schedule = SCHEDULES[name]
    assert shown[: len(schedule)] == schedule


@pytest.mark.clause("SG-11")
def test_returns_are_shown_with_their_basis() -> None:
    shown = {line.figure: line.basis for line in sign_of("online").printed if line.basis}
    assert shown == {
        "97.83 %": "of everything wagered on main bet and raise",
        "81.35 %": "of the tie bet",
    }


@pytest.mark.parametrize("name", builtin_names())
def test_each_clause_on_a_sign_has_a_sentence(name: str) -> None:
    file = load_rules(name)
    shown = sign_of(name)
    cited = {clause for line in shown.printed for clause in line.by}
    cited |= {clause for rule in shown.lines for clause in rule.by}
    cited |= {clause for notice in (*shown.remarks, *shown.notices) for clause in notice.by}
    cited |= {clause for row in shown.pays for ids in row.by.values() for clause in ids}
    assert all(file.says(clause) for clause in cited)


@pytest.mark.clause("ALL-7")
@pytest.mark.parametrize("name", ["fun-casino", "online", "california"])
def test_the_line_on_who_is_asked_cites_its_decision(name: str) -> None:
    asked = next(line for line in sign_of(name).lines if line.title == "Asked")
    assert "ALL-7" in asked.by


def test_the_limits_are_those_of_the_table() -> None:
    file = load_rules("washington")
    rules = file.rules()
    limit = Limit(1000, 20_000)
    options = resolve(rules, authorised=20_000, primary=limit, first_burn=True)
    says = {line.title: line.says for line in sign(file, rules, options).displayed}
    assert says["Primary wager"] == "10.00 to 200.00"
    assert says["Tie wager"].endswith("10.00 to 200.00")
    assert says["Authorised limit"] == "200.00, stated by the operator"
    assert says["First card"] == "burned unseen"
    assert says["Cut card"].endswith("at most 78 cards behind it")
    assert says["Shoe"] == "6 decks"


@pytest.mark.clause("WA-LIM")
def test_a_practice_table_and_who_stated_the_limit_are_on_the_sign() -> None:
    file = load_rules("washington")
    rules = file.rules()
    practice = sign(file, rules, resolve(rules, practice=True))
    assert [remark.says for remark in practice.remarks] == ["This is a practice table."]
    limits = {line.title: line.says for line in practice.displayed}
    assert limits["Authorised limit"] == "500.00, the table's maximum, which nobody has stated"
    private = sign(file, rules, resolve(rules, authorised=60_000), by_owner=True)
    limits = {line.title: line.says for line in private.displayed}
    assert limits["Authorised limit"] == "600.00, stated by the owner of the table"
    assert private.remarks == ()


@pytest.mark.clause("CA-ROUND-5")
def test_a_war_that_costs_the_primary_is_remarked() -> None:
    _, remark = sign_of("california", "primary-collected").remarks
    assert remark.says.startswith("Going to war costs the primary wager")
    assert remark.by == ("CA-ROUND-5",)
    assert remark not in sign_of("california").remarks


@pytest.mark.clause("SG-19")
def test_legal_notices_of_the_online_game() -> None:
    notices = {notice.by[0]: notice.says for notice in sign_of("online").notices}
    assert list(notices) == ["SG-13", "SG-14", "SG-15", "SG-16", "SG-17", "SG-19"]
    assert "void" in notices["SG-14"]
    assert "30 days" in notices["SG-15"]
    assert "7,800.00" in notices["SG-16"]
    assert "trade dress of Scientific Games Corp." in notices["SG-19"]


@pytest.mark.clause("CA-OWN")
def test_owner_of_the_game_is_named() -> None:
    owner, rights, _ = sign_of("california").notices
    assert owner.by == rights.by == ("CA-OWN",)
    assert "SHFL Entertainment, Inc." in owner.says
    assert "agreement" in owner.says
    assert "approval of the Bureau" in owner.says


@pytest.mark.clause("SG-17")
@pytest.mark.parametrize(
    "name, reading, says, applies",
    [
        ("south-dakota", "tie-loses", "winning a war, against", "does not apply (printed: 1 to 2)"),
        ("south-dakota", "tie-loses", "beating the dealer", "1 to 1"),
        (
            *("south-dakota", "winner-chooses", "beating the dealer"),
            "surrender or war (printed: 1 to 1)",
        ),
        (
            *("south-dakota", "winner-chooses", "surrendering instead"),
            "half a unit won in all (printed: lose half)",
        ),
        (
            *("south-dakota", "winner-chooses", "winning a war"),
            "two units won in all (printed: 1 to 2)",
        ),
        ("south-dakota", "winner-chooses", "winning the tie wager", "10 to 1"),
        ("online", "by-the-table", "first round, main bet, tie", "PUSH"),
        ("online", "by-the-table", "war, main bet, win", "does not apply (printed: PUSH)"),
        ("online", "by-the-table", "war, raise, tie", "does not apply (printed: 2:1)"),
    ],
)
def test_a_line_that_means_something_else_in_a_reading_says_so(
    name: str, reading: str, says: str, applies: str
) -> None:
    (line,) = (one for one in sign_of(name, reading).printed if one.says.startswith(says))
    assert line.applies == applies


@pytest.mark.clause("SG-17")
def test_a_printed_share_names_the_reading_it_holds_for() -> None:
    shares = [line.applies for line in sign_of("online").printed if line.figure == "97.83 %"]
    basis = "of everything wagered on main bet and raise"
    assert shares == [f"97.83 % {basis}, in the reading by-the-text only"]


@pytest.mark.parametrize(
    "name, reading, says",
    [
        ("online", "by-the-table", "A tie returns the primary wager."),
        ("south-dakota", "tie-loses", "A tie loses the primary wager."),
        ("south-dakota", "winner-chooses", "A win must be answered: the winner surrenders or goes"),
        ("fun-casino", "first-bet-lost", "Going to war costs the primary wager: it is lost even"),
    ],
)
def test_what_a_player_would_not_expect_is_remarked(name: str, reading: str, says: str) -> None:
    assert any(remark.says.startswith(says) for remark in sign_of(name, reading).remarks)


@pytest.mark.clause("SD-4a")
def test_the_pay_table_names_the_choice_and_its_clauses() -> None:
    rows = {row.outcome: row for row in sign_of("south-dakota", "winner-chooses").pays}
    assert rows["higher"].cell("primary") == "surrender or war"
    assert "SD-4a" in rows["higher"].by["primary"]
    assert (rows["equal"].cell("primary"), rows["equal"].choice) == ("lose", "")
    intended = {row.outcome: row for row in sign_of("south-dakota").pays}
    assert intended["equal"].cell("primary") == "surrender or war"


@pytest.mark.clause("SD-4b")
@pytest.mark.parametrize("reading", ["tie-loses", "winner-chooses"])
def test_a_tie_without_a_choice_cites_only_what_settles_it(reading: str) -> None:
    (line,) = (one for one in sign_of("south-dakota", reading).lines if one.title == "Tie hand")
    assert line.says.startswith("no choice")
    assert line.by == ("SD-4b",)


@pytest.mark.clause("WA-4c-iii")
@pytest.mark.clause("SD-4")
@pytest.mark.parametrize("name", builtin_names())
def test_a_table_displays_settlement_choice_and_pick_up(name: str) -> None:
    titles = [line.title for line in sign_of(name).displayed]
    assert titles.count("Tie hand") == 1
    assert {"Settled", "Cards picked up", "War settled"} <= set(titles)
