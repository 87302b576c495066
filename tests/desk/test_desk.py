"""A dealer's whole work at one table, as it is typed and as it is told."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casinowar.game.events import CardsBurned
from tests.desk.session import Session, fun_casino

WHOLE_ROUND = """\
> 1=20/5 2=10 3=25
seat 1, ann: bets 20.00 primary, 5.00 tie
seat 2, bob: bets 10.00 primary
seat 3, cy: bets 25.00 primary
next: bets, then the first card
> 9 k
no more bets: round 1 begins
seat 1: 9, seat 2: K
next: a card for seat 3 (cy)
> 4 9 k
seat 3: 4, dealer: 9
1. seat 1, ann: tie 5.00, pay 50.00
no card is due
not taken: k
next: make these payments
>
paid
next: surrender or war from ann at seat 1
> 1 war
seat 1, ann: goes to war for 20.00
seat 2, bob: primary 10.00, pay 10.00
seat 3, cy: primary 25.00, take it
next: 3 cards to burn, for the war
> b 10
3 cards burned for the war
war, seat 1: 10
next: a card for the dealer in the war
> 4
war, dealer: 4
1. seat 1, ann: primary 20.00, push; war 20.00, pay 40.00
2. pick up seat 1: 9 10, seat 2: K, seat 3: 4, dealer: 9 4
next: make these payments
> pay
paid
round 1 is over: ann +90.00, bob +10.00, cy -25.00, the house -75.00
next: bets, then the first card
"""


@pytest.mark.clause("FC-5")
@pytest.mark.clause("FC-6")
@pytest.mark.clause("FC-9")
@pytest.mark.clause("FC-10")
def test_a_whole_round_reads_like_the_work_at_the_table() -> None:
    session, told = fun_casino("ann", "bob", "cy"), []
    for line in WHOLE_ROUND.splitlines():
        if line.startswith(">"):
            typed = line.removeprefix("> ").removeprefix(">")
            told += [f"> {typed}".rstrip(), *session.type(typed)]
    assert "\n".join(told) + "\n" == WHOLE_ROUND
    assert session.closing() == [
        "table closed after 1 round",
        "ann +90.00",
        "bob +10.00",
        "cy -25.00",
        "the house -75.00",
    ]


@pytest.mark.clause("ALL-13")
def test_the_first_card_closes_the_bets_and_so_does_the_call() -> None:
    for typed in ("9", "close"):
        session = fun_casino("ann")
        session.type("1=20", typed)
        assert session.type("1=30")[0] == "bets are not open"


def test_a_refused_first_card_leaves_the_bets_open() -> None:
    session = fun_casino("ann")
    for _ in range(24):
        session.type("shown 9")
    session.type("1=20")
    session.refused("9", "every 9 of the 6 decks has left this shoe already")
    assert session.next == "bets, then the first card"
    assert session.type("1=30")[0] == "seat 1, ann: takes 20.00 back, primary"


def test_enter_does_only_what_cannot_be_wrong() -> None:
    session = Session("fun-casino")
    why = "Enter alone burns or pays"
    session.refused("", why)
    session.type("sit ann bob")
    session.refused("", why)
    session.type("shoe")
    session.refused("", why)
    session.type("cut 100")
    session.refused("", why)
    session.type("cutcard 25")
    assert session.type("")[0] == "1 card burned, the first of the shoe"
    session.refused("", why)
    session.type("1=5 2=5")
    session.type("9")
    session.refused("", why)
    session.type("k 9")
    session.refused("", why)  # seat 1 has its choice before seat 2 is paid
    session.type("w")
    assert session.type("")[0] == "3 cards burned for the war"
    session.refused("", why)
    session.type("k 4")
    assert session.type("")[0] == "paid"
    session.refused("", why)


def test_a_burn_is_never_taken_for_a_card() -> None:
    session = fun_casino("ann")
    session.type("1=20", "9 9", "w")
    for line in ("b 3", "burn 3", "b 2"):
        session.refused(line, "or burn 3 and then deal a card?")
    session.refused("b4", "4 cards cannot be burned now: 3 are due")
    assert session.type("b1")[-1] == "next: 2 cards to burn, for the war"
    assert session.type("b2 3")[-1] == "next: a card for the dealer in the war"
    assert sum(e.count for e in session.desk.events if isinstance(e, CardsBurned)) == 1 + 3


def test_a_card_row_goes_on_over_burns_and_stops_at_a_choice() -> None:
    session = fun_casino("ann", "bob")
    session.type("1=20 2=20")
    assert session.type("9 9 9 b")[-3:-1] == ["no burn is due", "not taken: b"]
    session.type("1 w, 2 w")
    answer = session.type("b 4 5 6")
    assert answer[:2] == ["3 cards burned for the war", "war, seat 1: 4, seat 2: 5, dealer: 6"]


def test_choices_by_seat_by_name_all_and_alone() -> None:
    for line in ("1 s, 2 w", "ann s; bob w", "s, w", "1 ann surrender; 2 bob war", "all s, all w"):
        session = fun_casino("ann", "bob")
        session.type("1=20 2=20", "9 9 9")
        session.refused("2 w", "bob at seat 2 is asked after ann at seat 1")
        session.refused("bob w", "bob at seat 2 is asked after ann at seat 1")
        session.type(line)
        assert session.next == "3 cards to burn, for the war", line
    session = fun_casino("ann", "bob")
    session.type("1=20 2=20", "9 9 9")
    session.refused("3 w", "nobody sits at seat 3")
    session.refused("zoe w", "zoe has no tie hand to decide")
    session.refused("1 s 5", "it takes no amount")
    session.refused("1 w 5", "no tie wager is offered on the war deal here")
    session.type("all s")
    assert session.type("all s")[-1] == "next: bets, then the first card"


@pytest.mark.clause("ALL-8")
def test_nobody_answers_and_the_house_decides() -> None:
    session = fun_casino("ann", "bob")
    session.type("1=20 2=20", "9 9 9", "1 w")
    assert session.type("timeout")[:2] == [
        "seat 2, bob: surrenders: time ran out",
        "seat 2, bob: primary 20.00, take 10.00, give back 10.00",
    ]


@pytest.mark.clause("FC-14")
@pytest.mark.clause("FC-15")
def test_limits_are_told_in_the_words_of_the_table() -> None:
    session = fun_casino("ann")
    assert session.type("1=600/3")[:4] == [
        "seat 1, ann: bets 500.00 primary",
        "seat 1, ann: 100.00 above the primary maximum is returned",
        "seat 1, ann: the tie minimum is 5.00 and the maximum 500.00; "
        "a wager below the minimum is honoured this once",
        "seat 1, ann: bets 3.00 tie",
    ]
    session.refused("1=4/3", "only one of the two wagers by ann below the minimum can be honoured")
    assert session.desk.table.bet("ann", 1) is not None
    session.type("9")
    assert session.desk.table.honoured == ("ann",)


@pytest.mark.clause("FC-14")
def test_of_two_wagers_below_the_minimum_one_can_be_honoured() -> None:
    session = fun_casino("ann")
    session.refused(
        "1=3/3",
        "only one of the two wagers by ann below the minimum can be honoured; "
        "the tie minimum is 5.00",
    )
    session.refused("1=3/6.50", "wagers are multiples of 1.00")
    assert session.type("1=2.50/5")[1] == "seat 1, ann: bets 2.50 primary, 5.00 tie"
    session.refused("1=4/3", "only one of the two wagers by ann below the minimum")


def test_bets_can_be_repeated_and_taken_back() -> None:
    session = fun_casino("ann", "bob", "cy")
    session.type("1=20/5 2=10 3=/5", "2 2 2 k", "", "leave 2")
    assert session.type("same")[:-1] == [
        "seat 1, ann: bets 20.00 primary, 5.00 tie",
        "seat 2, bob: nobody sits at seat 2",
        "seat 3, cy: bets 5.00 tie",
    ]
    assert session.type("withdraw 1 tie")[0] == "seat 1, ann: takes 5.00 back, tie"
    assert session.type("withdraw 3")[0] == "seat 3, cy: takes 5.00 back, tie"
    assert session.type("withdraw ann primary")[0] == "seat 1, ann: takes 20.00 back, primary"
    assert not session.desk.table.bets


@pytest.mark.clause("FC-3a")
@pytest.mark.clause("ALL-9")
def test_the_cut_passes_on_to_whoever_cuts() -> None:
    session = Session("fun-casino")
    session.type("sit ann bob cy", "shoe")
    assert session.type("cut 3 100")[:3] == [
        "ann does not cut",
        "bob does not cut",
        "seat 3, cy: cuts at 100",
    ]
    session = Session("fun-casino")
    session.type("sit ann bob", "shoe", "pass")
    assert session.next == "a cut by bob at seat 2"
    session.refused("cut 1 100", "no cut by ann is awaited")
    session.refused("cut 312", "312 is not a place to cut at")
    uncounted = Session("fun-casino")
    uncounted.type("sit ann bob", "shoe")
    assert uncounted.type("cut")[0] == "seat 1, ann: cuts"
    assert session.type("cut dealer 50")[:2] == ["bob does not cut", "the dealer: cuts at 50"]
    session.refused("cut card 31", "31 cards behind the cut card is not allowed")
    assert session.type("cut card 30")[0] == "the cut card goes in, 30 cards behind it"


@pytest.mark.clause("ALL-16")
def test_status_says_how_the_table_stands() -> None:
    session = fun_casino("ann", "bob")
    session.type("1=20/5 2=10", "dealer dora", "9h", "leave 1")
    assert session.type("status")[:-1] == [
        "round 1 under way, dealt by dora",
        "shoe 1 (red backs): 310 cards left, 30 of them behind the cut card",
        "seat 1: ann, leaving, 20.00 and 5.00 on tie, cards 9h",
        "seat 2: bob, 10.00",
    ]
    session.type("k 4")
    assert "3. pick up seat 1: 9h, seat 2: K, dealer: 4" in session.type("status")


@pytest.mark.clause("ALL-10")
def test_status_counts_the_cards_when_the_cut_card_is_out() -> None:
    session = fun_casino("ann", "bob", behind=19)
    session.type("1=20 2=10")
    session.run_down(20)
    told = "shoe 1 (red backs): 20 cards left, 19 of them behind the cut card"
    assert session.type("status")[1] == told
    session.type("9")
    out = "the cut card is out"
    told = f"shoe 1 (red backs): 19 cards left, {out}: this is the shoe's last round"
    assert session.type("status")[1] == told
    session.type("K 4")
    assert session.type("status")[1].startswith("shoe 1 (red backs): 17 cards left, the cut card")
    session.type("")
    told = f"shoe 1 (red backs): 17 cards left, {out}: a new shoe is next"
    assert session.type("status")[1] == told


def test_what_is_on_the_felt_is_named_when_the_table_is_closed() -> None:
    session = fun_casino("ann", "bob")
    session.type("1=20/5 2=10")
    assert session.closing()[-1] == "still on the felt, not counted: ann 25.00, bob 10.00"
    session.type("9 k 9")
    assert session.closing()[0] == "table closed after 0 rounds"
    session.type("", "w")
    assert session.closing()[-1] == "still on the felt, not counted: ann 40.00"


def test_help_and_rules_can_be_asked_for_at_any_time() -> None:
    session = fun_casino("ann")
    assert session.type("?")[0] == "9  k  10h        a card; several in a row: 9 k 4 9"
    assert [line.kind for line in session.desk.enter("rules")] == ["rules", "next"]
    assert session.type("quit; 9") == []
    assert session.desk.closed


PIECES = (
    "9 9 9 k 4h 10 b b3 w s p x z 1 2 3 ; , ann bob cy dan sit leave bet 1=20/5 2=10 3=5 =/ "
    "withdraw tie again close bank 300 decline stake giveup shoe red blue cut 100 dealer pass "
    "cutcard 50 excess shown fix pay rule void stands timeout cancel status rules ? all war -1 "
    "surrender burn dora 10h qs 1.50 999999999999999999999 \x1b[A é"
).split()

TYPICAL = ("", "", "", "9 9 9 9", "k 4 9 2", "all w", "all s", "again", "1=20/5 2=10 3=5", "stake")

LINES = st.lists(
    st.sampled_from(TYPICAL) | st.lists(st.sampled_from(PIECES), max_size=4).map(" ".join),
    max_size=60,
)


@pytest.mark.parametrize("rules", ["fun-casino", "california", "washington", "online"])
@given(lines=LINES)
def test_whatever_is_typed_is_answered(rules: str, lines: list[str]) -> None:
    session = Session(rules)
    session.type("sit ann" if rules == "online" else "sit ann bob cy", "shoe", "cut 100")
    session.type("cutcard 70", "cutcard 30", "", "bank 300", "1=20/5 2=10 3=5")
    for line in lines:
        before = session.desk.table
        answer = session.desk.enter(line)
        if session.desk.closed:
            return
        assert answer[-1].kind == "next"
        assert all(told.text.isprintable() for told in answer)
        if answer[0].kind == "refused" and "again" not in line and "same" not in line:
            assert session.desk.table == before
    assert total(session.closing()) == 0


def total(closing: list[str]) -> int:
    """The sum of the results a closed table names."""
    results = [line.split()[-1] for line in closing[1:] if not line.startswith("still")]
    return sum(int(result.replace(",", "").replace(".", "")) for result in results)
