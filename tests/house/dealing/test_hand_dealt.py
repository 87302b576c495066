"""A hand-dealt table of the house: the dealer's words do there what they do at the terminal."""

from typing import Any

import pytest

from casinowar.errors import IllegalAction
from casinowar.game.events import (
    CardCorrected,
    CardDisclosed,
    CardsBurned,
    DealerChanged,
    DisclosureCorrected,
    ExcessDrawn,
    ShoeBrought,
)
from casinowar.house.dealing import hand_dealt
from casinowar.house.people.sessions import DAY_MS
from casinowar.house.pit import offices, pauses
from casinowar.house.refusals import Refused
from casinowar.house.tables import floor, jobs
from casinowar.house.tables.commands import (
    Bet,
    Caller,
    Choose,
    Leave,
    Ready,
    Rebet,
    Rule,
    Sit,
    Wager,
)
from casinowar.house.upkeep.audit import audit
from casinowar.record.ledger import Account
from casinowar.rules.file import builtin_names, load_rules
from casinowar.store.queries import audit_log, evidence, people, retention
from casinowar.store.queries.records import entries_from
from tests.desk.session import Session
from tests.support.house.dealer import Console, staff
from tests.support.house.floor import Floor

READINGS = [
    (name, reading.name)
    for name in builtin_names()
    if load_rules(name).rules().seats.holding != "solo"
    for reading in load_rules(name).readings
]


def refused(console: Console, line: str) -> str:
    """Why a line is refused, after which nothing has changed."""
    before = console.floor.table(console.table).record
    with pytest.raises((Refused, IllegalAction)) as found:
        console.say(line)
    assert console.floor.table(console.table).record == before
    return str(found.value)


def test_only_rules_for_several_are_dealt_by_hand() -> None:
    assert {name for name, _ in READINGS} == {*builtin_names()} - {"online"}


@pytest.fixture
def alone(tmp_path: Any) -> Any:
    """A house on SQLite, where the database does not matter."""
    made = Floor(tmp_path / "house.db")
    yield made
    made.close()


LINES = (
    ("1=100/5", "k 9 4 9", ""),
    ("again", "9 9 9", "fix 4", "", "1 w", "all s"),
    ("1=100/5 2=25", "9 9 9 9", "all w", "x", "b k b 4", "b", "4", "", "", "timeout"),
    ("1=100", "shown 9h", "9 9 9", "w", "b", "k", "b", "4", "", "s"),
    ("1=100 2=25", "4 5 6 7", "", "1=5/", "nothing at all", "x", "dealer", "shoe"),
)
"""Rounds with every kind of line; not each can be said under all rules, and then it is refused."""


@pytest.mark.parametrize("name, reading", READINGS)
def test_round_is_the_same_as_at_the_terminal(alone: Floor, name: str, reading: str) -> None:
    console, session = Console.open(alone, name, reading), Session(name, reading)
    session.type("dealer dora")
    for each in (console.say, session.type):
        each("sit ann bob cy")
    for lines in LINES:
        console.ready("bob", "cy")
        session.ready("bob", "cy")
        for line in lines:
            said = session.type("dealer dora" if line == "dealer" else line)
            assert answered(console, line) in (said, said[:1]), line
        while session.desk.table.playing:
            finish(console, session)
    assert console.events() == session.desk.events
    table = console.floor.table().record.table
    assert table.rounds == session.desk.table.rounds == len(LINES)


def answered(console: Console, line: str) -> list[str]:
    """What is told; of a line that is refused, why."""
    try:
        return console.texts(line)
    except Refused as error:
        return [error.why]
    except IllegalAction as error:
        at_terminal = error.awaited == console.look()["need"]["says"]
        return [error.why if at_terminal else str(error)]


def finish(console: Console, session: Session) -> None:
    """One line that brings a round nearer to its end."""
    need = console.look()["need"]["type"]
    line = {"choice_needed": "timeout", "card_needed": "7"}.get(need, "")
    assert console.texts(line) == session.type(line)


def test_walk_ins_bet_real_chips(house: Floor) -> None:
    console = Console.open(house, "washington")
    console.say("sit ann bob")
    console.ready()
    desk = console.say("1=20/5 2=10")["desk"]
    ann, bob = desk["seats"][0]["player"], desk["seats"][1]["player"]
    assert ann.startswith("walk-")
    assert desk["names"][ann] == {"name": "ann", "walk_in": True}
    (bet,) = desk["seats"][0]["bets"]
    assert bet.pop("open") == {"primary": 2000, "tie": 500}
    assert bet == {"player": ann, "primary": 2000, "tie": 500, "answer": ""}
    assert (balance(house, ann), balance(house, "felt:t1")) == (0, 3500)
    console.say("k 4 9", "")
    assert (balance(house, ann), balance(house, bob)) == (4000, 0)
    assert house.alone(lambda work: audit(work.connection)).open_shoes == 1
    console.say("again")
    assert balance(house, ann) == 4000 - 2500
    assert balance(house, bob) == 0
    console.say("k k 9", "", "leave ann")
    assert balance(house, ann) == 0, "what she took along is with the mint again"
    assert sums(house) == 0
    house.alone(lambda work: audit(work.connection))


def balance(house: Floor, account: str) -> int:
    kind, _, name = account.rpartition(":")
    found: int = house.alone(lambda work: work.balance(Account(kind or "player", name)))  # type: ignore[arg-type]
    return found


def sums(house: Floor) -> int:
    found: int = house.alone(lambda work: sum(evidence.held(work.connection).values()))
    return found


def test_restart_and_audit_with_a_correction_and_a_ruling(house: Floor) -> None:
    console = Console.open(house, "fun-casino")
    console.say("sit ann bob cy")
    console.ready()
    console.say("1=20/5 2=10 3=25", "9 k 4 9")
    house.restart()
    assert console.look()["corrects"] == "9"
    console.say("fix 8")
    assert console.look()["pay"][0] == ("seat 1, ann: tie 5.00, take it; primary 20.00, pay 20.00")
    console.say("", "leave 2")
    house.restart()
    boss = staff(house, "pete", "pit-boss")
    pete = Console(house, boss)
    assert "only the pit may rule" in refused(console, "rule void a wrong card")
    pete.say("rule void a wrong card")
    assert sums(house) == 0
    house.alone(lambda work: audit(work.connection))
    desk = console.look()
    assert desk["round"] == 1
    assert "seat 2, bob: primary, take back 10.00" in desk["orders"], "who has left has a name"


def test_mis_keyed_excess_and_disclosed_cards(alone: Floor) -> None:
    console = Console.open(alone, "fun-casino")
    console.say("sit ann")
    console.ready()
    console.say("1=20", "9", "fix k")
    desk = console.say("x")["desk"]
    assert desk["aside"] == 1
    assert "take the card set aside: 1" in desk["says"]
    assert "excess" in desk["words"]
    console.say("shown 4h", "fix 5h")
    assert console.look()["corrects"] == "5h"
    kinds = [type(event) for event in console.events()]
    for kind in (CardCorrected, ExcessDrawn, CardDisclosed, DisclosureCorrected):
        assert kinds.count(kind) == 1
    console.say("9")
    assert [each["card"] for each in console.look()["dealt"]] == ["K", "9"]
    console.say("")
    assert "the next card or payment came after it" in refused(console, "fix 2")
    assert console.look()["corrects"] is None


def test_card_that_is_gone_is_told_and_refused(alone: Floor) -> None:
    console = Console.open(alone, "fun-casino")
    console.say("sit ann")
    console.ready()
    for _ in range(6):
        console.say("1=20; 9h 4h; p")
    desk = console.look()
    assert desk["gone"] == ["4h", "9h"]
    console.say("1=20")
    assert "every 9h of the 6 decks has left this shoe" in refused(console, "9h")
    for suit in "cds":
        for _ in range(6):
            console.say(f"1=20; 9{suit} 4{suit}; p")
    assert console.look()["gone"] == ["4", "9"]


def test_relief_burns_and_batches_take_turns(alone: Floor) -> None:
    console = Console.open(alone, "california")
    console.say("sit ann bob")
    assert console.look()["need"] == {
        "type": "shoe_needed",
        "batch": 1,
        "backs": "red",
        "says": "a new shoe, batch 1 (red backs)",
    }
    assert "batch 2 is not the next batch" in refused(console, "shoe blue")
    console.ready("ann", "bob")
    relief = Console(alone, staff(alone, "rick"), "t1")
    assert refused(relief, "1=20").startswith("dora deals here: take over first")
    assert relief.texts("dealer rick")[0] == "rick deals from now on"
    assert refused(console, "2=20").startswith("rick deals here")
    assert relief.look()["need"]["why"] == "new dealer"
    relief.say("b")
    burned = [each for each in relief.events() if isinstance(each, CardsBurned | DealerChanged)]
    assert burned == [
        DealerChanged("dora"),
        CardsBurned(1, "first card"),
        CardsBurned(1, "new dealer"),
        DealerChanged("rick"),
        CardsBurned(1, "new dealer"),
    ]
    shoe = alone.table().record.table.shoe
    relief.say(";".join("x" * (shoe.left - shoe.behind)))
    desk = relief.look()
    assert desk["need"]["type"] == "shoe_needed", desk["says"]
    relief.say("shoe blue")
    brought = [each for each in relief.events() if isinstance(each, ShoeBrought)]
    assert [each.backs for each in brought] == ["red", "blue"]
    with pytest.raises(Refused, match="another dealer takes over"):
        relief.say("dealer dora")


def test_account_holders_act_for_themselves(house: Floor) -> None:
    console = Console.open(house, "washington")
    guest = house.guest()
    house.do(guest, Sit(1))
    console.say("sit 2 bob")
    console.ready()
    house.do(guest, Bet((Wager(1, "primary", 2000),), ready=True))
    assert house.need().__class__.__name__ == "BetsNeeded", "the dealer says when it goes on"
    for line in ("1=20", "leave 1", f"sit 3 {name_of(house, guest)}", "withdraw 1"):
        assert "has an account" in refused(console, line)
    named = refused(console, f"sit {name_of(house, guest)}")
    assert "give the walk-in another name" in named
    console.say("2=10", "9 9 9")
    assert console.texts("2 w") == [
        "seat 2, bob: goes to war for 10.00",
        "seat 2, bob: post 10.00 for the bank beside the war wager",
        "next: 3 cards to burn, for the war",
    ]
    console.say("b", "k", "b", "4", "")
    assert "has an account" in refused(console, "1 w")
    house.do(guest, Choose(1, "war"))
    console.say("b", "k", "b", "4", "")
    assert house.chips(guest) == 10_000_00 + 2000
    assert [type(each) for each in (house.table().due, house.table().since)] == [type(None), int]
    house.do(guest, Rebet())
    house.do(guest, Ready())
    console.say("again", "4 4 9", "")
    house.do(guest, Leave(1))
    assert house.chips(guest) == 10_000_00
    house.alone(lambda work: audit(work.connection))


def test_orders_are_told_whoever_moved_the_table(house: Floor) -> None:
    """A phone's answer or the pit's ruling is the dealer's to carry out, also after a restart."""
    console, guest = Console.open(house, "fun-casino"), house.guest()
    console.say("sit 1 ann")
    house.do(guest, Sit(2))
    console.ready()
    house.do(guest, Bet((Wager(2, "primary", 2000),), ready=True))
    console.say("1=10/5", "9 9 9")
    desk = console.say("")["desk"]
    assert desk["orders"] == [], "they were paid"
    assert desk["seats"][0]["bets"][0]["open"] == {"primary": 1000}
    desk = console.say("1 s")["desk"]
    assert desk["seats"][0]["bets"][0]["answer"] == "surrendered"
    house.do(guest, Choose(2, "war"))
    house.restart()
    told = ["seat 1, ann: primary 10.00, take 5.00, give back 5.00"]
    assert console.look()["orders"] == told
    bet = console.look()["seats"][1]["bets"][0]
    assert (bet["answer"], bet["open"]) == ("war", {"primary": 2000, "war": 2000})
    assert console.say("b")["desk"]["orders"] == []
    Console(house, staff(house, "pete", "pit-boss")).say("rule void a wrong card")
    assert console.look()["orders"] == [
        "ruling: round 1 is void (a wrong card)",
        "seat 1, ann: primary, give back 5.00; tie, take back 50.00",
        f"seat 2, {name_of(house, guest)}: primary 20.00, give it back; war 20.00, give it back",
    ]
    assert console.say("1=10")["desk"]["orders"] == []


def name_of(house: Floor, caller: Caller) -> str:
    found: dict[str, Any] = house.alone(
        lambda work: people.names_of(work.connection, {caller.player})
    )
    return str(found[caller.player].name)


def test_time_out_answers_for_whoever_does_not(alone: Floor) -> None:
    console = Console.open(alone, "washington")
    guest = alone.guest()
    alone.do(guest, Sit(1))
    console.ready()
    alone.do(guest, Bet((Wager(1, "primary", 2000),)))
    console.say("9 9")
    alone.wait(3600)
    assert "timeout" in console.look()["words"]
    console.say("timeout")
    assert alone.chips(guest) == 10_000_00 - 1000
    assert alone.table().due is None


def test_row_goes_as_far_as_it_can(alone: Floor) -> None:
    console = Console.open(alone, "washington")
    console.say("sit ann")
    console.ready()
    came = console.say("1=20; 9 9 k")
    assert came["left"] == "k"
    assert came["desk"]["need"]["type"] == "choice_needed"
    refusals = [line["text"] for line in came["lines"] if line["kind"] == "refused"]
    assert refusals == ["no card is due", "not taken: k"]
    assert refused(console, "9").startswith(
        "no card is due; waiting for surrender or war from walk-"
    )
    assert "'undress'" in refused(console, "undress")


def test_line_for_a_table_that_has_moved_is_refused(house: Floor) -> None:
    """Two windows of one dealer: the second key was meant for the card that the first one was."""
    console, guest = Console.open(house, "washington"), house.guest()
    house.do(guest, Sit(1))
    console.say("sit 2 bob")
    console.ready()
    seen = console.look()["turn"]
    house.do(guest, Bet((Wager(1, "primary", 2000),)))
    assert console.say("2=10", turn=seen)["left"] == "", "bets are for their whole round"
    seen = console.look()["turn"]
    dealt = console.say("9", turn=seen)
    assert dealt["was"] == seen
    after = dealt["desk"]["turn"]
    for line in ("9", "k", "fix 8", "3=10"):
        assert is_late(console, line, seen) == "a card for seat 2"
    console.say("?", "status", turn=seen)
    console.say("9", turn=after)
    assert [each["card"] for each in console.look()["dealt"]] == ["9", "9"]


def is_late(console: Console, line: str, turn: str) -> str:
    """What is awaited instead by the time a line comes, which is refused and changes nothing."""
    before = console.floor.table().record
    with pytest.raises(Refused, match="moved on since you saw it") as found:
        console.say(line, turn=turn)
    assert (found.value.kind, found.value.status) == ("moved-on", 409)
    assert console.floor.table().record == before
    return str(found.value.awaited)


def test_nobody_else_has_the_dealers_keys_refused(house: Floor) -> None:
    """Whoever sits down, leaves or bets does not change what the dealer means."""
    console, guest, other = Console.open(house, "fun-casino"), house.guest(), house.guest()
    console.say("sit 1 bob")
    house.do(guest, Sit(2))
    console.ready()
    console.say("1=10")
    seen = console.look()["turn"]
    house.do(other, Sit(4))
    house.do(guest, Bet((Wager(2, "primary", 2000),)))
    house.do(guest, Bet((Wager(2, "primary", 2500),)))
    house.do(other, Leave(4))
    seen = console.say("9", turn=seen)["desk"]["turn"]
    house.do(other, Sit(5))
    seen = console.say("9 9", turn=seen)["desk"]["turn"]
    house.do(other, Leave(5))
    assert console.say("1 w", turn=seen)["left"] == ""
    house.do(guest, Choose(2, "war"))  # asked in turn (FC-8)


def test_first_card_is_not_for_a_bet_that_came_before_its_seat(house: Floor) -> None:
    console, guest = Console.open(house, "washington"), house.guest()
    console.say("sit 2 bob")
    house.do(guest, Sit(1))
    console.ready()
    console.say("2=10")
    seen = console.look()["turn"]
    house.do(guest, Bet((Wager(1, "primary", 2000),)))
    is_late(console, "9", seen)


def test_corrections_and_rulings_are_for_what_was_seen(house: Floor) -> None:
    console = Console.open(house, "washington")
    console.say("sit ann bob")
    console.ready()
    console.say("1=20 2=10", "9")
    nine = console.look()["turn"]
    king = console.say("fix k")["desk"]["turn"]
    assert is_late(console, "fix 8", nine) == "a card for seat 2", "it was no nine any more"
    console.say("k", turn=king)
    console.say("4", "p")
    pete, over = Console(house, staff(house, "pete", "pit-boss")), console.look()["turn"]
    assert console.look()["rules_on"] == 1
    console.say("again", turn=over)
    is_late(pete, "rule void the wrong round", over)
    assert pete.look()["rules_on"] == 2
    (told,) = pete.say("rule void nobody was asked")["desk"]["orders"][:1]
    assert told == "ruling: round 2 is void (nobody was asked)"


def test_bet_keyed_in_one_round_is_none_of_the_next(house: Floor) -> None:
    console = Console.open(house, "washington")
    console.say("sit ann bob")
    console.ready()
    seen = console.say("1=20")["desk"]["turn"]
    console.say("9 4", "p")
    for line in ("2=10", "withdraw 1", "again"):
        is_late(console, line, seen)


def test_bets_can_be_repeated_at_once(alone: Floor) -> None:
    console = Console.open(alone, "washington")
    console.say("sit ann")
    console.ready()
    assert "again" not in console.look()["words"]
    assert "again" in console.say("1=20/5; 9 4; p")["desk"]["words"]
    console.say("again", "withdraw 1 tie")
    assert console.say("again")["desk"]["seats"][0]["bets"][0]["tie"] == 500


def test_who_bet_in_the_last_round_is_known_by_name(alone: Floor) -> None:
    console = Console.open(alone, "california")
    console.say("sit ann bob")
    console.ready("ann")
    desk = console.say("2=20; bet 2 dan 10; 9 4; p", "stake 100", "2=20")["desk"]
    assert {"ann", "bob", "dan"} < {person["name"] for person in desk["names"].values()}


def test_who_comes_back_is_the_same(alone: Floor) -> None:
    console = Console.open(alone, "washington")
    console.say("sit ann bob")
    console.ready()
    ann = console.say("1=20 2=20; 9 9 4; p")["desk"]["seats"][0]["player"]
    console.say("leave 1", "2=10")
    assert console.texts("again")[0].startswith("seat 1, ann: ")
    assert console.say("sit 3 ann")["desk"]["seats"][2]["player"] == ann


def test_nothing_but_looking_changes_nothing(alone: Floor) -> None:
    console = Console.open(alone, "washington")
    seq = alone.table().record.seq
    assert console.texts("status")[0] == "round 0, dealt by dora"
    assert len(console.texts("?")) > 10
    assert alone.table().record.seq == seq
    with pytest.raises(Refused, match="only the operator can close"):
        console.say("quit")


def test_who_has_left_or_never_bet_is_forgotten_in_time(house: Floor) -> None:
    console = Console.open(house, "washington")
    console.say("sit ann bob")
    console.ready()
    console.say("1=20", "9 4", "", "leave 1", "leave 2")
    house.guest()
    house.now += 100 * DAY_MS

    def run(work: Any) -> list[str]:
        old = retention.guests_after(work.connection, 0, work.now, 100)
        idle = retention.idle_guests(work.connection, old)
        names = people.names_of(work.connection, {each.player for each in idle})
        return [person.name for person in names.values() if person.kind == "walk-in"]

    assert house.alone(run) == ["bob"]
    listed = house.alone(lambda work: audit_log.people(work.connection, 100))
    assert {each.kind for each in listed} == {"guest", "member"}


def test_what_is_awaited_is_so_since_the_last_entry(alone: Floor) -> None:
    console = Console.open(alone, "washington")
    alone.now += 60_000
    console.say("sit ann")
    assert alone.table().since == alone.now


def test_names_that_would_pass_for_others(alone: Floor) -> None:
    console = Console.open(alone, "washington")
    for word in ("dealer", "house", "Teal", "walk-aaaaaaaa", "all"):
        refused(console, f"sit {word}")
    console.say("sit ann")
    console.say("sit ann")
    seats = alone.table().record.table.seats
    assert seats[0] == seats[1], "she has two seats"


@pytest.mark.parametrize(
    "rules, given, why",
    [
        ("washington", {"owner": 1}, "for everyone"),
        ("online", {}, "for one player"),
        ("washington", {"bots": 1}, "own players"),
    ],
)
def test_table_that_cannot_be_dealt_by_hand(
    alone: Floor, rules: str, given: dict[str, Any], why: str
) -> None:
    owner = given.pop("owner", None)
    opening = floor.Opening(load_rules(rules), options={"hand_dealt": True}, practice=True, **given)
    with pytest.raises(Refused, match=why):
        alone.alone(lambda work: floor.open_table(work, alone.means, opening, "t1", owner=owner))


def test_electronic_table_has_no_dealer(alone: Floor) -> None:
    alone.open("washington")
    dealer = staff(alone, "dora")
    with pytest.raises(Refused, match="its shoe is electronic"):
        Console(alone, dealer).say("dealer")
    alone.open("washington", "t2", options={"hand_dealt": True})
    boss = staff(alone, "olga", "operator")
    with pytest.raises(Refused, match="own players"):
        alone.alone(lambda work: floor.add_bot(work, alone.means, boss, "t2", 1))
    closed = alone.alone(lambda work: floor.close_table(work, alone.means, boss, "t2"))
    assert closed.closed_at is not None
    with pytest.raises(Refused, match="is closed"):
        Console(alone, dealer, "t2").say("dealer")


def test_paused_table_ends_its_round_and_begins_none(alone: Floor) -> None:
    console = Console.open(alone, "washington")
    console.say("sit ann")
    console.ready()
    console.say("1=20", "9")
    boss = staff(alone, "pete", "pit-boss")
    alone.alone(lambda work: pauses.pause(work, alone.means, boss, "t1", "a fire drill"))
    assert console.look()["paused"] == "a fire drill"
    console.say("4", "")
    for line in ("1=20", "again", "sit bob"):
        assert "a fire drill" in str(answered(console, line)), line
    assert not alone.table().record.table.bets


@pytest.mark.parametrize("how", ["role", "ban"])
def test_who_looks_at_a_table_is_told_that_its_dealer_lost_the_office(
    house: Floor, how: str
) -> None:
    console = Console.open(house, "washington")
    house.open("washington", "t2")
    house.open("washington", "t3", options={"hand_dealt": True})
    boss, seq = staff(house, "olga", "operator"), house.table().record.seq

    def run(work: Any) -> list[tuple[str, int, tuple[str, ...]]]:
        if how == "role":
            offices.grant(work, boss, console.dealer.player, "player", "went home")
        else:
            until = work.now + DAY_MS
            offices.ban(work, house.means, boss, console.dealer.player, until, "went home")
        return [(one.running.id, one.running.record.seq, one.texts) for one in work.published]

    assert house.alone(run) == [("t1", seq, ())]
    with pytest.raises(Refused, match="only the dealer"):
        console.look()
    assert house.alone(lambda work: audit(work.connection)).tables == 3


def test_round_of_a_dealer_who_lost_the_office_is_finished_by_the_pit(house: Floor) -> None:
    console = Console.open(house, "fun-casino")
    console.say("sit ann bob")
    console.ready()
    pete = Console(house, staff(house, "pete", "pit-boss"))
    rick = Console(house, staff(house, "rick"))
    console.say("1=20/5 2=10", "9 k 9")
    pete.say("rule stands the cards were seen")
    assert not pete.look()["deals"]
    assert refused(pete, "p").startswith("dora deals here: take over first")
    house.alone(lambda work: people.set_role(work.connection, console.dealer.account, "player"))
    assert not rick.look()["deals"]
    assert refused(rick, "p").startswith("dora deals here: take over first")
    assert "only the dealer" in refused(Console(house, house.guest()), "p")
    assert "dealers change between rounds" in refused(pete, "dealer")
    desk = pete.look()
    assert (desk["deals"], desk["stands_in"]) == (True, True)
    pete.say("p")
    (entry,) = house.alone(lambda work: [*entries_from(work.connection, "t1", desk["seq"])])
    assert f'"who":"{pete.dealer.player}"' in entry
    pete.say("1 w", "b k 4")
    came = pete.say("p; 2=10")
    assert came["left"] == "2=10", "only the round is finished so"
    desk = came["desk"]
    assert (desk["playing"], desk["deals"], desk["stands_in"]) == (False, False, False)
    assert refused(pete, "1=20").startswith("dora deals here: take over first")
    pete.say("dealer")
    found = house.alone(lambda work: audit_log.newest(work.connection, 10))
    noted = [each for each in found if each.what == "finish"]
    assert [(each.by, each.about, each.table, each.after) for each in noted] == [
        (pete.dealer.player, console.dealer.player, "t1", {"round": 1})
    ]
    house.alone(lambda work: audit(work.connection))


def test_office_that_is_lost_deals_no_more(alone: Floor) -> None:
    console = Console.open(alone, "washington")
    account = console.dealer.account
    alone.alone(lambda work: people.set_role(work.connection, account, "player"))
    with pytest.raises(Refused, match="only the dealer or the pit boss or the operator"):
        console.say("sit ann")
    command = Rule("void", "no")
    with pytest.raises(Refused):
        alone.alone(
            lambda work: jobs.act(work, alone.means, console.dealer, "t1", command, "0" * 64)
        )
    assert hand_dealt.MOST_LETTERS >= 200
