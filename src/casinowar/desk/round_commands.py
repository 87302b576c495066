"""The dealer's commands during a round: cards, burns, choices, mistakes and rulings."""

from typing import cast

from casinowar.cards import parse_card
from casinowar.desk.grammar import Unit
from casinowar.desk.scene import Reader, Scene, alone, only, usage, whole
from casinowar.errors import IllegalAction, NotationError
from casinowar.game.actions import (
    Action,
    Burn,
    CancelRound,
    ChangeDealer,
    CloseBets,
    CorrectCard,
    Deal,
    DiscloseCard,
    DrawExcess,
    GoToWar,
    Pay,
    Rule,
    RuleWager,
    Surrender,
    TimeOut,
)
from casinowar.game.needs import BetsNeeded, BurnNeeded, ChoiceNeeded, Hand, PaymentNeeded
from casinowar.game.round.state import WAGERS
from casinowar.game.table.rulings import round_rulings
from casinowar.money import parse_money
from casinowar.rules.model import PaidAs
from casinowar.rules.script import Wager


def _enter(scene: Scene, _: Unit) -> list[Action]:
    match scene.need:
        case BurnNeeded(count):
            return [Burn(count)]
        case PaymentNeeded():
            return [Pay()]
        case _:
            raise NotationError("Enter alone burns or pays: neither is due now")


def _card(scene: Scene, unit: Unit) -> list[Action]:
    deal = Deal(parse_card(unit.words[0]))
    return [CloseBets(scene.now), deal] if isinstance(scene.need, BetsNeeded) else [deal]


def _burn(scene: Scene, unit: Unit) -> list[Action]:
    if not isinstance(scene.need, BurnNeeded):
        raise IllegalAction("no burn is due")
    due = scene.need.count
    if unit.words:
        count = int(unit.words[0])
        if not 1 <= count <= due:
            raise IllegalAction(f"{count} cards cannot be burned now: {due} are due")
        return [Burn(count)]
    ahead = whole(unit.then)
    if ahead is not None and ahead <= due:
        # A dealer who reads "burn 3" and types that must not deal a three.
        raise NotationError(
            f"{unit.typed} {unit.then}: burn {unit.then}, or burn {due} and then deal a card? "
            f"Write b{unit.then}, or b and the card on the next line"
        )
    return [Burn(due)]


def _hands(scene: Scene, who: tuple[str, ...]) -> tuple[Hand, ...]:
    """The tie hands that were named: the only one, all, by seat, by player, or by both."""
    waiting = scene.need.hands if isinstance(scene.need, ChoiceNeeded) else ()
    match who:
        case ():
            if len(waiting) != 1:
                raise IllegalAction("whose choice is it? Write a seat first, as 1 w")
            return waiting
        case ("all",):
            return waiting
        case (seat, name):
            return (Hand(name, scene.seat(seat)),)
        case (word,) if whole(word) is None:
            own = tuple(hand for hand in waiting if hand.player == word)
            if not own and (seats := _seats_bet_on(scene, word)):
                return (Hand(word, seats[0]),)  # the refusal says why it is not asked now
            if len(own) != 1:
                raise IllegalAction(
                    f"{word[:32]} has {len(own) or 'no'} tie hand{'s' if own else ''} to decide"
                    + (": write the seat first" if own else "")
                )
            return own
        case _:
            seat_number = scene.seat(who[0])
            return (Hand(scene.holder(seat_number), seat_number),)


def _seats_bet_on(scene: Scene, player: str) -> list[int]:
    """The seats on which a player has a bet in this round."""
    round_ = scene.table.round
    return [] if round_ is None else [bet.seat for bet in round_.bets if bet.player == player]


def _choose(scene: Scene, unit: Unit) -> list[Action]:
    if not isinstance(scene.need, ChoiceNeeded):
        raise IllegalAction("no choice is due")
    hands = _hands(scene, unit.words)
    if unit.verb == "war":
        tie = parse_money(unit.then) if unit.then else 0
        return [GoToWar(hand.player, hand.seat, tie) for hand in hands]
    if unit.then:
        raise usage("SEAT s to surrender: it takes no amount")
    return [Surrender(hand.player, hand.seat) for hand in hands]


def _dealer(_: Scene, unit: Unit) -> list[Action]:
    return [ChangeDealer(only(unit, "dealer NAME, as dealer dora"))]


def _excess(_: Scene, unit: Unit) -> list[Action]:
    alone(unit)
    return [DrawExcess()]


def _shown(_: Scene, unit: Unit) -> list[Action]:
    return [DiscloseCard(parse_card(only(unit, "shown CARD, as shown 9h")))]


def _fix(_: Scene, unit: Unit) -> list[Action]:
    return [CorrectCard(parse_card(only(unit, "fix CARD, as fix K")))]


def _pay(_: Scene, unit: Unit) -> list[Action]:
    alone(unit)
    return [Pay()]


def _rule(scene: Scene, unit: Unit) -> list[Action]:
    rulings = {str(word): word for word in round_rulings(scene.table.rules)}
    if unit.words and whole(unit.words[0]) is not None:
        return [_rule_wager(scene, unit.words)]
    if not unit.words or unit.words[0].lower() not in rulings:
        raise usage(f"rule {' or '.join(rulings)}, and the reason")
    return [Rule(rulings[unit.words[0].lower()], " ".join(unit.words[1:]))]


_RULE_WAGER = (
    "rule SEAT WAGER take REASON, as rule 2 primary take a late bet; return REASON; or pay OUTCOME "
    "REASON, as rule 2 tie pay equal the card was misread"
)


def _rule_wager(scene: Scene, words: tuple[str, ...]) -> RuleWager:
    """The ruling on one wager: of the seat's holder, or of a player named after the seat."""
    seat, rest = scene.seat(words[0]), list(words[1:])
    named = rest and rest[0].lower() not in WAGERS
    player = rest.pop(0) if named else scene.holder(seat)
    if len(rest) < 2 or rest[0].lower() not in WAGERS:
        raise usage(_RULE_WAGER)
    wager, ruling, *why = cast(Wager, rest[0].lower()), *rest[1:]
    match ruling.lower():
        case "take" | "return" as word:
            return RuleWager(player, seat, wager, word, "", " ".join(why))
        case "pay" if why:
            outcome, *reason = why[1:] if why[0].lower() == "as" else why
            paid_as = cast(PaidAs, outcome.lower())
            return RuleWager(player, seat, wager, "pay as", paid_as, " ".join(reason))
        case _:
            raise usage(_RULE_WAGER)


def _time_out(_: Scene, unit: Unit) -> list[Action]:
    alone(unit)
    return [TimeOut()]


def _cancel(scene: Scene, unit: Unit) -> list[Action]:
    alone(unit)
    return [CancelRound(scene.now)]


DEALING: dict[str, Reader] = {
    "enter": _enter,
    "card": _card,
    "burn": _burn,
    "war": _choose,
    "surrender": _choose,
    "dealer": _dealer,
    "excess": _excess,
    "shown": _shown,
    "fix": _fix,
    "pay": _pay,
    "rule": _rule,
    "timeout": _time_out,
    "cancel": _cancel,
}
