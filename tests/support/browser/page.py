"""What the page's own modules say of shoes, and what Python says of the same ones.

All questions of a test go to one process, line by line, and come back in the same order.
"""

import json
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from random import Random
from typing import Any

from casinowar.audit.files import audit_shoe
from casinowar.errors import RecordError, WrongEntry
from casinowar.record.shoefile import read_shoe
from casinowar.rules.file import load_rules
from tests.paths import TESTS
from tests.support.record.shoes import files_of, written
from tests.support.record.small_house import House

BATCH = TESTS / "static" / "batch.js"
SECONDS = 300

Json = dict[str, Any]


def deno() -> str:
    found = shutil.which("deno", path=str(Path(sys.executable).parent)) or shutil.which("deno")
    assert found is not None, "deno comes with the extra dev"
    return found


def answers(questions: Iterable[Json]) -> list[Json]:
    """What the page's modules answer."""
    lines = "".join(f"{json.dumps(question)}\n" for question in questions)
    command = [deno(), "run", "--quiet", "--no-config", str(BATCH)]
    done = subprocess.run(
        command, input=lines, capture_output=True, text=True, timeout=SECONDS, check=False
    )
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def verdicts(files: Iterable[str]) -> list[Json]:
    """What the page says of shoes' files."""
    return answers({"file": file} for file in files)


def judged(text: str | bytes) -> tuple[str, int | None]:
    """What Python says of a shoe's file: a word, and the first wrong entry."""
    data = text.encode() if isinstance(text, str) else text
    try:
        auditor = audit_shoe(read_shoe(data))
    except WrongEntry as error:
        return "wrong", error.seq
    except RecordError:
        return "not readable", None
    end = auditor.shoes[-1].end
    return {"open": "open", "by hand": "by hand"}.get(end, "cards verified"), None


def said(verdict: Json) -> tuple[str, int | None]:
    """The same of what the page says."""
    return verdict["verdict"], verdict["entry"]


HOUSES: list[tuple[str, str | None, Json]] = [
    ("washington", None, {"seats": 5}),
    ("south-dakota", "tie-loses", {}),
    ("fun-casino", None, {"seats": 2}),
    ("online", None, {}),
    ("california", "three-units", {}),
]


def shoes_of_every_rule_set(seed: int) -> list[str]:
    """Shoes of every rule set, whole ones, abandoned ones and open ones."""
    found = []
    for name, reading, options in HOUSES:
        rules = load_rules(name)
        for end in ("dealt", "abandoned", "open"):
            random = Random(f"{name} {end} {seed}")
            house = House(rules.rules(reading), random, wildness=0.1, **options)
            if end == "dealt":
                house.play(1).close()
            else:
                house.play(until=rounds_played(house, random.randint(3, 9)))
            if end == "abandoned":
                house.close()
            found += files_of(house, rules)
    return found


def rounds_played(house: House, count: int) -> Callable[[], bool]:
    return lambda: house.table.rounds == count


def two_shoes(name: str, seed: int) -> list[str]:
    """The files of a table that has dealt two shoes to their end."""
    rules = load_rules(name)
    house = House(rules.rules(), Random(seed), players=2)
    house.play(2).close()
    return files_of(house, rules)


def first_of_shoe(file: Json) -> Json:
    first: Json = next(entry for entry in file["entries"] if entry["kind"] == "shoe")
    return first


def agree(shoes: list[str], forge: Callable[[Json], object]) -> set[tuple[str, int | None]]:
    """What both say of every file after it was forged."""
    forged = []
    for text in shoes:
        file = json.loads(text)
        made = forge(file)
        forged.append(made if isinstance(made, str) else written(file).decode())
    found = [said(verdict) for verdict in verdicts(forged)]
    due = [judged(text) for text in forged]
    assert found == due, f"the page says {found}, Python says {due}"
    return set(found)
