"""Results can be copied and pickled, also after they were looked at."""

import copy
import pickle

import pytest

import casinowar as cw

RULES = cw.load("washington")


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda each: pickle.loads(pickle.dumps(each))])
def test_a_table_that_was_looked_at_is_copied(copied: object) -> None:
    assert callable(copied)
    table, _ = cw.Table.open(RULES).step(cw.Sit("ann", 1))
    needed, offers = table.need, table.legal("ann")
    again = copied(table)
    assert again == table
    assert (again.need, again.legal("ann")) == (needed, offers)


def test_rounds_and_prices_are_copied() -> None:
    result = cw.settle(RULES, "1:20 | 9h Kd")
    assert copy.deepcopy(result).net == pickle.loads(pickle.dumps(result)).net == {1: -2000}
    assert copy.deepcopy(cw.price(RULES)).primary.house_edge == cw.price(RULES).primary.house_edge
