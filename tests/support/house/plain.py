"""Messages of the house as plain JSON values, as a client reads them."""

import json
from typing import Any

from casinowar.house import messages
from casinowar.house.messages import Message
from casinowar.house.tables import offers as table_offers
from casinowar.house.tables.offers import Purse
from casinowar.store.writer.running import Running


def plain(message: Message) -> Any:
    """A message as a client reads it."""
    return json.loads(messages.encode(message))


def offers(running: Running, player: str, purse: Purse) -> dict[str, list[dict[str, Any]]]:
    """What a player may do, as a client reads it."""
    found = table_offers.offers(running, player, purse)
    return {
        "offers": [plain(each) for each in found.offers],
        "withheld": [plain(each) for each in found.withheld],
    }
