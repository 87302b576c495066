"""The key of a request: what makes a repeated request harmless."""

from typing import NamedTuple


class RequestKey(NamedTuple):
    """Which request this is. The same one again gets the same answer, byte for byte."""

    account: int
    key: str
    """Chosen by the caller, new for each request."""
    sha256: str
    """The hash of method, path and body: another request under the same key is refused."""
