"""Every setting is in the documentation, with what it is if it is not set."""

import re

from casinowar.house.settings import PREFIX, Settings
from tests.paths import ROOT

PAGE = ROOT / "docs" / "serve.md"
ROW = re.compile(r"^\| `CASINOWAR_(\w+)` \| .* \| (.*) \|$", re.MULTILINE)

COMPUTED = {"data", "database", "rules"}
"""Those whose default is told in words."""


def test_every_setting_is_told_once_with_its_default() -> None:
    told = {name.lower(): default.strip("`") for name, default in ROW.findall(PAGE.read_text())}
    fields = Settings.model_fields
    assert list(told) == list(fields)
    for name in fields.keys() - COMPUTED:
        assert told[name] == str(fields[name].default).lower(), f"{PREFIX}{name.upper()}"
