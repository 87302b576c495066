"""A table's whole state as JSON, at any moment, and back again to the very same table.

Rules and options are not in it: a record's header has them. A round is its wagers and the actions
so far, from which everything else about it follows.
"""

from dataclasses import dataclass, fields
from typing import Any, NamedTuple, cast, get_args

from casinowar.actions import RoundAction
from casinowar.cards import Card
from casinowar.errors import IllegalAction, NotationError, RecordError
from casinowar.events import WagerReturned
from casinowar.jsonform import from_json, to_json
from casinowar.options import Options
from casinowar.record.canonical import Json
from casinowar.record.plain import from_plain, to_plain
from casinowar.record.soundness import check_table
from casinowar.round import Bet, Round, begin, step
from casinowar.rules import RuleSet
from casinowar.table import Bank, Shoe, Table
from casinowar.table.ruling import cancelled


@dataclass(frozen=True, slots=True)
class _RoundState:
    bets: tuple[Bet, ...]
    stake: int | None
    history: tuple[dict[str, Any], ...]
    cancelled: bool


class _Banked(NamedTuple):
    last: str
    rounds: int


@dataclass(frozen=True, slots=True)
class _State:
    """The fields of a `Table`, as they are written."""

    seats: tuple[str, ...]
    shoe: Shoe
    bank: Bank
    bets: tuple[Bet, ...]
    leaving: tuple[int, ...]
    honoured: tuple[str, ...]
    dealer: str
    burns_owed: int
    round: _RoundState | None
    rounds: int
    began_at: int
    betting: bool
    ruled: bool
    banked_before: _Banked
    before_card: int | None
    """How many of the round's actions came before the card entered last."""
    held: Card | None
    shown: Card | None


_SAME = [
    field.name
    for field in fields(_State)
    if field.name not in ("round", "banked_before", "before_card")
]


def write_table(table: Table) -> Json:
    """The state of a table; what is `None` is left out."""
    before, round_ = table.before_card, table.round
    state = _State(
        **{name: getattr(table, name) for name in _SAME},
        round=None if round_ is None else _write_round(round_),
        banked_before=_Banked(*table.banked_before),
        before_card=None if before is None else len(before.history),
    )
    return to_plain(state)


def _write_round(round_: Round) -> _RoundState:
    returned = (result for result in round_.results if isinstance(result, WagerReturned))
    is_cancelled = any(wager.why == "cancelled" for wager in returned)
    history = tuple(to_json(action) for action in round_.history)
    return _RoundState(round_.bets, round_.stake, history, is_cancelled)


def read_table(rules: RuleSet, options: Options, value: object) -> Table:
    """The table of a state; one that no table can be in is refused."""
    state = from_plain(_State, value, "state")
    try:
        round_, before = _read_round(rules, options, state)
        table = Table(
            rules,
            options,
            **{name: getattr(state, name) for name in _SAME},
            round=round_,
            banked_before=(state.banked_before.last, state.banked_before.rounds),
            before_card=before,
        )
        check_table(table)
    except (IllegalAction, NotationError) as error:
        raise RecordError(f"state: no table can be in it: {error}") from None
    return table


def _read_round(
    rules: RuleSet, options: Options, state: _State
) -> tuple[Round | None, Round | None]:
    """The round, and the one before the card entered last if that can still be corrected."""
    written = state.round
    if written is None:
        if state.before_card is not None:
            raise RecordError("state.before_card is of a round, but there is none")
        return None, None
    round_ = begin(
        rules,
        written.bets,
        stake=written.stake,
        collect=options.collect,
        most_returned=options.most_returned,
    )
    before: Round | None = None
    for number, action in enumerate(written.history):
        if number == state.before_card:
            before = round_
        round_, _ = step(round_, _round_action(action))
    if (before is None) != (state.before_card is None):
        raise RecordError("state.before_card is not a number of actions before the last")
    return cancelled(round_) if written.cancelled else round_, before


def _round_action(value: object) -> RoundAction:
    action = from_json(value)
    if not isinstance(action, get_args(RoundAction)):
        raise RecordError("state.round.history holds what no round takes")
    return cast(RoundAction, action)
