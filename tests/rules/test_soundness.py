"""What a rule set may be, which is much, and the contradictions it may not have."""

import pytest

from casinowar.errors import RuleError
from casinowar.rules.file import builtin_names, load_rules
from casinowar.rules.soundness import contradictions, most_seats, most_staked
from tests.support.game.rulefiles import variant, variant_rules

WAR_ROWS = ("war_higher", "war_lower", "war_equal")
NO_WAR = ["war", *(f"pays.{row}" for row in WAR_ROWS)]
NO_TIE = ["pays.higher.tie", "pays.lower.tie", "pays.equal.tie"]
Fields = dict[str, object]


def found(base: str, fields: Fields | None = None, removes: list[str] | None = None) -> str:
    with pytest.raises(RuleError) as refused:
        variant(base, fields, removes=removes or [])
    return str(refused.value)


@pytest.mark.parametrize("name", builtin_names())
def test_the_built_in_rule_sets_are_sound_in_every_reading(name: str) -> None:
    file = load_rules(name)
    for reading in file.readings:
        assert contradictions(file.rules(reading.name)) == []


# The vocabulary is wide.


@pytest.mark.parametrize("decks", range(1, 13))
def test_one_to_twelve_decks(decks: int) -> None:
    rules = variant_rules("fun-casino", {"shoe.decks": [decks]})
    assert rules.shoe.decks == (decks,)


@pytest.mark.parametrize("seats", range(1, 13))
def test_one_to_twelve_seats(seats: int) -> None:
    rules = variant_rules("fun-casino", {"seats.most": seats, "seats.usual": seats})
    assert rules.cards_needed(seats) == 2 * seats + 5


@pytest.mark.parametrize(
    "script, cards",
    [
        (["each: player", "once: dealer"], 8),
        (["once: dealer", "each: player"], 8),
        (["once: burn 1", "each: player", "once: burn 2", "once: burn 3, dealer"], 14),
        (["each: burn 1, player, burn 2", "once: dealer, burn 9"], 38),
        (["each: burn 2", "each: player", "once: dealer"], 22),
    ],
)
def test_burns_anywhere_in_either_deal(script: list[str], cards: int) -> None:
    fields: Fields = {"shoe.cut_card": "99 cards"}
    first = variant_rules("fun-casino", {**fields, "deal.original": script})
    war = variant_rules("fun-casino", {**fields, "war.deal": script})
    assert first.cards_needed(7) == cards + 11
    assert war.cards_needed(7) == 8 + cards


@pytest.mark.parametrize(
    "step, cards",
    [
        ("each: player, dealer", 2),
        ("each: dealer, burn 1, player", 3),
        ("each: burn 5, player, dealer", 7),
    ],
)
def test_wars_with_a_dealer_card_of_their_own(step: str, cards: int) -> None:
    rules = variant_rules("washington", {"war.deal": [step]})
    assert rules.individual_wars
    assert rules.cards_needed(7) == 8 + 7 * cards


@pytest.mark.parametrize("pay", ["push", "lose", "lose half", "1 to 2", "3 to 2", "9999 to 1"])
def test_any_pay_for_any_wager(pay: str) -> None:
    for base in ("online", "california"):
        rows = ("higher", "lower", "surrender", *WAR_ROWS)
        fields: Fields = {f"pays.{row}.primary": pay for row in rows}
        fields |= {f"pays.{row}.{wager}": pay for row in WAR_ROWS for wager in ("war", "war_tie")}
        fields |= {f"pays.{row}.tie": pay for row in ("higher", "lower", "equal")}
        variant(base, fields)


def test_surrender_without_war() -> None:
    rules = variant_rules("washington", {"choice.offers": ["surrender"]}, removes=NO_WAR)
    assert rules.reachable() == ("higher", "lower", "equal", "surrender")


@pytest.mark.parametrize("time_out", ["forfeit", "wait"])
def test_war_without_surrender(time_out: str) -> None:
    fields: Fields = {"choice.offers": ["war"], "choice.time_out": time_out}
    if time_out == "forfeit":
        fields["pays.forfeit.primary"] = "lose"
    rules = variant_rules("washington", fields, removes=["pays.surrender"])
    assert rules.pays.surrender is None
    assert (rules.pays.forfeit is None) == (time_out == "wait")


@pytest.mark.parametrize("pay", ["push", "lose", "1 to 1"])
def test_ties_without_a_choice(pay: str) -> None:
    removes = ["choice", "pays.surrender", *NO_WAR]
    rules = variant_rules("washington", {"pays.equal.primary": pay}, removes=removes)
    assert rules.reachable() == ("higher", "lower", "equal")


def test_no_tie_wager_at_all() -> None:
    fields: Fields = {"bets.tie": "none", "settle.original": ["left to right: primary"]}
    rules = variant_rules("washington", fields, removes=[*NO_TIE, "limits.tie"])
    assert rules.pays.equal.tie is None


@pytest.mark.parametrize("tie", ["beside primary", "alone too"])
@pytest.mark.parametrize("war_tie", ["none", "equal", "free"])
@pytest.mark.parametrize("base", ["washington", "fun-casino", "online", "california"])
def test_tie_wagers_of_every_kind(base: str, tie: str, war_tie: str) -> None:
    fields: Fields = {"bets.tie": tie, "war.tie_wager": war_tie}
    fields["war.settle"] = ["left to right: primary, war" + ", war_tie" * (war_tie != "none")]
    has = load_rules(base).rules().pays.pay("war_equal", "war_tie") is not None
    paid = [f"pays.{row}.war_tie" for row in WAR_ROWS]
    removes = paid if has and war_tie == "none" else []
    if war_tie != "none":
        fields |= dict.fromkeys(paid, "10 to 1")
    rules = variant_rules(base, fields, removes=removes)
    assert rules.war is not None
    assert rules.war.tie_wager == war_tie


@pytest.mark.parametrize("below", ["refuse", "honour once", "accept whole"])
@pytest.mark.parametrize("above", ["refuse", "cut", "accept whole"])
def test_every_limit_policy(below: str, above: str) -> None:
    rules = variant_rules("washington", {"limits.below": below, "limits.above": above})
    assert (rules.limits.below, rules.limits.above) == (below, above)


@pytest.mark.parametrize(
    "passes",
    [
        ["left to right: tie, primary"],
        ["right to left: primary, tie"],
        ["left to right: primary", "left to right: tie"],
        ["right to left: tie", "right to left: primary"],
        ["left to right: tie", "right to left: primary"],
    ],
)
def test_every_settlement_order(passes: list[str]) -> None:
    at_war = [one.replace("tie", "war") for one in passes]
    rules = variant_rules("washington", {"settle.original": passes, "war.settle": at_war})
    assert len(rules.settle.original) == len(passes)


def test_other_ranks_backs_and_burns() -> None:
    fields: Fields = {
        "shoe.ranks": "2 A K Q J 10 9 8 7 6 5 4 3",
        "shoe.backs": ["green", "white"],
        "shoe.dealer_burn": 3,
        "shoe.cut_card": "1/2 of the shoe",
        "shoe.cut_by": "dealer",
        "deal.direction": "right to left",
    }
    assert variant_rules("washington", fields).shoe.ranks[:2] == "2A"


def test_backline_at_a_house_banked_table() -> None:
    assert variant_rules("washington", {"seats.backline": "yes"}).seats.backline == "yes"


def test_fixed_amounts_and_one_amount() -> None:
    limits = variant_rules("south-dakota", {"limits.primary": "1,250.00, 5.00"}).limits
    assert limits.primary.amounts == (500, 125_000)
    assert variant_rules("south-dakota", {"limits.primary": "10.00"}).limits.primary.most == 1000


# What contradicts itself.


@pytest.mark.parametrize(
    "fields, message",
    [
        ({"shoe.decks": []}, "shoe.decks: name at least one number of decks"),
        ({"shoe.decks": [0]}, "shoe.decks: a shoe has 1 to 12 decks"),
        ({"shoe.decks": [13]}, "shoe.decks: a shoe has 1 to 12 decks"),
        ({"shoe.decks": [6, 6]}, "shoe.decks: name each number of decks once"),
        ({"shoe.ranks": "A K Q J 10 9 8 7 6 5 4 3"}, "name each of the thirteen ranks once"),
        ({"shoe.ranks": "A A Q J 10 9 8 7 6 5 4 3 2"}, "'A K Q J 10 9 8 7 6 5 4 3 2'"),
        ({"shoe.backs": []}, "shoe.backs: name the backs of one batch or of two"),
        ({"shoe.backs": ["a", "b", "c"]}, "shoe.backs: name the backs of one batch or of two"),
        ({"shoe.backs": ["\x1b"]}, "shoe.backs: name the backs of one batch or of two"),
        ({"shoe.backs": ["red", "red"]}, "shoe.backs: two batches need backs that differ"),
        ({"shoe.dealer_burn": -1}, "shoe.dealer_burn: a new dealer burns 0 to 99 cards"),
        ({"shoe.dealer_burn": 100}, "shoe.dealer_burn: a new dealer burns 0 to 99 cards"),
        ({"seats.most": 0}, "seats.most: a table has 1 to 12 seats"),
        ({"seats.most": 13}, "seats.most: a table has 1 to 12 seats"),
        ({"seats.usual": 8}, "seats.usual: must be from 1 to the most seats, 7"),
        ({"seats.usual": 0}, "seats.usual: must be from 1 to the most seats, 7"),
        ({"seats.players_needed": 0}, "seats.players_needed: must be from 1 to the usual seats, 7"),
        ({"seats.players_needed": 8}, "seats.players_needed: must be from 1 to the usual seats, 7"),
        ({"seats.holding": "solo", "seats.players_needed": 2}, "a solo game has one player"),
        ({"seats.holding": "solo", "seats.backline": "yes"}, "nobody to bet behind a seat"),
        ({"bank.rounds": 2}, "bank.rounds: only a player's bank moves"),
        ({"bank.held_by": "player"}, "bank.rounds: where a player banks, give the most"),
        (
            {"bank.held_by": "player"},
            "seats.players_needed: a player's bank needs at least 2 players",
        ),
        ({"bank.held_by": "player"}, "seats.holding: with a player's bank, write 'one each'"),
        ({"limits.unit": "0.00"}, "limits.unit: must be at least 0.01"),
        (
            {"limits.primary": "10.00 to 5.00"},
            "limits.primary: the least, 10.00, is above the most",
        ),
        ({"limits.primary": "0.00 to 5.00"}, "limits.primary: every amount must be a multiple"),
        (
            {"limits.tie": "5.50 to 10.00"},
            "limits.tie: every amount must be a multiple of the unit",
        ),
        ({"limits.primary": "5.00, 5.00"}, "limits.primary: name each amount once"),
        ({"limits.primary": "5.00", "limits.above": "cut"}, "fixed amounts need below and above"),
        ({"limits.tie": "5.00", "limits.below": "honour once"}, "fixed amounts need below and"),
        ({"limits.authorised": "499.00"}, "must not be above the authorised limit, 499.00"),
        (
            {"limits.authorised": "500.00", "limits.above": "accept whole"},
            "limits.above: with an authorised limit, no wager above it is accepted",
        ),
        ({"deal.original": ["each: player"]}, "deal.original: must deal one card to the dealer"),
        ({"deal.original": ["once: dealer"]}, "deal.original: must deal one card to each seat"),
        ({"deal.original": ["once: player, dealer"]}, "must deal one card to each seat"),
        ({"deal.original": ["each: player, player", "once: dealer"]}, "one card to each seat"),
        ({"deal.original": ["each: player", "once: dealer, dealer"]}, "one card to the dealer"),
        ({"deal.original": ["each: player, dealer"]}, "all seats share the dealer's first card"),
        ({"deal.original": []}, "deal.original: must deal one card to each seat"),
        ({"war.deal": ["each: burn 3"]}, "war.deal: must deal one card to each seat"),
        (
            {"war.deal": ["once: burn 3", "each: player, dealer"]},
            "war.deal: if each war has its own",
        ),
        (
            {"war.deal": ["each: player", "each: dealer"]},
            "war.deal: if each war has its own dealer's card",
        ),
        ({"settle.original": ["left to right: primary"]}, "and no other: primary, tie"),
        ({"settle.original": ["left to right: tie, tie, primary"]}, "each of these wagers once"),
        ({"settle.original": []}, "settle.original: must settle each of these wagers once"),
        ({"war.settle": ["left to right: war"]}, "war.settle: must settle each of these wagers"),
        ({"war.settle": ["left to right: primary, war, war_tie"]}, "no other: primary, war"),
        ({"settle.collect": []}, "settle.collect: name at least one way to collect cards"),
        ({"settle.collect": ["by deal", "by deal"]}, "settle.collect: name at least one way"),
        ({"choice.offers": []}, "choice.offers: offer surrender, war or both"),
        ({"choice.offers": ["war", "war"]}, "choice.offers: offer surrender, war or both"),
        ({"choice.offers": ["war"]}, "choice.time_out: surrender is not offered"),
        ({"choice.offers": ["surrender"]}, "war: war is not offered: put it in choice.offers"),
        ({"choice.time_out": "forfeit"}, "pays.forfeit.primary: missing"),
        ({"pays.forfeit.primary": "lose"}, "pays.forfeit.primary: this cannot happen"),
        ({"pays.equal.primary": "push"}, "the choice decides the primary wager of such a hand"),
        ({"pays.higher.war": "push"}, "pays.higher.war: there is no such wager to decide here"),
        ({"pays.surrender.tie": "push"}, "pays.surrender.tie: there is no such wager"),
        ({"pays.war_higher.war_tie": "push"}, "pays.war_higher.war_tie: there is no such wager"),
        ({"pays.war_declared.war": "lose"}, "pays.war_declared.war: this cannot happen"),
        ({"war.tie_wager": "free"}, "no other: primary, war, war_tie"),
        ({"disputes.rulings": []}, "disputes.rulings: name at least one ruling, each once"),
        ({"disputes.rulings": ["void", "void"]}, "disputes.rulings: name at least one ruling"),
        ({"disputes.cancelled_after_days": 0}, "must be 1 to 36500 days, or 'none'"),
    ],
)
def test_a_contradiction_is_told_what_would_be_right(fields: Fields, message: str) -> None:
    assert message in found("washington", fields)


@pytest.mark.parametrize(
    "path", [f"pays.{row}.{wager}" for row in WAR_ROWS for wager in ("primary", "war", "war_tie")]
)
def test_an_outcome_that_leaves_a_wager_undecided(path: str) -> None:
    assert f"{path}: missing: this outcome decides the wager" in found("online", removes=[path])


def test_war_is_offered_but_not_described() -> None:
    assert "the file needs [war] with deal, settle" in found("washington", removes=["war"])


def test_the_primary_is_decided_once() -> None:
    fields: Fields = {
        "pays.war_declared.primary": "lose",
        "war.settle": ["left to right: war, war_tie"],
    }
    message = found("california", fields)
    assert message.count("the primary wager is decided when war is declared: leave it out") == 3


def test_a_bank_needs_two_seats() -> None:
    fields: Fields = {"seats.usual": 1, "seats.players_needed": 1}
    assert "seats.usual: a player's bank takes one seat" in found("california", fields)
    assert "bank.rounds: where a player banks, give the most" in found(
        "california", {"bank.rounds": 0}
    )
    assert "bank.rounds: where a player banks, give the most" in found(
        "california", removes=["bank.rounds"]
    )
    assert "write 'one each'" in found("california", {"seats.holding": "several"})


# Cards and money.


@pytest.mark.clause("FC-3c")
def test_thirty_cards_are_enough_for_twelve_seats() -> None:
    rules = load_rules("fun-casino").rules()
    assert rules.shoe.cut_card == 30
    assert [rules.behind_most(6), rules.cards_needed(12), rules.cards_needed(13)] == [30, 29, 31]
    assert most_seats(rules, 6) == 12


@pytest.mark.clause("ALL-11")
@pytest.mark.parametrize(
    "base, seats, cards", [("washington", 7, 64), ("fun-casino", 7, 19), ("california", 8, 40)]
)
def test_the_cut_card_leaves_enough_for_the_longest_round(
    base: str, seats: int, cards: int
) -> None:
    assert load_rules(base).rules().cards_needed(seats) == cards
    variant(base, {"shoe.cut_card": f"{cards} cards"})
    message = found(base, {"shoe.cut_card": f"{cards - 1} cards"})
    assert f"a round at {seats} seats can need {cards} cards" in message
    assert f"{cards - 1} behind the cut card: have at most {seats - 1} seats" in message


def test_every_allowed_number_of_decks_must_do() -> None:
    message = found("washington", {"shoe.decks": [6, 4, 5]})
    assert "with 4 decks there are 52 behind the cut card: have at most 5 seats" in message
    assert "6 decks" not in message


def test_a_cut_card_needs_cards_in_front_of_it() -> None:
    small: Fields = {"shoe.decks": [1], "seats.usual": 1}
    assert "would leave none to deal: write fewer than 51" in found(
        "fun-casino", {**small, "shoe.cut_card": "51 cards"}
    )
    variant("fun-casino", {**small, "shoe.cut_card": "50 cards"})
    assert "would leave none" in found("washington", {"shoe.cut_card": "1/1 of the shoe"})


def test_a_fresh_shoe_must_hold_the_longest_round() -> None:
    fields: Fields = {
        "shoe.decks": [1],
        "war.deal": ["once: burn 45", "each: player, burn 1", "once: dealer"],
    }
    message = found("online", fields)
    assert "shoe.decks: a round at 3 seats can need 56 cards" in message
    assert "with 1 deck there are 52 in the shoe: have at most 1 seat, or more cards" in message
    fits: Fields = {
        "shoe.decks": [1],
        "war.deal": ["once: burn 41", "each: player", "once: dealer"],
    }
    assert variant_rules("online", fits).cards_needed(3) == 49
    assert "can need 49 cards" in found("online", {**fits, "shoe.dealer_burn": 4})
    variant("online", {**fits, "shoe.dealer_burn": 3})
    assert "can need 49" in found(
        "online", {**fits, "shoe.dealer_burn": 3, "shoe.first_burn": "yes"}
    )
    hopeless: Fields = {
        "war.deal": ["once: burn 99, burn 99, burn 99, burn 99", "each: player", "once: dealer"]
    }
    assert "in the shoe: have more" in found("online", hopeless)


@pytest.mark.clause("SG-16")
def test_a_cap_below_the_stakes_is_refused() -> None:
    rules = load_rules("online").rules()
    assert most_staked(rules, 3, 10_000, 10_000) == 120_000
    variant("online", {"limits.most_returned": "1,200.00"})
    message = found("online", {"limits.most_returned": "1,199.99"})
    assert "must be at least what a round can have at stake, 1,200.00" in message
    fields: Fields = {"limits.authorised": "none", "limits.above": "accept whole"}
    assert "limits.above: with a most_returned, every wager" in found("online", fields)
    fields = {"limits.most_returned": "99,999.00"}
    assert "seats.backline: with a most_returned" in found(
        "washington", {**fields, "seats.backline": "yes"}
    )
    assert "limits.most_returned: a player's bank is limited" in found("california", fields)


def test_the_most_that_can_be_staked() -> None:
    def staked(base: str, seats: int, reading: str | None = None) -> int:
        return most_staked(load_rules(base).rules(reading), seats, 100, 7)

    assert staked("washington", 7) == 7 * (100 + 7 + 100)
    assert staked("online", 3) == 3 * (100 + 7 + 100 + 100)
    assert staked("california", 8) == 7 * (100 + 7 + 100 + 7)
    assert staked("south-dakota", 2, "tie-loses") == 2 * (100 + 7)
    fields: Fields = {"bets.tie": "none", "settle.original": ["left to right: primary"]}
    no_tie = variant_rules("washington", fields, removes=NO_TIE)
    assert most_staked(no_tie, 1, 100, 7) == 200
