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
            summary="List the rule sets.",
            description="The built-in ones first, then those of this house.",
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
            description="With its readings, its clauses, and what you choose when you open a "
            "table.",
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
            summary="Upload a rule file.",
            description="For operators. The file is checked, priced and kept. Open tables with "
            "its `sha256` as `rules`.",
            body=UploadRules,
            example=UploadRules('id = "my-table"\nname = "My table"\n'),
            answer=UploadedRules,
            answer_is="What the check found, and the price under each reading.",
            keyed=True,
        ),
    ]
