"""The path of a bet: which modules it enters between the request and the commit, and no other.

docs/architecture.md walks the same path. A module that is entered on the way and not listed here
turns this red, so that the path does not grow unnoticed.
"""

import json
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from types import FrameType

import pytest

from tests.paths import ROOT
from tests.support.house.inprocess import InProcess

SOURCE = str(ROOT / "src" / "casinowar") + "/"
NOW = 1_700_000_000_000

PATH = (
    "web.http.guard web.http.endpoint web.http.operations house.people.sessions web.api.commands "
    "house.house store.writer.writer store.writer.batch store.writer.work store.writer.running "
    "house.tables.jobs house.people.rights house.tables.commands house.tables.turn house.timeouts "
    "house.tables.floor record.chain record.entry record.dealer record.ledger "
    "house.tables.offers house.people.own_limits house.tables.views house.messages "
    "store.queries.incidents store.backends.bulk store.backends.engine store.backends.sqlite"
).split()
