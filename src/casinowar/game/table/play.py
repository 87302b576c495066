"""The round at a table, from the close of bets through cards and choices.

At a hand-dealt table, a card that leads to payments waits until the dealer has checked it, and the
last card can be corrected.
"""

from casinowar.cards import Card
from casinowar.game.actions import Burn, CloseBets, CorrectCard, Deal, GoToWar, Surrender, TimeOut
from casinowar.game.events import (
    BetsClosed,
    CardCorrected,
    CardDealt,
    Event,
    WagerReturned,
    WagerSettled,
    WarDeclared,
)
from casinowar.game.needs import (
    BankerNeeded,
    BetsNeeded,
    BurnNeeded,
    CardNeeded,
    ChoiceNeeded,
    CutNeeded,
    Need,
    PaymentNeeded,
    StakeNeeded,
)
from casinowar.game.round import Round, begin
from casinowar.game.round import need as round_need
from casinowar.game.round import step as round_step
from casinowar.game.round.agenda import Draw
from casinowar.game.table import bank, rulings, shoe
from casinowar.game.table.bets import check_war_tie, use_up
from casinowar.game.table.state import Table, TableBase, TableDraft
from casinowar.rules.model import RuleSet


def close_bets(draft: TableDraft, action: CloseBets) -> None:
    """Close the bets and begin the round."""
    if not isinstance(draft.awaited, BetsNeeded):
        raise draft.refuse("bets are not open")
    if why := why_not_close(draft, action.at):
        raise draft.refuse(why)
    begun = begin(
        draft.rules,
        draft.bets,
        stake=draft.bank.stake if draft.rules.player_banked else None,
        collect=draft.options.collect,
        most_returned=draft.options.most_returned,
    )
    draft.round, draft.bets, draft.betting, draft.began_at = begun, (), False, action.at
    draft.rounds += 1
    draft.tell(BetsClosed(draft.rounds, action.at))


def why_not_close(table: TableBase, at: object) -> str:
    """Why bets that are open cannot be closed at this time; ``""`` if they can."""
    if not table.bets:
        return "there is no bet yet"
    if type(at) is not int or at < 0:
        return f"{at!r} is not a time: give whole seconds since 1970"
    if table.rules.disputes.cancelled_after_days is not None and not at:
        return "these rules limit how long a round takes: say when it begins"
    return ""


def deal(draft: TableDraft, action: Deal) -> None:
    """Deal the next card; a round's first card also closes the bets (ALL-13)."""
    close_bets_by_dealing(draft)
    if not isinstance(draft.awaited, CardNeeded):
        raise draft.refuse("no card is due")
    draft.check_card(action.card)
    after, events = round_step(_running(draft), action)
    draft.tell(events[0])
    draft.draw(1, f"{action.card} ")
    dealt = after.cards[-1]
    if dealt.deal == "original" and dealt.to == "player":
        use_up(draft, after.bets_at(dealt.seat))
    _go_on(draft, action.card, after, events[1:])


def _go_on(draft: TableDraft, card: Card, after: Round, events: tuple[Event, ...]) -> None:
    """Go on with a dealt card, or hold it if the dealer must check it before paying."""
    before = draft.round
    if draft.options.hand_dealt and _pays(events):
        draft.held, draft.before_card = card, None
    else:
        _move(draft, after, events)
        is_fixable = draft.options.hand_dealt and not after.over
        draft.before_card = before if is_fixable else None


def burn(draft: TableDraft, action: Burn) -> None:
    """Burn cards, in a round or before it."""
    if not draft.playing and isinstance(draft.awaited, BurnNeeded):
        shoe.burn_between_rounds(draft, action)
        return
    close_bets_by_dealing(draft)
    if not isinstance(draft.awaited, BurnNeeded):
        raise draft.refuse("no burn is due")
    after, events = round_step(_running(draft), action)
    draft.tell(events[0])
    draft.draw(action.count)
    _move(draft, after, events[1:])
    draft.before_card = None


def choose(draft: TableDraft, action: Surrender | GoToWar) -> None:
    """Accept a player's choice for their own tie hand."""
    if draft.round is None or not draft.playing or isinstance(draft.awaited, PaymentNeeded):
        raise draft.refuse("no choice is due")
    after, events = round_step(draft.round, action)
    if isinstance(action, GoToWar) and action.tie and draft.rules.has_free_war_tie:
        check_war_tie(draft, action.tie)
    _move(draft, after, events)
    if _pays(events):
        draft.before_card = None


def time_out(draft: TableDraft) -> None:
    """Decide for players who ran out of time: surrender, decline the bank or the cut (ALL-8)."""
    awaited = draft.awaited
    if isinstance(awaited, ChoiceNeeded):  # the round refuses if its choices have no time limit
        after, events = round_step(_running(draft), TimeOut())
        _move(draft, after, events)
        draft.before_card = None
    elif not has_time_limit(draft.rules, awaited):
        raise draft.refuse("nobody's time can run out now")
    elif isinstance(awaited, BankerNeeded):
        bank.pass_on(draft, "house")
    elif isinstance(awaited, CutNeeded):
        shoe.skip_cutter(draft, "house")
    else:
        bank.release(draft, "time")


def has_time_limit(rules: RuleSet, awaited: Need) -> bool:
    """Whether the time of the players whom a table waits for can run out."""
    match awaited:
        case BankerNeeded():
            return awaited.is_offer
        case CutNeeded():
            return bool(awaited.seat)
        case ChoiceNeeded():
            return rules.choice is not None and rules.choice.time_out != "wait"
        case _:
            return isinstance(awaited, StakeNeeded)


def pay(draft: TableDraft) -> None:
    """Confirm the held card: make the payments and go on with the round."""
    held = draft.held
    if held is None:
        raise draft.refuse("there is nothing to pay")
    after, events = round_step(_running(draft), Deal(held))
    draft.held = draft.shown = None
    _move(draft, after, events[1:])


def payments(table: Table) -> tuple[Event, ...]:
    """What the dealer of a hand-dealt table is about to pay and collect, in order."""
    if table.held is None or table.round is None:
        return ()
    return round_step(table.round, Deal(table.held))[1][1:]


def cards_shown(table: Table) -> tuple[CardDealt, ...]:
    """The cards of the round in order, including one whose payments are still to be made."""
    if table.round is None:
        return ()
    if table.held is None:
        return table.round.cards
    return round_step(table.round, Deal(table.held))[0].cards


def correct_card(draft: TableDraft, action: CorrectCard) -> None:
    """Correct the last card; possible until the next card or payment, and recorded."""
    if why := why_not_correct(draft):
        raise draft.refuse(why)
    if draft.shown is not None:
        shoe.correct_disclosed(draft, draft.shown, action.card)
        return
    now, before = _running(draft), draft.before_card
    if draft.held is not None:
        was, before = draft.held, now
    else:
        assert before is not None, "a card that is not held has a round before it"
        was = now.cards[-1].card
        _return_war_wagers(draft, before, now)
    draft.see_instead(was, action.card)
    draft.round, draft.held, draft.before_card = before, None, None
    after, events = round_step(before, Deal(action.card))
    dealt = after.cards[-1]
    draft.tell(CardCorrected(dealt.deal, dealt.to, dealt.seat, was, action.card))
    _go_on(draft, action.card, after, events[1:])


def why_not_correct(table: Table | TableDraft) -> str:
    """Why no card can be corrected now; ``""`` if one can."""
    if why := shoe.why_not_by_hand(table):
        return why
    is_last = table.before_card is not None and table.round is not None
    if table.shown is None and table.held is None and not is_last:
        return "no card can be corrected: the next card or payment came after it"
    return ""


def _return_war_wagers(draft: TableDraft, before: Round, now: Round) -> None:
    """Return the wagers of wars declared on a card that was keyed wrong."""
    for answer in now.answers:
        if isinstance(answer, WarDeclared) and answer not in before.answers:
            draft.tell(WagerReturned(answer.player, answer.seat, "war", answer.war, "corrected"))
            if answer.war_tie:
                draft.tell(
                    WagerReturned(
                        answer.player, answer.seat, "war_tie", answer.war_tie, "corrected"
                    )
                )


def void_if_dry(draft: TableDraft) -> None:
    """Void the round if the shoe has too few cards left for it (ALL-15)."""
    if draft.round is None or not draft.playing or draft.held is not None:
        return
    item = draft.round.agenda[0]
    if isinstance(item, Draw) and item.cards > draft.shoe.left + draft.shoe.excess:
        rulings.void_for(draft, "the shoe ran out")


def close_bets_by_dealing(draft: TableDraft) -> None:
    """Close the bets if they are open, because a card or a burn begins the round."""
    if isinstance(draft.awaited, BetsNeeded):
        close_bets(draft, CloseBets())
        draft.awaited = round_need(_running(draft))


def _running(draft: TableDraft) -> Round:
    round_ = draft.round
    assert round_ is not None, "a card is due only in a round"
    return round_


def _pays(events: tuple[Event, ...]) -> bool:
    return any(isinstance(event, WagerSettled | WagerReturned) for event in events)


def _move(draft: TableDraft, after: Round, events: tuple[Event, ...]) -> None:
    """Move the round on; if it is over, end it for the bank too."""
    draft.round = after
    draft.tell(*events)
    if after.over:
        bank.end_round(draft, after.bank_result)
