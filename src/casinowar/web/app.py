"""The app: every request there is, in one FastAPI application.

It starts the house when it starts and stops it when it ends. Nothing is loaded from elsewhere: the
page that describes the API is made here.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI, Response
from fastapi.openapi.utils import get_openapi

from casinowar import __version__
from casinowar.house.house import House
from casinowar.house.people.chips import ChipRules
from casinowar.house.people.passwords import Passwords
from casinowar.house.people.presence import keep_seats
from casinowar.house.people.sessions import COOKIE
from casinowar.house.services import open_services
from casinowar.house.settings import Settings
from casinowar.web.api import commands
from casinowar.web.api.accounts import add_accounts
from casinowar.web.api.hand_dealt import add_dealing
from casinowar.web.api.history import add_history
from casinowar.web.api.metrics import add_metrics
from casinowar.web.api.odds import add_odds
from casinowar.web.api.offices import add_offices
from casinowar.web.api.own_limits import add_ownlimits
from casinowar.web.api.pit import add_pit
from casinowar.web.api.resets import add_resets
from casinowar.web.api.rulesets import add_rulesets
from casinowar.web.api.streams import add_streams
from casinowar.web.api.tables import add_tables
from casinowar.web.api.uploads import add_uploads
from casinowar.web.http import openapi
from casinowar.web.http.endpoint import route_of
from casinowar.web.http.guard import Guard
from casinowar.web.http.limits import rates_of
from casinowar.web.http.meter import Meter
from casinowar.web.http.post_router import Direct, Posts
from casinowar.web.http.problems import add_handlers
from casinowar.web.http.routes import answer, json_answer, refusals
from casinowar.web.http.schemas import SCHEMAS
from casinowar.web.http.site import Site
from casinowar.web.pages.docs import add_docs
from casinowar.web.pages.links import add_links
from casinowar.web.pages.page import add_page

TITLE = "casinowar"
SAYS = (
    "The house over HTTP. Come in with POST /api/guest, which sets a cookie; commands are POSTs "
    "with an Idempotency-Key. Money is whole cents, times are milliseconds since 1970. It is "
    "play money."
)


OPERATIONS = (commands.operations,)
"""Where operations are declared; routes are tried in this order."""


def make_app(
    house: House,
    settings: Settings,
    passwords: Passwords | None = None,
    meter: Meter | None = None,
) -> FastAPI:
    """The app of a house."""
    meter = meter or Meter()
    house.watch = meter
    services = open_services(house, settings, passwords)
    site = Site(
        house=house,
        sessions=services.sessions,
        names=services.names,
        passwords=services.passwords,
        prices=services.prices,
        chips=ChipRules(
            settings.grant, settings.refill, settings.refill_below, settings.refills_per_day
        ),
        meter=meter,
        presence=services.presence,
    )
    operations = [each for make in OPERATIONS for each in make(services)]

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        await house.start()
        seats = asyncio.create_task(keep_seats(house, site.presence, settings.idle_minutes))
        yield
        seats.cancel()
        site.close()
        await house.stop()

    app = FastAPI(
        title=TITLE,
        version=__version__,
        description=SAYS,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
        redirect_slashes=False,
    )
    app.state.schemas, app.state.posts = dict(SCHEMAS), Posts()
    app.router.routes += [route_of(each, services.sessions) for each in operations]
    app.state.operations = operations
    app.add_middleware(Direct, posts=app.state.posts, handlers=app.exception_handlers)
    app.add_middleware(Guard, entropy=house.means.entropy, rates=rates_of(settings), meter=meter)
    add_handlers(app, site.names.in_words)
    for add in (
        *(add_accounts, add_tables, add_history, add_rulesets, add_dealing),
        *(add_odds, add_streams, add_links, add_offices, add_resets, add_ownlimits),
        *(add_pit, add_uploads),
    ):
        add(app, site)
    add_docs(app)
    add_page(app)
    add_metrics(app, site, settings.metrics_token)
    _add_health(app, site)
    app.openapi = lambda: document(app)  # type: ignore[method-assign]
    return app


def document(app: FastAPI) -> dict[str, Any]:
    """The OpenAPI document, made once."""
    if app.openapi_schema is None:
        made = get_openapi(
            title=app.title,
            version=app.version,
            description=app.description,
            openapi_version="3.1.0",
            routes=app.routes,
        )
        ours = openapi.document(app.state.operations, {})
        for path, methods in ours["paths"].items():
            made["paths"].setdefault(path, {}).update(methods)
        app.state.schemas |= ours["components"]["schemas"]
        made["components"] = {
            "schemas": app.state.schemas,
            "securitySchemes": {"session": {"type": "apiKey", "in": "cookie", "name": COOKIE}},
        }
        app.openapi_schema = made
    return app.openapi_schema


def _add_health(app: FastAPI, site: Site) -> None:
    @app.get(
        "/healthz",
        summary="Whether the house is there, and its database.",
        responses={200: answer("Health", "It is."), **refusals(429)},
        response_class=Response,
    )
    async def health() -> Response:
        await site.house.do(lambda work: work.now)
        return json_answer({"status": "ok"})
