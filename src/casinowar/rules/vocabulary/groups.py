"""The tables of a rule file, one record each: here every field is declared, once.

A declaration says what the field means, how a rule file writes it, an example, and the default
if a file may leave it out. To add a field, declare it here: the reader, the template, the
description of the rules and the tables of the documentation follow. The pays are in
`casinowar.rules.vocabulary.pay_table`.
"""

from fractions import Fraction
from typing import Literal

from casinowar.rules.script import Direction, Passes, Script
from casinowar.rules.vocabulary import forms
from casinowar.rules.vocabulary.declaration import record, rule
from casinowar.rules.vocabulary.forms import Limit

Choice = Literal["surrender", "war"]
Comparison = Literal["higher", "lower", "equal"]
"""How a player's card compares with the dealer's."""

Collect = Literal["pick and pay", "lay and pay", "by deal"]
"""When a hand's cards are picked up: just before it is paid; when all hands are settled; or when
a deal is settled, except for hands still at war."""

RoundRuling = Literal["stands", "void"]
WagerRuling = Literal["pay as", "return", "take"]
Ruling = Literal[RoundRuling, WagerRuling]


@record
class ShoeRules:
    """The cards, and how a shoe begins and ends."""

    ranks: str = rule(
        "the thirteen ranks, highest first",
        example="A K Q J 10 9 8 7 6 5 4 3 2",
        values="all thirteen, in any order",
        form=forms.RANKS,
    )
    decks: tuple[int, ...] = rule(
        "how many decks a shoe may have, the usual number first",
        example=[6, 8],
        values="a list of numbers from 1 to 12",
        form=forms.PLAIN_LIST,
    )
    backs: tuple[str, ...] = rule(
        "the colour of the backs, for each batch of cards",
        example=["red"],
        values="a list of one or two words",
        form=forms.PLAIN_LIST,
    )
    cut_by: Literal["players", "dealer"] = rule(
        "who cuts the cards",
        example="players",
        words={"players": "a player cuts", "dealer": "the dealer cuts"},
    )
    cut_card: int | Fraction | None = rule(
        "the most cards that may lie behind the cut card",
        example="1/4 of the shoe",
        values='"30 cards", "1/4 of the shoe", or "none": every round has a fresh shoe',
        form=forms.CUT_CARD,
    )
    first_burn: Literal["yes", "no", "option"] = rule(
        "whether the first card of a shoe is burned",
        example="option",
        words={
            "yes": "burned unseen",
            "no": "not burned",
            "option": "burned if the table says so",
        },
    )
    dealer_burn: int = rule("how many cards each new dealer burns", example=0, values="0 to 99")


@record
class SeatRules:
    """Who sits where."""

    most: int = rule(
        "the most seats a table may have, the banker's included", example=7, values="1 to 12"
    )
    usual: int = rule(
        "how many seats a table has unless its operator says otherwise",
        example=7,
        values="1 to the most",
    )
    holding: Literal["several", "one each", "solo"] = rule(
        "how many seats a player may hold",
        example="several",
        words={
            "several": "a player may hold several",
            "one each": "one for each player",
            "solo": "one player plays them all",
        },
    )
    players_needed: int = rule("how many players a round needs", example=1, values="1 or more")
    backline: Literal["yes", "no"] = rule(
        "whether people without a seat may bet on a seat's card", example="no"
    )


@record
class BankRules:
    """Who pays and collects."""

    held_by: Literal["house", "player"] = rule("who pays and collects", example="house")
    rounds: int | None = rule(
        "the most rounds in a row that one player may hold the bank",
        example=2,
        values="1 or more",
        default=None,
        only="only where a player holds the bank",
    )
    house_players: Literal["yes", "practice"] = rule(
        "whether the house's own players, the bots, may hold the bank",
        example="practice",
        default="yes",
        words={"yes": "bots may bank", "practice": "bots bank at practice tables only"},
        only="only where a player holds the bank",
    )


@record
class LimitRules:
    """How much a wager may be, and what happens to one outside the limits."""

    primary: Limit = rule(
        "the amounts a primary wager may have",
        example="5.00 to 500.00",
        values='a range such as "5.00 to 500.00", or fixed amounts: "5.00, 10.00, 25.00"',
        form=forms.LIMIT,
    )
    tie: Limit = rule(
        "the amounts a tie wager may have",
        example="5.00 to 500.00",
        values="as for the primary wager; if you leave it out, the same amounts",
        form=forms.LIMIT,
        same_as="limits.primary",
        same_by="ALL-14",
    )
    unit: int = rule(
        "the amount that every wager is a multiple of",
        example="1.00",
        values="an amount",
        form=forms.MONEY,
    )
    below: Literal["refuse", "honour once", "accept whole"] = rule(
        "what happens to a wager below the minimum",
        example="refuse",
        words={
            "refuse": "refused",
            "honour once": "honoured once with a reminder, then refused",
            "accept whole": "accepted",
        },
    )
    above: Literal["refuse", "cut", "accept whole"] = rule(
        "what happens to a wager above the maximum",
        example="refuse",
        words={
            "refuse": "refused",
            "cut": "counts at the maximum, the excess goes back",
            "accept whole": "accepted",
        },
    )
    authorised: int | Literal["stated", "none"] = rule(
        "the limit that no table may exceed",
        example="none",
        values='an amount, "none", or "stated": the operator states it to open a table',
        words={"stated": "stated by the operator to open a table", "none": "none"},
        form=forms.word_or("stated", "stated", forms.word_or("none", "none", forms.MONEY)),
    )
    most_returned: int | None = rule(
        "the most that one round may return in all, stakes included",
        example="none",
        values='an amount or "none"',
        form=forms.word_or("none", None, forms.MONEY),
    )
    honoured: Literal["when placed", "when dealt"] = rule(
        "when a player's one wager below the minimum is used up",
        example="when dealt",
        default="when placed",
        words={
            "when placed": "when it is placed",
            "when dealt": "when a card is dealt to it",
        },
        only="only where limits.below is honour once",
    )
    unit_binds: Literal["all", "within"] = rule(
        "whether the unit binds all wagers, or only those within the limits",
        example="within",
        default="all",
        words={"all": "all wagers", "within": "wagers within the limits"},
        only="only where a wager outside the limits is not always refused",
    )

    @property
    def has_no_maximum(self) -> bool:
        """Whether a wager over the maximum is accepted whole."""
        return self.above == "accept whole"


@record
class BetRules:
    """Which wagers are offered before the deal."""

    tie: Literal["none", "beside primary", "alone too"] = rule(
        "whether there is a tie wager, and whether it may stand alone",
        example="none",
        words={
            "none": "not offered",
            "beside primary": "beside a primary wager",
            "alone too": "beside a primary wager or alone",
        },
    )


@record
class DealRules:
    """The original deal."""

    direction: Direction = rule(
        "the direction of the deal along the seats", example="left to right"
    )
    original: Script = rule(
        "the script of the original deal",
        values="a list of steps",
        example=["each: player", "once: dealer"],
        form=forms.SCRIPT,
    )


@record
class SettleRules:
    """The settlement of the original deal, and how cards are collected."""

    original: Passes = rule(
        "the passes that settle the original deal",
        values="a list of passes",
        example=["left to right: primary, tie"],
        form=forms.PASSES,
    )
    collect: tuple[Collect, ...] = rule(
        "when cards are picked up, the usual way first",
        example=["pick and pay"],
        words={
            "pick and pay": "each hand as it is paid",
            "lay and pay": "all when every hand is settled",
            "by deal": "after each deal, except hands at war",
        },
        form=forms.PLAIN_LIST,
    )


@record
class ChoiceRules:
    """A hand's choice, usually a tie hand's; without it, the pay table settles every primary."""

    offers: tuple[Choice, ...] = rule(
        "what a hand with a choice may do",
        example=["surrender", "war"],
        form=forms.PLAIN_LIST,
    )
    time_out: Literal["surrender", "forfeit", "wait"] = rule(
        "what happens when a player does not choose in time",
        example="surrender",
        words={
            "surrender": "no answer in time means surrender",
            "forfeit": "no answer in time means forfeit",
            "wait": "the game waits for the answer",
        },
    )
    on: tuple[Comparison, ...] = rule(
        "the comparisons of the first cards that give the choice",
        example=["equal"],
        words={"higher": "a higher card", "lower": "a lower card", "equal": "a tie"},
        form=forms.PLAIN_LIST,
        default=("equal",),
    )
    asked: Literal["together", "in turn"] = rule(
        "whether all hands with a choice are asked at once, or seat by seat",
        example="together",
        words={
            "together": "all at once, when everything else is settled",
            "in turn": "seat by seat; a surrender is taken before the next seat is looked at",
        },
        default="together",
    )


@record
class WarRules:
    """The war deal and its settlement."""

    deal: Script = rule(
        "the script of the war deal",
        values="a list of steps",
        example=["each: burn 3, player, burn 3, dealer"],
        form=forms.SCRIPT,
    )
    settle: Passes = rule(
        "the passes that settle the war deal",
        values="a list of passes",
        example=["left to right: primary, war"],
        form=forms.PASSES,
    )
    tie_wager: Literal["none", "equal", "free"] = rule(
        "whether there is a tie wager on the war deal",
        example="none",
        words={
            "none": "not offered",
            "equal": "as much as the primary wager",
            "free": "any amount within the tie limits",
        },
    )
    match: Literal["unsaid", "posted"] = rule(
        "whether the bank puts up the primary wager too when a player goes to war",
        example="posted",
        default="unsaid",
        words={"unsaid": "not posted", "posted": "posted beside the player's war wager"},
    )


@record
class DisputeRules:
    """Who rules on a round, how, and when an unfinished one is cancelled."""

    ruled_by: Literal["pit boss", "operator"] = rule(
        "who rules on a disputed round", example="pit boss"
    )
    rulings: tuple[Ruling, ...] = rule(
        "the rulings they may make",
        example=["stands", "void"],
        words={
            "stands": "that it stands",
            "void": "that it is void",
            "pay as": "that one wager is paid as an outcome of the pay table",
            "return": "that one wager is returned",
            "take": "that one wager is taken",
        },
        form=forms.PLAIN_LIST,
    )
    cancelled_after_days: int | None = rule(
        "how many days a round may stay open before it is cancelled",
        example="none",
        values='1 to 36500, or "none": it is never cancelled for its age',
        form=forms.word_or("none", None, forms.PLAIN),
    )
    void_reaches: Literal["last round", "any round"] = rule(
        "which rounds can be ruled void",
        example="last round",
        default="last round",
        words={
            "last round": "until the first bet of the next round",
            "any round": "however many were played since",
        },
    )


@record
class ErrorRules:
    """What happens to cards that a dealer drew or showed by mistake."""

    excess: Literal["next card", "discard"] = rule(
        "what happens to an unseen card drawn in excess",
        example="next card",
        words={"next card": "is the next card", "discard": "is discarded"},
    )
    disclosed: Literal["next card", "discard"] = rule(
        "what happens to a card shown by mistake",
        example="discard",
        words={"next card": "is the next card", "discard": "is discarded"},
    )
