"""A report as a PAR sheet to print, set by typst from its own fonts, without a network."""

import json
from dataclasses import asdict
from importlib import resources

from casinowar.extras import needed
from casinowar.report.contents import Contents
from casinowar.report.plots import pictures


def pdf(of: Contents) -> bytes:
    """The sheet; the same contents give the same bytes."""
    typst = needed("typst", "a report", "report")
    source = (resources.files("casinowar.report") / "sheet.typ").read_bytes()
    told = {"report": asdict(of.report), "pictures": pictures(of, text_as_paths=True)}
    found: bytes = typst.compile(
        source,
        format="pdf",
        ignore_system_fonts=True,
        sys_inputs={"contents": json.dumps(told)},
        timestamp=0,
    )
    return found
