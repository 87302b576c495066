"""A table: seats, limits, bank, shoe, dealers and rulings around one round after the other.

`open_table` makes a table; `step` takes one action and returns the next state and the events;
`need` says what the table waits for; `legal` says who may do what. All data is frozen, and
everything random or timed comes in as an action.
"""

from casinowar.game.actions import (
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
    RuleWager,
    Sit,
    Surrender,
    TakeBank,
    TimeOut,
    VoidRound,
    WithdrawBet,
)
from casinowar.game.events import Event
from casinowar.game.needs import (
    BankerNeeded,
    BetsNeeded,
    Need,
    PaymentNeeded,
    PlayersNeeded,
    StakeNeeded,
)
from casinowar.game.round import need as round_need
from casinowar.game.table import bank, bets, play, rulings, seats, shoe
from casinowar.game.table.legal import Actor, Offer, offers
from casinowar.game.table.play import cards_shown, payments
from casinowar.game.table.rulings import round_of, round_to_rule_on
from casinowar.game.table.state import Bank, Shoe, Table, TableBase, TableDraft
from casinowar.rules.model import RuleSet
from casinowar.rules.options import Options

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
    "round_of",
    "round_to_rule_on",
    "step",
]


def open_table(rules: RuleSet, options: Options) -> Table:
    """An empty table under these rules, which never change (SD-1a)."""
    return Table(rules, options, seats=("",) * options.seats)


def need(table: Table) -> Need:
    """What the table waits for, cached on the table because callers ask for it often."""
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
            if offers:
                return BankerNeeded(offers[:1])
            return BankerNeeded(tuple(bank.candidates(table)), is_offer=False)
        if not table.bank.stake:
            return StakeNeeded(table.bank.player, table.options.primary.least)
    return BetsNeeded()


def step(table: Table, action: Action) -> tuple[Table, tuple[Event, ...]]:
    """The table after an action, and the events; raises `IllegalAction` if it is not possible."""
    draft = TableDraft(table, need(table))
    _act(draft, action)
    play.void_if_dry(draft)
    seats.empty_left_seats(draft)
    _between_rounds(draft)
    return draft.freeze(), tuple(draft.events)


def legal(table: Table, actor: Actor) -> tuple[Offer, ...]:
    """What an actor may do now; each offer holds an example action that `step` accepts."""
    return offers(table, actor, need(table))


def _act(draft: TableDraft, action: Action) -> None:
    match action:
        case Deal():
            play.deal(draft, action)
        case Burn():
            play.burn(draft, action)
        case PlaceBet():
            bets.place_bet(draft, action)
        case CloseBets():
            play.close_bets(draft, action)
        case Surrender() | GoToWar():
            play.choose(draft, action)
        case WithdrawBet():
            bets.withdraw_bet(draft, action)
        case Sit():
            seats.sit(draft, action)
        case Leave():
            seats.leave(draft, action)
        case TakeBank():
            bank.take_bank(draft, action)
        case DeclineBank():
            bank.decline_bank(draft, action)
        case PostStake():
            bank.post_stake(draft, action)
        case GiveUpBank():
            bank.give_up_bank(draft, action)
        case NewShoe():
            shoe.new_shoe(draft, action)
        case CutDeck():
            shoe.cut_deck(draft, action)
        case PassCut():
            shoe.pass_cut(draft, action)
        case PlaceCutCard():
            shoe.place_cut_card(draft, action)
        case Pay():
            play.pay(draft)
        case CorrectCard():
            play.correct_card(draft, action)
        case DrawExcess():
            shoe.draw_excess(draft)
        case DiscloseCard():
            shoe.disclose_card(draft, action)
        case ChangeDealer():
            shoe.change_dealer(draft, action)
        case TimeOut():
            play.time_out(draft)
        case CancelRound():
            rulings.cancel_round(draft, action)
        case Rule():
            rulings.rule(draft, action)
        case RuleWager():
            rulings.rule_wager(draft, action)
        case VoidRound():
            rulings.void_round(draft, action)
        case _:
            raise draft.refuse(f"{action!r} is not an action")


def _between_rounds(draft: TableDraft) -> None:
    """Between rounds, retire a used-up shoe and offer a free bank."""
    if draft.playing:
        return
    if draft.shoe.stage == "ready" and _used_up(draft):
        draft.change_shoe(stage="spent")
    if draft.rules.player_banked and len(draft.players()) >= draft.rules.seats.players_needed:
        bank.offer(draft)


def _used_up(table: TableBase) -> bool:
    """Whether the shoe must be changed before another round."""
    if table.rules.shoe.cut_card is None:
        return bool(table.shoe.seen)
    return table.shoe.left <= table.shoe.behind
