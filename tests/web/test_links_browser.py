"""Links as a person uses them: opened in a browser, and the button pressed."""

from pathlib import Path

import pytest

from tests.support.browsing import chromium
from tests.support.served import served


@pytest.mark.needs("browser")
def test_button_of_an_invitation_works_in_a_browser(tmp_path: Path) -> None:
    with served(tmp_path) as house, chromium() as browser:
        opened = house.guest().ask("/api/tables", {"rules": "washington"})
        page = browser.new_page()
        page.set_default_timeout(20_000)
        page.goto(house.url + opened["link"])
        page.click("button")
        page.wait_for_url(f"**/tables/{opened['table']}")
