"""The sign of the table in a report: the printed schedule, the pays, the rules, the clauses."""

from collections.abc import Iterable, Iterator

from casinowar.report.layout import Cell, Grid, Section
from casinowar.rules.describe import WAGER
from casinowar.rules.file import RuleFile
from casinowar.rules.model import RuleSet
from casinowar.rules.sign import PayRow, Sign, SignLine, sign


def sign_sections(file: RuleFile, rules: RuleSet) -> Iterator[Section]:
    """The schedule that the document prints, what each wager pays, the rules and the notices."""
    shown = sign(file, rules)
    if shown.printed:
        says = "What the document prints, line by line, and what applies in this reading."
        yield Section("schedule", "The printed schedule", (says,), (_schedule(shown),))
    remarks = tuple(remark.says for remark in shown.remarks)
    yield Section("pays", "What each wager pays", remarks, (_pays(shown),))
    displayed = (f"{line.title}: {line.says} ({_cites(line.by)})" for line in _stated(shown))
    yield Section("rules", "Limits, shoe and deal", tuple(displayed))
    if shown.notices:
        notices = (f"{notice.says} ({_cites(notice.by)})" for notice in shown.notices)
        yield Section("notices", "Notices", tuple(notices))


def clauses_section(file: RuleFile, rules: RuleSet) -> Section:
    """The sentence of each clause that the sign cites."""
    shown = sign(file, rules)
    cited = [
        *(clause for line in shown.printed for clause in line.by),
        *(clause for row in shown.pays for clause in _behind(row)),
        *(clause for line in _stated(shown) for clause in line.by),
        *(clause for notice in shown.notices for clause in notice.by),
    ]
    says = tuple(f"{clause}: {file.says(clause)}" for clause in dict.fromkeys(cited))
    return Section("clauses", "The clauses cited", says)


def _stated(shown: Sign) -> list[SignLine]:
    """The lines that bear on a price; a PAR sheet has no room for the order of settlement."""
    return [line for line in shown.displayed if line.topic not in ("settle", "choice", "pays")]


def _behind(row: PayRow) -> list[str]:
    """The clauses behind the pays of a row; those of a choice are left out, for room."""
    return list(dict.fromkeys(one for wager in row.pays for one in row.by[wager]))


def _schedule(shown: Sign) -> Grid:
    rows = tuple(
        (
            Cell(f"{line.says}, {line.basis}" if line.basis else line.says),
            Cell(line.figure),
            Cell(line.instead or line.figure),
            Cell(_cites(line.by)),
        )
        for line in shown.printed
    )
    return Grid("", ("", "printed", "applies", "clauses"), rows)


def _pays(shown: Sign) -> Grid:
    wagers = [wager for wager in WAGER if any(row.cell(wager) for row in shown.pays)]
    rows = tuple(
        (
            Cell(row.says),
            *(Cell(row.cell(wager)) for wager in wagers),
            Cell(_cites(_behind(row))),
        )
        for row in shown.pays
    )
    return Grid("", ("", *(WAGER[wager] for wager in wagers), "clauses"), rows)


def _cites(clauses: Iterable[str]) -> str:
    return " ".join(clauses)
