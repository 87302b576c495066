"""The round at a table: no more bets, then cards and choices.

At a hand-dealt table a card that leads to payments is held until the dealer has checked it, and
the last card can be corrected.
"""

from casinowar.actions import Burn, CloseBets, CorrectCard, Deal, GoToWar, Surrender, TimeOut
from casinowar.cards import Card
from casinowar.events import (
    BetsClosed,
    CardCorrected,
    CardDealt,
    Event,
    WagerReturned,
    WagerSettled,
    WarDeclared,
)
from casinowar.needs import (
    BankerNeeded,
    BetsNeeded,
    BurnNeeded,
    CardNeeded,
    ChoiceNeeded,
    CutNeeded,
    PaymentNeeded,
    StakeNeeded,
)
from casinowar.round import Round, begin
from casinowar.round import need as round_need
from casinowar.round import step as round_step
from casinowar.round.agenda import Draw
from casinowar.table import banking, ruling, shoe
from casinowar.table.betting import check_war_tie
from casinowar.table.state import Draft, Table


def close_bets(draft: Draft, action: CloseBets) -> None:
    """No more bets: the wagers are fixed and the round begins."""
    if not isinstance(draft.awaited, BetsNeeded):
        raise draft.refuse("bets are not open")
    if not draft.bets:
        raise draft.refuse("there is no bet yet")
    if type(action.at) is not int or action.at < 0:
        raise draft.refuse(f"{action.at!r} is no time: whole seconds since 1970")
    if draft.rules.disputes.cancelled_after_days is not None and not action.at:
        raise draft.refuse("these rules count a round's days: say when it begins")
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


def deal(draft: Draft, action: Deal) -> None:
    """The next card; the first one of a round also closes the bets (ALL-13)."""
    _close_bets_by_dealing(draft)
    if not isinstance(draft.awaited, CardNeeded):
        raise draft.refuse("no card is due")
    draft.check_card(action.card)
    after, events = round_step(_running(draft), action)
    draft.tell(events[0])
    draft.draw(1, f"{action.card} ")
    _go_on(draft, action.card, after, events[1:])


def _go_on(draft: Draft, card: Card, after: Round, events: tuple[Event, ...]) -> None:
    """A card lies on the table: go on, or hold it where it must be checked before it is paid."""
    before = draft.round
    if draft.options.hand_dealt and _pays(events):
        draft.held, draft.before_card = card, None
    else:
        _move(draft, after, events)
        draft.before_card = before if draft.options.hand_dealt else None


def burn(draft: Draft, action: Burn) -> None:
    """Cards away unseen: in the round if one is under way, else before it."""
    if not draft.playing and isinstance(draft.awaited, BurnNeeded):
        shoe.burn_between_rounds(draft, action)
        return
    _close_bets_by_dealing(draft)
    if not isinstance(draft.awaited, BurnNeeded):
        raise draft.refuse("no burn is due")
    after, events = round_step(_running(draft), action)
    draft.tell(events[0])
    draft.draw(action.count)
    _move(draft, after, events[1:])
    draft.before_card = None


def choose(draft: Draft, action: Surrender | GoToWar) -> None:
    """A tie hand's answer, by the one whose hand it is."""
    if draft.round is None or not draft.playing or isinstance(draft.awaited, PaymentNeeded):
        raise draft.refuse("no choice is due")
    free = draft.rules.war is not None and draft.rules.war.tie_wager == "free"
    after, events = round_step(draft.round, action)
    if isinstance(action, GoToWar) and action.tie and free:
        check_war_tie(draft, action.tie)
    _move(draft, after, events)
    if _pays(events):
        draft.before_card = None


def time_out(draft: Draft) -> None:
    """Time has run out: surrender, no bank, no cut (ALL-8)."""
    match draft.awaited:
        case BankerNeeded() if draft.bank.offers:
            banking.pass_on(draft, "house")
        case StakeNeeded():
            banking.release(draft, "time")
        case CutNeeded(seat=seat) if seat:
            shoe.skip_cutter(draft, "house")
        case ChoiceNeeded():
            after, events = round_step(_running(draft), TimeOut())
            _move(draft, after, events)
            draft.before_card = None
        case _:
            raise draft.refuse("nobody's time can run out")


def pay(draft: Draft) -> None:
    """The held card is right: the round goes on with it, and what is due is paid."""
    held = draft.held
    if held is None:
        raise draft.refuse("nothing is to be paid")
    after, events = round_step(_running(draft), Deal(held))
    draft.held = draft.shown = None
    _move(draft, after, events[1:])


def payments(table: Table) -> tuple[Event, ...]:
    """What a hand-dealt table's dealer is about to pay and collect, in order."""
    if table.held is None or table.round is None:
        return ()
    return round_step(table.round, Deal(table.held))[1][1:]


def cards_shown(table: Table) -> tuple[CardDealt, ...]:
    """The cards of the round in the order they came, the one that waits for payments included."""
    if table.round is None:
        return ()
    if table.held is None:
        return table.round.cards
    return round_step(table.round, Deal(table.held))[0].cards


def correct_card(draft: Draft, action: CorrectCard) -> None:
    """The card entered last is another: until the next card or payment, and recorded."""
    shoe.check_hand_dealt(draft)
    if draft.shown is not None:
        shoe.correct_disclosed(draft, draft.shown, action.card)
        return
    if draft.held is not None:
        was, before = draft.held, _running(draft)
    elif draft.before_card is not None and draft.round is not None:
        was, before = draft.round.cards[-1].card, draft.before_card
        _return_war_wagers(draft, before, draft.round)
    else:
        raise draft.refuse("no card can be corrected: the next card or payment came after it")
    draft.see_instead(was, action.card)
    draft.round, draft.held, draft.before_card = before, None, None
    after, events = round_step(before, Deal(action.card))
    dealt = after.cards[-1]
    draft.tell(CardCorrected(dealt.deal, dealt.to, dealt.seat, was, action.card))
    _go_on(draft, action.card, after, events[1:])


def _return_war_wagers(draft: Draft, before: Round, now: Round) -> None:
    """Wars declared on a mis-keyed card are undone with it."""
    for answer in now.answers:
        if isinstance(answer, WarDeclared) and answer not in before.answers:
            draft.tell(WagerReturned(answer.player, answer.seat, "war", answer.war, "corrected"))
            if answer.war_tie:
                draft.tell(
                    WagerReturned(
                        answer.player, answer.seat, "war_tie", answer.war_tie, "corrected"
                    )
                )


def void_if_dry(draft: Draft) -> None:
    """A shoe that cannot give what the round needs voids it (ALL-15)."""
    if draft.round is None or not draft.playing or draft.held is not None:
        return
    item = draft.round.agenda[0]
    if isinstance(item, Draw) and item.cards > draft.shoe.left + draft.shoe.excess:
        ruling.void_for(draft, "the shoe ran out")


def _close_bets_by_dealing(draft: Draft) -> None:
    if isinstance(draft.awaited, BetsNeeded):
        close_bets(draft, CloseBets())
        draft.awaited = round_need(_running(draft))


def _running(draft: Draft) -> Round:
    round_ = draft.round
    assert round_ is not None, "a card is due only in a round"
    return round_


def _pays(events: tuple[Event, ...]) -> bool:
    return any(isinstance(event, WagerSettled | WagerReturned) for event in events)


def _move(draft: Draft, after: Round, events: tuple[Event, ...]) -> None:
    """The round has moved on; when it is over, the bank counts it."""
    draft.round = after
    draft.tell(*events)
    if after.over:
        banking.end_round(draft, after.bank_result)
