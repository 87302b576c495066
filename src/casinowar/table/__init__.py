"""A table: seats, limits, bank, shoe, dealers and rulings around one round after the other.

`open_table` begins; `step` takes one action and returns the next state and its events; `need`
says what is awaited; `legal` says who may do what. Everything is frozen data, and everything
random or timed comes in as an action.
"""

from casinowar.actions import (
    Action,
    Burn,
    CancelRound,
    ChangeDealer,
    CloseBets,
    CorrectCard,
    CutDeck,
    Deal,
    DeclineBank,
    DiscloseCard,
    DrawExcess,
    GiveUpBank,
    GoToWar,
    Leave,
    NewShoe,
    PassCut,
    Pay,
    PlaceBet,
    PlaceCutCard,
    PostStake,
    Rule,
    Sit,
    Surrender,
    TakeBank,
    TimeOut,
    WithdrawBet,
)
from casinowar.events import Event
from casinowar.needs import (
    BankerNeeded,
    BetsNeeded,
    Need,
    PaymentNeeded,
    PlayersNeeded,
    StakeNeeded,
)
from casinowar.options import Options
from casinowar.round import need as round_need
from casinowar.rules import RuleSet
from casinowar.table import banking, betting, playing, ruling, seating, shoe
from casinowar.table.legal import Actor, Offer, offers
from casinowar.table.playing import cards_shown, payments
from casinowar.table.ruling import round_to_rule_on
from casinowar.table.state import Bank, Draft, Facts, Shoe, Table

__all__ = [
    "Actor",
    "Bank",
    "Offer",
    "Shoe",
    "Table",
    "cards_shown",
    "legal",
    "need",
    "open_table",
    "payments",
    "round_to_rule_on",
    "step",
]


def open_table(rules: RuleSet, options: Options) -> Table:
    """An empty table under these rules, which it keeps for good (SD-1a)."""
    return Table(rules, options, seats=("",) * options.seats)


def need(table: Table) -> Need:
    """What the table waits for; it is asked many times of each table, and found once."""
    found: Need | None = getattr(table, "_need", None)
    if found is None:
        found = _need(table)
        object.__setattr__(table, "_need", found)
    return found


def _need(table: Table) -> Need:
    if table.held is not None:
        return PaymentNeeded()
    if table.round is not None and table.playing:
        return round_need(table.round)
    needed = table.rules.seats.players_needed
    if not table.bets and len(table.players()) < needed:
        return PlayersNeeded(needed)
    awaited = shoe.preparation(table)
    if awaited is not None:
        return awaited
    if table.rules.player_banked:
        if not table.bank.player:
            offers = table.bank.offers
            return BankerNeeded(offers[:1] or tuple(banking.candidates(table)))
        if not table.bank.stake:
            return StakeNeeded(table.bank.player, table.options.primary.least)
    return BetsNeeded()


def step(table: Table, action: Action) -> tuple[Table, tuple[Event, ...]]:
    """The table after an action, and what the action caused; refused if not possible now."""
    draft = Draft(table, need(table))
    _act(draft, action)
    playing.void_if_dry(draft)
    seating.empty_left_seats(draft)
    _between_rounds(draft)
    return draft.freeze(), tuple(draft.events)


def legal(table: Table, actor: Actor) -> tuple[Offer, ...]:
    """What an actor may do now, each by an example that `step` accepts."""
    return offers(table, actor, need(table), _act)


def _act(draft: Draft, action: Action) -> None:
    match action:
        case Deal():
            playing.deal(draft, action)
        case Burn():
            playing.burn(draft, action)
        case PlaceBet():
            betting.place_bet(draft, action)
        case CloseBets():
            playing.close_bets(draft, action)
        case Surrender() | GoToWar():
            playing.choose(draft, action)
        case WithdrawBet():
            betting.withdraw_bet(draft, action)
        case Sit():
            seating.sit(draft, action)
        case Leave():
            seating.leave(draft, action)
        case TakeBank():
            banking.take_bank(draft, action)
        case DeclineBank():
            banking.decline_bank(draft, action)
        case PostStake():
            banking.post_stake(draft, action)
        case GiveUpBank():
            banking.give_up_bank(draft, action)
        case NewShoe():
            shoe.new_shoe(draft, action)
        case CutDeck():
            shoe.cut_deck(draft, action)
        case PassCut():
            shoe.pass_cut(draft, action)
        case PlaceCutCard():
            shoe.place_cut_card(draft, action)
        case Pay():
            playing.pay(draft)
        case CorrectCard():
            playing.correct_card(draft, action)
        case DrawExcess():
            shoe.draw_excess(draft)
        case DiscloseCard():
            shoe.disclose_card(draft, action)
        case ChangeDealer():
            shoe.change_dealer(draft, action)
        case TimeOut():
            playing.time_out(draft)
        case CancelRound():
            ruling.cancel_round(draft, action)
        case Rule():
            ruling.rule(draft, action)
        case _:
            raise draft.refuse(f"{action!r} is no action")


def _between_rounds(draft: Draft) -> None:
    """What follows by itself between rounds: a used-up shoe is spent, a free bank is offered."""
    if draft.playing:
        return
    if draft.shoe.stage == "ready" and _used_up(draft):
        draft.change_shoe(stage="spent")
    if draft.rules.player_banked and len(draft.players()) >= draft.rules.seats.players_needed:
        banking.offer(draft)


def _used_up(table: Facts) -> bool:
    """Whether the shoe must be changed before another round."""
    if table.rules.shoe.cut_card is None:
        return bool(table.shoe.seen)
    return table.shoe.left <= table.shoe.behind
