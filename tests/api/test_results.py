"""Results agree with the core, are frozen, and have a short text."""

import dataclasses
import pickle
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest

import casinowar as cw
from casinowar.odds.composition import fresh
from casinowar.odds.sheet import Sheet
from casinowar.rules.file import load_rules

RESULTS: dict[str, Callable[[], object]] = {
    "rules": lambda: cw.load("california"),
    "citation": lambda: cw.load("california").cite("pays"),
    "price": lambda: cw.price(cw.load("california"), decks="infinite"),
    "wager": lambda: cw.price(cw.load("california")).primary,
    "session": lambda: cw.price(cw.load("california")).session(rounds=300),
    "settle": lambda: cw.settle(cw.load("washington"), "1:20 | 9h Kd"),
    "round": lambda: cw.settle(cw.load("washington"), "1:20 | 9h Kd").round,
    "table": lambda: cw.Table.open(cw.load("california"), seats=4),
    "simulate": lambda: cw.simulate(cw.load("online"), rounds=1000, seed=1),
    "estimate": lambda: cw.simulate(cw.load("online"), rounds=1000, seed=1).primary,
    "check": lambda: cw.check("mine.toml"),
    "verify": lambda: cw.verify("shoe.json"),
    "replay": lambda: cw.replay("shoe.json", 2),
    "compare": lambda: cw.compare(cw.load("online"), cw.load("washington")),
    "compared": lambda: cw.compare(cw.load("online"))[0],
}


@pytest.mark.parametrize("name", RESULTS)
def test_result_is_frozen_and_has_a_short_text(name: str, in_examples: Path) -> None:
    result = RESULTS[name]()
    assert len(repr(result)) < 160
    assert "\n" not in repr(result)
    assert dataclasses.is_dataclass(result)
    field = dataclasses.fields(result)[0].name
    with pytest.raises(dataclasses.FrozenInstanceError):
        setattr(result, field, None)


def test_rules_know_their_source() -> None:
    rules, file = cw.load("fun-casino", "first-bet-lost"), load_rules("fun-casino")
    assert (rules.id, rules.title, rules.document) == (file.id, file.name, file.document)
    assert (rules.reading, rules.sha256) == ("first-bet-lost", file.sha256)
    assert rules.rules == file.rules("first-bet-lost")
    assert [clause.id for clause in rules.cite("pays")] == [*file.cites("pays", "first-bet-lost")]
    assert rules == cw.load("fun-casino").under("first-bet-lost") != cw.load("fun-casino")
    assert hash(rules) == hash(cw.load("fun-casino", "first-bet-lost"))
    assert rules.fields["pays.equal.tie"] == "25 to 1" or rules.fields["pays.equal.tie"]


def test_rules_load_from_a_path(in_examples: Path) -> None:
    text, path = cw.load("mine.toml"), cw.load(in_examples / "mine.toml")
    assert text == path
    assert pickle.loads(pickle.dumps(text)) == text


def test_replaced_fields_cite_nothing_and_say_so() -> None:
    rules = cw.load("washington")
    changed = rules.replace({"pays.equal.tie": "11 to 1"}).replace({"shoe.dealer_burn": 2})
    assert changed.changes == {"pays.equal.tie": "11 to 1", "shoe.dealer_burn": 2}
    assert changed.fields["shoe.dealer_burn"] == 2
    assert (len(changed.cite("pays.equal.tie")), changed.cite("pays.equal.tie").replaced) == (
        0,
        ("pays.equal.tie",),
    )
    assert changed.cite("pays.equal.primary") == rules.cite("pays.equal.primary")
    assert changed.cite("pays").replaced == ("pays.equal.tie",)
    assert {*changed.cite("pays")} <= {*rules.cite("pays")}
    assert changed.sha256 != rules.sha256
    assert changed.under("left-to-right").changes == changed.changes
    assert changed != rules


@pytest.mark.parametrize("name", cw.rule_sets())
def test_price_is_the_sheets(name: str) -> None:
    rules = cw.load(name)
    price, sheet = cw.price(rules), Sheet(rules.rules, fresh(rules.rules.shoe.decks[0]))
    assert price.primary.house_edge == -sheet.primary.mean
    assert price.primary.return_to_player == 1 + sheet.primary.mean
    assert price.primary.variance == sheet.primary.variance
    assert price.primary.standard_deviation**2 == pytest.approx(float(sheet.primary.variance))
    assert price.best.house_edge <= price.primary.house_edge
    assert price.element_of_risk == sheet.element_of_risk
    assert price.bank_variance(2) == sheet.round_variance(2)
    for own, theirs in ((price.tie, sheet.tie), (price.war, sheet.war)):
        assert (own is None) == (theirs is None)
        assert own is None or own.distribution == theirs
    assert price.to_json()["primary"]["house_edge"] == str(price.primary.house_edge)


def test_cards_that_are_gone_may_be_cards() -> None:
    rules = cw.load("washington")
    gone = [cw.parse_card("9h"), cw.parse_card("9s")]
    assert cw.price(rules, gone=gone).tie_chance == cw.price(rules, gone="9x2").tie_chance


def test_session_beyond_exact_rounds_states_its_error() -> None:
    price = cw.price(cw.load("washington"))
    exact, floats = price.session(rounds=100), price.session(rounds=1000, bankroll=50)
    assert exact.error == 0
    assert exact.mean == 100 * price.primary.mean
    assert sum(chance for _, chance in exact.results()) == 1
    assert 0 < floats.error < 1e-9
    assert isinstance(floats.ruin, float)
    assert price.session(bankroll=Fraction(1, 2)).ruin == 1
    assert price.session(policy="surrender").mean == 100 * price.always("surrender").mean


def test_settlements_come_in_order_with_their_clauses() -> None:
    line = "bank:30 ann@1:20 bob@2:20 cy+2:10 | 9 K 5"
    result = cw.settle(cw.load("california"), line)
    assert result.net == {1: 2000, 2: 1000}
    assert [(hand.player, hand.backline, hand.net) for hand in result.hands] == [
        ("ann", False, 2000),
        ("bob", False, 1000),
        ("cy", True, 0),
    ]
    assert sum(hand.net for hand in result.hands) == -result.bank_net == 3000
    assert [(each.player, each.outcome, each.due, each.net) for each in result.settlements] == [
        ("ann", "higher", 2000, 2000),
        ("bob", "higher", 2000, 1000),
        ("cy", "higher", 1000, 0),
    ]
    assert all(each.clauses for each in result.settlements)
    assert result.need == cw.Nothing()


def test_unfinished_round_tells_what_is_open() -> None:
    result = cw.settle(cw.load("washington"), "1:20/5 | 9h 9d", unfinished=True)
    assert not result.is_over
    assert isinstance(result.need, cw.ChoiceNeeded)
    assert (result.hands[0].open, result.net) == (2000, {1: 5000})
    with pytest.raises(cw.IllegalAction, match="the line ends early"):
        result.check_over()


def test_simulation_of_replaced_rules_has_their_exact_figure(tmp_path: Path) -> None:
    rules = cw.load("washington").replace({"pays.equal.tie": "12 to 1"})
    found = cw.simulate(rules, rounds=200_000, seed=3, seats=2, threads=1, save=tmp_path / "s.json")
    price = cw.price(rules)
    assert found.tie is not None
    assert price.tie is not None
    assert found.tie.exact == price.tie.mean
    assert (found.counts["higher"] + found.counts["lower"] + found.counts["equal"] == 2).all()
    assert not found.counts.flags.writeable
    longer = cw.simulate(rules, resume=tmp_path / "s.json", rounds=300_000, threads=2)
    assert (longer.seed, longer.rounds) == (3, 300_000)
    straight = cw.simulate(rules, rounds=300_000, seed=3, seats=2)
    assert longer.wagers == straight.wagers
    with pytest.raises(cw.CasinoWarError, match="was saved with rules"):
        cw.simulate(cw.load("washington"), resume=tmp_path / "s.json")


def test_file_that_cannot_be_used_is_an_error_of_the_check(tmp_path: Path) -> None:
    file = tmp_path / "broken.toml"
    file.write_text("id = 7\n")
    report = cw.check(file)
    assert (report.is_usable, report.is_sound, report.exit_status) == (False, False, 2)
    assert report.errors == report.findings
    assert repr(report) == f"<CheckReport {file}: cannot be used>"


def test_wrong_entry_is_a_result_and_its_round_is_told_up_to_it(
    in_examples: Path, tmp_path: Path
) -> None:
    raised = tmp_path / "raised.json"
    text = (in_examples / "shoe.json").read_text()
    raised.write_text(text.replace('"due":2000,"net":2000', '"due":2000,"net":2100'))
    found = cw.verify(raised)
    assert not found.verified
    assert found.entry is not None
    assert found.why == "it was changed: its contents do not match its hash"
    assert (found.rounds, found.end) == (0, "")
    told = cw.replay(raised, 1)
    assert told.fault is not None
    assert told.fault.seq == found.entry
    both = list(cw.verify_all([raised, in_examples / "shoe.json", tmp_path / "none.json"]))
    assert [each.verified for each in both] == [False, True, False]
    assert both[2].error is not None


def test_compared_rules_name_what_is_unusual() -> None:
    found = cw.compare()
    assert [row.rules for row in found][:2] == ["california", "california"]
    assert any("bank" in row.unusual for row in found)
    twice = cw.compare(cw.load("online"), cw.load("online"))
    assert len(twice) == 1


def test_whole_round_is_played_at_a_table() -> None:
    table = cw.Table.open(cw.load("online"), seats=1)
    assert [type(offer.action) for offer in table.legal("ann")] == [cw.Sit]
    assert table.legal(role="dealer") != table.legal("ann")
    table, _ = table.step(cw.Sit("ann", 1))
    assert (table.playing, table.rounds, table.round, table.bets) == (False, 0, None, ())
    with pytest.raises(cw.IllegalAction) as refused:
        table.step(cw.Deal(cw.parse_card("9h")))
    assert refused.value.awaited == str(table.need)
