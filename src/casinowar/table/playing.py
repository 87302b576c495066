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
    CutNeeded,
    PaymentNeeded,
    StakeNeeded,
)
from casinowar.round import Round, begin
from casinowar.round import need as round_need
from casinowar.round import step as round_step
from casinowar.table import banking, ruling, shoe
from casinowar.table.betting import check_war_tie
from casinowar.table.state import Draft, Table


def close_bets(draft: Draft, action: CloseBets) -> None:
    """No more bets: the wagers are fixed and the round begins."""
    table = draft.table
    if not isinstance(draft.awaited, BetsNeeded):
        raise draft.refuse("bets are not open")
    if not table.bets:
        raise draft.refuse("there is no bet yet")
    if type(action.at) is not int or action.at < 0:
        raise draft.refuse(f"{action.at!r} is no time: whole seconds since 1970")
    if table.rules.disputes.cancelled_after_days is not None and not action.at:
        raise draft.refuse("these rules count a round's days: say when it begins")
    begun = begin(
        table.rules,
        table.bets,
        stake=table.bank.stake if table.rules.player_banked else None,
        collect=table.options.collect,
        most_returned=table.options.most_returned,
    )
    draft.change(round=begun, rounds=table.rounds + 1, bets=(), began_at=action.at)
    draft.tell(BetsClosed(table.rounds + 1, action.at))


def deal(draft: Draft, action: Deal) -> None:
    """The next card; the first one of a round also closes the bets (ALL-13)."""
    _close_bets_by_dealing(draft)
    if not isinstance(draft.awaited, CardNeeded):
        raise draft.refuse("no card is due")
    draft.see(action.card)
    draft.draw(1)
    _play_card(draft, action.card)


def _play_card(draft: Draft, card: Card) -> None:
    """Give the round a card, or hold it where it must be checked before it is paid."""
    before = _running(draft)
    after, events = round_step(before, Deal(card))
    if draft.table.options.hand_dealt and _pays(events):
        draft.change(held=card, before_card=None)
        draft.tell(events[0])
        return
    draft.change(held=None, before_card=before if draft.table.options.hand_dealt else None)
    draft.tell(*events)
    _take(draft, after)


def burn(draft: Draft, action: Burn) -> None:
    """Cards away unseen: in the round if one is under way, else before it."""
    if not draft.table.playing and isinstance(draft.awaited, BurnNeeded):
        shoe.burn_between_rounds(draft, action)
        return
    _close_bets_by_dealing(draft)
    if not isinstance(draft.awaited, BurnNeeded):
        raise draft.refuse("no burn is due")
    after, events = round_step(_running(draft), action)
    draft.draw(action.count)
    draft.change(before_card=None)
    draft.tell(*events)
    _take(draft, after)


def choose(draft: Draft, action: Surrender | GoToWar) -> None:
    """A tie hand's answer, by the one whose hand it is."""
    table = draft.table
    if table.round is None or not table.playing or isinstance(draft.awaited, PaymentNeeded):
        raise draft.refuse("no choice is due")
    free = table.rules.war is not None and table.rules.war.tie_wager == "free"
    after, events = round_step(table.round, action)
    if isinstance(action, GoToWar) and action.tie and free:
        check_war_tie(draft, action.tie)
    if _pays(events):
        draft.change(before_card=None)
    draft.tell(*events)
    _take(draft, after)


def time_out(draft: Draft) -> None:
    """Time has run out: surrender, no bank, no cut (ALL-8)."""
    table = draft.table
    match draft.awaited:
        case BankerNeeded() if table.bank.offers:
            banking.pass_on(draft, "house")
        case StakeNeeded():
            banking.release(draft, "house")
        case CutNeeded(seat=seat) if seat:
            shoe.skip_cutter(draft, "house")
        case _ if table.round is not None and table.playing and table.held is None:
            after, events = round_step(table.round, TimeOut())
            draft.change(before_card=None)
            draft.tell(*events)
            _take(draft, after)
        case _:
            raise draft.refuse("nobody's time can run out")


def pay(draft: Draft) -> None:
    """The held card is right: the round goes on with it, and what is due is paid."""
    held = draft.table.held
    if held is None:
        raise draft.refuse("nothing is to be paid")
    after, events = round_step(_running(draft), Deal(held))
    draft.change(held=None)
    draft.tell(*events[1:])
    _take(draft, after)


def payments(table: Table) -> tuple[Event, ...]:
    """What a hand-dealt table's dealer is about to pay and collect, in order."""
    if table.held is None or table.round is None:
        return ()
    return round_step(table.round, Deal(table.held))[1][1:]


def correct_card(draft: Draft, action: CorrectCard) -> None:
    """The card entered last is another: until the next card or payment, and recorded."""
    shoe.check_hand_dealt(draft)
    table = draft.table
    if table.held is not None:
        was, before = table.held, _running(draft)
    elif table.before_card is not None and table.round is not None:
        was, before = table.round.cards[-1].card, table.before_card
        _return_war_wagers(draft, before, table.round)
    else:
        raise draft.refuse("no card can be corrected: the next card or payment came after it")
    draft.check_card(action.card, instead_of=was)
    seen = list(table.shoe.seen)
    seen[len(seen) - 1 - seen[::-1].index(was)] = action.card
    draft.change_shoe(seen=tuple(seen))
    draft.change(round=before, held=None, before_card=None)
    start = len(draft.events)
    _play_card(draft, action.card)
    dealt = draft.events[start]
    assert isinstance(dealt, CardDealt), "a card's first event is the card"
    draft.events[start] = CardCorrected(dealt.deal, dealt.to, dealt.seat, was, action.card)


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
    table = draft.table
    if table.round is None or not table.playing or table.held is not None:
        return
    match round_need(table.round):
        case CardNeeded():
            needed = 1
        case BurnNeeded(count):
            needed = count
        case _:
            return
    if needed > table.shoe.left + table.shoe.excess:
        ruling.void_for(draft, "the shoe ran out")


def _close_bets_by_dealing(draft: Draft) -> None:
    if isinstance(draft.awaited, BetsNeeded):
        close_bets(draft, CloseBets())
        draft.awaited = round_need(_running(draft))


def _running(draft: Draft) -> Round:
    round_ = draft.table.round
    assert round_ is not None, "a card is due only in a round"
    return round_


def _pays(events: tuple[Event, ...]) -> bool:
    return any(isinstance(event, WagerSettled | WagerReturned) for event in events)


def _take(draft: Draft, after: Round) -> None:
    """The round has moved on; when it is over, so is what the table kept for it."""
    draft.change(round=after)
    if after.over:
        draft.change(before_card=None)
        banking.end_round(draft, after.bank_result)
