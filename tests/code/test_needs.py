"""The machinery of `tests/conftest.py`, run on small projects with this project's settings."""

from collections.abc import Iterator

import pytest
from hypothesis import settings

from tests.paths import ROOT

BROWSER_TEST = """
    import pytest

    @pytest.fixture
    def page():
        raise RuntimeError("a fixture was set up although the machine lacks a browser")

    @pytest.mark.needs("browser")
    def test_page(page): ...

    def test_plain(): ...
"""


@pytest.fixture
def project(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> Iterator[pytest.Pytester]:
    """A project without any capability, and with nothing required."""
    pytester.makefile(".toml", pyproject=(ROOT / "pyproject.toml").read_text())
    pytester.makeconftest((ROOT / "tests" / "conftest.py").read_text())
    monkeypatch.setenv("PATH", str(pytester.path))
    for variable in ("CASINOWAR_REQUIRE", "CASINOWAR_TEST_POSTGRES"):
        monkeypatch.delenv(variable, raising=False)
    profile = settings.get_current_profile_name()
    yield pytester
    settings.load_profile(profile)  # the small project loaded its own, in this very process


def run(project: pytest.Pytester, *options: str) -> pytest.RunResult:
    return project.runpytest_inprocess("-p", "no:cacheprovider", "-p", "no:xdist", *options, ".")


def test_missing_capability_skips_and_says_so(project: pytest.Pytester) -> None:
    project.makepyfile(BROWSER_TEST)
    result = run(project)
    result.assert_outcomes(passed=1, skipped=1)
    result.stdout.fnmatch_lines(
        ["*= left out =*", "1 test: needs browser: chromium is not on the PATH"]
    )


def test_missing_capability_fails_where_it_is_required(
    project: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    project.makepyfile(BROWSER_TEST)
    monkeypatch.setenv("CASINOWAR_REQUIRE", "postgres, browser")
    result = run(project)
    result.assert_outcomes(passed=1, errors=1)
    result.stdout.fnmatch_lines(
        ["*CASINOWAR_REQUIRE names browser, but chromium is not on the PATH*"]
    )


def test_present_capability_runs(project: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    project.makepyfile("""
        import pytest

        @pytest.mark.needs("postgres")
        def test_database(): ...
    """)
    monkeypatch.setenv("CASINOWAR_TEST_POSTGRES", "postgresql://127.0.0.1/test")
    monkeypatch.setenv("CASINOWAR_REQUIRE", "postgres")
    run(project).assert_outcomes(passed=1)


def test_unknown_name_in_the_environment_is_an_error(
    project: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    project.makepyfile("def test_plain(): ...")
    monkeypatch.setenv("CASINOWAR_REQUIRE", "browser,browsr")
    result = run(project)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(
        ["*no capability 'browsr'; known: browser, compiler, curl, postgres"]
    )


@pytest.mark.parametrize(
    "marker, message",
    [
        ("needs('printer')", "*no capability 'printer'*"),
        ("needs", "*needs() takes the names of capabilities"),
        ("needs(what='browser')", "*needs() takes the names of capabilities"),
    ],
)
def test_wrong_marker_is_an_error(project: pytest.Pytester, marker: str, message: str) -> None:
    project.makepyfile(f"""
        import pytest

        @pytest.mark.{marker}
        def test_page(): ...
    """)
    result = run(project)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines([message])


def test_long_tests_wait_for_the_option(project: pytest.Pytester) -> None:
    project.makepyfile("""
        import pytest

        @pytest.mark.long
        def test_billion(): ...

        @pytest.mark.long
        def test_trillion(): ...
    """)
    result = run(project)
    result.assert_outcomes(skipped=2)
    result.stdout.fnmatch_lines(["2 tests: long mode; --long runs it"])
    run(project, "--long").assert_outcomes(passed=2)


def test_nothing_left_out_says_nothing(project: pytest.Pytester) -> None:
    project.makepyfile("def test_plain(): ...")
    result = run(project)
    result.assert_outcomes(passed=1)
    result.stdout.no_fnmatch_line("*left out*")


def test_warning_is_an_error(project: pytest.Pytester) -> None:
    project.makepyfile("""
        import warnings

        def test_old():
            warnings.warn("out of date", DeprecationWarning)
    """)
    run(project).assert_outcomes(failed=1)
