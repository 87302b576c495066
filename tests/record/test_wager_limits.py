"""Which wagers a table can have accepted, by the limits and their policies alone."""

from dataclasses import replace
from typing import Literal

import pytest

from casinowar.money import MOST
from casinowar.record.wager_limits import breach
from casinowar.rules.model import Limit, LimitRules
from casinowar.rules.options import Options, resolve
from tests.support.game.table import rules_of

RULES = rules_of("washington")
OPTIONS = resolve(RULES, primary=Limit(1_000, 20_000), tie=Limit(500, 5_000), authorised=30_000)


def wrong(
    amount: int,
    wager: Literal["primary", "tie"] = "primary",
    rules: LimitRules = RULES.limits,
    options: Options = OPTIONS,
) -> str:
    return breach(rules, options, wager, amount)


@pytest.mark.parametrize("amount", [1_000, 1_100, 20_000])
def test_amounts_within_the_limits_pass(amount: int) -> None:
    assert wrong(amount) == ""


def test_each_wager_has_limits_of_its_own() -> None:
    assert wrong(500, "tie") == wrong(5_000, "tie") == ""
    assert wrong(5_100, "tie") == "a tie wager of 51.00, above the maximum of 50.00"
    assert wrong(400, "tie") == "a tie wager of 4.00, below the minimum of 5.00"
    assert wrong(900) == "a primary wager of 9.00, below the minimum of 10.00"
    assert wrong(20_100) == "a primary wager of 201.00, above the maximum of 200.00"


@pytest.mark.parametrize("amount", [0, -100, MOST + 1, 10**20])
def test_what_is_no_amount(amount: int) -> None:
    assert wrong(amount) == f"a primary wager of {amount} cents"


def test_wagers_are_multiples_of_the_unit() -> None:
    told = "a primary wager of 10.50, where wagers are multiples of 1.00"
    assert wrong(1_050) == told
    assert wrong(1_050, rules=replace(RULES.limits, unit=50)) == ""


def test_fixed_amounts() -> None:
    fixed = replace(OPTIONS, primary=Limit(1_000, 20_000, (1_000, 20_000)))
    assert wrong(20_000, options=fixed) == ""
    told = "a primary wager of 20.00, which is not one of the fixed amounts"
    assert wrong(2_000, options=fixed) == told


@pytest.mark.parametrize("above", ["refuse", "cut", "accept whole"])
def test_above_the_maximum(above: Literal["refuse", "cut", "accept whole"]) -> None:
    rules = replace(RULES.limits, above=above)
    assert (wrong(20_100, rules=rules) == "") == (above == "accept whole")
    assert wrong(20_000, rules=rules) == ""


@pytest.mark.parametrize("below", ["refuse", "honour once", "accept whole"])
def test_below_the_minimum(below: Literal["refuse", "honour once", "accept whole"]) -> None:
    rules = replace(RULES.limits, below=below)
    assert (wrong(900, rules=rules) == "") == (below != "refuse")
    assert wrong(1_000, rules=rules) == ""


def test_the_authorised_limit_binds_each_wager() -> None:
    rules = replace(RULES.limits, above="accept whole")
    assert wrong(30_000, rules=rules) == ""
    assert wrong(30_100, rules=rules) == "a primary wager of 301.00, above the authorised 300.00"
    assert wrong(30_100, "tie", rules=rules) == "a tie wager of 301.00, above the authorised 300.00"
    free = replace(OPTIONS, authorised=None)
    assert wrong(30_100, rules=rules, options=free) == ""
