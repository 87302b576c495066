"""A report as one self-contained page of HTML: no script, no font, no other host."""

import re
from importlib import resources

from casinowar.optional_libraries import require_library
from casinowar.report.contents import Contents
from casinowar.report.layout import Plot
from casinowar.report.plots import ROLES, pictures


def html(contents: Contents) -> bytes:
    """Return the page."""
    jinja2 = require_library("jinja2", "a report", "report")
    svgs = pictures(contents, text_as_paths=False)

    def picture(plot: Plot) -> str:
        marked: str = jinja2.filters.do_mark_safe(_inline(svgs[plot.name], plot))
        return marked

    environment = jinja2.Environment(
        autoescape=True, undefined=jinja2.StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    source = (resources.files("casinowar.report") / "page.html.jinja").read_text("utf-8")
    text: str = environment.from_string(source).render(report=contents.report, picture=picture)
    return text.encode()


def _inline(svg: str, plot: Plot) -> str:
    """Fit a plot into the page: with the page's colours and width, and a text alternative."""
    for colour, role in ROLES.items():
        svg = svg.replace(colour, f"var(--{role})")
    svg = re.sub(r"font: ([\d.]+px) [^;\"]+", r"font-size: \1", svg)
    head = f'<svg role="img" aria-labelledby="{plot.name}-alt"'
    svg = re.sub(r' (width|height)="[\d.]+pt"', "", svg, count=2)
    return svg.replace("<svg", head, 1)
