"""Printed figures against the exact odds: their number, and what they say they are a share of."""

import re
from typing import Any

import pytest

from casinowar.odds.checks.checklist import findings
from casinowar.odds.checks.finding import Finding
from casinowar.odds.checks.printed import BASES
from casinowar.rules.file import RuleFile, builtin_names, load_rules
from tests.paths import ROOT
from tests.support.game.rulefiles import tree_of, variant


def found(file: RuleFile) -> list[Finding]:
    return [finding for finding in findings(file) if finding.code == "printed-figure"]


def only(file: RuleFile) -> Finding:
    (finding,) = found(file)
    return finding


def printing(base: str, *figures: tuple[str, str], **more: Any) -> RuleFile:
    """A variant that prints these measures, and nothing else."""
    basis = more.pop("basis", None)
    clause = next(iter(tree_of(base)["clauses"]))
    printed = [
        {
            "says": "a share",
            "figure": figure,
            "by": [clause],
            "measure": measure,
            "basis": basis or BASES[measure][0],
        }
        for measure, figure in figures
    ]
    return variant(base, more.pop("fields", None), head={"printed": printed}, **more)


@pytest.mark.clause("WA-PAY")
def test_the_printed_figures_of_washington_hold_for_six_decks_only() -> None:
    assert found(load_rules("washington")) == []
    wrong = found(variant("washington", {"shoe.decks": [8]}))
    assert [finding.field for finding in wrong] == ["printed.5", "printed.7"]
    for finding in wrong:
        assert finding.severity == "warning"
        assert finding.clauses == ("WA-PAY",)
        assert "the figure is right for 6 decks" in finding.mend
    assert "the exact odds give 2.3398 % with 8 decks" in wrong[0].says


def test_a_figure_that_holds_for_some_of_the_decks_is_a_note() -> None:
    some = found(variant("washington", {"shoe.decks": [6, 8]}))
    assert {finding.severity for finding in some} == {"note"}
    assert all("it is right only for 6 decks" in finding.says for finding in some)


@pytest.mark.clause("SG-11")
@pytest.mark.parametrize(
    "measure, figure",
    [
        ("primary.house_edge", "2.33 %"),
        ("primary.house_edge", "2 %"),
        ("primary.house_edge", "2.33006 %"),
        ("primary.return", "97.67 %"),
        ("primary.return_of_total", "97.83 %"),
        ("tie.house_edge", "18.65 %"),
        ("tie.return", "81.35 %"),
        ("tie.return_of_total", "81.35 %"),
        ("war_tie.house_edge", "18.628 %"),
        ("war_tie.return", "81.372 %"),
    ],
)
def test_every_measure_is_reproduced_to_its_last_digit(measure: str, figure: str) -> None:
    assert found(printing("online", (measure, figure))) == []
    digits = figure.removesuffix(" %")
    last = digits[:-1] + str((int(digits[-1]) + 1) % 10)
    assert only(printing("online", (measure, f"{last} %"))).severity == "warning"


def test_a_figure_may_be_that_of_the_best_play() -> None:
    for figure in ("6.30 %", "3.70 %"):
        printed = printing("california", ("primary.house_edge", figure), readings=True)
        assert only(printed).mend == (
            "make primary-collected the default reading: the figure is right there"
        )


@pytest.mark.parametrize(
    "measure, figure, mend",
    [
        ("primary.house_edge", "97.83 %", "the figure is the primary.return_of_total"),
        ("tie.house_edge", "18.64 %", "print 18.65 %: the figure was cut off, not rounded"),
        ("tie.house_edge", "19.99 %", "print 18.65 %, or correct the pays"),
        ("primary.house_edge", "2.24 %", "correct shoe.decks: the figure is right for 2 decks"),
    ],
)
def test_what_would_mend_a_figure(measure: str, figure: str, mend: str) -> None:
    assert mend in only(printing("online", (measure, figure))).mend


def test_a_figure_of_a_wager_that_is_not_offered() -> None:
    finding = only(printing("washington", ("war_tie.return", "81.37 %")))
    assert "the rules do not offer that wager" in finding.says
    assert "offer the war_tie wager" in finding.mend


def test_a_misprint_is_held_to_what_is_shown_instead() -> None:
    figure = {"says": "a share", "figure": "18.00 %", "by": ["SG-11"], "basis": "of the tie bet"}
    for instead, wrong in (("18.65 %", 0), ("18.66 %", 1), ("about a fifth", 0)):
        head = {"printed": [{**figure, "measure": "tie.house_edge", "instead": instead}]}
        assert len(found(variant("online", head=head))) == wrong


@pytest.mark.parametrize("figure", ["18.65%", "18,65 %", "18,65%"])
def test_a_share_is_written_as_the_document_prints_it(figure: str) -> None:
    assert found(printing("washington", ("tie.house_edge", figure))) == []
    wrong = only(printing("washington", ("tie.house_edge", figure.replace("5", "4"))))
    assert figure.replace("5", "4") in wrong.says
    assert "print 18.65 %" in wrong.mend


@pytest.mark.parametrize("measure", BASES)
def test_every_measure_has_bases_of_its_own(measure: str) -> None:
    for basis in BASES[measure]:
        printed = printing("online", (measure, "0.00 %"), basis=basis)
        assert "printed.1.basis" not in [finding.field for finding in found(printed)]
    for basis in ("of the shoe polish", "of it", "Of the primary wager", "of everything"):
        printed = printing("online", (measure, "0.00 %"), basis=basis)
        assert "printed.1.basis" in [finding.field for finding in found(printed)]


def test_the_built_in_rule_sets_use_the_bases_there_are() -> None:
    shares = [printed for name in builtin_names() for printed in load_rules(name).printed]
    assert all(share.basis in BASES[share.measure] for share in shares if share.measure)


@pytest.mark.clause("SG-11")
def test_a_right_number_of_the_wrong_share_is_not_sound() -> None:
    total = ("primary.return_of_total", "97.83 %")
    finding = only(printing("online", total, basis="of the first wager"))
    assert (finding.severity, finding.field) == ("warning", "printed.1.basis")
    assert finding.reading is None
    assert finding.says == (
        "primary.return_of_total (a share) is a share of everything wagered, not 'of the first "
        "wager'"
    )
    assert finding.mend == (
        "write 'of everything wagered', 'of everything wagered on primary and war' or 'of "
        "everything wagered on main bet and raise'; or, if the basis is right, correct the measure "
        "to primary.house_edge or primary.return"
    )
    polish = only(printing("online", total, basis="of the shoe polish"))
    assert "correct the measure" not in polish.mend


def test_a_wrong_basis_and_a_wrong_number_are_two_findings() -> None:
    printed = printing("online", ("tie.return", "82 %"), basis="of the primary wager")
    assert [finding.field for finding in found(printed)] == ["printed.1.basis", "printed.1"]


def test_the_documentation_lists_the_bases() -> None:
    page = (ROOT / "docs" / "check.md").read_text(encoding="utf-8")
    for measure, bases in BASES.items():
        phrases = ", ".join(f"`{basis}`" for basis in bases)
        assert re.search(rf"`{measure}`[^|\n]*\| {re.escape(phrases)} \|", page)
