"""Two servers of one house, asked at once: a player's own limit holds over both."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from casinowar.house.refusals import Refused
from casinowar.house.tables.commands import Sit, Withdraw
from casinowar.house.upkeep.audit import audit
from tests.house.people.test_own_limits import bet, limit, lost
from tests.support.house.floor import Floor

pytestmark = pytest.mark.needs("postgres")


def test_a_limit_holds_over_both(two: tuple[Floor, Floor]) -> None:
    one, other = two
    for table_id in ("t1", "t2"):
        one.open("washington", table_id)
    (ann,) = one.seat(1)
    one.do(ann, Sit(1), "t2")
    for most in (15_00, 14_00):  # set here, it holds there
        limit(other, ann, "loss", most)

    def wager(house: Floor, table_id: str) -> str:
        """What came of it: the kind of a refusal."""
        try:
            house.do(ann, bet(10_00), table_id)
        except Refused as refused:
            return refused.kind
        return "taken"

    with ThreadPoolExecutor(2) as both:
        for _ in range(5):
            done = [*both.map(wager, (one, other), ("t1", "t2"))]
            assert sorted(done) == ["own-limit", "taken"]
            assert lost(one, ann) == 10_00
            one.do(ann, Withdraw(1, "primary"), "t1" if done[0] == "taken" else "t2")
    one.alone(lambda work: audit(work.connection))
