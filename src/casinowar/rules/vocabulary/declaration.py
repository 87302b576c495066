"""How the records of `casinowar.rules.model` declare the fields of a rule file.

A record declares each field once, with `rule`: what it means, how a rule file writes it, an
example, and its default if it has one. The reader, the template, the description of the rules and
the documentation are derived from that. A field with a default may be missing from a rule file, so
a new one breaks no file there is.
"""

from collections.abc import Mapping
from dataclasses import MISSING, dataclass, field
from typing import Any, TypeVar, dataclass_transform

from casinowar.rules.vocabulary.forms import PLAIN, Value, ValueForm

Record = TypeVar("Record")


@dataclass(frozen=True, slots=True)
class FieldDeclaration:
    """Everything there is to know about one field, except its name and type."""

    means: str
    """What the field says, as a phrase in small letters."""
    example: Value
    """A value as a rule file writes it."""
    form: ValueForm
    words: Mapping[str, str]
    """What each word that the field can be says at the table."""
    values: str
    """The values it can have, where its type does not list them as words."""
    only: str
    """When the field has a place in a file, if not always."""
    same_as: str
    """The field whose value it has if the file does not give one."""
    same_by: str
    """The clause behind `same_as`."""


@dataclass(frozen=True, slots=True)
class TableDeclaration:
    """What is declared about a record inside another record: a table of a rule file."""

    means: str


def rule(
    means: str,
    *,
    example: Value,
    form: ValueForm = PLAIN,
    default: object = MISSING,
    words: Mapping[str, str] | None = None,
    values: str = "",
    only: str = "",
    same_as: str = "",
    same_by: str = "",
) -> Any:
    """Declare a field; see `FieldDeclaration`. Every file must have a field without a default."""
    declared = FieldDeclaration(means, example, form, words or {}, values, only, same_as, same_by)
    return _field(declared, default)


def table(means: str, *, default: object = MISSING) -> Any:
    """Declare a table of a rule file. With `None` as its default, a file may do without it."""
    return _field(TableDeclaration(means), default)


def declared_rule(metadata: Mapping[Any, Any]) -> FieldDeclaration | None:
    """What `rule` declared about a dataclass field, from the field's metadata."""
    found: FieldDeclaration | None = metadata.get(FieldDeclaration)
    return found


def declared_table(metadata: Mapping[Any, Any]) -> TableDeclaration | None:
    """What `table` declared about a dataclass field, from the field's metadata."""
    found: TableDeclaration | None = metadata.get(TableDeclaration)
    return found


def _field(declared: FieldDeclaration | TableDeclaration, default: object) -> Any:
    metadata = {type(declared): declared}
    if default is MISSING:
        return field(metadata=metadata)
    return field(default=default, metadata=metadata)


@dataclass_transform(frozen_default=True, field_specifiers=(rule, table))
def record(cls: type[Record]) -> type[Record]:
    """Make a class a frozen dataclass whose fields are declared with `rule` and `table`."""
    return dataclass(frozen=True, slots=True)(cls)
