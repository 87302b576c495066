"""The commands of a table, one POST each, all of them handled in the same way."""

from typing import Any

from fastapi import FastAPI, Response

from casinowar.house.tables import commands
from casinowar.web.http.routes import Call, Post, add_post
from casinowar.web.http.site import Site, as_json

COMMANDS: dict[str, type[Any]] = {
    "bet": commands.Bet,
    "choose": commands.Choose,
    "rebet": commands.Rebet,
    "sit": commands.Sit,
    "leave": commands.Leave,
    "withdraw": commands.Withdraw,
    "ready": commands.Ready,
    "take-bank": commands.TakeBank,
    "post-stake": commands.PostStake,
    "decline": commands.Decline,
    "give-up-bank": commands.GiveUpBank,
    "commit": commands.Commit,
    "reveal": commands.Reveal,
    "cut": commands.Cut,
    "rule": commands.Rule,
}
"""Each command by the last part of its path; requests are matched in this order."""


def add_commands(app: FastAPI, site: Site) -> None:
    """Have the commands of tables handled."""

    async def act(call: Call[commands.Command]) -> Response:
        caller, table_id = call.caller, call.table_id
        answer = await site.house.act(caller, table_id, call.body, call.key, call.sha256)
        site.presence.asks(caller.player, table_id)
        return as_json(answer)

    for name, command in COMMANDS.items():
        says = (command.__doc__ or "").partition("\n")[0]
        add_post(
            app, site.sessions, Post(f"/api/tables/{{table_id}}/{name}", command, says, "Done"), act
        )
