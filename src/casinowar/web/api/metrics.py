"""`/metrics` for Prometheus, and `/readyz` for load balancers.

The metrics of the house come from its database and are the same on every worker; those of the
server processes come from their meter. If the database does not answer, only the meter's are sent.
"""

import asyncio
import hmac
import ipaddress
from collections.abc import Iterator

from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4
from prometheus_client.metrics_core import CounterMetricFamily, GaugeMetricFamily, Metric
from starlette.requests import Request
from starlette.responses import Response

from casinowar.house.refusals import Refused
from casinowar.house.services import Services
from casinowar.house.upkeep.metrics import Metrics, RoundTotals
from casinowar.web.api.health import Health
from casinowar.web.http.meter import Meter
from casinowar.web.http.operations import Call, Media, Operation
from casinowar.web.http.problems import problem

_FORWARDED = ("forwarded", "x-forwarded-for", "x-real-ip")
_TEXT = Media("text/plain")


def operations(services: Services, meter: Meter, token: str) -> list[Operation]:
    """The requests of monitoring; `token` is required for metrics unless it is empty."""

    async def metrics(call: Call[None, None]) -> Response:
        check_may_scrape(call.request, token)
        found = list(families(await services.watcher.metrics()))
        text = await asyncio.to_thread(meter.text, found)
        return Response(text, media_type=CONTENT_TYPE_PLAIN_0_0_4)

    async def ready(_: Call[None, None]) -> Health | Response:
        why = await services.readiness.why_not()
        if not why:
            return Health("ok")
        return problem("not-ready", 503, why, headers={"Retry-After": "1"})

    return [
        Operation(
            "get_metrics",
            "GET",
            "/metrics",
            metrics,
            tag="service",
            summary="Get the metrics of the house and its server.",
            description="For Prometheus. With `CASINOWAR_METRICS_TOKEN` set, send that token; "
            "otherwise only requests from the same machine are answered.",
            answer=_TEXT,
            answer_is="The metrics, in the text format of Prometheus.",
            access="token",
            refuses=(403,),
        ),
        Operation(
            "check_readiness",
            "GET",
            "/readyz",
            ready,
            tag="service",
            summary="Check whether this worker can serve.",
            description="For load balancers: whether it reaches its database.",
            answer=Health,
            answer_is="It can.",
            access="public",
        ),
    ]


def check_may_scrape(request: Request, token: str) -> None:
    """Refuse metrics to callers who may not see them.

    With a token, every caller must send it. Without one, only this machine may ask, and not through
    a proxy.
    """
    if token:
        shown = request.headers.get("authorization", "").encode("latin-1")
        if hmac.compare_digest(shown, f"Bearer {token}".encode()):
            return
        says = "send the metrics token of this house, as Authorization: Bearer"
        raise Refused("no-metrics", says, status=403)
    if any(name in request.headers for name in _FORWARDED) or not _is_local(request):
        raise Refused(
            "no-metrics",
            "without CASINOWAR_METRICS_TOKEN, metrics are only for requests from this machine",
            status=403,
        )


def _is_local(request: Request) -> bool:
    try:
        address = ipaddress.ip_address(request.client.host if request.client else "")
    except ValueError:
        return False
    if isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped is not None:
        address = address.ipv4_mapped
    return address.is_loopback


def families(found: Metrics | None) -> Iterator[Metric]:
    """The metrics of the house, for Prometheus."""
    up = GaugeMetricFamily("casinowar_database_up", "Whether the database answered in time.")
    up.add_metric((), 0 if found is None else 1)
    yield up
    if found is not None:
        yield from _now(found)
        yield from _rounds("casinowar", ("rules",), found.totals)
        yield from _rounds("casinowar_table", ("table", "rules"), found.table_totals)


def _now(found: Metrics) -> Iterator[Metric]:
    tables = GaugeMetricFamily("casinowar_tables_open", "Open tables.", labels=("rules", "kind"))
    for (rules, kind), number in found.open_tables.items():
        tables.add_metric((rules, kind), number)
    seats = GaugeMetricFamily("casinowar_seats_taken", "Seats that are taken.", labels=("rules",))
    for rules, number in found.seats_taken.items():
        seats.add_metric((rules,), number)
    accounts = GaugeMetricFamily("casinowar_accounts", "Accounts.", labels=("kind",))
    for whose, number in found.accounts.items():
        accounts.add_metric((whose,), number)
    balances = GaugeMetricFamily(
        "casinowar_balance_cents",
        "Balances of the house and the mint; players and tables hold the rest.",
        labels=("account",),
    )
    for account, amount in found.balances.items():
        balances.add_metric((account,), amount)
    overdue = GaugeMetricFamily(
        "casinowar_overdue_seconds", "How late the house is with the oldest deadline of a table."
    )
    overdue.add_metric((), found.overdue_ms / 1000)
    yield from (tables, seats, accounts, balances, overdue)


def _rounds(prefix: str, labels: tuple[str, ...], rows: list[RoundTotals]) -> Iterator[Metric]:
    rounds = CounterMetricFamily(f"{prefix}_rounds", "Rounds that were dealt.", labels=labels)
    wagers = CounterMetricFamily(
        f"{prefix}_wagers", "Wagers that were settled or returned.", labels=labels
    )
    handle = CounterMetricFamily(
        f"{prefix}_handle_cents", "The stakes of these wagers.", labels=labels
    )
    hold = GaugeMetricFamily(
        f"{prefix}_hold_cents", "The house's wins less its losses on them.", labels=labels
    )
    for totals in rows:
        named = [getattr(totals, label) for label in labels]
        rounds.add_metric(named, totals.rounds)
        wagers.add_metric(named, totals.wagers)
        handle.add_metric(named, totals.handle)
        if totals.hold is not None:
            hold.add_metric(named, totals.hold)
    yield from (rounds, wagers, handle, hold)
