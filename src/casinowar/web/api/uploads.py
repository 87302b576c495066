"""Rule files that the operator uploads: read, checked and priced at once, and kept."""

from dataclasses import asdict, dataclass
from typing import Annotated

from fastapi import FastAPI, Response
from pydantic import Field

from casinowar.errors import RuleError
from casinowar.house.people import rights
from casinowar.house.pit.audit_log import note
from casinowar.house.refusals import Refused
from casinowar.house.tables.sign import prices, warning
from casinowar.odds.checks.checklist import findings
from casinowar.rules.file import RuleFile, read_rules
from casinowar.store.queries import floor
from casinowar.store.writer.work import Work
from casinowar.web.http.routes import Call, Json, Post, add_post
from casinowar.web.http.site import Site

MOST_TEXT = 60_000
"""Characters of a rule file: with its frame it is a body that the house takes."""


@dataclass(frozen=True, slots=True)
class Upload:
    """Have a rule file read, checked, priced and kept."""

    text: Annotated[str, Field(min_length=1, max_length=MOST_TEXT)]


def add_uploads(app: FastAPI, site: Site) -> None:
    """Have rule files taken."""
    house = site.house

    async def upload(call: Call[Upload]) -> Response:
        # nobody else's file is read at all
        await house.read(lambda connection: rights.check(connection, call.caller, "rules"))
        file = read(call.body.text)
        told = await site.prices.run(lambda: judged(file))

        def run(work: Work) -> Json:
            rights.check(work.connection, call.caller, "rules")
            floor.keep_rules(work.connection, file, work.now)
            after = {"sha256": file.sha256, "id": file.id, "name": file.name}
            note(work, call.caller, "rules", "uploaded", {}, after)
            return told

        return await site.keyed(call, run)

    says = "Upload a rule file: it is checked, priced and kept, to open tables under it."
    add_post(app, site.sessions, Post("/api/rules", Upload, says, "Uploaded"), upload)


def read(text: str) -> RuleFile:
    """A rule file; one that cannot be used is refused with all errors of its fields."""
    try:
        return read_rules(text.encode(), "this file")
    except (RuleError, UnicodeEncodeError) as error:
        raise Refused("bad-rules", str(error)) from None


def judged(file: RuleFile) -> Json:
    """What a check of a rule file finds, and what its wagers cost in each reading."""
    found = [asdict(each) for each in findings(file)]
    for each in found:
        each["clauses"] = list(each["clauses"])
    return {
        "sha256": file.sha256,
        "id": file.id,
        "name": file.name,
        "document": file.document,
        "findings": found,
        "readings": [_reading(file, each.name) for each in file.readings],
    }


def _reading(file: RuleFile, name: str) -> Json:
    rules = file.rules(name)
    decks = rules.shoe.decks[0]
    return {
        "name": name,
        "says": file.reading(name).says,
        "decks": decks,
        "edges": list(prices(rules, decks)),
        "warning": warning(rules, decks),
    }
