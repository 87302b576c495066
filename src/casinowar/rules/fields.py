"""The vocabulary of rule files: every field that the records of `casinowar.rules.model` declare.

`TERMS` has each field by its dotted path, and reads and writes its values. A value is checked
against the type of its field.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from casinowar.errors import NotationError
from casinowar.rules.model import GROUPS, RuleSet
from casinowar.rules.vocabulary.declaration import FieldDeclaration, declared_rule, declared_table
from casinowar.rules.vocabulary.forms import Value, show


@dataclass(frozen=True, slots=True)
class Term:
    """One field of a rule file."""

    field: str
    """Its dotted path, such as ``shoe.decks``."""
    means: str
    type: Any
    default: object
    """The value if a file does not give one; `MISSING` if it must."""
    rule: FieldDeclaration

    def read(self, value: object) -> object:
        """The value for the record; a `NotationError` says what would be right."""
        found = self.rule.form.read(value)
        for wrong in _misfits(found, self.type):
            raise NotationError(f"{show(wrong)} is not allowed: {_expected(self.type)}")
        return found

    def write(self, value: object) -> Value | None:
        """What `read` reads; `None` where a file says it by leaving the field out."""
        written: Value | None = self.rule.form.write(value)
        return written

    @property
    def name(self) -> str:
        """The last part of the field's path."""
        return self.field.rpartition(".")[2]

    @property
    def table(self) -> str:
        """The path without its last part."""
        return self.field.rpartition(".")[0]

    @property
    def group(self) -> str:
        """The first part of the field's path."""
        return self.field.partition(".")[0]

    @property
    def required(self) -> bool:
        """Whether its group cannot be without it."""
        return self.default is MISSING

    @property
    def written_default(self) -> Value | None:
        """The default as a rule file would write it; `None` if it has none to write."""
        return None if self.required else self.write(self.default)

    @property
    def example(self) -> str:
        """A value, as TOML."""
        return toml(self.rule.example)

    @property
    def line(self) -> str:
        """How the field is written in its table."""
        return f'{self.name} = {{ is = {self.example}, by = ["..."] }}'

    @property
    def values(self) -> str:
        """The values it can have, in words; ``""`` where any whole number or text will do."""
        return self.rule.values or ", ".join(toml(word) for word in self.allowed_words)

    @property
    def allowed_words(self) -> tuple[str, ...]:
        """The words that the field, or each part of it, can be."""
        return tuple(_literals(self.type))


def toml(value: Value) -> str:
    """A value in TOML, which writes texts, whole numbers and lists of them as JSON does."""
    return json.dumps(value, ensure_ascii=False)


def record_of(kind: Any) -> Any:
    """The record in the type of a field, such as ``WarRules | None``; `None` if there is none."""
    return next((one for one in (kind, *get_args(kind)) if is_dataclass(one)), None)


def _literals(kind: Any) -> Iterator[str]:
    if isinstance(kind, str):
        yield kind
    for argument in get_args(kind):
        yield from _literals(argument)


def _misfits(value: object, kind: Any) -> Iterator[object]:
    """The value, or the parts of a tuple, that do not have the type."""
    if get_origin(kind) is tuple:
        if not isinstance(value, tuple):
            yield value
            return
        for item in value:
            yield from _misfits(item, get_args(kind)[0])
    elif not _fits(value, kind):
        yield value


def _fits(value: object, kind: Any) -> bool:
    if get_origin(kind) is Literal:
        return isinstance(value, str) and value in get_args(kind)
    if get_origin(kind) in (Union, UnionType):
        return any(_fits(value, one) for one in get_args(kind))
    return type(value) is kind


def _expected(kind: Any) -> str:
    """What a value of this type looks like, in words."""
    listed = get_origin(kind) is tuple
    item = get_args(kind)[0] if listed else kind
    words = [word for word in get_args(item) if isinstance(word, str)]
    if words:
        some = "some of" if listed else "one of"
        return f"write {some} {', '.join(repr(word) for word in words)}"
    if item is str:
        return "write text in quotes"
    return "write whole numbers" if listed else "write a whole number"


def _terms(path: str, record: Any, outcome: str = "") -> Iterator[Term]:
    hints = get_type_hints(record)
    for field in fields(record):
        name, kind = f"{path}.{field.name}", hints[field.name]
        rule, table = declared_rule(field.metadata), declared_table(field.metadata)
        if table is not None:
            yield from _terms(name, record_of(kind), f" at {field.name.replace('_', ' ')}")
        else:
            assert rule is not None, f"{name} is not declared with rule() or table()"
            yield Term(name, f"{rule.means}{outcome}", kind, field.default, rule)


def _tables(path: str, record: Any) -> Iterator[tuple[str, str]]:
    hints = get_type_hints(record)
    for field in fields(record):
        if (table := declared_table(field.metadata)) is not None:
            yield f"{path}{field.name}", table.means
            yield from _tables(f"{path}{field.name}.", record_of(hints[field.name]))


TERMS: Mapping[str, Term] = {
    term.field: term
    for group in GROUPS
    for term in _terms(group, record_of(get_type_hints(RuleSet)[group]))
}
"""Every field of a rule file, by its dotted path."""

TABLES: Mapping[str, str] = dict(_tables("", RuleSet))
"""What each table of a rule file is about; for a row of the pay table, when it decides."""

GROUPED: frozenset[str] = frozenset(TABLES)
"""The paths of those tables."""
