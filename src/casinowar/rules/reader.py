"""Reads a rule file into a draft, which carries on after an error and reports all problems."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from difflib import get_close_matches
from functools import cache
from typing import Any, get_args, get_type_hints

from casinowar.errors import NotationError, RuleError
from casinowar.rules.fields import GROUPED, TERMS, Term, record_of
from casinowar.rules.model import GROUPS, RuleSet
from casinowar.rules.problems import Problems, Tree, plain
from casinowar.rules.vocabulary.declaration import declared_table
from casinowar.rules.vocabulary.forms import show

LONGEST_LINE = 1000
"""The longest line allowed: the time to read a key grows with the square of its parts."""

_NAME = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*", re.ASCII)
_CLAUSE = re.compile(r"[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*", re.ASCII)
_MEASURE = re.compile(r"(?:primary|tie|war_tie)\.(?:house_edge|return|return_of_total)", re.ASCII)

SHARE = re.compile(r"(-?\d{1,3})(?:[.,](\d{1,12}))? ?%", re.ASCII)
"""A percentage as documents print it, such as ``2.33 %``, ``2.33%`` or ``2,33 %``."""

_HEAD = ("id", "name", "document", "default_reading", "clauses", "readings", "printed", "notice")
_READING = ("says", "by", "removes", "set")
_PRINTED = ("says", "figure", "by", "instead", "measure", "basis", "readings")
_NOTICE = ("says", "by")
_EXAMPLE_READING = '[readings.as-written] with says = "..." and by = ["..."]'


@dataclass(frozen=True, slots=True)
class Leaf:
    """A field in the file: its value, and the clauses it cites."""

    value: object
    by: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to understand the document where it contradicts itself."""

    name: str
    says: str
    by: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Notice:
    """Something that the document wants the players to be told, in a sentence."""

    says: str
    by: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Printed:
    """A figure that the document itself prints."""

    says: str
    figure: str
    by: tuple[str, ...]
    instead: str | None = None
    """What to show instead, where the document's own text proves a misprint."""
    measure: str | None = None
    """What a percentage measures, such as ``primary.house_edge``."""
    basis: str | None = None
    """What it is a percentage of."""
    readings: tuple[str, ...] = ()
    """The readings in which the figure holds as printed, if not in all."""
    instead_in: Mapping[str, str] = field(default_factory=dict)
    """What to show instead in some readings, where the line means something else."""

    def replacement(self, reading: str) -> str:
        """What applies in a reading instead of the figure; ``""`` if the figure itself does."""
        other = self.instead_in.get(reading) or self.instead or "does not apply"
        return "" if self.holds_in(reading) else other

    def holds_in(self, reading: str) -> bool:
        """Whether the figure holds as printed in a reading."""
        holds = reading in self.readings if self.readings else self.instead is None
        return holds and reading not in self.instead_in


@dataclass(frozen=True, slots=True)
class _Change:
    """How a reading changes the rules of the file."""

    removes: tuple[str, ...]
    sets: Mapping[str, Leaf]


def read_toml(data: bytes, file: str) -> Tree:
    """Parse TOML, or raise a `RuleError` that says why it cannot be parsed."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise RuleError(f"{file}: this is not UTF-8 text, so it is not a rule file") from None
    if not text.strip():
        raise RuleError(f'{file}: this file is empty; a rule file begins with id = "..."')
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > LONGEST_LINE:
            raise RuleError(f"{file}: line {number} has over {LONGEST_LINE} characters")
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise RuleError(f"{file}: this is not a rule file: it nests too deeply") from None
    except ValueError as error:
        raise RuleError(f"{file}: this is not TOML: {error}") from None


def read_clauses(value: object, problems: Problems) -> dict[str, str]:
    """The clauses of a file: sentences by id."""
    clauses: dict[str, str] = {}
    table = problems.table({} if value is None else value, "clauses")
    for key in table:
        if _CLAUSE.fullmatch(key):
            clauses[key] = problems.text(table, key, "clauses", '"one sentence"')
        else:
            problems.problem(
                f"clauses.{plain(key)}", "not a valid id: use letters, digits and hyphens"
            )
    return clauses


class RuleDraft(Problems):
    """The parts of a rule file. Parts that cannot be read are reported and left out."""

    def __init__(self, tree: Tree, file: str, decisions: Mapping[str, str]) -> None:
        super().__init__(file)
        self.only(tree, "", (*_HEAD, *GROUPS))
        self.id = self._named(tree, "id", '"my-table"')
        self.name = self.text(tree, "name", "", '"a title for people"')
        self.document = self.text(tree, "document", "", '"what the rules come from"')
        self.clauses = read_clauses(tree.get("clauses"), self)
        for clause in self.clauses:
            if clause in decisions:
                self.problem(
                    f"clauses.{clause}",
                    "this id belongs to one of the project's decisions; choose another",
                )
        self._known = {**decisions, **self.clauses}
        self._unread: set[str] = set()
        self._leaves: dict[str, Leaf] = {}
        for group in GROUPS:
            if group in tree:
                self._gather(tree[group], "", group, self._leaves)
        self.default_reading = self._named(tree, "default_reading", '"as-written"')
        self._changes: dict[str, _Change] = {}
        self.readings = self._read_readings(tree.get("readings"))
        self.printed = self._read_printed(tree.get("printed", []))
        self.notices = self._read_notices(tree.get("notice", []))

    def leaves_under(self, reading: str) -> dict[str, Leaf]:
        """The fields of the file under one reading."""
        change = self._changes[reading]
        leaves = {
            field: leaf
            for field, leaf in self._leaves.items()
            if not any(_is_in(field, gone) for gone in change.removes)
        }
        leaves |= change.sets
        for term in TERMS.values():
            if term.field not in leaves and term.rule.same_as in leaves:
                value = leaves[term.rule.same_as].value
                leaves[term.field] = Leaf(value, (term.rule.same_by,))
        return leaves

    def build(self, leaves: Mapping[str, Leaf], reading: str, sha256: str) -> RuleSet | None:
        """Make the rules of these fields, or report the missing ones and return `None`."""
        missing = [
            term
            for term in TERMS.values()
            if term.required and term.field not in leaves and _is_needed(term, leaves)
        ]
        for term in missing:
            if term.field not in self._unread:
                message = f"missing: {term.means}; write in [{term.table}]: {term.line}"
                self.problem(term.field, message, reading)
        if missing:
            return None
        values = {field: leaf.value for field, leaf in leaves.items()}
        return RuleSet(id=self.id, reading=reading, sha256=sha256, **_records(RuleSet, values))

    def _named(self, tree: Tree, key: str, example: str) -> str:
        name = self.text(tree, key, "", example)
        if name and not _NAME.fullmatch(name):
            self.problem(
                key, f"{show(name)} is not a valid name: use small letters, digits and hyphens"
            )
        return name

    def _gather(self, value: object, within: str, path: str, leaves: dict[str, Leaf]) -> None:
        """Add the fields of a table, and of the tables in it, to the leaves."""
        for key, inner in self.table(value, f"{within}{path}").items():
            name = f"{path}.{key}" if path else key
            if name in TERMS:
                if name in leaves:
                    self.problem(f"{within}{name}", "given twice; leave one out")
                leaf = self._read_leaf(inner, within, TERMS[name])
                if leaf is None:
                    self._unread.add(name)
                else:
                    leaves[name] = leaf
            elif name in GROUPED:
                self._gather(inner, within, name, leaves)
            elif path:
                inside = (field for field in (*TERMS, *GROUPED) if _parent(field) == path)
                names = [field.rpartition(".")[2] for field in inside]
                self.unknown(key, f"{within}{path}", names)
            else:
                self.unknown(key, within.removesuffix("."), list(TERMS))

    def _read_leaf(self, value: object, within: str, term: Term) -> Leaf | None:
        where = f"{within}{term.field}"
        if not isinstance(value, dict) or "by" not in value:
            shown = "the value" if isinstance(value, dict) else show(value)
            self.problem(where, f"{shown} has no citation; write {term.line}")
            return None
        self.only(value, where, ("is", "by"))
        by = self._read_by(value, where)
        if "is" not in value:
            self.problem(where, f"has citations but no value; write {term.line}")
            return None
        try:
            return Leaf(term.read(value["is"]), by)
        except NotationError as error:
            self.problem(where, f"{error} ({term.means}; as {term.line})")
            return None

    def _read_by(self, table: Tree, where: str) -> tuple[str, ...]:
        """The clauses cited in a table, all of them known."""
        by = table.get("by")
        if not isinstance(by, list) or not by or not all(isinstance(item, str) for item in by):
            self.problem(where, 'cites nothing; write by = ["..."] with the ids of clauses')
            return ()
        for clause in by:
            if clause not in self._known:
                near = get_close_matches(clause, self._known, n=1)
                hint = f"did you mean {near[0]}?" if near else "give it a sentence in [clauses]"
                self.problem(where, f"cites {show(clause)}, which is not a clause; {hint}")
        return tuple(dict.fromkeys(by))

    def _read_readings(self, value: object) -> tuple[Reading, ...]:
        readings: list[Reading] = []
        if not isinstance(value, dict) or not value:
            self.problem("readings", f"missing; write at least {_EXAMPLE_READING}")
            return ()
        for name, inner in value.items():
            where = f"readings.{plain(name)}"
            table = self.table(inner, where)
            if not _NAME.fullmatch(name):
                self.problem(
                    where, "not a valid name for a reading: use small letters, digits and hyphens"
                )
            self.only(table, where, _READING)
            says = self.text(table, "says", where, '"what this reading says"')
            readings.append(Reading(name, says, self._read_by(table, where)))
            sets: dict[str, Leaf] = {}
            self._gather(table.get("set", {}), f"{where}.set.", "", sets)
            self._changes[name] = _Change(self._read_removes(table, where), sets)
        if self.default_reading and self.default_reading not in value:
            names = ", ".join(plain(name) for name in value)
            self.problem(
                "default_reading", f"there is no reading with this name; the readings are: {names}"
            )
        return tuple(readings)

    def _read_removes(self, table: Tree, where: str) -> tuple[str, ...]:
        removes = table.get("removes", [])
        if not isinstance(removes, list) or not all(isinstance(item, str) for item in removes):
            self.problem(f"{where}.removes", 'not a list of fields; write removes = ["war"]')
            return ()
        for gone in removes:
            if not any(_is_in(field, gone) for field in {*self._leaves, *self._unread}):
                self.problem(f"{where}.removes", f"{show(gone)} is not in the file")
        return tuple(removes)

    def _read_printed(self, value: object) -> tuple[Printed, ...]:
        printed: list[Printed] = []
        for where, table in self._listed(value, "printed"):
            self.only(table, where, _PRINTED)
            says = self.text(table, "says", where, '"a war won"')
            figure = self.text(table, "figure", where, '"1 to 1"')
            by = self._read_by(table, where)
            meant = table.get("instead")
            own = self._read_meant(meant, where) if isinstance(meant, dict) else {}
            instead, measure, basis = (
                self.text(table, key, where, example) if key in table else None
                for key, example in (
                    ("" if own else "instead", '"surrender or war"'),
                    ("measure", '"primary.house_edge"'),
                    ("basis", '"of the primary wager"'),
                )
            )
            self._check_measure(where, figure, measure, basis)
            holds = self._read_holds(table, where)
            printed.append(Printed(says, figure, by, instead, measure, basis, holds, own))
        return tuple(printed)

    def _read_meant(self, table: Tree, where: str) -> dict[str, str]:
        """What a printed line means instead, by reading."""
        where = f"{where}.instead"
        self.only(table, where, tuple(reading.name for reading in self.readings))
        return {name: self.text(table, name, where, '"surrender or war"') for name in table}

    def _read_holds(self, table: Tree, where: str) -> tuple[str, ...]:
        """The readings in which a printed figure holds; empty if the file does not name them."""
        names = [reading.name for reading in self.readings]
        holds = table.get("readings", [])
        if not isinstance(holds, list) or not all(name in names for name in holds):
            self.problem(
                f"{where}.readings",
                f"not a list of the file's readings; name some of {', '.join(map(plain, names))}",
            )
            return ()
        return tuple(holds)

    def _read_notices(self, value: object) -> tuple[Notice, ...]:
        notices: list[Notice] = []
        for where, table in self._listed(value, "notice"):
            self.only(table, where, _NOTICE)
            says = self.text(table, "says", where, '"A malfunction voids the game."')
            notices.append(Notice(says, self._read_by(table, where)))
        return tuple(notices)

    def _listed(self, value: object, name: str) -> Iterator[tuple[str, Tree]]:
        """The tables of a list, each with its place in the file."""
        if not isinstance(value, list):
            self.problem(name, f"{show(value)} is not a list of tables; write [[{name}]]")
            return
        for number, inner in enumerate(value, 1):
            where = f"{name}.{number}"
            yield where, self.table(inner, where)

    def _check_measure(
        self, where: str, figure: str, measure: str | None, basis: str | None
    ) -> None:
        if (measure is None) != (basis is None):
            self.problem(where, "a measure needs a basis, and a basis a measure")
        if measure and not _MEASURE.fullmatch(measure):
            self.problem(
                f"{where}.measure",
                f"{show(measure)} is not a measure; write house_edge, return or return_of_total of "
                "primary, tie or war_tie, as 'primary.house_edge'",
            )
        if measure and not SHARE.fullmatch(figure):
            self.problem(
                f"{where}.figure", f"{show(figure)} is not a percentage; write it as '2.33 %'"
            )


def _parent(field: str) -> str:
    return field.rpartition(".")[0]


def _is_in(field: str, path: str) -> bool:
    return field == path or field.startswith(f"{path}.")


def _is_needed(term: Term, leaves: Mapping[str, Leaf]) -> bool:
    """Whether the file has, or must have, the group of a field."""
    is_optional = type(None) in get_args(get_type_hints(RuleSet)[term.group])
    return not is_optional or any(_is_in(field, term.group) for field in leaves)


def _records(record: Any, values: Mapping[str, Any]) -> dict[str, Any]:
    """Make the records inside a record, each of the values under its name.

    A field without a value has its default. A record that may be missing needs a value.
    """
    found: dict[str, Any] = {}
    for name, kind, is_needed in _tables(record):
        own = _within(name, values)
        if own or is_needed:
            plain_values = {field: value for field, value in own.items() if "." not in field}
            found[name] = kind(**plain_values, **_records(kind, own))
    return found


@cache
def _tables(record: Any) -> tuple[tuple[str, Any, bool], ...]:
    """The records inside a record: name, class, and whether it must be there."""
    hints = get_type_hints(record)
    names = [each.name for each in fields(record) if declared_table(each.metadata) is not None]
    kinds = [(name, record_of(hints[name])) for name in names]
    return tuple((name, kind, kind is hints[name]) for name, kind in kinds)


def _within(path: str, values: Mapping[str, Any]) -> dict[str, Any]:
    """The values under a path, by what follows it."""
    return {
        field.removeprefix(f"{path}."): value
        for field, value in values.items()
        if field.startswith(f"{path}.")
    }
