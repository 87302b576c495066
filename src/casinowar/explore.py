"""A rule set with some of its fields changed: what another pay, or another burn, would make of it.

A change is read and checked as a rule file's own fields are, so that nothing can be explored that
could not be played.
"""

import hashlib
import json
from collections.abc import Mapping
from difflib import get_close_matches
from typing import get_args

from casinowar.errors import NotationError
from casinowar.problems import Tree, plain
from casinowar.ruledraft import Draft, Leaf, read_toml
from casinowar.rulefile import RuleFile, decisions
from casinowar.rules import GROUPS, RuleSet
from casinowar.soundness import contradictions
from casinowar.vocabulary import TERMS

Value = str | int | list[str]
"""A field's value as a rule file writes it."""


def changed_rules(file: RuleFile, reading: str | None, changes: Mapping[str, Value]) -> RuleSet:
    """The rules under a reading with these fields changed; a `RuleError` says what is unsound."""
    name = file.reading(reading).name
    if not changes:
        return file.rules(name)
    draft = Draft(read_toml(file.source, file.id), file.id, decisions())
    leaves = draft.leaves_under(name)
    for field, value in changes.items():
        if field not in TERMS:
            near = get_close_matches(field, TERMS, n=1)
            hint = f"; did you mean {near[0]}?" if near else ""
            draft.problem(plain(field), f"no field of a rule file{hint}")
            continue
        try:
            leaves[field] = Leaf(TERMS[field].read(value), ())
        except NotationError as error:
            draft.problem(field, str(error))
    draft.stop_if_wrong()
    rules = draft.build(leaves, name, _sha256(file, changes))
    draft.stop_if_wrong()
    assert rules is not None, "what is missing is a problem"
    for path, message in contradictions(rules):
        draft.problem(path, message)
    draft.stop_if_wrong()
    return rules


def words_of(field: str) -> tuple[str, ...]:
    """The words that a field, or each part of it, can be; none where it is a number or a pay."""
    kind = TERMS[field].type
    item = get_args(kind)[0] if getattr(kind, "__origin__", None) is tuple else kind
    return tuple(word for word in get_args(item) if isinstance(word, str))


def written_fields(file: RuleFile, reading: str | None) -> dict[str, Value]:
    """Every field under a reading, as the file writes it."""
    tree = read_toml(file.source, file.id)
    own: dict[str, Value] = {}
    for group in GROUPS:
        _gather(tree.get(group, {}), group, own)
    readings = tree["readings"]
    assert isinstance(readings, dict), "a rule file was read before"
    change = readings[file.reading(reading).name]
    gone = [str(path) for path in change.get("removes", ())]
    kept = {
        field: value
        for field, value in own.items()
        if not any(field == path or field.startswith(f"{path}.") for path in gone)
    }
    _gather(change.get("set", {}), "", kept)
    return kept


def _gather(value: object, path: str, found: dict[str, Value]) -> None:
    if not isinstance(value, dict):
        return
    table: Tree = value
    for key, inner in table.items():
        name = f"{path}.{key}" if path else key
        if name in TERMS and isinstance(inner, dict):
            found[name] = inner["is"]
        else:
            _gather(inner, name, found)


def _sha256(file: RuleFile, changes: Mapping[str, Value]) -> str:
    """Of the file and the changes: no other rules have it."""
    told = json.dumps(changes, sort_keys=True)
    return hashlib.sha256(file.source + told.encode()).hexdigest()
