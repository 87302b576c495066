"""Log lines for people or for programs, with the request and the table they are about.

Secrets never get into them. Fields with names such as `seed` or `password` are masked, and so is
any text that looks like a seed, a token or raw bytes. Only plain values are written, so no object
can show what it holds.
"""

import logging
import re
import sys
from collections.abc import MutableMapping
from contextvars import ContextVar
from typing import Any, Literal, TextIO

import structlog
from structlog.typing import Processor

MASK = "***"

_TELLING = frozenset(
    "answer authorization body commitment cookie cut database entropy invitation key keys "
    "link order password passwords secret secrets seed seeds session shoe_order token".split()
)
"""Names of fields that are never shown."""

_HIDDEN = re.compile(
    r"(?<![0-9A-Za-z_-])[0-9A-Za-z_-]{43}=?(?![0-9A-Za-z_=-])"  # 32 bytes as base64
    r"|(?<![0-9A-Za-z])[0-9A-Za-z+/]{43}=(?![0-9A-Za-z+/=])"
    r"|[0-9a-fA-F]{64,}"  # and as hexadecimal
    r"|\bb'(?:\\.|[^'\\])*'"  # and as Python shows them
    r'|\bb"(?:\\.|[^"\\])*"'
)

Fields = MutableMapping[str, Any]


def redact(_logger: object, _method: str, fields: Fields) -> Fields:
    """Mask the secrets in every field."""
    for name, value in fields.items():
        fields[name] = MASK if name.lower() in _TELLING else _masked(value)
    return fields


def _masked(value: object) -> object:
    match value:
        case None | bool() | int() | float():
            return value
        case str():
            return _HIDDEN.sub(MASK, value)
        case dict():
            plain = {_HIDDEN.sub(MASK, str(name)): inner for name, inner in value.items()}
            return redact(None, "", plain)
        case list() | tuple() | set() | frozenset():
            return [_masked(inner) for inner in value]
        case BaseException():
            return _masked(f"{type(value).__name__}: {value}")
        case _:
            return f"<{type(value).__name__}>"


_LEVEL = logging.getLogger("casinowar")
"""Has the lowest level that is written, and writes nothing itself."""
_LEVEL.setLevel(logging.DEBUG)


def is_written(level: int) -> bool:
    """Whether lines of a level are written: cheaper than asking structlog at each request."""
    return _LEVEL.isEnabledFor(level)


REQUEST: ContextVar[tuple[str, str]] = ContextVar("casinowar.request")
"""The number and the path of the request that log lines are about.

Few requests write a line, so its fields are made of this only when one is written.
"""

_AT_TABLE = re.compile(r"/api/tables/([^/]{1,64})")


def add_request(_logger: object, _method: str, fields: Fields) -> Fields:
    """Add the request that a line is about, and the table in its path."""
    about = REQUEST.get(None)
    if about is None:
        return fields
    number, path = about
    fields.setdefault("request", number)
    if (at := _AT_TABLE.match(path)) is not None:
        fields.setdefault("table", at[1])
    return fields


def configure(
    form: Literal["auto", "console", "json"],
    level: str,
    stream: TextIO | None = None,
    *,
    worker: int = 0,
) -> None:
    """Write all log lines, of libraries too, to a stream: standard error by default.

    Lines for programs have the exact time in UTC, lines for people the local time. If there are
    several workers, each line has the number of its worker.
    """
    if worker:
        structlog.contextvars.bind_contextvars(worker=worker)
    stream = sys.stderr if stream is None else stream
    as_json = form == "json" or (form == "auto" and not stream.isatty())
    prepare: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        add_request,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper("iso" if as_json else "%Y-%m-%d %H:%M:%S", utc=as_json),
        structlog.processors.format_exc_info,
        structlog.processors.UnicodeDecoder(),
    ]
    render: Processor = (
        structlog.processors.JSONRenderer(ensure_ascii=False)
        if as_json
        else structlog.dev.ConsoleRenderer(colors=stream.isatty())
    )
    least = getattr(logging, level.upper())
    _LEVEL.setLevel(least)
    structlog.configure(
        processors=[*prepare, redact, render],
        wrapper_class=structlog.make_filtering_bound_logger(least),
        logger_factory=structlog.WriteLoggerFactory(file=stream),
        cache_logger_on_first_use=False,
    )
    handler = logging.StreamHandler(stream)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=[*prepare, structlog.stdlib.PositionalArgumentsFormatter()],
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                redact,
                render,
            ],
        )
    )
    logging.basicConfig(handlers=[handler], level=max(least, logging.WARNING), force=True)
