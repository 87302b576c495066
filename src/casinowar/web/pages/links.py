"""The pages of links: the one-time link of the operator, and invitations to private tables.

Looking at a link changes nothing, because programs look at links too. The button on its page does.
Strangers who press it become guests. An invitation says who invites, and what is played.
"""

from html import escape

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from casinowar.house.people.accounts import Arrival
from casinowar.house.people.link_service import InvitedTable
from casinowar.house.people.sessions import Session
from casinowar.house.services import Services
from casinowar.house.tables.sign import LimitView
from casinowar.money import format_money
from casinowar.web.http.cookies import set_known, set_session
from casinowar.web.http.guard import token_of
from casinowar.web.pages.notices import notice, shows_refusals

_REGISTER = '<p><a href="/account?known">Choose a name and a password</a> to stay the operator.</p>'
_COME_IN = '<a class="button main" href="/?known">To the tables</a>'
_FORM = '{}<form method="post"><button class="main">{}</button></form>'
_OPERATOR = _FORM.format("<p>This link makes you the operator.</p>", "I am the operator")
_INVITED = """<p>{host} invites you to a table:</p>
<article class="sign panel invitation"><div class="thumb" aria-hidden="true">
<span class="dealt"><span class="mini-card" data-suit="s">A♠</span></span>
<span class="dealt"><span class="mini-card" data-suit="h">A♥</span></span></div>
<h2>{name}</h2><dl class="facts">
<dt>Rules</dt><dd>{rules}, {decks}</dd><dt>Bets</dt><dd>{bets}</dd>
<dt>Edge</dt><dd>{edge}</dd><dt>Seats</dt><dd>{taken} of {seats} taken</dd></dl>{warning}
<p>It is play money. If you are new here, you come as a guest, with chips.</p></article>"""


def routes(services: Services) -> list[Route]:
    """The page of each link, and what its button does."""
    links = services.links

    async def known(request: Request) -> Session | None:
        return await services.sessions.find(token_of(request.scope))

    async def show_operator(request: Request) -> Response:
        await links.check_operator_link(request.path_params["secret"])
        return notice(_OPERATOR)

    async def become_operator(request: Request) -> Response:
        secret = request.path_params["secret"]
        arrival = await links.become_operator(await known(request), secret)
        person = arrival.person
        register = _REGISTER if person.kind == "guest" else ""
        says = f"<p>{escape(person.name)} is the operator of this house now.</p>"
        return _signed_in(request, arrival, notice(f"{says}{register}{_COME_IN}"))

    async def show_invitation(request: Request) -> Response:
        invited = await links.invitation(request.path_params["secret"])
        return notice(_FORM.format(_invitation(invited), "Come to the table"))

    async def join(request: Request) -> Response:
        joined = await links.join(await known(request), request.path_params["secret"])
        response = RedirectResponse(f"/tables/{joined.table_id}", 303)
        return _signed_in(request, joined.arrival, response)

    return [
        Route(f"/{path}/{{secret}}", shows_refusals(handler), methods=[method])
        for method, path, handler in (
            ("GET", "operator", show_operator),
            ("POST", "operator", become_operator),
            ("GET", "join", show_invitation),
            ("POST", "join", join),
        )
    ]


def _signed_in(request: Request, arrival: Arrival, response: Response) -> Response:
    """The same response, with the cookies of a new session if there is one."""
    if arrival.token:
        set_session(response, request, arrival.token)
        set_known(response, request)
    return response


def _invitation(invited: InvitedTable) -> str:
    """The sign of a table, and who invites to it."""
    sign = invited.sign
    edge, warning = sign.edges[0], escape(sign.warning)
    return _INVITED.format(
        host=escape(invited.host),
        name=escape(invited.name),
        rules=escape(sign.rules_name),
        decks="1 deck" if sign.decks == 1 else f"{sign.decks} decks",
        bets=_bets(sign.limits.primary),
        edge=escape(f"{edge.percent} {edge.basis}".replace("-", "\N{MINUS SIGN}")),
        taken=invited.taken,
        seats=sign.seats,
        warning=f'<p class="warning">{warning}</p>' if warning else "",
    )


def _bets(limit: LimitView) -> str:
    if limit.amounts:
        return ", ".join(format_money(amount) for amount in limit.amounts)
    return f"{format_money(limit.least)} to {format_money(limit.most)}"
