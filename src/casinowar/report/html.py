"""A report as one page of HTML that needs nothing else: no script, no font, no other host."""

import re
from importlib import resources

from casinowar.extras import needed
from casinowar.report.contents import Contents
from casinowar.report.page import Plot
from casinowar.report.plots import ROLES, pictures


def html(of: Contents) -> bytes:
    """The page."""
    jinja2 = needed("jinja2", "a report", "report")
    svgs = pictures(of, text_as_paths=False)

    def picture(plot: Plot) -> str:
        marked: str = jinja2.filters.do_mark_safe(_inline(svgs[plot.name], plot))
        return marked

    environment = jinja2.Environment(
        autoescape=True, undefined=jinja2.StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    source = (resources.files("casinowar.report") / "page.html.jinja").read_text("utf-8")
    text: str = environment.from_string(source).render(report=of.report, picture=picture)
    return text.encode()


def _inline(svg: str, plot: Plot) -> str:
    """A plot as a part of the page: in its colours and its width, with words for its picture."""
    for colour, role in ROLES.items():
        svg = svg.replace(colour, f"var(--{role})")
    svg = re.sub(r"font: ([\d.]+px) [^;\"]+", r"font-size: \1", svg)
    head = f'<svg role="img" aria-labelledby="{plot.name}-alt"'
    svg = re.sub(r' (width|height)="[\d.]+pt"', "", svg, count=2)
    return svg.replace("<svg", head, 1)
