"""The URL of a database without its passwords, for messages, logs and settings."""

import re

_IN_FRONT = re.compile(r"(://[^:/@]*):.*@")
_BEHIND = re.compile(r"([?&][^=&#]*password=)[^&#]*", re.IGNORECASE)
"""Drivers also accept passwords among the options of a URL."""


def mask(url: str) -> str:
    """A URL without its passwords; it need not be valid."""
    return _BEHIND.sub(r"\1***", _IN_FRONT.sub(r"\1:***@", url))
