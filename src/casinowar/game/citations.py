"""Citations for events: which fields of a rule file decided each event.

A rule file cites clauses for each of its fields, so every event of a round can be shown with the
clauses behind it.
"""

from casinowar.game.events import (
    BankDeclined,
    BankGivenUp,
    BankMatched,
    BankOffered,
    BankTaken,
    BetPlaced,
    CardCorrected,
    CardDealt,
    CardDisclosed,
    CardsBurned,
    CardsCollected,
    CutCardPlaced,
    CutCardReached,
    CutPassed,
    DeckCut,
    DisclosureCorrected,
    Event,
    ExcessDiscarded,
    ExcessDrawn,
    ExcessReturned,
    Forfeited,
    LeavePlanned,
    LimitsReminded,
    MinimumReminded,
    RoundCancelled,
    RoundRuled,
    ShoeBrought,
    StakePosted,
    StakeReturned,
    Surrendered,
    WagerReturned,
    WagerReversed,
    WagerRuled,
    WagerSettled,
    WarDeclared,
)
from casinowar.rules.model import RuleSet

_DEAL = {"original": "deal.original", "war": "war.deal"}
_BURN = {"first card": "shoe.first_burn", "new dealer": "shoe.dealer_burn", **_DEAL}
_RETURN = {
    "uncovered": ("bank.held_by",),
    "cancelled": ("disputes.cancelled_after_days",),
    "void": ("disputes.rulings",),
    "corrected": (),
}


def cited_fields(event: Event, rules: RuleSet) -> tuple[str, ...]:
    """The fields that decided an event; empty if it was simply someone's own decision."""
    match event:
        case WagerSettled() | WagerReturned() | WagerReversed():
            return _of_money(event, rules)
        case CardDealt(deal=deal) | CardCorrected(deal=deal):
            return (_DEAL[deal],)
        case CardsBurned(why=why):
            return (_BURN[why],)
        case CardsCollected():
            return ("settle.collect",)
        case Surrendered(by=by):
            return ("choice.offers",) if by == "player" else ("choice.time_out",)
        case Forfeited():
            return ("choice.time_out",)
        case WarDeclared(war_tie=war_tie):
            return ("choice.offers", "war.tie_wager") if war_tie else ("choice.offers",)
        case BetPlaced(wager="tie"):
            return ("bets.tie", "limits.tie")
        case BetPlaced():
            return ("limits.primary",)
        case ExcessReturned():
            return ("limits.above",)
        case MinimumReminded() | LimitsReminded():
            return ("limits.below",)
        case BankMatched():
            return ("war.match",)
        case BankOffered() | BankDeclined() | BankTaken() | BankGivenUp():
            return ("bank.rounds",)
        case StakePosted() | StakeReturned():
            return ("bank.held_by",)
        case RoundRuled() | WagerRuled():
            return ("disputes.ruled_by", "disputes.rulings")
        case RoundCancelled():
            return ("disputes.cancelled_after_days",)
        case LeavePlanned():
            return ("seats.holding",)
        case _:
            return _of_shoe(event)


def _of_shoe(event: Event) -> tuple[str, ...]:
    match event:
        case ShoeBrought():
            return ("shoe.decks", "shoe.backs")
        case DeckCut() | CutPassed():
            return ("shoe.cut_by",)
        case CutCardPlaced() | CutCardReached():
            return ("shoe.cut_card",)
        case ExcessDrawn() | ExcessDiscarded():
            return ("errors.excess",)
        case CardDisclosed() | DisclosureCorrected():
            return ("errors.disclosed",)
        case _:
            return ()


def _of_money(
    event: WagerSettled | WagerReturned | WagerReversed, rules: RuleSet
) -> tuple[str, ...]:
    match event:
        case WagerReturned(why=why):
            return _RETURN[why]
        case WagerReversed():
            return ("disputes.rulings",)
        case WagerSettled(wager=wager, outcome=outcome, stake=stake, due=due, net=net):
            found = [f"pays.{outcome}.{wager}"]
            pay = rules.pays.pay(outcome, wager)
            if pay is not None and pay.numerator * stake % pay.denominator:
                found.append("pays.odd_cent")
            if net != due:
                found.append("bank.held_by" if rules.player_banked else "limits.most_returned")
            return tuple(found)
