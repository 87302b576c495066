"""The sign of a table: what the documents want displayed, from the rule file and the options.

Everything that shows a table (page, terminal, desk, report) draws this sign.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from casinowar.rules import describe
from casinowar.rules.describe import listed
from casinowar.rules.file import RuleFile
from casinowar.rules.model import Outcome, RuleSet
from casinowar.rules.options import Options, as_opened
from casinowar.rules.pay import format_pay
from casinowar.rules.reader import Notice
from casinowar.rules.script import Wager

_TOPICS = ("limits", "bets", "bank", "shoe", "deal", "settle", "choice", "pays", "war")
DISPLAYED = {topic: place for place, topic in enumerate(_TOPICS)}
"""The tables of a rule file whose rules stand on the sign of a table, in their order there."""

StatedBy = Literal["rules", "operator", "owner", "nobody"]
"""Who stated an authorised limit: at a practice table it can be nobody."""

_STATED: Mapping[StatedBy, str] = {
    "rules": "set by the rules",
    "operator": "stated by the operator",
    "owner": "stated by the owner of the table",
    "nobody": "the table's maximum, which nobody has stated",
}
_PRACTICE = "This is a practice table."


@dataclass(frozen=True, slots=True)
class PrintedLine:
    """A line that the document prints, and what applies at this table."""

    says: str
    figure: str
    """The figure as printed."""
    instead: str
    """What applies instead of the figure; empty if the figure itself applies."""
    basis: str
    """What a percentage is a share of; empty for other figures."""
    holds: tuple[str, ...]
    """The readings that play by the figure; empty if all of them do."""
    by: tuple[str, ...]

    @property
    def applies(self) -> str:
        """What applies at this table, in one line, and what is printed if that differs."""
        if self.instead:
            return f"{self.instead} (printed: {self.figure})"
        if not self.basis:
            return self.figure
        only = f", in the reading {listed(self.holds)} only" if self.holds else ""
        return f"{self.figure} {self.basis}{only}"


@dataclass(frozen=True, slots=True)
class PayRow:
    """A row of the pay table. A wager that the outcome does not decide is left out."""

    outcome: Outcome
    says: str
    """The outcome in words."""
    pays: Mapping[Wager, str]
    """The pay by wager, such as ``1 to 1`` or ``lose half``."""
    by: Mapping[Wager, tuple[str, ...]]
    """The clauses behind each pay, by wager; of a choice, under ``primary``."""
    choice: str
    """What the hand may choose, such as ``surrender or war``; empty if it has no choice."""

    def cell(self, wager: Wager) -> str:
        """What stands in a pay table: the pay, or the choice on which it depends."""
        return self.pays.get(wager, self.choice if wager == "primary" else "")

    @property
    def cited(self) -> tuple[str, ...]:
        """All clauses behind the row."""
        return tuple(dict.fromkeys(clause for ids in self.by.values() for clause in ids))


@dataclass(frozen=True, slots=True)
class SignLine:
    """One rule of the table in words."""

    topic: str
    """The table of the rule file that it comes from, such as ``shoe`` or ``limits``."""
    title: str
    says: str
    by: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Sign:
    """The sign of a table; without options, of all tables under these rules."""

    remarks: tuple[Notice, ...]
    """What a player would not expect."""
    printed: tuple[PrintedLine, ...]
    """What the document prints, line by line."""
    pays: tuple[PayRow, ...]
    """What each wager pays, outcome by outcome."""
    lines: tuple[SignLine, ...]
    """The rules, one by one."""
    notices: tuple[Notice, ...]
    """What the document wants the players to be told."""

    @property
    def displayed(self) -> tuple[SignLine, ...]:
        """The rules that belong on a table: limits, shoe, deals, settlement, choice, war."""
        lines = (line for line in self.lines if line.topic in DISPLAYED)
        return tuple(sorted(lines, key=lambda line: DISPLAYED[line.topic]))


def sign(
    file: RuleFile, rules: RuleSet, options: Options | None = None, *, by_owner: bool = False
) -> Sign:
    """The sign of a table under these rules, with its own limits, decks and seats if given."""
    practice = [Notice(_PRACTICE, ())] if options is not None and options.practice else []
    remarks = [
        Notice(says, file.cites(field, rules.reading)) for says, field in describe.remarks(rules)
    ]
    return Sign(
        remarks=(*practice, *remarks),
        printed=tuple(_printed(file, rules.reading)),
        pays=tuple(_pays(file, rules)),
        lines=tuple(_lines(file, rules, options, by_owner=by_owner)),
        notices=file.notices,
    )


def _printed(file: RuleFile, reading: str) -> Iterator[PrintedLine]:
    for printed in file.printed:
        yield PrintedLine(
            says=printed.says,
            figure=printed.figure,
            instead=printed.replacement(reading),
            basis=printed.basis or "",
            holds=printed.readings,
            by=printed.by,
        )


def _pays(file: RuleFile, rules: RuleSet) -> Iterator[PayRow]:
    for outcome in rules.reachable():
        decided: dict[Wager, str] = {
            wager: format_pay(pay)
            for wager in describe.WAGER
            if (pay := rules.pays.pay(outcome, wager)) is not None
        }
        by = {wager: file.cites(f"pays.{outcome}.{wager}", rules.reading) for wager in decided}
        choice = ""
        if rules.choice is not None and rules.chooses_on(outcome):
            choice = describe.listed(rules.choice.offers, "or")
            by = {"primary": _cites(file, rules, ("choice.on", "choice.offers")), **by}
        yield PayRow(outcome, describe.OUTCOME[outcome], decided, by, choice)


def _lines(
    file: RuleFile, rules: RuleSet, options: Options | None, *, by_owner: bool
) -> Iterator[SignLine]:
    opened = rules if options is None else as_opened(rules, options)
    stated_by = None if options is None else authorised_by(rules, options, by_owner=by_owner)
    for line in describe.sign_lines(opened):
        says = line.says
        if stated_by is not None and line.fields == ("limits.authorised",):
            says = f"{says}, {_STATED[stated_by]}"
        by = _cites(file, rules, line.fields)
        yield SignLine(line.fields[0].partition(".")[0], line.title, says, by)


def _cites(file: RuleFile, rules: RuleSet, fields: Iterable[str]) -> tuple[str, ...]:
    """The clauses that some fields cite, each once."""
    cited = (clause for field in fields for clause in file.cites(field, rules.reading))
    return tuple(dict.fromkeys(cited))


def authorised_by(rules: RuleSet, options: Options, *, by_owner: bool) -> StatedBy | None:
    """Who stated a table's authorised limit, if it has one (WA-LIM, SG-12)."""
    if options.authorised is None:
        return None
    if options.authorised == rules.limits.authorised:
        return "rules"
    if options.practice and rules.limits.authorised == "stated":
        return "nobody"
    return "owner" if by_owner else "operator"
