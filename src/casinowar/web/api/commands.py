"""The commands of a table, one POST each, all of them handled in the same way."""

from typing import NamedTuple

from casinowar.house.messages import Message
from casinowar.house.services import Services
from casinowar.house.tables import commands
from casinowar.house.tables.commands import Command
from casinowar.house.tables.jobs import CommandAnswer
from casinowar.web.http.operations import Call, Operation

_SEED = "5e" * 32
_COMMITMENT = "c0" * 32


class Declared(NamedTuple):
    """A command as it is declared."""

    id: str
    example: Message
    summary: str
    description: str


COMMANDS: dict[str, Declared] = {
    "bet": Declared(
        "place_bet",
        commands.Bet(
            (commands.Wager(3, "primary", 500),), ready=True, fair=commands.Secret(_SEED, 100)
        ),
        "Place wagers.",
        "An amount is the new total of a wager, not an addition to it. All wagers are placed, or "
        "none. With `ready`, the cards are dealt as soon as everyone is ready. If the table waits "
        "for a shoe and you are alone there, your bet brings it; `fair` is your part in its "
        "shuffle.",
    ),
    "choose": Declared(
        "answer_tie",
        commands.Choose(3, "war"),
        "Surrender a tie hand, or go to war.",
        "Possible while the table needs your choice: `need` is a `choice_needed` with your seat. "
        "War takes another wager as large as your primary, and `tie` adds a tie wager on the war.",
    ),
    "rebet": Declared(
        "repeat_bet",
        commands.Rebet(ready=True),
        "Place the wagers of your last round here again.",
        "It works like `place_bet` with the wagers of that round.",
    ),
    "sit": Declared(
        "take_seat",
        commands.Sit(3),
        "Take a seat.",
        "A commitment to the next shoe may come with it. It counts if it is in time.",
    ),
    "leave": Declared(
        "leave_seat",
        commands.Leave(3),
        "Give up your seat.",
        "If you have wagers in a round, you leave when it is over.",
    ),
    "withdraw": Declared(
        "withdraw_bet",
        commands.Withdraw(3, "tie"),
        "Take back a wager.",
        "Possible until bets close. You are no longer ready then.",
    ),
    "ready": Declared(
        "be_ready",
        commands.Ready(),
        "Say that nobody need wait for you.",
        "It applies to your wagers as they are. If you change one, say it again.",
    ),
    "take-bank": Declared(
        "take_bank",
        commands.TakeBank(100_000),
        "Take the bank that you are offered.",
        "Only at tables where players bank. With `stake` you post the stake of the coming round "
        "too.",
    ),
    "post-stake": Declared(
        "post_stake",
        commands.PostStake(100_000),
        "Post your stake as the banker.",
        "It covers the wagers of the coming round.",
    ),
    "decline": Declared(
        "decline_bank",
        commands.Decline(),
        "Decline the bank that you are offered.",
        "The next player is offered the bank.",
    ),
    "give-up-bank": Declared(
        "give_up_bank",
        commands.GiveUpBank(),
        "Give up the bank.",
        "Possible before anyone bets on the coming round. Your stake comes back.",
    ),
    "commit": Declared(
        "commit_to_shoe",
        commands.Commit(3, _COMMITMENT),
        "Commit to a seed and a cut for the next shoe.",
        "Possible until the shoe is due. Reveal both when the list of commitments is closed.",
    ),
    "reveal": Declared(
        "reveal_seed",
        commands.Reveal(3, _SEED, 100),
        "Reveal the seed and the cut that you committed to.",
        "Possible when the list of commitments is closed. Another seed or cut is refused.",
    ),
    "cut": Declared(
        "cut_shoe",
        commands.Cut(_SEED, 100),
        "Bring the next shoe with your seed and your cut.",
        "It is commitment and reveal in one, for a player who is alone at the table.",
    ),
    "rule": Declared(
        "rule_on_round",
        commands.Rule("void", "A card was dealt face down."),
        "Give the final ruling on a round.",
        "For pit bosses, or for operators if the rules say so. It is about the round under way, or "
        "the last one until the next is bet on. With `round`, it is refused (`moved-on`) if the "
        "table is at another round by now, unless the rules let any round be void: then every "
        "wager of that round goes back, and the house bears what a player has spent since. A "
        "round that has its ruling is refused (`ruled`).",
    ),
    "rule-wager": Declared(
        "rule_on_wager",
        commands.RuleWager("p-ann", 3, "tie", "pay as", "The card was misread.", "equal"),
        "Give the final ruling on one wager.",
        "For pit bosses, or for operators if the rules say so, where the rules have such rulings. "
        "The wager is paid as an outcome that pays it, returned, or taken; if it was settled, that "
        "is reversed first. It is about the same round as `rule_on_round`, and refused the same "
        "way.",
    ),
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
            summary=declared.summary,
            description=declared.description,
            body=type(declared.example),
            example=declared.example,
            answer=CommandAnswer,
            answer_is="What happened, how the table stands, and what you may do next.",
            keyed=True,
        )
        for name, declared in COMMANDS.items()
    ]
