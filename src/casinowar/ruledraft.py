"""A rule file while it is being read: everything it gives, and everything wrong with it.

A draft goes on after an error, so that its author learns of all of them at once.
"""

import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, get_args, get_type_hints

from casinowar.errors import NotationError, RuleError
from casinowar.rules import GROUPS, OUTCOMES, PayTable, Row, RuleSet
from casinowar.vocabulary import GROUPED, TERMS, Term, show

Tree = dict[str, object]

LONGEST_LINE = 1000
"""The most characters in a line: the time to read a key grows with the square of its parts."""

_MOST_SHOWN = 20
_NAME = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*", re.ASCII)
_CLAUSE = re.compile(r"[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*", re.ASCII)
_MEASURE = re.compile(r"(?:primary|tie|war_tie)\.(?:house_edge|return|return_of_total)", re.ASCII)
_PERCENT = re.compile(r"-?\d{1,3}(?:\.\d{1,12})? %", re.ASCII)
_HEAD = ("id", "name", "document", "default_reading", "clauses", "readings", "printed")
_PRINTED = ("says", "figure", "by", "instead", "measure", "basis")
_EXAMPLE_READING = '[readings.as-written] with says = "..." and by = ["..."]'


@dataclass(frozen=True, slots=True)
class Leaf:
    """A field as the file gives it: its value, and the clauses it cites."""

    value: object
    by: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to understand the document where it contradicts itself."""

    name: str
    says: str
    by: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Printed:
    """A figure that the document itself prints."""

    says: str
    figure: str
    by: tuple[str, ...]
    instead: str | None = None
    """What is shown in its place where the document's own text proves it a misprint."""
    measure: str | None = None
    """What the figure measures, if it is a share, such as ``primary.house_edge``."""
    basis: str | None = None
    """What it is a share of."""


@dataclass(frozen=True, slots=True)
class _Change:
    """What a reading changes in the rules of the file."""

    removes: tuple[str, ...]
    sets: Mapping[str, Leaf]


def read_toml(data: bytes, file: str) -> Tree:
    """The tree of a TOML text, or a `RuleError` that says why there is none."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise RuleError(f"{file}: this is not a text in UTF-8, so no rule file") from None
    if not text.strip():
        raise RuleError(f'{file}: this file is empty; a rule file begins with id = "..."')
    for number, line in enumerate(text.splitlines(), 1):
        if len(line) > LONGEST_LINE:
            raise RuleError(f"{file}: line {number} has over {LONGEST_LINE} characters")
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise RuleError(f"{file}: this is not a rule file: it nests too deeply") from None
    except ValueError as error:
        raise RuleError(f"{file}: this is not TOML: {error}") from None


def read_clauses(value: object, file: str) -> dict[str, str]:
    """The clauses of a file that has nothing else to be checked."""
    draft = _Problems(file)
    clauses = _read_clauses(draft, value)
    draft.stop_if_wrong()
    return clauses


class _Problems:
    """The errors found so far, each with the field it concerns."""

    def __init__(self, file: str) -> None:
        self.file = file
        self._found: dict[tuple[str, str], list[str]] = {}

    def problem(self, field: str, message: str, reading: str | None = None) -> None:
        readings = self._found.setdefault((field, message), [])
        if reading is not None:
            readings.append(reading)

    def stop_if_wrong(self) -> None:
        """Raise one `RuleError` for all that was found."""
        if not self._found:
            return
        lines = [f"{field}: {message}" for field, message in self._found]
        if len(lines) == 1:
            raise RuleError(f"{self.file}: {lines[0]}")
        left = len(lines) - _MOST_SHOWN
        more = [f"and {left} more"] if left > 0 else []
        listed = "".join(f"\n  {line}" for line in [*lines[:_MOST_SHOWN], *more])
        raise RuleError(f"{self.file}: {len(lines)} errors{listed}")

    def text(self, table: Tree, key: str, where: str, example: str) -> str:
        """A line of text that the table must have."""
        path = f"{where}.{key}" if where else key
        value = table.get(key)
        if isinstance(value, str) and value.strip() and value.isprintable():
            return value.strip()
        if key not in table:
            self.problem(path, f"missing; write {key} = {example}")
        else:
            self.problem(path, f"{show(value)} is not one line of text; write {key} = {example}")
        return ""

    def table(self, value: object, where: str) -> Tree:
        if isinstance(value, dict):
            return value
        self.problem(where, f"{show(value)} is not a table; write [{where}]")
        return {}

    def unknown(self, key: str, where: str, allowed: Iterable[str]) -> None:
        """Report a key that means nothing here."""
        names = list(allowed)
        near = get_close_matches(key, names, n=1)
        hint = f"did you mean {near[0]}?" if near else f"there are: {', '.join(names)}"
        place = f"{where}.{_plain(key)}" if where else _plain(key)
        self.problem(place, f"unknown field; {hint}")


class Draft(_Problems):
    """The parts of a rule file; unusable ones are reported and left out."""

    def __init__(self, tree: Tree, file: str, decisions: Mapping[str, str]) -> None:
        super().__init__(file)
        for key in tree.keys() - {*_HEAD, *GROUPS}:
            self.unknown(key, "", (*_HEAD, *GROUPS))
        self.id = self._named(tree, "id", '"my-table"')
        self.name = self.text(tree, "name", "", '"a title for people"')
        self.document = self.text(tree, "document", "", '"what the rules come from"')
        self.clauses = _read_clauses(self, tree.get("clauses"))
        for clause in self.clauses.keys() & decisions.keys():
            self.problem(f"clauses.{clause}", "this id is taken by one of the project's decisions")
        self._known = {**decisions, **self.clauses}
        self._leaves: dict[str, Leaf] = {}
        for group in GROUPS:
            if group in tree:
                self._gather(tree[group], group, self._leaves)
        self.default_reading = self._named(tree, "default_reading", '"as-written"')
        self._changes: dict[str, _Change] = {}
        self.readings = self._read_readings(tree.get("readings"))
        self.printed = self._read_printed(tree.get("printed", []))

    def leaves_under(self, reading: str) -> dict[str, Leaf]:
        """The fields of the file as one reading changes them."""
        change = self._changes[reading]
        leaves = {
            field: leaf
            for field, leaf in self._leaves.items()
            if not any(field == gone or field.startswith(f"{gone}.") for gone in change.removes)
        }
        leaves |= change.sets
        if "limits.tie" not in leaves and "limits.primary" in leaves:
            leaves["limits.tie"] = Leaf(leaves["limits.primary"].value, ("ALL-14",))
        return leaves

    def build(self, leaves: Mapping[str, Leaf], reading: str, sha256: str) -> RuleSet | None:
        """The rules made of these fields, or `None` if some are missing."""
        missing = [
            term
            for term in TERMS.values()
            if term.required and term.field not in leaves and _is_needed(term, leaves)
        ]
        for term in missing:
            where = term.field.rpartition(".")[0]
            self.problem(
                term.field, f"missing: {term.means}; write in [{where}]: {term.line}", reading
            )
        if missing:
            return None
        return RuleSet(id=self.id, reading=reading, sha256=sha256, **_groups(leaves))

    def _named(self, tree: Tree, key: str, example: str) -> str:
        name = self.text(tree, key, "", example)
        if name and not _NAME.fullmatch(name):
            self.problem(key, f"{show(name)} is no name: use small letters, digits and hyphens")
        return name

    def _gather(self, value: object, path: str, leaves: dict[str, Leaf]) -> None:
        """Add the fields of a table, and of the tables in it, to the leaves."""
        for key, inner in self.table(value, path).items():
            name = f"{path}.{key}" if path else key
            if name in TERMS:
                leaf = self._read_leaf(inner, TERMS[name])
                if leaf is not None:
                    leaves[name] = leaf
            elif name in GROUPED:
                self._gather(inner, name, leaves)
            else:
                within = [field for field in (*TERMS, *GROUPED) if field.rpartition(".")[0] == path]
                names = (field.rpartition(".")[2] for field in within) if path else TERMS
                self.unknown(key, path, names)

    def _read_leaf(self, value: object, term: Term) -> Leaf | None:
        if not isinstance(value, dict) or "by" not in value:
            shown = f"{show(value)} has" if not isinstance(value, dict) else "the value has"
            self.problem(term.field, f"{shown} no citation; write {term.line}")
            return None
        for key in value.keys() - {"is", "by"}:
            self.unknown(key, term.field, ("is", "by"))
        by = self._read_by(value, term.field)
        if "is" not in value:
            self.problem(term.field, f"cited, but without a value; write {term.line}")
            return None
        try:
            return Leaf(term.read(value["is"]), by)
        except NotationError as error:
            self.problem(term.field, f"{error} ({term.means}, as {term.line})")
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
                self.problem(where, f"cites {show(clause)}, which is no clause; {hint}")
        return tuple(by)

    def _read_readings(self, value: object) -> tuple[Reading, ...]:
        readings: list[Reading] = []
        if not isinstance(value, dict) or not value:
            self.problem("readings", f"missing; write at least {_EXAMPLE_READING}")
            return ()
        for name, inner in value.items():
            where = f"readings.{_plain(name)}"
            table = self.table(inner, where)
            if not _NAME.fullmatch(name):
                self.problem(where, "no name for a reading: use small letters, digits and hyphens")
            for key in table.keys() - {"says", "by", "removes", "set"}:
                self.unknown(key, where, ("says", "by", "removes", "set"))
            says = self.text(table, "says", where, '"what this reading says"')
            readings.append(Reading(name, says, self._read_by(table, where)))
            sets: dict[str, Leaf] = {}
            self._gather(table.get("set", {}), "", sets)
            self._changes[name] = _Change(self._read_removes(table, where), sets)
        if self.default_reading and self.default_reading not in value:
            names = ", ".join(_plain(name) for name in value)
            self.problem("default_reading", f"no reading of this name; there are: {names}")
        return tuple(readings)

    def _read_removes(self, table: Tree, where: str) -> tuple[str, ...]:
        removes = table.get("removes", [])
        if not isinstance(removes, list) or not all(isinstance(item, str) for item in removes):
            self.problem(where, 'removes is not a list of fields; write removes = ["war"]')
            return ()
        for gone in removes:
            if not any(field == gone or field.startswith(f"{gone}.") for field in self._leaves):
                self.problem(where, f"removes {show(gone)}, which the file does not have")
        return tuple(removes)

    def _read_printed(self, value: object) -> tuple[Printed, ...]:
        printed: list[Printed] = []
        if not isinstance(value, list):
            self.problem("printed", f"{show(value)} is not a list of tables; write [[printed]]")
            return ()
        for number, inner in enumerate(value, 1):
            where = f"printed {number}"
            table = self.table(inner, where)
            for key in table.keys() - set(_PRINTED):
                self.unknown(key, where, _PRINTED)
            says = self.text(table, "says", where, '"a war won"')
            figure = self.text(table, "figure", where, '"1 to 1"')
            by = self._read_by(table, where)
            instead, measure, basis = (
                self.text(table, key, where, example) if key in table else None
                for key, example in (
                    ("instead", '"surrender or war"'),
                    ("measure", '"primary.house_edge"'),
                    ("basis", '"of the primary wager"'),
                )
            )
            self._check_measure(where, figure, measure, basis)
            printed.append(Printed(says, figure, by, instead, measure, basis))
        return tuple(printed)

    def _check_measure(
        self, where: str, figure: str, measure: str | None, basis: str | None
    ) -> None:
        if (measure is None) != (basis is None):
            self.problem(where, "a measure needs a basis, and a basis a measure")
        if measure and not _MEASURE.fullmatch(measure):
            self.problem(
                where,
                f"{show(measure)} is no measure; write house_edge, return or return_of_total of "
                "primary, tie or war_tie, as 'primary.house_edge'",
            )
        if measure and not _PERCENT.fullmatch(figure):
            self.problem(where, f"{show(figure)} is no share; write it as '2.33 %'")


def _plain(key: str) -> str:
    return key if re.fullmatch(r"[A-Za-z0-9_.-]{1,60}", key, re.ASCII) else show(key)


def _read_clauses(draft: _Problems, value: object) -> dict[str, str]:
    clauses: dict[str, str] = {}
    if value is None:
        value = {}
    table = draft.table(value, "clauses")
    for key in table:
        if _CLAUSE.fullmatch(key):
            clauses[key] = draft.text(table, key, "clauses", '"one sentence"')
        else:
            draft.problem(f"clauses.{_plain(key)}", "no id: use letters, digits and hyphens")
    return clauses


def _is_needed(term: Term, leaves: Mapping[str, Leaf]) -> bool:
    """Whether the group of a field is one that the file has, or must have."""
    group = term.field.partition(".")[0]
    if type(None) not in get_args(get_type_hints(RuleSet)[group]):
        return True
    return any(field.startswith(f"{group}.") for field in leaves)


def _groups(leaves: Mapping[str, Leaf]) -> dict[str, Any]:
    """The records of a rule set, by the names of its groups."""
    groups: dict[str, Any] = {}
    hints = get_type_hints(RuleSet)
    for group in GROUPS:
        own = {
            field.removeprefix(f"{group}."): leaf.value
            for field, leaf in leaves.items()
            if field.startswith(f"{group}.")
        }
        if group == "pays":
            groups[group] = _pay_table(own)
        elif own:
            kinds: Sequence[Any] = (hints[group], *get_args(hints[group]))
            record = next(kind for kind in kinds if hasattr(kind, "__dataclass_fields__"))
            groups[group] = record(**own)
    return groups


def _pay_table(own: Mapping[str, Any]) -> PayTable:
    rows: dict[str, Row] = {}
    for outcome in OUTCOMES:
        pays = {
            field.removeprefix(f"{outcome}."): pay
            for field, pay in own.items()
            if field.startswith(f"{outcome}.")
        }
        if pays or outcome in ("higher", "lower", "equal"):
            rows[outcome] = Row(**pays)
    return PayTable(odd_cent=own["odd_cent"], **rows)
