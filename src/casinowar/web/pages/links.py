"""Links that people open: the one-time link of the operator, and invitations to private tables.

Looking at a link changes nothing, because programs look at links too; the button on its page does.
Whoever is not known yet comes in as a guest. Whose table an invitation leads to, and what is played
there, is told before anyone accepts it.
"""

from collections.abc import Awaitable, Callable
from html import escape
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.responses import RedirectResponse

from casinowar.house.people import accounts
from casinowar.house.people.accounts import Arrival
from casinowar.house.people.sessions import Session, sha256_of
from casinowar.house.refusals import Refused
from casinowar.house.tables import floor
from casinowar.house.tables.sign import sign
from casinowar.money import format_money
from casinowar.rules.model import Limit
from casinowar.store.queries import floor as store_floor
from casinowar.store.queries import people, records
from casinowar.store.writer.work import Work
from casinowar.web.api.accounts import set_cookie, set_known
from casinowar.web.http.routes import caller_of, session_of
from casinowar.web.http.site import Site
from casinowar.web.pages.notices import notice, refusal

_KEEP = '<p>A name and a password <a href="/account?known">keep it so</a>.</p>'
_COME_IN = '<a class="button main" href="/?known">To the tables</a>'
_FORM = '{}<form method="post"><button class="main">{}</button></form>'
_INVITED = """<p>{host} invites you to a table:</p>
<article class="sign panel invitation"><div class="thumb" aria-hidden="true">
<span class="dealt"><span class="mini-card" data-suit="s">A♠</span></span>
<span class="dealt"><span class="mini-card" data-suit="h">A♥</span></span></div>
<h2>{name}</h2><dl class="facts">
<dt>Rules</dt><dd>{rules}, {decks}</dd><dt>Bets</dt><dd>{bets}</dd>
<dt>Edge</dt><dd>{edge}</dd><dt>Seats</dt><dd>{taken} of {seats} taken</dd></dl>{warning}
<p>It is play money: who is new here comes as a guest, with chips.</p></article>"""

Use = Callable[[Work, Session, str], tuple[Arrival, Response]]
"""What a link does for someone, with its secret: who they are then, and what they are answered."""

Check = Callable[[Any, str], Any]
"""Looks in the database whether a link's secret is valid, and refuses one that is not."""

Asks = Callable[[Any], Awaitable[str]]
"""What stands on a link's page, by what the check has found."""


def add_links(app: FastAPI, site: Site) -> None:
    """Serve the links; they are no part of the API."""

    def operator(work: Work, session: Session, secret: str) -> tuple[Arrival, Response]:
        entropy = site.house.means.entropy
        came = accounts.take_operator_link(work, entropy, *session, secret)
        told = f"<p>{escape(came.person.name)} is the operator of this house now.</p>"
        keep = _KEEP if came.person.kind == "guest" else ""
        return came, notice(f"{told}{keep}{_COME_IN}")

    def join(work: Work, session: Session, secret: str) -> tuple[Arrival, Response]:
        running = floor.join(work, caller_of(session), secret)
        return Arrival(session.person, ""), RedirectResponse(f"/tables/{running.id}", 303)

    async def asks_operator(_: object) -> str:
        return _FORM.format("<p>This link makes you the operator.</p>", "I am the operator")

    async def asks_guest(table_id: str) -> str:
        return _FORM.format(await _invitation(site, table_id), "Come to the table")

    _add(app, site, "operator", accounts.check_operator_link, operator, asks_operator)
    _add(app, site, "join", floor.invited_to, join, asks_guest)


async def _invitation(site: Site, table_id: str) -> str:
    """Who invites to which table, and what its sign says."""
    running = await site.house.committed(table_id)
    table = running.record.table
    assert running.owner is not None, "only a private table has a link"
    name, host, file = await site.house.read(
        lambda connection: (
            store_floor.name_of(connection, table_id),
            people.person(connection, running.owner or 0),
            records.rule_file(connection, table.rules.sha256),
        )
    )
    shown = sign(file, table.rules, table.options, site.house.means.pace)
    edge, decks, warning = shown.edges[0], shown.decks, escape(shown.warning)
    return _INVITED.format(
        host=escape(host.name) if host is not None else "Someone",
        name=escape(name),
        rules=escape(shown.rules_name),
        decks="1 deck" if decks == 1 else f"{decks} decks",
        bets=_bets(table.options.primary),
        edge=escape(f"{edge.percent} {edge.basis}".replace("-", "\N{MINUS SIGN}")),
        taken=sum(bool(player) for player in table.seats),
        seats=len(table.seats),
        warning=f'<p class="warning">{warning}</p>' if warning else "",
    )


def _bets(limit: Limit) -> str:
    if limit.amounts:
        return ", ".join(format_money(amount) for amount in limit.amounts)
    return f"{format_money(limit.least)} to {format_money(limit.most)}"


def _add(app: FastAPI, site: Site, path: str, check: Check, use: Use, asks: Asks) -> None:
    async def ask(secret: str) -> Response:
        try:
            found = await site.house.read(lambda connection: check(connection, secret))
        except Refused as refused:
            return refusal(refused)
        return notice(await asks(found))

    async def take(request: Request) -> Response:
        session = await session_of(site.sessions, request)

        def job(work: Work) -> tuple[Arrival, Response]:
            if session is not None:
                return use(work, session, request.path_params["secret"])
            new = accounts.new_guest(work, site.house.means.entropy, site.chips.arrival)
            known = Session(new.person, sha256_of(new.token))
            came, answer = use(work, known, request.path_params["secret"])
            return came._replace(token=came.token or new.token), answer

        try:
            came, answer = await site.house.do(job, alone=True)
        except Refused as refused:
            return refusal(refused)
        site.sessions.forget(came.person.account)
        if came.token:
            set_cookie(answer, request, came.token)
            set_known(answer, request)
        return answer

    app.get(f"/{path}/{{secret}}", include_in_schema=False)(ask)
    app.post(f"/{path}/{{secret}}", include_in_schema=False)(take)
