"""A rule file bound to one reading: it knows its source, so it can cite and replace."""

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import overload

from casinowar.errors import RuleError
from casinowar.rules.fields import TERMS
from casinowar.rules.file import RuleFile, builtin_names, load_rules
from casinowar.rules.model import RuleSet
from casinowar.rules.variant import Value, changed_rules, written_fields

__all__ = ["Citation", "Clause", "Rules", "load", "rule_sets"]


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause of a rule document: its id and its sentence.

    >>> import casinowar as cw
    >>> rules = cw.load("washington")
    >>> rules.cite("pays.equal.tie")[0].id
    'WA-4c'
    """

    id: str
    sentence: str

    def __str__(self) -> str:
        return f"{self.id}: {self.sentence}"


@dataclass(frozen=True, slots=True, repr=False)
class Citation(Sequence[Clause]):
    """The clauses behind a field: a sequence of `Clause`.

    A field that was replaced has no clause; `replaced` lists such fields.

    >>> import casinowar as cw
    >>> rules = cw.load("washington").replace({"pays.equal.tie": "11 to 1"})
    >>> rules.cite("pays.equal.tie")
    <Citation pays.equal.tie: no clause; replaced: pays.equal.tie>
    >>> len(rules.cite("pays.equal.tie")), rules.cite("pays.equal.tie").replaced
    (0, ('pays.equal.tie',))
    """

    field: str
    clauses: tuple[Clause, ...]
    replaced: tuple[str, ...] = ()
    """The fields that `Rules.replace` changed: no clause is behind them."""

    @overload
    def __getitem__(self, place: int) -> Clause: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[Clause, ...]: ...
    def __getitem__(self, place: int | slice) -> Clause | tuple[Clause, ...]:
        return self.clauses[place]

    def __len__(self) -> int:
        return len(self.clauses)

    def __iter__(self) -> Iterator[Clause]:
        return iter(self.clauses)

    def __repr__(self) -> str:
        said = ", ".join(clause.id for clause in self.clauses) or "no clause"
        gone = f"; replaced: {', '.join(self.replaced)}" if self.replaced else ""
        return f"<Citation {self.field}: {said}{gone}>"


@dataclass(frozen=True, slots=True, repr=False)
class Rules:
    """The rules of a table under one reading, and the file they come from.

    Two `Rules` are equal if they play the same game and come from the same text. Use `load` to
    make one.

    >>> import casinowar as cw
    >>> rules = cw.load("fun-casino")
    >>> rules
    <Rules fun-casino, reading as-printed>
    >>> rules.readings
    ('as-printed', 'first-bet-lost')
    >>> rules.under("first-bet-lost").reading
    'first-bet-lost'
    >>> rules.rules.shoe.decks
    (6,)
    """

    rules: RuleSet
    """The rules themselves, as the core plays them."""
    file: RuleFile = field(compare=False)
    _changes: tuple[tuple[str, Value], ...] = field(compare=False, default=())

    @property
    def changes(self) -> dict[str, Value]:
        """The fields that `replace` changed, with their new values."""
        return dict(self._changes)

    @property
    def id(self) -> str:
        """The id that the rule file gives itself."""
        return self.rules.id

    @property
    def title(self) -> str:
        """The title of the rule set, for people to read."""
        return self.file.name

    @property
    def document(self) -> str:
        """The document that the rule file follows."""
        return self.file.document

    @property
    def reading(self) -> str:
        """The name of the reading these rules are bound to."""
        return self.rules.reading

    @property
    def readings(self) -> tuple[str, ...]:
        """The names of all readings of the file."""
        return tuple(reading.name for reading in self.file.readings)

    @property
    def sha256(self) -> str:
        """The SHA-256 of the rule file; if fields were replaced, of the file and the changes."""
        return self.rules.sha256

    @property
    def fields(self) -> dict[str, Value]:
        """Every field with its value as a rule file writes it, replaced ones included."""
        return {**written_fields(self.file, self.reading), **self.changes}

    def cite(self, field: str) -> Citation:
        """The clauses behind a field, or behind a whole table of fields such as ``pays``."""
        if not isinstance(field, str):
            raise RuleError(
                f"field: {field!r:.80} is not a field name; give one such as 'pays.equal.tie'"
            )
        ids = self.file.cites(field, self.reading)
        under = [name for name in TERMS if name == field or name.startswith(f"{field}.")]
        replaced = tuple(name for name in under if name in self.changes)
        if replaced:
            kept = (n for n in under if n not in self.changes)
            ids = tuple(dict.fromkeys(i for n in kept for i in self.file.cites(n, self.reading)))
        clauses = tuple(Clause(clause, self.file.says(clause)) for clause in ids)
        return Citation(field, clauses, replaced)

    def replace(self, changes: Mapping[str, Value | tuple[str, ...]]) -> "Rules":
        """The same rules with some fields changed; `RuleError` if they would not be sound."""
        if not isinstance(changes, Mapping):
            raise RuleError(
                f"changes: {changes!r:.80} cannot be used; give a mapping of fields to values, "
                "as {'pays.equal.tie': '11 to 1'}"
            )
        for name in changes:
            if not isinstance(name, str):
                raise RuleError(f"changes: {name!r:.80} is not a field name, as 'pays.equal.tie'")
        wanted = {**self.changes, **{name: _plain(value) for name, value in changes.items()}}
        rules = changed_rules(self.file, self.reading, wanted)
        return Rules(rules, self.file, tuple(wanted.items()))

    def under(self, reading: str) -> "Rules":
        """The same file, and the same changes, under another reading."""
        if not isinstance(reading, str):
            raise RuleError(f"reading: {reading!r:.80} is not the name of a reading")
        rules = changed_rules(self.file, reading, self.changes)
        return Rules(rules, self.file, self._changes)

    def __repr__(self) -> str:
        changed = f", {', '.join(self.changes)} replaced" if self.changes else ""
        return f"<Rules {self.id}, reading {self.reading}{changed}>"


def _plain(value: Value | tuple[str, ...]) -> Value:
    return list(value) if isinstance(value, tuple) else value


def load(source: str | os.PathLike[str], reading: str | None = None) -> Rules:
    """Load rules: `source` is a built-in name or the path of a rule file.

    Without `reading`, the file's default reading is used.

    >>> import casinowar as cw
    >>> cw.load("washington")
    <Rules washington, reading right-to-left>
    >>> cw.load("south-dakota", reading="tie-loses").reading
    'tie-loses'
    >>> cw.load("nowhere")
    Traceback (most recent call last):
    ...
    casinowar.errors.RuleError: there is no rule set 'nowhere'; the built-in ones are ...
    """
    if isinstance(source, Rules):
        raise RuleError("these rules are loaded already; use rules.under(reading) for another")
    if not isinstance(source, str | os.PathLike):
        raise RuleError(
            f"{source!r:.80} is not a rule set; give a built-in name, as 'washington', or a path"
        )
    if reading is not None and not isinstance(reading, str):
        raise RuleError(f"reading: {reading!r:.80} is not the name of a reading")
    file = load_rules(source if isinstance(source, str) else Path(source))
    return Rules(file.rules(reading), file)


def rule_sets() -> tuple[str, ...]:
    """The names of the built-in rule sets.

    >>> import casinowar as cw
    >>> cw.rule_sets()
    ('california', 'fun-casino', 'online', 'south-dakota', 'washington')
    """
    return builtin_names()
