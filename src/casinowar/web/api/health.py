"""Health over HTTP, for load balancers."""

from typing import Literal

from casinowar.house.messages import Message
from casinowar.house.services import Services
from casinowar.web.http.operations import Call, Operation


class Health(Message, frozen=True):
    """The house answers, and so does its database."""

    status: Literal["ok"]


def operations(services: Services) -> list[Operation]:
    """The health check."""

    async def health(_: Call[None, None]) -> Health:
        await services.house.do(lambda work: work.now)
        return Health("ok")

    return [
        Operation(
            "check_health",
            "GET",
            "/healthz",
            health,
            tag="service",
            summary="Check that the house and its database answer.",
            description="For monitoring. It waits its turn behind the commands of players.",
            answer=Health,
            answer_is="Both answer.",
            access="public",
        )
    ]
