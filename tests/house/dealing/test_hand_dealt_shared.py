"""Several servers of one house: a hand-dealt table is one table, whichever the dealer speaks to."""

import pytest

from casinowar.house.tables.commands import Bet, Sit, Wager
from casinowar.house.upkeep.audit import audit
from tests.house.pit.test_offices_shared import at_once
from tests.support.house.dealer import Console, staff
from tests.support.house.floor import Floor

pytestmark = pytest.mark.needs("postgres")


def test_round_goes_on_at_the_other_server(two: tuple[Floor, Floor]) -> None:
    one, other = two
    here = Console.open(one, "washington")
    there = Console(other, here.dealer)
    here.say("sit ann bob")
    there.ready()
    here.say("1=20/5")
    there.say("2=10", "9")
    here.say("k")
    there.say("8", "fix 9")
    here.say("p")
    there.say("1 w", "b", "k")
    here.say("b", "4", "p")
    assert there.say("again")["desk"]["seats"][1]["bets"] != []
    assert here.look() == there.look()
    one.alone(lambda work: audit(work.connection))


def test_two_dealers_and_a_player_at_once(two: tuple[Floor, Floor]) -> None:
    """Each card is one seat's: of two who say the same at once, one is in time."""
    one, other = two
    here = Console.open(one, "washington")
    there = Console(other, here.dealer)
    here.say("sit ann bob")
    here.ready()
    guest = other.guest()
    other.do(guest, Sit(3))
    wager = Bet((Wager(3, "primary", 500),))
    for number in range(6):
        found = at_once(lambda: here.say("1=20 2=10"), lambda: other.do(guest, wager))
        assert found == [None, None]
        found = at_once(lambda: here.say("9 k 4"), lambda: there.say("9 k 4"))
        assert len(there.look()["dealt"]) == 4, found
        if there.look()["need"]["type"] != "payment_needed":
            there.say("timeout")
        else:
            at_once(lambda: here.say("p"), lambda: there.say("p"))
        while there.look()["playing"]:
            line = {"choice_needed": "timeout", "payment_needed": "p"}
            there.say(line[there.look()["need"]["type"]])
        assert there.look()["round"] == number + 1
    one.alone(lambda work: audit(work.connection))
    relief = [staff(one, "rick"), staff(one, "rosa")]
    at_once(*(lambda who=who: Console(other, who).say("dealer") for who in relief))
    assert here.look()["dealer"] in {who.player for who in relief}
