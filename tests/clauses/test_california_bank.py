"""California's bank, clause by clause: who holds it, and for how long."""

import pytest

from casinowar.cards import parse_card
from casinowar.game.actions import (
    CloseBets,
    Deal,
    DeclineBank,
    GiveUpBank,
    Leave,
    PlaceBet,
    PostStake,
    Rule,
    Sit,
    TakeBank,
    TimeOut,
)
from casinowar.game.events import (
    BankDeclined,
    BankGivenUp,
    BankMatched,
    BankOffered,
    BankTaken,
    CardDealt,
    LeavePlanned,
    RoundEnded,
    RoundRuled,
    SeatLeft,
    StakeReturned,
    WagerReturned,
    WagerReversed,
)
from casinowar.game.needs import BankerNeeded, BetsNeeded, StakeNeeded
from casinowar.game.table import need
from tests.support.game.california import banked, each_reading, seated
from tests.support.game.table import Game


def play_round(game: Game, banker: str, player: str, stake: int = 10_000) -> None:
    """A round in which this player wins 5.00 from this banker."""
    if not game.table.bank.player:
        game.do(TakeBank(banker))
    game.do(PostStake(banker, stake))
    game.bet(player, primary=500)
    game.deal("Kh 9d")


@each_reading
@pytest.mark.clause("CA-BANK-1")
def test_what_the_players_win_the_banker_loses_and_the_house_has_no_part(reading: str) -> None:
    game = banked(100_000, "ann", "bob", "cy", reading=reading)
    game.bet("ann", primary=1000, tie=500)
    game.bet("bob", primary=700, tie=500)
    game.bet("cy", primary=900)
    game.deal("Kh 8h 9s 9d")
    game.war("cy", tie=600)
    told = game.deal("4h 4d")
    assert sum(net for *_, net in game.results()) == 1000 - 500 - 700 - 500 + (
        1800 + 6000 - (900 if reading == "primary-collected" else 0)
    )
    lost = sum(net for *_, net in game.results())
    assert told[-1] == StakeReturned("dee", 100_000 - lost)


@pytest.mark.clause("CA-BANK-1")
def test_no_round_begins_without_a_player_in_the_bank() -> None:
    game = seated("ann", "bob")
    assert need(game.table) == BankerNeeded(("ann",))
    game.refused(PlaceBet("bob", 2, "primary", 500), "bets are not open", "take the bank")
    game.refused(CloseBets(), "bets are not open")
    game.refused(Deal(parse_card("9h")), "no card is due", "ann to take the bank or decline")


@pytest.mark.clause("CA-BANK-1")
def test_only_a_seated_player_can_bank() -> None:
    game = seated("ann", "bob")
    game.refused(TakeBank("zoe"), "the bank is not offered to zoe")
    game.do(DeclineBank("ann"), DeclineBank("bob"))
    assert need(game.table) == BankerNeeded(("ann", "bob"))
    game.refused(TakeBank("zoe"), "the bank is not offered to zoe")


@pytest.mark.clause("CA-BANK-2")
def test_the_first_offer_goes_to_the_lowest_taken_seat() -> None:
    game = Game("california")
    game.do(Sit("cy", 7), Sit("bob", 3), Sit("ann", 5))
    assert game.told(BankOffered) == [BankOffered("bob", 3)]
    game.prepare_shoe()
    assert need(game.table) == BankerNeeded(("bob",))


@pytest.mark.clause("CA-BANK-2")
def test_one_player_alone_is_offered_nothing() -> None:
    game = Game("california")
    game.do(Sit("ann", 4))
    assert game.told(BankOffered) == []


@pytest.mark.clause("CA-BANK-2")
def test_a_declined_offer_goes_on_clockwise() -> None:
    game = Game("california")
    game.do(Sit("bob", 3), Sit("cy", 7), Sit("ann", 5))
    game.prepare_shoe()
    game.refused(TakeBank("ann"), "the bank is not offered to ann", "bob to take the bank")
    game.refused(DeclineBank("ann"), "the bank is not offered to ann")
    assert game.do(DeclineBank("bob")) == [BankDeclined("bob", "player"), BankOffered("ann", 5)]
    game.refused(TakeBank("bob"), "the bank is not offered to bob")
    assert game.do(DeclineBank("ann")) == [BankDeclined("ann", "player"), BankOffered("cy", 7)]
    assert game.do(TakeBank("cy")) == [BankTaken("cy", 7)]
    game.refused(TakeBank("bob"), "the bank is not free")
    game.refused(DeclineBank("bob"), "the bank is not being offered")


@pytest.mark.clause("CA-BANK-2")
def test_someone_who_sits_down_meanwhile_is_asked_in_turn() -> None:
    game = Game("california")
    game.do(Sit("bob", 3), Sit("cy", 6))
    game.prepare_shoe()
    game.do(DeclineBank("bob"))
    assert need(game.table) == BankerNeeded(("cy",))
    game.do(Sit("eve", 4), Sit("fay", 7), Sit("ann", 1))
    asked = []
    while game.table.bank.offers:
        asked.append(game.table.bank.offers[0])
        game.do(TimeOut())
    assert asked == ["cy", "fay", "ann", "eve"]
    assert need(game.table) == BankerNeeded(("ann", "bob", "eve", "cy", "fay"))


@pytest.mark.clause("CA-BANK-2")
def test_who_has_banked_two_rounds_is_not_asked_by_sitting_down_again() -> None:
    game = seated("ann", "bob", "cy")
    play_round(game, "ann", "bob")
    play_round(game, "ann", "bob")
    game.do(Leave("ann", 1), Sit("ann", 4))
    game.do(DeclineBank("bob"), DeclineBank("cy"))
    assert need(game.table) == BankerNeeded(("bob", "cy"))


@pytest.mark.clause("CA-BANK-2")
def test_silence_declines() -> None:
    game = seated("ann", "bob")
    assert game.do(TimeOut()) == [BankDeclined("ann", "house"), BankOffered("bob", 2)]
    assert game.do(TimeOut()) == [BankDeclined("bob", "house")]
    game.refused(TimeOut(), "nobody's time can run out")


@pytest.mark.clause("CA-BANK-2")
def test_when_all_have_declined_anyone_may_still_take_it() -> None:
    game = seated("ann", "bob", "cy")
    game.do(DeclineBank("ann"), DeclineBank("bob"), DeclineBank("cy"))
    assert need(game.table) == BankerNeeded(("ann", "bob", "cy"))
    game.refused(DeclineBank("ann"), "the bank is not being offered")
    assert game.do(TakeBank("bob")) == [BankTaken("bob", 2)]


@pytest.mark.clause("CA-BANK-2")
def test_after_one_round_the_banker_goes_on_or_gives_it_up() -> None:
    game = seated("ann", "bob", "cy")
    play_round(game, "ann", "bob")
    assert need(game.table) == StakeNeeded("ann", 500)
    assert game.do(GiveUpBank("ann")) == [
        BankGivenUp("ann", 1, "given up"),
        BankOffered("bob", 2),
    ]
    game.do(DeclineBank("bob"), DeclineBank("cy"))
    assert need(game.table) == BankerNeeded(("bob", "cy", "ann")), "ann has one round left"


@pytest.mark.clause("CA-BANK-2")
def test_after_two_rounds_the_bank_moves_on_clockwise() -> None:
    game = seated("ann", "bob", "cy")
    game.do(DeclineBank("ann"))
    play_round(game, "bob", "ann")
    play_round(game, "bob", "ann")
    assert game.events[-3:] == [
        StakeReturned("bob", 9500),
        BankGivenUp("bob", 2, "most rounds"),
        BankOffered("cy", 3),
    ]
    assert game.do(DeclineBank("cy"))[-1] == BankOffered("ann", 1)


@pytest.mark.clause("CA-BANK-2")
def test_after_two_rounds_it_must_go_even_if_nobody_else_wants_it() -> None:
    game = seated("ann", "bob")
    play_round(game, "ann", "bob")
    play_round(game, "ann", "bob")
    game.do(DeclineBank("bob"))
    assert need(game.table) == BankerNeeded(("bob",))
    game.refused(TakeBank("ann"), "the bank is not offered to ann")
    game.refused(PlaceBet("ann", 1, "primary", 500), "bets are not open", "bob to take the bank")
    game.refused(TimeOut(), "nobody's time can run out")
    game.do(Sit("cy", 5))
    assert need(game.table) == BankerNeeded(("bob", "cy")), "a newcomer may take it too"
    assert game.do(TakeBank("cy")) == [BankTaken("cy", 5)]


@pytest.mark.clause("CA-BANK-2")
def test_a_round_of_another_ends_the_row() -> None:
    game = seated("ann", "bob")
    play_round(game, "ann", "bob")
    play_round(game, "ann", "bob")
    play_round(game, "bob", "ann")
    game.do(GiveUpBank("bob"))
    assert need(game.table) == BankerNeeded(("ann",))
    play_round(game, "ann", "bob")
    assert need(game.table) == StakeNeeded("ann", 500)
    play_round(game, "ann", "bob")
    assert game.told(BankGivenUp)[-1] == BankGivenUp("ann", 2, "most rounds")


@pytest.mark.clause("CA-BANK-2")
def test_holding_it_without_a_round_does_not_end_the_row() -> None:
    game = seated("ann", "bob", "cy")
    play_round(game, "ann", "bob")
    play_round(game, "ann", "bob")
    game.do(TakeBank("bob"))
    assert game.do(GiveUpBank("bob"))[0] == BankGivenUp("bob", 0, "given up")
    assert game.told(BankOffered)[-1] == BankOffered("cy", 3)
    game.do(DeclineBank("cy"))
    assert need(game.table) == BankerNeeded(("cy", "bob")), "ann has banked two rounds running"


@pytest.mark.clause("CA-BANK-2")
def test_rounds_are_counted_for_the_player_not_for_the_seat() -> None:
    game = seated("ann", "bob", "cy")
    play_round(game, "ann", "bob")
    assert game.do(Leave("ann", 1)) == [
        BankGivenUp("ann", 1, "left"),
        BankOffered("bob", 2),
        SeatLeft("ann", 1),
    ]
    game.do(Sit("ann", 8))
    game.do(DeclineBank("bob"), DeclineBank("cy"))
    assert need(game.table) == BankerNeeded(("ann",))
    play_round(game, "ann", "bob")
    assert game.told(BankGivenUp)[-1] == BankGivenUp("ann", 2, "most rounds")
    game.do(Leave("ann", 8), Sit("ann", 4))
    game.do(DeclineBank("bob"), DeclineBank("cy"))
    assert need(game.table) == BankerNeeded(("bob", "cy"))


@pytest.mark.clause("CA-BANK-2")
def test_a_seat_banks_again_under_another_player() -> None:
    game = seated("ann", "bob")
    play_round(game, "ann", "bob")
    play_round(game, "ann", "bob")
    game.do(Leave("ann", 1), Sit("cy", 1), DeclineBank("bob"))
    assert need(game.table) == BankerNeeded(("cy",))


@pytest.mark.clause("CA-BANK-2")
def test_a_round_voided_while_it_is_played_does_not_count() -> None:
    game = seated("ann", "bob")
    play_round(game, "ann", "bob")
    game.do(PostStake("ann", 8000))
    game.bet("bob", primary=500)
    game.deal("9h")
    assert game.do(Rule("void", "a torn card")) == [
        RoundRuled(2, "void", "a torn card"),
        WagerReturned("bob", 2, "primary", 500, "void"),
        StakeReturned("ann", 8000),
    ]
    play_round(game, "ann", "bob")
    assert game.told(BankGivenUp) == [BankGivenUp("ann", 2, "most rounds")]


@pytest.mark.clause("CA-BANK-2")
def test_a_round_voided_before_its_first_card_does_not_count() -> None:
    game = seated("ann", "bob")
    play_round(game, "ann", "bob")
    game.do(PostStake("ann", 8000))
    game.bet("bob", primary=500, tie=600)
    assert game.do(Rule("void", "a quarrel")) == [
        RoundRuled(2, "void", "a quarrel"),
        WagerReturned("bob", 2, "primary", 500, "void"),
        WagerReturned("bob", 2, "tie", 600, "void"),
        StakeReturned("ann", 8000),
    ]
    assert need(game.table) == StakeNeeded("ann", 500)
    play_round(game, "ann", "bob")
    assert game.told(BankGivenUp) == [BankGivenUp("ann", 2, "most rounds")]


@pytest.mark.clause("CA-BANK-2")
def test_a_second_round_voided_after_its_end_brings_the_bank_back() -> None:
    game = seated("ann", "bob", "cy")
    play_round(game, "ann", "bob")
    play_round(game, "ann", "bob")
    game.do(DeclineBank("bob"))
    assert game.do(Rule("void", "a marked card")) == [
        RoundRuled(2, "void", "a marked card"),
        WagerReversed("bob", 2, "primary", 500, "ann"),
        BankTaken("ann", 1),
    ]
    assert need(game.table) == StakeNeeded("ann", 500)
    play_round(game, "ann", "bob")
    assert game.told(BankGivenUp)[-1] == BankGivenUp("ann", 2, "most rounds")


@pytest.mark.clause("CA-BANK-2")
def test_a_first_round_voided_after_its_end_does_not_count() -> None:
    game = seated("ann", "bob", "cy")
    play_round(game, "ann", "bob")
    game.do(Rule("void", "a marked card"))
    play_round(game, "ann", "bob")
    assert game.told(BankGivenUp) == []
    play_round(game, "ann", "bob")
    assert game.told(BankGivenUp) == [BankGivenUp("ann", 2, "most rounds")]


@pytest.mark.clause("CA-BANK-2")
def test_a_bank_given_up_freely_does_not_come_back_when_the_round_is_voided() -> None:
    game = seated("ann", "bob", "cy")
    play_round(game, "ann", "bob")
    game.do(GiveUpBank("ann"))
    assert game.do(Rule("void", "a marked card")) == [
        RoundRuled(1, "void", "a marked card"),
        WagerReversed("bob", 2, "primary", 500, "ann"),
    ]
    assert need(game.table) == BankerNeeded(("bob",))


@pytest.mark.clause("CA-BANK-2")
def test_a_voided_round_between_does_not_end_the_row_of_the_banker_before() -> None:
    game = seated("ann", "bob")
    play_round(game, "ann", "bob")
    play_round(game, "ann", "bob")
    play_round(game, "bob", "ann")
    game.do(Rule("void", "a marked card"))
    game.do(GiveUpBank("bob"))
    assert need(game.table) == BankerNeeded(("bob",)), (
        "ann's two rounds are still the last that count"
    )


@pytest.mark.clause("CA-BANK-2")
def test_a_bank_already_taken_by_another_stays_there_when_the_round_is_voided() -> None:
    game = seated("ann", "bob", "cy")
    play_round(game, "ann", "bob")
    play_round(game, "ann", "bob")
    game.do(TakeBank("bob"), PostStake("bob", 6000))
    assert game.do(Rule("void", "a marked card")) == [
        RoundRuled(2, "void", "a marked card"),
        WagerReversed("bob", 2, "primary", 500, "ann"),
    ]
    assert need(game.table) == BetsNeeded(), "bob's stake is for the next round"
    assert game.do(GiveUpBank("bob"))[0] == StakeReturned("bob", 6000)
    game.do(DeclineBank("cy"))
    assert need(game.table) == BankerNeeded(("ann",)), "one of ann's rounds was voided"


@pytest.mark.clause("CA-BANK-2")
def test_a_banker_who_leaves_in_the_round_gives_the_bank_up_at_its_end() -> None:
    game = seated("ann", "bob", "cy")
    game.do(TakeBank("ann"), PostStake("ann", 6000))
    game.bet("bob", primary=500)
    assert game.do(Leave("ann", 1)) == [LeavePlanned("ann", 1)]
    told = game.deal("Kh 9d")
    assert [event for event in told if not isinstance(event, CardDealt)][-5:] == [
        RoundEnded(),
        StakeReturned("ann", 5500),
        BankGivenUp("ann", 1, "left"),
        BankOffered("bob", 2),
        SeatLeft("ann", 1),
    ]


@pytest.mark.clause("CA-BANK-2")
def test_a_banker_who_leaves_between_rounds_goes_at_once_with_the_stake() -> None:
    game = seated("ann", "bob", "cy")
    game.do(TakeBank("ann"), PostStake("ann", 6000))
    assert game.do(Leave("ann", 1)) == [
        StakeReturned("ann", 6000),
        BankGivenUp("ann", 0, "left"),
        BankOffered("bob", 2),
        SeatLeft("ann", 1),
    ]


@pytest.mark.clause("CA-BANK-2")
def test_the_one_asked_leaves_and_the_next_is_asked() -> None:
    game = seated("ann", "bob", "cy")
    game.do(Leave("cy", 3))
    assert game.do(Leave("ann", 1)) == [
        BankDeclined("ann", "player"),
        BankOffered("bob", 2),
        SeatLeft("ann", 1),
    ]
    game.do(Sit("eve", 4), DeclineBank("bob"), DeclineBank("eve"))
    assert need(game.table) == BankerNeeded(("bob", "eve")), "cy was not asked any more"


@pytest.mark.clause("CA-BANK-2")
def test_the_bank_is_not_given_up_while_wagers_depend_on_it() -> None:
    game = seated("ann", "bob")
    game.refused(GiveUpBank("ann"), "ann does not hold the bank")
    game.do(TakeBank("ann"), PostStake("ann", 6000))
    game.refused(GiveUpBank("bob"), "bob does not hold the bank")
    game.bet("bob", primary=500)
    game.refused(GiveUpBank("ann"), "cannot be given up while wagers depend on it")
    game.close()
    game.refused(GiveUpBank("ann"), "cannot be given up while wagers depend on it")


@pytest.mark.clause("CA-BANK-1")
def test_the_houses_own_players_never_bank() -> None:
    game = Game("california", seats=3)
    game.sit("bot-aaaaaaaa", "ann", "bot-bbbbbbbb")
    game.prepare_shoe()
    game.awaits(BankerNeeded(("ann",)))
    game.refused(TakeBank("bot-aaaaaaaa"), "not offered to bot-aaaaaaaa")
    game.do(DeclineBank("ann"))
    game.awaits(BankerNeeded(("ann",), is_offer=False))
    game.refused(TakeBank("bot-bbbbbbbb"), "not offered to bot-bbbbbbbb")


@pytest.mark.clause("CA-BANK-1")
def test_at_a_practice_table_they_do() -> None:
    game = Game("california", seats=3, practice=True)
    game.sit("bot-aaaaaaaa", "ann")
    game.prepare_shoe()
    game.awaits(BankerNeeded(("bot-aaaaaaaa",)))
    game.do(TakeBank("bot-aaaaaaaa"))
    assert game.table.bank.player == "bot-aaaaaaaa"


@pytest.mark.clause("CA-ROUND-3")
def test_the_match_is_what_the_bankers_stake_still_covers() -> None:
    game = banked(1500, "ann", "bob")
    game.bet("ann", primary=1000)
    game.bet("bob", primary=1000)
    game.deal("9h 9d 9c")
    assert BankMatched("ann", 1, 1000) in game.war("ann")
    told = game.war("bob")
    assert BankMatched("bob", 2, 500) in told
    assert not any(isinstance(event, StakeReturned) for event in told), "no money moves"
