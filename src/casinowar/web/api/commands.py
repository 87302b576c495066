"""The commands of a table, one POST each, all of them handled in the same way."""

from typing import NamedTuple

from casinowar.house.messages import Message
from casinowar.house.services import Services
from casinowar.house.tables import commands
from casinowar.house.tables.commands import Command
from casinowar.house.tables.jobs import CommandAnswer
from casinowar.web.http.operations import Call, Operation


class Declared(NamedTuple):
    """A command as it is declared."""

    id: str
    body: type[Message]


COMMANDS: dict[str, Declared] = {
    "bet": Declared("place_bet", commands.Bet),
    "choose": Declared("answer_tie", commands.Choose),
    "rebet": Declared("repeat_bet", commands.Rebet),
    "sit": Declared("take_seat", commands.Sit),
    "leave": Declared("leave_seat", commands.Leave),
    "withdraw": Declared("withdraw_bet", commands.Withdraw),
    "ready": Declared("be_ready", commands.Ready),
    "take-bank": Declared("take_bank", commands.TakeBank),
    "post-stake": Declared("post_stake", commands.PostStake),
    "decline": Declared("decline_bank", commands.Decline),
    "give-up-bank": Declared("give_up_bank", commands.GiveUpBank),
    "commit": Declared("commit_to_shoe", commands.Commit),
    "reveal": Declared("reveal_seed", commands.Reveal),
    "cut": Declared("cut_shoe", commands.Cut),
    "rule": Declared("rule_on_round", commands.Rule),
}
"""Each command by the last part of its path; routes are tried in this order."""


def operations(services: Services) -> list[Operation]:
    """The commands of tables."""

    async def act(call: Call[Command, None]) -> bytes:
        caller, table_id = call.caller, call.table_id
        answer = await services.house.act(caller, table_id, call.body, call.request_key)
        services.presence.asks(caller.player, table_id)
        return answer

    return [
        Operation(
            declared.id,
            "POST",
            f"/api/tables/{{table_id}}/{name}",
            act,
            tag="play",
            summary=(declared.body.__doc__ or "").partition("\n")[0],
            body=declared.body,
            answer=CommandAnswer,
            answer_is="What happened, how the table stands, and what the caller may do next.",
            keyed=True,
        )
        for name, declared in COMMANDS.items()
    ]
