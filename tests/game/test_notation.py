import pytest

from casinowar.cards import Card, parse_card
from casinowar.errors import CasinoWarError, IllegalAction, NotationError
from casinowar.game.actions import Burn, Deal, GoToWar, Surrender, TimeOut
from casinowar.game.events import RoundEnded, WagerReturned, WagerSettled
from casinowar.game.needs import BurnNeeded, CardNeeded, Nothing
from casinowar.game.notation import MOST_CHARACTERS, format_round, hint, parse_line, read_round
from casinowar.game.round import Bet, begin, need
from casinowar.rules.model import RuleSet
from tests.support.game.rulefiles import variant_rules
from tests.support.game.table import Game, rules_of

WASHINGTON = rules_of("washington")
CALIFORNIA = rules_of("california")

Settled = list[tuple[str, int]]


def settled(rules: RuleSet, line: str) -> Settled:
    """Hand, wager and net of each wager, in the order of settlement; what goes back is 0."""
    results: Settled = []
    _, events = read_round(rules, line)
    for event in events:
        match event:
            case WagerSettled(player, seat, wager, net=net):
                results.append((f"{player}{seat} {wager}", net))
            case WagerReturned(player, seat, wager):
                results.append((f"{player}{seat} {wager} back", 0))
            case _:
                pass
    return results


def test_example() -> None:
    line = "1:20/5 2:20 | 9h Kd 9s 1:war x3 4c x3 7d"
    state, events = read_round(WASHINGTON, line)
    assert state.over
    assert events[-1] == RoundEnded()
    assert format_round(state) == line
    assert settled(WASHINGTON, line) == [
        ("2 primary", 2000),
        ("1 tie", 5000),
        ("1 primary", -2000),
        ("1 war", -2000),
    ]


def test_line_in_parts() -> None:
    said = parse_line(
        "bob+1:10 bank:30 2:/2.50 ann@1:20/5 | 9h T x3 1:war/7 bob+1:surrender timeout"
    )
    assert said.stake == 3000
    assert said.bets == (
        Bet("ann", 1, 2000, 500),
        Bet("bob", 1, 1000),
        Bet("", 2, 0, 250),
    )
    assert said.actions == (
        Deal(parse_card("9h")),
        Deal(Card("T")),
        Burn(3),
        GoToWar("ann", 1, 700),
        Surrender("bob", 1),
        TimeOut(),
    )
    assert [token.text for token in said.tokens][2:4] == ["x3", "1:war/7"]
    assert said.tokens[0].column == 39


@pytest.mark.parametrize(
    "line, canonical",
    [
        ("1:20|9h Kd", "1:20 | 9h Kd"),
        ("  1:20.00 |  9H  10d\t", "1:20 | 9h Td"),
        ("2:1,250.50 1:20/0 | 9 8 7", "1:20 2:1250.50 | 9 8 7"),
        ("1:20", "1:20 |"),
        ("ann@1:20 | 9 9 1:war", "ann@1:20 | 9 9 ann@1:war"),
        ("1:20 | 9 9 1:war 8 7", "1:20 | 9 9 1:war x3 8 x3 7"),
        ("1:20 | 9 9 1:war x3 8 7", "1:20 | 9 9 1:war x3 8 x3 7"),
        ("1:20 | 9 9 1:war 8 x3 7", "1:20 | 9 9 1:war x3 8 x3 7"),
        ("1:20 | 9 9 1:war x1 x2 8", "1:20 | 9 9 1:war x1 x2 8"),
        ("bank@1:20 | 9 8", "bank@1:20 | 9 8"),
        ("9h@1:20 | 9 9 9h@1:surrender", "9h@1:20 | 9 9 9h@1:surrender"),
    ],
)
def test_line_as_the_writer_has_it(line: str, canonical: str) -> None:
    state, events = read_round(WASHINGTON, line)
    assert format_round(state) == canonical
    assert read_round(WASHINGTON, canonical) == (state, events)


def test_backline_may_be_anonymous() -> None:
    line = "bank:100 ann@1:20 bob+1:10 +1:5 | 9 9 ann@1:war bob+1:surrender +1:war/5"
    state, _ = read_round(CALIFORNIA, line)
    assert format_round(state) == line
    assert [bet.player for bet in state.bets] == ["ann", "bob", ""]
    assert isinstance(need(state), BurnNeeded)


@pytest.mark.parametrize(
    "line, awaited",
    [
        ("1:20", CardNeeded("original", "player", 1)),
        ("1:20 |", CardNeeded("original", "player", 1)),
        ("1:20 | 9h", CardNeeded("original", "dealer", 0)),
        ("1:20 | 9h 9d 1:war", BurnNeeded(3, "war")),
        ("1:20 | 9h 9d 1:war x2", BurnNeeded(1, "war")),
        ("1:20 | 9h 9d 1:war 2c", BurnNeeded(3, "war")),
        ("1:20 | 9h 9d 1:war 2c x3", CardNeeded("war", "dealer", 1)),
        ("1:20 | 9h 8d", Nothing()),
    ],
)
def test_line_may_end_early(line: str, awaited: object) -> None:
    state, events = read_round(WASHINGTON, line)
    assert need(state) == awaited
    assert state.over == (events[-1:] == (RoundEnded(),))
    assert read_round(WASHINGTON, format_round(state)) == (state, events)


def test_line_says_how_to_write_what_is_awaited() -> None:
    def asked(line: str) -> str:
        return hint(read_round(CALIFORNIA, line)[0])

    assert asked("bank:9 1:20") == " (write it as 9h or 9)"
    assert asked("bank:9 ann@1:20 | 9 9") == " (write ann@1:surrender or ann@1:war)"
    assert asked("bank:9 1:20 bob+1:5 | 9 9 1:war") == " (write bob+1:surrender or bob+1:war)"
    assert asked("bank:9 1:20 | 9 9 1:war x1") == " (write x2)"
    assert asked("bank:9 1:20 | 9 8") == ""


SHORT = "1:20 | 9h 9s"


@pytest.mark.parametrize(
    "line, error",
    [
        ("", "there is no bet"),
        ("| 9h", "there is no bet"),
        ("9h Kd", "column 1, '9h': this is not a bet: write SEAT:PRIMARY"),
        ("1:20 9h Kd", "column 6, '9h': this is not a bet"),
        ("0:20 |", "column 1, '0:20': this is not a bet"),
        ("100:20 |", "'100:20': this is not a bet"),
        ("-1:20 |", "'-1:20': this is not a bet"),
        ("_a@1:20 |", "'_a@1:20': this is not a bet"),
        ("@1:20 |", "'@1:20': @ needs a name before it, as ann@1"),
        ("1: |", "column 1, '1:': '' is not an amount"),
        ("1:/ |", "'' is not an amount"),
        ("1:-5 |", "'-5' is not an amount"),
        ("1:5.005 |", "'5.005' is not an amount"),
        ("1:half |", "'half' is not an amount"),
        (f"1:{10**18} |", "is too much: at most"),
        ("1:20/x |", "'x' is not an amount"),
        ("1:20/5/5 |", "'5/5' is not an amount"),
        ("1:20 1:20 |", "column 6, '1:20': seat 1 has this bet already"),
        ("1:20 ann@1:20 |", "'ann@1:20': seat 1 has this bet already; write a bet behind it"),
        ("1:20 bob+1:5 bob+1:5 |", "column 14, 'bob+1:5': seat 1 has this bet already"),
        ("1:20 bob+2:5 |", "bob+2 bets behind seat 2, which has no bet of its own"),
        ("bank:5 bank:5 1:20 |", "column 8, 'bank:5': write the banker's stake only once"),
        ("bank:much 1:20 |", "column 1, 'bank:much': 'much' is not an amount"),
        ("1:20 | 9h | Kd", "column 11, '|': a line has one bar"),
        ("1:20 | 1h", "column 8, '1h': this is neither a card (9h or 9), nor a burn (x3)"),
        ("1:20 | x0", "'x0': this is neither a card"),
        ("1:20 | x100", "'x100': this is neither a card"),
        ("1:20 | TimeOut", "'TimeOut': this is neither a card"),
        (f"1:20 | {'9' * 90}", f"'{'9' * 40}...': this is neither a card"),
        (f"{SHORT} 1:fold", "column 14, '1:fold': this is not a choice: write SEAT:war"),
        (f"{SHORT} war", "column 14, 'war': this is neither a card"),
        (f"{SHORT} 2:war", "'2:war': there is no such bet"),
        (f"{SHORT} ann@1:war", "'ann@1:war': there is no such bet"),
        (f"{SHORT} +1:war", "'+1:war': there is no such bet"),
        (f"{SHORT} 1:surrender/5", "'1:surrender/5': only a war can have a tie wager"),
        (f"{SHORT} 1:war/x", "'1:war/x': 'x' is not an amount"),
        ("x" * (MOST_CHARACTERS + 1), "a line has at most 20000 characters"),
    ],
)
def test_text_that_is_no_line(line: str, error: str) -> None:
    with pytest.raises(NotationError) as refused:
        read_round(WASHINGTON, line)
    assert error in str(refused.value)


@pytest.mark.parametrize(
    "line, error",
    [
        ("bank:30 1:20 |", "bank:30: the house banks here"),
        ("8:20 |", "seat 8: the seats here are 1 to 7"),
        ("1:/5 |", "the player at seat 1 needs a primary wager"),
        ("ann@1:0 |", "ann at seat 1 needs a primary wager"),
        ("1:20 bob+1:5 |", "bob at seat 1: no backline betting here"),
        (
            "1:20 | x1",
            "column 8, 'x1' is not possible now; waiting for a card for seat 1 (write it",
        ),
        ("1:20 | 1:war", "'1:war' is not possible now; waiting for a card for seat 1"),
        ("1:20 | timeout", "'timeout' is not possible now; waiting for a card for seat 1"),
        (
            f"{SHORT} Kd",
            "column 14, 'Kd' is not possible now; waiting for surrender or war from the player at "
            "seat 1 (write 1:surrender or 1:war)",
        ),
        (
            f"{SHORT} 1:war x4",
            "'x4' is too many; waiting for 3 cards to burn, for the war (write x3)",
        ),
        (
            f"{SHORT} 1:war x2 4c",
            "'4c' is not possible now; waiting for 1 card to burn, for the war",
        ),
        (f"{SHORT} 1:war/20", "'1:war/20': no tie wager is offered on the war deal here"),
        (f"{SHORT} 1:surrender 1:war", "'1:war' is not possible now; waiting for nothing"),
        ("1:20 2:20 | 9 8 9 2:war", "'2:war': the player at seat 2 has no tie hand to decide"),
        ("1:20 | 9h Kd Kd", "column 14, 'Kd' is not possible now; waiting for nothing"),
    ],
)
def test_round_that_cannot_be(line: str, error: str) -> None:
    with pytest.raises(IllegalAction) as refused:
        read_round(WASHINGTON, line)
    assert error in str(refused.value)


def test_banker_needs_a_stake_and_a_seat() -> None:
    with pytest.raises(IllegalAction, match="write the posted stake first, as bank:30"):
        read_round(CALIFORNIA, "1:20 |")
    everywhere = " ".join(f"{seat}:20" for seat in range(1, 9))
    with pytest.raises(IllegalAction, match="8 seats have bets: at most 7 can bet"):
        read_round(CALIFORNIA, f"bank:30 {everywhere}")


def test_no_card_comes_more_often_than_the_decks_hold_it() -> None:
    one_deck = "1:20 2:20 3:20 4:20 5:20 | "
    with pytest.raises(IllegalAction, match="'9h': 1 deck holds no more of this card"):
        read_round(WASHINGTON, one_deck + "9h 8c 9h", decks=1)
    with pytest.raises(IllegalAction, match="column 37, '9': 1 deck holds no more of this card"):
        read_round(WASHINGTON, one_deck + "9 9c 9 9 9", decks=1)
    read_round(WASHINGTON, one_deck + "9h 9c 9h 9s 9d", decks=2)
    six = "1:1 2:1 3:1 4:1 5:1 6:1 | 9h 9h 9h 9h 9h 9h"
    read_round(WASHINGTON, six)
    with pytest.raises(IllegalAction, match="6 decks hold no more of this card"):
        read_round(WASHINGTON, f"{six} 9h")
    read_round(rules_of("south-dakota"), f"{six} 9h")


def test_house_options_of_a_round() -> None:
    line = "1:100/100 2:100/100 3:100/100 | 9 9 9 9"
    state, _ = read_round(rules_of("online"), line, most_returned=200_000)
    assert state.allowance == 0
    laid, _ = read_round(WASHINGTON, "1:20 | 9 8", collect="lay and pay")
    assert laid.collect == "lay and pay"


def test_any_burn_at_any_place() -> None:
    deal = ["once: burn 1, burn 2", "each: player, burn 2", "once: dealer, burn 4"]
    rules = variant_rules("washington", {"deal.original": deal, "shoe.decks": [8]})
    written = "1:20 | x1 x2 9 x2 9 x4 1:surrender"
    state, events = read_round(rules, written)
    assert state.over
    assert format_round(state) == written
    assert read_round(rules, "1:20 | 9 9 1:surrender") == (state, events)
    assert need(read_round(rules, "1:20 | 9 8")[0]) == BurnNeeded(4, "original")
    with pytest.raises(
        IllegalAction, match=r"'9' is not possible now; waiting for 2 cards to burn"
    ):
        read_round(rules, "1:20 | x1 9")


def test_name_that_no_line_can_hold_is_refused() -> None:
    with pytest.raises(CasinoWarError, match="is not a name"):
        format_round(begin(WASHINGTON, [Bet("a b", 1, 500)]))


@pytest.mark.clause("CA-BANK-4")
@pytest.mark.parametrize(
    "line, bank, results",
    [
        (
            "bank:30 1:20 2:20 3:20 | 5 K 5 9",
            1000,
            [("1 primary", -2000), ("2 primary", 1000), ("3 primary", 0)],
        ),
        ("bank:30 1:5/5 | 9 9 ", -3000, [("1 tie", 3000), ("1 primary back", 0)]),
        (
            "bank:30 1:20 2:20 | K 9 9 2:war 4 8",
            -1000,
            [("1 primary", 2000), ("2 primary", -1000), ("2 war", 0)],
        ),
    ],
)
def test_coverage(line: str, bank: int, results: Settled) -> None:
    state, _ = read_round(CALIFORNIA, line)
    assert state.over
    assert settled(CALIFORNIA, line) == results
    assert state.bank_result == bank


@pytest.mark.clause("WA-4c-ii", "WA-4c-ii-1a")
def test_five_makes_fifteen() -> None:
    state, events = read_round(WASHINGTON, "1:5 | 9 9 1:war 8 7")
    returned = sum(e.stake + e.net for e in events if isinstance(e, WagerSettled))
    assert (returned, state.bank_result) == (1500, -500)


@pytest.mark.clause("SG-16", "SG-7", "SG-9")
def test_largest_online_game() -> None:
    state, events = read_round(
        rules_of("online"),
        "1:100/100 2:100/100 3:100/100 | 9 9 9 9 1:war/100 2:war/100 3:war/100 8 8 8 8",
    )
    assert state.over
    assert sum(e.stake + e.net for e in events if isinstance(e, WagerSettled)) == 780_000
    assert state.allowance == 0


@pytest.mark.clause("FC-2")
def test_tie_wager_alone() -> None:
    assert settled(rules_of("fun-casino"), "1:/5 2:10 | 9 K 9") == [
        ("1 tie", 5000),
        ("2 primary", 1000),
    ]


def test_round_of_a_table_has_its_line() -> None:
    game = Game("california", seats=4)
    game.sit("ann", "bob", "cy")
    game.bank("ann", 10_000)
    game.bet("bob", primary=2000, tie=500)
    game.bet("dee", primary=1000, seat=2)
    game.bet("cy", primary=2000)
    game.deal("9h Kd 9s")
    game.war("bob", tie=500)
    game.surrender("dee", seat=2)
    game.deal("4c 7d")
    assert game.table.round is not None
    line = format_round(game.table.round)
    assert line == (
        "bank:100 bob@2:20/5 dee+2:10 cy@3:20 | 9h Kd 9s bob@2:war/5 dee+2:surrender x3 4c x3 7d"
    )
    assert read_round(CALIFORNIA, line)[0] == game.table.round
