"""`/metrics` for Prometheus, and `/readyz` for what sends people to a worker.

The figures of the house come from its database, the same from every worker; those of its processes
from their meter. A database that is away is a figure too: then only the meter's are told.
"""

import asyncio
import hmac
import ipaddress
from collections.abc import Iterable, Iterator

from fastapi import FastAPI, Request, Response
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4
from prometheus_client.metrics_core import CounterMetricFamily, GaugeMetricFamily, Metric

from casinowar.house.refusals import Refused
from casinowar.house.upkeep.health import Readiness, Watcher
from casinowar.house.upkeep.metrics import Metrics, Under
from casinowar.store.queries.metrics import RoundsPlayed
from casinowar.web.http.problems import problem
from casinowar.web.http.routes import Json, answer, json_answer, refusals
from casinowar.web.http.site import Site

_FORWARDED = ("forwarded", "x-forwarded-for", "x-real-ip")
_TEXT: Json = {
    "description": "The figures, in the text format of Prometheus.",
    "content": {"text/plain": {"schema": {"type": "string"}}},
}


def add_metrics(app: FastAPI, site: Site, token: str) -> None:
    """Have figures told to who may know them."""
    watcher, readiness = Watcher(site.house), Readiness(site.house)

    @app.get(
        "/metrics",
        summary="Figures of the house and its server, for Prometheus.",
        responses={200: _TEXT, **refusals(403, 429)},
        response_class=Response,
    )
    async def metrics(request: Request) -> Response:
        check_may_scrape(request, token)
        told = list(families(await watcher.figures()))
        text = await asyncio.to_thread(site.meter.text, told)
        return Response(text, media_type=CONTENT_TYPE_PLAIN_0_0_4)

    @app.get(
        "/readyz",
        summary="Whether this worker can serve: it reaches its database, which is up to date.",
        responses={200: answer("Health", "It can."), **refusals(429, 503)},
        response_class=Response,
    )
    async def ready() -> Response:
        why = await readiness.why_not()
        if not why:
            return json_answer({"status": "ok"})
        return problem("not-ready", 503, why, headers={"Retry-After": "1"})


def check_may_scrape(request: Request, token: str) -> None:
    """Refuse figures to who may not know them.

    With a token everyone has to show it. Without one they are for this machine alone, and for
    nobody whom a proxy on it speaks for.
    """
    if token:
        shown = request.headers.get("authorization", "").encode("latin-1")
        if hmac.compare_digest(shown, f"Bearer {token}".encode()):
            return
        raise Refused("no-metrics", "figures are for who shows the token of this house", status=403)
    if any(name in request.headers for name in _FORWARDED) or not _is_here(request):
        raise Refused(
            "no-metrics",
            "without CASINOWAR_METRICS_TOKEN figures are for the machine of the house alone",
            status=403,
        )


def _is_here(request: Request) -> bool:
    try:
        address = ipaddress.ip_address(request.client.host if request.client else "")
    except ValueError:
        return False
    if isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped is not None:
        address = address.ipv4_mapped
    return address.is_loopback


def families(figures: Metrics | None) -> Iterator[Metric]:
    """The figures as Prometheus has them."""
    up = GaugeMetricFamily(
        "casinowar_database_up", "Whether the database told the figures of the house in time."
    )
    up.add_metric((), 0 if figures is None else 1)
    yield up
    if figures is not None:
        yield from _now(figures)
        by_rules = [((under.id,), under, played) for under, played in figures.played.items()]
        yield from _rounds_played("casinowar", ("rules",), by_rules)
        at = [
            ((table, under.id), under, played)
            for (table, under), played in figures.played_at.items()
        ]
        yield from _rounds_played("casinowar_table", ("table", "rules"), at)


def _now(figures: Metrics) -> Iterator[Metric]:
    tables = GaugeMetricFamily("casinowar_tables_open", "Open tables.", labels=("rules", "kind"))
    for (rules, kind), number in figures.open_tables.items():
        tables.add_metric((rules, kind), number)
    seats = GaugeMetricFamily("casinowar_seats_taken", "Players who sit.", labels=("rules",))
    for rules, number in figures.seats_taken.items():
        seats.add_metric((rules,), number)
    accounts = GaugeMetricFamily("casinowar_accounts", "Accounts.", labels=("kind",))
    for whose, number in figures.accounts.items():
        accounts.add_metric((whose,), number)
    balances = GaugeMetricFamily(
        "casinowar_balance_cents",
        "Balances of the ledger; players and tables hold what both owe.",
        labels=("account",),
    )
    for account, amount in figures.balances.items():
        balances.add_metric((account,), amount)
    overdue = GaugeMetricFamily(
        "casinowar_overdue_seconds", "How late the house is with a deadline of a table."
    )
    overdue.add_metric((), figures.overdue_ms / 1000)
    yield from (tables, seats, accounts, balances, overdue)


def _rounds_played(
    prefix: str,
    labels: tuple[str, ...],
    rows: Iterable[tuple[tuple[str, ...], Under, RoundsPlayed]],
) -> Iterator[Metric]:
    rounds = CounterMetricFamily(f"{prefix}_rounds", "Rounds that were dealt.", labels=labels)
    wagers = CounterMetricFamily(
        f"{prefix}_wagers", "Wagers that were settled or given back.", labels=labels
    )
    handle = CounterMetricFamily(f"{prefix}_handle_cents", "Stakes of these.", labels=labels)
    hold = GaugeMetricFamily(
        f"{prefix}_hold_cents", "What the house has won of them, less what it lost.", labels=labels
    )
    for named, under, played in rows:
        rounds.add_metric(named, played.rounds)
        wagers.add_metric(named, played.wagers)
        handle.add_metric(named, played.staked)
        if under.house_banked:
            hold.add_metric(named, -played.net)
    yield from (rounds, wagers, handle, hold)
