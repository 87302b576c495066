"""`./check --quick`: which tests it runs for a changed file, and what it says of the others."""

from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from types import ModuleType

import pytest

from tests.paths import ROOT


@pytest.fixture(scope="module")
def check() -> ModuleType:
    loader = SourceFileLoader("check", str(ROOT / "check"))
    spec = spec_from_loader("check", loader)
    assert spec is not None
    made = module_from_spec(spec)
    loader.exec_module(made)
    return made


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The test files of a small project."""
    root = tmp_path_factory.mktemp("project")
    for name in (
        "tests/test_cards.py",
        "tests/clauses/test_online.py",
        "tests/odds/test_banker.py",
        "tests/odds/checks/test_edges.py",
        "tests/odds/checks/test_again.py",
        "tests/page/test_views.py",
        "tests/page/table/test_round.py",
        "tests/rules/test_sets.py",
        "tests/static/test_browser.py",
        "tests/web/test_logged.py",
    ):
        file = root / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("", encoding="utf-8")
    importing = "from tests.support.house.served import Served\n"
    (root / "tests/web/test_logged.py").write_text(importing, encoding="utf-8")
    return root


CHECKS = ["tests/odds/checks/test_edges.py", "tests/odds/checks/test_again.py"]
RULES = ["tests/clauses/test_online.py", "tests/rules/test_sets.py"]
PAGE = ["tests/page/table/test_round.py", "tests/page/test_views.py"]


@pytest.mark.parametrize(
    "changed, tests",
    [
        ("src/casinowar/odds/checks/edges.py", CHECKS),
        ("src/casinowar/odds/sessions/ruin.py", [*reversed(CHECKS), "tests/odds/test_banker.py"]),
        ("src/casinowar/cards.py", ["tests/test_cards.py"]),
        ("src/casinowar/errors.py", []),
        ("src/casinowar/rules/sets/online.toml", RULES),
        ("src/casinowar/static/page/table/cw-table.js", PAGE[:1]),
        ("src/casinowar/static/page/lib/money.js", PAGE),
        ("src/casinowar/static/verify/fair.js", ["tests/static/test_browser.py"]),
        ("tests/page/test_views.py", ["tests/page/test_views.py"]),
        ("tests/page/conftest.py", PAGE),
        ("tests/page/test_gone.py", []),
        ("tests/support/house/served.py", ["tests/web/test_logged.py"]),
        ("pyproject.toml", []),
    ],
)
def test_a_changed_file_has_the_tests_that_mirror_it(
    check: ModuleType, project: Path, changed: str, tests: list[str]
) -> None:
    assert check.mirroring_tests(changed, project) == tests


@pytest.mark.parametrize("folder", sorted((ROOT / "src/casinowar").glob("*/")))
def test_every_package_has_tests(check: ModuleType, folder: Path) -> None:
    if any(folder.glob("*.py")):
        assert check.mirroring_tests(f"{folder.relative_to(ROOT)}/some.py")


def test_a_file_without_tests_is_named(
    check: ModuleType, capsys: pytest.CaptureFixture[str]
) -> None:
    assert check.quick_tests(["LICENSE"], 60) == []
    assert capsys.readouterr().out == "LICENSE: no tests mirror it\nno tests to run\n"


TESTS = """
    import pytest

    def test_short(): ...

    @pytest.mark.takes(60)
    def test_long(): ...
"""


@pytest.mark.parametrize("seconds, passed, left_out", [(0, 0, 2), (30, 1, 1), (90, 2, 0)])
def test_what_there_is_no_time_for_is_named(
    pytester: pytest.Pytester, seconds: int, passed: int, left_out: int
) -> None:
    pytester.makepyprojecttoml((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    pytester.makeconftest((ROOT / "tests" / "conftest.py").read_text(encoding="utf-8"))
    pytester.makepyfile(TESTS)
    ran = pytester.runpytest_subprocess(f"--seconds={seconds}", "-p", "no:cacheprovider", ".")
    ran.assert_outcomes(passed=passed, skipped=left_out)
    if left_out:
        tests = "test" if left_out == 1 else "tests"
        ran.stdout.fnmatch_lines([f"{left_out} {tests}: no time left for test_what_*.py"])
