"""The app: every operation and every page of a house, in one Starlette application.

It starts the house when it starts, and stops it when it ends. It loads nothing from other sites.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial

from starlette.applications import Starlette

from casinowar.house.house import House
from casinowar.house.people.absence import keep_seats, watch_streams
from casinowar.house.people.passwords import Passwords
from casinowar.house.services import Services, open_services
from casinowar.house.settings import Settings
from casinowar.web.api import (
    accounts,
    commands,
    hand_dealt,
    health,
    history,
    metrics,
    odds,
    offices,
    own_limits,
    pit,
    rulesets,
    streams,
    tables,
)
from casinowar.web.http.endpoint import route_of
from casinowar.web.http.guard import Guard, GuardedApp
from casinowar.web.http.limits import rates_of
from casinowar.web.http.meter import Meter
from casinowar.web.http.openapi import document
from casinowar.web.http.operations import Operation
from casinowar.web.http.problems import problems_in
from casinowar.web.pages import docs, links, page, resets


def make_app(
    house: House,
    settings: Settings,
    passwords: Passwords | None = None,
    meter: Meter | None = None,
) -> Starlette:
    """The app of a house."""
    meter = meter or Meter()
    house.watch = meter
    services = open_services(house, settings, passwords)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        await house.start()
        seats = asyncio.create_task(keep_seats(house, settings.idle_minutes))
        streams_ = asyncio.create_task(watch_streams(house))
        yield
        seats.cancel()
        streams_.cancel()
        services.close()
        await house.stop()

    operations = operations_of(services, meter, settings.metrics_token)
    app = GuardedApp(
        routes=[
            *(route_of(each, services.sessions) for each in operations),
            *links.routes(services),
            *resets.routes(services),
            *docs.routes(partial(document, operations)),
            *page.routes(),
        ],
        lifespan=lifespan,
    )
    app.guard = partial(
        Guard,
        entropy=house.means.entropy,
        rates=rates_of(settings),
        meter=meter,
        on_error=problems_in(services.names.in_words),
    )
    app.router.redirect_slashes = False
    return app


def operations_of(services: Services, meter: Meter, metrics_token: str) -> list[Operation]:
    """Every operation; routes are tried in this order, so the commands of tables come first."""
    resources = (
        *(commands, tables, accounts, history, rulesets, odds, hand_dealt),
        *(own_limits, offices, pit, health),
    )
    found = [each for resource in resources for each in resource.operations(services)]
    return [
        *found,
        *streams.operations(services, meter),
        *metrics.operations(services, meter, metrics_token),
    ]
