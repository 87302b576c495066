"""The dealer's commands before the first card: seats, bets, bank and shoe."""

from casinowar.desk.grammar import Unit
from casinowar.desk.scene import (
    Reader,
    Scene,
    alone,
    is_amount,
    new_name,
    number,
    only,
    usage,
    whole,
)
from casinowar.errors import IllegalAction
from casinowar.game.actions import (
    Action,
    CloseBets,
    CutDeck,
    DeclineBank,
    GiveUpBank,
    Leave,
    NewShoe,
    PassCut,
    PlaceBet,
    PlaceCutCard,
    PostStake,
    Sit,
    TakeBank,
    WithdrawBet,
)
from casinowar.game.needs import BankerNeeded, CutNeeded, ShoeNeeded
from casinowar.money import parse_money


def _sit(scene: Scene, unit: Unit) -> list[Action]:
    free = [seat for seat, holder in enumerate(scene.table.seats, 1) if not holder]
    found: list[Action] = []
    at = 0
    for word in unit.words:
        if whole(word) is not None and not at:
            at = scene.seat(word)
            continue
        if not at and not free:
            raise IllegalAction("every seat is taken")
        at = at or free[0]
        free = [seat for seat in free if seat != at]
        found.append(Sit(new_name(word), at))
        at = 0
    if at or not found:
        raise usage("sit SEAT NAME, as sit 1 ann, or only names for the first free seats")
    return found


def _leave(scene: Scene, unit: Unit) -> list[Action]:
    seat = scene.seat(only(unit, "leave SEAT, as leave 1"))
    return [Leave(scene.holder(seat), seat)]


def _bet(scene: Scene, unit: Unit) -> list[Action]:
    match unit.words:
        case (who, amounts):
            seat = scene.seat(who)
            player = scene.holder(seat)
        case (who, name, amounts):
            seat, player = scene.seat(who), new_name(name)
            if scene.table.seats[seat - 1] == player:
                raise IllegalAction(
                    f"{player} has seat {seat}: leave out the name, as {seat}={amounts}; "
                    "a name is for a backline bet"
                )
        case _:
            raise usage("bet SEAT PRIMARY/TIE, as bet 1 20/5; backline: bet 1 bob 10")
    primary, _, tie = amounts.partition("/")
    bets: list[Action] = []
    if primary or not tie:
        bets.append(PlaceBet(player, seat, "primary", parse_money(primary)))
    if tie:
        bets.append(PlaceBet(player, seat, "tie", parse_money(tie)))
    return bets


def _withdraw(scene: Scene, unit: Unit) -> list[Action]:
    words = list(unit.words)
    wager = words.pop().lower() if words and words[-1].lower() in ("primary", "tie") else ""
    if len(words) not in (1, 2):
        raise usage("withdraw SEAT [NAME] [primary or tie], as withdraw 1 tie")
    seat = scene.seat(words[0])
    player = words[1] if len(words) > 1 else scene.holder(seat)
    if not wager:
        own = scene.table.bet(player, seat)
        wager = "tie" if own is not None and not own.primary else "primary"
    return [WithdrawBet(player, seat, "tie" if wager == "tie" else "primary")]


def _close(scene: Scene, unit: Unit) -> list[Action]:
    alone(unit)
    return [CloseBets(scene.now)]


def _asked_to_bank(scene: Scene, names: tuple[str, ...]) -> str:
    if names:
        return scene.holder(scene.seat(names[0]))
    if not isinstance(scene.need, BankerNeeded):
        raise IllegalAction("the bank is not free")
    if len(scene.need.players) != 1:
        raise IllegalAction("everyone has declined: say who takes the bank, as bank ann")
    return scene.need.players[0]


def _bank(scene: Scene, unit: Unit) -> list[Action]:
    words = unit.words
    stake = words[-1] if words and is_amount(words[-1]) else ""
    if len(words) > (2 if stake else 1):
        raise usage("bank, bank NAME, bank STAKE or bank NAME STAKE, as bank ann 300")
    player = _asked_to_bank(scene, words[:-1] if stake else words)
    posted = [PostStake(player, parse_money(stake))] if stake else []
    return [TakeBank(player), *posted]


def _decline(scene: Scene, unit: Unit) -> list[Action]:
    if len(unit.words) > 1:
        raise usage("decline, or decline NAME")
    return [DeclineBank(_asked_to_bank(scene, unit.words))]


def _stake(scene: Scene, unit: Unit) -> list[Action]:
    banker = scene.table.bank.player
    if not banker:
        raise IllegalAction("nobody holds the bank")
    if not unit.words and banker in scene.stakes:
        return [PostStake(banker, scene.stakes[banker])]
    return [PostStake(banker, parse_money(only(unit, "stake AMOUNT, as stake 300")))]


def _give_up(scene: Scene, unit: Unit) -> list[Action]:
    alone(unit)
    if not scene.table.bank.player:
        raise IllegalAction("nobody holds the bank")
    return [GiveUpBank(scene.table.bank.player)]


def _shoe(scene: Scene, unit: Unit) -> list[Action]:
    if not isinstance(scene.need, ShoeNeeded):
        raise IllegalAction("no new shoe is due")
    if not unit.words:
        return [NewShoe(scene.need.batch)]
    word, backs = only(unit, "shoe, or shoe and its backs").lower(), scene.table.rules.shoe.backs
    if word in backs:
        return [NewShoe(backs.index(word) + 1)]
    return [NewShoe(number(word, f"shoe, or shoe and its backs: {' or '.join(backs)}"))]


def _cut(scene: Scene, unit: Unit) -> list[Action]:
    form = "cut, or cut PLACE, as cut 100, or cut SEAT PLACE, or cut dealer PLACE"
    match unit.words or ("0",):
        case (place,):
            player = scene.need.player if isinstance(scene.need, CutNeeded) else ""
            return [CutDeck(player, number(place, form))]
        case ("card", behind):
            return [PlaceCutCard(number(behind, "cutcard CARDS-BEHIND, as cutcard 30"))]
        case (who, place):
            at, asked = number(place, form), scene.table.shoe.asked
        case _:
            raise usage(form)
    if who.lower() == "dealer":
        seat, player = 0, ""
    else:
        seat = scene.seat(who)
        player = scene.holder(seat)
    if seat and seat not in asked:
        return [CutDeck(player, at)]
    before = asked[: asked.index(seat)] if seat else asked
    # The players asked before the one who cuts have declined.
    return [*(PassCut(scene.holder(other)) for other in before), CutDeck(player, at)]


def _pass(scene: Scene, unit: Unit) -> list[Action]:
    alone(unit)
    match scene.need:
        case CutNeeded(player=player) if player:
            return [PassCut(player)]
        case BankerNeeded((asked,), is_offer=True):
            return [DeclineBank(asked)]
        case _:
            raise IllegalAction("nobody can pass now")


def _cut_card(_: Scene, unit: Unit) -> list[Action]:
    form = "cutcard CARDS-BEHIND, as cutcard 30"
    return [PlaceCutCard(number(only(unit, form), form))]


PREPARING: dict[str, Reader] = {
    "sit": _sit,
    "leave": _leave,
    "bet": _bet,
    "withdraw": _withdraw,
    "close": _close,
    "bank": _bank,
    "decline": _decline,
    "stake": _stake,
    "giveup": _give_up,
    "shoe": _shoe,
    "cut": _cut,
    "pass": _pass,
    "cutcard": _cut_card,
}
