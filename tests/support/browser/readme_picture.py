"""The picture of a table in the README: `python -m tests.support.browser.readme_picture` writes it.

A player and three bots at Washington's table, with a tie to answer. It plays its own house on
loopback until a tie comes, so the cards differ each time.
"""

import sys
import tempfile
from dataclasses import replace
from pathlib import Path

from tests.paths import ROOT
from tests.support.browser.browsing import chromium
from tests.support.browser.screens import sit_at
from tests.support.browser.visitor import LAPTOP, visitor
from tests.support.house.served import PATIENT, served

PICTURE = ROOT / "docs" / "images" / "table.png"


def main(path: Path = PICTURE) -> None:
    """Write the picture."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as data,
        chromium() as browser,
        served(Path(data), replace(PATIENT, choice=20)) as house,
        visitor(browser, house.url) as someone,
    ):
        sit_at(someone, "Washington", bots=3)
        someone.until_tie()
        someone.page.evaluate("document.activeElement?.blur(); scrollTo(0, 0)")
        clip = {"x": 0, "y": 0, "width": LAPTOP["width"], "height": 724}
        someone.page.screenshot(path=path, clip=clip, animations="disabled")  # type: ignore[arg-type]


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
