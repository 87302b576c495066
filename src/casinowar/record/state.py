"""The whole state of a table as JSON, at any moment, and back to an equal table.

The state leaves out rules and options, which are in the record's header. A round is written as its
wagers and its actions so far; everything else follows from them.
"""

from dataclasses import dataclass, make_dataclass
from typing import Any, NamedTuple, cast, get_args, get_type_hints

from casinowar.errors import IllegalAction, NotationError, RecordError
from casinowar.game.actions import RoundAction
from casinowar.game.events import WagerReturned
from casinowar.game.round import Bet, Round, begin, step
from casinowar.game.table import Table
from casinowar.game.table.rulings import cancelled
from casinowar.record.codec.canonical import Json
from casinowar.record.codec.events import from_json, to_json
from casinowar.record.codec.values import from_plain, to_plain
from casinowar.record.soundness import check_table
from casinowar.rules.model import RuleSet
from casinowar.rules.options import Options


@dataclass(frozen=True, slots=True)
class RoundState:
    """A round under way, or the last one: its wagers, the banker's stake and its actions."""

    bets: tuple[Bet, ...]
    stake: int | None
    history: tuple[dict[str, Any], ...]
    cancelled: bool


class BankedBefore(NamedTuple):
    """Who banked last, and for how many rounds in a row, before this round."""

    last: str
    rounds: int


_OTHERWISE: dict[str, Any] = {
    "round": RoundState | None,
    "banked_before": BankedBefore,
    "before_card": int | None,  # how many of the round's actions came before the card entered last
}
"""The fields of a `Table` that are written in another type."""

_TYPES = {
    name: kind for name, kind in get_type_hints(Table).items() if name not in ("rules", "options")
}
_SAME = [name for name in _TYPES if name not in _OTHERWISE]
TableState: Any = make_dataclass(
    "TableState",
    (_TYPES | _OTHERWISE).items(),
    namespace={"__doc__": "The state of a table, from which its rules can go on."},
    frozen=True,
)
"""The fields of a `Table`, as they are written."""


def write_table(table: Table) -> Json:
    """The state of a table as JSON, without fields that are `None`."""
    before, round_ = table.before_card, table.round
    state = TableState(
        **{name: getattr(table, name) for name in _SAME},
        round=None if round_ is None else _write_round(round_),
        banked_before=BankedBefore(*table.banked_before),
        before_card=None if before is None else len(before.history),
    )
    return to_plain(state)


def _write_round(round_: Round) -> RoundState:
    returned = (result for result in round_.results if isinstance(result, WagerReturned))
    is_cancelled = any(wager.why == "cancelled" for wager in returned)
    history = tuple(to_json(action) for action in round_.history)
    return RoundState(round_.bets, round_.stake, history, is_cancelled)


def read_table(rules: RuleSet, options: Options, value: object) -> Table:
    """Read a table from its state; raises `RecordError` for a state no table can be in."""
    state = from_plain(TableState, value, "state")
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
        raise RecordError(f"state: no table can be in this state: {error}") from None
    return table


def _read_round(rules: RuleSet, options: Options, state: Any) -> tuple[Round | None, Round | None]:
    """The round, and the round before its last card if that card can still be corrected."""
    written: RoundState | None = state.round
    if written is None:
        if state.before_card is not None:
            raise RecordError("state.before_card needs a round, but there is none")
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
        raise RecordError("state.before_card must be less than the number of actions")
    return cancelled(round_) if written.cancelled else round_, before


def _round_action(value: object) -> RoundAction:
    action = from_json(value)
    if not isinstance(action, get_args(RoundAction)):
        raise RecordError("state.round.history holds an action that is not part of a round")
    return cast(RoundAction, action)
