"""The URL of a database as it may be shown: in a message, a log, a list of settings."""

import re

_IN_FRONT = re.compile(r"(://[^:/@]*):.*@")
_BEHIND = re.compile(r"([?&][^=&#]*password=)[^&#]*", re.IGNORECASE)
"""Drivers take passwords among the options behind a URL, too."""


def mask(url: str) -> str:
    """A URL without its passwords; it need not be a good one."""
    return _BEHIND.sub(r"\1***", _IN_FRONT.sub(r"\1:***@", url))
