"""A report as a PAR sheet to print; typst sets it with its own fonts and no network."""

import json
from dataclasses import asdict
from importlib import resources

from casinowar.optional_libraries import require_library
from casinowar.report.contents import Contents
from casinowar.report.plots import pictures


def pdf(contents: Contents) -> bytes:
    """Return the sheet; the same contents give the same bytes."""
    typst = require_library("typst", "a report", "report")
    source = (resources.files("casinowar.report") / "sheet.typ").read_bytes()
    data = {"report": asdict(contents.report), "pictures": pictures(contents, text_as_paths=True)}
    found: bytes = typst.compile(
        source,
        format="pdf",
        ignore_system_fonts=True,
        sys_inputs={"contents": json.dumps(data)},
        timestamp=0,
    )
    return found
