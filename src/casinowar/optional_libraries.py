"""Optional libraries: only some commands need them, and the package's extras install them."""

from importlib import import_module
from types import ModuleType

from casinowar.errors import CasinoWarError


def require_library(library: str, what: str, extra: str) -> ModuleType:
    """Import a library that `what` needs; if it is missing, say how to install it."""
    try:
        return import_module(library)
    except ImportError as missing:
        raise CasinoWarError(
            f"{what} needs {library}: pip install 'casinowar[{extra}]', "
            f"or pip install '.[{extra}]' in a checkout"
        ) from missing
