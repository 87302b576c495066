"""The library as its users meet it first: the example, and what its comments promise."""

from fractions import Fraction
from pathlib import Path

import casinowar as cw
from tests.docs.test_examples import sessions
from tests.support.reference import PAGE


def test_example(in_examples: Path) -> None:
    rules = cw.load("washington")
    (clause,) = rules.cite("pays.war_equal.war")
    assert clause.id == "WA-4c-ii-1b"
    assert clause.sentence.startswith("A player who ties the war takes the three units")
    price = cw.price(rules)
    assert price.primary.house_edge == Fraction(23138, 993023)
    ruin = price.session(rounds=100, bankroll=20).ruin
    assert isinstance(ruin, Fraction)
    assert Fraction(87, 1000) < ruin < Fraction(88, 1000)
    tie = cw.price(rules.replace({"pays.equal.tie": "11 to 1"})).tie
    assert tie is not None
    assert tie.house_edge == 1 - 12 * Fraction(23, 311)

    result = cw.settle(rules, "1:20/5 2:20 | 9h Kd 9s 1:war x3 Ac x3 7d")
    assert result.net == {1: 7000, 2: 2000}

    table = cw.Table.open(rules, seats=7)
    before = table
    table, events = table.step(cw.Sit("ann", 1))
    assert events == (cw.Seated("ann", 1),)
    assert before.seats == ("",) * 7
    assert table.seats == ("ann", *("",) * 6)
    assert table.need == cw.ShoeNeeded(1, "red")
    assert cw.Leave("ann", 1) in [offer.action for offer in table.legal("ann")]

    cards = cw.shuffled(decks=6, seed=1)
    assert type(cards) is tuple
    assert sorted(cards) == sorted(cw.shuffled(decks=1, seed=2) * 6)
    assert cards == cw.shuffled(decks=6, seed=1) != cw.shuffled(decks=6, seed=2)
    simulated = cw.simulate(rules, rounds=10**8, seed=7)
    primary = simulated.primary
    assert primary.exact == -price.primary.house_edge
    assert primary.estimate is not None
    assert primary.error is not None
    assert abs(float(primary.estimate - primary.exact)) < 5 * primary.error < 0.001
    assert int(simulated.counts["rounds"].sum()) == 10**8
    assert cw.check("mine.toml").is_usable
    assert cw.verify("shoe.json").verified
    assert cw.replay("shoe.json", 3).net["player:bob"] == 2000


def test_example_of_the_page_runs(in_examples: Path) -> None:
    block = next(iter(sessions(PAGE, "python")))
    assert block.text.startswith("import casinowar as cw\n")
    names: dict[str, object] = {}
    exec(compile(block.text, str(block), "exec"), names)
    assert isinstance(names["result"], cw.RoundResult)


def test_washingtons_limit_is_the_tables_maximum_and_marked_as_practice() -> None:
    rules = cw.load("washington")
    table = cw.Table.open(rules, primary=(500, 30000))
    assert (table.options.authorised, table.practice) == (30000, ("authorised",))
    stated = cw.Table.open(rules, primary=(500, 30000), authorised=50000)
    assert (stated.options.authorised, stated.practice) == (50000, ())
    after, _ = table.step(cw.Sit("ann", 1))
    assert after.practice == ("authorised",)
    assert cw.Table.open(cw.load("online")).practice == ()
