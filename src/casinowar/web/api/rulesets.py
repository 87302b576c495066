"""Rule sets over HTTP: list and show them, and upload a rule file."""

from casinowar.house.rules.rule_service import (
    RuleSetDetails,
    RuleSets,
    UploadedRules,
    UploadRules,
)
from casinowar.house.services import Services
from casinowar.web.http.operations import Call, Operation


def operations(services: Services) -> list[Operation]:
    """The requests about rule sets."""
    rules = services.rules

    async def rule_sets(_: Call[None, None]) -> RuleSets:
        return await rules.files()

    async def rule_set(call: Call[None, None]) -> RuleSetDetails:
        return await rules.details(call.rules)

    async def upload(call: Call[UploadRules, None]) -> bytes:
        return await rules.upload(call.request_key, call.caller, call.body.text)

    return [
        Operation(
            "list_rules",
            "GET",
            "/api/rules",
            rule_sets,
            tag="rules and odds",
            summary="List the built-in rule sets, then those of this house.",
            answer=RuleSets,
            answer_is="The rule sets.",
            access="public",
        ),
        Operation(
            "get_rules",
            "GET",
            "/api/rules/{rules}",
            rule_set,
            tag="rules and odds",
            summary="Show a rule set with the text of its rule file.",
            answer=RuleSetDetails,
            answer_is="The rule set.",
            access="public",
        ),
        Operation(
            "upload_rules",
            "POST",
            "/api/rules",
            upload,
            tag="rules and odds",
            summary="Upload a rule file, to open tables under it.",
            description="The file is checked, priced and kept. Only an operator may upload one.",
            body=UploadRules,
            answer=UploadedRules,
            answer_is="What the check found, and the price under each reading.",
            keyed=True,
        ),
    ]
