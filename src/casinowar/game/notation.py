"""A whole round in one readable line, for tests, logs and questions about the rules.

The bets come first, then a bar, then everything that happens, in order::

    ann@1:20/5 2:20 | 9h Kd 9s ann@1:war x3 4c x3 7d

A bet is ``SEAT:PRIMARY``, with a tie wager ``SEAT:PRIMARY/TIE``, a tie wager alone ``SEAT:/TIE``.
A name goes in front: ``ann@1:20`` for Ann in seat 1, ``bob+1:10`` for Bob on its backline. If a
player banks, ``bank:30`` is the posted stake. After the bar comes a card (``9h``, or ``9`` if the
suit is unknown), a burn (``x3``), a choice (``1:surrender``, ``1:war``, or ``1:war/5`` with a tie
wager on the war deal), ``timeout``, or a ruling on one wager: ``1:tie=take``, ``1:tie=return``, or
``1:tie=equal`` to pay it as that outcome. A line does not say why. Burned cards are not seen, so a
line may leave burns out.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple, cast

from casinowar.cards import is_gone, parse_card
from casinowar.errors import IllegalAction, NotationError
from casinowar.game.actions import (
    Burn,
    Deal,
    GoToWar,
    RoundAction,
    RuleWager,
    Surrender,
    TimeOut,
)
from casinowar.game.events import RoundEvent
from casinowar.game.names import NAME_PATTERN, check_name
from casinowar.game.needs import BurnNeeded, CardNeeded, ChoiceNeeded, Nothing
from casinowar.game.round import Bet, Round, begin, need, step
from casinowar.game.round.state import WAGERS
from casinowar.money import parse_money, short_money
from casinowar.rules.model import OUTCOMES, Collect, Outcome, RuleSet, WagerRuling
from casinowar.rules.script import Wager

MOST_CHARACTERS = 20_000
"""The most characters a line may have."""

_TOKEN = re.compile(r"\||[^\s|]+")
_HAND = rf"(?:(?P<name>{NAME_PATTERN})?(?P<mark>[@+]))?(?P<seat>[1-9][0-9]?)"
_BET = re.compile(rf"{_HAND}:(?P<primary>[^/]*)(?:/(?P<tie>.*))?", re.DOTALL)
_CHOICE = re.compile(rf"{_HAND}:(?P<what>surrender|war)(?:/(?P<tie>.*))?", re.DOTALL)
_RULING = re.compile(
    rf"{_HAND}:(?P<wager>{'|'.join(WAGERS)})=(?P<ruling>take|return|{'|'.join(OUTCOMES)})"
)
_BURN = re.compile(r"x([1-9][0-9]?)")
_STAKE = "bank:"
_SHOWN = 40
_REASON = "as ruled"


class Token(NamedTuple):
    """A word of a line, and the column where it begins, counted from 1."""

    text: str
    column: int

    def wrong(self, why: str) -> NotationError:
        """An error that names this token."""
        return NotationError(f"{self}: {why}")

    def __str__(self) -> str:
        text = self.text if len(self.text) <= _SHOWN else f"{self.text[:_SHOWN]}..."
        return f"column {self.column}, {text!r}"


@dataclass(frozen=True, slots=True)
class Line:
    """A line that was parsed but not played; burns it leaves out are not filled in."""

    bets: tuple[Bet, ...]
    """Sorted by seat; at each seat its own bet first, then the backline in the order written."""
    stake: int | None
    actions: tuple[RoundAction, ...]
    tokens: tuple[Token, ...]
    """The token of each action."""


def read_round(
    rules: RuleSet,
    line: str,
    *,
    decks: int | None = None,
    collect: Collect | None = None,
    most_returned: int | None = None,
) -> tuple[Round, tuple[RoundEvent, ...]]:
    """Play a line; return the round at its end, which may be unfinished, and all its events.

    No card may appear more often than it does in `decks` decks, by default the most decks that
    the rules allow.
    """
    said = parse_line(line)
    state = _begin(rules, said, collect, most_returned)
    decks = max(rules.shoe.decks) if decks is None else decks
    events: list[RoundEvent] = []
    seen = ""
    for token, action in zip(said.tokens, said.actions, strict=True):
        if isinstance(action, Deal):
            if is_gone(action.card, seen, decks):
                hold = "1 deck holds" if decks == 1 else f"{decks} decks hold"
                raise IllegalAction(f"{token}: {hold} no more of this card")
            seen += f"{action.card} "
        for due in (*_left_out(state, action), action):
            state, told = _play(state, due, token)
            events.extend(told)
    return state, tuple(events)


def _begin(rules: RuleSet, said: Line, collect: Collect | None, most_returned: int | None) -> Round:
    if not said.bets:
        raise NotationError("there is no bet: begin a line with the bets, as 1:20 or 1:20/5")
    if rules.player_banked and said.stake is None:
        raise IllegalAction("a player banks here: write the posted stake first, as bank:30")
    if not rules.player_banked and said.stake is not None:
        raise IllegalAction(
            f"{_STAKE}{short_money(said.stake)}: the house banks here; leave this out"
        )
    # A round does not know how many seats there are, but a line for seat 70 is surely mistyped.
    seats = {bet.seat for bet in said.bets}
    if max(seats) > rules.seats.most:
        raise IllegalAction(f"seat {max(seats)}: the seats here are 1 to {rules.seats.most}")
    most = rules.betting_seats(rules.seats.most)
    if len(seats) > most:
        raise IllegalAction(f"{len(seats)} seats have bets: at most {most} can bet in one round")
    _check_people(rules, said.bets)
    if said.stake == 0:
        raise IllegalAction(f"{_STAKE}0: a banker must post more than 0")
    return begin(rules, said.bets, stake=said.stake, collect=collect, most_returned=most_returned)


def _check_people(rules: RuleSet, bets: tuple[Bet, ...]) -> None:
    """Refuse bets by people who may not sit or bet there; unnamed bettors are not checked."""
    own = {
        seat: next(bet.player for bet in bets if bet.seat == seat)
        for seat in sorted({bet.seat for bet in bets})
    }
    held = [(player, seat) for seat, player in own.items() if player]
    match rules.seats.holding:
        case "one each":
            for place, (player, seat) in enumerate(held):
                if other := [at for name, at in held[:place] if name == player]:
                    raise IllegalAction(
                        f"{player} has seats {other[0]} and {seat}: one seat a player here"
                    )
        case "solo":
            for player, _ in held:
                if player != held[0][0]:
                    raise IllegalAction(f"{held[0][0]} and {player}: one player has all seats here")
        case "several":
            pass
    for bet in bets:
        if bet.player in own.values() and bet.player and bet.player != own[bet.seat]:
            raise IllegalAction(
                f"{_format_hand(bet, bets)}: {bet.player} has a seat, and backline betting is for "
                "people without one"
            )


def _left_out(state: Round, action: RoundAction) -> Iterator[Burn]:
    """The burns due before an action, if the line leaves out every burn at this place."""
    if isinstance(action, Burn | RuleWager) or (
        state.history and isinstance(state.history[-1], Burn)
    ):
        return
    while isinstance(awaited := need(state), BurnNeeded):
        burn = Burn(awaited.count)
        state, _ = step(state, burn)
        yield burn


def _play(state: Round, action: RoundAction, token: Token) -> tuple[Round, tuple[RoundEvent, ...]]:
    match action, need(state):
        case (
            (Deal(), CardNeeded())
            | (Burn(), BurnNeeded())
            | (Surrender() | GoToWar() | TimeOut(), ChoiceNeeded())
            | (RuleWager(), _)
        ):
            pass
        case _, awaited:
            raise IllegalAction(f"{token} is not possible now", f"{awaited}{hint(state)}")
    try:
        return step(state, action)
    except IllegalAction as error:
        if isinstance(action, Burn):
            right = f"{need(state)}{hint(state)}"
            raise IllegalAction(f"{token} is too many", right) from None
        raise IllegalAction(f"{token}: {error.why}", error.awaited) from None


def hint(state: Round) -> str:
    """How to write what a round waits for, in brackets; ``""`` if it is over."""
    match need(state):
        case CardNeeded():
            return " (write it as 9h or 9)"
        case BurnNeeded(count):
            return f" (write x{count})"
        case ChoiceNeeded(hands, offers):
            whose = _format_hand(Bet(hands[0].player, hands[0].seat), state.bets)
            return f" (write {' or '.join(f'{whose}:{offer}' for offer in offers)})"
        case Nothing():
            return ""


def parse_line(line: str) -> Line:
    """Parse a line, without checking it against any rules."""
    if len(line) > MOST_CHARACTERS:
        raise NotationError(f"a line has at most {MOST_CHARACTERS} characters")
    tokens = [Token(found[0], found.start() + 1) for found in _TOKEN.finditer(line)]
    bars = [place for place, token in enumerate(tokens) if token.text == "|"]
    for place in bars[1:]:
        raise tokens[place].wrong("a line has one bar, between the bets and what happens")
    end = bars[0] if bars else len(tokens)
    stakes = [token for token in tokens[:end] if token.text.startswith(_STAKE)]
    for token in stakes[1:]:
        raise token.wrong("write the banker's stake only once")
    hands = _parse_bets(token for token in tokens[:end] if not token.text.startswith(_STAKE))
    played = tuple(tokens[end + 1 :])
    return Line(
        bets=tuple(hands.values()),
        stake=_amount(stakes[0], stakes[0].text.removeprefix(_STAKE)) if stakes else None,
        actions=tuple(_parse_action(token, hands) for token in played),
        tokens=played,
    )


_Hands = dict[tuple[int, bool, str], Bet]
"""The bets by seat, whether on the backline, and name, in settlement order."""


def _parse_bets(tokens: Iterable[Token]) -> _Hands:
    hands: _Hands = {}
    for token in tokens:
        found = _BET.fullmatch(token.text)
        if found is None:
            raise token.wrong(
                "this is not a bet: write SEAT:PRIMARY or SEAT:PRIMARY/TIE, as 1:20 or ann@1:20/5, "
                "and a bar | after the bets"
            )
        name, seat, behind = _hand(token, found)
        if (seat, behind, name) in hands or (
            not behind and any(key[:2] == (seat, False) for key in hands)
        ):
            raise token.wrong(
                f"seat {seat} has this bet already; write a bet behind it as bob+{seat}:10"
            )
        primary = 0 if found["primary"] == "" and found["tie"] else _amount(token, found["primary"])
        tie = 0 if found["tie"] is None else _amount(token, found["tie"])
        hands[seat, behind, name] = Bet(name, seat, primary, tie)
    for seat, behind, name in hands:
        if behind and not any(key[:2] == (seat, False) for key in hands):
            raise NotationError(
                f"{name}+{seat} bets behind seat {seat}, which has no bet of its own"
            )
    # The sort is stable, so it keeps the order written, which is the order of the backline.
    return dict(sorted(hands.items(), key=lambda item: item[0][:2]))


def _parse_action(token: Token, hands: _Hands) -> RoundAction:
    if token.text == "timeout":
        return TimeOut()
    if burn := _BURN.fullmatch(token.text):
        return Burn(int(burn[1]))
    if choice := _CHOICE.fullmatch(token.text):
        return _parse_choice(token, choice, hands)
    if ruling := _RULING.fullmatch(token.text):
        return _parse_ruling(token, ruling, hands)
    if ":" in token.text:
        raise token.wrong("this is not a choice: write SEAT:war, SEAT:war/TIE or SEAT:surrender")
    try:
        return Deal(parse_card(token.text))
    except NotationError:
        raise token.wrong(
            "this is neither a card (9h or 9), nor a burn (x3), nor a choice (1:war, 1:surrender), "
            "nor timeout"
        ) from None


def _parse_choice(token: Token, choice: re.Match[str], hands: _Hands) -> Surrender | GoToWar:
    player, seat = _whose(token, choice, hands)
    if choice["what"] == "war":
        return GoToWar(player, seat, 0 if choice["tie"] is None else _amount(token, choice["tie"]))
    if choice["tie"] is not None:
        raise token.wrong("only a war can have a tie wager")
    return Surrender(player, seat)


def _parse_ruling(token: Token, ruling: re.Match[str], hands: _Hands) -> RuleWager:
    player, seat = _whose(token, ruling, hands)
    wager, word = cast(Wager, ruling["wager"]), ruling["ruling"]
    if word in OUTCOMES:
        return RuleWager(player, seat, wager, "pay as", cast(Outcome, word), _REASON)
    return RuleWager(player, seat, wager, cast(WagerRuling, word), "", _REASON)


def _whose(token: Token, found: re.Match[str], hands: _Hands) -> tuple[str, int]:
    """The player and the seat of the bet that a choice or a ruling names."""
    name, seat, behind = _hand(token, found)
    for (at, is_behind, player), bet in hands.items():
        if (at, is_behind) == (seat, behind) and (player == name or not (name or behind)):
            return bet.player, seat
    raise token.wrong("there is no such bet; name the hand as its bet does")


def _hand(token: Token, found: re.Match[str]) -> tuple[str, int, bool]:
    """The name (``""`` if none), the seat, and whether the bet is on the seat's backline."""
    if found["mark"] == "@" and found["name"] is None:
        raise token.wrong("@ needs a name before it, as ann@1")
    return found["name"] or "", int(found["seat"]), found["mark"] == "+"


def _amount(token: Token, text: str) -> int:
    try:
        return parse_money(text)
    except NotationError as error:
        raise token.wrong(str(error)) from None


def format_round(state: Round) -> str:
    """The line of a round so far, burns included; `read_round` reads it back."""
    parts = [] if state.stake is None else [f"{_STAKE}{short_money(state.stake)}"]
    for bet in state.bets:
        tie = f"/{short_money(bet.tie)}" if bet.tie else ""
        primary = short_money(bet.primary) if bet.primary else ""
        parts.append(f"{_format_hand(bet, state.bets)}:{primary}{tie}")
    parts.append("|")
    parts.extend(_format_action(action, state.bets) for action in state.history)
    return " ".join(parts)


def _format_action(action: RoundAction, bets: tuple[Bet, ...]) -> str:
    match action:
        case Deal(card):
            return str(card)
        case Burn(count):
            return f"x{count}"
        case TimeOut():
            return "timeout"
        case Surrender(player, seat):
            return f"{_format_hand(Bet(player, seat), bets)}:surrender"
        case GoToWar(player, seat, tie):
            wager = f"/{short_money(tie)}" if tie else ""
            return f"{_format_hand(Bet(player, seat), bets)}:war{wager}"
        case RuleWager(player, seat, ruled, ruling, outcome):
            return f"{_format_hand(Bet(player, seat), bets)}:{ruled}={outcome or ruling}"


def _format_hand(hand: Bet, bets: tuple[Bet, ...]) -> str:
    """``ann@1`` or ``1`` for the seat's own bet, which comes first; ``bob+1`` for any other."""
    if hand.player:
        check_name(hand.player)
    own = next(bet for bet in bets if bet.seat == hand.seat)
    if own.player != hand.player:
        return f"{hand.player}+{hand.seat}"
    return f"{hand.player}@{hand.seat}" if hand.player else str(hand.seat)
