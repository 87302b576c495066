"""Write a report to the files that the user named, after checking that they can be written."""

from pathlib import Path
from typing import Any

from casinowar.api.price import TablePrice
from casinowar.errors import CasinoWarError
from casinowar.files import writable_path, write
from casinowar.odds.pricing import Decision
from casinowar.optional_libraries import require_library
from casinowar.report.contents import contents
from casinowar.report.counting import measure_counting
from casinowar.report.html import html
from casinowar.report.pdf import pdf


def ready(page: str | None, sheet: str | None) -> None:
    """Raise an error if a file cannot be written or a library is missing."""
    targets: list[Path] = [writable_path(file) for file in (page, sheet) if file is not None]
    if len(set(targets)) < len(targets):
        raise CasinoWarError(
            f"{page}: cannot hold both the page and the sheet; name two different files"
        )
    libraries = (
        "numpy",
        "matplotlib",
        *(["jinja2"] if page else []),
        *(["typst"] if sheet else []),
    )
    for library in libraries if targets else ():
        require_library(library, "a report", "report")


def publish(
    price: TablePrice,
    found: dict[str, Any],
    policy: Decision | None,
    as_html: str | None,
    as_pdf: str | None,
    proof: dict[str, Any] | None = None,
) -> list[str]:
    """Write the page, the printed sheet or both; return the names of the files written."""
    sheet = price.sheet
    counting = measure_counting(sheet, found["decks"])
    shown = contents(price.rules.file, sheet, found, policy, proof, counting)
    makers = [(as_html, html), (as_pdf, pdf)]
    # both are made before either is written, so that a failure leaves no half-finished job
    data = [(name, make(shown)) for name, make in makers if name is not None]
    for name, written in data:
        write(name, written)
    return [name for name, _ in data]
