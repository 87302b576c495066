"""What is logged while a test looks."""

import io
import json
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Literal

import structlog

from casinowar.house.logs import configure


@contextmanager
def logged(form: Literal["console", "json"] = "json", level: str = "info") -> Iterator[io.StringIO]:
    """What is logged from now on; everything is put back afterwards."""
    root, before = logging.getLogger(), structlog.get_config()
    handlers, least = root.handlers[:], root.level
    stream = io.StringIO()
    configure(form, level, stream)
    try:
        yield stream
    finally:
        structlog.contextvars.clear_contextvars()
        structlog.configure(**before)
        root.handlers[:] = handlers
        root.setLevel(least)


def lines_of(stream: io.StringIO) -> list[dict[str, Any]]:
    """The lines that were logged as JSON."""
    return [json.loads(line) for line in stream.getvalue().splitlines()]
