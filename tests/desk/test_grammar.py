"""What the dealer types is read as a whole, and means one thing."""

import re

import pytest

from casinowar.desk.grammar import SHORT, VERBS, Unit, read
from casinowar.desk.help import HELP
from casinowar.errors import NotationError
from tests.desk.session import Session, fun_casino


@pytest.mark.parametrize(
    "line, units",
    [
        ("", [Unit("enter")]),
        ("  \t\n", [Unit("enter")]),
        ("9 K 10h tS", [Unit("card", (w,), w) for w in ("9", "K", "10h", "tS")]),
        ("b 9", [Unit("burn", (), "b", "9"), Unit("card", ("9",), "9")]),
        ("B2", [Unit("burn", ("2",), "B2")]),
        ("burn", [Unit("burn", (), "burn")]),
        ("2 w", [Unit("war", ("2",), "2 w")]),
        ("2 WAR 5.50", [Unit("war", ("2",), "2 WAR 5.50", "5.50")]),
        ("2 dan s", [Unit("surrender", ("2", "dan"), "2 dan s")]),
        ("w", [Unit("war", (), "w")]),
        ("1=20/5 2=/5", [Unit("bet", ("1", "20/5"), "1=20/5"), Unit("bet", ("2", "/5"), "2=/5")]),
        ("1=1,250", [Unit("bet", ("1", "1,250"), "1=1,250")]),
        ("shoe; cut 3 100, ?,", [*read("shoe"), *read("cut 3 100"), Unit("help", (), "?")]),
        ("x", [Unit("excess", (), "x")]),
        ("rule void a; b, w", [Unit("rule", ("void", "a;", "b,", "w"), "rule void a; b, w")]),
    ],
)
def test_lines_are_read(line: str, units: list[Unit]) -> None:
    assert read(line) == units


@pytest.mark.parametrize(
    "line, why",
    [
        ("9 k z 4", "'z' is neither a card nor b for a burn; nothing on this line is done"),
        ("1=20 2:5", "'2:5' is not a bet: write SEAT=PRIMARY/TIE"),
        ("hello", "'hello' is not understood; ? shows what can be typed"),
        ("9h9", "'9h9' is not understood"),
        ("1 w 5 5", "a choice is SEAT w, SEAT s or SEAT w TIE-WAGER"),
        ("undo", "fix CARD corrects the last card"),
        ("q", None),
        ("quit now; \x1b[A", "is not understood"),
    ],
)
def test_what_cannot_be_read_is_refused(line: str, why: str | None) -> None:
    if why is None:
        assert read(line) == [Unit("card", (line,), line)], "a queen ends no table"
        return
    with pytest.raises(NotationError) as error:
        read(line)
    assert why in str(error.value)


def test_a_line_with_one_unreadable_word_does_nothing() -> None:
    session = fun_casino("ann")
    session.type("1=20")
    session.refused("9 k z", "'z' is neither a card nor b")
    assert session.next == "bets, then the first card"


def test_every_verb_is_on_the_help_screen() -> None:
    for verb in VERBS:
        short = [key for key, word in SHORT.items() if word == verb]
        assert any(word in re.split(r"[\s;,:.]+", HELP) for word in (verb, *short)), verb
    assert all(len(line) < 80 for line in HELP.splitlines())
    assert len(HELP.splitlines()) < 22


@pytest.mark.parametrize("name", "k 9 10h 77 5.00 w s all dealer tie sit excess".split())
def test_nobody_is_called_what_means_something_else(name: str) -> None:
    session = Session("fun-casino")
    session.refused(f"sit 1 {name}", "use another name")
    assert session.desk.table.seats == ("",) * 7


@pytest.mark.parametrize(
    "line, why",
    [
        ("sit", "write sit SEAT NAME"),
        ("sit 1", "write sit SEAT NAME"),
        ("sit 9 cy", "there is no seat 9: seats are 1 to 7"),
        ("sit 99999999999999 cy", "use another name"),
        ("sit 1 cy", "seat 1 is taken by ann"),
        ("sit " + "x" * 40, "is not a name"),
        ("leave", "write leave SEAT"),
        ("leave 4", "nobody sits at seat 4"),
        ("leave zoe", "nobody called 'zoe' sits here"),
        ("leave bob", "bob has seats 2, 3: say which"),
        ("bet", "write bet SEAT PRIMARY/TIE"),
        ("bet 1 x", "'x' is not an amount"),
        ("1=-1", "'-1' is not an amount"),
        ("1=0", "above 0"),
        ("1=0.005", "is not an amount"),
        ("1=1000000000000000000", "is too much"),
        ("1=", "is not a bet"),
        ("1=/", "'' is not an amount"),
        ("9=20", "there is no seat 9"),
        ("4=20", "nobody sits at seat 4"),
        ("bet 1 bob 10", "seat 1 is ann's"),
        ("withdraw 1", "ann has no primary wager at seat 1"),
        ("withdraw", "write withdraw SEAT"),
        ("close now", "write close alone, without 'now'"),
        ("close", "there is no bet yet"),
        ("bank", "the bank is not free"),
        ("stake 5", "nobody holds the bank"),
        ("giveup", "nobody holds the bank"),
        ("decline", "the bank is not free"),
        ("shoe", "no new shoe is due"),
        ("cut 50", "no cut by the dealer is awaited"),
        ("cut x", "write cut, or cut PLACE"),
        ("cut", "no cut by the dealer is awaited"),
        ("cutcard 20", "no cut card is due"),
        ("cut card x", "write cutcard CARDS-BEHIND"),
        ("pass", "nobody can pass now"),
        ("1 w", "no choice is due"),
        ("fix", "write fix CARD"),
        ("fix z", "'z' is not a card"),
        ("fix 9", "no card can be corrected"),
        ("shown", "write shown CARD"),
        ("dealer", "write dealer NAME"),
        ("dealer a/b", "is not a name"),
        ("b", "no burn is due"),
        ("b2", "no burn is due"),
        ("p", "there is nothing to pay"),
        ("", "Enter alone burns or pays: neither is due now"),
        ("rule", "write rule stands or void, and the reason"),
        ("rule maybe x", "write rule stands or void, and the reason"),
        ("rule void", "a ruling needs a reason"),
        ("rule void late", "there is no round to rule on before the first bet"),
        ("timeout", "nobody's time can run out"),
        ("cancel", "these rules do not cancel a round that takes too long"),
        ("again", "there are no bets to repeat before the first round"),
        ("9", "there is no bet yet"),
    ],
)
def test_what_is_not_possible_says_why_and_changes_nothing(line: str, why: str) -> None:
    session = fun_casino("ann")
    session.type("sit 2 bob 3 bob")
    answer = session.refused(line, why)
    assert answer[-1] == "next: bets, then the first card"
