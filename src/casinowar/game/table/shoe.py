"""The shoe: batches, cut, cut card, burns, and cards drawn or shown by mistake."""

from dataclasses import replace

from casinowar.cards import Card
from casinowar.game.actions import (
    Burn,
    ChangeDealer,
    CutDeck,
    DiscloseCard,
    NewShoe,
    PassCut,
    PlaceCutCard,
)
from casinowar.game.events import (
    CardDisclosed,
    CardsBurned,
    CutCardPlaced,
    CutPassed,
    DealerChanged,
    Decider,
    DeckCut,
    DisclosureCorrected,
    ExcessDiscarded,
    ExcessDrawn,
    ShoeBrought,
)
from casinowar.game.names import check_name
from casinowar.game.needs import BurnNeeded, CutCardNeeded, CutNeeded, Need, ShoeNeeded
from casinowar.game.table.state import Table, TableBase, TableDraft, cards_in


def preparation(table: Table) -> Need | None:
    """What the shoe still needs before a round can begin; `None` if it is ready."""
    shoe, options = table.shoe, table.options
    match shoe.stage:
        case "spent":
            backs = table.rules.shoe.backs
            batch = shoe.batch % len(backs) + 1
            return ShoeNeeded(batch, backs[batch - 1])
        case "cut":
            seat = shoe.asked[0] if shoe.asked else 0
            player = table.seats[seat - 1] if seat else ""
            counted_from = 0 if options.hand_dealt else 1
            return CutNeeded(player, seat, counted_from, cards_in(options.decks) - 1)
        case "cut card":
            return CutCardNeeded(options.behind_least, options.behind_most)
        case "first burn":
            return BurnNeeded(1, "first card")
        case "ready":
            return BurnNeeded(table.burns_owed, "new dealer") if table.burns_owed else None


def without_shoe(table: Table) -> Table:
    """The table after its shoe was dealt out or abandoned, so that no more cards come from it.

    There is no action for this: a shoe is abandoned when its seed is revealed, a step that only the
    record knows. A shoe that is not cut yet stays, because it is not known which seat would be
    asked first to cut the next one.
    """
    if table.shoe.stage not in ("first burn", "ready"):
        return table
    return replace(table, shoe=table.shoe._replace(stage="spent"))


def new_shoe(draft: TableDraft, action: NewShoe) -> None:
    """Bring a shuffled pack of the batch that is due, and take away the old one."""
    awaited = draft.awaited
    if not isinstance(awaited, ShoeNeeded):
        raise draft.refuse("no new shoe is due")
    if action.batch != awaited.batch:
        raise draft.refuse(f"batch {action.batch!r} is not the next batch")
    old, decks = draft.shoe, draft.options.decks
    draft.shown = None
    if old.excess:
        draft.tell(ExcessDiscarded(old.excess))
    draft.change_shoe(
        number=old.number + 1,
        batch=awaited.batch,
        stage="cut",
        left=cards_in(decks),
        behind=0,
        excess=0,
        seen="",
        asked=_asked_to_cut(draft),
    )
    draft.tell(ShoeBrought(old.number + 1, awaited.batch, awaited.backs, decks))


def _asked_to_cut(table: TableBase) -> tuple[int, ...]:
    """The seats in the order they are asked, from the seat after the last cutter's (ALL-9)."""
    if table.rules.shoe.cut_by == "dealer":
        return ()
    seats = len(table.seats)
    order = ((table.shoe.cutter + turn) % seats + 1 for turn in range(seats))
    asked: dict[str, int] = {}
    for seat in order:
        player = table.seats[seat - 1]
        if player:
            asked.setdefault(player, seat)
    return tuple(asked.values())


def cut_deck(draft: TableDraft, action: CutDeck) -> None:
    """Let the player asked cut, or the dealer if every player declined."""
    awaited = draft.awaited
    if not isinstance(awaited, CutNeeded) or action.player != awaited.player:
        raise draft.refuse(f"no cut by {action.player or 'the dealer'} is awaited")
    if type(action.at) is not int or not awaited.least <= action.at <= awaited.most:
        raise draft.refuse(f"{action.at!r} is not a place to cut at")
    draft.change_shoe(asked=(), cutter=awaited.seat or draft.shoe.cutter, stage="cut card")
    draft.tell(DeckCut(awaited.player, awaited.seat, action.at))
    if draft.rules.shoe.cut_card is None:
        _after_cut_card(draft)


def pass_cut(draft: TableDraft, action: PassCut) -> None:
    """Let the player asked decline to cut."""
    awaited = draft.awaited
    if not isinstance(awaited, CutNeeded) or not awaited.seat or action.player != awaited.player:
        raise draft.refuse(f"no cut by {action.player} is awaited")
    skip_cutter(draft, "player")


def skip_cutter(draft: TableDraft, by: Decider) -> None:
    """Ask the next seat to cut, or the dealer after the last seat."""
    shoe = draft.shoe
    draft.tell(CutPassed(draft.seats[shoe.asked[0] - 1], by))
    draft.change_shoe(asked=shoe.asked[1:])


def place_cut_card(draft: TableDraft, action: PlaceCutCard) -> None:
    """Put in the cut card, with enough cards behind it for a whole round (FC-3c, ALL-11)."""
    awaited = draft.awaited
    if not isinstance(awaited, CutCardNeeded):
        raise draft.refuse("no cut card is due")
    if type(action.behind) is not int or not awaited.least <= action.behind <= awaited.most:
        raise draft.refuse(f"{action.behind!r} cards behind the cut card is not allowed")
    draft.change_shoe(behind=action.behind)
    draft.tell(CutCardPlaced(action.behind))
    _after_cut_card(draft)


def _after_cut_card(draft: TableDraft) -> None:
    draft.change_shoe(stage="first burn" if draft.options.first_burn else "ready")


def burn_between_rounds(draft: TableDraft, action: Burn) -> None:
    """Burn the first card of a shoe, or a new dealer's cards, unseen."""
    awaited = draft.awaited
    if (
        not isinstance(awaited, BurnNeeded)
        or type(action.count) is not int
        or not 0 < action.count <= awaited.count
    ):
        raise draft.refuse(f"{action.count!r} cards cannot be burned now")
    draft.tell(CardsBurned(action.count, awaited.why))
    draft.draw(action.count)
    if awaited.why == "first card":
        draft.change_shoe(stage="ready")
    else:
        draft.burns_owed -= action.count


def change_dealer(draft: TableDraft, action: ChangeDealer) -> None:
    """Change the dealer between rounds; the new one burns what the rules ask (CA-DEAL-1)."""
    if why := why_not_change_dealer(draft, action.dealer):
        raise draft.refuse(why)
    draft.dealer, draft.burns_owed = action.dealer, draft.rules.shoe.dealer_burn
    draft.tell(DealerChanged(action.dealer))


def why_not_change_dealer(table: TableBase, dealer: object) -> str:
    """Why this dealer cannot take over now; ``""`` if they can."""
    if why := why_not_by_hand(table):
        return why
    check_name(dealer)
    return "dealers change between rounds" if table.playing else ""


def draw_excess(draft: TableDraft) -> None:
    """Record a card drawn too many, unseen (FC-16)."""
    if why := why_not_draw_excess(draft):
        raise draft.refuse(why)
    kept = draft.rules.errors.excess
    before = draft.shoe.left
    draft.tell(ExcessDrawn(kept))
    draft.change_shoe(left=before - 1, excess=draft.shoe.excess + (kept == "next card"))
    draft.notice_cut_card(before)


def why_not_draw_excess(table: TableBase) -> str:
    """Why no card can be drawn too many now; ``""`` if one can."""
    return _why_not_draw(table, table.shoe.left)


def disclose_card(draft: TableDraft, action: DiscloseCard) -> None:
    """Discard the next card because it was shown by mistake (FC-17)."""
    if why := why_not_disclose(draft):
        raise draft.refuse(why)
    draft.check_card(action.card)
    draft.tell(CardDisclosed(action.card))
    draft.draw(1, f"{action.card} ")
    draft.before_card, draft.shown = None, action.card


def why_not_disclose(table: TableBase) -> str:
    """Why no card can be shown by mistake now; ``""`` if one can."""
    if why := _why_not_draw(table, table.shoe.left + table.shoe.excess):
        return why
    if table.rules.errors.disclosed == "next card":
        return "here a card shown by mistake is dealt as the next card"
    return ""


def correct_disclosed(draft: TableDraft, was: Card, card: Card) -> None:
    """Correct the card shown by mistake, which was keyed wrong."""
    draft.see_instead(was, card)
    draft.shown = card
    draft.tell(DisclosureCorrected(was, card))


def _why_not_draw(table: TableBase, cards: int) -> str:
    if why := why_not_by_hand(table):
        return why
    if table.shoe.stage not in ("first burn", "ready") or not cards:
        return "no card can leave the shoe now"
    return ""


def why_not_by_hand(table: TableBase) -> str:
    """Why an action that only makes sense at a hand-dealt table is not possible; or ``""``."""
    return "" if table.options.hand_dealt else "this is possible only at a hand-dealt table"
