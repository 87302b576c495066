"""Writes a report to the files a user named; nothing is worked out for a file that cannot be."""

from pathlib import Path
from typing import Any

from casinowar.errors import CasinoWarError
from casinowar.extras import needed
from casinowar.files import target, write
from casinowar.odds.pricing import Decision
from casinowar.odds.sheet import Sheet
from casinowar.report.contents import contents
from casinowar.report.counted import counted
from casinowar.report.html import html
from casinowar.report.pdf import pdf
from casinowar.rulefile import RuleFile


def ready(page: str | None, sheet: str | None) -> None:
    """Refuse files that cannot be written, and reports for which a library is missing."""
    targets: list[Path] = [target(file) for file in (page, sheet) if file is not None]
    if len(set(targets)) < len(targets):
        raise CasinoWarError(f"{page}: cannot hold both the page and the sheet")
    libraries = (
        "numpy",
        "matplotlib",
        *(["jinja2"] if page else []),
        *(["typst"] if sheet else []),
    )
    for library in libraries if targets else ():
        needed(library, "a report", "report")


def publish(
    file: RuleFile,
    sheet: Sheet,
    found: dict[str, Any],
    policy: Decision | None,
    as_html: str | None,
    as_pdf: str | None,
    proof: dict[str, Any] | None = None,
) -> list[str]:
    """Write the page, the printed sheet or both; the files that were written."""
    told = contents(file, sheet, found, policy, proof, counted(sheet, found["decks"]))
    made = [(as_html, html), (as_pdf, pdf)]
    # both are made before either is written: a failure leaves no half of what was asked
    data = [(name, make(told)) for name, make in made if name is not None]
    for name, written in data:
        write(name, written)
    return [name for name, _ in data]
