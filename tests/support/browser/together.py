"""People who play at one table, each in a browser of their own."""

import time

from tests.support.browser.visitor import Visitor
from tests.support.house.served import SOON, Served


def sit_together(house: Served, rules: str, *people: Visitor) -> str:
    """Side by side from seat 1 on, at a table of their own; its name.

    Their pages take part in the shuffle by themselves. Each part is an entry of the record, after
    which pages ask anew what may be done: this waits until all are there.
    """
    owner = house.guest()
    opened = owner.ask("/api/tables", {"rules": rules})
    table: str = opened["table"]
    for seat, someone in enumerate(people, 1):
        someone.goto(opened["link"])
        someone.page.get_by_role("button", name="Come to the table").click()
        someone.page.get_by_role("button", name=f"Sit at seat {seat}").click()
        someone.rest()
    until = time.monotonic() + SOON
    while True:
        view = owner.look(f"/api/tables/{table}")["view"]
        if view["shoe"] and view["coming"] and len(view["coming"]["committed"]) == len(people):
            return table
        assert time.monotonic() < until, "the next shoe lacks a part"
        people[0].page.wait_for_timeout(50)
