"""One round of a shoe's file, as it happened, with the clauses that decided it."""

from collections.abc import Mapping
from dataclasses import dataclass
from os import PathLike
from typing import Any

from casinowar.api.arguments import path_given, whole
from casinowar.api.shoes.files import load_shoe
from casinowar.audit.round import ReportedEvent, RoundReport, report_round
from casinowar.errors import RecordError, WrongEntry
from casinowar.game.describe import describe
from casinowar.record.codec.events import to_json
from casinowar.record.shoefile import ShoeFile

__all__ = ["ReplayedRound", "replay"]

_MOST_ROUND = 10**15 - 1


@dataclass(frozen=True, slots=True, repr=False)
class ReplayedRound:
    """A round as it happened; `str` describes it line by line.

    >>> import casinowar as cw
    >>> told = cw.replay("shoe.json", 3)
    >>> told
    <ReplayedRound 3 of shoe ...: 33 events>
    >>> print(told)
    Round 3 of shoe ...
      seat 4, you: bets 20.00, primary  [ALL-18]
    ...
      the round is over
    >>> told.events[-3].clauses
    ('WA-4a',)
    """

    source: str
    file: ShoeFile
    story: RoundReport

    @property
    def round(self) -> int:
        """The number of the round at its table."""
        return self.story.number

    @property
    def shoe(self) -> str:
        """The id of the shoe it was dealt from."""
        return self.file.shoe

    @property
    def events(self) -> tuple[ReportedEvent, ...]:
        """Everything that happened, in order, each with the clauses behind it."""
        return tuple(self.story.told)

    @property
    def banker(self) -> str:
        """The player who was the bank; ``""`` if it was the house."""
        return self.story.banker

    @property
    def net(self) -> dict[str, int]:
        """Cents by account, such as ``player:ann`` and ``house``."""
        return {str(account): amount for account, amount in self.story.balances.items()}

    @property
    def fault(self) -> WrongEntry | None:
        """The first entry of the file that is wrong: the replay stops there."""
        return self.story.fault

    def check_found(self) -> None:
        """Refuse a round that is not in the file."""
        if not self.story.told:
            held = _rounds(self.story)
            raise RecordError(f"{self.source}: round {self.round} is not in it; {held}")

    def to_json(self, names: Mapping[str, str] | None = None) -> dict[str, Any]:
        """The round as `casinowar replay --json` prints it; `names` gives players' names."""
        fault = self.fault
        return {
            "shoe": self.shoe,
            "round": self.round,
            "rules": self.file.rules.id,
            "reading": self.file.header["reading"],
            "banker": self.banker or None,
            "told": [
                {
                    "entry": told.seq,
                    "who": told.who,
                    "at": told.at,
                    "card": told.card or None,
                    "event": to_json(told.event),
                    "says": describe(told.event),
                    "clauses": list(told.clauses),
                }
                for told in self.events
            ],
            "net": self.net,
            **({"names": dict(names)} if names else {}),
            **({"wrong": {"entry": fault.seq, "why": fault.why}} if fault is not None else {}),
        }

    def __str__(self) -> str:
        lines = [f"Round {self.round} of shoe {self.shoe}"]
        for told in self.events:
            by = f"  [{' '.join(told.clauses)}]" if told.clauses else ""
            lines.append(f"  {describe(told.event)}{by}")
        return "\n".join(lines)

    def __repr__(self) -> str:
        wrong = f"; {self.fault}" if self.fault is not None else ""
        count = f"{len(self.events)} events"
        return f"<ReplayedRound {self.round} of shoe {self.shoe}: {count}{wrong}>"


def _rounds(story: RoundReport) -> str:
    if not story.rounds:
        return "it has no round"
    first, last = min(story.rounds), max(story.rounds)
    return f"its rounds are {first} to {last}" if first < last else f"its one round is {first}"


def replay_shoe(file: ShoeFile, number: int, source: str) -> ReplayedRound:
    """A round of a shoe file that was read already; empty if the file has no such round."""
    return ReplayedRound(source, file, report_round(file, number))


def replay(path: str | PathLike[str], round: int) -> ReplayedRound:  # noqa: A002 - the word for it
    """Show a round of a shoe file; `round` is its number at the table.

    The whole file is checked on the way. If an entry is wrong, the replay stops there, and
    `ReplayedRound.fault` says which entry it is.

    >>> import casinowar as cw
    >>> cw.replay("shoe.json", 3).net["player:bob"]
    2000
    >>> cw.replay("shoe.json", 9)
    Traceback (most recent call last):
    ...
    casinowar.errors.RecordError: shoe.json: round 9 is not in it; its rounds are 1 to 3
    """
    source = path_given("path", path)
    told = replay_shoe(load_shoe(source), whole("round", round, 1, _MOST_ROUND), source)
    if told.fault is not None and not told.events:
        raise told.fault
    told.check_found()
    return told
