"""Rule files: a table's rules in TOML, where every field cites the clauses behind it.

`load_rules` takes the name of a built-in rule set or a path. Loading checks every reading of the
file. It reports all wrong fields together; if there are none, it reports all contradictions
between them.
"""

import hashlib
import stat
from collections.abc import Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cache, lru_cache
from importlib import resources
from pathlib import Path

from casinowar.errors import RuleError
from casinowar.rules.fields import GROUPED, TERMS
from casinowar.rules.model import RuleSet
from casinowar.rules.problems import Problems
from casinowar.rules.reader import Notice, Printed, Reading, RuleDraft, read_clauses, read_toml
from casinowar.rules.soundness import contradictions

__all__ = [
    "MOST_BYTES",
    "Notice",
    "Printed",
    "Reading",
    "RuleFile",
    "builtin_names",
    "decisions",
    "load_rules",
    "read_rules",
]

MOST_BYTES = 1 << 20
"""The largest rule file that is read."""

_DECISIONS = "decisions"


@dataclass(frozen=True, slots=True)
class _Resolved:
    """The rules under one reading, and the clauses that each field cites."""

    rules: RuleSet
    cites: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class RuleFile:
    """A rule file, read and sound in all its readings."""

    id: str
    name: str
    document: str
    default_reading: str
    readings: tuple[Reading, ...]
    clauses: Mapping[str, str]
    """The file's own clauses; a field may also cite those of `decisions`."""
    printed: tuple[Printed, ...]
    notices: tuple[Notice, ...]
    sha256: str
    source: bytes = field(repr=False)
    _resolved: Mapping[str, _Resolved] = field(repr=False)

    def rules(self, reading: str | None = None) -> RuleSet:
        """The rules under a reading, the default one unless named."""
        return self._under(reading).rules

    def cites(self, field: str, reading: str | None = None) -> tuple[str, ...]:
        """The ids of the clauses that a field, or a whole table of fields, cites.

        A field that the file leaves to its default cites nothing.
        """
        cites = self._under(reading).cites
        if field in TERMS:
            return cites.get(field, ())
        if field not in GROUPED:
            near = get_close_matches(field, [*TERMS, *GROUPED], n=1)
            hint = f"; did you mean {near[0]}?" if near else ""
            raise RuleError(f"{field[:60]!r} is not a field of a rule file{hint}")
        within = (ids for name, ids in cites.items() if name.startswith(f"{field}."))
        return tuple(dict.fromkeys(clause for ids in within for clause in ids))

    def cited(self, reading: str | None = None) -> tuple[str, ...]:
        """The ids of all clauses that the fields cite under a reading."""
        every = self._under(reading).cites.values()
        return tuple(dict.fromkeys(clause for ids in every for clause in ids))

    def says(self, clause: str) -> str:
        """The sentence of a clause, the file's own or one of the decisions."""
        if clause in self.clauses:
            return self.clauses[clause]
        if clause in decisions():
            return decisions()[clause]
        near = get_close_matches(clause, [*self.clauses, *decisions()], n=1)
        hint = f"; did you mean {near[0]}?" if near else ""
        raise RuleError(f"{self.id} has no clause {clause[:60]!r}{hint}")

    def reading(self, name: str | None = None) -> Reading:
        """A reading by its name, the default one unless named."""
        name = self.default_reading if name is None else name
        for reading in self.readings:
            if reading.name == name:
                return reading
        names = ", ".join(reading.name for reading in self.readings)
        raise RuleError(f"{self.id} has no reading {name[:60]!r}; it has: {names}")

    def _under(self, reading: str | None) -> _Resolved:
        return self._resolved[self.reading(reading).name]


def builtin_names() -> tuple[str, ...]:
    """The names of the rule sets that come with the program."""
    files = (resources.files("casinowar.rules") / "sets").iterdir()
    names = (file.name.removesuffix(".toml") for file in files if file.name.endswith(".toml"))
    return tuple(sorted(name for name in names if name != _DECISIONS))


@cache
def decisions() -> Mapping[str, str]:
    """The project's own decisions, for rules that the documents leave out."""
    problems = Problems(_DECISIONS)
    tree = read_toml(_builtin_bytes(_DECISIONS), _DECISIONS)
    clauses = read_clauses(tree.get("clauses"), problems)
    problems.stop_if_wrong()
    return clauses


def load_rules(source: str | Path) -> RuleFile:
    """The rule set of a built-in name, such as ``washington``, or of a file at a path."""
    if isinstance(source, str):
        if source in builtin_names():
            return _load_builtin(source)
        if not _is_path(source):
            raise RuleError(_unknown_name(source))
    return read_rules(_file_bytes(Path(source)), str(source))


def read_rules(data: bytes, file: str) -> RuleFile:
    """The rule set in the bytes of a rule file; only messages use the file's name."""
    draft = RuleDraft(read_toml(data, file), file, decisions())
    sha256 = hashlib.sha256(data).hexdigest()
    resolved: dict[str, _Resolved] = {}
    for reading in draft.readings:
        leaves = draft.leaves_under(reading.name)
        rules = draft.build(leaves, reading.name, sha256)
        if rules is not None:
            cites = {name: leaf.by for name, leaf in leaves.items()}
            resolved[reading.name] = _Resolved(rules, cites)
    draft.stop_if_wrong(len(draft.readings))
    for name, found in resolved.items():
        for path, message in contradictions(found.rules):
            draft.problem(path, message, name)
    draft.stop_if_wrong(len(draft.readings))
    return RuleFile(
        id=draft.id,
        name=draft.name,
        document=draft.document,
        default_reading=draft.default_reading,
        readings=draft.readings,
        clauses=draft.clauses,
        printed=draft.printed,
        notices=draft.notices,
        sha256=sha256,
        source=data,
        _resolved=resolved,
    )


@lru_cache(maxsize=32)
def _load_builtin(name: str) -> RuleFile:
    return read_rules(_builtin_bytes(name), name)


def _builtin_bytes(name: str) -> bytes:
    return (resources.files("casinowar.rules") / "sets" / f"{name}.toml").read_bytes()


def _is_path(source: str) -> bool:
    return source.endswith(".toml") or Path(source).name != source or _exists(source)


def _exists(source: str) -> bool:
    try:
        return bool(source) and Path(source).exists()
    except (OSError, ValueError):
        return False


def _unknown_name(source: str) -> str:
    names = builtin_names()
    near = get_close_matches(source.lower(), names, n=2)
    hint = f" did you mean {' or '.join(near)}?" if near else ""
    return (
        f"there is no rule set {source[:60]!r};{hint} the built-in ones are {', '.join(names)}; "
        "for other rules, give the path of a rule file"
    )


def _file_bytes(path: Path) -> bytes:
    """The bytes of a regular file, if it is not too large."""
    file = str(path)
    try:
        found = path.stat()
        if stat.S_ISDIR(found.st_mode):
            raise RuleError(f"{file}: this is a directory; give the path of a rule file in it")
        if not stat.S_ISREG(found.st_mode):
            raise RuleError(f"{file}: this is not a regular file; give the path of a rule file")
        with path.open("rb") as opened:
            data = opened.read(MOST_BYTES + 1)
    except FileNotFoundError:
        raise RuleError(f"{file}: there is no such file{_builtin_hint(path)}") from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise RuleError(f"{file[:200]!r}: this file cannot be read: {reason}") from None
    if len(data) > MOST_BYTES:
        raise RuleError(f"{file}: this file is over 1 MiB, which is too large for a rule file")
    return data


def _builtin_hint(path: Path) -> str:
    return f"; the built-in rule set is {path.stem}" if path.stem in builtin_names() else ""
