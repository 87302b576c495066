"""A rule set with some fields changed, to explore other pays or burns.

Changes are read and checked like the fields of a rule file, so every variant can be played.
"""

import hashlib
import json
from collections.abc import Mapping
from difflib import get_close_matches

from casinowar.errors import NotationError
from casinowar.rules.fields import TERMS
from casinowar.rules.file import RuleFile, decisions
from casinowar.rules.model import GROUPS, RuleSet
from casinowar.rules.problems import Tree, plain
from casinowar.rules.reader import Leaf, RuleDraft, read_toml
from casinowar.rules.soundness import contradictions
from casinowar.rules.vocabulary.forms import Value

__all__ = ["Value", "changed_rules", "written_fields"]


def changed_rules(file: RuleFile, reading: str | None, changes: Mapping[str, Value]) -> RuleSet:
    """The rules with these fields changed; raises a `RuleError` if they are unsound."""
    name = file.reading(reading).name
    if not changes:
        return file.rules(name)
    draft = RuleDraft(read_toml(file.source, file.id), file.id, decisions())
    leaves = draft.leaves_under(name)
    for field, value in changes.items():
        if field not in TERMS:
            near = get_close_matches(field, TERMS, n=1)
            hint = f"; did you mean {near[0]}?" if near else ""
            draft.problem(plain(field), f"not a field of a rule file{hint}")
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


def written_fields(file: RuleFile, reading: str | None) -> dict[str, Value]:
    """Every field under a reading, as the file writes it or would write its default."""
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
    rules = file.rules(reading)
    for term in TERMS.values():
        default = term.written_default
        if default is not None and getattr(rules, term.group) is not None:
            kept.setdefault(term.field, default)
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
    """A hash of the file and the changes, which no other rules have."""
    told = json.dumps(changes, sort_keys=True)
    return hashlib.sha256(file.source + told.encode()).hexdigest()
