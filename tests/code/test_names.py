"""Names people would search for: no riddles, one name for one idea, no crowded folder."""

import ast
from collections import defaultdict

import pytest

from tests.code.source import PACKAGE, Module, modules

RIDDLES = frozenset(
    "facts words telling grounds noting course played away others turns standing tidying "
    "thing".split()
)
"""Names that once hid what they held."""

MOST_MODULES = 16

SAME_IDEA = {
    "Bet": "a wager in a round, and the request for one",
    "GiveUpBank": "an action, and the request for it",
    "Leave": "an action, the request for it, and the word a player types",
    "Limit": "of a table, and of a player's own",
    "PostStake": "an action, and the request for it",
    "Reveal": "of the fair shuffle, and the request for it",
    "Rule": "an action, and the request for it",
    "RuleWager": "an action, and the request for it",
    "Sit": "an action, and the request for it",
    "Table": "of the core, and the same for programs",
    "TakeBank": "an action, and the request for it",
}
"""Classes that may share a name across packages, because they are one idea in two layers."""


def names_in(module: Module) -> list[str]:
    defined = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    nodes = [node.name for node in ast.walk(module.tree) if isinstance(node, defined)]
    return [module.name.rpartition(".")[2], *nodes]


@pytest.mark.parametrize("module", modules(), ids=lambda module: module.name)
def test_no_name_is_a_riddle(module: Module) -> None:
    found = [name for name in names_in(module) if name.lower().strip("_") in RIDDLES]
    assert not found


def test_riddle_is_found() -> None:
    text = "class Words: ...\nclass Box:\n    def _told(self): ...\n    def course(self): ..."
    found = {name.lower().strip("_") for name in names_in(Module("desk.telling", text))}
    assert found & RIDDLES == {"telling", "words", "course"}


def test_a_class_name_means_one_thing() -> None:
    homes = defaultdict(set)
    for module in modules():
        for node in module.tree.body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                homes[node.name].add(module.name.partition(".")[0])
    twice = {name for name, packages in homes.items() if len(packages) > 1}
    assert twice <= SAME_IDEA.keys()
    assert SAME_IDEA.keys() <= twice, "a name that is no longer shared needs no excuse"


def test_no_folder_is_crowded() -> None:
    folders = [folder for folder in PACKAGE.rglob("*") if folder.is_dir()]
    count = {
        folder.relative_to(PACKAGE).as_posix(): sum(
            file.suffix in (".py", ".js") and file.name != "__init__.py"
            for file in folder.iterdir()
        )
        for folder in [PACKAGE, *folders]
    }
    crowded = {folder: files for folder, files in count.items() if files > MOST_MODULES}
    assert not crowded
