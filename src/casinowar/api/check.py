"""Whether a rule file is sound, and how to fix it."""

from dataclasses import asdict, dataclass
from os import PathLike
from pathlib import Path
from typing import Any

from casinowar.api.arguments import path_given
from casinowar.errors import RuleError
from casinowar.odds.checks.checklist import exit_status, findings
from casinowar.odds.checks.finding import Finding
from casinowar.rules.file import RuleFile, load_rules
from casinowar.sim.counting.remark import counting_notes

__all__ = ["CheckReport", "check"]


@dataclass(frozen=True, slots=True, repr=False)
class CheckReport:
    """What a check of a rule file found, the most serious first.

    >>> import casinowar as cw
    >>> report = cw.check("fun-casino")
    >>> report.is_usable, report.is_sound
    (True, False)
    >>> report.warnings[0].code
    'player-edge'
    """

    source: str
    file: RuleFile | None
    """`None` where the file cannot be used."""
    findings: tuple[Finding, ...]

    @property
    def is_usable(self) -> bool:
        """Whether a table can be opened under the file."""
        return self.file is not None

    @property
    def is_sound(self) -> bool:
        """Whether there is neither an error nor a warning."""
        return all(finding.severity == "note" for finding in self.findings)

    @property
    def errors(self) -> tuple[Finding, ...]:
        """Why the file cannot be used."""
        return self._of("error")

    @property
    def warnings(self) -> tuple[Finding, ...]:
        """What the author will probably want to fix."""
        return self._of("warning")

    @property
    def notes(self) -> tuple[Finding, ...]:
        """Facts about the rules as they are."""
        return self._of("note")

    @property
    def exit_status(self) -> int:
        """What `casinowar check` ends with: 2 for an error, 1 for a warning, else 0."""
        return exit_status(list(self.findings))

    def _of(self, severity: str) -> tuple[Finding, ...]:
        return tuple(finding for finding in self.findings if finding.severity == severity)

    def to_json(self) -> list[dict[str, Any]]:
        """The findings as `casinowar check --json` prints them."""
        return [asdict(each) for each in self.findings]

    def __repr__(self) -> str:
        if not self.is_usable:
            return f"<CheckReport {self.source}: cannot be used>"
        warnings, notes = len(self.warnings), len(self.notes)
        return f"<CheckReport {self.source}: {warnings} warnings, {notes} notes>"


def check(source: str | PathLike[str]) -> CheckReport:
    """Check a rule file in all its readings, and say how to fix it.

    `source` is the path of a rule file or a built-in name. If the file cannot
    be used, the only finding is an error. If there is no such file, `check` raises `RuleError`.

    >>> import casinowar as cw
    >>> cw.check("washington")
    <CheckReport washington: 0 warnings, ... notes>
    >>> cw.check("nowhere.toml")
    Traceback (most recent call last):
    ...
    casinowar.errors.RuleError: nowhere.toml: there is no such file
    """
    name = path_given("source", source)
    try:
        file = load_rules(name)
    except RuleError as error:
        if not Path(name).is_file():
            raise
        return CheckReport(name, None, (refusal(error),))
    return CheckReport(name, file, (*findings(file), *counting_notes(file)))


def refusal(error: RuleError) -> Finding:
    """The finding about a file that cannot be used."""
    mend = "correct the file where the message says"
    return Finding("error", "rule-file", None, None, (), str(error), mend)
